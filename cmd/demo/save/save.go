// Package save writes files so that none is lost: what is written has a name of its own
// beside the file's until it is whole, and only then takes the file's place. A program that
// fails, or is ended while it writes, leaves what was there.
package save

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Refused is an error about a name that can't be written to as it is asked for: it is
// empty, or there is something that may not be replaced.
type Refused struct{ error }

// Unwrap returns what is wrong with it.
func (e Refused) Unwrap() error { return e.error }

func refused(format string, args ...any) error { return Refused{fmt.Errorf(format, args...)} }

func exists(name string) error { return Refused{existsError{name}} }

// existsError is the error about a file that is there, which wraps fs.ErrExist.
type existsError struct{ name string }

func (e existsError) Error() string { return e.name + " exists already; --force overwrites it" }
func (e existsError) Unwrap() error { return fs.ErrExist }

// Failed puts a failure to write a file into words; nil of none. It goes on to wrap the
// cause.
func Failed(name string, err error) error {
	if err == nil || errors.As(err, new(Refused)) {
		return err
	}
	return fmt.Errorf("can't write %s: %w", name, Cause(err))
}

// Cause returns an error without the operation and paths of a file error.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// Check returns an error if a name can't be written to: if it is empty, or has something in
// it and force is not given. A folder that has nothing in it can be.
func Check(name string, force bool) error {
	if name == "" {
		return refused("the name of the file to write is empty")
	}
	if !force && taken(name) {
		return exists(name)
	}
	return nil
}

// taken reports whether there is something under a name that is not to be lost.
func taken(name string) bool {
	info, err := os.Stat(name)
	if err != nil || isStandard(info) {
		return false
	}
	if info.IsDir() {
		inside, err := os.ReadDir(name)
		return err != nil || len(inside) > 0
	}
	return info.Mode().IsRegular() && info.Size() > 0
}

// isStandard reports whether a file is the standard output or error of the program, as
// /dev/stdout is: what has been written to it is not to be replaced.
func isStandard(info fs.FileInfo) bool {
	for _, std := range []*os.File{os.Stdout, os.Stderr} {
		if same, err := std.Stat(); err == nil && os.SameFile(info, same) {
			return true
		}
	}
	return false
}

// underWay is what the program has begun and not kept, by the temporary name, with the
// place that it gets. Who keeps or discards has the lock, so that Abandon comes before or
// after.
var underWay = struct {
	sync.Mutex
	places map[string]string
}{places: map[string]string{}}

// Abandon removes all that has been begun and not kept, for a program that is about to
// end. It reports whether there was any. Nothing can be kept after it.
func Abandon() bool {
	underWay.Lock() // for ever
	for part := range underWay.places {
		os.RemoveAll(part)
	}
	return len(underWay.places) > 0
}

// begin makes something with a name of its own beside a place.
func begin(place string, make func(part string) error) (part string, err error) {
	watchSignals()
	underWay.Lock()
	defer underWay.Unlock()
	for _, other := range underWay.places {
		if other == place {
			return "", refused("%s is to be written twice, want a name for each", place)
		}
	}
	base := filepath.Base(place)
	for range 100 {
		part = filepath.Join(filepath.Dir(place), fmt.Sprintf(".%s-%08x", base[:min(len(base), 100)], rand.Uint32()))
		if err = make(part); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err == nil {
		underWay.places[part] = place
	}
	return part, err
}

// place returns where a name leads to, without symbolic links, so that a link goes on to
// be one.
func place(name string) (string, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return filepath.Abs(name)
}

// File is a file that is being written. Keep or Discard must end it.
type File struct {
	file  *os.File
	name  string // as the user knows it
	place string // that it gets
	part  string // the temporary name; "" of what is written to directly
	force bool
	own   bool // to be closed
}

// Create begins a file. One that has something in it is refused unless force is given; it
// keeps its contents until Keep. Pipes, devices and the standard output are written to
// directly. Errors are complete sentences about the name, Refused or those of Failed.
func Create(name string, force bool) (*File, error) {
	if err := Check(name, force); err != nil {
		return nil, err
	}
	f := &File{name: name, force: force, own: true}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("can't write %s: it is a folder, want a file", name)
	case err == nil && isStandard(info):
		f.file, f.own = standard(info), false
		return f, nil
	case err == nil && !info.Mode().IsRegular():
		// Only to write: a pipe that the program could read too would never break.
		f.file, err = os.OpenFile(name, os.O_WRONLY, 0)
		return f, Failed(name, err)
	}
	if f.place, err = place(name); err != nil {
		return nil, Failed(name, err)
	}
	f.part, err = begin(f.place, func(part string) (err error) {
		f.file, err = os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		return err
	})
	if err != nil {
		return nil, Failed(name, err)
	}
	if info != nil {
		_ = f.file.Chmod(info.Mode().Perm()) // not every file system has them
	}
	return f, nil
}

func standard(info fs.FileInfo) *os.File {
	if out, err := os.Stdout.Stat(); err == nil && os.SameFile(info, out) {
		return os.Stdout
	}
	return os.Stderr
}

// Write writes on.
func (f *File) Write(data []byte) (int, error) { return f.file.Write(data) }

// Name returns the name that it was created by.
func (f *File) Name() string { return f.name }

// Keep has the file take its place if err, that of writing it, is nil; otherwise, or if it
// can't, it is discarded. It returns the first error, in words.
func (f *File) Keep(err error) error {
	if f.part != "" {
		err = cmp.Or(err, f.file.Sync())
	}
	if f.own {
		err = cmp.Or(err, f.file.Close())
	}
	if f.part == "" {
		return Failed(f.name, err)
	}
	underWay.Lock()
	defer underWay.Unlock()
	defer delete(underWay.places, f.part)
	if err == nil {
		err = f.rename()
	}
	if err != nil {
		os.Remove(f.part)
	}
	return Failed(f.name, err)
}

// rename gives the file its name. Without force it takes nothing away that another program
// has put there meanwhile.
func (f *File) rename() error {
	if f.force {
		return os.Rename(f.part, f.place)
	}
	if info, err := os.Stat(f.place); err == nil && info.Size() > 0 {
		return exists(f.name)
	} else if err != nil {
		switch err := os.Link(f.part, f.place); {
		case err == nil:
			return os.Remove(f.part)
		case errors.Is(err, fs.ErrExist):
			return exists(f.name)
		}
	}
	return os.Rename(f.part, f.place) // over an empty one, or where files have one name only
}

// Discard removes a file that has not been kept. It does nothing to one that has.
func (f *File) Discard() {
	underWay.Lock()
	defer underWay.Unlock()
	if _, there := underWay.places[f.part]; there {
		f.file.Close()
		os.Remove(f.part)
		delete(underWay.places, f.part)
	}
}

// Write writes a whole file; see Create.
func Write(name string, data []byte, force bool) error {
	f, err := Create(name, force)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return f.Keep(err)
}

// Folder is a folder of files that is being made. Keep or Discard must end it.
type Folder struct {
	name, place, part string
	force             bool
}

// CreateFolder begins a folder; see Create.
func CreateFolder(name string, force bool) (*Folder, error) {
	if err := Check(name, force); err != nil {
		return nil, err
	}
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("can't write %s: it is a file, want a folder", name)
	}
	f := &Folder{name: name, force: force}
	var err error
	if f.place, err = place(name); err == nil {
		f.part, err = begin(f.place, func(part string) error { return os.Mkdir(part, 0o777) })
	}
	if err != nil {
		return nil, Failed(name, err)
	}
	return f, nil
}

// Path returns the path by which to write a file in the folder.
func (f *Folder) Path(file string) string { return filepath.Join(f.part, file) }

// Keep gives the folder its name. One that is there with something in it, which needs
// force, gets the new files one by one, each whole; obsolete tells which of its files go.
func (f *Folder) Keep(obsolete func(file string) bool) error {
	underWay.Lock()
	defer underWay.Unlock()
	defer delete(underWay.places, f.part)
	err := f.keep(obsolete)
	if err != nil {
		os.RemoveAll(f.part)
	}
	return Failed(f.name, err)
}

func (f *Folder) keep(obsolete func(file string) bool) error {
	// An empty one that is there is in the way on some systems; one that isn't empty stays.
	if wd, err := os.Getwd(); err == nil && wd != f.place {
		if info, err := os.Lstat(f.place); err == nil && info.IsDir() {
			os.Remove(f.place)
		}
		if os.Rename(f.part, f.place) == nil {
			return nil
		}
	}
	inside, err := os.ReadDir(f.place)
	switch {
	case err != nil:
		return err
	case len(inside) > 0 && !f.force:
		return exists(f.name)
	}
	made, err := os.ReadDir(f.part)
	if err != nil {
		return err
	}
	for _, e := range made {
		if err := os.Rename(f.Path(e.Name()), filepath.Join(f.place, e.Name())); err != nil {
			return err
		}
	}
	for _, e := range inside {
		isNew := slices.ContainsFunc(made, func(m fs.DirEntry) bool { return m.Name() == e.Name() })
		if !isNew && obsolete(e.Name()) {
			if err := os.Remove(filepath.Join(f.place, e.Name())); err != nil {
				return err
			}
		}
	}
	return os.Remove(f.part)
}

// Discard removes a folder that has not been kept, with what is in it. It does nothing to
// one that has.
func (f *Folder) Discard() {
	underWay.Lock()
	defer underWay.Unlock()
	if _, there := underWay.places[f.part]; there {
		os.RemoveAll(f.part)
		delete(underWay.places, f.part)
	}
}

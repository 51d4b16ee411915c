package save

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// names returns what is in a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func has(t *testing.T, file, want string) {
	t.Helper()
	if data, err := os.ReadFile(file); err != nil || string(data) != want {
		t.Errorf("%s has %q, %v, want %q", file, data, err, want)
	}
}

// TestWrite: what is there is replaced with force only, and nothing else is left.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name, there string
		force       bool
		says        string // after the name; "" for success
	}{
		{"new", "", false, ""},
		{"new with force", "", true, ""},
		{"old", "old", false, " exists already; --force overwrites it"},
		{"old with force", "old", true, ""},
		{strings.Repeat("long", 60), "", false, ""},
		{"*?%s", "old", true, ""},
	} {
		folder := t.TempDir()
		file := filepath.Join(folder, c.name)
		if c.there != "" {
			os.WriteFile(file, []byte(c.there), 0o600)
		}
		err := Write(file, []byte("new"), c.force)
		if c.says == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			has(t, file, "new")
		} else {
			if !errors.As(err, new(Refused)) || err.Error() != file+c.says || !errors.Is(err, fs.ErrExist) {
				t.Errorf("%s: %v, want %s", c.name, err, c.says)
			}
			has(t, file, c.there)
		}
		if got := names(t, folder); got != c.name {
			t.Errorf("%s: the folder has %q", c.name, got)
		}
		if info, err := os.Stat(file); c.there != "" && (err != nil || info.Mode().Perm() != 0o600) {
			t.Errorf("%s: its mode is %v, %v, want that of the old file", c.name, info.Mode(), err)
		}
	}
	if err := Write("", nil, true); !errors.As(err, new(Refused)) {
		t.Errorf("an empty name: %v", err)
	}
}

// TestTwoWriters of one name don't mix: who is whole first has it, or with force the last.
func TestTwoWriters(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	a, err := Create(file, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(folder+"/./file", true); !errors.As(err, new(Refused)) {
		t.Errorf("the same file twice in one program: %v", err)
	}
	a.Write([]byte("a"))
	os.WriteFile(file, []byte("another program's"), 0o600)
	if err := a.Keep(nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over what has come meanwhile: %v", err)
	}
	has(t, file, "another program's")
	if got := names(t, folder); got != "file" {
		t.Errorf("the folder has %q", got)
	}
}

// TestFailedWrite leaves what was there.
func TestFailedWrite(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	os.WriteFile(file, []byte("old"), 0o600)
	f, err := Create(file, true)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("half"))
	if err := f.Keep(&fs.PathError{Op: "write", Path: "hidden", Err: errors.New("no space left")}); err == nil || err.Error() != "can't write "+file+": no space left" {
		t.Error(err)
	}
	f.Discard() // as a deferred one does
	has(t, file, "old")
	if got := names(t, folder); got != "file" {
		t.Errorf("the folder has %q", got)
	}
}

// TestSymbolicLink goes on to be one: what it leads to is written.
func TestSymbolicLink(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	file, link := filepath.Join(other, "file"), filepath.Join(folder, "link")
	os.WriteFile(file, []byte("old"), 0o600)
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("new"), true); err != nil {
		t.Fatal(err)
	}
	has(t, file, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
}

// TestFolder: one that isn't there appears with all that is in it; one that is keeps what
// is not obsolete.
func TestFolder(t *testing.T) {
	top := t.TempDir()
	film := filepath.Join(top, "film")
	make := func(force bool, files ...string) error {
		f, err := CreateFolder(film, force)
		if err != nil {
			return err
		}
		defer f.Discard()
		for _, name := range files {
			os.WriteFile(f.Path(name), []byte(name), 0o600)
		}
		return f.Keep(func(name string) bool { return strings.HasSuffix(name, ".png") })
	}
	if err := make(false, "1.png", "2.png"); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(film, "notes.txt"), nil, 0o600)
	if err := make(false, "1.png"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("without force: %v", err)
	}
	if err := make(true, "1.png"); err != nil {
		t.Fatal(err)
	}
	if got := names(t, film); got != "1.png notes.txt" {
		t.Errorf("the folder has %q", got)
	}
	if got := names(t, top); got != "film" {
		t.Errorf("next to it there are %q", got)
	}
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"snaplab/cmd/demo/save"
	"snaplab/ui"
)

// host is what the window asks of the system: it saves files in a folder, and reaches the
// clipboard. What takes time happens in a goroutine; its outcome waits in done for the
// window's thread.
type host struct {
	folder string
	done   chan func()
	wake   func() // has a window that waits for events look into done; nil for none
}

var _ ui.Host = (*host)(nil)

// newHost returns a host that saves in a folder.
func newHost(folder string) *host { return &host{folder: folder, done: make(chan func(), 16)} }

// finish puts an outcome where the window finds it.
func (h *host) finish(outcome func()) {
	h.done <- outcome
	if h.wake != nil {
		h.wake()
	}
}

// Keep keeps data under a name, in the user's own folder for such things.
func (*host) Keep(name string, data []byte) error {
	path, err := keptFile(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("can't make %s: %w", filepath.Dir(path), save.Cause(err))
	}
	return save.Write(path, data, true)
}

// Kept returns what is kept under a name, nil if nothing is.
func (*host) Kept(name string) ([]byte, error) {
	path, err := keptFile(name)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("can't read %s: %w", path, save.Cause(err))
	}
	return data, nil
}

// keptFile returns the file that something is kept in.
func keptFile(name string) (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, "snaplab", name+".json"), nil
}

// maxCopies bounds the search for a free name.
const maxCopies = 10_000

// Save writes a file under a name, or name-2 and so on if there is such a file, and
// returns the name taken. It overwrites nothing.
func (h *host) Save(name string, data []byte) (string, error) {
	end := filepath.Ext(name)
	stem := strings.TrimSuffix(name, end)
	for n := 1; n <= maxCopies; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, end)
		}
		path := filepath.Join(h.folder, name)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		err := save.Write(path, data, false)
		if errors.Is(err, fs.ErrExist) { // it has come meanwhile
			continue
		}
		return name, err
	}
	return "", fmt.Errorf("can't write %s%s: %d files have such a name", stem, end, maxCopies)
}

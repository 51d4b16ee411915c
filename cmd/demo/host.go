package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"snaplab/ui"
)

// folder saves files in a folder.
type folder string

// newHost returns what saves the application's files: in the folder that the program
// was started in.
func newHost() ui.Host { return folder(".") }

// maxCopies bounds the search for a free name.
const maxCopies = 10_000

// Save writes a file under a name, or name-2 and so on if there is such a file, and
// returns the name taken. It overwrites nothing.
func (d folder) Save(name string, data []byte) (string, error) {
	end := filepath.Ext(name)
	stem := strings.TrimSuffix(name, end)
	for n := 1; n <= maxCopies; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, end)
		}
		f, err := os.OpenFile(filepath.Join(string(d), name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("can't write %s: %w", name, cause(err))
		}
		_, err = f.Write(data)
		return name, finish(f, err)
	}
	return "", fmt.Errorf("can't write %s%s: %d files have such a name", stem, end, maxCopies)
}

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClipboard: the first program that is there and works is asked, and an error says
// what is missing.
func TestClipboard(t *testing.T) {
	programs, kept := t.TempDir(), filepath.Join(t.TempDir(), "kept")
	t.Setenv("PATH", programs)
	host := newHost(t.TempDir())
	pasted := func() (text string, err error) {
		host.Paste(func(s string, e error) { text, err = s, e })
		(<-host.done)()
		return text, err
	}
	copied := func(text string) (err error) {
		host.Copy(text, func(e error) { err = e })
		(<-host.done)()
		return err
	}
	if err := copied("x"); err == nil || !strings.Contains(err.Error(), "install xclip") {
		t.Errorf("without a program copying says %v", err)
	}
	if _, err := pasted(); err == nil || !strings.Contains(err.Error(), "install xclip") {
		t.Errorf("without a program pasting says %v", err)
	}
	program := func(name, script string) {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program("wl-copy", "exit 1") // no such display
	if err := copied("x"); err == nil || !strings.Contains(err.Error(), "failed: exit status 1") {
		t.Errorf("with a program that fails copying says %v", err)
	}
	program("xclip", `if [ "$3" = -out ]; then while read -r line; do echo "$line"; done <`+kept+`
		else { while read -r line || [ -n "$line" ]; do echo "$line"; done } >`+kept+`; fi`)
	const text = "snaplab1/default/seed=7/loss=5%"
	if err := copied(text); err != nil {
		t.Fatal(err)
	}
	if got, err := pasted(); err != nil || got != text {
		t.Errorf("pasted is %q, %v, want %q", got, err, text)
	}
}

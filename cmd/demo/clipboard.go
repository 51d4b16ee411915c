package main

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

// The window's library knows no clipboard, but every system has a program that does.
// The first one that is there is asked.
var (
	copiers = [][]string{
		{"wl-copy"}, {"xclip", "-selection", "clipboard"}, {"xsel", "--clipboard", "--input"}, {"pbcopy"}, {"clip.exe"},
	}
	pasters = [][]string{
		{"wl-paste", "--no-newline"}, {"xclip", "-selection", "clipboard", "-out"}, {"xsel", "--clipboard", "--output"}, {"pbpaste"},
		{"powershell.exe", "-NoProfile", "-Command", "Get-Clipboard"},
	}
)

// clipboardPatience is how long such a program may take.
const clipboardPatience = time.Second

var errNoClipboard = errors.New("no program for the clipboard was found: install xclip, xsel or wl-clipboard")

// Copy puts a text on the clipboard and hands the outcome to done, later on.
func (h *host) Copy(text string, done func(error)) {
	go func() {
		_, err := askClipboard(copiers, text)
		h.finish(func() { done(err) })
	}()
}

// Paste hands the clipboard's text to taken, later on.
func (h *host) Paste(taken func(text string, err error)) {
	go func() {
		text, err := askClipboard(pasters, "")
		h.finish(func() { taken(strings.TrimSpace(text), err) })
	}()
}

// askClipboard runs the programs until one does its work, and returns what it printed.
func askClipboard(programs [][]string, input string) (output string, err error) {
	err = errNoClipboard
	for _, p := range programs {
		path, missing := exec.LookPath(p[0])
		if missing != nil {
			continue
		}
		if output, err = runClipboard(path, p[1:], input); err == nil {
			return output, nil
		}
	}
	return "", err
}

func runClipboard(path string, args []string, input string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), clipboardPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin = strings.NewReader(input)
	cmd.WaitDelay = clipboardPatience
	var output bytes.Buffer
	if input == "" { // a program that copies stays to serve the text, and would keep this open
		cmd.Stdout = &output
	}
	if err := cmd.Run(); err != nil {
		return "", errors.New("the clipboard's program failed: " + err.Error())
	}
	return output.String(), nil
}

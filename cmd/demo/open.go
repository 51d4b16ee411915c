package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"snaplab/assets"
	"snaplab/game/lesson"
	"snaplab/ui"
)

// windowCommand opens the window. It is what happens without a command.
type windowCommand struct {
	Theme   string `placeholder:"dark" help:"Colours: ${themes}."`
	Present bool   `help:"Begin in the presentation mode, for the front of a class."`
	Lang    string `placeholder:"en" help:"Language: ${languages}. Without it, that of the environment."`
}

// Run is called by kong.
func (c *windowCommand) Run(env *environment) error {
	scenario, err := env.settings.scenario()
	if err != nil {
		return err
	}
	host := newHost(".")
	app, err := ui.New(ui.Options{Scenario: scenario, Lesson: env.settings.lesson, Scenarios: assets.FS, Theme: c.Theme, Language: windowLanguage(c.Lang), Present: c.Present, Version: "demo " + version(), Host: host, Study: true})
	if err != nil {
		return usageError{err}
	}
	return runWindow(app, host)
}

// namedFile lets the window be opened on a file as a desktop does it, with nothing but
// the file's name in front of any flags: a scenario, such as one that was exported, a
// lesson, or a trace.
func namedFile(args, commands []string) []string {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || slices.Contains(commands, args[0]) || !strings.ContainsAny(args[0], "./"+string(filepath.Separator)) {
		return args
	}
	flag := "--trace="
	data, err := os.ReadFile(args[0])
	switch {
	case !strings.HasSuffix(args[0], ".json"):
	case err == nil && lesson.IsLesson(data):
		flag = "--lesson="
	case err != nil || isScenario(data):
		flag = "--scenario="
	}
	return append([]string{flag + args[0]}, args[1:]...)
}

// isScenario tells a scenario from traces that are JSON too.
func isScenario(data []byte) bool { return bytes.Contains(data, []byte(`"entities"`)) }

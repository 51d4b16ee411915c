package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"snaplab/cmd/demo/shell"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui"
	"snaplab/ui/view"
)

// windowCommand opens the window. It is what happens without a command.
type windowCommand struct {
	Theme   string `placeholder:"dark" help:"Colours: ${themes}."`
	Present bool   `help:"Begin in the presentation mode, for the front of a class."`
	Lang    string `placeholder:"en" help:"Language: ${languages}. Without it, that of the environment."`
	View    string `placeholder:"simple" help:"Which view opens: ${windows}. Without it, the one that was shown last; the simple one at first."`
}

// Run is called by kong.
func (c *windowCommand) Run(env *environment) error {
	host := newHost(".")
	options, err := c.options(env, host)
	if err != nil {
		return err
	}
	app, err := ui.New(options)
	if err != nil {
		return usageError{err}
	}
	defer app.Close()
	return runWindow(app, host)
}

// options returns those of the window's application.
func (c *windowCommand) options(env *environment, h *host) (ui.Options, error) {
	scenario, err := env.settings.scenario()
	if err != nil {
		return ui.Options{}, err
	}
	o := shell.Options(shell.Asked{Scenario: scenario, Lesson: env.settings.lesson, Theme: c.Theme, Language: windowLanguage(c.Lang), View: c.View, Present: c.Present})
	o.Host = h
	return o, nil
}

// namedFile lets the window be opened on a file as a desktop does it, with nothing but
// the file's name in front of any flags: a scenario, such as one that was exported, a
// lesson, a recording of motion, or a trace.
func namedFile(args, commands []string) []string {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || slices.Contains(commands, args[0]) || !strings.ContainsAny(args[0], "./"+string(filepath.Separator)) {
		return args
	}
	flag, isJSON := "--trace=", strings.HasSuffix(args[0], ".json")
	if isJSON {
		flag = "--scenario="
	}
	// A pipe can be read only once, which is for whoever gets its name.
	if info, err := os.Stat(args[0]); err == nil && info.Mode().IsRegular() {
		switch data := beginning(args[0]); {
		case data == nil:
		case isJSON && lesson.IsLesson(data):
			flag = "--lesson="
		case isJSON && !isScenario(data):
			flag = "--trace="
		case !isJSON && config.IsMotion(data):
			flag = "--motion="
		}
	}
	return append([]string{flag + args[0]}, args[1:]...)
}

// beginning returns as much of a file as tells what it is.
func beginning(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, 1<<20))
	return config.PlainJSON(data)
}

// isScenario tells a scenario from traces that are JSON too.
func isScenario(data []byte) bool { return bytes.Contains(data, []byte(`"entities"`)) }

// windowLanguage returns the code of the language to open the window in: the one that was
// asked for, or else the one of the user's environment if there is such a one. Where the
// environment says nothing it is "", the first.
func windowLanguage(asked string) string {
	if asked != "" {
		return asked
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			return view.LanguageOf(locale)
		}
	}
	return ""
}

func languageCodes() string { return strings.Join(view.LanguageCodes(), ", ") }

// Package shell makes the application that every shell shows: the window, the page in a
// browser, and pictures and films of it. What a shell adds is its own host and looks.
package shell

import (
	"runtime/debug"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui"
)

// Asked is what a user asks a shell for, by flags, an address or a file.
type Asked struct {
	Scenario config.Scenario
	Lesson   *lesson.Lesson // nil for none
	Theme    string         // "" for the first
	Language string         // its code, "" for the first
	View     string         // one of ui.Views, "" for the one that was shown last
	Present  bool           // begin in the presentation mode
}

// Options returns the options of the application for what is asked for. A shell sets
// Host, and Still for pictures, and nothing else.
func Options(a Asked) ui.Options {
	return ui.Options{
		Scenario: a.Scenario, Lesson: a.Lesson, Scenarios: assets.FS,
		Theme: a.Theme, Language: a.Language, View: a.View, Present: a.Present,
		Version: "demo " + Version(),
	}
}

// Version returns the version that the program was built from, and the compiler's.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}

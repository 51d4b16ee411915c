package main

import (
	"snaplab/assets"
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

package main

import (
	"fmt"
	"strings"

	"snaplab/assets"
	"snaplab/cmd/demo/shell"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui"
)

// parseRequest reads what is behind the path of an address, taken apart into assignments:
// "scenario=drone", "loss=5%", "delay=drone=120ms". They are a config.Request, as the flags
// of the command line are, but for the page's own theme, lang and view. An error names what is no
// good.
func parseRequest(assignments []string) (shell.Asked, error) {
	var r shell.Asked
	var asked config.Request
	for _, a := range assignments {
		name, value, _ := strings.Cut(a, "=")
		switch name {
		case "theme":
			r.Theme = value
		case "lang":
			r.Language = value
		case "view":
			r.View = value
		default:
			asked = append(asked, config.Assignment{Name: name, Value: value})
		}
	}
	var err error
	r.Scenario, r.Lesson, err = lesson.Resolve(config.Environment{Carried: assets.FS}, asked)
	return r, err
}

// pageOptions returns the options of the page's application.
func pageOptions(asked shell.Asked, host ui.Host) ui.Options {
	o := shell.Options(asked)
	o.Host = host
	return o
}

// digestOf runs what assignments ask for to its end and returns the digest of the run, as
// demo report prints it.
func digestOf(assignments []string) (string, error) {
	r, err := parseRequest(assignments)
	if err != nil {
		return "", err
	}
	session, err := game.NewSession(r.Scenario)
	if err != nil {
		return "", err
	}
	session.AdvanceTo(r.Scenario.Duration)
	return fmt.Sprintf("%016x", session.Digest()), session.Err()
}

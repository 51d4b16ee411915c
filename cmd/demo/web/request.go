package main

import (
	"fmt"
	"strings"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/measure"
)

// request is what the address of the page asks for.
type request struct {
	scenario config.Scenario
	lesson   *lesson.Lesson // nil for none
	theme    string         // of ui.Themes, "" for the first
	language string         // of ui.Languages, "" for that of the browser
}

// parseRequest reads what is behind the path of an address, taken apart into assignments:
// "scenario=drone", "loss=5%", "delay=drone=120ms". They are a config.Request, as the flags
// of the command line are, but for the page's own theme and lang. An error names what is no
// good.
func parseRequest(assignments []string) (request, error) {
	var r request
	var asked config.Request
	for _, a := range assignments {
		name, value, _ := strings.Cut(a, "=")
		switch name {
		case "theme":
			r.theme = value
		case "lang":
			r.language = value
		default:
			asked = append(asked, config.Assignment{Name: name, Value: value})
		}
	}
	var err error
	r.scenario, r.lesson, err = lesson.Resolve(config.Environment{Carried: assets.FS}, asked)
	return r, err
}

// digestOf runs what assignments ask for to its end and returns the digest of the run, as
// demo report prints it.
func digestOf(assignments []string) (string, error) {
	r, err := parseRequest(assignments)
	if err != nil {
		return "", err
	}
	session, err := measure.NewRun(r.scenario)
	if err != nil {
		return "", err
	}
	session.AdvanceTo(r.scenario.Duration)
	return fmt.Sprintf("%016x", session.Digest()), session.Err()
}

package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

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
// "scenario=drone", "loss=5%", "delay=drone=120ms". They mean what the flags of the command
// line of the same names mean: a scenario, a lesson, or a run as config.RunText gives it, says
// every setting that nothing else says, a network changes the link's, and settings come
// last. An error names the assignment that is no good.
func parseRequest(assignments []string) (request, error) {
	r := request{}
	var settings []string
	scenario, run, teaches, seed, duration, network := "default", "", "", "", "", ""
	special := map[string]*string{
		"scenario": &scenario, "run": &run, "lesson": &teaches, "seed": &seed, "duration": &duration, "network": &network,
		"theme": &r.theme, "lang": &r.language,
	}
	for _, a := range assignments {
		name, value, _ := strings.Cut(a, "=")
		if target, ok := special[name]; ok {
			*target = value
			continue
		}
		settings = append(settings, a)
	}

	var err error
	s := &r.scenario
	switch {
	case teaches != "":
		if r.lesson, err = lessonNamed(teaches); err == nil {
			*s = r.lesson.Scenario
		}
	case run != "":
		*s, err = config.ParseRun(assets.FS, run)
	default:
		*s, err = config.LoadScenario(assets.FS, scenario)
	}
	if err != nil {
		return r, err
	}
	if seed != "" {
		if s.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return r, fmt.Errorf("seed %q is not understood, want a whole number from 0 to %d", seed, uint64(1<<64-1))
		}
	}
	if duration != "" {
		d, err := config.ParseValue(config.Duration, duration)
		if err != nil {
			return r, fmt.Errorf("duration %w", err)
		}
		s.Duration = time.Duration(d)
	}
	start := s.Settings
	if network != "" {
		networks, err := config.LoadNetworks(assets.FS)
		if err != nil {
			return r, err
		}
		n, err := config.FindNetwork(networks, network)
		if err != nil {
			return r, err
		}
		n.Apply(&start)
	}
	for _, a := range settings {
		name, value, _ := strings.Cut(a, "=")
		setting, err := config.FindSetting(name)
		if err != nil {
			return r, err
		}
		if err := setting.Assign(&start, value); err != nil {
			return r, err
		}
	}
	if err := start.Validate(); err != nil {
		return r, err
	}
	s.Rebase(start)
	return r, s.Validate()
}

// lessonNamed returns one of the lessons that the program carries with it.
func lessonNamed(name string) (*lesson.Lesson, error) {
	lessons, err := lesson.Load(assets.FS)
	if err != nil {
		return nil, err
	}
	return lesson.Find(lessons, name)
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

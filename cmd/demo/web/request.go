package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"snaplab/assets"
	"snaplab/game"
)

// request is what the address of the page asks for.
type request struct {
	scenario game.Scenario
	theme    string // of ui.Themes, "" for the first
}

// parseRequest reads the part of an address after its question mark, taken apart into
// assignments: "scenario=drone", "loss=5%", "delay=drone=120ms". They mean what the
// flags of the command line of the same names mean: the scenario says every setting that
// nothing else says, a network changes the link's, and settings come last. An error
// names the assignment that is no good.
func parseRequest(assignments []string) (request, error) {
	r := request{}
	var settings []string
	scenario, seed, duration, network := "default", "", "", ""
	special := map[string]*string{
		"scenario": &scenario, "seed": &seed, "duration": &duration, "network": &network, "theme": &r.theme,
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
	if *s, err = game.LoadScenario(assets.FS, scenario); err != nil {
		return r, err
	}
	if seed != "" {
		if s.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return r, fmt.Errorf("seed %q is not understood, want a whole number from 0 to %d", seed, uint64(1<<64-1))
		}
	}
	if duration != "" {
		d, err := game.ParseValue(game.Duration, duration)
		if err != nil {
			return r, fmt.Errorf("duration %w", err)
		}
		s.Duration = time.Duration(d)
	}
	start := s.Settings
	if network != "" {
		networks, err := game.LoadNetworks(assets.FS)
		if err != nil {
			return r, err
		}
		n, err := game.FindNetwork(networks, network)
		if err != nil {
			return r, err
		}
		n.Apply(&start)
	}
	for _, a := range settings {
		name, value, _ := strings.Cut(a, "=")
		setting, err := game.FindSetting(name)
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

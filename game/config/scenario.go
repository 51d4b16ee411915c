// Package config is what a run is made from: the settings with their table and units,
// scenarios, faults, networks and measured paths, and their forms in files and texts. Resolve
// is the one way from what is asked for by name to a scenario.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// Scenario is everything that a run is made from. The same scenario always gives the
// same run.
type Scenario struct {
	// Name is one word, About one plain sentence.
	Name, About string
	// Version names the program that wrote the scenario to a file, which then says
	// from where its delays count too; "" if a person did.
	Version string
	// Seed chooses the world, the network's chances and the phase of the display.
	Seed uint64
	// Duration is how long a run without a window lasts.
	Duration time.Duration
	Settings Settings
	Entities []world.Group
	// Budgets are what may go wrong at most with each kind, for which delays are
	// recommended. No run depends on them.
	Budgets Budgets
	// MotionOptions say how the recordings of the kinds' motions are read.
	MotionOptions Request
	// Lose and Spare are the packets of the link from the server that are lost, and that are
	// not, whatever else would become of them; see netsim.Link. None is in both.
	Lose, Spare netsim.PacketList
	// Measured is the path that the link from the server follows; see Follow.
	Measured Measured
	// Script is the settings that change and the faults that happen as time goes
	// by, in the order of At.
	Script []Timed
}

// Timed is what happens at an instant of a run: settings come into force, or a fault
// happens.
type Timed struct {
	At time.Duration
	// Settings are those in force from then on. A fault changes none: its are
	// those before it.
	Settings Settings
	// Fault is what happens, if it is not zero.
	Fault Fault
}

// Unnamed is the name of a scenario that has been given none.
const Unnamed = "unnamed"

// The streams of random numbers, one per purpose.
const (
	StreamDown  = 1
	StreamUp    = 2
	streamPhase = 3
)

// DelayZero says where all delays are counted from.
const DelayZero = "the fastest packet's view of the server"

// MaxDuration bounds a run without a window.
const MaxDuration = 24 * time.Hour

// ErrScenario is wrapped by the errors of reading and checking a scenario.
var ErrScenario = errors.New("bad scenario")

// DefaultScenario returns a scenario with the default settings and two of each kind.
func DefaultScenario() Scenario {
	s := Scenario{Name: Unnamed, Seed: 1, Duration: 20 * time.Second, Settings: DefaultSettings()}
	for k := range world.NumBuiltIn {
		s.Entities = append(s.Entities, world.Group{Kind: k, Count: 2})
	}
	return s
}

// Validate returns an error that names the first thing wrong.
func (s *Scenario) Validate() error {
	if s.Duration <= 0 || s.Duration > MaxDuration {
		return fmt.Errorf("%w: duration is %s, want more than 0 and at most %s", ErrScenario,
			AppendValue(nil, Duration, int64(s.Duration)), AppendValue(nil, Duration, int64(MaxDuration)))
	}
	if err := s.Settings.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrScenario, err)
	}
	if err := s.Budgets.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrScenario, err)
	}
	if seq := s.Lose.Common(s.Spare); seq != 0 {
		return fmt.Errorf("%w: packet %d is in both lose and spare, want it in one of them", ErrScenario, seq)
	}
	if len(s.Script) > maxScript {
		return fmt.Errorf("%w: script has %d entries, want at most %d", ErrScenario, len(s.Script), maxScript)
	}
	last := time.Duration(0)
	for i := range s.Script {
		t := &s.Script[i]
		if t.At < 0 {
			return fmt.Errorf("%w: script entry %d is at %s, before the run begins", ErrScenario, i+1, FormatDuration(t.At))
		}
		if t.At < last {
			return fmt.Errorf("%w: script entry %d is at %v, before the one it follows", ErrScenario, i+1, t.At)
		}
		err := t.Settings.Validate()
		if err == nil && t.Fault != (Fault{}) {
			err = t.Fault.Validate(s.Settings.Kinds)
		}
		if err != nil {
			return fmt.Errorf("%w: script entry %d: %w", ErrScenario, i+1, err)
		}
		last = t.At
	}
	return nil
}

// maxScript bounds the entries of a script: each keeps all settings.
const maxScript = 10_000

const scenarioDir = "scenarios"

// ScenarioNames returns the names of the scenarios in a file system, sorted, the
// default one first.
func ScenarioNames(fsys fs.FS) []string {
	files, _ := fs.Glob(fsys, scenarioDir+"/*.json")
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(path.Base(f), ".json"))
	}
	slices.Sort(names)
	if i := slices.Index(names, "default"); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, "default")
	}
	return names
}

// LoadScenario reads a scenario by its name from a file system. An unknown name is
// an error that names the nearest ones.
func LoadScenario(fsys fs.FS, name string) (Scenario, error) {
	names := ScenarioNames(fsys)
	if !slices.Contains(names, name) {
		return Scenario{}, fmt.Errorf("%w: no scenario is called %q%s", ErrScenario, name, Suggest(name, names))
	}
	data, err := fs.ReadFile(fsys, scenarioDir+"/"+name+".json")
	if err != nil {
		return Scenario{}, err
	}
	s, err := ParseScenario(data)
	if err != nil {
		return Scenario{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Count returns the number of entities of a kind.
func (s *Scenario) Count(k interp.Kind) int {
	n := 0
	for _, g := range s.Entities {
		if g.Kind == k {
			n += g.Count
		}
	}
	return n
}

// Rebase lets the scenario start from other settings. Its script goes on changing
// what it changed, and nothing else.
func (s *Scenario) Rebase(start Settings) {
	before, now := s.Settings, start
	script := make([]Timed, len(s.Script))
	for i, t := range s.Script {
		overlay(&now, &before, &t.Settings)
		before = t.Settings
		script[i] = Timed{t.At, now, t.Fault}
	}
	s.Settings, s.Script = start, script
}

// overlay puts into dst the settings in which after differs from before.
func overlay(dst, before, after *Settings) {
	for setting, q := range changed(after, before) {
		setting.Set(dst, q, setting.Get(after, q))
	}
}

// Change is what is done to a run by hand at a time: a fault, or settings that are
// changed from those that are in force then.
type Change struct {
	At    time.Duration
	Fault Fault
	Set   func(*Settings) error // nil for a fault
}

// WithChanges puts changes into a script that begins from start, in the order of time and at
// equal times before the script. The script goes on changing what it changed, and
// nothing else. The error is that of a change.
func WithChanges(start Settings, script []Timed, changes []Change) ([]Timed, error) {
	out := make([]Timed, 0, len(script)+len(changes))
	now := start
	for _, d := range changes {
		for len(script) > 0 && script[0].At < d.At {
			out = append(out, script[0])
			now, script = script[0].Settings, script[1:]
		}
		if d.Set != nil {
			left := Scenario{Settings: now, Script: script}
			if err := d.Set(&now); err != nil {
				return nil, err
			}
			left.Rebase(now)
			script = left.Script
		}
		out = append(out, Timed{d.At, now, d.Fault})
	}
	return append(out, script...), nil
}

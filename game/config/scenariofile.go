package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"snaplab/game/world"
)

// scenarioFile is the form of a scenario in a file. Settings are those that differ
// from the defaults, by name; a value is a string with its unit, or an object of
// them by qualifier.
type scenarioFile struct {
	Version  string        `json:"version,omitempty"`    // of the program that wrote it
	Zero     string        `json:"delay_zero,omitempty"` // DelayZero or nothing
	Name     string        `json:"name"`
	About    string        `json:"about,omitempty"`
	Seed     uint64        `json:"seed"`
	Duration string        `json:"duration"`
	Settings settingsFile  `json:"settings,omitempty"`
	Entities []groupFile   `json:"entities"`
	Trace    string        `json:"trace,omitempty"` // a file of a measured path, read by whoever reads the scenario
	Halve    bool          `json:"halve,omitempty"`
	Script   []scriptEntry `json:"script,omitempty"`
}

type groupFile struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// scriptEntry has either settings or a fault.
type scriptEntry struct {
	At  string        `json:"at"`
	Set *settingsFile `json:"set,omitempty"`
	faultFile
}

// ParseScenario reads a scenario file. It is strict: an unknown field, a value
// without its unit, or anything after the end is an error, with the line where that
// can be told.
func ParseScenario(data []byte) (Scenario, error) {
	var f scenarioFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return Scenario{}, fmt.Errorf("%w: %s%s", ErrScenario, lineOf(data, err, d.InputOffset()), plain(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return Scenario{}, fmt.Errorf("%w: %ssomething follows the end of the scenario", ErrScenario, lineOf(data, nil, d.InputOffset()))
	}
	s, err := f.scenario()
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: %s%w", ErrScenario, lineOf(data, err, 0), err)
	}
	return s, s.Validate()
}

func (f *scenarioFile) scenario() (Scenario, error) {
	s := Scenario{
		Version: f.Version, Name: f.Name, About: f.About, Seed: f.Seed, Settings: DefaultSettings(),
		Measured: Measured{File: f.Trace, Halve: f.Halve},
	}
	if f.Name == "" {
		return s, errors.New("name is missing")
	}
	if f.Zero != "" && f.Zero != DelayZero {
		return s, atMember("delay_zero", fmt.Errorf("delay_zero is %q, want %q: translate the delays first", f.Zero, DelayZero))
	}
	duration, err := ParseValue(Duration, f.Duration)
	if err != nil {
		return s, atMember("duration", fmt.Errorf("duration %w", err))
	}
	s.Duration = time.Duration(duration)
	if err := f.Settings.apply(&s.Settings); err != nil {
		return s, err
	}
	for i, g := range f.Entities {
		k, ok := world.ParseKind(g.Kind)
		if !ok {
			return s, atValue("kind", g.Kind, fmt.Errorf("entities %d: no kind is called %q%s", i+1, g.Kind, Suggest(g.Kind, world.KindNames())))
		}
		s.Entities = append(s.Entities, world.Group{Kind: k, Count: g.Count})
	}
	now := s.Settings
	for i, e := range f.Script {
		at, err := ParseValue(Duration, e.At)
		if err != nil {
			return s, atValue("at", e.At, fmt.Errorf("script entry %d: at %w", i+1, err))
		}
		t, err := e.timed(time.Duration(at), &now)
		if err != nil {
			return s, fmt.Errorf("script entry %d: %w", i+1, err)
		}
		s.Script = append(s.Script, t)
	}
	return s, nil
}

// timed returns what the entry lets happen, and puts its settings into now.
func (e *scriptEntry) timed(at time.Duration, now *Settings) (t Timed, err error) {
	isFault := e.Fault != "" || len(e.given()) > 0
	switch {
	case e.Set == nil && !isFault:
		return t, errors.New("nothing happens in it, want \"set\" or \"fault\"")
	case e.Set != nil && isFault:
		return t, errors.New("it has both \"set\" and \"fault\", want an entry for each")
	case e.Set != nil:
		err = e.Set.apply(now)
	default:
		t.Fault, err = e.fault()
	}
	t.At, t.Settings = at, *now
	return t, err
}

// MarshalJSON writes the file that ParseScenario reads.
func (s Scenario) MarshalJSON() ([]byte, error) {
	base := DefaultSettings()
	f := scenarioFile{
		Name: s.Name, About: s.About, Seed: s.Seed,
		Duration: string(AppendValue(nil, Duration, int64(s.Duration))),
		Settings: differences(&s.Settings, &base),
		Entities: []groupFile{},
		Trace:    s.Measured.File,
		Halve:    s.Measured.Halve,
	}
	if s.Version != "" {
		f.Version, f.Zero = s.Version, DelayZero
	}
	for _, g := range s.Entities {
		f.Entities = append(f.Entities, groupFile{world.KindName(g.Kind), g.Count})
	}
	last := &s.Settings
	for i := range s.Script {
		t := &s.Script[i]
		e := scriptEntry{At: string(AppendValue(nil, Duration, int64(t.At)))}
		if t.Fault.Kind != NoFault {
			e.faultFile = t.Fault.file()
		} else {
			set := differences(&t.Settings, last)
			e.Set, last = &set, &t.Settings
		}
		f.Script = append(f.Script, e)
	}
	return json.Marshal(f)
}

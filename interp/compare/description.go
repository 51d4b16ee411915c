package compare

import (
	"encoding/json"
	"errors"
	"fmt"

	"snaplab/interp"
)

// Description is one way of playing snapshots, to choose from.
type Description struct {
	// Name is short, in lower case with hyphens, for settings and keys.
	Name string
	// Version is what of an engine is modelled, empty for mistakes.
	Version string
	// Sentence says what is done, and of a mistake why it is wrong.
	Sentence string
	// Watch says what to set, and what to look for then.
	Watch string
	// Zero says what an engine's delay is counted from, NotModelled what it does besides; they
	// are empty for mistakes.
	Zero, NotModelled string
	// Settings are those of an engine's own that the lens obeys.
	Settings []Setting
	// New returns a fresh lens with all settings at their defaults. Configure it first.
	New func() interp.Lens `json:"-"`

	make Maker
}

// Setting is one of an engine's settings, by its own name and in its own unit.
type Setting struct {
	Name, Unit        string
	Default, Min, Max float64
}

// Maker makes a lens, given a value for each of its settings.
type Maker func(set map[string]float64) interp.Lens

// ErrSetting is wrapped by the errors of Description.With.
var ErrSetting = errors.New("bad setting of an engine")

// With returns a fresh lens with some of the settings, by name; the others are at their
// defaults. An unknown one or a value out of range is an error.
func (d *Description) With(values map[string]float64) (interp.Lens, error) {
	all, known := map[string]float64{}, 0
	for _, s := range d.Settings {
		v, given := values[s.Name]
		if !given {
			v = s.Default
		} else if known++; !(v >= s.Min && v <= s.Max) {
			return nil, fmt.Errorf("%w: %s of %s is %v, want %v to %v (%s)", ErrSetting, s.Name, d.Name, v, s.Min, s.Max, s.Unit)
		}
		all[s.Name] = v
	}
	if known != len(values) {
		return nil, fmt.Errorf("%w: %d of %v are none of %s, which has %v", ErrSetting, len(values)-known, values, d.Name, d.Settings)
	}
	return d.make(all), nil
}

// Load reads descriptions from JSON that is part of the program, and panics if it is broken
// or a Maker is missing.
func Load(texts []byte, makers map[string]Maker) []Description {
	var all []Description
	if err := json.Unmarshal(texts, &all); err != nil || len(all) != len(makers) {
		panic(fmt.Sprintf("%d descriptions of %d lenses: %v", len(all), len(makers), err))
	}
	for i := range all {
		d := &all[i]
		d.make = makers[d.Name]
		d.New = func() interp.Lens {
			l, _ := d.With(nil)
			return l
		}
	}
	return all
}

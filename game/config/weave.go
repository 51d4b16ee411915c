package config

import "time"

// overlay puts into dst the settings in which after differs from before.
func overlay(dst, before, after *Settings) {
	for j := range settings {
		for q := range settings[j].Qualifiers() {
			if v := settings[j].Get(after, q); v != settings[j].Get(before, q) {
				settings[j].Set(dst, q, v)
			}
		}
	}
}

// deed is what is done to a run by hand at a time: a fault, or settings that are
// changed from those that are in force then.
type Change struct {
	At    time.Duration
	Fault Fault
	Set   func(*Settings) error // nil for a fault
}

// weave puts deeds into a script that begins from start, in the order of time and at
// equal times before the script. The script goes on changing what it changed, and
// nothing else. The error is that of a deed.
func WithChanges(start Settings, script []Timed, deeds []Change) ([]Timed, error) {
	out := make([]Timed, 0, len(script)+len(deeds))
	now := start
	for _, d := range deeds {
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

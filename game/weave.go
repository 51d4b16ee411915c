package game

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
type deed struct {
	at    time.Duration
	fault Fault
	set   func(*Settings) error // nil for a fault
}

// weave puts deeds into a script that begins from start, in the order of time and at
// equal times before the script. The script goes on changing what it changed, and
// nothing else. The error is that of a deed.
func weave(start Settings, script []Timed, deeds []deed) ([]Timed, error) {
	out := make([]Timed, 0, len(script)+len(deeds))
	now := start
	for _, d := range deeds {
		for len(script) > 0 && script[0].At < d.at {
			out = append(out, script[0])
			now, script = script[0].Settings, script[1:]
		}
		if d.set != nil {
			left := Scenario{Settings: now, Script: script}
			if err := d.set(&now); err != nil {
				return nil, err
			}
			left.Rebase(now)
			script = left.Script
		}
		out = append(out, Timed{d.at, now, d.fault})
	}
	return append(out, script...), nil
}

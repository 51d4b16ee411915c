package config

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/netsim"
)

//go:embed settings.json
var settingsJSON []byte

// settings is the table that everything else is made from: flags, files, sliders.
var settings = readSettings()

// choices are the names of those choices that the program has elsewhere.
var choices = map[string][]string{
	"display-phase": displayPhaseNames, "encoding": encodingNames, "send-order": sendOrderNames, "mistake": mistakeNames, "engine": engineNames,
}

// readSettings reads the table, a part of the program: a mistake in it is a panic. A value
// that a row does not have is 0; the values of a choice are the places of its words.
func readSettings() []Setting {
	var rows []struct {
		Name, Help, Unit        string
		Choices                 []string
		Min, Max, Step, Default string
	}
	if err := json.Unmarshal(settingsJSON, &rows); err != nil {
		panic(err)
	}
	table := make([]Setting, len(rows))
	for i, row := range rows {
		s := Setting{Name: row.Name, Help: row.Help, Unit: Unit(slices.Index(unitNames[:], row.Unit)), field: fields[row.Name]}
		if s.Scope = s.field.scope; s.Unit == Choice {
			if s.Choices = row.Choices; s.Choices == nil {
				s.Choices = choices[row.Name]
			}
			s.Max, s.Step = int64(len(s.Choices)-1), 1
		}
		for _, v := range []struct {
			text string
			to   *int64
		}{{row.Min, &s.Min}, {row.Max, &s.Max}, {row.Step, &s.Step}, {row.Default, &s.Default}} {
			if v.text == "" {
				continue
			}
			var err error
			if *v.to, err = ParseValue(s.Unit, v.text); err != nil {
				panic(fmt.Errorf("setting %s: %w", s.Name, err))
			}
		}
		table[i] = s
	}
	return table
}

// fields are the places of the settings.
var fields = map[string]field{
	"rate":               rates(),
	"send-order":         one(func(s *Settings) *SendOrder { return &s.SendOrder }),
	"tick-rate":          one(func(s *Settings) *Rate { return &s.TickRate }),
	"display":            one(func(s *Settings) *Rate { return &s.DisplayRate }),
	"display-phase":      one(func(s *Settings) *DisplayPhase { return &s.DisplayPhase }),
	"latency":            way(func(c *netsim.Conditions) *time.Duration { return &c.Latency }),
	"jitter":             way(func(c *netsim.Conditions) *time.Duration { return &c.Jitter }),
	"jitter-model":       way(func(c *netsim.Conditions) *netsim.JitterModel { return &c.JitterModel }),
	"jitter-memory":      way(func(c *netsim.Conditions) *time.Duration { return &c.JitterMemory }),
	"loss":               way(func(c *netsim.Conditions) *netsim.Probability { return &c.Loss }),
	"outage":             way(func(c *netsim.Conditions) *time.Duration { return &c.Outage }),
	"stall":              way(func(c *netsim.Conditions) *time.Duration { return &c.Stall }),
	"stall-every":        way(func(c *netsim.Conditions) *time.Duration { return &c.StallEvery }),
	"duplicate":          way(func(c *netsim.Conditions) *netsim.Probability { return &c.Duplicate }),
	"order":              way(func(c *netsim.Conditions) *netsim.Order { return &c.Order }),
	"reorder":            way(func(c *netsim.Conditions) *netsim.Probability { return &c.Reorder }),
	"reorder-delay":      way(func(c *netsim.Conditions) *time.Duration { return &c.ReorderDelay }),
	"bandwidth":          way(func(c *netsim.Conditions) *int64 { return &c.Bandwidth }),
	"queue":              way(func(c *netsim.Conditions) *int64 { return &c.Queue }),
	"channel":            way(func(c *netsim.Conditions) *netsim.Channel { return &c.Channel }),
	"encoding":           one(func(s *Settings) *Encoding { return &s.Encoding }),
	"drift":              one(func(s *Settings) *int64 { return &s.DriftPPM }),
	"server-start":       one(func(s *Settings) *time.Duration { return &s.ServerStart }),
	"client-start":       one(func(s *Settings) *time.Duration { return &s.ClientStart }),
	"delay":              kind(func(p *interp.Policy) *time.Duration { return &p.Delay }),
	"adaptive":           kind(func(p *interp.Policy) *interp.Tuning { return &p.Tuning }),
	"quantile":           kind(func(p *interp.Policy) *uint32 { return &p.Quantile }),
	"max-extrapolation":  kind(func(p *interp.Policy) *time.Duration { return &p.MaxExtrapolation }),
	"max-dead-reckoning": kind(func(p *interp.Policy) *time.Duration { return &p.MaxDeadReckoning }),
	"on-underrun":        kind(func(p *interp.Policy) *interp.OnUnderrun { return &p.OnUnderrun }),
	"on-gap":             kind(func(p *interp.Policy) *interp.OnGap { return &p.OnGap }),
	"blend":              kind(func(p *interp.Policy) *interp.Blend { return &p.Blend }),
	"smoothing":          kind(func(p *interp.Policy) *time.Duration { return &p.Smoothing }),
	"mistake":            comparisonField(false),
	"engine":             comparisonField(true),
}

type integer interface {
	~int64 | ~uint32 | ~uint8
}

func reach[T integer](scope Scope, f func(s *Settings, q int) *T) field {
	return field{
		scope: scope,
		get:   func(s *Settings, q int) int64 { return int64(*f(s, q)) },
		set:   func(s *Settings, q int, v int64) { *f(s, q) = T(v) },
	}
}

func one[T integer](f func(*Settings) *T) field {
	return reach(PerSession, func(s *Settings, _ int) *T { return f(s) })
}

func way[T integer](f func(*netsim.Conditions) *T) field {
	return reach(PerDirection, func(s *Settings, q int) *T {
		if q == 0 {
			return f(&s.Down)
		}
		return f(&s.Up)
	})
}

func kind[T integer](f func(*interp.Policy) *T) field {
	return reach(PerKind, func(s *Settings, q int) *T { return f(&s.Policies[q]) })
}

// rates reaches the packets' rate, and behind it that of each kind, which is the packets'
// where nothing else is set. A kind that is sent more often than packets are to be is in every
// packet.
func rates() field {
	return field{
		scope: PacketsAndKinds,
		get: func(s *Settings, q int) int64 {
			if q == 0 {
				return int64(s.SendRate)
			}
			return int64(s.KindRate(interp.Kind(q - 1)))
		},
		set: func(s *Settings, q int, v int64) {
			if q == 0 {
				s.SendRate = Rate(v)
			} else {
				s.KindRates[q-1] = Rate(v)
			}
			for k, r := range s.KindRates {
				if r == s.SendRate || q == 0 && r > s.SendRate {
					s.KindRates[k] = 0
				}
			}
		},
	}
}

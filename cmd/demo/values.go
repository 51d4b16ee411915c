package main

import (
	"slices"
	"strings"

	"snaplab/game/config"
	"snaplab/game/study"
)

// many reports whether a flag's text is more than one value: a range 50ms..400ms/10ms
// or a list 100ms,150ms,200ms.
func (a *assignment) many() bool {
	return strings.Contains(a.text, "..") || strings.Contains(a.text, ",")
}

// values reads a range or a list, with the qualifier of the settings that it may start with.
func (a *assignment) values(in *config.Settings) (qualifier int, values []int64, err error) {
	s := a.setting
	qualifier = study.All
	text := a.text
	if name, rest, found := strings.Cut(text, "="); found {
		qualifier = slices.Index(s.Qualifiers(in), strings.TrimSpace(name))
		if s.Scope == config.PerSession || qualifier < 0 {
			// What is wrong with one value's qualifier is wrong with many's.
			unused := *in
			return 0, nil, usageError{s.Assign(&unused, name+"="+s.Format(s.Default))}
		}
		text = rest
	}
	if lo, rest, found := strings.Cut(text, ".."); found {
		values, err = rangeOf(s, lo, rest)
		return qualifier, values, err
	}
	for _, part := range strings.Split(text, ",") {
		v, err := s.Parse(part)
		if err != nil {
			return 0, nil, usageError{err}
		}
		values = append(values, v)
	}
	return qualifier, values, nil
}

// rangeOf reads the values lo, lo+step and so on, up to hi.
func rangeOf(s *config.Setting, loText, rest string) ([]int64, error) {
	hiText, stepText, found := strings.Cut(rest, "/")
	if s.Unit == config.Choice {
		return nil, usage("%s has no ranges, want a list such as %s", s.Name, strings.Join(s.Choices, ","))
	}
	if !found {
		return nil, usage("%s %s..%s has no step, want for example %s..%s/%s", s.Name, loText, rest, loText, rest, s.Format(s.Step))
	}
	lo, err := s.Parse(loText)
	if err != nil {
		return nil, usageError{err}
	}
	hi, err := s.Parse(hiText)
	if err != nil {
		return nil, usageError{err}
	}
	step, err := config.ParseValue(s.Unit, stepText)
	if err != nil {
		return nil, usage("%s step %w", s.Name, err)
	}
	if step <= 0 || hi < lo {
		return nil, usage("%s %s..%s leads nowhere, want a range from low to high with a step above 0", s.Name, loText, rest)
	}
	if n := (hi-lo)/step + 1; n > study.MaxValues {
		return nil, usage("%s %s..%s is %d values, want at most %d", s.Name, loText, rest, n, study.MaxValues)
	}
	var values []int64
	for v := lo; v <= hi; v += step {
		values = append(values, v)
	}
	return values, nil
}

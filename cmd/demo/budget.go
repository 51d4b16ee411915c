package main

import (
	"errors"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
)

// budgetFlags say what may go wrong at most.
type budgetFlags struct {
	Underruns  string `group:"budget" placeholder:"1/min" help:"How often a kind may be in underrun: a number for each min, s or h."`
	Share      string `group:"budget" name:"underrun-share" placeholder:"0.5%" help:"Which share of the time a kind may be in underrun. It holds together with --underruns."`
	Correction string `group:"budget" placeholder:"0.25m" help:"How far a drawn entity may jump when data resumes: 95 % of the corrections at most this (m, cm or mm)."`
	Error      string `group:"budget" placeholder:"1m" help:"How far what is drawn may be from the truth of now: in 95 % of the frames at most this (m, cm or mm)."`
	MaxLatency string `group:"budget" placeholder:"200ms" help:"How old what is drawn may be at most, latency and delay together."`
	LongestGap string `group:"budget" placeholder:"120ms" help:"For how long nothing may arrive without an underrun."`
}

// given reports whether any of them is.
func (f *budgetFlags) given() bool { return *f != budgetFlags{} }

// budget reads the flags. What is not given is as in a study.Budget.
func (f *budgetFlags) budget() (b study.Budget, err error) {
	for _, flag := range []struct {
		name, text, example string
		units               []suffix
		into                **float64
	}{
		{"underruns", f.Underruns, "1/min", []suffix{{"/min", 1}, {"/s", 60}, {"/h", 1.0 / 60}}, &b.Underruns},
		{"underrun-share", f.Share, "0.5%", []suffix{{"%", 0.01}}, &b.Share},
		{"correction", f.Correction, "0.25m", lengths, &b.Correction},
		{"error", f.Error, "1m", lengths, &b.Error},
	} {
		if flag.text == "" {
			continue
		}
		v, err := suffixed(flag.name, flag.text, flag.example, flag.units)
		if err != nil {
			return b, err
		}
		*flag.into = &v
	}
	for _, flag := range []struct {
		name, text string
		into       **time.Duration
	}{{"max-latency", f.MaxLatency, &b.Latency}, {"longest-gap", f.LongestGap, &b.LongestGap}} {
		if flag.text == "" {
			continue
		}
		*flag.into = new(time.Duration)
		if err := durationFlag(flag.name, flag.text, *flag.into); err != nil {
			return b, err
		}
	}
	if err := b.Validate(); err != nil {
		return b, bare(err)
	}
	return b, nil
}

// lengths are the units of lengths, the longest names first.
var lengths = []suffix{{"cm", 0.01}, {"mm", 0.001}, {"m", 1}}

// suffix is a unit with its worth in the smallest one that is counted in.
type suffix struct {
	text  string
	worth float64
}

// suffixed reads a number of at least 0 that ends in one of the suffixes.
func suffixed(name, text, example string, suffixes []suffix) (float64, error) {
	t := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if t == "0" {
		return 0, nil
	}
	for _, s := range suffixes {
		digits, found := strings.CutSuffix(t, s.text)
		if !found {
			continue
		}
		v, ok := config.ParseNumber(digits)
		if !ok || v < 0 {
			return 0, usage("%s %q is not understood, want a number from 0 on such as %s", name, text, example)
		}
		return v * s.worth, nil
	}
	return 0, usage("%s %q needs a unit, want for example %s", name, text, example)
}

// budgetError is a budget that was not kept to: exit status 3.
type budgetError struct{ error }

func overBudget(text string) error { return budgetError{errors.New(text)} }

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
	Underruns  string `group:"budget" placeholder:"1/min" help:"How often a kind may run dry: a number for each min, s or h."`
	Correction string `group:"budget" placeholder:"0.25m" help:"How far a drawn entity may jump when data resumes: 95 % of the jumps at most this (m, cm or mm)."`
	LongestGap string `group:"budget" placeholder:"120ms" help:"For how long nothing may arrive without a kind running dry."`
}

// given reports whether any of them is.
func (f *budgetFlags) given() bool {
	return f.Underruns != "" || f.Correction != "" || f.LongestGap != ""
}

// budget reads the flags.
func (f *budgetFlags) budget() (b study.Budget, err error) {
	if f.Underruns != "" {
		v, err := suffixed("underruns", f.Underruns, "1/min", []suffix{{"/min", 1}, {"/s", 60}, {"/h", 1.0 / 60}})
		if err != nil {
			return b, err
		}
		b.Underruns = &v
	}
	if f.Correction != "" {
		v, err := suffixed("correction", f.Correction, "0.25m", []suffix{{"cm", 0.01}, {"mm", 0.001}, {"m", 1}})
		if err != nil {
			return b, err
		}
		b.Correction = &v
	}
	if f.LongestGap != "" {
		b.LongestGap = new(time.Duration)
		if err := durationFlag("longest-gap", f.LongestGap, b.LongestGap); err != nil {
			return b, err
		}
	}
	if !f.given() {
		return b, nil
	}
	if err := b.Validate(); err != nil {
		return b, bare(err)
	}
	return b, nil
}

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

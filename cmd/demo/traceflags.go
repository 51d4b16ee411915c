package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/netsim/trace"
)

// traceFlags say which measured trace the link follows and how to read it, the same
// for every command.
type traceFlags struct {
	Trace string `group:"trace" placeholder:"FILE" help:"A measured trace for the link from the server to follow: what demo link reads. It sets jitter, loss and outage; the latency stays as it is set."`
	Flow  string `group:"trace" placeholder:"N" help:"Which flow of the file to read: a number, or a part of its name (the one with the most packets)."`
	Seq   string `group:"trace" placeholder:"u16be@6" help:"Where a datagram of a capture has its sequence number: bits, byte order, @ byte of the payload, % and a number if it starts again before its bits do."`
	Clock string `group:"trace" placeholder:"u32le@8/ms" help:"Where it has the sender's clock: the same with a unit (s, ms, us, ns, or a frequency such as 90000hz)."`
	Unit  string `group:"trace" placeholder:"ms" help:"The unit of a table's times that says none: s, ms, us or ns."`
	Halve bool   `group:"trace" help:"Give the link half of the variation of round trips, instead of all of it."`

	named bool // the command names the file to read
}

var traceUnits = map[string]time.Duration{"": 0, "s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond}

// follow has the scenario follow the trace that a flag or its own file names, if any;
// dir is where the scenario's file is.
func (f *traceFlags) follow(s *config.Scenario, dir string) error {
	file, halve := f.Trace, f.Halve
	if file == "" && s.Measured.File != "" {
		file, halve = s.Measured.File, s.Measured.Halve || f.Halve
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
	}
	if file == "" {
		return f.unused()
	}
	t, err := f.readTrace(file)
	if err != nil {
		return err
	}
	if err := s.Follow(config.Measured{File: file, Halve: halve, Trace: t}); err != nil {
		return fmt.Errorf("%s: %w", file, cause(err))
	}
	return nil
}

// unused returns an error if a flag says how to read a trace and there is none.
func (f *traceFlags) unused() error {
	if f.named {
		return nil
	}
	for _, flag := range []struct {
		name  string
		given bool
	}{{"flow", f.Flow != ""}, {"seq", f.Seq != ""}, {"clock", f.Clock != ""}, {"unit", f.Unit != ""}, {"halve", f.Halve}} {
		if flag.given {
			return usage("--%s says how to read a trace, want --trace FILE with it", flag.name)
		}
	}
	return nil
}

// readTrace reads a trace as the flags say.
func (f *traceFlags) readTrace(name string) (*trace.Trace, error) {
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("can't read %s: %w", name, cause(err))
	}
	defer file.Close()
	t, err := trace.Read(name, file, options)
	var totals *trace.AggregateError
	switch {
	case errors.As(err, &totals):
		if s := totals.Totals.Settings(); s != "" {
			return nil, fmt.Errorf("%s: %w: %s", name, err, s)
		}
		return nil, fmt.Errorf("%s: %s has totals only, no packets: it can't be a trace", name, totals.Format)
	case errors.Is(err, trace.ErrOptions):
		return nil, bareTrace(fmt.Errorf("%s: %w", name, err))
	case err != nil:
		return nil, fmt.Errorf("can't read %s: %w", name, cause(err))
	}
	return t, nil
}

func (f *traceFlags) options() (o trace.Options, err error) {
	o.Flow = f.Flow
	for _, w := range []struct {
		text  string
		field **trace.Field
	}{{f.Seq, &o.Seq}, {f.Clock, &o.Clock}} {
		if w.text == "" {
			continue
		}
		field, err := trace.ParseField(w.text)
		if err != nil {
			return o, bareTrace(err)
		}
		*w.field = &field
	}
	unit, ok := traceUnits[f.Unit]
	if !ok {
		return o, usage("unit %q is not known, want s, ms, us or ns", f.Unit)
	}
	o.Unit = unit
	return o, nil
}

// bareTrace cuts from an error that it is about options, which status 2 says anyway.
func bareTrace(err error) error {
	return usageError{errors.New(strings.Replace(err.Error(), trace.ErrOptions.Error()+": ", "", 1))}
}

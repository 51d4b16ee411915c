package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/netsim/trace"
)

// linkCommand reads a trace and says what was understood.
type linkCommand struct {
	File  string `arg:"" name:"FILE" help:"A measured trace: the output of ping, fping, mtr --raw, irtt or owping, a CSV table, RIPE Atlas results, pcap or pcapng, a netem .dist or a Mahimahi trace."`
	JSON  bool   `name:"json" help:"Print JSON instead of text."`
	Flow  string `placeholder:"N" help:"Which flow of the file to read: a number, or a part of its name (the one with the most packets)."`
	Seq   string `placeholder:"u16be@6" help:"Where a datagram of a capture has its sequence number: bits, byte order, @ byte of the payload, %% and a number if it starts again before its bits do."`
	Clock string `placeholder:"u32le@8/ms" help:"Where it has the sender's clock: the same with a unit (s, ms, us, ns, or a frequency such as 90000hz)."`
	Unit  string `placeholder:"ms" help:"The unit of a table's times that says none: s, ms, us or ns."`
	Halve bool   `help:"Give one direction half of the variation of round trips, instead of all of it."`
}

// linkReport is the JSON of the command.
type linkReport struct {
	trace.Summary
	// Needed is missing where the trace has no delays.
	Needed *neededDelay `json:"needed_delay,omitempty"`
}

// neededDelay is the interpolation delay that the trace asks for at a send interval:
// variation + (1 + losses) × interval.
type neededDelay struct {
	Interval float64 `json:"interval_ms"`
	// Halved says that only half of the variation of round trips counts.
	Halved bool `json:"halved"`
	// UnderSampled says that the trace's packets are too far apart to tell.
	UnderSampled bool `json:"under_sampled"`
	// Losses is how many snapshots the longest outage of the trace swallows.
	Losses int          `json:"losses_in_longest_outage"`
	Delays []neededCase `json:"delays"`
	// Kinds is by the kinds of entities.
	Kinds map[string]neededKind `json:"kinds"`
}

// neededCase is the delay for a share of the packets and a number of losses in a row.
type neededCase struct {
	Percent int     `json:"packets_percent"`
	Losses  int     `json:"losses"`
	Delay   float64 `json:"delay_ms"`
}

// neededKind is what a kind needs, for 99 % of the packets and one loss.
type neededKind struct {
	NeverDry         float64 `json:"never_dry_ms"`
	MaxExtrapolation float64 `json:"max_extrapolation_ms"`
	// NeverHeld is enough if the kind coasts through what is missing.
	NeverHeld float64 `json:"never_held_ms"`
}

var traceUnits = map[string]time.Duration{"": 0, "s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond}

// Run is called by kong.
func (c *linkCommand) Run(env *environment) error {
	scenario, err := env.settings.scenario()
	if err != nil {
		return err
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	t, err := c.read(options)
	if err != nil {
		return err
	}
	report := linkReport{Summary: t.Summarise(c.File)}
	if report.Variation != nil {
		report.Needed = c.needed(t, &scenario.Settings)
		if report.Needed.UnderSampled {
			report.Warnings = append(report.Warnings, trace.Warning{Text: fmt.Sprintf(
				"the trace has a packet every %s ms, the link a snapshot every %s ms: spikes and outages between two packets went unseen",
				decimals(*report.Interval), decimals(report.Needed.Interval))})
		}
	}
	return printed(env.stdout, func(w io.Writer) error {
		if c.JSON {
			return writeJSON(w, report)
		}
		return report.write(w)
	})
}

func (c *linkCommand) options() (o trace.Options, err error) {
	o.Flow = c.Flow
	for _, f := range []struct {
		text  string
		field **trace.Field
	}{{c.Seq, &o.Seq}, {c.Clock, &o.Clock}} {
		if f.text == "" {
			continue
		}
		field, err := trace.ParseField(f.text)
		if err != nil {
			return o, bareTrace(err)
		}
		*f.field = &field
	}
	unit, ok := traceUnits[c.Unit]
	if !ok {
		return o, usage("unit %q is not known, want s, ms, us or ns", c.Unit)
	}
	o.Unit = unit
	return o, nil
}

func (c *linkCommand) read(o trace.Options) (*trace.Trace, error) {
	f, err := os.Open(c.File)
	if err != nil {
		return nil, fmt.Errorf("can't read %s: %w", c.File, cause(err))
	}
	defer f.Close()
	t, err := trace.Read(c.File, f, o)
	var totals *trace.AggregateError
	switch {
	case errors.As(err, &totals):
		if s := totals.Totals.Settings(); s != "" {
			return nil, fmt.Errorf("%s: %w: %s", c.File, err, s)
		}
		return nil, fmt.Errorf("%s: %s has totals only, no packets: it can't be a trace", c.File, totals.Format)
	case errors.Is(err, trace.ErrOptions):
		return nil, bareTrace(fmt.Errorf("%s: %w", c.File, err))
	case err != nil:
		return nil, fmt.Errorf("can't read %s: %w", c.File, cause(err))
	}
	return t, nil
}

// bareTrace cuts from an error that it is about options, which status 2 says anyway.
func bareTrace(err error) error {
	return usageError{errors.New(strings.Replace(err.Error(), trace.ErrOptions.Error()+": ", "", 1))}
}

// needed works out what delay the trace asks for.
func (c *linkCommand) needed(t *trace.Trace, s *game.Settings) *neededDelay {
	interval := s.Interval()
	n := &neededDelay{
		Interval: inMilliseconds(interval),
		Halved:   c.Halve && t.Measures == trace.RTT,
		Losses:   trace.LossesCovered(t.LongestOutage(), interval),
		Kinds:    map[string]neededKind{},
	}
	if r, err := trace.NewReplay(t); err == nil {
		n.UnderSampled = r.UnderSampled(interval)
	}
	delay := func(percent, losses int) time.Duration {
		v := t.Quantile(percent)
		if n.Halved {
			v /= 2
		}
		return trace.NeededDelay(v, interval, losses)
	}
	cases := []int{0, 1}
	if n.Losses > 1 {
		cases = append(cases, n.Losses)
	}
	for _, percent := range []int{95, 99, 100} {
		for _, losses := range cases {
			n.Delays = append(n.Delays, neededCase{percent, losses, inMilliseconds(delay(percent, losses))})
		}
	}
	dry := delay(99, 1)
	for k := range s.Policies {
		coast := s.Policies[k].MaxExtrapolation
		n.Kinds[game.KindName(interp.Kind(k))] = neededKind{inMilliseconds(dry), inMilliseconds(coast), inMilliseconds(max(0, dry-coast))}
	}
	return n
}

func inMilliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

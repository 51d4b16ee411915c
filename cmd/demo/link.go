package main

import (
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/netsim/trace"
	"snaplab/netsim/trace/replay"
)

// linkCommand reads a trace and says what was understood.
type linkCommand struct {
	File string `arg:"" name:"FILE" help:"A measured trace: the output of ping, fping, mtr --raw, irtt or owping, a CSV table, RIPE Atlas results, pcap or pcapng, a netem .dist or a Mahimahi trace."`
	JSON bool   `name:"json" help:"Print JSON instead of text."`
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
	order []string
}

// neededCase is the delay for a share of the packets and a number of losses in a row.
type neededCase struct {
	Percent int     `json:"packets_percent"`
	Losses  int     `json:"losses"`
	Delay   float64 `json:"delay_ms"`
}

// neededKind is what a kind needs, for 99 % of the packets and one loss.
type neededKind struct {
	NoUnderrun       float64 `json:"no_underrun_ms"`
	MaxExtrapolation float64 `json:"max_extrapolation_ms"`
	// NeverHeld is enough if the kind extrapolates through what is missing.
	NeverHeld float64 `json:"never_held_ms"`
}

// Run is called by kong.
func (c *linkCommand) Run(env *environment) error {
	scenario, err := env.settings.scenarioWith(env.settings.assignments(), nil)
	if err != nil {
		return err
	}
	// A file of a million packets is to take little more memory than they do.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	files := requestEnvironment()
	t, err := files.ReadTrace(c.File, env.settings.traceOptions())
	if err != nil {
		return requestError(err)
	}
	report := linkReport{Summary: t.Summarise(c.File)}
	measured := config.Measured{File: c.File, Trace: t}
	path := measured.Path()
	for _, note := range measured.Notes(path) {
		report.Warnings = append(report.Warnings, trace.Warning{Text: "as a link: " + note})
	}
	if path != nil && len(path.Delays()) > 0 {
		report.Needed = needed(t, path, &scenario.Settings, env.settings.Halve)
		if report.Needed.UnderSampled && report.Interval != nil {
			report.Warnings = append(report.Warnings, trace.Warning{Text: fmt.Sprintf(
				"the trace has a packet every %s ms, the link a snapshot every %s ms: spikes and outages between two packets went unseen",
				decimals(*report.Interval), decimals(report.Needed.Interval))})
		}
	}
	return outputFlags{JSON: c.JSON}.print(env.stdout, report, nil, report.write)
}

// needed works out what delay the trace asks for.
func needed(t *trace.Trace, path *replay.Path, s *config.Settings, halve bool) *neededDelay {
	interval := s.Interval()
	n := &neededDelay{
		Interval: config.Milliseconds(interval),
		Halved:   halve && t.Measures == trace.RTT,
		Losses:   int((t.LongestOutage() + interval - 1) / interval),
		Kinds:    map[string]neededKind{},
		order:    s.Kinds.Names(),

		UnderSampled: path.UnderSampled(interval),
	}
	delays := path.Delays()
	slices.Sort(delays)
	delay := func(percent, losses int) time.Duration {
		v := delays[max((len(delays)*percent+99)/100, 1)-1] // by nearest rank
		if n.Halved {
			v /= 2
		}
		return interp.RequiredDelay(interval, v, losses)
	}
	cases := []int{0, 1}
	if n.Losses > 1 {
		cases = append(cases, n.Losses)
	}
	for _, percent := range []int{95, 99, 100} {
		for _, losses := range cases {
			n.Delays = append(n.Delays, neededCase{percent, losses, config.Milliseconds(delay(percent, losses))})
		}
	}
	inUnderrun := delay(99, 1)
	for k := range s.Kinds.Len() {
		extrapolate := s.Policies[k].MaxExtrapolation
		n.Kinds[s.Kinds.Name(interp.Kind(k))] = neededKind{config.Milliseconds(inUnderrun), config.Milliseconds(extrapolate), config.Milliseconds(max(0, inUnderrun-extrapolate))}
	}
	return n
}

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"snaplab/netsim/trace"
)

// measuredText says what the delays of a trace are.
var measuredText = map[trace.Measures]string{
	trace.RTT:           "round trips",
	trace.OneWay:        "one-way delays",
	trace.ArrivalOnly:   "arrivals only, no delays",
	trace.Opportunities: "times at which a packet can pass",
	trace.Distribution:  "a distribution of delays",
}

// write writes the report for people.
func (r *linkReport) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s, %s\n\n", r.File, r.Format, measuredText[r.Measures])
	lines := table{left: true}
	line := func(name, text string) { lines.add(name, text) }
	if r.Packets.Sent != nil {
		line("packets", r.packetsText())
	}
	for _, q := range []struct {
		name string
		q    *trace.Quantiles
	}{{"delay", r.Delay}, {"variation", r.Variation}, {"apart", r.InterArrival}} {
		if q.q != nil {
			line(q.name, quantilesText(q.q))
		}
	}
	if r.Interval != nil {
		line("interval", fmt.Sprintf("%s ms between packets, %s s in all", decimals(*r.Interval), decimals(r.Duration/1e3)))
	}
	if len(r.LossRuns) > 0 {
		line("losses", lossRunsText(r.LossRuns))
	}
	if r.Autocorrelation != nil {
		line("memory", fmt.Sprintf("correlation of a delay with the next %.2f", *r.Autocorrelation))
	}
	if r.DriftPPM != 0 {
		line("clocks", fmt.Sprintf("drift apart by %.1f ppm, which is taken out", r.DriftPPM))
	}
	if d := r.Distribution; d != nil {
		line("values", fmt.Sprintf("%d, mean %.3f and deviation %.3f of the nominal one, %.2f to %.2f", d.Values, d.Mean, d.Deviation, d.Min, d.Max))
	}
	if o := r.Opportunities; o != nil {
		line("capacity", fmt.Sprintf("%d times in %s s, %s kbit/s, %s ms without one at most", o.Count, decimals(o.Period/1e3), decimals(o.Rate), decimals(o.LongestGap)))
	}
	lines.write(w)
	r.writeFlows(w)
	if len(r.Warnings) > 0 {
		fmt.Fprintf(w, "\nwarnings\n")
		for _, warning := range r.Warnings {
			fmt.Fprintf(w, "  %s\n", warning)
		}
	}
	if r.Needed != nil {
		r.Needed.write(w)
	}
}

func (r *linkReport) packetsText() string {
	p := r.Packets
	if p.Lost == nil {
		return fmt.Sprintf("%d; without numbers, none can be called lost, duplicated or reordered", *p.Sent)
	}
	text := fmt.Sprintf("%d sent, %d lost (%.1f %%), %d duplicated, %d reordered", *p.Sent, *p.Lost, 100*float64(*p.Lost)/float64(max(1, *p.Sent)), *p.Duplicated, *p.Reordered)
	if p.Unreadable > 0 {
		text += fmt.Sprintf(", %d of unknown delay", p.Unreadable)
	}
	return text
}

func quantilesText(q *trace.Quantiles) string {
	return fmt.Sprintf("min %s, p50 %s, p95 %s, p99 %s, max %s ms", decimals(q.Min), decimals(q.P50), decimals(q.P95), decimals(q.P99), decimals(q.Max))
}

func lossRunsText(runs []trace.LossRun) string {
	var parts []string
	for _, r := range runs {
		parts = append(parts, fmt.Sprintf("%d in a row: %d×", r.Length, r.Count))
	}
	if n := len(parts); n > 12 {
		parts = append(append(parts[:6:6], "…"), parts[n-5:]...)
	}
	return strings.Join(parts, ", ")
}

// decimals returns a number with at most three decimals, the last not 0.
func decimals(v float64) string {
	s := strconv.FormatFloat(v, 'f', 3, 64)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

func (r *linkReport) writeFlows(w io.Writer) {
	if len(r.Flows) == 0 {
		return
	}
	const most = 20
	fmt.Fprintf(w, "\nflows (--flow N reads another)\n")
	for i, f := range r.Flows {
		if i == most {
			fmt.Fprintf(w, "     and %d more\n", len(r.Flows)-most)
			break
		}
		mark := " "
		if f.Chosen {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %3d  %s, %d packets", mark, f.Number, f.Name, f.Packets)
		if f.Bytes > 0 && f.Packets > 0 {
			fmt.Fprintf(w, " of %d bytes on average", f.Bytes/int64(f.Packets))
		}
		if len(f.Fields) > 0 {
			fmt.Fprintf(w, "; perhaps %s", strings.Join(f.Fields, " or "))
		}
		fmt.Fprintln(w)
	}
}

// write writes the delays that are needed.
func (n *neededDelay) write(w io.Writer) {
	share := "all of the variation"
	if n.Halved {
		share = "half of the variation"
	}
	fmt.Fprintf(w, "\ndelay needed, above the fastest packet, with a snapshot every %s ms at most and %s (ms)\n", decimals(n.Interval), share)
	t := table{rows: [][]string{{"for"}}}
	for i, c := range n.Delays {
		if i == 0 || c.Percent != n.Delays[i-1].Percent {
			t.add(fmt.Sprintf("%d %% of packets", c.Percent))
		}
		if c.Percent == n.Delays[0].Percent {
			t.rows[0] = append(t.rows[0], lossesText(c.Losses, n.Losses))
		}
		last := len(t.rows) - 1
		t.rows[last] = append(t.rows[last], fixed(c.Delay, 1))
	}
	t.write(w)
	fmt.Fprintf(w, "\nby kind, for 99 %% of packets and one loss (ms)\n")
	kinds := table{}
	kinds.add("kind", "no underrun", "extrapolates up to", "never held")
	for _, name := range n.order {
		v := n.Kinds[name]
		kinds.add(name, fixed(v.NoUnderrun, 1), fixed(v.MaxExtrapolation, 1), fixed(v.NeverHeld, 1))
	}
	kinds.write(w)
}

func lossesText(losses, longest int) string {
	switch {
	case losses == 0:
		return "no loss"
	case losses == longest && losses > 1:
		return fmt.Sprintf("the longest outage (%d lost)", losses)
	case losses == 1:
		return "1 lost"
	}
	return fmt.Sprintf("%d lost", losses)
}

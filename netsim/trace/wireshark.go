package trace

import (
	"fmt"
	"regexp"
	"slices"
	"time"
)

// The packet list that Wireshark exports as CSV has arrival times only, in the form
// that its window showed: seconds since the start, dates, or seconds since the packet
// before.
var wiresharkPorts = regexp.MustCompile(`(\d{1,5})\s*(?:>|→|\x{FFFD})+\s*(\d{1,5})\s`)

func isWireshark(header []string) bool {
	return slices.Contains(header, "Time") && slices.Contains(header, "Source") && slices.Contains(header, "Destination")
}

func readWireshark(t csvTable, o Options, out *Trace) error {
	out.Format, out.Measures, out.Unsequenced = "Wireshark CSV", ArrivalOnly, true
	column := func(name string) int { return slices.Index(t.header, name) }
	at, from, to, info := column("Time"), column("Source"), column("Destination"), column("Info")
	var flows groups[time.Duration]
	var all []time.Duration
	var keys []string
	back := 0
	for _, r := range t.rows {
		if len(r.cells) <= max(at, from, to) {
			out.warn(r.line, "not understood: a row of %d columns", len(r.cells))
			continue
		}
		when, ok := parseTime(r.cells[at], time.Second)
		if !ok {
			out.warn(r.line, "not understood: the time %s", excerpt(r.cells[at]))
			continue
		}
		key := r.cells[from] + " > " + r.cells[to]
		if info >= 0 && info < len(r.cells) {
			if p := wiresharkPorts.FindStringSubmatch(r.cells[info]); p != nil {
				key = fmt.Sprintf("%s:%s > %s:%s", r.cells[from], p[1], r.cells[to], p[2])
			}
		}
		if len(all) > 0 && when < all[len(all)-1] {
			back++
		}
		all, keys = append(all, when), append(keys, key)
	}
	if len(all) == 0 {
		return fmt.Errorf("%w: a table of Wireshark without a readable row", ErrNotUnderstood)
	}
	if back*10 > len(all) {
		out.warn(0, "the times go back again and again: they are taken for times since the packet before")
		var sum time.Duration
		for i, step := range all {
			sum += step
			all[i] = sum
		}
	}
	for i, when := range all {
		flows.add(keys[i], when)
	}
	out.Flows = flows.flows()
	chosen, err := chooseFlow(out.Flows, o.Flow)
	if err != nil {
		return err
	}
	out.arrivals(flows.items[chosen])
	out.warn(0, "a table of Wireshark has arrival times only: neither delays nor losses are in it")
	return nil
}

// arrivals makes samples of arrival times alone.
func (t *Trace) arrivals(at []time.Duration) {
	if len(at) > MaxSamples {
		t.warn(0, "more than %d packets: the rest is left out", MaxSamples)
		at = at[:MaxSamples]
	}
	slices.Sort(at)
	for i, when := range at {
		t.Samples = append(t.Samples, Sample{Seq: int64(i), SentAt: when - at[0], State: Unreadable})
	}
}

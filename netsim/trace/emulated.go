package trace

import (
	"fmt"
	"strings"

	"snaplab/netsim/trace/emulator"
)

// isTable knows a netem distribution by several whole numbers to a line, or by its name.
func isTable(d *document) bool {
	if d.extension() == "dist" {
		return true
	}
	numbers := formats.patterns["numbers"].MatchString
	several := func(l string) bool { return numbers(l) && len(strings.Fields(l)) >= 4 }
	lines := d.count(func(l string) bool { l = strings.TrimSpace(l); return l != "" && l[0] != '#' })
	return lines > 0 && d.count(several) >= (lines+1)/2 && d.count(numbers) >= lines-1
}

func readTable(d *document, _ Options, t *Trace) (err error) {
	if t.Distribution, err = emulator.ParseTable(d.lines, t.warn); err != nil {
		return refuse("a netem distribution", err.Error(), "whole numbers, at most 16384")
	}
	return nil
}

// isSchedule knows a Mahimahi schedule by one whole number to a line that never decreases and
// does not count up by ones, or by its name.
func isSchedule(d *document) bool {
	n, head := d.count(formats.patterns["whole"].MatchString), d.head()
	switch d.extension() {
	case "trace", "up", "down", "mahi", "mahimahi":
		return n*2 >= head.Len()
	}
	if n < 2 || n != head.Len() {
		return false
	}
	_, err := emulator.ParseSchedule(head)
	return err == nil
}

func readSchedule(d *document, _ Options, t *Trace) (err error) {
	if t.Opportunities, err = emulator.ParseSchedule(d.lines); err != nil {
		return fmt.Errorf("%w: a Mahimahi trace: %v", ErrNotUnderstood, err)
	}
	t.warn(0, "this is a capacity, not a delay: %d bytes may pass at each of its times", emulator.OpportunityBytes)
	return nil
}

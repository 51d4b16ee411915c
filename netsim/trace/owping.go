package trace

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// owping -v prints a line per packet, with the times by both clocks and whether those
// were synchronised. Packets are sent at random times (a Poisson process).
var (
	owpingLine = regexp.MustCompile(`^\s*seq_no=(\d{1,9})\s+(.*)$`)
	owpingPart = regexp.MustCompile(`(delay|sent|recv)=(\S+)`)
)

func isOwping(d *document) bool { return d.count(owpingLine.MatchString) > 0 }

func readOwping(d *document, _ Options, t *Trace) error {
	t.Measures, t.Format = OneWay, "owping -v"
	type arrival struct {
		mark
		at time.Duration
	}
	var arrivals []arrival
	unsynchronised := false
	for i, line := range d.lines {
		m := owpingLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		k := arrival{mark: mark{line: i + 1}}
		k.seq, _ = strconv.ParseInt(m[1], 10, 64)
		unsynchronised = unsynchronised || strings.Contains(line, "unsync")
		unreadable := false
		for _, part := range owpingPart.FindAllStringSubmatch(m[2], -1) {
			unit := time.Second
			if part[1] == "delay" {
				unit = time.Millisecond
			}
			v, ok := parseDecimal(part[2], unit)
			switch {
			case !ok:
				unreadable = true
			case part[1] == "delay":
				k.delay, k.kind = v, markReceived
			case part[1] == "sent":
				k.sentAt, k.timed = v, true
			default:
				k.at = v
			}
		}
		if k.kind != markReceived && !strings.Contains(line, "LOST") {
			k.kind, unreadable = markUnreadable, true
		}
		if unreadable {
			t.warn(i+1, "not understood: %s", excerpt(line))
		}
		arrivals = append(arrivals, k)
	}
	slices.SortStableFunc(arrivals, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.at, b.at))
	})
	var a assembly
	for _, k := range arrivals {
		a.add(k.mark)
	}
	if unsynchronised {
		t.warn(0, "the clocks were not synchronised: only the variation of the delays means something")
	}
	var err error
	t.Samples, err = a.samples(extent{}, &t.Meta)
	if err == nil && len(t.Samples) == 0 {
		err = fmt.Errorf("%w: owping without a packet", ErrNotUnderstood)
	}
	return err
}

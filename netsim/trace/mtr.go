package trace

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// mtr --raw prints "x HOP SEQ" for a probe, "p HOP MICROSECONDS SEQ" for its answer and
// names of hosts in between. It has no times: a round a second is the default. Versions
// before 0.87 print no probes and no numbers, and so no losses.
var mtrLine = regexp.MustCompile(`^[xhdpmt] \d+\b`)

func isMtrRaw(d *document) bool {
	return d.count(mtrLine.MatchString) > d.count(func(l string) bool { return strings.TrimSpace(l) != "" })/2
}

type mtrHop struct {
	assembly
	name    string
	order   map[int64]int64 // a probe's number among those of the hop
	probes  int
	replies int
}

func readMtrRaw(d *document, o Options, t *Trace) error {
	t.Measures, t.Format = RTT, "mtr --raw"
	hops, numbered := scanMtr(d.lines, &t.Meta)
	most := 0
	for _, h := range hops {
		most = max(most, h.replies)
	}
	if most == 0 {
		return fmt.Errorf("%w: mtr --raw without a reply", ErrNotUnderstood)
	}
	last := 0 // the last hop that answers as a rule
	var flows []Flow
	var at []int
	for i, h := range hops {
		if h.probes == 0 {
			continue
		}
		flows = append(flows, Flow{Number: len(flows) + 1, Name: fmt.Sprintf("hop %d %s", i, h.name), Packets: h.probes})
		at = append(at, i)
		if h.replies*2 >= most {
			last = len(flows) - 1
		}
	}
	asked := o.Flow
	if asked == "" {
		asked = flows[last].Name
	}
	chosen, err := chooseFlow(flows, asked)
	if err != nil {
		return err
	}
	if len(flows) > 1 {
		t.Flows = flows
	}
	if !numbered {
		t.Unsequenced = true
		t.warn(0, "mtr before 0.87 prints no probes: losses are not in the file")
	}
	t.warn(0, "mtr --raw has no times: 1 s between probes is assumed")
	t.Samples, err = hops[at[chosen]].samples(extent{interval: time.Second}, &t.Meta)
	return err
}

// scanMtr reads the lines into hops; numbered says whether probes have numbers.
func scanMtr(lines []string, m *Meta) (hops []*mtrHop, numbered bool) {
	for i, line := range lines {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		position := -1
		if len(f) > 1 {
			if n, err := strconv.Atoi(f[1]); err == nil && n < 256 {
				position = n
			}
		}
		if position < 0 || !mtrLine.MatchString(line) {
			m.warn(i+1, "not understood: %s", excerpt(line))
			continue
		}
		for len(hops) <= position {
			hops = append(hops, &mtrHop{order: map[int64]int64{}})
		}
		h := hops[position]
		switch {
		case f[0] == "h" && len(f) > 2:
			h.name = f[2]
		case f[0] == "x" && len(f) == 3:
			numbered = true
			if seq, err := strconv.ParseInt(f[2], 10, 64); err == nil {
				h.order[seq] = int64(h.probes)
				h.add(mark{seq: int64(h.probes), line: i + 1})
				h.probes++
			}
		case f[0] == "p" && len(f) >= 3:
			delay, ok := parseDecimal(f[2], time.Microsecond)
			if !ok {
				m.warn(i+1, "not understood: %s", excerpt(line))
				continue
			}
			number, known := int64(h.probes), false
			if len(f) > 3 {
				if seq, err := strconv.ParseInt(f[3], 10, 64); err == nil {
					number, known = h.order[seq]
				}
				if !known {
					m.warn(i+1, "a reply to a probe that was not sent: %s", excerpt(line))
					continue
				}
			} else {
				h.probes++
			}
			h.add(mark{seq: number, kind: markReceived, delay: delay, line: i + 1})
			h.replies++
		}
	}
	return hops, numbered
}

package trace

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// fping prints a line per probe (-c, -l) or one line of all delays per host (-C). Several
// hosts in one file are several flows.
var (
	fpingLine    = regexp.MustCompile(`^(?:\[([^\]]*)\]\s*)?(\S+)\s*: \[(\d{1,9})\],\s*(.*)$`)
	fpingTime    = regexp.MustCompile(`(\d+(?:\.\d+)?) ms\b`)
	fpingTotals  = regexp.MustCompile(`^(\S+)\s*: xmt/rcv/%loss = (\d+)/(\d+)/`)
	fpingVector  = regexp.MustCompile(`^(\S+)\s+:((?: (?:\d+(?:\.\d+)?|-))+)\s*$`)
	fpingCopy    = regexp.MustCompile(`^(\S+)\s*: duplicate for \[(\d{1,9})\]`)
	fpingSpacing = time.Second // of -c and -C unless -p says otherwise
)

func isFping(d *document) bool { return d.count(fpingLine.MatchString) > 0 }

func isFpingVector(d *document) bool {
	n := d.count(fpingVector.MatchString)
	return n > 0 && n >= d.count(func(l string) bool { return strings.TrimSpace(l) != "" })/2
}

func readFping(d *document, o Options, t *Trace) error {
	t.Measures, t.Format = RTT, "fping"
	var hosts groups[mark]
	totals := map[string]int{}
	for i, line := range d.lines {
		if m := fpingTotals.FindStringSubmatch(line); m != nil {
			if n, err := strconv.Atoi(m[2]); err == nil && n <= MaxSamples {
				totals[m[1]] = n
			}
			continue
		}
		if m := fpingCopy.FindStringSubmatch(line); m != nil {
			seq, _ := strconv.ParseInt(m[2], 10, 64)
			hosts.add(m[1], mark{seq: seq, kind: markReceived, line: i + 1})
			continue
		}
		m := fpingLine.FindStringSubmatch(line)
		if m == nil {
			if strings.TrimSpace(line) != "" {
				t.warn(i+1, "not understood: %s", excerpt(line))
			}
			continue
		}
		k := mark{line: i + 1}
		k.seq, _ = strconv.ParseInt(m[3], 10, 64)
		// The average and loss so far are in brackets after the reply.
		said, _, _ := strings.Cut(m[4], "(")
		if delay := fpingTime.FindStringSubmatch(said); delay != nil {
			k.delay, _ = milliseconds(delay[1])
			k.kind = markReceived
			if arrived, ok := parseDecimal(m[1], time.Second); ok {
				k.sentAt, k.timed = arrived-k.delay, true
			}
		} else if strings.Contains(said, "bytes") {
			k.kind = markUnreadable
		}
		hosts.add(m[2], k)
	}
	t.Flows = hosts.flows()
	chosen, err := chooseFlow(t.Flows, o.Flow)
	if err != nil {
		return err
	}
	a := assembly{unwrapper: unwrapper{modulus: 1 << 16}}
	timed := map[int64]bool{}
	for _, k := range hosts.items[chosen] {
		a.add(k)
		if k.timed {
			timed[k.seq] = true
		}
	}
	e := extent{known: true, total: totals[hosts.names[chosen]]}
	if len(timed) < 2 {
		e.interval = fpingSpacing
		t.warn(0, "the time between probes is not in the file (fping -D writes it): 1 s is assumed")
	}
	if len(t.Flows) == 1 {
		t.Flows = nil
	}
	t.Samples, err = a.samples(e, &t.Meta)
	return err
}

func readFpingVector(d *document, o Options, t *Trace) error {
	t.Measures, t.Format = RTT, "fping -C"
	var hosts groups[string]
	for i, line := range d.lines {
		m := fpingVector.FindStringSubmatch(line)
		if m == nil {
			if strings.TrimSpace(line) != "" {
				t.warn(i+1, "not understood: %s", excerpt(line))
			}
			continue
		}
		for _, word := range strings.Fields(m[2]) {
			hosts.add(m[1], word)
		}
	}
	t.Flows = hosts.flows()
	chosen, err := chooseFlow(t.Flows, o.Flow)
	if err != nil {
		return err
	}
	words := hosts.items[chosen]
	if len(words) > MaxSamples {
		return fmt.Errorf("%w: more than %d probes", ErrNotUnderstood, MaxSamples)
	}
	for i, word := range words {
		s := Sample{Seq: int64(i), SentAt: time.Duration(i) * fpingSpacing}
		if delay, ok := milliseconds(word); ok {
			s.State, s.Delay = Received, delay
		}
		t.Samples = append(t.Samples, s)
	}
	if len(t.Flows) == 1 {
		t.Flows = nil
	}
	t.warn(0, "the time between probes is not in the file: 1 s is assumed")
	return nil
}

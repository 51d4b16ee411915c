package trace

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// ping of Windows prints in the language and the encoding of the system. Of a reply
// only "=16ms TTL=117" is the same everywhere, and of the totals "= 4, … = 4, … = 0 (0%".
// Every other line of the body is a probe without an answer, also the one that starts
// "Reply from" and goes on "Destination host unreachable".
var (
	windowsReply  = regexp.MustCompile(`([=<])\s*(\d{1,7})[^\d=<]{1,16}TTL=\d`)
	windowsReply6 = regexp.MustCompile(`([=<])\s*(\d{1,7})\s*\S{2,8}\s*$`)
	windowsTotals = regexp.MustCompile(`=\s*(\d{1,9})\D+?=\s*(\d{1,9})\D+?=\s*(\d{1,9})\s*\(\D{0,3}\d+\s?%`)
	// windowsHeader is the line before the probes: an address and then the number of
	// bytes, or the other way round, and a colon at the end.
	windowsHeader = regexp.MustCompile(`(?i)ping.*\D32\D.*:\s*$|ping\b.*\s\d+ .*:\s*$|(?:\d+\.\d+\.\d+\.\d+|\])\D+\d{1,5}\D+:\s*$`)
	hexAddress    = regexp.MustCompile(`[0-9a-fA-F]{0,4}:[0-9a-fA-F:]*:`)
)

func isWindowsPing(d *document) bool {
	return d.count(windowsReply.MatchString) > 0 || d.count(windowsTotals.MatchString) > 0 && d.count(windowsHeader.MatchString) > 0
}

// readWindowsPing reads one or several runs. There are no times in it and no numbers: a
// probe is sent a second after the one before, and four after one without an answer.
func readWindowsPing(d *document, _ Options, t *Trace) error {
	t.Measures = RTT
	t.Format = "Windows ping"
	var at time.Duration
	var flags struct{ coarse, total int }
	const (
		outside = iota
		header  // after a header, where a blank line may follow
		body
	)
	where, v6 := outside, false
	for i, line := range d.lines {
		reply := windowsReply.FindStringSubmatch(line)
		isTotals := windowsTotals.MatchString(line)
		switch {
		case reply != nil:
			where = body
		case isTotals:
			where = outside
			continue
		case windowsHeader.MatchString(line):
			where = header
			v6 = hexAddress.MatchString(strings.TrimRight(line, ": "))
			continue
		case strings.TrimSpace(line) == "":
			if where == body {
				where = outside
			}
			continue
		case where == outside:
			continue
		default:
			where = body
			if v6 {
				reply = windowsReply6.FindStringSubmatch(line)
			}
		}
		if len(t.Samples) == MaxSamples {
			t.warn(i+1, "more than %d probes: the rest is left out", MaxSamples)
			break
		}
		s := Sample{Seq: int64(len(t.Samples)), SentAt: at}
		at += 4 * time.Second
		if reply != nil {
			at -= 3 * time.Second
			s.State = Received
			s.Delay, _ = milliseconds(reply[2])
			flags.total++
			if reply[1] == "<" {
				s.Delay /= 2
				flags.coarse++
			}
		}
		t.Samples = append(t.Samples, s)
	}
	if len(t.Samples) == 0 {
		return fmt.Errorf("%w: output of Windows ping without a reply or a probe", ErrNotUnderstood)
	}
	t.warn(0, "Windows ping has whole milliseconds and no times: 1 s between probes is assumed, 4 s after one without an answer")
	if flags.coarse > 0 && flags.coarse == flags.total {
		t.warn(0, "every reply took less than 1 ms: nothing can be said of the jitter")
	} else if flags.coarse > 0 {
		t.warn(0, "replies in less than 1 ms are taken for 0.5 ms: %d", flags.coarse)
	}
	return nil
}

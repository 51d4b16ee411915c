package trace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// AggregateError is the error about a file that has totals and no packets, or hardly
// any: no trace can be made of it, but settings with the same totals can.
type AggregateError struct {
	// Format names what the file is.
	Format string
	// Totals are the figures in it.
	Totals Totals
	// Why says what the file has instead of packets, "" for totals.
	Why string
}

// Totals are the figures of a path as a whole.
type Totals struct {
	// Latency is the one-way latency: half of the smallest round trip. 0 if the
	// file has none.
	Latency time.Duration
	// Jitter is the range of the round trips, largest less smallest. 0 if the file
	// has none: the jitter of RFC 3550 is another thing.
	Jitter time.Duration
	// Loss is the share of packets lost, 0 to 1.
	Loss float64
}

// Error says that there are no packets in the file.
func (e *AggregateError) Error() string {
	why := e.Why
	if why == "" {
		why = "has totals only, no packets"
	}
	if e.Totals.Settings() == "" {
		return e.Format + " " + why + ": it can't be a trace, want the lines of the packets"
	}
	return e.Format + " " + why + ": it can't be a trace, but settings with its totals can be made"
}

// Settings returns the totals as settings of the lab's command line, "" if there are
// none: "--latency 20ms --jitter 5ms --loss 1%".
func (t Totals) Settings() string {
	var parts []string
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"latency", t.Latency}, {"jitter", t.Jitter}} {
		if d.value > 0 {
			parts = append(parts, fmt.Sprintf("--%s %sms", d.name, strconv.FormatFloat(float64(d.value.Round(time.Microsecond))/1e6, 'f', -1, 64)))
		}
	}
	if t.Loss > 0 {
		parts = append(parts, "--loss "+strconv.FormatFloat(float64(int(t.Loss*1e4+0.5))/100, 'f', -1, 64)+"%")
	}
	return strings.Join(parts, " ")
}

// totals makes Totals of round trips in milliseconds and a loss in per cent.
func totals(best, worst, percent float64) Totals {
	ms := func(v float64) time.Duration {
		return time.Duration(min(max(v, 0), 1e6) * float64(time.Millisecond))
	}
	return Totals{Latency: ms(best / 2), Jitter: ms(worst - best), Loss: min(max(percent/100, 0), 1)}
}

const noRange = "has totals only, no packets, and its jitter is the smoothed deviation of RFC 3550, no range"

// aggregate returns the error about a file of which only totals count.
func (t *tally) aggregate(format, why string) error {
	percent := t.percent
	if percent < 0 && t.sent > 0 && t.got >= 0 {
		percent = 100 * float64(t.sent-t.got) / float64(t.sent)
	}
	if t.jitter > 0 {
		why = noRange
	}
	return &AggregateError{format, totals(ms(t.min), ms(t.max), percent), why}
}

// compare says where totals and what was read differ, and takes packets whose replies
// are not in the file from the lost.
func (t *tally) compare(s []Sample, missing, copies int, numbered bool, m *Meta) {
	switch {
	case t.sent < 0:
	case missing > 0 && !numbered:
		m.warn(t.line, "the totals count %d sent and %d received, the file shows %d and %d: the others are not in it", t.sent, t.got, len(s), t.got-missing)
	case missing > 0:
		taken := hide(s, missing)
		m.warn(t.line, "the totals count %d sent and %d received: of %d replies nothing is in the file, %d packets without one are not counted as lost", t.sent, t.got, missing, taken)
	case missing < 0 || len(s) != t.sent:
		m.warn(t.line, "the totals count %d sent and %d received, the file shows %d and %d", t.sent, t.got, len(s), t.got-missing)
	}
	least, most, sum, n := time.Duration(0), time.Duration(0), time.Duration(0), 0
	for i := range s {
		if s[i].State == Received {
			if d := s[i].Delay; n == 0 {
				least, most = d, d
			} else {
				least, most = min(least, d), max(most, d)
			}
			sum += s[i].Delay
			n++
		}
	}
	if n == 0 || t.max == 0 || copies > 0 || missing != 0 {
		return
	}
	mean := sum / time.Duration(n)
	for _, c := range []struct {
		name       string
		said, read time.Duration
	}{{"smallest", t.min, least}, {"mean", t.avg, mean}, {"largest", t.max, most}} {
		if off := c.said - c.read; (off < 0 && -off > t.grain+c.said/50 || off > t.grain+c.said/50) && (c.said > 0 || c.name != "mean") {
			m.warn(t.line, "the totals say that the %s delay is %v ms, in the lines it is %v ms", c.name, ms(c.said), ms(c.read))
		}
	}
}

// hide marks lost packets as unreadable, those of the longest gaps first, and returns
// how many it marked.
func hide(s []Sample, n int) int {
	type gap struct{ at, length int }
	var gaps []gap
	for i := range s {
		if s[i].State != Lost {
			continue
		}
		if k := len(gaps) - 1; k >= 0 && gaps[k].at+gaps[k].length == i {
			gaps[k].length++
		} else {
			gaps = append(gaps, gap{i, 1})
		}
	}
	slices.SortStableFunc(gaps, func(a, b gap) int { return b.length - a.length })
	taken := 0
	for _, g := range gaps {
		for i := g.at; i < g.at+g.length && taken < n; i++ {
			s[i].State = Unreadable
			taken++
		}
	}
	return taken
}

// jsonTotals reads the totals that tools write as JSON or as a table, nil for another
// file.
func jsonTotals(d *document) *AggregateError {
	head := d.text[:min(len(d.text), 4096)]
	start := strings.TrimSpace(head)
	isJSON := strings.HasPrefix(start, "{")
	switch {
	case isJSON && strings.Contains(head, `"mtr"`):
		var v struct {
			Report struct {
				Hubs []struct {
					Loss              float64 `json:"Loss%"`
					Best, Worst, Wrst float64
				}
			}
		}
		e := &AggregateError{Format: "mtr --json"}
		if json.Unmarshal([]byte(d.text), &v) == nil && len(v.Report.Hubs) > 0 {
			h := v.Report.Hubs[len(v.Report.Hubs)-1]
			e.Totals = totals(h.Best, max(h.Wrst, h.Worst), h.Loss)
		}
		return e
	case isJSON && strings.Contains(d.text, `"intervals"`) && strings.Contains(head, `iperf`):
		return iperfTotals(d.text)
	case isJSON && strings.Contains(d.text, `"TCPInfo"`):
		return &AggregateError{Format: "NDT7 of M-Lab"}
	case strings.HasPrefix(start, "<?xml") && strings.Contains(head, "<MTR"), strings.HasPrefix(start, "<MTR"):
		return &AggregateError{Format: "mtr --xml"}
	case strings.HasPrefix(start, "Mtr_Version,"):
		// The header has a column less than it says: the last row counts from its end.
		e := &AggregateError{Format: "mtr --csv"}
		if f := strings.Split(strings.TrimSuffix(strings.TrimSpace(d.lines[len(d.lines)-1]), ","), ","); len(f) >= 10 {
			best, ok1 := parseFloat(f[len(f)-3])
			worst, ok2 := parseFloat(f[len(f)-2])
			loss, ok3 := parseFloat(f[6])
			if ok1 && ok2 && ok3 {
				e.Totals = totals(best, worst, loss)
			}
		}
		return e
	}
	return nil
}

// iperfTotals takes those of the receiver at the end. Counters may be negative numbers
// read as unsigned, so that they are read as floats and checked.
func iperfTotals(text string) *AggregateError {
	type sum struct {
		Percent float64 `json:"lost_percent"`
		Packets float64 `json:"packets"`
		Lost    float64 `json:"lost_packets"`
	}
	var v struct {
		End struct {
			Sum      sum
			Received sum `json:"sum_received"`
		}
	}
	e := &AggregateError{Format: "iperf3 -J", Why: noRange}
	if json.Unmarshal([]byte(text), &v) != nil {
		return e
	}
	s := v.End.Sum
	if v.End.Received.Packets > 0 {
		s = v.End.Received
	}
	percent := s.Percent
	if s.Packets > 0 && s.Lost >= 0 && s.Lost <= s.Packets {
		percent = 100 * s.Lost / s.Packets
	}
	e.Totals = totals(0, 0, percent)
	return e
}

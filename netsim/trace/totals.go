package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/netsim/trace/plain"
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

const (
	totalsOnly = "has totals only, no packets"
	noRange    = totalsOnly + ", and its jitter is the smoothed deviation of RFC 3550, no range"
)

// Error says that there are no packets in the file, and what would do.
func (e *AggregateError) Error() string {
	would := "but settings with its totals can be made"
	if e.Totals.Settings() == "" {
		would = "want the lines of the packets"
	}
	return e.Format + " " + cmp.Or(e.Why, totalsOnly) + ": it can't be a trace, " + would
}

// Settings returns the totals as settings of the lab's command line, "" if there are
// none: "--latency 20ms --jitter 5ms --loss 1%".
func (t Totals) Settings() string {
	var parts []string
	add := func(name string, v float64, unit string) {
		if v > 0 {
			parts = append(parts, "--"+name+" "+strconv.FormatFloat(v, 'f', -1, 64)+unit)
		}
	}
	add("latency", ms(t.Latency.Round(time.Microsecond)), "ms")
	add("jitter", ms(t.Jitter.Round(time.Microsecond)), "ms")
	add("loss", math.Floor(t.Loss*1e4+0.5)/100, "%")
	return strings.Join(parts, " ")
}

// totals makes Totals of round trips in milliseconds and a loss in per cent.
func totals(best, worst, percent float64) Totals {
	duration := func(v float64) time.Duration {
		return time.Duration(min(max(v, 0), 1e6) * float64(time.Millisecond))
	}
	return Totals{duration(best / 2), duration(worst - best), min(max(percent/100, 0), 1)}
}

// aggregate returns the error about a file of which only totals count.
func (t tally) aggregate(format, why string) error {
	percent, said := t["pct"]
	if !said && t["sent"] > 0 {
		percent = 100 * (t["sent"] - t["got"]) / t["sent"]
	}
	if t["jitter"] > 0 {
		why = noRange
	}
	return &AggregateError{format, totals(t["min"], t["max"], percent), why}
}

// compare says where totals and what was read differ, and takes packets whose replies
// are not in the file from the lost.
func (t tally) compare(s []Sample, missing, copies int, numbered bool, m *Meta) {
	line := int(t["line"])
	counts := fmt.Sprintf("the totals count %v sent and %v received", t["sent"], t["got"])
	switch sent, ok := t["sent"]; {
	case !ok:
	case missing > 0 && numbered:
		m.warn(line, "%s: of %d replies nothing is in the file, %d packets without one are not counted as lost", counts, missing, hide(s, missing))
	case missing != 0 || len(s) != int(sent):
		m.warn(line, "%s, the file shows %d and %d", counts, len(s), int(t["got"])-missing)
	}
	delays, mean := delaysOf(s), 0.0
	for _, d := range delays {
		mean += ms(d)
	}
	if len(delays) == 0 || t["max"] == 0 || copies > 0 || missing != 0 {
		return
	}
	mean /= float64(len(delays))
	for _, c := range []struct {
		name       string
		said, read float64
	}{{"smallest", t["min"], ms(slices.Min(delays))}, {"mean", t["avg"], mean}, {"largest", t["max"], ms(slices.Max(delays))}} {
		if math.Abs(c.said-c.read) > t["grain"]+c.said/50 {
			m.warn(line, "the totals say that the %s delay is %.4g ms, in the lines it is %.4g ms", c.name, c.said, c.read)
		}
	}
}

// hide marks lost packets as unreadable, those of the longest gaps first, and returns
// how many it marked.
func hide(s []Sample, n int) (taken int) {
	var gaps [][]Sample
	for from, to := range outages(s) {
		gaps = append(gaps, s[from:to])
	}
	slices.SortStableFunc(gaps, func(a, b []Sample) int { return len(b) - len(a) })
	for _, gap := range gaps {
		for i := range gap[:min(len(gap), n-taken)] {
			gap[i].State = Unreadable
			taken++
		}
	}
	return taken
}

// machineTotals reads the totals that tools write for other programs, nil for another
// file.
func machineTotals(d *document) error {
	start := strings.TrimSpace(d.text[:min(len(d.text), 4096)])
	isJSON := strings.HasPrefix(start, "{")
	e := new(AggregateError)
	switch {
	case isJSON && strings.Contains(start, `"mtr"`):
		e.Format = "mtr --json"
		var v struct {
			Report struct{ Hubs []map[string]any }
		}
		if json.Unmarshal([]byte(d.text), &v) == nil && len(v.Report.Hubs) > 0 {
			number := func(name string) float64 { f, _ := v.Report.Hubs[len(v.Report.Hubs)-1][name].(float64); return f }
			e.Totals = totals(number("Best"), max(number("Wrst"), number("Worst")), number("Loss%"))
		}
	case isJSON && strings.Contains(d.text, `"intervals"`) && strings.Contains(start, `iperf`):
		e.Format, e.Why, e.Totals = "iperf3 -J", noRange, iperfTotals(d.text)
	case isJSON && strings.Contains(d.text, `"TCPInfo"`):
		e.Format = "NDT7 of M-Lab"
	case strings.HasPrefix(start, "<?xml") && strings.Contains(start, "<MTR"), strings.HasPrefix(start, "<MTR"):
		e.Format = "mtr --xml"
	case strings.HasPrefix(start, "Mtr_Version,"):
		e.Format = "mtr --csv"
		// The header has a column less than it says: the last row counts from its end.
		if f := splitRow(strings.TrimSuffix(strings.TrimSpace(d.lines.At(d.lines.Len()-1)), ","), ',', nil); len(f) >= 10 {
			best, ok1 := plain.Float(f[len(f)-3])
			worst, ok2 := plain.Float(f[len(f)-2])
			if loss, ok := plain.Float(f[6]); ok && ok1 && ok2 {
				e.Totals = totals(best, worst, loss)
			}
		}
	default:
		return nil
	}
	return e
}

// iperfTotals takes those of the receiver at the end. Counters may be negative numbers
// read as unsigned, so that they are read as floats and checked.
func iperfTotals(text string) Totals {
	var v struct{ End map[string]any }
	_ = json.Unmarshal([]byte(text), &v)
	for _, name := range []string{"sum_received", "sum"} {
		sum, _ := v.End[name].(map[string]any)
		packets, _ := sum["packets"].(float64)
		lost, _ := sum["lost_packets"].(float64)
		if percent, ok := sum["lost_percent"].(float64); ok && packets > 0 {
			if lost >= 0 && lost <= packets {
				percent = 100 * lost / packets
			}
			return totals(0, 0, percent)
		}
	}
	return Totals{}
}

package trace

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// AggregateError is the error about a file that has totals and no packets: no trace can
// be made of it, but settings with the same totals can.
type AggregateError struct {
	// Format names what the file is.
	Format string
	// Totals are the figures in it.
	Totals Totals
}

// Totals are the figures of a path as a whole.
type Totals struct {
	// Latency is the one-way latency: half of the smallest round trip. 0 if the
	// file has none.
	Latency time.Duration
	// Jitter is the range of the delays, or what the file has nearest to it.
	Jitter time.Duration
	// Loss is the share of packets lost, 0 to 1.
	Loss float64
}

// Error says that there are no packets in the file.
func (e *AggregateError) Error() string {
	return e.Format + " has totals only, no packets: it can't be a trace, but settings with its totals can be made"
}

type iperfSum struct {
	Jitter  float64 `json:"jitter_ms"`
	Percent float64 `json:"lost_percent"`
	Packets float64 `json:"packets"`
	Lost    float64 `json:"lost_packets"`
}

// isAggregate knows the totals of iperf3, mtr, WinMTR and the like.
func isAggregate(d *document) bool { return aggregateOf(d) != nil }

func readAggregate(d *document, _ Options, _ *Trace) error { return aggregateOf(d) }

var (
	mtrReportRow = regexp.MustCompile(`^\s*\d+\.\s*(?:\|--)?\s*(\S+)\s+(\d+(?:\.\d+)?)%?\s+(\d+)\s+\S+\s+\S+\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)\s+\S+`)
	iperfRow     = regexp.MustCompile(`(\d+(?:\.\d+)?) ms\s+(-?\d+)/\s*(\d+) \((-?[\d.e+-]+)%\)`)
)

func aggregateOf(d *document) *AggregateError {
	head := d.text[:min(len(d.text), 4096)]
	start := strings.TrimSpace(head)
	isJSON := strings.HasPrefix(start, "{")
	switch {
	case isJSON && strings.Contains(head, `"mtr"`):
		return &AggregateError{"mtr --json", mtrJSONTotals(d.text)}
	case isJSON && strings.Contains(d.text, `"intervals"`) && strings.Contains(head, `iperf`):
		return &AggregateError{"iperf3 -J", iperfTotals(d.text)}
	case isJSON && strings.Contains(d.text, `"TCPInfo"`):
		return &AggregateError{Format: "NDT7 of M-Lab"}
	case strings.HasPrefix(start, "Mtr_Version,"):
		return &AggregateError{"mtr --csv", mtrCSVTotals(d.lines)}
	case strings.HasPrefix(start, "<?xml") && strings.Contains(head, "<MTR"), strings.HasPrefix(start, "<MTR"):
		return &AggregateError{Format: "mtr --xml"}
	case strings.Contains(head, "Loss%") && strings.Contains(head, "Snt"):
		return &AggregateError{"mtr --report", rowTotals(d.lines)}
	case strings.Contains(head, "WinMTR") || strings.Contains(head, "Host              -   %"):
		return &AggregateError{Format: "WinMTR"}
	case strings.Contains(head, "[ ID] Interval"):
		return &AggregateError{"iperf3", iperfRowTotals(d.lines)}
	}
	return nil
}

// totals makes Totals of round trips in milliseconds and a loss in per cent.
func totals(best, worst, percent float64) Totals {
	ms := func(v float64) time.Duration {
		return time.Duration(min(max(v, 0), 1e6) * float64(time.Millisecond))
	}
	return Totals{Latency: ms(best / 2), Jitter: ms(worst - best), Loss: min(max(percent/100, 0), 1)}
}

// mtrJSONTotals takes those of the last hub, which is the host.
func mtrJSONTotals(text string) Totals {
	var v struct {
		Report struct {
			Hubs []struct {
				Loss        float64 `json:"Loss%"`
				Best, Worst float64
				Wrst        float64
			}
		}
	}
	if json.Unmarshal([]byte(text), &v) != nil || len(v.Report.Hubs) == 0 {
		return Totals{}
	}
	h := v.Report.Hubs[len(v.Report.Hubs)-1]
	return totals(h.Best, max(h.Wrst, h.Worst), h.Loss)
}

// mtrCSVTotals takes the last row, counted from its end: the header has a column less
// than it says.
func mtrCSVTotals(lines []string) Totals {
	f := strings.Split(strings.TrimSuffix(strings.TrimSpace(lines[len(lines)-1]), ","), ",")
	if len(f) < 10 {
		return Totals{}
	}
	best, ok1 := parseFloat(f[len(f)-3])
	worst, ok2 := parseFloat(f[len(f)-2])
	loss, ok3 := parseFloat(f[6])
	if !ok1 || !ok2 || !ok3 {
		return Totals{}
	}
	return totals(best, worst, loss)
}

func rowTotals(lines []string) (t Totals) {
	for _, line := range lines {
		if m := mtrReportRow.FindStringSubmatch(line); m != nil {
			loss, _ := parseFloat(m[2])
			best, _ := parseFloat(m[4])
			worst, _ := parseFloat(m[5])
			t = totals(best, worst, loss)
		}
	}
	return t
}

// iperfTotals takes those of the receiver at the end. Counters may be negative numbers
// read as unsigned, so that they are read as floats and checked.
func iperfTotals(text string) Totals {
	var v struct {
		End struct {
			Sum      iperfSum
			Received iperfSum `json:"sum_received"`
		}
	}
	if json.Unmarshal([]byte(text), &v) != nil {
		return Totals{}
	}
	s := v.End.Sum
	if v.End.Received.Packets > 0 {
		s = v.End.Received
	}
	percent := s.Percent
	if s.Packets > 0 && s.Lost >= 0 && s.Lost <= s.Packets {
		percent = 100 * s.Lost / s.Packets
	}
	return totals(0, s.Jitter, percent)
}

func iperfRowTotals(lines []string) (t Totals) {
	for _, line := range lines {
		if m := iperfRow.FindStringSubmatch(line); m != nil {
			jitter, _ := parseFloat(m[1])
			lost, _ := strconv.ParseFloat(m[2], 64)
			n, _ := strconv.ParseFloat(m[3], 64)
			if n > 0 && lost >= 0 && lost <= n {
				t = totals(0, jitter, 100*lost/n)
			}
		}
	}
	return t
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

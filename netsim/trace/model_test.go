package trace

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

const msec = time.Millisecond

// traceOf makes a trace of delays in ms, a packet every interval; -1 is lost, -2 of
// unknown delay.
func traceOf(measures Measures, interval time.Duration, delays ...float64) *Trace {
	t := &Trace{Meta: Meta{Measures: measures}}
	for i, d := range delays {
		s := Sample{Seq: int64(i), SentAt: time.Duration(i) * interval}
		switch d {
		case -1:
		case -2:
			s.State = Unreadable
		default:
			s.State, s.Delay = Received, time.Duration(d*1e6)
		}
		t.Samples = append(t.Samples, s)
	}
	return t
}

// A table of four times −1, 0, 0 and 1 standard deviations.
func TestTable(t *testing.T) {
	text := "# −1, 0, 0, 1\n" + strings.Repeat("8192 -8192 0 0\n", 4)
	tr, err := Read("", strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := tr.Distribution
	// The square of two in four values is 1: √(1/2).
	if d.Len() != 16 || d.Mean() != 0 || math.Abs(d.Deviation()-math.Sqrt(0.5)) > 1e-12 {
		t.Errorf("%d values, mean %v, deviation %v", d.Len(), d.Mean(), d.Deviation())
	}
	for _, c := range []struct{ u, want float64 }{{0, -1}, {0.24, -1}, {0.25, 0}, {0.7499, 0}, {0.75, 1}, {0.9999, 1}, {1, 1}, {-1, -1}, {2, 1}} {
		if got := d.Quantile(c.u); got != c.want {
			t.Errorf("Quantile(%v) = %v, want %v", c.u, got, c.want)
		}
	}
}

// Numbers are those that C reads: strtol with base 0.
func TestLeadingInteger(t *testing.T) {
	for _, c := range []struct {
		word string
		want int64
		rest string
	}{
		{"12", 12, ""}, {"-12", -12, ""}, {"+5", 5, ""}, {"0x10", 16, ""}, {"-0x10", -16, ""}, {"010", 8, ""},
		{"1.5", 1, ".5"}, {"12#", 12, "#"}, {"#", 0, "#"}, {"x", 0, "x"}, {"1_0", 1, "_0"}, {"", 0, ""},
		{"7" + strings.Repeat("x", 100), 7, strings.Repeat("x", 100)},
	} {
		if got, rest := leadingInteger(c.word); got != c.want || rest != c.rest {
			t.Errorf("leadingInteger(%q) = %d, %q, want %d, %q", c.word, got, rest, c.want, c.rest)
		}
	}
}

// Four opportunities in 12 ms: 4 · 1500 · 8 bits in 12 ms are 4 Mbit/s.
func TestSchedule(t *testing.T) {
	tr, err := Read("", strings.NewReader("0\n5\n5\n12\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := tr.Opportunities
	if s.Len() != 4 || s.Period() != 12*msec || s.Rate() != 4e6 || s.LongestGap() != 7*msec {
		t.Errorf("%d in %v, %v bit/s, gap %v", s.Len(), s.Period(), s.Rate(), s.LongestGap())
	}
	var at []string
	for n := range 9 {
		at = append(at, fmt.Sprint(s.At(n).Milliseconds()))
	}
	if got, want := strings.Join(at, " "), "0 5 5 12 12 17 17 24 24"; got != want {
		t.Errorf("times %s, want %s", got, want)
	}
	// Next is the first at or after: the twin looks at all.
	// It stands on each of the times too.
	for at := -msec; at < 50*msec; at += msec / 4 {
		want := 0
		for s.At(want) < at {
			want++
		}
		if got := s.Next(at); got != want {
			t.Errorf("Next(%v) = %d at %v, want %d at %v", at, got, s.At(got), want, s.At(want))
		}
	}
}

// The packets of a summary by hand: 3 received, 2 lost in a row, one of no delay.
func TestSummary(t *testing.T) {
	tr := traceOf(RTT, 100*msec, 10, -1, -1, 30, -2, 20, -1)
	tr.Samples[3].Copies, tr.Samples[3].Reordered, tr.Duplicates = 2, true, 1
	s := tr.Summarise("name")
	if got, want := brief(s), "7 3 3 1 +1 | 10.000 20.0000 30.000 30.000"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fmt.Sprint(s.LossRuns, s.LongestLossRun, *s.Interval, s.Duration); got != "[{1 1} {2 1}] 2 100 600" {
		t.Errorf("loss runs, longest, interval and duration: %s", got)
	}
	if got := tr.LongestOutage(); got != 200*msec {
		t.Errorf("longest outage %v, want 200 ms", got)
	}
	// Mean 20: (−10·10 + 10·0) / (100 + 100 + 0)
	if got := *s.Autocorrelation; got != -0.5 {
		t.Errorf("autocorrelation %v, want −0.5", got)
	}
	// Nearest rank of 20 values is the 19th for 95 %, the 20th for 99 %.
	var twenty []float64
	for i := range 20 {
		twenty = append(twenty, float64(i+1))
	}
	q := traceOf(RTT, msec, twenty...).Summarise("").Delay
	if got := fmt.Sprint(*q); got != "{1 10.5 19 20 20}" {
		t.Errorf("quantiles of 1 to 20: %s", got)
	}
}

// (1+k)·I + v: 10 Hz and 30 ms are 130, 230 and 330 ms.
func TestNeededDelay(t *testing.T) {
	for k, want := range []time.Duration{130 * msec, 230 * msec, 330 * msec} {
		if got := NeededDelay(30*msec, 100*msec, k); got != want {
			t.Errorf("k = %d: %v, want %v", k, got, want)
		}
	}
	for _, c := range []struct {
		outage time.Duration
		want   int
	}{{0, 0}, {1, 1}, {100 * msec, 1}, {101 * msec, 2}, {time.Second, 10}} {
		if got := LossesCovered(c.outage, 100*msec); got != c.want {
			t.Errorf("an outage of %v: %d, want %d", c.outage, got, c.want)
		}
	}
}

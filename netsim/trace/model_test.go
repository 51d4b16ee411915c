package trace

import (
	"fmt"
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

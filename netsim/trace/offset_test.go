package trace

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// driftingTrace is a minute of packets every 20 ms with a drift and exponential jitter
// of 5 ms.
func driftingTrace(measures Measures, ppm float64) *Trace {
	r := rand.New(rand.NewPCG(1, 9))
	t := &Trace{Meta: Meta{Measures: measures}}
	for i := range 3000 {
		at := time.Duration(i) * 20 * msec
		delay := 30*msec + time.Duration(5e6*r.ExpFloat64()) + time.Duration(ppm*1e-6*float64(at))
		t.Samples = append(t.Samples, Sample{Seq: int64(i), SentAt: at, Delay: delay, State: Received})
	}
	return t
}

// The drift is found and taken out: 100 ppm make 6 ms in a minute.
func TestDrift(t *testing.T) {
	for _, ppm := range []float64{-200, -20, 20, 100} {
		tr := driftingTrace(OneWay, ppm)
		if got := tr.DriftPPM(); math.Abs(got-ppm) > 5 {
			t.Errorf("drift %.1f ppm, want %v", got, ppm)
		}
		still := driftingTrace(OneWay, 0).Variation()
		for i, v := range tr.Variation() {
			if (v - still[i]).Abs() > 500*time.Microsecond {
				t.Fatalf("%v ppm: variation %d is %v, want %v", ppm, i, v, still[i])
			}
		}
	}
	// Within a second too: 20 ms of some 100 ppm are some 2 µs.
	tr := driftingTrace(OneWay, 100)
	v, ppm := tr.Variation(), tr.DriftPPM()
	for i := 1; i < len(v); i++ {
		got := v[i] - v[i-1] - (tr.Samples[i].Delay - tr.Samples[i-1].Delay)
		if want := time.Duration(-20e6 * ppm * 1e-6); (got - want).Abs() > 10 {
			t.Fatalf("the drift from packet %d to the next is taken for %v, want %v", i-1, got, want)
		}
	}
	if got := driftingTrace(RTT, 100).DriftPPM(); got != 0 {
		t.Errorf("round trips have one clock, drift %v", got)
	}
	short := driftingTrace(OneWay, 100)
	short.Samples = short.Samples[:150]
	if got := short.DriftPPM(); got != 0 {
		t.Errorf("3 s can't tell, drift %v", got)
	}
}

// A path that becomes slower for the last third is no drift.
func TestSlowerPath(t *testing.T) {
	tr := driftingTrace(OneWay, 0)
	for i := range tr.Samples[2000:] {
		tr.Samples[2000+i].Delay += 20 * msec
	}
	v := tr.Variation()
	early, late := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for i, d := range v {
		if i < 2000 {
			early = min(early, d)
		} else {
			late = min(late, d)
		}
	}
	if step := late - early; step < 18*msec || step > 22*msec {
		t.Errorf("the step of 20 ms became %v, drift %v ppm", step, tr.DriftPPM())
	}
}

// Delays that can't be true lose their offset; small negative ones may be true.
func TestOffset(t *testing.T) {
	for _, c := range []struct {
		delays []float64
		want   time.Duration // the smallest
	}{
		{[]float64{-0.049, 0.2}, -49 * time.Microsecond},
		{[]float64{20, 30}, 20 * msec},
		{[]float64{-123437, -123000}, 0},
		{[]float64{10486, 10500}, 0},
	} {
		tr := traceOf(OneWay, msec, c.delays...)
		tr.correctOffset()
		if got := min(tr.Samples[0].Delay, tr.Samples[1].Delay); got != c.want || (c.want == 0) != (len(tr.Warnings) == 1) {
			t.Errorf("%v: smallest %v, warnings %q, want %v", c.delays, got, tr.Warnings, c.want)
		}
	}
}

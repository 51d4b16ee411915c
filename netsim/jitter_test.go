package netsim

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestUniformJitterEnds(t *testing.T) {
	tests := []struct {
		draw uint64
		span time.Duration
		want time.Duration
	}{
		{0, 0, 0},
		{math.MaxUint64, 0, 0},
		{0, 30, 0},
		{math.MaxUint64, 30, 30},
		{1 << 63, 9, 5}, // half of the ten values 0 to 9 lies below 5
		{1<<63 - 1, 9, 4},
		{math.MaxUint64, MaxDelay, MaxDelay},
	}
	for _, tt := range tests {
		if got := uniformJitter(tt.draw, tt.span); got != tt.want {
			t.Errorf("uniformJitter(%#x, %d ns) = %d ns, want %d ns", tt.draw, tt.span, got, tt.want)
		}
	}
}

func TestUniformJitterIsUniform(t *testing.T) {
	const n, span = 100_000, 4 // ns: five values, 20 000 each, σ = √(n·0.2·0.8) = 126
	random := rand.NewPCG(1, 2)
	var counts [span + 1]int
	for range n {
		counts[uniformJitter(random.Uint64(), span)]++
	}
	for value, got := range counts {
		if math.Abs(float64(got)-n/5) > 4*126 {
			t.Errorf("%d ns drawn %d times, want 20000 ± 504", value, got)
		}
	}
}

func TestMeanDelayIsLatencyPlusHalfTheJitter(t *testing.T) {
	const n = 50_000
	l := newLink(t, Conditions{Latency: 50 * time.Millisecond, Jitter: 30 * time.Millisecond, Order: Free}, 1)
	var sum time.Duration
	for range n {
		e := l.Send(0, nil)
		if d := e.ArrivesAt; d < 50*time.Millisecond || d > 80*time.Millisecond {
			t.Fatalf("delay %v, want 50ms to 80ms", d)
		}
		sum += e.ArrivesAt
	}
	// σ of the mean = 30 ms/√12/√n = 0.039 ms.
	if mean := (sum / n).Seconds() * 1e3; math.Abs(mean-65) > 4*0.039 {
		t.Errorf("mean delay %.3f ms, want 65 ± 0.155 ms", mean)
	}
}

// Streams of neighbouring seeds, directions and purposes must not be correlated.
func TestStreamsAreIndependent(t *testing.T) {
	const n = 20_000
	value := func(seed, stream uint64, p purpose) float64 {
		return float64(newSource(seed, stream, p).Uint64())/(1<<64) - 0.5
	}
	pairs := []struct {
		name string
		b    func(seed uint64) float64
	}{
		{"next seed", func(s uint64) float64 { return value(s+1, 0, forLoss) }},
		{"other direction", func(s uint64) float64 { return value(s, 1, forLoss) }},
		{"jitter", func(s uint64) float64 { return value(s, 0, forJitter) }},
		{"duplicate", func(s uint64) float64 { return value(s, 0, forDuplicate) }},
	}
	firsts := map[uint64]bool{}
	for stream := range uint64(4) {
		for p := range numPurposes {
			firsts[newSource(1, stream, p).Uint64()] = true
		}
	}
	if len(firsts) != 4*int(numPurposes) {
		t.Errorf("%d different streams for 4 directions with %d purposes", len(firsts), numPurposes)
	}
	for _, p := range pairs {
		var sum float64
		for seed := range uint64(n) {
			sum += value(seed, 0, forLoss) * p.b(seed)
		}
		// Each value has variance 1/12, so r has σ = 1/√n.
		if r := sum * 12 / n; math.Abs(r) > 4/math.Sqrt(n) {
			t.Errorf("correlation with the %s: %.4f, want 0 ± %.4f", p.name, r, 4/math.Sqrt(n))
		}
	}
}

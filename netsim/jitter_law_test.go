package netsim

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// law is a law of jitter as its formula has it, over a range of 1.
type law struct {
	model    JitterModel
	quantile func(p float64) float64
	mean     float64
}

// laws are the formulas: those without an end cut at their 99.9 % quantile, c.
func laws() []law {
	const c = 0.999
	end := -math.Log(1 - c)             // 6.91
	normalEnd := 3.290526731491895      // Φ(−3.29) = 0.0005
	paretoEnd := math.Cbrt(1/(1-c)) - 1 // 9
	return []law{
		{Uniform, func(p float64) float64 { return p }, 0.5},
		{Normal, func(p float64) float64 {
			return (math.Sqrt2*math.Erfinv(2*(0.0005+p*c)-1) + normalEnd) / (2 * normalEnd)
		}, 0.5},
		// ∫ (1−pc)^(−1/3) dp = 3/(2c)·(1 − (1−c)^(2/3)) = 1.486.
		{Pareto, func(p float64) float64 { return (math.Cbrt(1/(1-p*c)) - 1) / paretoEnd },
			(1.5/c*(1-math.Pow(1-c, 2.0/3)) - 1) / paretoEnd},
		// The mean of an exponential cut at its end b is 1 − b·(1−c)/c.
		{Exponential, func(p float64) float64 { return -math.Log(1-p*c) / end }, (1 - end*(1-c)/c) / end},
	}
}

func TestLawsAreTheirFormulas(t *testing.T) {
	for _, law := range laws() {
		t.Run(law.model.String(), func(t *testing.T) {
			c := Conditions{JitterModel: law.model}
			// Straight lines between 4096 quantiles are off by at most 0.4 % of
			// the range, in the outermost cell of the steepest law.
			for i := range 100_001 {
				p := float64(i) / 100_000
				tolerance := 1e-4
				if p < 0.01 || p > 0.99 {
					tolerance = 0.004
				}
				if got, want := c.JitterQuantile(p), law.quantile(p); math.Abs(got-want) > tolerance {
					t.Fatalf("JitterQuantile(%v) = %v, want %v", p, got, want)
				}
			}
			if got := c.JitterMean(); math.Abs(got-law.mean) > 1e-5 {
				t.Errorf("JitterMean() = %v, want %v", got, law.mean)
			}
		})
	}
}

// extraDelays sends n packets and returns their extra delays as shares of the range.
func extraDelays(t *testing.T, c Conditions, seed uint64, n int, interval time.Duration) []float64 {
	t.Helper()
	c.Latency, c.Jitter, c.Order = 40*ms, 100*ms, Free
	l := newLink(t, c, seed)
	delays := make([]float64, n)
	for i := range delays {
		e := l.Send(time.Duration(i)*interval, nil)
		extra := e.ArrivesAt - e.SentAt - c.Latency
		if extra < 0 || extra > c.Jitter {
			t.Fatalf("extra delay %v, want 0 to %v", extra, c.Jitter)
		}
		delays[i] = float64(extra) / float64(c.Jitter)
	}
	return delays
}

// Of n draws, the share below the p-th quantile has σ = √(p(1−p)/n), and more with
// memory: by √((1+ρ)/(1−ρ)) at most, the factor of the normal numbers beneath.
func TestDelaysFollowTheLawAtAnyMemoryAndRate(t *testing.T) {
	const sigmas = 4
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	for _, law := range laws() {
		for _, memory := range []time.Duration{0, 20 * ms, 200 * ms} {
			for _, hz := range []int{10, 60} {
				t.Run(fmt.Sprintf("%v/%v/%dHz", law.model, memory, hz), func(t *testing.T) {
					interval := time.Second / time.Duration(hz)
					delays := extraDelays(t, Conditions{JitterModel: law.model, JitterMemory: memory}, uint64(hz), n, interval)
					rho := 0.0
					if memory > 0 {
						rho = math.Exp(-interval.Seconds() / memory.Seconds())
					}
					widen := math.Sqrt((1 + rho) / (1 - rho) / float64(n))
					mean, square := 0.0, 0.0
					for _, d := range delays {
						mean += d / float64(n)
						square += d * d / float64(n)
					}
					if limit := sigmas * math.Sqrt(square-mean*mean) * widen; math.Abs(mean-law.mean) > limit {
						t.Errorf("mean %.4f of the range, want %.4f ± %.4f", mean, law.mean, limit)
					}
					for _, p := range []float64{0.05, 0.25, 0.5, 0.75, 0.95, 0.99} {
						below := 0
						for _, d := range delays {
							if d <= law.quantile(p) {
								below++
							}
						}
						if got, limit := float64(below)/float64(n), sigmas*math.Sqrt(p*(1-p))*widen; math.Abs(got-p) > limit {
							t.Errorf("%.4f of the delays are below the quantile of %v, want ± %.4f", got, p, limit)
						}
					}
				})
			}
		}
	}
}

// Of the copula's uniform numbers with a between neighbours the correlation is
// 6/π·asin(a/2), and a = e^(−Δ/memory) whatever the rate.
func TestMemoryIsATimeAndNotANumberOfPackets(t *testing.T) {
	const n, memory = 60_000, 80 * ms
	for _, hz := range []int{10, 30, 60} {
		interval := time.Second / time.Duration(hz)
		delays := extraDelays(t, Conditions{JitterMemory: memory}, 3, n, interval)
		for _, lag := range []int{1, 2, 5} {
			a := math.Exp(-float64(lag) * interval.Seconds() / memory.Seconds())
			want := 6 / math.Pi * math.Asin(a/2)
			// Bartlett's bound for a first-order chain: √((1+ρ²)/(1−ρ²)/n).
			rho := math.Exp(-interval.Seconds() / memory.Seconds())
			limit := 4 * math.Sqrt((1+rho*rho)/(1-rho*rho)/n)
			if got := correlation(delays, lag); math.Abs(got-want) > limit {
				t.Errorf("%d Hz: correlation %.3f at lag %d, want %.3f ± %.3f", hz, got, lag, want, limit)
			}
		}
		if got := correlation(extraDelays(t, Conditions{}, 3, n, interval), 1); math.Abs(got) > 4/math.Sqrt(n) {
			t.Errorf("%d Hz: correlation %.3f without memory", hz, got)
		}
	}
}

// correlation returns the autocorrelation at a lag.
func correlation(values []float64, lag int) float64 {
	mean, n := 0.0, float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	var both, square float64
	for i, v := range values {
		square += (v - mean) * (v - mean)
		if i >= lag {
			both += (v - mean) * (values[i-lag] - mean)
		}
	}
	return both / square
}

func TestMemoryAtItsEnds(t *testing.T) {
	without := extraDelays(t, Conditions{}, 5, 500, 20*ms)
	short := extraDelays(t, Conditions{JitterMemory: 1}, 5, 500, 20*ms)
	for i := range without {
		if math.Abs(without[i]-short[i]) > 1e-7 { // the range is 10⁸ ns
			t.Fatalf("packet %d is delayed by %v, with a memory of 1 ns by %v", i+1, without[i], short[i])
		}
	}
	together := extraDelays(t, Conditions{JitterMemory: 50 * ms}, 5, 100, 0)
	if slices.Min(together) != slices.Max(together) {
		t.Errorf("packets sent together are delayed by %v to %v of the range", slices.Min(together), slices.Max(together))
	}
}

// A table of one's own replaces the model, and keeps its shape.
func TestJitterTableReplacesTheModel(t *testing.T) {
	table, err := NewTable([]float64{0, 0, 0, 8}) // at ⅔ of the packets 0, then up to the range
	if err != nil {
		t.Fatal(err)
	}
	c := Conditions{JitterModel: Normal, JitterTable: table}
	zero := 0
	for _, d := range extraDelays(t, c, 1, 10_000, 20*ms) {
		if d == 0 {
			zero++
		}
	}
	if math.Abs(float64(zero)-6667) > 4*47 { // σ = √(10000·⅔·⅓)
		t.Errorf("%d of 10000 packets without extra delay, want 6667 ± 188", zero)
	}
	if got := c.JitterMean(); math.Abs(got-1.0/6) > 1e-4 {
		t.Errorf("JitterMean() = %v, want a sixth", got)
	}
}

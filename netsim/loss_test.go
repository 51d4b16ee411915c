package netsim

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

// exactExpNeg returns e^−x·2^64 for x = whole + fraction/2^64, to 200 bits: the
// Taylor series of e^x, inverted.
func exactExpNeg(whole, fraction uint64) *big.Float {
	num := func() *big.Float { return new(big.Float).SetPrec(200) }
	x := num().SetMantExp(num().SetUint64(fraction), -64)
	x.Add(x, num().SetUint64(whole))
	sum, term := num().SetInt64(1), num().SetInt64(1)
	for k := int64(1); term.Sign() > 0 && term.MantExp(nil) > -200; k++ {
		term.Mul(term, x)
		term.Quo(term, num().SetInt64(k))
		sum.Add(sum, term)
	}
	return num().Quo(num().SetMantExp(num().SetInt64(1), 64), sum)
}

func TestExpNegIsWithinFourSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	worst := 0.0
	check := func(whole, fraction uint64) {
		got := new(big.Float).SetPrec(200).SetUint64(expNeg(whole, fraction))
		diff, _ := got.Sub(got, exactExpNeg(whole, fraction)).Float64()
		worst = max(worst, math.Abs(diff))
		if math.Abs(diff) > 4 {
			t.Errorf("expNeg(%d, %#x) is off by %.2f/2^64, want at most 4", whole, fraction, diff)
		}
	}
	for whole := range uint64(50) {
		check(whole, 0)
		check(whole, math.MaxUint64)
	}
	n := 1000
	if testing.Short() {
		n = 100
	}
	for range n {
		check(random.Uint64N(expNegligible+2), random.Uint64())
	}
	t.Logf("largest error %.2f/2^64", worst)
}

func TestDecay(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		name        string
		gap, outage time.Duration
		loss        Probability
		want        float64
	}{
		{"no time", 0, 80 * ms, 50_000, 1},
		{"gap = τ = 80 ms · 0.95", 76 * ms, 80 * ms, 50_000, math.Exp(-1)},
		{"half of τ = 100 ms · 0.5", 25 * ms, 100 * ms, 500_000, math.Exp(-0.5)},
		{"ten τ", 800 * ms, 80 * ms, 0, math.Exp(-10)},
		{"τ of a femtosecond", 1, 1, Always - 1, 0},
		{"longest gap and shortest τ", math.MaxInt64, 1, Always - 1, 0},
		{"longest gap and τ", math.MaxInt64, MaxDelay, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := float64(decay(tt.gap, tt.outage, tt.loss)) / (1 << 64); math.Abs(got-tt.want) > 1e-15 {
				t.Errorf("decay(%v, %v, %v) = %v, want %v", tt.gap, tt.outage, tt.loss, got, tt.want)
			}
		})
	}
}

// fates sends n packets at an interval and returns which were lost.
func fates(t *testing.T, c Conditions, seed uint64, n int, interval time.Duration) []bool {
	t.Helper()
	l := newLink(t, c, seed)
	lost := make([]bool, n)
	for i := range lost {
		lost[i] = l.random.next(&l.conditions, time.Duration(i)*interval).fate != Delivered
	}
	return lost
}

func count(lost []bool) (n int) {
	for _, l := range lost {
		if l {
			n++
		}
	}
	return n
}

func TestLossAtTheEnds(t *testing.T) {
	const n = 20_000
	for _, outage := range []time.Duration{0, 1, 80 * time.Millisecond, MaxDelay} {
		if got := count(fates(t, Conditions{Outage: outage}, 1, n, time.Millisecond)); got != 0 {
			t.Errorf("loss 0%%, outage %v: %d of %d lost", outage, got, n)
		}
		if got := count(fates(t, Conditions{Loss: Always, Outage: outage}, 1, n, time.Millisecond)); got != n {
			t.Errorf("loss 100%%, outage %v: %d of %d lost", outage, got, n)
		}
	}
	for _, draw := range []uint64{0, 1, math.MaxUint64} {
		if Probability(0).hits(draw) || !Always.hits(draw) {
			t.Errorf("draw %#x: 0%% hits or 100%% does not", draw)
		}
	}
	if one := Probability(1); !one.hits(18_446_744_073_708) || one.hits(18_446_744_073_709) {
		t.Error("one in a million is not the draws below 2^64/10^6 = 18446744073709.55, rounded down")
	}
}

func TestLossOfNoneEndsAnOutage(t *testing.T) {
	l := newLink(t, Conditions{Loss: Always, Outage: MaxDelay}, 1)
	l.Send(0, nil)
	if err := l.SetConditions(Conditions{Outage: MaxDelay}); err != nil {
		t.Fatal(err)
	}
	if e := l.Send(1, nil); e.Fate != Delivered {
		t.Errorf("fate %v, want delivered", e.Fate)
	}
}

func TestFirstPacketIsLostWithTheMeanLoss(t *testing.T) {
	const n = 4000 // seeds; of a share of 0.3 σ = √(n·0.3·0.7) = 29
	lost := 0
	for seed := range uint64(n) {
		if newLink(t, Conditions{Loss: 300_000, Outage: MaxDelay}, seed).Send(0, nil).Fate != Delivered {
			lost++
		}
	}
	if math.Abs(float64(lost)-0.3*n) > 4*29 {
		t.Errorf("%d of %d first packets lost, want 1200 ± 116", lost, n)
	}
}

func TestFateNamesTheCause(t *testing.T) {
	for outage, want := range map[time.Duration]Fate{0: LostRandom, 1: LostOutage} {
		l := newLink(t, Conditions{Loss: Always, Outage: outage}, 1)
		if got := l.Send(0, nil).Fate; got != want {
			t.Errorf("outage %v: fate %v, want %v", outage, got, want)
		}
	}
}

// The mean loss and the mean outage are properties of the path: the send rate must
// not change them. A chain sampled every Δ has lag-one correlation
// ρ = e^(−Δ/τ) = (P(bad|bad)−π)/(1−π), which gives τ and so the outage back, and the
// mean of n samples has variance π(1−π)/n·(1+ρ)/(1−ρ).
func TestLossAndOutageDoNotDependOnTheSendRate(t *testing.T) {
	const (
		n      = 200_000
		loss   = 0.05
		outage = 80 * time.Millisecond
		sigmas = 4
	)
	c := Conditions{Loss: 50_000, Outage: outage}
	for _, hz := range []int{10, 30, 60} {
		interval := time.Second / time.Duration(hz)
		lost := fates(t, c, uint64(hz), n, interval)

		gap, tau := interval.Seconds(), outage.Seconds()*(1-loss)
		rho := math.Exp(-gap / tau)
		got := float64(count(lost)) / n
		if limit := sigmas * math.Sqrt(loss*(1-loss)/n*(1+rho)/(1-rho)); math.Abs(got-loss) > limit {
			t.Errorf("%d Hz: mean loss %.4f, want %.4f ± %.4f", hz, got, loss, limit)
		}

		stay := stayShare(lost)
		gotTau := -gap / math.Log((stay-loss)/(1-loss))
		gotOutage := gotTau / (1 - loss)
		p := loss + (1-loss)*rho
		sigmaStay := math.Sqrt(p * (1 - p) / (n * loss))
		sigmaOutage := tau * tau / gap / rho * sigmaStay / (1 - loss) / (1 - loss)
		if math.Abs(gotOutage-outage.Seconds()) > sigmas*sigmaOutage {
			t.Errorf("%d Hz: mean outage %.1f ms, want 80 ± %.1f ms", hz, gotOutage*1e3, sigmas*sigmaOutage*1e3)
		}
		t.Logf("%d Hz: loss %.2f %%, outage %.1f ms, %.2f packets in a run", hz, got*100, gotOutage*1e3, 1/(1-stay))
	}
}

// stayShare returns the share of the lost packets after which the next is lost too.
func stayShare(lost []bool) float64 {
	both, first := 0, 0
	for i := range len(lost) - 1 {
		if lost[i] {
			first++
			if lost[i+1] {
				both++
			}
		}
	}
	return float64(both) / float64(first)
}

// The twin walks through the outages one by one, each time in a state drawn from its
// exponential distribution, and looks where the path is at each send.
func TestOutagesAgreeWithWalkingThroughThem(t *testing.T) {
	const n, hz, loss, outage = 200_000, 30, 0.1, 0.15
	random := rand.New(rand.NewPCG(3, 3))
	twin := make([]bool, n)
	bad, until := false, 0.0
	for i := range twin {
		for now := float64(i) / hz; until <= now; {
			bad = !bad
			mean := outage * (1 - loss) / loss
			if bad {
				mean = outage
			}
			until += random.ExpFloat64() * mean
		}
		twin[i] = bad
	}
	lost := fates(t, Conditions{Loss: 100_000, Outage: 150 * time.Millisecond}, 5, n, time.Second/hz)

	// Either has about 20 000 losses; 4σ of the difference of two shares near 0.82.
	if a, b := stayShare(lost), stayShare(twin); math.Abs(a-b) > 4*math.Sqrt(2*0.82*0.18/20_000) {
		t.Errorf("after a loss the next is lost with %.4f, walking gives %.4f", a, b)
	}
	// ρ = 0.78, so the mean has σ = √(0.09/n·1.78/0.22) = 0.0019.
	if a, b := float64(count(lost))/n, float64(count(twin))/n; math.Abs(a-b) > 4*math.Sqrt2*0.0019 {
		t.Errorf("mean loss %.4f, walking gives %.4f", a, b)
	}
}

func TestRaisingLossLosesASuperset(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 500
	}
	losses := []Probability{0, 1, 1_000, 50_000, 51_000, 200_000, 500_000, 990_000, Always - 1, Always}
	for _, outage := range []time.Duration{0, 1, 80 * time.Millisecond, MaxDelay} {
		for seed := range uint64(4) {
			var before []bool
			for _, loss := range losses {
				l := newLink(t, Conditions{Loss: loss, Outage: outage}, seed)
				gaps := rand.New(rand.NewPCG(seed, 99))
				var now time.Duration
				lost := make([]bool, n)
				for i := range lost {
					lost[i] = l.Send(now, nil).Fate != Delivered
					if before != nil && before[i] && !lost[i] {
						t.Fatalf("outage %v, seed %d: packet %d arrives at loss %v and not at the lower one", outage, seed, i, loss)
					}
					now += time.Duration(gaps.Int64N(3)) * time.Duration(gaps.Int64N(int64(100*time.Millisecond)))
				}
				before = lost
			}
		}
	}
}

func TestPacketsSentTogetherShareAnOutage(t *testing.T) {
	l := newLink(t, Conditions{Loss: 300_000, Outage: 50 * time.Millisecond}, 7)
	lost := 0
	for i := range 2000 {
		now := time.Duration(i) * 20 * time.Millisecond
		a, b := l.Send(now, nil), l.Send(now, nil)
		if a.Fate != b.Fate {
			t.Fatalf("packets sent at %v: one %v, one %v", now, a.Fate, b.Fate)
		}
		if a.Fate != Delivered {
			lost++
		}
	}
	if lost < 400 || lost > 800 {
		t.Errorf("%d of 2000 pairs lost, want about 600", lost)
	}
}

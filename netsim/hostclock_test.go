package netsim

import (
	"errors"
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestHostClockAt(t *testing.T) {
	const year = 365 * 24 * time.Hour
	tests := []struct {
		name       string
		clock      HostClock
		sim, shows time.Duration
	}{
		{"zero value", HostClock{}, 5 * time.Second, 5 * time.Second},
		{"start of 10^9 s", HostClock{Start: 1e9 * time.Second}, time.Second, (1e9 + 1) * time.Second},
		{"start of 2^31 ms", HostClock{Start: 1 << 31 * time.Millisecond}, -time.Second, 1<<31*time.Millisecond - time.Second},
		{"negative start", HostClock{Start: -time.Minute}, time.Second, -59 * time.Second},
		{"200 ppm fast for 20 min: 240 ms", HostClock{DriftPPM: 200}, 20 * time.Minute, 20*time.Minute + 240*time.Millisecond},
		{"200 ppm slow for 20 min", HostClock{DriftPPM: -200}, 20 * time.Minute, 20*time.Minute - 240*time.Millisecond},
		{"1 ppm fast, 0.999999 µs: rounded down", HostClock{DriftPPM: 1}, 999_999, 999_999},
		{"1 ppm fast, 1 µs·10³: one more", HostClock{DriftPPM: 1}, 1_000_000, 1_000_001},
		{"before the start, rounded down", HostClock{DriftPPM: 1}, -1, -2},
		{"1 % slow for 290 years", HostClock{DriftPPM: -10_000}, 290 * year, 290 * year / 100 * 99},
		{"1 % fast for 290 years is too much", HostClock{DriftPPM: 10_000}, 290 * year, math.MaxInt64},
		{"sum too large", HostClock{Start: math.MaxInt64 - 1}, 2, math.MaxInt64},
		{"sum too small", HostClock{Start: math.MinInt64 + 1}, -2, math.MinInt64},
		{"only the product is too large", HostClock{Start: -math.MaxInt64, DriftPPM: 10_000}, math.MaxInt64, math.MaxInt64 / 100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.clock.At(tt.sim); got != tt.shows {
				t.Errorf("%+v.At(%d) = %d, want %d", tt.clock, tt.sim, got, tt.shows)
			}
		})
	}
}

func TestHostClockSimAtTheEndsOfTheRange(t *testing.T) {
	slow := HostClock{Start: math.MinInt64, DriftPPM: -1}
	tests := []struct {
		name      string
		clock     HostClock
		host, sim time.Duration
	}{
		{"more than 64 bits", slow, math.MaxInt64, math.MaxInt64},
		// (host − Start)·10⁶/999999 = 2^64 − 1 + 551615/999999
		{"64 bits and a fraction", slow, 9_223_353_590_110_702_098, math.MaxInt64},
		{"below", HostClock{Start: math.MaxInt64, DriftPPM: -1}, math.MinInt64, math.MinInt64},
		{"within", HostClock{Start: math.MinInt64}, 0, math.MaxInt64},
		{"just within", HostClock{Start: math.MinInt64}, -1, math.MaxInt64},
		{"the lowest", HostClock{}, math.MinInt64, math.MinInt64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.clock.Sim(tt.host); got != tt.sim {
				t.Errorf("%+v.Sim(%d) = %d, want %d", tt.clock, tt.host, got, tt.sim)
			}
		})
	}
}

func TestHostClockValidate(t *testing.T) {
	for _, drift := range []int64{-MaxDriftPPM, 0, MaxDriftPPM} {
		if err := (HostClock{DriftPPM: drift}).Validate(); err != nil {
			t.Errorf("drift %d: %v", drift, err)
		}
	}
	for _, drift := range []int64{-MaxDriftPPM - 1, MaxDriftPPM + 1, math.MinInt64, math.MaxInt64} {
		if err := (HostClock{DriftPPM: drift}).Validate(); !errors.Is(err, ErrHostClock) {
			t.Errorf("drift %d: error %v, want ErrHostClock", drift, err)
		}
	}
}

// The twin computes with numbers of any size.
func TestHostClockAgreesWithBigIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := HostClock{time.Duration(rapid.Int64().Draw(t, "start")), rapid.Int64Range(-MaxDriftPPM, MaxDriftPPM).Draw(t, "drift")}
		x := rapid.Int64().Draw(t, "time")
		if got, want := c.At(time.Duration(x)), bigAt(c, x); got != want {
			t.Fatalf("%+v.At(%d) = %d, want %d", c, x, got, want)
		}
		if got, want := c.Sim(time.Duration(x)), bigSim(c, x); got != want {
			t.Fatalf("%+v.Sim(%d) = %d, want %d", c, x, got, want)
		}
	})
}

// bigAt is Start + floor(sim·rate/10⁶); big.Int.Div rounds down for a positive divisor.
func bigAt(c HostClock, sim int64) time.Duration {
	x := new(big.Int).Mul(big.NewInt(sim), big.NewInt(million+c.DriftPPM))
	x.Div(x, big.NewInt(million))
	return saturate(x.Add(x, big.NewInt(int64(c.Start))))
}

// bigSim is ceil((host−Start)·10⁶/rate) = −floor((Start−host)·10⁶/rate).
func bigSim(c HostClock, host int64) time.Duration {
	x := new(big.Int).Sub(big.NewInt(int64(c.Start)), big.NewInt(host))
	x.Mul(x, big.NewInt(million))
	x.Div(x, big.NewInt(million+c.DriftPPM))
	return saturate(x.Neg(x))
}

func saturate(x *big.Int) time.Duration {
	switch {
	case x.IsInt64():
		return time.Duration(x.Int64())
	case x.Sign() > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}

func TestHostClockRoundTrip(t *testing.T) {
	const century = int64(100 * 365 * 24 * time.Hour)
	rapid.Check(t, func(t *rapid.T) {
		c := HostClock{time.Duration(rapid.Int64Range(-century, century).Draw(t, "start")), rapid.Int64Range(-MaxDriftPPM, MaxDriftPPM).Draw(t, "drift")}
		sim := time.Duration(rapid.Int64Range(-century, century).Draw(t, "sim"))
		back := c.Sim(c.At(sim))
		if back != sim && (c.DriftPPM >= 0 || back != sim-1) {
			t.Fatalf("%+v: Sim(At(%d)) = %d", c, sim, back)
		}
		if c.At(back) < c.At(sim) || c.At(back-1) >= c.At(sim) {
			t.Fatalf("%+v: %d is not the first time to show %d", c, back, c.At(sim))
		}
		if c.At(sim+1) < c.At(sim) {
			t.Fatalf("%+v goes back after %d", c, sim)
		}
	})
}

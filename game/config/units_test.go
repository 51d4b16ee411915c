package config

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestParseValue(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		text string
		want int64
	}{
		{Duration, "30ms", 30e6},
		{Duration, "0.25ms", 250e3},
		{Duration, "2.5s", 2500e6},
		{Duration, "-5s", -5e9},
		{Duration, "+5s", 5e9},
		{Duration, "1min", 60e9},
		{Duration, "0.5min", 30e9},
		{Duration, "7us", 7e3},
		{Duration, "7µs", 7e3},
		{Duration, "7ns", 7},
		{Duration, ".5s", 500e6},
		{Duration, "5.s", 5e9},
		{Duration, " 30 MS ", 30e6},
		{Duration, "0", 0},
		{Duration, "2147483648ms", 2147483648e6},
		{Duration, "1.23456ns", 1}, // finer than a step is cut off
		{Share, "5%", 50_000},
		{Share, "0.25 %", 2_500},
		{Share, "100%", 1_000_000},
		{Frequency, "10hz", 10_000},
		{Frequency, "12.5Hz", 12_500},
		{Frequency, "0.001hz", 1},
		{Drift, "-200ppm", -200},
		{Bandwidth, "256kbit", 256_000},
		{Bandwidth, "256 kbit/s", 256_000},
		{Bandwidth, "1.5Mbit", 1_500_000},
		{Bandwidth, "1Gbit/s", 1_000_000_000},
		{Bandwidth, "300bit", 300},
		{Bandwidth, "0", 0},
		{Size, "16kB", 16_000},
		{Size, "16KiB", 16_384},
		{Size, "1.5MB", 1_500_000},
		{Size, "1mib", 1 << 20},
		{Size, "1200b", 1200},
	} {
		if got, err := ParseValue(c.unit, c.text); got != c.want || err != nil {
			t.Errorf("ParseValue(%q) = %d, %v; want %d", c.text, got, err, c.want)
		}
	}
}

func TestParseValueRefuses(t *testing.T) {
	for _, c := range []struct {
		unit       Unit
		text, says string
	}{
		{Duration, "30", "needs a unit, want for example 30ms"},
		{Duration, "-1.5", "needs a unit"},
		{Share, "5", "needs a unit, want for example 5%"},
		{Frequency, "10", "needs a unit, want for example 10hz"},
		{Drift, "1", "needs a unit, want for example 200ppm"},
		{Bandwidth, "256", "needs a unit, want for example 256kbit"},
		{Bandwidth, "16kB", "is not understood, want for example 256kbit"},
		{Size, "16", "needs a unit, want for example 16kB"},
		{Size, "16kbit", "is not understood"},
		{Duration, "5%", "is not understood"},
		{Duration, "5hz", "is not understood"},
		{Share, "5ms", "is not understood"},
		{Duration, "", "is not understood"},
		{Duration, "ms", "not a number"},
		{Duration, "-ms", "not a number"},
		{Duration, ".ms", "not a number"},
		{Duration, "1.2.3ms", "not a number"},
		{Duration, "1e3ms", "not a number"},
		{Duration, "0x10ms", "not a number"},
		{Duration, "--1ms", "not a number"},
		{Duration, "nan", "is not understood"},
		{Duration, "nanms", "not a number"},
		{Duration, "infs", "not a number"},
		{Duration, "١ms", "not a number"}, // a digit, but not one of ours
		{Duration, "1000000000000s", "far too much"},
		{Duration, "9999999999999999999999ms", "far too much"},
	} {
		got, err := ParseValue(c.unit, c.text)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("ParseValue(%q) = %d, %v; want an error with %q", c.text, got, err, c.says)
		}
	}
}

func TestAppendValue(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    int64
		want string
	}{
		{Duration, 0, "0ms"},
		{Duration, 30e6, "30ms"},
		{Duration, 1e9, "1s"},
		{Duration, 1500e6, "1500ms"},
		{Duration, 12_500e6, "12.5s"},
		{Duration, -5e9, "-5s"},
		{Duration, 250e3, "0.25ms"},
		{Duration, 16_666_667, "16.666667ms"},
		{Duration, 123, "123ns"},
		{Share, 50_000, "5%"},
		{Share, 1, "0.0001%"},
		{Frequency, 12_500, "12.5hz"},
		{Drift, -200, "-200ppm"},
		{Bandwidth, 0, "0kbit"},
		{Bandwidth, 300, "300bit"},
		{Bandwidth, 256_000, "256kbit"},
		{Bandwidth, 1_500_000, "1.5Mbit"},
		{Size, 16_384, "16.384kB"},
		{Size, 64_000, "64kB"},
		{Size, 5_000_000, "5MB"},
		{Bandwidth, 1_500_000_000_000, "1500Gbit"},
	} {
		if got := string(AppendValue(nil, c.unit, c.v)); got != c.want {
			t.Errorf("AppendValue(%d) = %q, want %q", c.v, got, c.want)
		}
	}
}

// Whatever is written is read back exactly.
func TestValuesComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, unit := range []Unit{Duration, Share, Frequency, Drift, Bandwidth, Size} {
		for range 20_000 {
			// Lengths of every size, so that all the forms come up.
			v := r.Int64N(1<<61) >> r.IntN(61)
			if unit != Duration {
				v %= 1e9
			}
			if r.IntN(2) == 0 {
				v = -v
			}
			text := string(AppendValue(nil, unit, v))
			if got, err := ParseValue(unit, text); got != v || err != nil {
				t.Fatalf("%d is written %q and read as %d, %v", v, text, got, err)
			}
		}
	}
}

func FuzzParseValue(f *testing.F) {
	for _, s := range []string{"30ms", "5%", "10hz", "200ppm", "-.5s", "256kbit", "999999999gbit/s", "16KiB", "0", "1.000000001min", "", "µs"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, unit := range []Unit{Duration, Share, Frequency, Drift, Bandwidth, Size} {
			v, err := ParseValue(unit, text)
			if err != nil {
				continue
			}
			written := string(AppendValue(nil, unit, v))
			if again, err := ParseValue(unit, written); again != v || err != nil {
				t.Errorf("%q is %d, written %q and read as %d, %v", text, v, written, again, err)
			}
		}
	})
}

func TestRateAt(t *testing.T) {
	for _, c := range []struct {
		rate Rate
		n    int64
		want time.Duration
	}{
		{10 * Hertz, 0, 0},
		{10 * Hertz, 3, 300 * time.Millisecond},
		{60 * Hertz, 1, 16_666_666}, // 10⁹/60 = 16,666,666.67, down
		{60 * Hertz, 3, 50_000_000}, // nothing adds up
		{60 * Hertz, 3600, time.Minute},
		{1, 1, 1000 * time.Second}, // 0.001 Hz
		{1, 1 << 62, 1<<63 - 1},    // beyond the end of time
	} {
		if got := c.rate.At(c.n); got != c.want {
			t.Errorf("%d of %d mHz is at %d ns, want %d", c.n, c.rate, got, c.want)
		}
	}
	if got, want := (60 * Hertz).Period(), time.Duration(16_666_667); got != want {
		t.Errorf("the period of 60 Hz is %d ns, want %d, rounded up", got, want)
	}
}

package emulator

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"snaplab/netsim/trace/plain"
)

// A table of four times −1, 0, 0 and 1 standard deviations.
func TestTable(t *testing.T) {
	text := "# −1, 0, 0, 1\n" + strings.Repeat("8192 -8192 0 0\n", 4)
	d, err := ParseTable(plain.Split(text), func(int, string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
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
	s, err := ParseSchedule(plain.Split("0\n5\n5\n12\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 4 || s.Period() != 12*time.Millisecond || s.Rate() != 4e6 || s.LongestGap() != 7*time.Millisecond {
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
	for at := -time.Millisecond; at < 50*time.Millisecond; at += time.Millisecond / 4 {
		want := 0
		for s.At(want) < at {
			want++
		}
		if got := s.Next(at); got != want {
			t.Errorf("Next(%v) = %d at %v, want %d at %v", at, got, s.At(got), want, s.At(want))
		}
	}
}

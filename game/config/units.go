package config

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// Rate is a frequency in thousandths of a hertz, so that it is exact.
type Rate int64

// Hertz is a rate of one per second.
const Hertz Rate = 1000

// Period returns the time of one, rounded up to the nanosecond. r must be positive.
func (r Rate) Period() time.Duration { return r.times(1, uint64(r)-1) }

// At returns when the n-th of a series at this rate is due, counted from the 0-th
// and rounded down to the nanosecond. It is computed and never accumulated, so no
// rounding adds up. r must be positive and n not negative.
func (r Rate) At(n int64) time.Duration { return r.times(uint64(n), 0) }

func (r Rate) times(n, roundUp uint64) time.Duration {
	hi, lo := bits.Mul64(n, uint64(time.Second)*uint64(Hertz))
	lo, carry := bits.Add64(lo, roundUp, 0)
	hi += carry
	if hi >= uint64(r) {
		return time.Duration(1<<63 - 1) // beyond 292 years
	}
	q, _ := bits.Div64(hi, lo, uint64(r))
	return time.Duration(min(q, 1<<63-1))
}

// Unit is what a setting's number counts.
type Unit uint8

const (
	// Duration counts nanoseconds.
	Duration Unit = iota
	// Share counts parts per million.
	Share
	// Frequency counts thousandths of a hertz, as Rate.
	Frequency
	// Drift counts parts per million of a clock's rate.
	Drift
	// Bandwidth counts bits in a second. A kbit is 1000 of them.
	Bandwidth
	// Size counts bytes. A kB is 1000 of them, a KiB 1024.
	Size
	// Choice counts the place in Setting.Choices.
	Choice
)

// unitNames are those of the table of settings.
var unitNames = [...]string{"duration", "share", "frequency", "drift", "bandwidth", "size", "choice"}

// suffixes lists what may stand behind a number, longest first where one ends in
// another, with how many of the unit's smallest steps it is worth.
var suffixes = [...][]struct {
	text  string
	worth int64
}{
	Duration:  {{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"min", 60e9}, {"m", 60e9}, {"h", 3600e9}, {"s", 1e9}},
	Share:     {{"%", 10_000}},
	Frequency: {{"hz", int64(Hertz)}},
	Drift:     {{"ppm", 1}},
	Bandwidth: {
		{"kbit", 1e3}, {"mbit", 1e6}, {"gbit", 1e9}, {"bit", 1},
		{"kbit/s", 1e3}, {"mbit/s", 1e6}, {"gbit/s", 1e9}, {"bit/s", 1},
	},
	Size: {{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"kib", 1 << 10}, {"mib", 1 << 20}, {"b", 1}},
}

// example is a value of the unit as people write it.
var example = [...]string{Duration: "30ms", Share: "5%", Frequency: "10hz", Drift: "200ppm", Bandwidth: "256kbit", Size: "16kB"}

// ParseValue reads a number with its unit, such as 30ms, 5%, 10hz, 200ppm, 256kbit or
// 16kB, to the unit's smallest step. A bare number is refused, since nobody could tell what it
// counts, except 0. unit must not be Choice.
func ParseValue(unit Unit, text string) (int64, error) {
	t := strings.ToLower(strings.TrimSpace(text))
	if t == "0" {
		return 0, nil
	}
	for _, s := range suffixes[unit] {
		if number, ok := strings.CutSuffix(t, s.text); ok {
			if v, ok := parseDecimal(strings.TrimSpace(number), s.worth); ok {
				return v, nil
			}
			if number = strings.TrimSpace(number); number != "" && digits(number) {
				return 0, fmt.Errorf("%q is far too much, want for example %s", text, example[unit])
			}
			return 0, fmt.Errorf("%q is not a number with a unit, want for example %s", text, example[unit])
		}
	}
	if _, ok := parseDecimal(t, 1); ok {
		return 0, fmt.Errorf("%q needs a unit, want for example %s", text, example[unit])
	}
	return 0, fmt.Errorf("%q is not understood, want for example %s", text, example[unit])
}

// ParseNumber reads a plain decimal number to six digits behind the point, and reports
// whether it is one. It knows no exponents, no infinities and no NaN.
func ParseNumber(text string) (float64, bool) {
	v, ok := parseDecimal(text, 1e6)
	return float64(v) / 1e6, ok
}

// parseDecimal reads a plain decimal number and returns it times worth, exactly; what
// is finer than the smallest step is cut off. It knows no exponents, no infinities
// and no NaN.
func parseDecimal(text string, worth int64) (int64, bool) {
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "-"), "+")
	whole, fraction, _ := strings.Cut(text, ".")
	if whole == "" && fraction == "" || len(whole) > 12 || !digits(whole) || !digits(fraction) {
		return 0, false
	}
	n, _ := strconv.ParseInt("0"+whole, 10, 64)
	hi, v := bits.Mul64(uint64(n), uint64(worth))
	if hi != 0 || v > 1<<62 {
		return 0, false
	}
	for scale, i := worth, 0; i < len(fraction) && scale >= 10; i++ {
		scale /= 10
		v += uint64(scale) * uint64(fraction[i]-'0')
	}
	if negative {
		return -int64(v), true
	}
	return int64(v), true
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// AppendValue appends a value with its unit as ParseValue reads it: 30ms, 2.5s, 5%,
// 10hz, 256kbit, 16kB. unit must not be Choice.
func AppendValue(dst []byte, unit Unit, v int64) []byte {
	switch unit {
	case Duration:
		switch {
		case v == 0:
			return append(dst, "0ms"...)
		case v%1e9 == 0 || v >= 10e9 || v <= -10e9:
			return append(appendDecimal(dst, v, 1e9), 's')
		case v%1e3 == 0 || v >= 1e6 || v <= -1e6:
			return append(appendDecimal(dst, v, 1e6), "ms"...)
		}
		return append(strconv.AppendInt(dst, v, 10), "ns"...)
	case Share:
		return append(appendDecimal(dst, v, 10_000), '%')
	case Frequency:
		return append(appendDecimal(dst, v, int64(Hertz)), "hz"...)
	case Bandwidth:
		return appendLarge(dst, v, "bit")
	case Size:
		return appendLarge(dst, v, "B")
	}
	return append(strconv.AppendInt(dst, v, 10), "ppm"...)
}

// FormatDuration returns a time as ParseValue reads it.
func FormatDuration(d time.Duration) string { return string(AppendValue(nil, Duration, int64(d))) }

// ParseSeed reads the seed of a run: a whole number.
func ParseSeed(text string) (uint64, error) {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("seed %q is not understood, want a whole number from 0 to %d", text, uint64(1<<64-1))
	}
	return v, nil
}

// Milliseconds returns a duration as a number of ms.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// appendLarge appends a number of bits or bytes in thousands, millions or billions where
// it has them.
func appendLarge(dst []byte, v int64, name string) []byte {
	switch {
	case v >= 1e12 || v <= -1e12:
		dst = append(appendDecimal(dst, v, 1e9), 'G')
	case v >= 1e6 || v <= -1e6:
		dst = append(appendDecimal(dst, v, 1e6), 'M')
	case v >= 1e3 || v <= -1e3 || v == 0:
		dst = append(appendDecimal(dst, v, 1e3), 'k')
	default:
		dst = strconv.AppendInt(dst, v, 10)
	}
	return append(dst, name...)
}

// appendDecimal appends v÷unit with as many digits as it needs. unit is a power of
// ten.
func appendDecimal(dst []byte, v, unit int64) []byte {
	if v < 0 {
		dst, v = append(dst, '-'), -v
	}
	dst = strconv.AppendInt(dst, v/unit, 10)
	rest := v % unit
	if rest == 0 {
		return dst
	}
	dst = append(dst, '.')
	for rest > 0 {
		unit /= 10
		dst = append(dst, byte('0'+rest/unit))
		rest %= unit
	}
	return dst
}

// Series is instants at a fixed rate from an anchor. Each is computed
// from its number, never from the one before, so 30 Hz has 1800 instants
// in a minute and not 1799.
type Series struct {
	Anchor time.Duration
	Rate   Rate
	N      int64 // number of the next instant, counted from the anchor
}

// Next returns the next instant.
func (s *Series) Next() time.Duration { return s.At(s.N) }

func (s *Series) At(n int64) time.Duration { return s.Anchor + s.Rate.At(n) }

// Before returns the last instant before t among those passed, and whether there is
// one since the rate was set.
func (s *Series) Before(t time.Duration) (time.Duration, bool) {
	for n := s.N - 1; n >= 0; n-- {
		if at := s.At(n); at < t {
			return at, true
		}
	}
	return 0, false
}

// SkipTo leaves out the instants before t.
func (s *Series) SkipTo(t time.Duration) {
	for s.Next() < t {
		s.N++
	}
}

// Retune changes the rate from the last instant passed on: the next one comes a new
// period after it, or at once if that is already past.
func (s *Series) Retune(rate Rate, now time.Duration) {
	if rate == s.Rate {
		return
	}
	if s.N > 0 {
		s.Anchor = s.At(s.N - 1)
		s.N = 1
	}
	s.Rate = rate
	s.SkipTo(now)
}

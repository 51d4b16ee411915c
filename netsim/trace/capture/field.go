package capture

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Field is a whole number in the payload of a datagram: a sequence number or a clock of
// the sender.
type Field struct {
	// Offset is that of its first byte, from the start of the payload.
	Offset int
	// Width is its length in bytes, 1 to 8.
	Width int
	// LittleEndian says that the least significant byte comes first.
	LittleEndian bool
	// Frequency is how often a clock ticks in a second, 0 for a sequence number.
	Frequency int64
	// Modulus is the number at which it starts again from 0, 0 for the power of two
	// that its width has.
	Modulus int64
}

// ErrField is wrapped by the error about the text of a field.
var ErrField = errors.New("bad options")

var fieldText = regexp.MustCompile(`^u(8|16|24|32|48|64)(be|le)?@(\d{1,5})(?:/(s|ms|us|ns|[1-9]\d{0,9}hz))?(?:%([1-9]\d{0,17}))?$`)

var clockUnits = [...]string{"s", "ms", "us", "ns"} // each 1000 times as often

// ParseField reads a field: "u16be@6" is an unsigned number of 16 bits in network byte
// order at byte 6 (le for the other order); a clock has a unit, "u32le@8/ms" (s, ms,
// us, ns or a frequency, "u32be@4/90000hz"); "%1000" after all says that it starts
// again at 1000.
func ParseField(s string) (Field, error) {
	m := fieldText.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil {
		return Field{}, fmt.Errorf("%w: field %q, want for example u16be@6 for a number and u32le@8/ms for a clock", ErrField, s)
	}
	number := func(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n } // 0 of nothing
	f := Field{Offset: int(number(m[3])), Width: int(number(m[1])) / 8, LittleEndian: m[2] == "le", Modulus: number(m[5])}
	f.Frequency = number(strings.TrimSuffix(m[4], "hz"))
	for i, unit := range clockUnits {
		if unit == m[4] {
			f.Frequency = int64(math.Pow10(3 * i))
		}
	}
	return f, nil
}

// String returns the field as ParseField reads it.
func (f Field) String() string {
	s := fmt.Sprintf("u%d", 8*f.Width)
	switch {
	case f.LittleEndian:
		s += "le"
	case f.Width > 1:
		s += "be"
	}
	s += fmt.Sprintf("@%d", f.Offset)
	if f.Frequency != 0 {
		unit := fmt.Sprintf("%dhz", f.Frequency)
		for i, name := range clockUnits {
			if f.Frequency == int64(math.Pow10(3*i)) {
				unit = name
			}
		}
		s += "/" + unit
	}
	if f.Modulus != 0 {
		s += fmt.Sprintf("%%%d", f.Modulus)
	}
	return s
}

// Value returns the number in a payload; ok is false if it is too short. The highest
// bit of 64 is left out.
func (f *Field) Value(payload []byte) (v int64, ok bool) {
	if len(payload) < f.Offset+f.Width {
		return 0, false
	}
	u := uint64(0)
	for i := range f.Width {
		b := payload[f.Offset+i]
		if f.LittleEndian {
			b = payload[f.Offset+f.Width-1-i]
		}
		u = u<<8 | uint64(b)
	}
	return int64(u &^ (1 << 63)), true
}

// Wraps returns the number at which the field starts again, 0 for never.
func (f *Field) Wraps() int64 {
	switch {
	case f.Modulus != 0:
		return f.Modulus
	case f.Width < 8:
		return 1 << (8 * f.Width)
	}
	return 0
}

// Time returns what a number of ticks is; ok is false beyond some 290 years.
func (f *Field) Time(ticks int64) (time.Duration, bool) {
	hi, lo := bits.Mul64(uint64(max(ticks, -ticks)), uint64(time.Second))
	if hi >= uint64(f.Frequency) {
		return 0, false
	}
	d, _ := bits.Div64(hi, lo, uint64(f.Frequency))
	if ticks < 0 {
		return -time.Duration(d), d < 1<<63
	}
	return time.Duration(d), d < 1<<63
}

// Unwrapper turns numbers that start again at a modulus, 0 for none, into ones that don't.
type Unwrapper struct {
	Modulus int64
	// Highest is the highest number so far, once there is one.
	Highest int64
	Started bool
}

// Next returns what the next number is: the one that is nearest to the highest before.
func (u *Unwrapper) Next(v int64) int64 {
	if !u.Started {
		u.Started, u.Highest = true, v
		return v
	}
	if u.Modulus > 0 {
		ahead := (v - u.Highest) % u.Modulus
		if ahead < 0 {
			ahead += u.Modulus
		}
		if ahead > u.Modulus/2 {
			ahead -= u.Modulus
		}
		v = u.Highest + ahead
	}
	u.Highest = max(u.Highest, v)
	return v
}

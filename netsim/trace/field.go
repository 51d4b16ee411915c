package trace

import (
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

var fieldText = regexp.MustCompile(`^u(8|16|24|32|48|64)(be|le)?@(\d{1,5})(?:/(s|ms|us|ns|[1-9]\d{0,9}hz))?(?:%([1-9]\d{0,17}))?$`)

var clockUnits = [...]string{"s", "ms", "us", "ns"} // each 1000 times as often

// ParseField reads a field: "u16be@6" is an unsigned number of 16 bits in network byte
// order at byte 6 (le for the other order); a clock has a unit, "u32le@8/ms" (s, ms,
// us, ns or a frequency, "u32be@4/90000hz"); "%1000" after all says that it starts
// again at 1000.
func ParseField(s string) (Field, error) {
	m := fieldText.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil {
		return Field{}, fmt.Errorf("%w: field %q, want for example u16be@6 for a number and u32le@8/ms for a clock", ErrOptions, s)
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

// value returns the number in a payload; ok is false if it is too short. The highest
// bit of 64 is left out.
func (f *Field) value(payload []byte) (v int64, ok bool) {
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

// modulus returns the number at which the field starts again, 0 for never.
func (f *Field) modulus() int64 {
	switch {
	case f.Modulus != 0:
		return f.Modulus
	case f.Width < 8:
		return 1 << (8 * f.Width)
	}
	return 0
}

// time returns what a number of ticks is; ok is false beyond some 290 years.
func (f *Field) time(ticks int64) (time.Duration, bool) {
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

// unwrapper turns numbers that start again into ones that don't.
type unwrapper struct {
	modulus, highest int64
	started          bool
}

func (u *unwrapper) next(v int64) int64 {
	if !u.started {
		u.started, u.highest = true, v
		return v
	}
	if u.modulus > 0 {
		ahead := (v - u.highest) % u.modulus
		if ahead < 0 {
			ahead += u.modulus
		}
		if ahead > u.modulus/2 {
			ahead -= u.modulus
		}
		v = u.highest + ahead
	}
	u.highest = max(u.highest, v)
	return v
}

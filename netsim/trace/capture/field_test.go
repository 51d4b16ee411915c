package capture

import (
	"errors"
	"testing"
)

func TestParseField(t *testing.T) {
	for _, c := range []struct {
		text string
		want Field
	}{
		{"u16be@6", Field{Offset: 6, Width: 2}},
		{"u32le@8/ms", Field{Offset: 8, Width: 4, LittleEndian: true, Frequency: 1000}},
		{"u8@0", Field{Width: 1}},
		{"u64be@4/ns", Field{Offset: 4, Width: 8, Frequency: 1e9}},
		{"u24be@1/90000hz%1000", Field{Offset: 1, Width: 3, Frequency: 90000, Modulus: 1000}},
	} {
		got, err := ParseField(c.text)
		if err != nil || got != c.want || got.String() != c.text {
			t.Errorf("ParseField(%q) = %+v, %v, written %q; want %+v", c.text, got, err, got, c.want)
		}
	}
	for _, text := range []string{"", "u16", "16be@6", "u16be@-1", "u16be@6/h", "u16be@6/0hz", "u16be@6%0", "u16be@6%", "u16be @6"} {
		if _, err := ParseField(text); !errors.Is(err, ErrField) {
			t.Errorf("ParseField(%q): error %v", text, err)
		}
	}
}

func TestFieldValue(t *testing.T) {
	p := []byte{1, 2, 3, 4, 5, 6, 7, 0x88}
	for _, c := range []struct {
		field string
		want  int64
		ok    bool
	}{
		{"u16be@1", 0x0203, true},
		{"u16le@1", 0x0302, true},
		{"u24le@0", 0x030201, true},
		{"u64be@0", 0x0102030405060788, true},
		{"u64le@0", 0x0807060504030201, true}, // without the highest bit
		{"u16be@7", 0, false},
		{"u8@8", 0, false},
	} {
		f, _ := ParseField(c.field)
		if got, ok := f.Value(p); got != c.want || ok != c.ok {
			t.Errorf("%s is %#x, %v, want %#x, %v", c.field, got, ok, c.want, c.ok)
		}
	}
}

// Numbers that start again go on counting, also where some come late; half of all of
// them ahead is still ahead.
func TestUnwrapper(t *testing.T) {
	u := Unwrapper{Modulus: 1 << 16}
	for _, c := range []struct{ value, want int64 }{
		{65530, 65530}, {65535, 65535}, {65533, 65533}, {2, 65538}, {65534, 65534}, {0, 65536},
		{2 + 32768, 65538 + 32768}, {0, 131072}, {65535, 131071},
	} {
		if got := u.Next(c.value); got != c.want {
			t.Errorf("%d is %d, want %d", c.value, got, c.want)
		}
	}
}

// The identification of IPv4 counts datagrams only if 95 % of its steps are 1: where a
// sender talks to others too, gaps are not losses.
func TestIdentified(t *testing.T) {
	for _, c := range []struct {
		every int // a step of 2 every so many
		want  bool
	}{{25, true}, {10, false}} {
		var ds []Datagram
		id := uint16(65500)
		for i := range 100 {
			id++
			if i%c.every == 0 {
				id++
			}
			ds = append(ds, Datagram{IsV4: true, IPID: id})
		}
		if got := Identified(ds); got != c.want {
			t.Errorf("a step of 2 every %d: %v, want %v", c.every, got, c.want)
		}
	}
}

func TestRTPSource(t *testing.T) {
	for _, c := range []struct {
		name    string
		payload string
		want    bool
	}{
		{"RTP", "\x80\x60\x00\x01\x00\x00\x00\x00\x00\x00\x00\x07", true},
		{"RTCP, a sender's report", "\x80\xc8\x00\x01\x00\x00\x00\x00\x00\x00\x00\x07", false},
		{"version 1", "\x40\x60\x00\x01\x00\x00\x00\x00\x00\x00\x00\x07", false},
		{"short", "\x80\x60\x00\x01\x00\x00\x00\x00\x00\x00\x00", false},
	} {
		if source, ok := rtpSourceOf([]byte(c.payload)); ok != c.want || ok && source != 7 {
			t.Errorf("%s: source %d, %v, want %v", c.name, source, ok, c.want)
		}
	}
}

// FuzzParseField reads any text; what is a field is written so that it is read again.
func FuzzParseField(f *testing.F) {
	for _, s := range []string{"u16be@6", "u32le@8/ms%1000", "u8@0", "u64be@1/90000hz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		field, err := ParseField(s)
		if err != nil {
			return
		}
		if again, err := ParseField(field.String()); err != nil || again != field {
			t.Fatalf("%q is %+v, written %q, read %+v, %v", s, field, field, again, err)
		}
		field.Value([]byte("a payload of some bytes"))
	})
}

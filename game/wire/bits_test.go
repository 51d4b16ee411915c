package wire

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBitsAreMostSignificantFirst(t *testing.T) {
	var w bitWriter
	w.write(0b101, 3)
	w.write(0xffff_fffe, 2) // the low two bits: 10
	w.writeSigned(-2, 4)    // 1110
	w.write(0x1234_5678, 32)
	w.write(0, 0)
	// 101 10 111|0 0001001|0 0011010|0 0101011|0 0111100|0 and seven bits of padding
	want := []byte{0b10110_111, 0b0_0001001, 0b0_0011010, 0b0_0101011, 0b0_0111100, 0}
	if got := w.flush(); !bytes.Equal(got, want) {
		t.Fatalf("wrote %08b, want %08b", got, want)
	}
	r := bitReader{src: want}
	if got := r.read(3); got != 0b101 {
		t.Errorf("read %b, want 101", got)
	}
	if got := r.read(2); got != 0b10 {
		t.Errorf("read %b, want 10", got)
	}
	if got := r.readSigned(4); got != -2 {
		t.Errorf("read %d, want -2", got)
	}
	if got := r.read(32); got != 0x1234_5678 {
		t.Errorf("read %#x, want 0x12345678", got)
	}
	if r.short || !r.atEnd() {
		t.Errorf("short %v, at end %v, want false, true", r.short, r.atEnd())
	}
	if got := r.read(8); got != 0 || !r.short {
		t.Errorf("beyond the end: read %d, short %v, want 0, true", got, r.short)
	}
}

func TestAtEnd(t *testing.T) {
	tests := []struct {
		name string
		src  []byte
		read uint
		want bool
	}{
		{"nothing", nil, 0, true},
		{"whole bytes", []byte{1}, 8, true},
		{"zero padding", []byte{0b1010_0000}, 3, true},
		{"padding that is not zero", []byte{0b1010_0001}, 3, false},
		{"a byte left", []byte{1, 0}, 8, false},
		{"a byte not begun", []byte{0}, 0, false},
	}
	for _, tt := range tests {
		r := bitReader{src: tt.src}
		r.read(tt.read)
		if got := r.atEnd(); got != tt.want {
			t.Errorf("%s: atEnd() = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestVarint(t *testing.T) {
	tests := []struct {
		v     uint64
		bytes []byte
	}{
		{0, []byte{0}},
		{127, []byte{0x7f}},
		{128, []byte{0x80, 0x01}},
		{300, []byte{0x80 | 44, 2}}, // 300 = 2·128 + 44
		{math.MaxUint64, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}},
	}
	for _, tt := range tests {
		var w bitWriter
		w.writeVarint(tt.v)
		if got := w.flush(); !bytes.Equal(got, tt.bytes) {
			t.Errorf("writeVarint(%d) = %x, want %x", tt.v, got, tt.bytes)
		}
		r := bitReader{src: tt.bytes}
		if got, ok := r.readVarint(); got != tt.v || !ok || !r.atEnd() {
			t.Errorf("readVarint(%x) = %d, %v, want %d", tt.bytes, got, ok, tt.v)
		}
	}
	for name, src := range map[string][]byte{
		"longer than needed": {0x80, 0x00},
		"65 bits":            {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02},
		"eleven groups":      {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x01},
	} {
		r := bitReader{src: src}
		if v, ok := r.readVarint(); ok {
			t.Errorf("%s: read %d from %x, want a refusal", name, v, src)
		}
	}
}

func TestBitsRoundTrip(t *testing.T) {
	type field struct {
		v     uint32
		width uint
	}
	rapid.Check(t, func(t *rapid.T) {
		fields := rapid.SliceOf(rapid.Custom(func(t *rapid.T) field {
			return field{rapid.Uint32().Draw(t, "v"), rapid.UintRange(0, 32).Draw(t, "width")}
		})).Draw(t, "fields")
		var w bitWriter
		for _, f := range fields {
			w.write(f.v, f.width)
		}
		r := bitReader{src: w.flush()}
		for i, f := range fields {
			if got, want := r.read(f.width), uint32(uint64(f.v)&(1<<f.width-1)); got != want {
				t.Fatalf("field %d: %d, want %d", i, got, want)
			}
		}
		if !r.atEnd() || r.short {
			t.Fatalf("at end %v, short %v, want true, false", r.atEnd(), r.short)
		}
	})
}

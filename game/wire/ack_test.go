package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAckLayout(t *testing.T) {
	a := Ack{Epoch: 0x0102, Seq: 0x03040506, Newest: 0x0708090a, Bits: 0x0b0c0d0e}
	want := []byte{1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}
	got := AppendAck([]byte{99}, a)
	if got[0] != 99 || !bytes.Equal(got[1:], want) {
		t.Fatalf("AppendAck = %v, want 99 and %v", got, want)
	}
	var back Ack
	if err := DecodeAck(&back, want); err != nil || back != a {
		t.Errorf("DecodeAck = %+v, %v, want %+v", back, err, a)
	}
}

func TestDecodeAckRefuses(t *testing.T) {
	good := AppendAck(nil, Ack{Seq: 1})
	for n := range good {
		a := Ack{Seq: 7}
		if err := DecodeAck(&a, good[:n]); !errors.Is(err, ErrShort) || a != (Ack{Seq: 7}) {
			t.Errorf("%d bytes: error %v and %+v, want ErrShort and no change", n, err, a)
		}
	}
	var a Ack
	if err := DecodeAck(&a, append(good, 0)); !errors.Is(err, ErrLong) {
		t.Errorf("a byte too many: error %v, want ErrLong", err)
	}
	if err := DecodeAck(&a, append([]byte{Version + 1}, good[1:]...)); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: error %v, want ErrVersion", err)
	}
}

func TestAckRecord(t *testing.T) {
	tests := []struct {
		name    string
		arrived []uint32
		want    Ack
	}{
		{"none", nil, Ack{}},
		{"the first", []uint32{1}, Ack{Newest: 1}},
		{"in a row", []uint32{1, 2, 3}, Ack{Newest: 3, Bits: 0b11}},
		{"one lost", []uint32{1, 3}, Ack{Newest: 3, Bits: 0b10}},
		{"one late", []uint32{1, 3, 2}, Ack{Newest: 3, Bits: 0b11}},
		{"twice", []uint32{1, 2, 2, 1}, Ack{Newest: 2, Bits: 0b1}},
		{"32 behind is remembered", []uint32{5, 37}, Ack{Newest: 37, Bits: 1 << 31}},
		{"33 behind is not", []uint32{5, 38}, Ack{Newest: 38}},
		{"32 late counts", []uint32{37, 5}, Ack{Newest: 37, Bits: 1 << 31}},
		{"33 late does not", []uint32{38, 5}, Ack{Newest: 38}},
		{"a long gap", []uint32{5, 2_000_000_000}, Ack{Newest: 2_000_000_000}},
		{"round the end", []uint32{math.MaxUint32, 1}, Ack{Newest: 1, Bits: 0b10}},
	}
	for _, tt := range tests {
		var a Ack
		for _, seq := range tt.arrived {
			a.Record(seq)
		}
		if a != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, a, tt.want)
		}
	}
}

// The twin keeps every number that arrived.
func TestAckAgreesWithASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Uint32Range(1, 1<<30).Draw(t, "base")
		arrived := rapid.SliceOfN(rapid.Uint32Range(base, base+100), 1, 50).Draw(t, "arrived")
		var a Ack
		set := map[uint32]bool{}
		newest := uint32(0)
		for _, seq := range arrived {
			a.Record(seq)
			newest = max(newest, seq)
			// What fell out of the window before does not come back in.
			set[seq] = set[seq] || newest-seq <= ackWindow
		}
		for seq := base; seq <= base+100; seq++ {
			want := set[seq] && newest >= seq && newest-seq <= ackWindow
			if got := a.Has(seq); got != want {
				t.Fatalf("after %v: Has(%d) = %v, want %v", arrived, seq, got, want)
			}
		}
	})
	if (&Ack{}).Has(0) {
		t.Error("an ack of nothing has packet 0")
	}
}

func FuzzDecodeAck(f *testing.F) {
	f.Add([]byte{})
	f.Add(AppendAck(nil, Ack{Epoch: 1, Seq: 2, Newest: 3, Bits: 4}))
	f.Fuzz(func(t *testing.T, src []byte) {
		var a Ack
		if err := DecodeAck(&a, src); err == nil && !bytes.Equal(AppendAck(nil, a), src) {
			t.Errorf("%x is read as %+v", src, a)
		}
	})
}

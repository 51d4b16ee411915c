package interp

import (
	"testing"

	"pgregory.net/rapid"
)

// The bits say what a set of all numbers that ever came says, as far as they reach.
func TestReceivedEqualsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom([]uint32{1, 5_000, 1<<32 - 100}).Draw(t, "base")
		var r received
		come := map[uint32]bool{}
		newest := uint32(0)
		for range rapid.IntRange(1, 60).Draw(t, "packets") {
			seq := uint32(max(0, int(newest)+rapid.IntRange(-40, 60).Draw(t, "ahead")))
			if rapid.IntRange(0, 20).Draw(t, "leap") == 0 {
				seq = newest + uint32(rapid.IntRange(900, 3000).Draw(t, "far"))
			}
			newest = max(newest, seq)
			come[seq] = true
			r.note(base+seq, ServerTime(seq)*10)

			after := uint32(rapid.IntRange(0, int(newest)).Draw(t, "after"))
			before := uint32(rapid.IntRange(0, int(newest)+1).Draw(t, "before"))
			want := false
			for q := after + 1; q < before; q++ {
				want = want || !come[q] && newest-q < receivedPackets && base+q != 0
			}
			if got := r.missing(base+after, base+before); got != want {
				t.Fatalf("between %d and %d, newest %d: missing %v, want %v", after, before, newest, got, want)
			}
		}
	})
}

// Packets of one snapshot are one, whatever the order in which they come.
func TestReceivedPreviousSnapshot(t *testing.T) {
	var r received
	if s, ok := r.previous(100); ok {
		t.Errorf("%+v before anything came", s)
	}
	for _, p := range []struct {
		seq  uint32
		time ServerTime
	}{{4, 200}, {2, 100}, {1, 100}, {3, 200}, {6, 300}} {
		r.note(p.seq, p.time)
	}
	for _, tt := range []struct {
		time ServerTime
		want receivedSnapshot
		ok   bool
	}{
		{100, receivedSnapshot{}, false},
		{101, receivedSnapshot{100, 2}, true},
		{200, receivedSnapshot{100, 2}, true},
		{300, receivedSnapshot{200, 4}, true},
		{999, receivedSnapshot{300, 6}, true},
	} {
		if got, ok := r.previous(tt.time); got != tt.want || ok != tt.ok {
			t.Errorf("before %d: %+v %v, want %+v %v", tt.time, got, ok, tt.want, tt.ok)
		}
	}
	for i := range 16 {
		r.note(uint32(10+i), ServerTime(1000+i))
	}
	if s, ok := r.previous(1000); ok {
		t.Errorf("%+v is remembered after 16 newer ones", s)
	}
}

// Number 0 is never sent, and what is too far back does not come any more.
func TestReceivedEdges(t *testing.T) {
	var r received
	for _, seq := range []uint32{1<<32 - 2, 1<<32 - 1, 1, 3} {
		r.note(seq, 0)
	}
	for _, tt := range []struct {
		after, before uint32
		want          bool
	}{
		{1<<32 - 2, 1, false},
		{1<<32 - 2, 3, true}, // 2
		{1, 3, true},
		{2, 3, false},
		{3, 3, false},
		{3, 1, false},
	} {
		if got := r.missing(tt.after, tt.before); got != tt.want {
			t.Errorf("between %d and %d: missing %v, want %v", tt.after, tt.before, got, tt.want)
		}
	}
	r.note(2+receivedPackets-1, 0)
	if !r.missing(1, 3) {
		t.Errorf("2 is given up at %d packets back", receivedPackets-1)
	}
	r.note(2+receivedPackets, 0)
	if r.missing(1, 3) {
		t.Errorf("2 is waited for at %d packets back", receivedPackets)
	}
	r.note(2, 0) // too late to be of use
	if r.missing(receivedPackets+1, receivedPackets+2) {
		t.Error("a packet too far back took the place of another")
	}
	// What came a turn of the ring ago does not stand for what is missing now.
	r.reset()
	r.note(10, 0)
	r.note(10+receivedPackets+1, 0)
	if !r.missing(10+receivedPackets-1, 10+receivedPackets+1) {
		t.Error("a packet of a turn ago stands for one that is missing")
	}
}

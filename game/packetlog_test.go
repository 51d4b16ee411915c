package game

import (
	"testing"
	"time"

	"snaplab/netsim"
)

func TestPacketLogRemembersTheLast(t *testing.T) {
	var l packetLog
	const sent = packetHistory + 1000
	for i := uint64(1); i <= sent; i++ {
		l.add(PacketRecord{Link: netsim.Event{Seq: i, SentAt: time.Duration(i)}})
	}
	for _, c := range []struct {
		seq  uint64
		want bool
	}{{0, false}, {1, false}, {1000, false}, {1001, true}, {sent, true}, {sent + 1, false}} {
		r := l.find(c.seq)
		if (r != nil) != c.want {
			t.Errorf("packet %d is remembered: %v, want %v", c.seq, r != nil, c.want)
		}
		if r != nil && r.Link.Seq != c.seq {
			t.Errorf("looking for packet %d found %d", c.seq, r.Link.Seq)
		}
	}
}

func TestAppendSent(t *testing.T) {
	var l packetLog
	for i := uint64(1); i <= 10; i++ {
		l.add(PacketRecord{Link: netsim.Event{Seq: i, SentAt: time.Duration(i/2) * time.Second}})
	}
	// Sent at 0, 1, 1, 2, 2, 3, 3, 4, 4, 5 s.
	for _, c := range []struct {
		from, to    time.Duration
		first, last uint64 // 0: none
	}{
		{0, time.Hour, 1, 10},
		{time.Second, 2 * time.Second, 2, 5},
		{2500 * time.Millisecond, 3 * time.Second, 6, 7},
		{5 * time.Second, 5 * time.Second, 10, 10},
		{6 * time.Second, time.Hour, 0, 0},
	} {
		got := l.appendSent(nil, c.from, c.to)
		if c.first == 0 {
			if len(got) != 0 {
				t.Errorf("%v to %v: %d packets, want none", c.from, c.to, len(got))
			}
			continue
		}
		if n := c.last - c.first + 1; uint64(len(got)) != n || got[0].Link.Seq != c.first || got[n-1].Link.Seq != c.last {
			t.Errorf("%v to %v: %d packets, want %d to %d", c.from, c.to, len(got), c.first, c.last)
		}
	}
	var empty packetLog
	if got := empty.appendSent(nil, 0, time.Hour); len(got) != 0 {
		t.Errorf("an empty log has %d packets", len(got))
	}
}

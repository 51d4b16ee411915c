package netsim

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"testing"
	"time"
)

// Packets are sent at 0, 100, 200, … 900 ms and take 50 ms; the fault comes at 250 ms,
// before packet 4.
func TestFaults(t *testing.T) {
	tests := []struct {
		name    string
		fault   func(l *Link)
		channel Channel
		want    string // packet@arrival in ms, in the order of arrival
	}{
		{"none", func(*Link) {}, Unreliable, "1@50 2@150 3@250 4@350 5@450 6@550 7@650 8@750 9@850 10@950"},
		{"drop one", func(l *Link) { l.DropNext(1) }, Unreliable, "1@50 2@150 3@250 5@450 6@550 7@650 8@750 9@850 10@950"},
		{"drop three", func(l *Link) { l.DropNext(1); l.DropNext(2) }, Unreliable, "1@50 2@150 3@250 7@650 8@750 9@850 10@950"},
		// Sent again after 200 ms; 5 and 6 wait for it.
		{"drop one, reliable", func(l *Link) { l.DropNext(1) }, Reliable, "1@50 2@150 3@250 4@550 5@550 6@550 7@650 8@750 9@850 10@950"},
		// From 250 up to 500 ms: 4 and 5, and not 6, which is sent at 500 ms.
		{"blackout", func(l *Link) { l.Blackout(250*ms, 250*ms) }, Unreliable, "1@50 2@150 3@250 6@550 7@650 8@750 9@850 10@950"},
		// A second one while the first lasts: the later end counts.
		{"blackout twice", func(l *Link) { l.Blackout(250*ms, 250*ms); l.Blackout(250*ms, 100*ms) }, Unreliable, "1@50 2@150 3@250 6@550 7@650 8@750 9@850 10@950"},
		// 4 and 5 go at 500 + 200 ms.
		{"blackout, reliable", func(l *Link) { l.Blackout(250*ms, 250*ms) }, Reliable, "1@50 2@150 3@250 4@750 5@750 6@750 7@750 8@750 9@850 10@950"},
		// All sent from 250 ms on go at 550 ms.
		{"spike", func(l *Link) { l.Spike(250*ms, 300*ms) }, Unreliable, "1@50 2@150 3@250 4@600 5@600 6@600 7@650 8@750 9@850 10@950"},
		{"duplicate", func(l *Link) { l.DuplicateNext(2) }, Unreliable, "1@50 2@150 3@250 4@350 4@350 5@450 5@450 6@550 7@650 8@750 9@850 10@950"},
		{"duplicate, reliable", func(l *Link) { l.DuplicateNext(2) }, Reliable, "1@50 2@150 3@250 4@350 5@450 6@550 7@650 8@750 9@850 10@950"},
		{"duplicate the first that is not lost", func(l *Link) { l.DropNext(1); l.DuplicateNext(1) }, Unreliable, "1@50 2@150 3@250 5@450 5@450 6@550 7@650 8@750 9@850 10@950"},
		// 300 + 50 + 100 ms, and one more to be sure.
		{"swap", func(l *Link) { l.SwapNext(1, 100*ms) }, Unreliable, "1@50 2@150 3@250 5@450 4@451 6@550 7@650 8@750 9@850 10@950"},
		{"swap pairs", func(l *Link) { l.SwapNext(2, 100*ms) }, Unreliable, "1@50 2@150 3@250 5@450 4@451 7@650 6@651 8@750 9@850 10@950"},
		{"swap, reliable", func(l *Link) { l.SwapNext(1, 100*ms) }, Reliable, "1@50 2@150 3@250 4@350 5@450 6@550 7@650 8@750 9@850 10@950"},
		{"corrupt", func(l *Link) { l.CorruptNext(2) }, Unreliable, "1@50 2@150 3@250 4!@350 5!@450 6@550 7@650 8@750 9@850 10@950"},
		{"corrupt, reliable", func(l *Link) { l.CorruptNext(1) }, Reliable, "1@50 2@150 3@250 4@550 5@550 6@550 7@650 8@750 9@850 10@950"},
		{"fewer than none", func(l *Link) { l.DropNext(-1); l.SwapNext(-1, -ms); l.Spike(250*ms, -ms) }, Unreliable, "1@50 2@150 3@250 4@350 5@450 6@550 7@650 8@750 9@850 10@950"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLink(t, Conditions{Latency: 50 * ms, Channel: tt.channel}, 1)
			sent := []byte{0x55, 0xaa, 0x00, 0xff}
			for i := range 10 {
				if i == 3 {
					tt.fault(l)
				}
				l.Send(time.Duration(i)*100*ms, sent)
			}
			got := ""
			for {
				at, ok := l.NextArrival()
				if !ok {
					break
				}
				p, e, _ := l.Receive(at, nil)
				mark, flipped := "", 0
				for j := range p {
					flipped += bits.OnesCount8(p[j] ^ sent[j])
				}
				if e.Corrupted {
					mark = "!"
				}
				if e.Corrupted != (flipped == flippedBits) || !e.Corrupted && flipped != 0 {
					t.Errorf("packet %d: corrupted %v, and %d bits differ", e.Seq, e.Corrupted, flipped)
				}
				got += fmt.Sprintf(" %d%s@%d", e.Seq, mark, at/ms)
			}
			if got = got[1:]; got != tt.want {
				t.Errorf("arrivals\n%s, want\n%s", got, tt.want)
			}
			if !bytes.Equal(sent, []byte{0x55, 0xaa, 0x00, 0xff}) {
				t.Error("the caller's packet was changed")
			}
		})
	}
}

// A fault changes what becomes of the packets that it happens to, and of no other.
func TestFaultsTakeNoDraws(t *testing.T) {
	c := Conditions{Latency: 50 * ms, Jitter: 40 * ms, Loss: 100_000, Outage: 80 * ms, Duplicate: 100_000, Order: Free}
	plain, faulty := newLink(t, c, 7), newLink(t, c, 7)
	struck := []uint64{101, 102, 103, 201, 301, 401} // at most: a lost one passes a swap on to the next
	for i := range 1000 {
		now := time.Duration(i) * 100 * ms
		switch i {
		case 100:
			faulty.DropNext(3)
		case 200:
			faulty.Blackout(now, 100*ms)
		case 300:
			faulty.Spike(now, 100*ms)
		case 400:
			faulty.DuplicateNext(1)
		case 500:
			faulty.SwapNext(1, 100*ms)
		case 600:
			faulty.CorruptNext(1)
		}
		x, y := plain.Send(now, []byte("packet")), faulty.Send(now, []byte("packet"))
		if i >= 500 && i < 520 || i >= 600 && i < 620 || slices.Contains(struck, x.Seq) {
			continue
		}
		if x != y {
			t.Fatalf("packet %d:\n%+v, with faults before it\n%+v", x.Seq, x, y)
		}
	}
}

// A corrupted packet is the same again from the same seed, and another from another.
func TestCorruptionFollowsTheSeed(t *testing.T) {
	corrupted := func(seed uint64) string {
		l := newLink(t, Conditions{}, seed)
		l.CorruptNext(1)
		l.Send(0, make([]byte, 1000))
		p, _, _ := l.Receive(0, nil)
		return string(p)
	}
	if once, again := corrupted(1), corrupted(1); once != again || once == corrupted(2) {
		t.Error("which bits are flipped does not follow the seed")
	}
	l := newLink(t, Conditions{}, 1)
	l.CorruptNext(1)
	if e := l.Send(0, nil); e.Corrupted {
		t.Error("an empty packet has no bits to flip")
	}
}

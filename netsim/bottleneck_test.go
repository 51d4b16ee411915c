package netsim

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// At 8 Mbit/s a byte takes a microsecond. Packets are given as sent at and size; the
// queue holds 2000 bytes.
func TestBottleneckByHand(t *testing.T) {
	const us = time.Microsecond
	type packet struct {
		at   time.Duration // µs
		size int
		want time.Duration // when it has passed, µs; -1 if it is dropped
	}
	tests := []struct {
		name    string
		packets []packet
	}{
		{"one at a time", []packet{{0, 1000, 1000}, {1000, 500, 1500}, {5000, 500, 5500}}},
		{"the second waits", []packet{{0, 1000, 1000}, {400, 1000, 2000}}},
		// The first has 1000 bytes to go, and 1000 of the second make 2000; the
		// third would make 2001.
		{"the queue is full", []packet{{0, 1000, 1000}, {0, 1000, 2000}, {0, 1, -1}, {1, 1, 2001}}},
		{"an idle line takes any size", []packet{{0, 9000, 9000}, {8999, 1999, 10_999}, {8999, 1, -1}}},
		{"a dropped packet leaves no trace", []packet{{0, 2000, 2000}, {500, 501, -1}, {500, 500, 2500}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLink(t, Conditions{Latency: 10 * ms, Bandwidth: 8_000_000, Queue: 2000}, 1)
			for i, p := range tt.packets {
				e := l.Send(p.at*us, make([]byte, p.size))
				want, fate := 10*ms+p.want*us, Delivered
				if p.want < 0 {
					want, fate = 10*ms+p.at*us, LostQueue
				}
				if e.ArrivesAt != want || e.Fate != fate {
					t.Errorf("packet %d is %v at %v, want %v at %v", i+1, e.Fate, e.ArrivesAt, fate, want)
				}
			}
		})
	}
}

func TestBottleneckRoundsUp(t *testing.T) {
	// 3 bytes at 1 Mbit/s: 24 µs. At 7 bit/s: 24/7 s = 3.428571428.57… s.
	for bandwidth, want := range map[int64]time.Duration{0: 0, 1_000_000: 24_000, 7: 3_428_571_429, MaxBandwidth: 1} {
		c := Conditions{Latency: ms, Bandwidth: bandwidth}
		if got := c.Fastest(3); got != ms+want {
			t.Errorf("Fastest(3) at %d bit/s is %v, want %v", bandwidth, got, ms+want)
		}
	}
}

func TestNothingWaitsLongerThanMaxDelay(t *testing.T) {
	for _, channel := range []Channel{Unreliable, Reliable} {
		// A second a packet.
		l := newLink(t, Conditions{Bandwidth: 8000, Queue: MaxQueue, Channel: channel}, 1)
		for i := range 20 {
			e := l.Send(0, make([]byte, 1000))
			if fits := i < 10; (e.Fate == Delivered) != fits {
				t.Errorf("%v: packet %d is %v", channel, i+1, e.Fate)
			}
		}
	}
}

func TestReliableChannelWaitsInsteadOfDropping(t *testing.T) {
	c := Conditions{Bandwidth: 8_000_000, Queue: 0, Channel: Reliable}
	l := newLink(t, c, 1)
	for i := range 5 {
		if e := l.Send(0, make([]byte, 1000)); e.Fate != Delivered || e.ArrivesAt != time.Duration(i+1)*ms {
			t.Errorf("packet %d is %v at %v", i+1, e.Fate, e.ArrivesAt)
		}
	}
}

// The twin keeps every packet and counts, microsecond by microsecond, the bytes that
// are still to pass: at 8 Mbit/s one in each.
func TestBottleneckAgreesWithCountingBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue := int64(rapid.IntRange(0, 300).Draw(t, "queue"))
		c := Conditions{Bandwidth: 8_000_000, Queue: queue}
		var b bottleneck
		waiting := []int{} // bytes left of each packet, the one in service first
		now := 0
		for range rapid.IntRange(1, 40).Draw(t, "packets") {
			for gap := rapid.IntRange(0, 150).Draw(t, "gap"); gap > 0; gap-- {
				now++
				if len(waiting) > 0 {
					if waiting[0]--; waiting[0] == 0 {
						waiting = waiting[1:]
					}
				}
			}
			size := rapid.IntRange(1, 200).Draw(t, "size")
			left := 0
			for _, w := range waiting {
				left += w
			}
			fits := left == 0 || int64(left+size) <= queue
			if fits {
				waiting = append(waiting, size)
			}
			passed, ok := b.pass(&c, time.Duration(now)*time.Microsecond, size, false)
			if ok != fits || ok && passed != time.Duration(now+left+size)*time.Microsecond {
				t.Fatalf("at %d µs %d bytes behind %d: passed at %v, %v; want %v", now, size, left, passed, ok, fits)
			}
		}
	})
}

// What passes in the long run is the bandwidth, and what is offered above it is lost.
func TestBandwidthIsTheThroughput(t *testing.T) {
	for _, load := range []int{50, 100, 150, 400} { // per cent of 256 kbit/s
		t.Run(fmt.Sprint(load), func(t *testing.T) {
			const seconds, size = 100, 400
			l := newLink(t, Conditions{Bandwidth: 256_000, Queue: 4000}, 1)
			interval := time.Duration(size*8) * time.Second * 100 / 256_000 / time.Duration(load)
			through, sent := 0, 0
			for now := time.Duration(0); now < seconds*time.Second; now += interval {
				e := l.Send(now, make([]byte, size))
				sent += size
				if e.Fate == Delivered && e.ArrivesAt <= seconds*time.Second {
					through += size
				}
				if wait := e.ArrivesAt - now; wait > 4000*8*time.Second/256_000 {
					t.Fatalf("a packet takes %v, want at most the whole queue's 125ms", wait)
				}
			}
			want := min(sent, seconds*256_000/8)
			if through > want || through < want-4000-size {
				t.Errorf("%d bytes came through, want %d less what waits", through, want)
			}
		})
	}
}

package trace

import (
	"strings"
	"testing"
	"time"

	"snaplab/netsim"
)

// TestBottleneck: opportunities of 1500 bytes at 10, 20 and 30 ms, again from 30 ms on
// (so at 40, 50, 60 …).
func TestBottleneck(t *testing.T) {
	tr, err := Read("x.trace", strings.NewReader("10\n20\n30\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := NewBottleneck(tr.Opportunities)
	b.Latency = 5 * time.Millisecond
	ms := time.Millisecond
	for i, c := range []struct {
		sentAt  time.Duration
		size    int
		arrives time.Duration
	}{
		{0, 700, 15 * ms},       // the first opportunity, at 10 ms
		{1 * ms, 700, 15 * ms},  // shares it: 100 bytes are left
		{2 * ms, 700, 25 * ms},  // 100 bytes of it, 600 of the next
		{3 * ms, 900, 25 * ms},  // fills that one
		{3 * ms, 1500, 35 * ms}, // the third
		{4 * ms, 3000, 55 * ms}, // two more: 40 and 50 ms
		{70 * ms, 100, 75 * ms}, // a new one, at 70 ms itself
		{205 * ms, 1, 215 * ms}, // those of the time between are wasted
	} {
		delay, fate := b.Next(uint64(i+1), c.sentAt, c.size)
		if got := c.sentAt + delay; got != c.arrives || fate != netsim.Delivered {
			t.Errorf("packet %d of %d bytes sent at %v arrives at %v (%v), want %v", i+1, c.size, c.sentAt, got, fate, c.arrives)
		}
	}
}

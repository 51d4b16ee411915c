package view

import (
	"testing"
	"time"
)

// More is done in each frame as long as they come in time, and where they don't, less,
// and for long no more.
func TestPortion(t *testing.T) {
	const inTime, late = 16 * time.Millisecond, 34 * time.Millisecond
	p := Portion{Smallest: 1, Largest: 12}
	if n := p.Next(inTime); n != 3 {
		t.Errorf("it begins with %d, want a quarter of the way, 3", n)
	}
	slow := Portion{Smallest: 1, Largest: 12}
	if n := slow.Next(late); n != 3 {
		t.Errorf("after a late frame in which it did nothing it begins with %d, want 3", n)
	}
	for range 10 * calmFrames {
		p.Next(inTime)
	}
	if p.size < 10 || p.size > p.Largest {
		t.Errorf("after 200 frames in time it is %d", p.size)
	}
	was := p.size
	if n := p.Next(late); n != was/2 {
		t.Errorf("after a late frame it is %d, want half of %d", n, was)
	}
	for range 500 {
		if n := p.Next(inTime); n >= was {
			t.Fatalf("%d was too much, and it is tried again soon", was)
		}
	}
	for range 20 {
		p.Next(late)
	}
	if p.size != 1 || p.most != 1 {
		t.Errorf("where all frames are late it is %d of %d, want 1 of 1", p.size, p.most)
	}
	for range 20 * trustFrames {
		p.Next(inTime)
	}
	if p.size < 10 {
		t.Errorf("after so many frames in time it is still %d", p.size)
	}
}

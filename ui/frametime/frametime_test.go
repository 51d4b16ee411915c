package frametime_test

import (
	"testing"
	"time"

	"snaplab/ui/frametime"
)

// TestFrameTimes: of a thousand frames 989 take 16.2 ms, ten 40 ms and one 300 ms. The
// 500th and the 989th of them are of the first sort, the 990th and the 999th of the
// second.
func TestFrameTimes(t *testing.T) {
	var f frametime.Times
	if got := f.Status(); got != (frametime.Status{}) {
		t.Errorf("of no frames: %+v", got)
	}
	for range 989 {
		f.Add(16_200 * time.Microsecond)
	}
	for range 10 {
		f.Add(40 * time.Millisecond)
	}
	f.Add(300 * time.Millisecond)
	want := frametime.Status{P50: 17, P99: 40, P999: 40, Max: 300, Slow: 1}
	if got := f.Status(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	f.Add(50 * time.Millisecond) // not over 50 ms
	f.Add(50*time.Millisecond + 1)
	if got := f.Status().Slow; got != 2 {
		t.Errorf("%d frames over 50 ms, want 2", got)
	}
}

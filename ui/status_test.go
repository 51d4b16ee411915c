package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
)

// TestFrameTimes: of a thousand frames 989 take 16.2 ms, ten 40 ms and one 300 ms. The
// 500th and the 989th of them are of the first sort, the 990th and the 999th of the
// second.
func TestFrameTimes(t *testing.T) {
	var f frameTimes
	if got := f.status(); got != (frameTimesStatus{}) {
		t.Errorf("of no frames: %+v", got)
	}
	for range 989 {
		f.add(16_200 * time.Microsecond)
	}
	for range 10 {
		f.add(40 * time.Millisecond)
	}
	f.add(300 * time.Millisecond)
	want := frameTimesStatus{P50: 17, P99: 40, P999: 40, Max: 300, Slow: 1}
	if got := f.status(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	f.add(50 * time.Millisecond) // not over 50 ms
	f.add(50*time.Millisecond + 1)
	if got := f.status().Slow; got != 2 {
		t.Errorf("%d frames over 50 ms, want 2", got)
	}
}

func TestSpoken(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	if got := a.AppendSpoken(nil); len(got) != 0 {
		t.Errorf("at the start it says %q, want nothing", got)
	}
	for _, c := range []struct {
		focus  string
		starts string
	}{
		{"link/jitter", "Jitter range 30 ms – How much longer the slowest packet"},
		{"link/order", "in order – What jitter does"},
		{"delay/auto", "auto off – Lets every delay follow"},
		{"time", "The run so far."},
		{"help", "What the keys do."},
	} {
		a.ctx.SetFocus(c.focus)
		h.rest()
		if got := string(a.AppendSpoken(nil)); !strings.HasPrefix(got, c.starts) {
			t.Errorf("on %s it says %q, want it to begin %q", c.focus, got, c.starts)
		}
	}
	a.say("Saved.")
	if got := string(a.AppendSpoken([]byte("> "))); !strings.HasPrefix(got, "> What the keys do.") || !strings.HasSuffix(got, " – Saved.") {
		t.Errorf("after a message it says %q, want the message at the end", got)
	}
	a.ctx.SetFocus("")
	h.rest()
	if got := string(a.AppendSpoken(nil)); got != "Saved." {
		t.Errorf("with a message alone it says %q", got)
	}
}

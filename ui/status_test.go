package ui

import (
	"strings"
	"testing"

	"snaplab/game/config"
)

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

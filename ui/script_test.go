package ui

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
)

// TestScriptInTheWindow: the controls follow what the script changes, what is set by
// hand stays, and a restart begins with the latter alone.
func TestScriptInTheWindow(t *testing.T) {
	const ms = time.Millisecond
	sc := config.DefaultScenario()
	slower := sc.Settings
	slower.Down.Latency = 130 * ms
	sc.Script = []config.Timed{{At: 2 * time.Second, Settings: slower}}
	a := testApp(t, sc)
	h := &hand{app: a}
	a.AdvanceTo(time.Second)
	a.ctx.SetFocus("link/loss")
	h.key(im.KeyHome)

	want := func(at string, latency time.Duration) {
		t.Helper()
		h.rest()
		set := a.Session().Settings()
		if set != a.settings || set.Down.Latency != latency || set.Down.Loss != 0 {
			t.Errorf("%s: latency %v (shown: %v) and loss %v, want %v and 0%%", at, set.Down.Latency, a.settings.Down.Latency, set.Down.Loss, latency)
		}
	}
	want("after a second", 50*ms)
	a.AdvanceTo(3 * time.Second)
	want("after three", 130*ms)
	h.key(im.KeyR)
	want("again", 50*ms)
	a.AdvanceTo(3 * time.Second)
	want("again after three", 130*ms)
}

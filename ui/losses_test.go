package ui

import (
	"testing"
	"time"

	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/ui/im"
)

// The silence that is typed gives k and the delay, and the button sets it, for all kinds
// or for the one in focus. 450 ms at 5 Hz: k = ceil(450 ÷ 200) = 3, (1 + 3)·200 + 30.
func TestSilenceIsUsed(t *testing.T) {
	a := tuningApp(t, tabLosses)
	h := &hand{app: a}
	a.ctx.SetFocus("tuning/losses/silence")
	h.rest()
	h.write("450")
	h.key(im.KeyEnter)
	list := panelText(t, a, a.tuningPage, a.places.underArenas())
	for _, want := range []string{"k = ceil(450 ÷ 200) = 3 packets in a row", "D = (1 + 3)·200 + 30 = 830 ms", "Use 830 ms"} {
		if !has(t, list, want) {
			t.Errorf("it does not say %q:\n%s", want, list)
		}
	}
	a.model.Locked[world.Drone] = true
	a.model.Focus = -1
	use := func() {
		a.ctx.SetFocus("tuning/losses/use")
		h.rest()
		h.key(im.KeyEnter)
	}
	use()
	set := a.Session().Settings()
	if set.Policies[world.Car].Delay != 830*time.Millisecond || set.Policies[world.Drone].Delay != 120*time.Millisecond {
		t.Errorf("cars have %v, locked drones %v", set.Policies[world.Car].Delay, set.Policies[world.Drone].Delay)
	}
	a.model.Focus = int(world.Drone)
	use()
	if got := a.Session().Settings().Policies[world.Drone].Delay; got != 830*time.Millisecond {
		t.Errorf("drones have %v, want 830ms", got)
	}
}

// The share of the runs of losses that a silence covers is that of the counts.
func TestSurvivedShare(t *testing.T) {
	a := tuningApp(t, tabLosses)
	link := &a.readings.Link
	*link = measure.LinkStats{Sent: 100, Lost: 15, LongestLossRun: 4}
	link.LossRuns[0], link.LossRuns[1], link.LossRuns[3] = 5, 3, 1
	for _, c := range []struct {
		longestGap time.Duration
		want       string
	}{
		{0, "survives 0.0 % of them: 0 of 9 runs"},
		{150 * time.Millisecond, "survives 55.6 % of them: 5 of 9 runs"}, // k = 1
		{201 * time.Millisecond, "survives 88.9 % of them: 8 of 9 runs"}, // k = 2
		{800 * time.Millisecond, "survives 100.0 % of them: 9 of 9 runs"},
	} {
		a.tuning.losses.longestGap = int64(c.longestGap)
		a.ctx.Begin(&im.Input{}, a.canvas.Bounds())
		a.lossesTab(a.places.underArenas())
		list, err := a.ctx.End()
		if err != nil {
			t.Fatal(err)
		}
		if !has(t, list.String(), c.want) {
			t.Errorf("%v: it does not say %q", c.longestGap, c.want)
		}
	}
}

package tuning

import (
	"testing"
	"time"

	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// typeGap types the gap to survive.
func (w *page) typeGap(text string) {
	w.Ctx.SetFocus("tuning/losses/gap")
	w.Rest()
	w.Type(text)
	w.use("tuning/losses/gap", im.KeyEnter)
}

// The gap that is typed gives k and the delay, and the button sets it, for all kinds or for
// the one in focus. 450 ms at 5 Hz: k = ceil(450 ÷ 200) = 3, (1 + 3)·200 + 30.
func TestGapIsUsed(t *testing.T) {
	w := open(t, tabLosses)
	w.typeGap("450")
	w.says("k = ceil(450 ÷ 200) = 3 packets in a row", "D = (1 + 3)·200 + 30 = 830 ms", "Use 830 ms")
	w.Model.Locked[world.Drone] = true
	w.use("tuning/losses/use", im.KeyEnter)
	if set := w.policies(); set[world.Car].Delay != 830*ms || set[world.Drone].Delay != 120*ms {
		t.Errorf("cars have %v, locked drones %v", set[world.Car].Delay, set[world.Drone].Delay)
	}
	w.use("tuning/losses/for", im.KeyEnter, im.KeyEnd, im.KeyEnter)
	w.use("tuning/losses/use", im.KeyEnter)
	if got := w.policies()[world.Drone].Delay; w.Model.Focus != int(world.Drone) || got != 830*ms {
		t.Errorf("drones have %v, want 830ms (focus on kind %d)", got, w.Model.Focus)
	}
}

// The share of the runs of losses that a gap covers is that of the counts.
func TestSurvivedShare(t *testing.T) {
	w := open(t, tabLosses)
	link := measure.LinkStats{Sent: 100, Lost: 15, LongestLossRun: 4}
	link.LossRuns[0], link.LossRuns[1], link.LossRuns[3] = 5, 3, 1
	w.Draw = func(c *im.Context, m *view.Model, act *view.Actions) {
		readings := *m.Readings
		readings.Link = link
		of := *m
		of.Readings = &readings
		w.panel.Draw(c, raster.Rect{W: 1000, H: 330}, &of, act)
	}
	for _, c := range []struct {
		gap  string
		want string
	}{
		{"0", "survives 0.0 % of them: 0 of 9 runs"},
		{"150", "survives 55.6 % of them: 5 of 9 runs"}, // k = 1
		{"201", "survives 88.9 % of them: 8 of 9 runs"}, // k = 2
		{"800", "survives 100.0 % of them: 9 of 9 runs"},
	} {
		w.typeGap(c.gap)
		w.says(c.want)
	}
}

// Before any packet was lost it says so, and what the formula asks for all the same.
func TestNothingLost(t *testing.T) {
	s := viewtest.Scenario()
	s.Settings.Down.Loss = 0
	w := open(t, tabLosses)
	w.Start(s)
	w.PlayTo(2 * time.Second)
	w.says(w.Model.Text.Tuning.Losses.None, w.Model.Text.Tuning.Losses.NothingLost, "Use 430 ms") // (1 + 1)·200 + 30
}

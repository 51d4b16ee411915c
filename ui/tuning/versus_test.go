package tuning

import (
	"strings"
	"testing"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/view/viewtest"
)

// Against itself every difference is 0, and nothing is said to differ.
func TestVersusItself(t *testing.T) {
	w := open(t, tabVersus)
	w.use("tuning/versus/hold", im.KeyEnter)
	v := &w.panel.versus
	for _, k := range w.Model.Kinds() {
		if v.sides[k][0] != v.sides[k][1] || v.sides[k][0].Error.RMS == 0 {
			t.Errorf("%s: %+v\n%+v", world.BuiltIn(k).Name, v.sides[k][0], v.sides[k][1])
		}
	}
	noughts := 0
	for _, text := range viewtest.Writings(t, w.Text()) {
		if text.Text == "0" {
			noughts++
		}
		if strings.HasPrefix(text.Text, "+") || strings.HasPrefix(text.Text, "−") {
			t.Errorf("it says %q", text.Text)
		}
	}
	if noughts < 12 { // two kinds, six measures
		t.Errorf("%d differences are 0, want 12", noughts)
	}
	w.says(w.Model.Text.Tuning.Versus.Alike, "The same packets")
}

// What differs is measured and named; where the link differs that is said too.
func TestVersusSaysWhatDiffers(t *testing.T) {
	w := open(t, tabVersus)
	twoSettings(w)
	if car := w.panel.versus.sides[world.Car]; car[1].Underruns >= car[0].Underruns || car[1].Latency.P50 <= car[0].Latency.P50+100 {
		t.Errorf("with twice the delay cars have %d underruns after %d, and a latency of %v ms after %v", car[1].Underruns, car[0].Underruns, car[1].Latency.P50, car[0].Latency.P50)
	}
	w.says("B differs in delay car 200ms → 400ms, smoothing drone 0ms → 100ms", "The same packets, 8 of 8 runs, seeds 5 – 12")
	w.set(func(s *config.Settings) { s.Down.Loss = 20_000 })
	w.says("Two networks, the same random numbers: 8 of 8", "loss down 15% → 2%")
}

// Swapping puts A in force and holds what was, twice is as before, and dropping forgets.
func TestVersusSwapAndDrop(t *testing.T) {
	w := open(t, tabVersus)
	twoSettings(w)
	b := w.Session.Settings()
	a := b
	a.Policies[world.Car].Delay, a.Policies[world.Drone].Smoothing = 200*ms, 0
	press := func(id string) { w.use("tuning/versus/"+id, im.KeyEnter) }
	press("swap")
	if w.Session.Settings() != a || w.panel.versus.a != b {
		t.Error("swapped, A is not in force or B not held")
	}
	press("swap")
	if w.Session.Settings() != b || w.panel.versus.a != a {
		t.Error("swapped twice it is not as it was")
	}
	press("drop")
	if w.panel.versus.held || w.Session.Settings() != b {
		t.Error("dropped, A is held or B not in force")
	}
	press("hold")
	if !w.panel.versus.held || w.panel.versus.a != b {
		t.Error("nothing is held")
	}
}

// While a slider is dragged there are figures of a run all the same.
func TestVersusFollowsASlider(t *testing.T) {
	w := open(t, tabVersus)
	w.use("tuning/versus/hold", im.KeyEnter)
	for range 60 {
		w.Model.Settings.Policies[world.Car].Delay += ms
		w.Frame()
	}
	if v := &w.panel.versus; v.shown == nil || v.about.b.Policies[world.Car].Delay < 240*ms {
		t.Error("no figures of the last seconds")
	}
}

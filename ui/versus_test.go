package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/world"
	"snaplab/ui/im"
)

// Against itself every difference is 0, and nothing is said to differ.
func TestVersusItself(t *testing.T) {
	a := tuningApp(t, tabVersus)
	a.tuning.versus.hold(a.settings)
	worked(t, a)
	v := &a.tuning.versus
	for _, k := range a.tuning.kinds {
		if v.sides[k][0] != v.sides[k][1] || v.sides[k][0].Error.RMS == 0 {
			t.Errorf("%s: %+v\n%+v", world.KindName(k), v.sides[k][0], v.sides[k][1])
		}
	}
	noughts := 0
	for _, w := range writings(t, panelText(t, a, a.tuningPage, a.places.underArenas())) {
		if w.text == "0" {
			noughts++
		}
		if strings.HasPrefix(w.text, "+") || strings.HasPrefix(w.text, "−") {
			t.Errorf("it says %q", w.text)
		}
	}
	if noughts < 12 { // two kinds, six measures
		t.Errorf("%d differences are 0, want 12", noughts)
	}
	if v.differs != a.model.Text.Tuning.Versus.Alike || !v.shown.SamePackets() {
		t.Errorf("it says %q", v.differs)
	}
}

// What differs is measured and named; where the link differs that is said too.
func TestVersusSaysWhatDiffers(t *testing.T) {
	a := tuningApp(t, tabVersus)
	withDifferences(a)
	worked(t, a)
	v := &a.tuning.versus
	if car := v.sides[world.Car]; car[1].Underruns >= car[0].Underruns || car[1].Latency.P50 <= car[0].Latency.P50+100 {
		t.Errorf("with twice the delay cars have %d underruns after %d, and show %v ms ago after %v", car[1].Underruns, car[0].Underruns, car[1].Latency.P50, car[0].Latency.P50)
	}
	if want := "B differs in delay car 200ms → 400ms, smoothing drone 0ms → 100ms"; v.differs != want {
		t.Errorf("it says %q, want %q", v.differs, want)
	}
	list := panelText(t, a, a.tuningPage, a.places.underArenas())
	if !has(t, list, "The same packets, 8 of 8 runs, seeds 5 – 12") {
		t.Error("it does not say that the packets are the same")
	}
	a.settings.Down.Loss = 20_000
	worked(t, a)
	list = panelText(t, a, a.tuningPage, a.places.underArenas())
	if !has(t, list, "Two networks, the same random numbers: 8 of 8") || !has(t, list, "loss down 15% → 2%") {
		t.Errorf("it does not say that the networks differ:\n%s", list)
	}
}

// Swapping puts A in force and holds what was, twice is as before, and dropping forgets.
func TestVersusSwapAndDrop(t *testing.T) {
	a := tuningApp(t, tabVersus)
	h := &hand{app: a}
	was := a.settings
	withDifferences(a)
	b := a.settings
	press := func(id string) {
		worked(t, a)
		a.ctx.SetFocus("tuning/versus/" + id)
		h.rest()
		h.key(im.KeyEnter)
	}
	press("swap")
	if a.Session().Settings() != was || a.tuning.versus.a != b {
		t.Error("swapped, A is not in force or B not held")
	}
	press("swap")
	if a.Session().Settings() != b || a.tuning.versus.a != was {
		t.Error("swapped twice it is not as it was")
	}
	press("drop")
	if a.tuning.versus.held || a.Session().Settings() != b {
		t.Error("dropped, A is held or B not in force")
	}
	press("hold")
	if !a.tuning.versus.held || a.tuning.versus.a != b {
		t.Error("nothing is held")
	}
}

// While a slider is dragged there are figures of a run all the same.
func TestVersusFollowsASlider(t *testing.T) {
	a := tuningApp(t, tabVersus)
	a.tuning.versus.hold(a.settings)
	for range 60 {
		a.settings.Policies[world.Car].Delay += time.Millisecond
		a.Update(&im.Input{}, 0)
	}
	if v := &a.tuning.versus; v.shown == nil || v.about.b.Policies[world.Car].Delay < 240*time.Millisecond {
		t.Error("no figures of the last seconds")
	}
}

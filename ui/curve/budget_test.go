package curve

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// TestBudgetAsksForDelay: each budget asks for what the study recommends, when that is
// settled.
func TestBudgetAsksForDelay(t *testing.T) {
	w, p := droneWindow(t)
	choose := func(i int) (time.Duration, bool) {
		w.Actions.SetBudget(budgetsOf(world.Position)[i])
		w.Rest()
		return frameOf(w, p).keeping()
	}
	const perMinute6, correction1m, gap250ms = 2, 7, 10
	if d, ok := choose(perMinute6); ok {
		t.Errorf("before anything is known: %v", d)
	}
	studied(t, w, p, func(r *study.Result) bool { return r.Runs > 0 })
	if d, ok := choose(perMinute6); ok || d == 0 {
		t.Errorf("of a tenth of the runs: %v, %v; want a delay that is not settled", d, ok)
	}
	studied(t, w, p, withRuns)
	r := w.Model.Study.Latest
	few := 6.0
	want := r.Recommend(int(world.Drone), &study.Budget{Underruns: &few})
	if d, ok := choose(perMinute6); !ok || d != want.Delay {
		t.Errorf("of the study: %v, %v; want %v", d, ok, want.Delay)
	}
	// 5 Hz is 200 ms: a gap of 250 ms costs 2 packets, so it takes 3 · 200 + 30 ms.
	if d, ok := choose(gap250ms); !ok || d != max(630*time.Millisecond, r.Recommend(int(world.Drone), new(study.Budget)).Delay) {
		t.Errorf("a gap of 250 ms takes %v, %v; want 630ms, or what underruns need", d, ok)
	}
	if _, ok := choose(correction1m); ok {
		t.Error("a budget of corrections is settled before the lens was run for it")
	}
	studied(t, w, p, func(r *study.Result) bool { return r.Done })
	if d, ok := frameOf(w, p).keeping(); !ok || d < r.Recommend(int(world.Drone), new(study.Budget)).Delay {
		t.Errorf("corrections of at most 1 m take %v, %v", d, ok)
	}
}

// TestUseBudget: the button sets the delay of the kind in focus alone, and is then of no
// more use.
func TestUseBudget(t *testing.T) {
	w, p := droneWindow(t)
	studied(t, w, p, isSettled)
	w.Rest()
	want, ok := frameOf(w, p).keeping()
	if !ok || want == w.Session.Settings().Policies[world.Drone].Delay {
		t.Fatalf("the budget asks for %v, %v", want, ok)
	}
	r, _ := w.Ctx.RectOf("curve/use")
	w.Click(raster.Point{X: r.X + r.W/2, Y: r.Y + r.H/2})
	if got := w.Session.Settings().Policies[world.Drone].Delay; got != want {
		t.Errorf("the delay is %v, want %v", got, want)
	}
	if got := w.Session.Settings().Policies[world.Car].Delay; got != 200*time.Millisecond {
		t.Errorf("the car's is %v, want the 200ms it was", got)
	}
	list := w.Text()
	if !viewtest.Has(t, list, w.Model.Text.Curve.InUse) || viewtest.Has(t, list, w.Model.Text.Curve.Use) {
		t.Error("the button does not say that it is in use")
	}
}

// TestWhyNotSmaller: while the pointer is on the sentence, the packets that decide the
// delay are told.
func TestWhyNotSmaller(t *testing.T) {
	for _, language := range view.Languages {
		w, p := droneWindow(t)
		w.Speak(language.Code)
		studied(t, w, p, isSettled)
		w.Rest()
		r, _ := w.Ctx.RectOf("curve/keeps")
		w.Move(raster.Point{X: r.X + 20, Y: r.Y + r.H/2})
		w.Rest()
		want, _, _ := strings.Cut(w.Model.Text.Curve.WhyLost, "%s")
		if !strings.Contains(p.keeps, want) {
			t.Errorf("it says %q, want a packet named", p.keeps)
		}
	}
}

func TestDescribeBreak(t *testing.T) {
	for _, c := range []struct {
		b    study.Break
		want string
	}{
		{study.Break{AtS: 1.234, Seed: 7, Lost: []uint32{3}}, "1.23 s of run 7: packet 3 was lost."},
		{study.Break{Lost: []uint32{3, 4, 5}, Late: 6, LateMS: 12.34}, "packets 3 to 5 were lost and packet 6 came 12.3 ms after the fastest."},
		{study.Break{Late: 6, LateMS: 12}, ": packet 6 came 12.0 ms after the fastest."},
		{study.Break{}, "the next packet was not due yet."},
	} {
		if got := describeBreak(&c.b, &viewtest.Texts(t, "en").Curve); !strings.HasSuffix(got, c.want) {
			t.Errorf("%+v is %q, want …%q", c.b, got, c.want)
		}
	}
}

// TestKnownNumbers: no more places than tell, and what is seldom is not never.
func TestKnownNumbers(t *testing.T) {
	for _, c := range []struct {
		value float64
		known bool
		q     quantity
		want  string
	}{
		{0, false, nowError, "–"},
		{0, true, underrunsPerMinute, "0"},
		{0.03, true, underrunsPerMinute, "0.03"},
		{7.46, true, underrunsPerMinute, "7.5"},
		{123.4, true, underrunsPerMinute, "123"},
		{2.25, true, underrunShare, "2.3 %"},
		{100, true, underrunShare, "100 %"},
		{3.456, true, nowError, "3.46 m"},
		{34.56, true, correctionSize, "34.6 m"},
	} {
		if got := c.q.write(c.value, c.known); got != c.want {
			t.Errorf("%v of quantity %d is %q, want %q", c.value, c.q, got, c.want)
		}
	}
}

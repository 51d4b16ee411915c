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

// TestBudgetAsksForDelay: each budget asks for what the runs ahead say, or where there
// are none for what this run has measured.
func TestBudgetAsksForDelay(t *testing.T) {
	w, p := droneWindow(t)
	choose := func(b budget) (time.Duration, bool) {
		for i := range budgets {
			if budgets[i] == b {
				p.budget = i - defaultBudget
				w.Rest()
				return frameOf(w, p).keeping()
			}
		}
		t.Fatalf("there is no budget %+v", b)
		return 0, false
	}
	whatIf := w.Session.WhatIf(int(world.Drone))
	if d, ok := choose(budget{underruns: 6}); !ok || d != whatIf.Recommended(6) {
		t.Errorf("of this run: %v, %v; want %v", d, ok, whatIf.Recommended(6))
	}
	if _, ok := choose(budget{correction: 0.25}); ok {
		t.Error("this run tells of corrections at other delays")
	}
	// 5 Hz is 200 ms: 250 ms of silence cost 2 packets, so it takes 3 · 200 + 30 ms.
	if d, ok := choose(budget{longestGap: 250 * time.Millisecond}); !ok || d != 630*time.Millisecond {
		t.Errorf("250 ms of silence take %v, %v; want 630ms", d, ok)
	}
	studied(t, w, withRuns)
	k := &w.Model.Study.Latest.Kinds[world.Drone]
	if d, ok := choose(budget{underruns: 6}); !ok || d != k.Smallest(6) || d == whatIf.Recommended(6) {
		t.Errorf("of the runs ahead: %v, %v; want %v, and not this run's %v", d, ok, k.Smallest(6), whatIf.Recommended(6))
	}
	if d, ok := choose(budget{correction: 1}); !ok || d != k.SmallestFor(1) || d == 0 {
		t.Errorf("corrections below 1 m: %v, %v; want %v", d, ok, k.SmallestFor(1))
	}
}

// TestUseBudget: the button sets the delay of the kind in focus alone, and is then of no
// more use.
func TestUseBudget(t *testing.T) {
	w, p := droneWindow(t)
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
// delay are looked for, and told.
func TestWhyNotSmaller(t *testing.T) {
	for _, language := range view.Languages {
		w, p := droneWindow(t)
		w.Speak(language.Code)
		studied(t, w, withRuns)
		w.Rest()
		if p.why.working() {
			t.Error("it looks though nobody asks")
		}
		r, _ := w.Ctx.RectOf("curve/keeps")
		w.Move(raster.Point{X: r.X + 20, Y: r.Y + r.H/2})
		if !strings.Contains(p.keeps, w.Model.Text.Curve.WhyLooking) || !p.Working() {
			t.Fatalf("asked, it says %q", p.keeps)
		}
		for n := 0; p.why.working(); n++ {
			if w.Frame(); n > 1000 {
				t.Fatal("it finds nothing in 1000 frames")
			}
		}
		w.Rest()
		want, _, _ := strings.Cut(w.Model.Text.Curve.WhyLost, "%s")
		if !strings.Contains(p.keeps, want) {
			t.Errorf("it says %q, want a packet named", p.keeps)
		}
		told := p.keeps
		w.Move(raster.Point{})
		w.Move(raster.Point{X: r.X + 20, Y: r.Y + r.H/2})
		if p.keeps != told || p.why.working() {
			t.Error("asked again, it looks again")
		}
		p.budget = 2 - defaultBudget
		w.Frame()
		w.Frame()
		w.Move(raster.Point{})
		if p.why.working() {
			t.Error("it looks on though nobody asks")
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

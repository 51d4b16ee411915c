package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// TestBudgetAsksForDelay: each budget asks for what the runs ahead say, or where there
// are none for what this run has measured.
func TestBudgetAsksForDelay(t *testing.T) {
	a, h := curveApp(t)
	choose := func(b curveBudget) (time.Duration, bool) {
		for i := range curveBudgets {
			if curveBudgets[i] == b {
				a.curve.budget.from = i - usualBudget
				h.rest()
				return a.keeping()
			}
		}
		t.Fatalf("there is no budget %+v", b)
		return 0, false
	}
	w := a.session.WhatIf(int(world.Drone))
	if d, ok := choose(curveBudget{underruns: 6}); !ok || d != w.Recommended(6) {
		t.Errorf("of this run: %v, %v; want %v", d, ok, w.Recommended(6))
	}
	if _, ok := choose(curveBudget{correction: 0.25}); ok {
		t.Error("this run tells of corrections at other delays")
	}
	// 5 Hz is 200 ms: 250 ms of silence cost 2 packets, so it takes 3 · 200 + 30 ms.
	if d, ok := choose(curveBudget{longestGap: 250 * time.Millisecond}); !ok || d != 630*time.Millisecond {
		t.Errorf("250 ms of silence take %v, %v; want 630ms", d, ok)
	}
	lookAheadUntil(t, a, func(o *study.Forecast) bool { return o.Kinds[world.Drone].Runs > 0 })
	k := &a.lookAhead.known.latest.Kinds[world.Drone]
	if d, ok := choose(curveBudget{underruns: 6}); !ok || d != k.Smallest(6) || d == w.Recommended(6) {
		t.Errorf("of the runs ahead: %v, %v; want %v, and not this run's %v", d, ok, k.Smallest(6), w.Recommended(6))
	}
	if d, ok := choose(curveBudget{correction: 1}); !ok || d != k.SmallestFor(1) || d == 0 {
		t.Errorf("corrections below 1 m: %v, %v; want %v", d, ok, k.SmallestFor(1))
	}
}

// TestUseBudget: the button sets the delay of the kind in focus alone, and is then of no
// more use.
func TestUseBudget(t *testing.T) {
	a, h := curveApp(t)
	want, ok := a.keeping()
	if !ok || want == a.settings.Policies[world.Drone].Delay {
		t.Fatalf("the budget asks for %v, %v", want, ok)
	}
	r, _ := a.ctx.RectOf("curve/use")
	h.click(raster.Point{X: r.X + r.W/2, Y: r.Y + r.H/2})
	if got := a.session.Settings().Policies[world.Drone].Delay; got != want {
		t.Errorf("the delay is %v, want %v", got, want)
	}
	if got := a.settings.Policies[world.Car].Delay; got != 200*time.Millisecond {
		t.Errorf("the car's is %v, want the 200ms it was", got)
	}
	list := a.List().String()
	if !has(t, list, a.model.Text.Curve.InUse) || has(t, list, a.model.Text.Curve.Use) {
		t.Error("the button does not say that it is in use")
	}
}

// TestWhyNotSmaller: while the pointer is on the sentence, the packets that decide the
// delay are looked for, and told.
func TestWhyNotSmaller(t *testing.T) {
	for language := range view.Languages {
		a, h := curveApp(t)
		a.setLanguage(language)
		lookAheadUntil(t, a, func(o *study.Forecast) bool { return o.Kinds[world.Drone].Runs > 0 })
		h.rest()
		if a.curve.why.working() {
			t.Error("it looks though nobody asks")
		}
		r, _ := a.ctx.RectOf("curve/keeps")
		h.move(raster.Point{X: r.X + 20, Y: r.Y + r.H/2})
		if !strings.Contains(a.curve.keeps, a.model.Text.Curve.WhyLooking) || a.Idle() {
			t.Fatalf("asked, it says %q", a.curve.keeps)
		}
		for n := 0; a.curve.why.working(); n++ {
			if h.frame(); n > 1000 {
				t.Fatal("it finds nothing in 1000 frames")
			}
		}
		h.rest()
		want, _, _ := strings.Cut(a.model.Text.Curve.WhyLost, "%s")
		if !strings.Contains(a.curve.keeps, want) {
			t.Errorf("it says %q, want a packet named", a.curve.keeps)
		}
		told := a.curve.keeps
		h.move(raster.Point{})
		h.move(raster.Point{X: r.X + 20, Y: r.Y + r.H/2})
		if a.curve.keeps != told || a.curve.why.working() {
			t.Error("asked again, it looks again")
		}
		a.curve.budget.from = 2 - usualBudget
		h.frame()
		h.frame()
		h.move(raster.Point{})
		if a.curve.why.working() {
			t.Error("it looks on though nobody asks")
		}
	}
}

func TestAppendBreak(t *testing.T) {
	for _, c := range []struct {
		b    study.Break
		want string
	}{
		{study.Break{AtS: 1.234, Seed: 7, Lost: []uint32{3}}, "1.23 s of run 7: packet 3 was lost."},
		{study.Break{Lost: []uint32{3, 4, 5}, Late: 6, LateMS: 12.34}, "packets 3 to 5 were lost and packet 6 came 12.3 ms after the fastest."},
		{study.Break{Late: 6, LateMS: 12}, ": packet 6 came 12.0 ms after the fastest."},
		{study.Break{}, "the next packet was not due yet."},
	} {
		if got := string(appendBreak(nil, &c.b, &English.Curve)); !strings.HasSuffix(got, c.want) {
			t.Errorf("%+v is %q, want …%q", c.b, got, c.want)
		}
	}
}

// TestKnownNumbers: no more places than tell, and what is seldom is not never.
func TestKnownNumbers(t *testing.T) {
	for _, c := range []struct {
		k    known
		q    quantity
		want string
	}{
		{known{}, nowError, "–"},
		{known{0, true}, underrunsPerMinute, "0"},
		{known{0.03, true}, underrunsPerMinute, "0.03"},
		{known{7.46, true}, underrunsPerMinute, "7.5"},
		{known{123.4, true}, underrunsPerMinute, "123"},
		{known{2.25, true}, shareDry, "2.3 %"},
		{known{100, true}, shareDry, "100 %"},
		{known{3.456, true}, nowError, "3.46 m"},
		{known{34.56, true}, correctionSize, "34.6 m"},
	} {
		if got := string(c.k.append(nil, c.q)); got != c.want {
			t.Errorf("%v of quantity %d is %q, want %q", c.k, c.q, got, c.want)
		}
	}
}

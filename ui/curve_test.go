package ui

import (
	"math"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// curveApp returns an application after 4 s with the curve about drones.
func curveApp(t *testing.T) (*App, *hand) {
	a := testApp(t, panelScenario())
	playTo(a, 4*time.Second)
	a.focusKind = int(game.Drone)
	h := &hand{app: a}
	h.rest()
	return a, h
}

// plotOf returns the plot and its scale, as the last frame had them.
func plotOf(t *testing.T, a *App) curvePlot {
	t.Helper()
	r, ok := a.ctx.RectOf("curve/yours")
	if !ok {
		t.Fatal("there is no mark")
	}
	return curvePlot{rect: r, reach: a.curve.reach, top: a.curve.underrunsTop(), errorTop: a.curve.errorTop}
}

// TestCurveTellsTheRun: what is drawn is what the session has measured, per minute.
func TestCurveTellsTheRun(t *testing.T) {
	a, _ := curveApp(t)
	w := a.session.WhatIf(int(game.Drone))
	for _, d := range []time.Duration{0, 90 * time.Millisecond, 250 * time.Millisecond, 400 * time.Millisecond} {
		want := float64(w.Underruns(d)) / w.Span().Minutes()
		if got := a.curve.perMinuteAt(d); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %v underruns a minute, want %v", d, got, want)
		}
	}
	if got, want := a.curve.advice.enough, w.Needed(1); got != want || got == 0 {
		t.Errorf("enough so far %v, want %v", got, want)
	}
	if got := a.curve.perMinuteAt(a.curve.advice.recommended); got > 1 {
		t.Errorf("the recommended delay has %v underruns a minute, want at most 1", got)
	}
}

// TestDragDelay: the mark follows the pointer by as much as it moves, and sets the delay
// of the kind in focus alone.
func TestDragDelay(t *testing.T) {
	a, h := curveApp(t)
	p := plotOf(t, a)
	middle := p.rect.Y + p.rect.H/2
	h.move(raster.Point{X: p.x(120*time.Millisecond) + 3, Y: middle}) // beside the mark, within its reach
	h.press()
	if got := a.settings.Policies[game.Drone].Delay; got != 120*time.Millisecond {
		t.Errorf("pressing the mark moved it to %v", got)
	}
	h.in.Pointer.X += p.x(100*time.Millisecond) - p.x(0)
	h.frame()
	h.frame()
	if got := a.settings.Policies[game.Drone].Delay; got != 220*time.Millisecond {
		t.Errorf("dragged by 100 ms from 120 ms: %v, want 220ms", got)
	}
	h.in.Pointer.X = p.rect.X - 500
	h.frame()
	if got := a.settings.Policies[game.Drone].Delay; got != 0 {
		t.Errorf("dragged off the left edge: %v, want 0", got)
	}
	h.release()
	if got := a.settings.Policies[game.Car].Delay; got != 200*time.Millisecond {
		t.Errorf("the car's delay is %v, want the 200ms it was", got)
	}
	if got := a.session.Settings(); got != a.settings {
		t.Error("the delay is not in force")
	}
}

// TestPressBringsMark: a press elsewhere in the plot brings the mark there.
func TestPressBringsMark(t *testing.T) {
	a, h := curveApp(t)
	a.focusKind = -1
	h.rest()
	p := plotOf(t, a)
	h.click(raster.Point{X: p.x(300 * time.Millisecond), Y: p.rect.Y + p.rect.H - 5})
	for _, k := range []int{int(game.Car), int(game.Drone)} {
		if got := a.settings.Policies[k].Delay; got != 300*time.Millisecond {
			t.Errorf("kind %d: %v, want all at 300ms", k, got)
		}
	}
}

func TestDelayKeys(t *testing.T) {
	a, h := curveApp(t)
	a.ctx.SetFocus("curve/yours")
	const ms = time.Millisecond
	for _, tc := range []struct {
		key  im.Key
		want time.Duration
	}{
		{im.KeyRight, 121 * ms}, {im.KeyLeft, 120 * ms}, {im.KeyUp, 121 * ms}, {im.KeyPageUp, 131 * ms}, {im.KeyPageDown, 121 * ms},
		{im.KeyHome, 0}, {im.KeyDown, 0}, {im.KeyDelete, 200 * ms}, {im.KeyHome, 0}, {im.KeyBackspace, 200 * ms},
	} {
		h.key(tc.key)
		if got := a.settings.Policies[game.Drone].Delay; got != tc.want {
			t.Errorf("after key %d: %v, want %v", tc.key, got, tc.want)
		}
	}
	reach := a.curve.reach
	h.key(im.KeyEnd)
	if got := a.settings.Policies[game.Drone].Delay; got != reach {
		t.Errorf("after End: %v, want the right edge, %v", got, reach)
	}
}

// TestFocusForgetsMissingKinds: a run without drones can't be about them.
func TestFocusForgetsMissingKinds(t *testing.T) {
	a, h := curveApp(t)
	s := panelScenario()
	s.Entities = s.Entities[:1]
	if err := a.Run(s); err != nil {
		t.Fatal(err)
	}
	h.rest()
	if a.focusKind != -1 {
		t.Errorf("focus on kind %d, want all", a.focusKind)
	}
	if want := []string{a.text.Curve.All, "car"}; len(a.curve.items) != 2 || a.curve.items[1] != want[1] {
		t.Errorf("to choose from: %v, want %v", a.curve.items, want)
	}
}

func TestCurveEmpty(t *testing.T) {
	a := testApp(t, panelScenario())
	if list := panelText(t, a, a.curvePanel, a.places.curve); !has(t, list, a.text.Curve.Empty) || has(t, list, "Recommended") {
		t.Error("before the first packet something seems measured")
	}
}

func TestNiceTop(t *testing.T) {
	for _, tc := range []struct{ v, want float64 }{{0, 0.01}, {0.01, 0.01}, {0.011, 0.02}, {0.93, 1}, {1.01, 2}, {2.84, 5}, {50, 50}, {51, 100}} {
		if got := niceTop(tc.v); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("niceTop(%v) = %v, want %v", tc.v, got, tc.want)
		}
	}
	if got := niceTop(math.Inf(1)); math.IsInf(got, 0) {
		t.Error("an axis without end")
	}
}

// TestDecades: 0 has a place, and each tenfold is about as far from the next.
func TestDecades(t *testing.T) {
	if decades(0) != 0 || decades(4) != 1 {
		t.Errorf("decades(0), decades(4) = %v, %v, want 0, 1", decades(0), decades(4))
	}
	for v := 40.0; v <= 4000; v *= 10 {
		if step := decades(v) - decades(v/10); step < 0.95 || step > 1 {
			t.Errorf("from %v to %v is %v, want nearly 1", v/10, v, step)
		}
	}
}

func TestCostAt(t *testing.T) {
	v := curveView{reach: 400 * time.Millisecond, cost: []float64{1, 2, 4}}
	for _, tc := range []struct {
		d    time.Duration
		want float64
	}{{0, 1}, {100 * time.Millisecond, 1.5}, {300 * time.Millisecond, 3}, {400 * time.Millisecond, 4}, {time.Second, 4}} {
		if got := v.costAt(tc.d); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("costAt(%v) = %v, want %v", tc.d, got, tc.want)
		}
	}
}

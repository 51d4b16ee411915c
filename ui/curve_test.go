package ui

import (
	"math"
	"testing"
	"time"

	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// curveApp returns an application after 4 s with the curve about drones.
func curveApp(t *testing.T) (*App, *hand) {
	a := testApp(t, panelScenario())
	playTo(a, 4*time.Second)
	a.model.Focus = int(world.Drone)
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
	return curvePlot{rect: r, reach: a.curve.reach, scale: a.curve.scale, errorTop: a.curve.errorTop}
}

// TestCurveTellsTheRun: what is drawn of this run is what the session has measured.
func TestCurveTellsTheRun(t *testing.T) {
	a, h := curveApp(t)
	w := a.session.WhatIf(int(world.Drone))
	delays := []time.Duration{0, 90 * time.Millisecond, 250 * time.Millisecond, 400 * time.Millisecond}
	cost := a.session.AppendDelayCost(nil, int(world.Drone), delays)
	for q, of := range [numQuantities]func(i int) float64{
		underrunsPerMinute: func(i int) float64 { return float64(w.Underruns(delays[i])) / w.Span().Minutes() },
		shareDry:           func(i int) float64 { return 100 * w.UnderrunShare(delays[i]) },
		nowError:           func(i int) float64 { return cost[i] },
	} {
		a.curve.shows = quantity(q)
		h.rest()
		for i, d := range delays {
			got, ok := valueAt(a.curve.run, d)
			if of == nil {
				if ok {
					t.Errorf("a run knows of %s at other delays: %v", a.model.Text.Curve.Shows[q], got)
				}
				continue
			}
			// Between the delays at which it is worked out the cost is a straight line.
			if want := of(i); math.Abs(got-want) > 1e-9 && (q != int(nowError) || math.Abs(got-want) > 0.02*want) {
				t.Errorf("%s at %v: %v, want %v", a.model.Text.Curve.Shows[q], d, got, want)
			}
		}
	}
	if got, want := a.curve.needed[len(neededShares)-1], w.Needed(1); got != want || got == 0 {
		t.Errorf("enough so far %v, want %v", got, want)
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
	if got := a.settings.Policies[world.Drone].Delay; got != 120*time.Millisecond {
		t.Errorf("pressing the mark moved it to %v", got)
	}
	h.in.Pointer.X += p.x(100*time.Millisecond) - p.x(0)
	h.frame()
	h.frame()
	if got := a.settings.Policies[world.Drone].Delay; got != 220*time.Millisecond {
		t.Errorf("dragged by 100 ms from 120 ms: %v, want 220ms", got)
	}
	h.in.Pointer.X = p.rect.X - 500
	h.frame()
	if got := a.settings.Policies[world.Drone].Delay; got != 0 {
		t.Errorf("dragged off the left edge: %v, want 0", got)
	}
	h.release()
	if got := a.settings.Policies[world.Car].Delay; got != 200*time.Millisecond {
		t.Errorf("the car's delay is %v, want the 200ms it was", got)
	}
	if got := a.session.Settings(); got != a.settings {
		t.Error("the delay is not in force")
	}
}

// TestPressBringsMark: a press elsewhere in the plot brings the mark there.
func TestPressBringsMark(t *testing.T) {
	a, h := curveApp(t)
	a.model.Focus = -1
	h.rest()
	p := plotOf(t, a)
	h.click(raster.Point{X: p.x(300 * time.Millisecond), Y: p.rect.Y + p.rect.H - 5})
	for _, k := range []int{int(world.Car), int(world.Drone)} {
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
		if got := a.settings.Policies[world.Drone].Delay; got != tc.want {
			t.Errorf("after key %d: %v, want %v", tc.key, got, tc.want)
		}
	}
	reach := a.curve.reach
	h.key(im.KeyEnd)
	if got := a.settings.Policies[world.Drone].Delay; got != reach {
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
	if a.model.Focus != -1 {
		t.Errorf("focus on kind %d, want all", a.model.Focus)
	}
	a.ctx.SetFocus("curve/for")
	h.key(im.KeyEnter)
	h.key(im.KeyEnd)
	h.key(im.KeyEnter)
	if a.model.Focus != int(world.Car) {
		t.Errorf("the last to choose from is kind %d, want cars", a.model.Focus)
	}
}

func TestCurveEmpty(t *testing.T) {
	a := testApp(t, panelScenario())
	if list := panelText(t, a, a.curvePanel, a.places.curve); !has(t, list, a.model.Text.Curve.Empty) || has(t, list, "Takes") {
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

// TestScaleOfDecades: 0 has a place of its own, what is more is well above it, and each
// tenfold is as far from the next.
func TestScaleOfDecades(t *testing.T) {
	s := scaleOf(underrunsPerMinute, 300)
	if s.top != 1000 || s.share(0) != 0 || s.share(0.01) != zeroShare || s.share(1000) != 1 || s.share(5000) != 1 {
		t.Errorf("0, 0.01, 1000, 5000 of %v are at %v, %v, %v, %v; want 0, %v, 1, 1", s.top, s.share(0), s.share(0.01), s.share(1000), s.share(5000), zeroShare)
	}
	step := s.share(1) - s.share(0.1)
	for v := 1.0; v < 1000; v *= 10 {
		if got := s.share(10*v) - s.share(v); math.Abs(got-step) > 1e-9 {
			t.Errorf("from %v to ten times that is %v, want %v", v, got, step)
		}
	}
	for most, want := range map[float64]float64{0: 10, 10: 10, 11: 100, 999: 1000, 1001: 3600} {
		if got := scaleOf(underrunsPerMinute, most).top; got != want {
			t.Errorf("for %v the scale ends at %v, want %v", most, got, want)
		}
	}
	if s := scaleOf(nowError, 3); s.share(2.5) != 0.5 || s.share(-1) != 0 {
		t.Errorf("of %v m, 2.5 m are at %v", s.top, s.share(2.5))
	}
}

func TestCostAt(t *testing.T) {
	v := curveView{delays: []time.Duration{0, 200 * time.Millisecond, 400 * time.Millisecond}, cost: []float64{1, 2, 4}}
	for _, tc := range []struct {
		d    time.Duration
		want float64
	}{{0, 1}, {100 * time.Millisecond, 1.5}, {300 * time.Millisecond, 3}, {400 * time.Millisecond, 4}} {
		if got, ok := v.costAt(tc.d); math.Abs(got-tc.want) > 1e-12 || !ok {
			t.Errorf("costAt(%v) = %v, %v, want %v", tc.d, got, ok, tc.want)
		}
	}
	if _, ok := v.costAt(401 * time.Millisecond); ok {
		t.Error("beyond the last delay the cost seems known")
	}
}

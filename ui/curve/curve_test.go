package curve

import (
	"math"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// place is where the panel is in a window of 1280×720 dp.
var place = raster.Rect{X: 754.88, Y: 496, W: 517.12, H: 216}

// window returns a window with the panel after a time of a run, with all kinds in focus.
func window(t testing.TB, s config.Scenario, at time.Duration) (*viewtest.Window, *Panel) {
	t.Helper()
	p := new(Panel)
	return viewtest.New(t, s, at, func(c *im.Context, m *view.Model, act *view.Actions) { p.Draw(c, place, m, act) }), p
}

// droneWindow returns a window after 4 s with the curve about drones.
func droneWindow(t *testing.T) (*viewtest.Window, *Panel) {
	t.Helper()
	w, p := window(t, viewtest.Scenario(), 4*time.Second)
	w.Model.Focus = int(world.Drone)
	w.Rest()
	return w, p
}

// studied works the forecast out until it is enough.
func studied(t testing.TB, w *viewtest.Window, p *Panel, enough func(*study.Result) bool) {
	t.Helper()
	s := w.Scenario
	s.Settings, s.Script = *w.Model.Settings, nil
	question := &study.Question{Scenario: s, FirstSeed: study.FirstSeed, Curves: true, Entities: 24}
	question.Scenario.Budgets = w.Model.Budgets
	var r study.Runner
	r.Ask(question, true)
	r.Step(func() bool {
		latest, _ := r.Known()
		return latest != nil && enough(latest)
	})
	latest, lenses := r.Known()
	if r.Err() != nil || latest == nil {
		t.Fatal(r.Err())
	}
	w.SetStudy(view.Study{Latest: latest, Lenses: lenses})
}

// withRuns is enough of a study that has runs of the lens, isSettled of one whose
// recommendation is settled.
func withRuns(r *study.Result) bool { return r.Kinds[world.Drone].LensRuns > 0 }

func isSettled(r *study.Result) bool { return r.Settled }

// frameOf is the panel with the frame that its methods work on.
func frameOf(w *viewtest.Window, p *Panel) *frame { return &frame{p, &w.Ctx, &w.Model, &w.Actions} }

// plotOf returns the plot and its scale, as the last frame had them.
func plotOf(t *testing.T, w *viewtest.Window, p *Panel) plot {
	t.Helper()
	r, ok := w.Ctx.RectOf("curve/yours")
	if !ok {
		t.Fatal("there is no mark")
	}
	return plot{rect: r, reach: p.reach, scale: p.scale, errorTop: p.errorTop}
}

func TestGolden(t *testing.T) {
	const at = 3200 * time.Millisecond
	for _, g := range []struct {
		name, language string
		state          func(*viewtest.Window, *Panel)
	}{
		{"curve", "en", nil},
		{"curve-working", "en", func(w *viewtest.Window, _ *Panel) {
			s := w.Scenario
			s.Seed = 9
			w.Start(s)
			w.SetStudy(view.Study{Working: true}) // and it has come to nothing yet
		}},
		{"curve-coarse", "en", func(w *viewtest.Window, p *Panel) { studied(t, w, p, func(*study.Result) bool { return true }) }},
		{"curve-fine", "en", func(w *viewtest.Window, p *Panel) {
			studied(t, w, p, func(*study.Result) bool { return false })
			w.Ctx.SetFocus("curve/yours") // with the readout
		}},
		{"curve-kind", "en", func(w *viewtest.Window, p *Panel) {
			studied(t, w, p, withRuns)
			w.Model.Focus = int(world.Drone)
			p.chosen = correctionSize
			w.Model.Budgets.SetAll(budgetsOf(world.Position)[5])
		}},
		{"ko-curve", "ko", nil},
	} {
		t.Run(g.name, func(t *testing.T) {
			w, p := window(t, viewtest.Scenario(), at)
			w.Speak(g.language)
			w.Frame()
			if g.state != nil {
				g.state(w, p)
			}
			viewtest.Golden(t, g.name, w.Text())
		})
	}
}

// TestCurveTellsTheRun: what is drawn of this run is what the session has measured.
func TestCurveTellsTheRun(t *testing.T) {
	w, p := droneWindow(t)
	whatIf := w.Session.WhatIf(int(world.Drone))
	delays := []time.Duration{0, 90 * time.Millisecond, 250 * time.Millisecond, 400 * time.Millisecond}
	cost := w.Session.AppendDelayCost(nil, int(world.Drone), world.Position, delays)
	for q, of := range [numQuantities]func(i int) float64{
		underrunsPerMinute: func(i int) float64 { return float64(whatIf.Underruns(delays[i])) / whatIf.Span().Minutes() },
		underrunShare:      func(i int) float64 { return 100 * whatIf.UnderrunShare(delays[i]) },
		nowError:           func(i int) float64 { return cost[i] },
	} {
		p.chosen = quantity(q)
		w.Rest()
		if p.shows != quantity(q) {
			continue // not of drones
		}
		for i, d := range delays {
			got, ok := valueAt(p.run, d)
			if of == nil {
				if ok {
					t.Errorf("a run knows of %s at other delays: %v", w.Model.Text.Curve.Shows[q], got)
				}
				continue
			}
			// Between the delays at which it is worked out the cost is a straight line.
			if want := of(i); math.Abs(got-want) > 1e-9 && (q != int(nowError) || math.Abs(got-want) > 0.02*want) {
				t.Errorf("%s at %v: %v, want %v", w.Model.Text.Curve.Shows[q], d, got, want)
			}
		}
	}
	if got, want := p.needed[len(neededShares)-1], whatIf.Needed(1); got != want || got == 0 {
		t.Errorf("enough so far %v, want %v", got, want)
	}
}

// TestDragDelay: the mark follows the pointer by as much as it moves, and sets the delay
// of the kind in focus alone.
func TestDragDelay(t *testing.T) {
	w, p := droneWindow(t)
	pl := plotOf(t, w, p)
	middle := pl.rect.Y + pl.rect.H/2
	w.Move(raster.Point{X: pl.x(120*time.Millisecond) + 3, Y: middle}) // next to the mark, within its reach
	w.Press()
	if got := w.Session.Settings().Policies[world.Drone].Delay; got != 120*time.Millisecond {
		t.Errorf("pressing the mark moved it to %v", got)
	}
	w.In.Pointer.X += pl.x(100*time.Millisecond) - pl.x(0)
	w.Frame()
	w.Frame()
	if got := w.Session.Settings().Policies[world.Drone].Delay; got != 220*time.Millisecond {
		t.Errorf("dragged by 100 ms from 120 ms: %v, want 220ms", got)
	}
	w.In.Pointer.X = pl.rect.X - 500
	w.Frame()
	if got := w.Session.Settings().Policies[world.Drone].Delay; got != 0 {
		t.Errorf("dragged off the left edge: %v, want 0", got)
	}
	w.Release()
	if got := w.Session.Settings().Policies[world.Car].Delay; got != 200*time.Millisecond {
		t.Errorf("the car's delay is %v, want the 200ms it was", got)
	}
}

// TestPressBringsMark: a press elsewhere in the plot brings the mark there.
func TestPressBringsMark(t *testing.T) {
	w, p := droneWindow(t)
	w.Model.Focus = -1
	w.Rest()
	pl := plotOf(t, w, p)
	w.Click(raster.Point{X: pl.x(300 * time.Millisecond), Y: pl.rect.Y + pl.rect.H - 5})
	for _, k := range []int{int(world.Car), int(world.Drone)} {
		if got := w.Session.Settings().Policies[k].Delay; got != 300*time.Millisecond {
			t.Errorf("kind %d: %v, want all at 300ms", k, got)
		}
	}
}

func TestDelayKeys(t *testing.T) {
	w, p := droneWindow(t)
	w.Ctx.SetFocus("curve/yours")
	const ms = time.Millisecond
	for _, tc := range []struct {
		key  im.Key
		want time.Duration
	}{
		{im.KeyRight, 121 * ms}, {im.KeyLeft, 120 * ms}, {im.KeyUp, 121 * ms}, {im.KeyPageUp, 131 * ms}, {im.KeyPageDown, 121 * ms},
		{im.KeyHome, 0}, {im.KeyDown, 0}, {im.KeyDelete, 200 * ms}, {im.KeyHome, 0}, {im.KeyBackspace, 200 * ms},
	} {
		w.Key(tc.key)
		if got := w.Session.Settings().Policies[world.Drone].Delay; got != tc.want {
			t.Errorf("after key %d: %v, want %v", tc.key, got, tc.want)
		}
	}
	reach := p.reach
	w.Key(im.KeyEnd)
	if got := w.Session.Settings().Policies[world.Drone].Delay; got != reach {
		t.Errorf("after End: %v, want the right edge, %v", got, reach)
	}
}

// TestFocusForgetsMissingKinds: a run without drones can't be about them.
func TestFocusForgetsMissingKinds(t *testing.T) {
	w, _ := droneWindow(t)
	s := viewtest.Scenario()
	s.Entities = s.Entities[:1]
	w.Start(s)
	w.Rest()
	if w.Model.Focus != -1 {
		t.Errorf("focus on kind %d, want all", w.Model.Focus)
	}
	w.Ctx.SetFocus("curve/for")
	w.Rest()
	if list := w.Key(im.KeyEnter).String(); !viewtest.Has(t, list, w.Model.KindName(world.Car)) || viewtest.Has(t, list, w.Model.KindName(world.Drone)) {
		t.Error("what there is to choose from is not the car alone")
	}
}

func TestCurveEmpty(t *testing.T) {
	w, _ := window(t, viewtest.Scenario(), 0)
	if list := w.Text(); !viewtest.Has(t, list, w.Model.Text.Curve.Empty) {
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
	v := Panel{delays: []time.Duration{0, 200 * time.Millisecond, 400 * time.Millisecond}, cost: []float64{1, 2, 4}}
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

// The legend's tooltip says so where the forecast's runs have fewer entities.
func TestFewerEntitiesAreSaid(t *testing.T) {
	s := viewtest.Scenario()
	s.Entities[0].Count = 500
	w, p := window(t, s, time.Second)
	studied(t, w, p, func(*study.Result) bool { return true })
	if tip := frameOf(w, p).forecastTip(); tip == w.Model.Text.Curve.StudyTip {
		t.Error("no word of the fewer entities")
	}
}

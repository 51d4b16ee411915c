package ui

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/lesson"
	"snaplab/game/measure"
)

// TestLessonFigures: what the lessons say in figures of their runs is so, as they begin
// and after the action that they intend.
func TestLessonFigures(t *testing.T) {
	const s = time.Second
	recent := func(l game.Lens) func(*measure.Run) measure.Recent {
		return func(g *measure.Run) measure.Recent { return g.Recent(l, 5*s) }
	}
	raw, right, extrapolated, comparison := recent(game.Raw), recent(game.Interpolated), recent(game.Extrapolated), recent(game.Fourth)
	required := func(losses int) func(*measure.Run) float64 {
		return func(g *measure.Run) float64 {
			settings := g.Settings()
			return float64(settings.RequiredDelay(0, losses)) / 1e6
		}
	}
	all := embeddedLessons(t)
	for _, c := range []struct {
		lesson   string
		after    bool // the intended action
		says     string
		of       func(*measure.Run) float64
		from, to float64
	}{
		{"snapping", false, "a car leaps over a metre in 100 ms", func(g *measure.Run) float64 { return raw(g).Error / raw(g).Latency.Seconds() * 0.1 }, 1, 1.5},
		{"snapping", false, "INTERPOLATED is below 2 m/s", func(g *measure.Run) float64 { return right(g).Roughness }, 0, 2},
		{"delay-margin", true, "130 ms is what is needed", required(0), 130, 130},
		{"loss-corners", false, "430 ms span three lost packets", required(3), 430, 430},
		{"loss-corners", false, "it is hardly ever in underrun", func(g *measure.Run) float64 { return float64(right(g).Underruns) }, 0, 1},
		{"extrapolation-turns", true, "at each bounce it is still wrong", func(g *measure.Run) float64 { return extrapolated(g).Corrections }, 0.1, 1.5},
		{"formula", false, "130 ms survive one lost packet", required(1), 130, 130},
		{"formula", false, "two in a row take 180 ms", required(2), 180, 180},
		{"bursts", false, "120 ms survive one lost packet", required(1), 120, 120},
		{"faults", false, "230 ms survive one lost packet", required(1), 230, 230},
		{"rate-delay", false, "230 ms at 10 Hz", required(1), 230, 230},
		{"rate-delay", true, "96.7 ms at 30 Hz", required(1), 96.6, 96.7},
		{"teleport", true, "INTERPOLATED is here, and then there", func(g *measure.Run) float64 { return right(g).Roughness }, 0, 1},
		{"delay-per-kind", false, "everything is shown 380 ms late", func(g *measure.Run) float64 { return right(g).Latency.Seconds() * 1e3 }, 375, 390},
		{"delay-per-kind", false, "330 ms survive two lost packets", required(2), 330, 330},
		{"not-for-hits", false, "about three metres off", func(g *measure.Run) float64 { return right(g).Error }, 3, 3.6},
		{"not-for-hits", true, "still over a metre off", func(g *measure.Run) float64 { return right(g).Error }, 1, 1.4},
		{"mistake-fixed-delay", false, "several times a second", func(g *measure.Run) float64 { return float64(comparison(g).Underruns) / 5 }, 3, 10},
		{"mistake-reliable-ordered", false, "330 ms survive two lost packets", required(2), 330, 330},
		{"mistake-across-teleports", false, "INTERPOLATED is at a few cm/s", func(g *measure.Run) float64 { return right(g).Roughness }, 0, 0.1},
		{"mistake-offset-once", false, "it is mostly in underrun", func(g *measure.Run) float64 { return comparison(g).InUnderrun.Seconds() / 5 }, 0.5, 1},
	} {
		l, err := lesson.Find(all, c.lesson)
		if err != nil {
			t.Fatal(err)
		}
		step := 0
		for n := range l.Steps {
			if l.Steps[n].Task != nil {
				step = n
			}
		}
		st := newStudent(t, l, step)
		if c.after {
			for _, a := range l.Steps[step].Task.Intended {
				st.act(a)
			}
		}
		st.playTo(st.app.Session().Now() + 10*s)
		if got := c.of(st.app.Session()); got < c.from || got > c.to {
			t.Errorf("%s says %q, and it is %v, want %v to %v", c.lesson, c.says, got, c.from, c.to)
		}
	}
}

package study

import (
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
)

// Over returns the points at which a kind, as the interpolated lens draws it, is over a
// budget on average over the seeds, in their order. rows are those of the plan.
func (p *Plan) Over(b *Budget, rows []Row) (points []int) {
	over := make([]bool, p.Points())
	minutes := p.Scenario.Duration.Minutes()
	point := 0 // of the row: they are in order
	for i := range rows {
		r := &rows[i]
		for point < len(over)-1 && !p.isOf(r, point) {
			point++
		}
		if r.Lens != game.Interpolated.String() || r.Kind == "all" {
			continue
		}
		const rounding = 1e-9 // of a mean
		if b.Underruns != nil && !keepsTo(r.Underruns.Mean/minutes, *b.Underruns) ||
			b.Correction != nil && r.CorrectionP95M.Mean > *b.Correction+rounding {
			over[point] = true
		}
	}
	for point := range over {
		if b.LongestGap != nil && !p.survives(point, *b.LongestGap) {
			over[point] = true
		}
		if over[point] {
			points = append(points, point)
		}
	}
	return points
}

// isOf reports whether a row is of a point.
func (p *Plan) isOf(r *Row, point int) bool {
	value, other := p.values(point)
	return p.Setting.Number(value) == r.Value && (p.Other == nil || p.Other.Setting.Number(other) == r.Other.Value)
}

// survives reports whether the delays of a point survive a silence by the formula.
func (p *Plan) survives(point int, longestGap time.Duration) bool {
	s := p.scenario(point, p.FirstSeed)
	need := interp.RequiredDelay(s.Settings.Interval(), s.Settings.Down.Jitter, LossesIn(longestGap, s.Settings.Interval()))
	for k := range world.NumKinds {
		if s.Count(k) > 0 && s.Settings.Policies[k].Delay < need {
			return false
		}
	}
	return true
}

package study

import (
	"math"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// Row is what the runs of one value came to, as one lens drew one kind. The unit is
// part of every name.
type Row struct {
	// Setting is the setting's name with its unit, such as delay_ms, Qualifier the
	// direction or kind of which it was varied, if not of all.
	Setting   string `json:"setting"`
	Qualifier string `json:"qualifier,omitempty"`
	// Value is a number in that unit, or the word of a choice.
	Value any `json:"value"`
	// Other is the second setting of a grid, nil where there is none.
	Other *OtherValue `json:"other,omitempty"`
	// Kind is the name of a kind, or "all" for all together.
	Kind string `json:"kind"`
	Lens string `json:"lens"`
	// Runs is how many runs the numbers are from.
	Runs           int        `json:"runs"`
	Underruns      Statistics `json:"underruns"`
	UnderrunMS     Statistics `json:"underrun_ms"`
	UnderrunShare  Statistics `json:"underrun_share"`
	AppliedDelayMS Statistics `json:"applied_delay_ms"`
	LatencyMS      Statistics `json:"latency_ms"`
	ErrorM         Statistics `json:"error_m"`
	CorrectionP95M Statistics `json:"correction_p95_m"`

	ErrorDeg         Statistics `json:"error_deg"`
	CorrectionP95Deg Statistics `json:"correction_p95_deg"`
}

// OtherValue is the value of the second setting of a grid, as in a Row.
type OtherValue struct {
	Setting   string `json:"setting"`
	Qualifier string `json:"qualifier,omitempty"`
	Value     any    `json:"value"`
}

// Statistics sums up one number over runs. SD is the sample's standard deviation, 0 of
// a single run.
type Statistics struct {
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"`
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// Rows sums up the runs that the jobs have made so far. The jobs must be those of the
// one plan. There is a row for each point, lens and kind in that order, all kinds
// together first; points without a run yet have none.
func Rows(plan *Plan, jobs ...*Job) []Row {
	// Which job made a run must not be seen, so runs are put back in order.
	byRun := make([]*result, plan.Runs())
	for _, j := range jobs {
		for i := range j.results {
			byRun[j.results[i].run] = &j.results[i]
		}
	}
	columns := []column{{AllKinds, "all"}}
	for k := range world.MaxKinds {
		if plan.Scenario.Count(k) > 0 {
			columns = append(columns, column{int(k), plan.Scenario.Settings.Kinds.Name(k)})
		}
	}
	var rows []Row
	for point := range plan.Points() {
		var runs []*result
		for n := point; n < len(byRun); n += plan.Points() {
			if byRun[n] != nil {
				runs = append(runs, byRun[n])
			}
		}
		if len(runs) == 0 {
			continue
		}
		ended := config.Settings{Comparison: runs[0].comparison} // all runs of a value end with the same
		for lens := range game.Lenses(&ended) {
			for _, c := range columns {
				rows = append(rows, plan.row(point, lens, game.LensName(&ended, lens), c, runs))
			}
		}
	}
	return rows
}

// column is a kind's place in a result, and its name.
type column struct {
	place int
	name  string
}

func (p *Plan) row(point int, lens game.Lens, name string, c column, runs []*result) Row {
	of := func(m metric) Statistics {
		numbers := make([]float64, len(runs))
		for i, r := range runs {
			numbers[i] = r.lenses[lens][c.place][m]
		}
		return statistics(numbers)
	}
	value, other := p.values(point)
	r := Row{
		Setting: p.Setting.Key(), Value: p.Setting.Number(value),
		Kind: c.name, Lens: name, Runs: len(runs),
		Underruns: of(underruns), UnderrunMS: of(underrunMS), UnderrunShare: of(underrunShare), AppliedDelayMS: of(appliedDelayMS), LatencyMS: of(latencyMS),
		ErrorM: of(lagErrorM), CorrectionP95M: of(correctionP95M),
		ErrorDeg: of(errorDeg), CorrectionP95Deg: of(correctionP95Deg),
	}
	if p.Qualifier != All {
		r.Qualifier = p.Setting.Qualifiers(&p.Scenario.Settings)[p.Qualifier]
	}
	if o := p.Other; o != nil {
		r.Other = &OtherValue{Setting: o.Setting.Key(), Value: o.Setting.Number(other)}
		if o.Qualifier != All {
			r.Other.Qualifier = o.Setting.Qualifiers(&p.Scenario.Settings)[o.Qualifier]
		}
	}
	return r
}

// statistics sums numbers up. There must be one at least; they are sorted in place.
func statistics(x []float64) Statistics {
	n := float64(len(x))
	slices.Sort(x) // sums are then the same in whatever order the runs came
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	s := Statistics{Mean: sum / n, Min: x[0], Max: x[len(x)-1], Median: (x[(len(x)-1)/2] + x[len(x)/2]) / 2}
	for _, v := range x {
		squares += (v - s.Mean) * (v - s.Mean)
	}
	if n > 1 {
		s.SD = math.Sqrt(squares / (n - 1))
	}
	return s
}

// Over returns the points at which a kind, as the interpolated lens draws it, is over its
// budget on average over the seeds, in their order. rows are those of the plan.
func (p *Plan) Over(rows []Row) (points []int) {
	over := make([]bool, p.Points())
	minutes := p.Scenario.Duration.Minutes()
	point := 0 // of the row: they are in order
	for i := range rows {
		r := &rows[i]
		for point < len(over)-1 && !p.isOf(r, point) {
			point++
		}
		kind, ok := p.Scenario.Settings.Kinds.Parse(r.Kind)
		if r.Lens != game.Interpolated.String() || !ok {
			continue
		}
		b := &p.Scenario.Budgets[kind]
		underruns, share := b.Limits()
		over[point] = over[point] || !within(r.Underruns.Mean/minutes, underruns) || !within(r.UnderrunShare.Mean, share) ||
			b.Correction != nil && !within(r.CorrectionP95M.Mean, *b.Correction) || b.CorrectionDeg != nil && !within(r.CorrectionP95Deg.Mean, *b.CorrectionDeg) ||
			b.Latency != nil && r.LatencyMS.Mean > toMS(*b.Latency) || b.LongestGap != nil && !p.survives(point, kind, *b.LongestGap)
	}
	for point := range over {
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

// survives reports whether the delay of a kind survives a gap at a point by the formula.
func (p *Plan) survives(point int, kind interp.Kind, longestGap time.Duration) bool {
	s := p.scenario(point, p.FirstSeed).Settings
	return s.Policies[kind].Delay >= s.RequiredDelay(kind, LossesIn(longestGap, s.KindInterval(kind)))
}

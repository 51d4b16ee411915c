package study

import (
	"slices"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Runs are numbered seed by seed, all points with the first before any with the second,
// so that an unfinished sweep already knows something of every point. A batch is runs
// that follow one another, of one seed, and are made at once: where the values only
// change how the interpolated lens plays the packets, they are variants of one session.

// together is how many runs a batch has at most: what they share is then little of what
// they cost, and there is still work for several cores.
const together = 8

// variable are the settings of which nothing but the interpolated lens takes note.
var variable = []string{"delay", "adaptive", "quantile", "max-extrapolation", "on-gap", "blend", "smoothing"}

// perBatch returns how many runs a batch has, the last of a seed perhaps fewer.
func (p *Plan) perBatch() int {
	if !slices.Contains(variable, p.Setting.Name) {
		return 1
	}
	start := p.scenario(0, p.FirstSeed)
	if start.Settings.Comparison != config.NoComparison || p.Other != nil && comparison(p.Other.Setting) {
		return 1 // the fourth lens plays in its own way, by the same settings
	}
	for i := range start.Script {
		if start.Script[i].Fault.Kind == config.NoFault {
			return 1 // later settings may set what varies
		}
	}
	return min(len(p.Values), together)
}

// beside reports whether a setting says what the fourth lens is.
func comparison(s *config.Setting) bool { return s.Name == "mistake" || s.Name == "engine" }

// batches returns how many there are.
func (p *Plan) batches() int { return p.Seeds * p.Points() / len(p.Values) * p.batchesPerRow() }

// batchesPerRow returns how many there are of the points with one value of the other
// setting.
func (p *Plan) batchesPerRow() int {
	n := p.perBatch()
	return (len(p.Values) + n - 1) / n
}

// batch returns the number of the first run of a batch, and how many it has.
func (p *Plan) batch(b int) (first, runs int) {
	perRow, n := p.batchesPerRow(), p.perBatch()
	value := b % perRow * n
	return b/perRow*len(p.Values) + value, min(n, len(p.Values)-value)
}

// session returns the session that makes a batch, before its first event.
func (p *Plan) session(b int) (*measure.Run, error) {
	first, runs := p.batch(b)
	point, seed := first%p.Points(), p.FirstSeed+uint64(first/p.Points())
	s, err := measure.NewRun(p.scenario(point, seed))
	if err != nil || runs == 1 {
		return s, err
	}
	var playbacks [][world.NumKinds]interp.Policy
	for i := 1; i < runs; i++ {
		playbacks = append(playbacks, p.scenario(point+i, seed).Settings.Policies)
	}
	return s, s.Vary(playbacks)
}

package measure

import (
	"slices"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
)

// Tally sums up how a kind fared over several runs, as if they had been one. The zero
// value is empty.
type Tally struct {
	lenses   [game.NumLenses][world.MaxKinds]kindTally
	lossRuns []int
}

type kindTally struct {
	kindMetrics
	inUnderrun interp.UnderrunStats
	events     interp.EventStats
}

// Add adds all that a run has measured so far.
func (t *Tally) Add(r *Run) {
	for l := range game.NumLenses {
		stats := r.Stats(l)
		for k := range world.MaxKinds {
			t.lenses[l][k].add(&kindTally{r.lenses[l].kinds[k], stats.Kinds[k].UnderrunStats, stats.Kinds[k].Events})
		}
	}
	t.addLosses(r)
}

func (t *Tally) addLosses(r *Run) {
	link := r.LinkStats()
	t.addLossRuns(link.LossRuns[:min(link.LongestLossRun, len(link.LossRuns))])
}

// AddVariant adds all that the i-th playback of Session.Vary has measured so far, as that
// of the interpolated lens, and the packets' losses. Of the other lenses it adds nothing.
func (t *Tally) AddVariant(r *Run, i int) {
	stats := r.VariantStats(i)
	for k := range world.MaxKinds {
		t.lenses[game.Interpolated][k].add(&kindTally{r.variants[i].kinds[k], stats.Kinds[k].UnderrunStats, stats.Kinds[k].Events})
	}
	t.addLosses(r)
}

// Merge adds all that another tally has summed up.
func (t *Tally) Merge(other *Tally) {
	for l := range game.NumLenses {
		for k := range world.MaxKinds {
			t.lenses[l][k].add(&other.lenses[l][k])
		}
	}
	t.addLossRuns(other.lossRuns)
}

func (t *Tally) addLossRuns(runs []int) {
	t.lossRuns = append(t.lossRuns, make([]int, max(0, len(runs)-len(t.lossRuns)))...)
	for i, n := range runs {
		t.lossRuns[i] += n
	}
}

func (k *kindTally) add(other *kindTally) {
	k.merge(&other.kindMetrics)
	k.needed.merge(&other.needed)
	k.ahead.merge(&other.ahead)
	k.inUnderrun.Underruns += other.inUnderrun.Underruns
	k.inUnderrun.InUnderrun += other.inUnderrun.InUnderrun
	k.inUnderrun.ExtrapolatedTime += other.inUnderrun.ExtrapolatedTime
	k.inUnderrun.Held += other.inUnderrun.Held
	k.inUnderrun.Stale += other.inUnderrun.Stale
	k.inUnderrun.Total += other.inUnderrun.Total
	k.events.Waits += other.events.Waits
	k.events.Wait += other.events.Wait
	k.events.Resyncs += other.events.Resyncs
}

// Kind returns what it comes to. There are no buffers any more: their size is 0.
func (t *Tally) Kind(l game.Lens, k interp.Kind) KindReport {
	m := &t.lenses[l][k]
	return m.report(&m.inUnderrun, &m.events, &m.needed, &m.ahead, 0)
}

// LossRuns returns how many runs of i+1 lost packets there were, at i. The slice is the
// caller's.
func (t *Tally) LossRuns() []int { return slices.Clone(t.lossRuns) }

// DistanceTally sums up the corrections and the errors of the interpolated lens over several
// runs, as if they had been one. It counts whole numbers only, so that runs may be added in
// any order. The zero value is empty.
type DistanceTally struct {
	corrections, errors, turns [world.MaxKinds]distribution
}

// Add adds all of a run so far.
func (t *DistanceTally) Add(r *Run) { t.add(&r.lenses[game.Interpolated]) }

// AddVariant adds all of the i-th playback of Session.Vary so far.
func (t *DistanceTally) AddVariant(r *Run, i int) { t.add(&r.variants[i]) }

func (t *DistanceTally) add(m *lensMetrics) {
	for k := range t.corrections {
		t.corrections[k].merge(&m.kinds[k].correction)
		t.errors[k].merge(&m.kinds[k].error)
		t.turns[k].merge(&m.kinds[k].correctionTurn.sines)
	}
}

// Merge adds all that another tally has summed up.
func (t *DistanceTally) Merge(other *DistanceTally) {
	for k := range t.corrections {
		t.corrections[k].merge(&other.corrections[k])
		t.errors[k].merge(&other.errors[k])
		t.turns[k].merge(&other.turns[k])
	}
}

// Corrections returns the corrections of a kind in metres, of all kinds if it is none, Turns
// the angles of the same in degrees, and Errors the distances to the truth of now, one of each
// entity in each frame.
func (t *DistanceTally) Corrections(kind int) Distances {
	return Distances{of(&t.corrections, kind), false}
}

// Turns is as Corrections.
func (t *DistanceTally) Turns(kind int) Distances { return Distances{of(&t.turns, kind), true} }

// Errors is as Corrections.
func (t *DistanceTally) Errors(kind int) Distances { return Distances{of(&t.errors, kind), false} }

// Distances are many distances, or angles.
type Distances struct {
	d      *distribution
	angles bool
}

// Count returns how many there are.
func (d Distances) Count() uint64 { return d.d.count() }

// Quantile returns what a share of them do not exceed, in metres or degrees; 0 where there
// are none.
func (d Distances) Quantile(share float64) float64 {
	if d.angles {
		return degreesOfSteps(d.d.quantile(share))
	}
	return quantileM(d.d, share)
}

func of(kinds *[world.MaxKinds]distribution, kind int) *distribution {
	if kind >= 0 && kind < int(world.MaxKinds) {
		return &kinds[kind]
	}
	all := new(distribution)
	for k := range kinds {
		all.merge(&kinds[k])
	}
	return all
}

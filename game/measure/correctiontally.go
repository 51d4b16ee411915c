package measure

import (
	"snaplab/game"
	"snaplab/game/world"
)

// CorrectionTally sums up the corrections of the interpolated lens over several runs, as if
// they had been one. The zero value is empty.
type CorrectionTally struct{ kinds [world.NumKinds]distribution }

// Add adds all corrections of a run so far.
func (t *CorrectionTally) Add(r *Run) { t.add(&r.lenses[game.Interpolated]) }

// AddVariant adds all corrections of the i-th playback of Session.Vary so far.
func (t *CorrectionTally) AddVariant(r *Run, i int) { t.add(&r.variants[i]) }

func (t *CorrectionTally) add(m *lensMetrics) {
	for k := range t.kinds {
		t.kinds[k].merge(&m.kinds[k].correction)
	}
}

// P95 returns what 95 % of the corrections of a kind, or of all if it is none, do not
// exceed, in metres; 0 where there were none.
func (t *CorrectionTally) P95(kind int) float64 {
	if kind >= 0 && kind < int(world.NumKinds) {
		return metres(&t.kinds[kind], 0.95)
	}
	var all distribution
	for k := range t.kinds {
		all.merge(&t.kinds[k])
	}
	return metres(&all, 0.95)
}

package measure

import (
	"math"
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
)

// Card is what is told of every lens alike beside its latency and error.
type Card struct {
	// PerMinute is the underruns a minute over the last RecentTime, or so far; NaN of Raw, which
	// has no render time that could pass the newest sample.
	PerMinute float64
	// Correction and CorrectionDeg are what 95 % of the corrections so far are at most, in metres
	// and degrees, 0 if there was none. For Raw, which has no other motion, each snapshot that
	// moves an entity is one.
	Correction, CorrectionDeg float64
}

// Card returns a lens's card: the corrections of a kind, or of all for less than 0.
func (r *Run) Card(l game.Lens, kind int) (c Card) {
	frames, span := r.recent.within(RecentTime)
	underruns, _ := r.recent.underrunsWithin(frames, func(f *FrameSummary) underrunCount { return f.Lenses[l].inUnderrun })
	switch {
	case l == game.Raw:
		c.PerMinute = math.NaN()
	case span > 0:
		c.PerMinute = float64(underruns) * float64(time.Minute) / float64(span)
	}
	m := &r.lenses[l]
	if kind < 0 {
		var metres distribution
		var angles turns
		for k := range m.kinds {
			metres.merge(&m.kinds[k].correction)
			metres.merge(&m.kinds[k].snap)
			angles.merge(&m.kinds[k].correctionTurn)
			angles.merge(&m.kinds[k].snapTurn)
		}
		return c.corrected(&metres, &angles)
	}
	if k := &m.kinds[interp.Kind(kind)&(world.MaxKinds-1)]; l == game.Raw {
		return c.corrected(&k.snap, &k.snapTurn)
	} else {
		return c.corrected(&k.correction, &k.correctionTurn)
	}
}

// corrected returns the card with what 95 % of the corrections are at most.
func (c Card) corrected(metres *distribution, angles *turns) Card {
	if metres.count() > 0 {
		c.Correction, c.CorrectionDeg = quantileM(metres, 0.95), angles.quantile(0.95)
	}
	return c
}

// snapped is what Raw drew of an entity in the last frame.
type snapped struct {
	pose       interp.Pose
	generation uint16
	segment    uint8
	known      bool
}

// step takes note of what Raw draws of an entity, and of how far a new snapshot has moved it at
// once within a segment.
func (s *snapped) step(d *interp.Drawn, k *kindMetrics) {
	if s.known && s.generation == d.Generation && s.segment == d.Segment && s.pose != d.Pose {
		k.snap.add(float32(apart(&s.pose.Position, &d.Pose.Position) * 1e6))
		k.snapTurn.add(turnBetween(&s.pose.Rotation, &d.Pose.Rotation))
	}
	*s = snapped{d.Pose, d.Generation, d.Segment, true}
}

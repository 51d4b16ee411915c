package interp

import "time"

// Correction is the jump between what an entity was drawn at without the newest data and
// what that data justifies, at the same instant. It is measured at the display frame in
// which data resumes, whether it is then popped or smoothed away.
type Correction struct {
	ID     EntityID
	Kind   Kind
	Metres float32
	// Radians is the turn from the one to the other, 0 to π.
	Radians float32
}

// CorrectionOf returns the correction of an entity from the pose drawn without the newest
// data to the one with it. The rotations must be unit quaternions.
func CorrectionOf(id EntityID, k Kind, without, with *Pose) Correction {
	return Correction{id, k, without.Position.Sub(with.Position).Len(), angleBetween(&without.Rotation, &with.Rotation)}
}

// UnderrunStats counts how a kind, or a whole lens, fared. Times are sums over display
// frames of the time since the frame before. A kind is in the worst state of its
// entities, a lens in the worst of its kinds, so the parts of InUnderrun never overlap.
type UnderrunStats struct {
	// Underruns counts the episodes: from the frame in which render time had
	// passed the newest sample to the one in which it is behind again.
	Underruns int
	// InUnderrun is the time spent in them: ExtrapolatedTime + Held + Stale.
	InUnderrun time.Duration
	// ExtrapolatedTime is the part in which the last motion was continued.
	ExtrapolatedTime time.Duration
	// Held is the part spent frozen.
	Held time.Duration
	// Stale is the part spent faded or hidden.
	Stale time.Duration
	// Total is the time since the first sample was reached.
	Total time.Duration
	// Now is the worst state among the entities at the last frame, Empty when
	// nothing is there to draw.
	Now State
}

// UnderrunShare returns InUnderrun ÷ Total, 0 when there is no time yet.
func (d *UnderrunStats) UnderrunShare() float64 {
	if d.Total == 0 {
		return 0
	}
	return float64(d.InUnderrun) / float64(d.Total)
}

// Count takes note of a display frame whose worst state is worst, elapsed after the last
// one.
func (d *UnderrunStats) Count(worst State, elapsed time.Duration) {
	if worst.InUnderrun() && !d.Now.InUnderrun() {
		d.Underruns++
	}
	d.Now = worst
	switch worst {
	case Empty, Gone, Early:
		return
	case Extrapolating:
		d.ExtrapolatedTime += elapsed
	case Held:
		d.Held += elapsed
	case Stale:
		d.Stale += elapsed
	}
	d.Total += elapsed
	d.InUnderrun = d.ExtrapolatedTime + d.Held + d.Stale
}

// EventStats counts what became of spawns and destroys that were in packets which did
// not come in time; see OnGap.
type EventStats struct {
	// Waits counts the episodes in which render time was held for a missing
	// packet, Wait the time spent in them.
	Waits int
	Wait  time.Duration
	// Resyncs counts the spawns and destroys that were jumped over: render time
	// has passed the first sample after them, or waiting for them was given up.
	Resyncs int
}

// KindStats is what a lens knows of one kind. Of a kind that has not come only Slots
// is set, and the Delay that it is to start with.
type KindStats struct {
	UnderrunStats
	Events EventStats
	// Waiting says that render time is held for a missing packet.
	Waiting bool
	// RenderTime is the server time drawn at the last frame.
	RenderTime ServerTime
	// Delay is the applied delay at the last frame; it slews to what is Wanted: the
	// policy's, or of the Interpolated lens what adapts.
	Delay, Wanted time.Duration
	// Needed is the smallest delay that would have had a bracket at the last
	// frame. It is meaningful only if Measured.
	Needed   time.Duration
	Measured bool
	// Bytes is the memory of the kind's samples.
	Bytes int
	// Ahead is the occupancy: snapshots ahead of render time, or of a kind that is not in
	// every one the samples of the entity that has the fewest. Held counts all snapshots
	// that are kept, Slots the room of an entity.
	Ahead, Held, Slots int
}

// Stats is what a lens knows of itself.
type Stats struct {
	Kinds   [MaxKinds]KindStats
	Overall UnderrunStats
	// Events is the sum over all kinds, but for Wait: the time in which any kind
	// waited.
	Events EventStats
	// Verdicts counts the samples offered, by what became of them.
	Verdicts [Refused + 1]int
	// Refusal is what was wrong with the last packet or sample that was Refused, or
	// ErrArrival for a packet that was used, but not for the clock; nil if there was none.
	Refusal error
	// Evicted counts the samples that full tracks have dropped.
	Evicted int
	// Corrections are those of the last frame, valid until the next.
	Corrections []Correction
	// Applied and Target are the clock's offset at the last frame, Steps how
	// often it was set instead of slewed.
	Applied, Target Offset
	Steps           int
	// Bytes is the memory of the buffers: the samples of all kinds and what finds
	// them.
	Bytes int
}

package measure

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// lensMetrics is what is measured of one lens.
type lensMetrics struct {
	kinds    [world.MaxKinds]kindMetrics
	needed   signed      // of the frame's most demanding kind, ns
	ahead    occupancy   // of the frame's scarcest kind
	previous []motion    // per entity, of the last frame
	snapped  []snapped   // the same, of Raw alone
	paths    []shownPath // per entity, of the last frame
}

// kindMetrics is what is measured of one kind as one lens draws it. Durations are in
// nanoseconds, lengths in micrometres.
type kindMetrics struct {
	latency, correction, snap                distribution
	needed                                   signed
	pathError, error                         distribution
	pathSquares, errorSquares                squares // m²
	rough                                    squares // (m/s)²
	correctionTurn, pathErrorTurn, errorTurn turns
	snapTurn                                 turns         // as snap, of Raw
	stateWrong                               time.Duration // summed over the entities
	ahead                                    occupancy
	delay                                    delaySpread
}

// visibleCorrection is the smallest correction, in metres, that somebody watching would
// notice: less is lost in the motion. Of what only turns it is visibleTurn, in radians: 5°.
const (
	visibleCorrection = 0.1
	visibleTurn       = 5 * math.Pi / 180
)

// begin measures a lens from now on.
func (l *lensMetrics) begin(entities int) {
	l.previous = make([]motion, entities)
	l.paths = make([]shownPath, entities)
}

// forgetMotion begins the measuring of velocities anew: in another epoch everything is
// elsewhere.
func (l *lensMetrics) forgetMotion() {
	for i := range l.previous {
		l.previous[i].frames = 0
	}
	clear(l.paths)
}

func (r *Run) lens(l game.Lens, settings *config.Settings, at *frameTime, summary *FrameSummary) {
	lm := &r.lenses[l]
	stats := r.Stats(l)
	r.drawn = r.AppendDrawn(r.drawn[:0], l)
	r.measure(stats, lm, at, &summary.Lenses[l])
	summary.Lenses[l].inUnderrun = underrunCount{stats.Overall.Underruns, stats.Overall.InUnderrun}
	lm.buffers(stats, r.Kinds().Len(), l == game.Interpolated, summary)
	if r.onFrame != nil {
		r.report(l, settings, at.now, stats)
	}
}

// measure measures what a lens has drawn.
func (r *Run) measure(stats *interp.Stats, lm *lensMetrics, at *frameTime, sums *LensSummary) {
	serverNow := r.ServerTime(at.now)
	var shown shownTime
	first := 0 // of those in a row, up to this one, that are one kind and show one instant
	for i := range r.drawn {
		d := &r.drawn[i]
		place := int(d.ID) - 1
		truth := &r.truth[place]
		k := &lm.kinds[d.Kind]

		latency := serverNow.Sub(d.Time)
		sums.latency += latency
		if next := i + 1; next == len(r.drawn) || r.drawn[next].Time != d.Time || r.drawn[next].Kind != d.Kind {
			k.latency.addTimes(float32(latency), next-first)
			first = next
		}

		if truth.Alive && truth.Generation == d.Generation {
			off := apart(&d.Pose.Position, &truth.Pose.Position)
			k.error.add(float32(off * 1e6))
			k.errorSquares.add(off * off)
			square := k.errorTurn.add(turnBetween(&d.Pose.Rotation, &truth.Pose.Rotation))
			kind := &sums.kinds[d.Kind]
			kind.compared++
			if truth.Segment == d.Segment {
				sums.error.add(off * off)
				kind.turned++
				kind.squares += float32(square)
			}
			if truth.Stance != d.Stance {
				k.stateWrong += at.elapsed
				kind.wrong++
			}
			if rough, ok := lm.previous[place].step(d, truth, at.perSecond); ok {
				k.rough.add(rough)
				sums.rough.add(rough)
			}
		} else {
			lm.previous[place].frames = 0
		}
		if lm.snapped != nil {
			lm.snapped[place].step(d, k)
		}
		p := &lm.paths[place]
		if !p.known || p.shown != d.Time || p.drawn != d.Pose {
			p.measure(r, d, &shown, at.now)
		}
		if p.counted {
			k.pathError.add(float32(p.metres * 1e6))
			k.pathSquares.add(p.metres * p.metres)
			sums.path.add(p.metres * p.metres)
			sums.pathTurn.add(k.pathErrorTurn.add(p.turn))
		}
	}
	sums.drawn += len(r.drawn)
	for i := range lm.previous {
		p := &lm.previous[i]
		if !p.seen {
			p.frames = 0
		}
		p.seen = false
	}
	for _, c := range stats.Corrections {
		lm.kinds[c.Kind].correction.add(c.Metres * 1e6)
		lm.kinds[c.Kind].correctionTurn.add(turnOf(c.Radians))
		if c.Metres >= visibleCorrection || c.Radians >= visibleTurn && r.Kinds().Varies(c.Kind) == world.Rotation {
			sums.corrections++
		}
	}
}

// buffers takes note of the occupancy and the needed delay of each of the first kinds.
func (lm *lensMetrics) buffers(stats *interp.Stats, kinds int, shown bool, summary *FrameSummary) {
	needed, scarcest, any := time.Duration(0), 0, false
	for k := range kinds {
		ks := &stats.Kinds[k]
		if shown {
			summary.Kinds[k] = KindSummary{State: ks.Now, Delay: ks.Delay, Needed: ks.Needed, Ahead: ks.Ahead, Measured: ks.Measured, inUnderrun: underrunCount{ks.Underruns, ks.InUnderrun}}
		}
		if !ks.Measured {
			continue
		}
		lm.kinds[k].needed.add(float32(ks.Needed))
		lm.kinds[k].ahead.add(ks.Ahead)
		lm.kinds[k].delay.add(ks.Delay)
		if !any || ks.Ahead < scarcest {
			scarcest = ks.Ahead
		}
		if !any || ks.Needed > needed {
			needed = ks.Needed
		}
		any = true
	}
	if any {
		lm.needed.add(float32(needed))
		lm.ahead.add(scarcest)
	}
}

// apart returns how far apart two positions are, in metres.
func apart(a, b *mgl32.Vec3) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return float64(float32(math.Sqrt(float64(x*x + y*y + z*z)))) // as Vec3.Len rounds it
}

// report gives the rows of a frame to the listener.
func (r *Run) report(l game.Lens, settings *config.Settings, now time.Duration, stats *interp.Stats) {
	for i := range r.drawn {
		d := &r.drawn[i]
		row := &r.row
		*row = FrameRow{At: now, Lens: l, Name: game.LensName(settings, l), Kind: settings.Kinds.Name(d.Kind), Drawn: d, Truth: &r.truth[d.ID-1].State}
		if row.Compared = row.Truth.Alive && row.Truth.Generation == d.Generation; row.Compared {
			row.ErrorDeg = DegreesBetween(&d.Pose.Rotation, &row.Truth.Pose.Rotation)
		}
		if l != game.Raw {
			row.RenderTime = stats.Kinds[d.Kind].RenderTime
		}
		for _, c := range stats.Corrections {
			if c.ID == d.ID {
				row.Correction, row.Corrected = c.Metres, true
				row.CorrectionDeg = mgl64.RadToDeg(float64(c.Radians))
			}
		}
		r.onFrame(row)
	}
}

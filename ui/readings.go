package ui

import (
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// readings are the numbers on the screen. They are taken four times a second of
// simulation time, so that they can be read; a paused run shows the present ones.
type readings struct {
	at         time.Duration
	stale      bool
	lenses     [game.MaxLenses]measure.Recent // of what each arena shows
	link       measure.LinkStats
	inUnderrun [world.NumKinds]bool // the kind ran dry in the last second
	frames     []measure.FrameSummary
}

const (
	readingPeriod = 250 * time.Millisecond
	calmPeriod    = time.Second // with reduced motion
	readingSpan   = time.Second
)

func (r *readings) refresh(a *App) {
	now := max(a.session.Now(), 0)
	period := readingPeriod
	if a.look.calm {
		period = calmPeriod
	}
	due := now/period != r.at/period || now < r.at
	if !r.stale && !due && (a.playing || now == r.at) {
		return
	}
	r.at, r.stale = now, false
	for l := range a.places.shown {
		r.lenses[l] = a.session.Recent(a.lensIn(l), readingSpan)
	}
	r.link = a.session.LinkStats()
	r.frames = a.session.AppendFrames(r.frames[:0], now-readingSpan)
	r.inUnderrun = [world.NumKinds]bool{}
	for i := range r.frames {
		for k := range r.inUnderrun {
			r.inUnderrun[k] = r.inUnderrun[k] || r.frames[i].Kinds[k].State.InUnderrun()
		}
	}
}

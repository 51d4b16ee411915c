// Package freeze shows a run that stands still as it would be with the delays that are set while
// it does: drag a delay, and the frozen moment follows.
package freeze

import (
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/frozen"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/view"
)

// Hand is the moment that delays are tried at. The zero value is ready to use.
type Hand struct {
	of     *measure.Run
	run    run
	at     time.Duration
	set    [world.MaxKinds]time.Duration // when it was frozen
	moment *frozen.Moment                // nil until a delay is another
	ready  bool
}

// run is the run at that moment, with other delays.
type run struct {
	view.Run
	moment   *frozen.Moment
	settings config.Settings
}

func (r *run) AppendDrawn(dst []interp.Drawn, l game.Lens) []interp.Drawn {
	if l == game.Interpolated {
		return r.moment.AppendDrawn(dst, &r.settings)
	}
	return r.Run.AppendDrawn(dst, l)
}

func (r *run) AppendSamples(dst []interp.Sample, id interp.EntityID) []interp.Sample {
	return r.moment.AppendSamples(dst, id)
}

func (r *run) Stats(l game.Lens) *interp.Stats {
	stats := r.Run.Stats(l)
	if l == game.Interpolated {
		return r.moment.Stats(stats, &r.settings)
	}
	return stats
}

// Run returns what is to be shown of a run with the settings of the frame: the run itself while
// it is playing or its delays are as when it was stopped, and else the moment with these delays,
// as soon as that is at hand. A bounded amount of work is done for it in each call.
func (h *Hand) Run(r *measure.Run, s *config.Settings, playing bool) view.Run {
	delays := delaysOf(s)
	switch {
	case playing:
		*h = Hand{}
		return r
	case h.of == nil || h.at != r.Now():
		*h = Hand{at: r.Now(), set: delays}
	case h.of != r: // something was undone at this moment
		*h = Hand{at: h.at, set: h.set}
	}
	h.of, h.run.Run = r, r
	if delays == h.set {
		return r
	}
	if h.moment == nil {
		m, err := frozen.New(r.Session)
		if err != nil {
			return r // which it began from, so that there is none
		}
		h.moment = m
	}
	if h.ready = h.ready || h.moment.Advance(view.PlayedAtOnce(r)); !h.ready {
		return r
	}
	h.run.moment, h.run.settings = h.moment, *s
	applied := r.Stats(game.Interpolated)
	for k := range delays {
		if p := &h.run.settings.Policies[k]; p.Tuning == interp.Adaptive {
			p.Delay = applied.Kinds[k].Delay
		}
	}
	return &h.run
}

// Working reports whether the moment is not at hand yet though it is asked for.
func (h *Hand) Working() bool { return h.moment != nil && !h.ready }

// delaysOf returns the delays that are set by hand, and −1 for those that adapt.
func delaysOf(s *config.Settings) (d [world.MaxKinds]time.Duration) {
	for k := range d {
		if d[k] = s.Policies[k].Delay; s.Policies[k].Tuning == interp.Adaptive {
			d[k] = -1
		}
	}
	return d
}

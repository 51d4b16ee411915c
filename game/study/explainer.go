package study

import (
	"time"

	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Explainer looks, in one run of a forecast, for a frame that needs just so much delay
// and no less, and for the packets that it needs it for.
type Explainer struct {
	session *measure.Run
	end     time.Duration
	seed    uint64
	kind    int
	delay   time.Duration
	found   *Break
	frames  []measure.FrameSummary
}

// NewExplainer returns an Explainer of a delay in whole milliseconds, of a kind or of
// AllKinds, in one of the forecast's runs: KindForecast.Tight says in which there is such a
// frame. An error is that of NewStudy.
func NewExplainer(f *Question, run, kind int, delay time.Duration) (*Explainer, error) {
	s, _, err := f.prepare()
	if err != nil {
		return nil, err
	}
	s.Seed = f.FirstSeed + uint64(run)
	session, err := measure.NewRun(s)
	if err != nil {
		return nil, err
	}
	return &Explainer{session: session, end: s.Duration, seed: s.Seed, kind: kind, delay: delay}, nil
}

// framesAtOnce is how many frames are looked at in one portion.
const framesAtOnce = 6

// Step looks until until returns true or the frame is found, or there is none, and
// reports which. It asks before every portion, of about 100 µs.
func (e *Explainer) Step(until func() bool) (done bool) {
	for e.found == nil && e.session.NextFrame() <= e.end {
		if until() {
			return false
		}
		for n := 0; n < framesAtOnce && e.found == nil; n++ {
			at := e.session.NextFrame()
			e.session.AdvanceTo(at)
			if needed, ok := e.needed(at); ok && (needed+time.Millisecond-1).Truncate(time.Millisecond) == e.delay {
				e.found = &Break{Seed: e.seed, at: at, needed: needed}
				e.found.explain(e.session)
			}
		}
	}
	return true
}

// needed returns what the frame at a time needs, and whether there is anything to draw.
func (e *Explainer) needed(at time.Duration) (needed time.Duration, ok bool) {
	e.frames = e.session.AppendFrames(e.frames[:0], at)
	for i := range e.frames {
		for k := range world.NumKinds {
			f := &e.frames[i].Kinds[k]
			if f.Measured && (e.kind == AllKinds || k == interp.Kind(e.kind)) {
				needed, ok = max(needed, f.Needed), true
			}
		}
	}
	return needed, ok
}

// Break returns the frame, nil if it has not been found.
func (e *Explainer) Break() *Break { return e.found }

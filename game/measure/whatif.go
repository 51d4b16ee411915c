package measure

import (
	"math"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// WhatIfLimit is the largest delay that a WhatIf tells of.
const WhatIfLimit = 2 * time.Second

// whatIfBins is one per millisecond of delay, and one for all that needs more.
const whatIfBins = int(WhatIfLimit/time.Millisecond) + 2

// WhatIf is the delays that the display frames of one run needed, as a histogram: how often
// there would have been an underrun at every delay, and for how long. What a frame needs to
// have a sample ahead does not depend on the delay in use, so a frame that needed n after one
// that needed p tells of all delays D at once: it is in underrun at every D < n, and an
// episode begins in it at every D with p ≤ D < n.
//
// Delays have the resolution of whole milliseconds, for which everything is exact as
// long as render time is not held back by a step of the clock; a fraction is left
// away. Nothing is known of delays above WhatIfLimit: they count as WhatIfLimit. The
// zero value has measured nothing.
type WhatIf struct {
	frames   int
	span     time.Duration
	previous int           // what the frame before needed, in bins
	most     time.Duration // what any frame needed
	// needs[b] counts the frames that needed a delay of b milliseconds, rounded
	// up; begins[b] is how many more episodes begin at a delay of b than of b−1.
	needs, begins [whatIfBins]int32
	// spans[b] is the time that the frames of needs[b] stand for.
	spans [whatIfBins]time.Duration
}

// add takes note of a frame that needed a delay, elapsed after the one before.
func (w *WhatIf) add(needed, elapsed time.Duration) {
	bin := 0
	if needed > 0 {
		bin = int(min((needed+time.Millisecond-1)/time.Millisecond, time.Duration(whatIfBins-1)))
	}
	w.frames++
	w.span += elapsed
	w.most = max(w.most, needed)
	w.needs[bin]++
	w.spans[bin] += elapsed
	if bin > w.previous {
		w.begins[w.previous]++
		w.begins[bin]--
	}
	w.previous = bin
}

// skip takes note of a frame in which there was nothing to draw, and so no underrun.
func (w *WhatIf) skip() { w.previous = 0 }

// reset forgets all but what the last frame needed: an episode that goes on has
// already begun.
func (w *WhatIf) reset() { *w = WhatIf{previous: w.previous} }

// Frames returns how many display frames were measured.
func (w *WhatIf) Frames() int { return w.frames }

// Span returns the time that they stand for.
func (w *WhatIf) Span() time.Duration { return w.span }

// whatIfBin returns the bin of a delay.
func whatIfBin(d time.Duration) int {
	return int(max(0, min(d, WhatIfLimit)) / time.Millisecond)
}

// Underruns returns how many underruns there would have been at a delay.
func (w *WhatIf) Underruns(d time.Duration) int {
	n := int32(0)
	for _, change := range w.begins[:whatIfBin(d)+1] {
		n += change
	}
	return int(n)
}

// AppendUnderruns appends Underruns for 0, 1, 2 … ms up to and including d.
func (w *WhatIf) AppendUnderruns(dst []int, d time.Duration) []int {
	n := int32(0)
	for _, change := range w.begins[:whatIfBin(d)+1] {
		n += change
		dst = append(dst, int(n))
	}
	return dst
}

// InUnderrun returns how long it would have been in underrun at a delay.
func (w *WhatIf) InUnderrun(d time.Duration) (inUnderrun time.Duration) {
	for _, span := range w.spans[whatIfBin(d)+1:] {
		inUnderrun += span
	}
	return inUnderrun
}

// UnderrunShare returns the share of the time that would have been in underrun at a delay, 0
// to 1.
func (w *WhatIf) UnderrunShare(d time.Duration) float64 {
	return float64(w.InUnderrun(d)) / float64(max(w.span, 1))
}

// AppendUnderrunShares appends UnderrunShare for 0, 1, 2 … ms up to and including d.
func (w *WhatIf) AppendUnderrunShares(dst []float64, d time.Duration) []float64 {
	inUnderrun, span := w.span, float64(max(w.span, 1))
	for _, n := range w.spans[:whatIfBin(d)+1] {
		inUnderrun -= n
		dst = append(dst, float64(inUnderrun)/span)
	}
	return dst
}

// Most returns the largest delay that a frame needed, to the nanosecond and beyond
// WhatIfLimit too; 0 when nothing was measured.
func (w *WhatIf) Most() time.Duration { return w.most }

// Needed returns the smallest delay that would have been enough for the share q of the
// frames, 0 to 1, rounded up to a millisecond: Needed(1) is enough for all. It is 0
// when nothing was measured, and WhatIfLimit plus a millisecond where that would not
// have been enough.
func (w *WhatIf) Needed(q float64) time.Duration {
	rank := max(1, int32(math.Ceil(q*float64(w.frames))))
	seen := int32(0)
	for b, n := range w.needs {
		if seen += n; n > 0 && seen >= rank {
			return time.Duration(b) * time.Millisecond
		}
	}
	return 0
}

// whatIfs is a WhatIf for each kind, and for all together.
type whatIfs struct {
	kinds [world.MaxKinds]WhatIf
	all   WhatIf
	// settling says that the link has changed and the clock may still be finding
	// its new latency, until settleBy at the latest.
	settling bool
	settleBy time.Duration
}

const (
	settleTime  = 10 * time.Second
	settledWell = 5 * time.Millisecond
)

// add takes note of what each of the first kinds needed in a frame.
func (w *whatIfs) add(stats *interp.Stats, kinds int, elapsed time.Duration) {
	worst, measured := time.Duration(0), false
	for k := range kinds {
		s := &stats.Kinds[k]
		if !s.Measured {
			w.kinds[k].skip()
			continue
		}
		w.kinds[k].add(s.Needed, elapsed)
		worst, measured = max(worst, s.Needed), true
	}
	if !measured {
		w.all.skip()
		return
	}
	w.all.add(worst, elapsed)
}

// reset begins to measure anew.
func (w *whatIfs) reset() {
	for k := range w.kinds {
		w.kinds[k].reset()
	}
	w.all.reset()
}

// changed begins anew because the link is another: at once, so that the change shows,
// and once more when the clock has found the new latency, so that it does not show for
// ever.
func (w *whatIfs) changed(now time.Duration) {
	w.reset()
	w.settling, w.settleBy = true, now+settleTime
}

// settle ends the settling when the clock is as wrong as wrong, or it has lasted too
// long.
func (w *whatIfs) settle(now time.Duration, wrong interp.Offset, jitter time.Duration) {
	if !w.settling {
		return
	}
	bound := interp.Offset(settledWell + jitter/8)
	switch {
	case now >= w.settleBy:
		w.settling = false
	case -bound <= wrong && wrong <= bound:
		w.settling = false
		w.reset()
	}
}

// asDifferent reports whether what was measured under old says nothing of new.
func asDifferent(old, new *config.Settings) bool {
	// On a narrow line how large packets are decides when they arrive.
	resized := old.Encoding != new.Encoding && new.Down.Bandwidth > 0
	return resized || old.Down != new.Down || old.SendRate != new.SendRate || old.KindRates != new.KindRates || old.SendOrder != new.SendOrder || old.TickRate != new.TickRate || old.DisplayRate != new.DisplayRate
}

// WhatIf returns what would have been at other delays for a kind, or for all kinds
// with the same delay if it is −1, since the link or the rates last changed. It
// belongs to the session.
func (r *Run) WhatIf(kind int) *WhatIf {
	if kind < 0 || kind >= int(world.MaxKinds) {
		return &r.whatIf.all
	}
	return &r.whatIf.kinds[kind]
}

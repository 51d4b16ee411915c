package interp

import (
	"cmp"
	"time"
	"unsafe"
)

// Tuning says who chooses a kind's delay.
type Tuning uint8

const (
	// ByHand uses Policy.Delay as it is.
	ByHand Tuning = iota
	// Adaptive measures: the delay is the larger of what would have been enough
	// for the share Quantile of the display frames of the last Window, and of
	// what no loss at all would have needed in it; and while a packet is overdue
	// it grows, so that time is stretched until the packet comes.
	//
	// The first is a quantile and not a mean with deviations, because underruns
	// are all that counts: losses, runs of losses, jitter and the interval are in
	// it as they come. The second is RequiredDelay for k = 0 with the interval
	// and the jitter range as measured, and is a floor, because a quantile always
	// gives some frames away: without losses a few milliseconds more are enough
	// for all of them.
	//
	// What a frame needs depends on the network and not on the delay in use, so
	// that nothing feeds back: an underrun does not raise the delay further.
	//
	// A slower route makes frames need more until the clock's offset has it, which is
	// then not counted twice: needs are kept together with the offset of their time, as
	// well as without. A single spike, a need far beyond all others for a moment, is not
	// counted unless there was another within the Window.
	Adaptive
)

const (
	defaultQuantile = 990_000
	defaultWindow   = 10 * time.Second
	defaultMaxDelay = time.Second

	// slackDelay is how far the delay may exceed what is wanted before it is
	// lowered, so that render time mostly runs at the rate of the server's.
	slackDelay = 5 * time.Millisecond
	// overdueQuantile is the share of the frames, in parts per million, that need
	// less than one that waits for a packet.
	overdueQuantile = 950_000
	// offsetRange is how far the offset may move from what the needs are kept with,
	// either way, until they are forgotten.
	offsetRange = 500 // ms
	// longestSpike is how long frames may need more than is enough, and be a spike.
	longestSpike = 1500 * time.Millisecond
	spikeFrames  = 1024
)

// adaptive finds the delay of one kind whose Tuning is Adaptive. Times are rounded up
// to whole milliseconds.
type adaptive struct {
	needs  slidingQuantile // what display frames needed, ms
	intact MinWindow       // minus what was needed just before packets that came without a loss
	// The same with what the offset was then above origin, and offsetRange.
	needsWith  slidingQuantile
	intactWith MinWindow
	origin     Offset
	since      LocalTime // of what is kept with the origin

	started bool
	began   LocalTime // at the first frame
	steps   int       // of the clock, then
	wanted  time.Duration
	overdue bool

	// The frames that have needed more than was enough, without a break.
	high      []highFrame
	highSince LocalTime
	base      int // what was enough before them, ms
	peak      int
	spiked    bool // at spikedAt, the end of the last spike
	spikedAt  LocalTime
}

// highFrame is a frame in the counts, by which it can be taken out of them.
type highFrame struct {
	slice, sliceWith uint8
	needed, with     uint16
}

// orDefaults returns the policy with what is zero in its adaptive fields set.
func (p Policy) orDefaults() Policy {
	p.Quantile = cmp.Or(p.Quantile, defaultQuantile)
	p.Window = cmp.Or(p.Window, defaultWindow)
	p.MaxDelay = cmp.Or(p.MaxDelay, max(p.MinDelay, defaultMaxDelay))
	return p
}

// longestDelay returns the largest delay that a policy may come to.
func (p *Policy) longestDelay() time.Duration {
	if p.Tuning == ByHand {
		return p.Delay
	}
	return p.orDefaults().MaxDelay
}

// configure makes room for what a policy asks for, and forgets everything if that is
// no longer the delay's Window and limit.
func (a *adaptive) configure(p *Policy) {
	if p.Tuning == ByHand {
		*a = adaptive{}
		return
	}
	q := p.orDefaults()
	limit := wholeMilliseconds(q.MaxDelay)
	a.needs.configure(limit, q.Window)
	a.needsWith.configure(limit+2*offsetRange, q.Window)
	a.intact.Span, a.intactWith.Span = q.Window, q.Window
	if a.high == nil {
		a.high = make([]highFrame, 0, spikeFrames)
	}
}

func wholeMilliseconds(d time.Duration) int {
	return int((max(0, min(d, time.Hour)) + time.Millisecond - 1) / time.Millisecond)
}

// reset forgets everything, as for a new epoch.
func (a *adaptive) reset() {
	a.needs.reset()
	a.intact.Reset()
	a.needsWith.reset()
	a.intactWith.Reset()
	a.started, a.wanted, a.overdue, a.high, a.spiked = false, 0, false, a.high[:0], false
}

// above returns what is to be added to a need to keep it with the offset.
func (a *adaptive) above(offset Offset) time.Duration {
	return time.Duration(offset-a.origin) + offsetRange*time.Millisecond
}

// follows takes note of a packet that came directly after the newest one before it,
// just before which a frame would have needed so much.
func (a *adaptive) follows(at LocalTime, needed time.Duration, offset Offset, p *Policy) {
	if ms := wholeMilliseconds(needed); a.started && ms > a.base && a.isSpike(max(ms, a.peak), at, p) {
		return
	}
	a.intact.Push(at, Offset(-needed))
	if a.started {
		a.intactWith.Push(at, Offset(-needed-a.above(offset)))
	}
}

// isSpike reports whether a need is far above the others, and the first such for long.
func (a *adaptive) isSpike(needed int, now LocalTime, p *Policy) bool {
	window := p.orDefaults().Window
	since := now
	if len(a.high) > 0 {
		since = a.highSince
	}
	return len(a.high) > 0 && needed > 2*a.base+100 && now.Sub(since) <= min(longestSpike, window/2) &&
		!(a.spiked && since.Sub(a.spikedAt) < window)
}

// most returns minus the least of a window, in whole milliseconds above some.
func most(w *MinWindow, above time.Duration) int {
	least, ok := w.Min()
	if !ok {
		return 0
	}
	return wholeMilliseconds(time.Duration(-least) - above)
}

// enough returns what has been enough for a share of the frames, and for packets
// without a loss, at an offset.
func (a *adaptive) enough(now LocalTime, quantile int64, offset Offset, window time.Duration) int {
	enough := max(most(&a.intact, 0), a.needs.quantile(quantile))
	if now.Sub(a.since) < window {
		return enough
	}
	above := a.above(offset)
	with := max(most(&a.intactWith, above), a.needsWith.quantile(quantile)-int(above/time.Millisecond))
	return min(enough, max(0, with))
}

// frame takes note of what a display frame needed at an offset. steps is how often the
// clock has been set instead of slewed: what was needed before that was measured with a
// wrong clock.
func (a *adaptive) frame(now LocalTime, needed time.Duration, offset Offset, steps int, p *Policy) {
	if a.started && a.steps != steps {
		a.reset()
	}
	if !a.started {
		a.started, a.began, a.steps = true, now, steps
		a.origin, a.since = offset, now
	}
	if moved := time.Duration(offset - a.origin); moved.Abs() > offsetRange*time.Millisecond {
		a.needsWith.reset()
		a.intactWith.Reset()
		a.origin, a.since = offset, now
	}
	q := p.orDefaults()
	a.intact.Expire(now)
	a.intactWith.Expire(now)
	a.count(now, needed, offset, p)
	enough := a.enough(now, int64(q.Quantile), offset, q.Window)
	wanted := time.Duration(enough) * time.Millisecond
	switch {
	case now.Sub(a.began) < q.Window/5:
		// Too little has been seen to go below what was set by hand.
		a.wanted = max(a.wanted, wanted, p.Delay)
	case wanted > a.wanted || wanted < a.wanted-slackDelay:
		a.wanted = wanted
	}
	a.wanted = max(q.MinDelay, min(a.wanted, q.MaxDelay))
	a.overdue = wholeMilliseconds(needed) > a.enough(now, overdueQuantile, offset, q.Window)
}

// count counts a frame, and takes those of a spike out of the counts when it is over.
func (a *adaptive) count(now LocalTime, needed time.Duration, offset Offset, p *Policy) {
	q := p.orDefaults()
	if len(a.high) == 0 {
		a.base, a.peak, a.highSince = a.enough(now, int64(q.Quantile), offset, q.Window), 0, now
	}
	ms := wholeMilliseconds(needed)
	f := highFrame{
		needed: uint16(min(ms, len(a.needs.sum)-1)),
		with:   uint16(min(wholeMilliseconds(needed+a.above(offset)), len(a.needsWith.sum)-1)),
	}
	if ms <= a.base {
		if a.isSpike(a.peak, now, p) {
			for _, f := range a.high {
				a.needs.remove(f.slice, int(f.needed))
				a.needsWith.remove(f.sliceWith, int(f.with))
			}
			a.spiked, a.spikedAt = true, now
		}
		a.high = a.high[:0]
	}
	f.slice = a.needs.add(now, int(f.needed))
	f.sliceWith = a.needsWith.add(now, int(f.with))
	switch {
	case ms <= a.base:
	case len(a.high) < cap(a.high):
		a.peak = max(a.peak, ms)
		a.high = append(a.high, f)
	default:
		a.peak = 0 // too many to be taken out
	}
}

// settled returns the delay that is wanted while no packet is overdue.
func (a *adaptive) settled(p *Policy) time.Duration {
	if a.started {
		return a.wanted
	}
	q := p.orDefaults()
	return max(q.MinDelay, min(p.Delay, q.MaxDelay))
}

// delay returns what the cursor is to slew to.
func (a *adaptive) delay(p *Policy) time.Duration {
	if a.overdue {
		return p.orDefaults().MaxDelay
	}
	return a.settled(p)
}

func (a *adaptive) bytes() int {
	return a.needs.bytes() + a.needsWith.bytes() + cap(a.high)*int(unsafe.Sizeof(highFrame{})) +
		(cap(a.intact.queue)+cap(a.intactWith.queue))*int(unsafe.Sizeof(seen{}))
}

// newestPacket is the last packet of the newest snapshot that has come.
type newestPacket struct {
	known bool
	seq   uint32
	time  ServerTime
}

// delay returns what the cursor of a kind is to slew to.
func (l *Interpolated) delay(k Kind) time.Duration {
	p := &l.config.Policies[k]
	if p.Tuning == ByHand {
		return p.Delay
	}
	return l.adaptive[k].delay(p)
}

// follow takes note of a packet for the kinds whose delay adapts, if it is the one
// directly after the newest before it.
func (l *Interpolated) follow(h *Header) {
	n := &l.newest
	if n.known && (h.Time < n.time || h.Time == n.time && int32(h.Seq-n.seq) <= 0) {
		return
	}
	if n.known && h.Time > n.time && h.Seq == n.seq+1 {
		offset := l.clock.Offset(h.Arrival)
		needed := offset.ToServer(h.Arrival).Sub(n.time)
		for k := range l.adaptive {
			if p := &l.config.Policies[k]; p.Tuning == Adaptive && !l.sparse[k] {
				l.adaptive[k].follows(h.Arrival, needed, offset, p)
			}
		}
	}
	*n = newestPacket{true, h.Seq, h.Time}
}

// followSample does that for an entity, about which the packet being received tells, of a
// kind that is not in every snapshot: if no packet is missing since the one that told of it
// before, none of its samples is.
func (l *Interpolated) followSample(a *actor) {
	h, p := &l.header, &l.config.Policies[a.kind]
	if p.Tuning != Adaptive || !a.told || h.Time <= a.toldAt || !l.sparse[a.kind] || l.gaps.received.missing(a.toldBy, h.Seq) {
		return
	}
	offset := l.clock.Offset(h.Arrival)
	l.adaptive[a.kind].follows(h.Arrival, offset.ToServer(h.Arrival).Sub(a.toldAt), offset, p)
}

// adapt takes note of what a frame needed of each kind whose delay adapts.
func (l *Interpolated) adapt(now LocalTime) {
	for _, k := range l.kinds {
		p, s, a := &l.config.Policies[k], &l.stats.Kinds[k], &l.adaptive[k]
		if p.Tuning == ByHand {
			s.Wanted = p.Delay
			continue
		}
		if s.Measured {
			a.frame(now, s.Needed, l.clock.Offset(now), l.stats.Steps, p)
		} else {
			a.overdue = false
		}
		s.Wanted = a.settled(p)
	}
}

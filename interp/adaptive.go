package interp

import (
	"math"
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
)

// adaptive finds the delay of one kind whose Tuning is Adaptive. Times are rounded up
// to whole milliseconds.
type adaptive struct {
	needs  slidingQuantile // what display frames needed, ms
	intact MinWindow       // minus what was needed just before packets that came without a loss

	started bool
	since   LocalTime // of the first frame
	steps   int       // of the clock, then
	wanted  time.Duration
	overdue bool
}

// orDefaults returns the policy with what is zero in its adaptive fields set.
func (p Policy) orDefaults() Policy {
	if p.Quantile == 0 {
		p.Quantile = defaultQuantile
	}
	if p.Window == 0 {
		p.Window = defaultWindow
	}
	if p.MaxDelay == 0 {
		p.MaxDelay = max(p.MinDelay, defaultMaxDelay)
	}
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
	a.needs.configure(wholeMilliseconds(q.MaxDelay), q.Window)
	a.intact.Span = q.Window
}

func wholeMilliseconds(d time.Duration) int {
	return int((max(0, min(d, time.Hour)) + time.Millisecond - 1) / time.Millisecond)
}

// reset forgets everything, as for a new epoch.
func (a *adaptive) reset() {
	a.needs.reset()
	a.intact.Reset()
	a.started, a.wanted, a.overdue = false, 0, false
}

// follows takes note of a packet that came directly after the newest one before it,
// just before which a frame would have needed so much.
func (a *adaptive) follows(at LocalTime, needed time.Duration) {
	a.intact.Push(at, Offset(-needed))
}

// frame takes note of what a display frame needed. steps is how often the clock has been
// set instead of slewed: what was needed before that was measured with a wrong clock.
func (a *adaptive) frame(now LocalTime, needed time.Duration, steps int, p *Policy) {
	if a.started && a.steps != steps {
		a.reset()
	}
	if !a.started {
		a.started, a.since, a.steps = true, now, steps
	}
	q := p.orDefaults()
	a.needs.add(now, wholeMilliseconds(needed))
	a.intact.Expire(now)
	intact := 0
	if least, ok := a.intact.Min(); ok {
		intact = wholeMilliseconds(time.Duration(-least))
	}
	enough := time.Duration(max(intact, a.needs.quantile(int64(q.Quantile)))) * time.Millisecond
	switch {
	case now.Sub(a.since) < q.Window/5:
		// Too little has been seen to go below what was set by hand.
		a.wanted = max(a.wanted, enough, p.Delay)
	case enough > a.wanted || enough < a.wanted-slackDelay:
		a.wanted = enough
	}
	a.wanted = max(q.MinDelay, min(a.wanted, q.MaxDelay))
	a.overdue = wholeMilliseconds(needed) > max(intact, a.needs.quantile(overdueQuantile))
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
	return a.needs.bytes() + cap(a.intact.queue)*int(unsafe.Sizeof(seen{}))
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
		needed := l.clock.Offset(h.Arrival).ToServer(h.Arrival).Sub(n.time)
		for k := range l.adaptive {
			if l.config.Policies[k].Tuning == Adaptive {
				l.adaptive[k].follows(h.Arrival, needed)
			}
		}
	}
	*n = newestPacket{true, h.Seq, h.Time}
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
			a.frame(now, s.Needed, l.stats.Steps, p)
		} else {
			a.overdue = false
		}
		s.Wanted = a.settled(p)
	}
}

// slidingQuantile counts small whole numbers over a sliding window of time and tells
// their quantiles, in bounded memory whatever the rate. The window slides in steps of a
// tenth, so that it covers nine tenths to all of its length. configure it first.
type slidingQuantile struct {
	span   time.Duration
	sum    []uint32 // how often each number was seen in the window
	slices [windowSlices][]uint16
	counts [windowSlices]int
	count  int
	now    int // the slice that is filled
	since  LocalTime
	top    int // nothing above it was seen
}

const windowSlices = 10

// configure makes room for the numbers 0 to limit, over a window of span. It forgets
// everything if either has changed.
func (q *slidingQuantile) configure(limit int, span time.Duration) {
	if len(q.sum) == limit+1 && q.span == span {
		return
	}
	*q = slidingQuantile{span: span, sum: make([]uint32, limit+1)}
	for i := range q.slices {
		q.slices[i] = make([]uint16, limit+1)
	}
}

// add counts a number seen at a local time, which must not go back. A number beyond
// the limits counts as the nearest.
func (q *slidingQuantile) add(at LocalTime, v int) {
	q.slide(at)
	if q.counts[q.now] == math.MaxUint16 {
		return // a tenth of the window has told enough
	}
	v = max(0, min(v, len(q.sum)-1))
	q.slices[q.now][v]++
	q.sum[v]++
	q.counts[q.now]++
	q.count++
	q.top = max(q.top, v)
}

// slide forgets what has left the window.
func (q *slidingQuantile) slide(at LocalTime) {
	if q.count == 0 || at.Sub(q.since) >= 2*q.span {
		q.reset()
		q.since = at
		return
	}
	for step := q.span / windowSlices; at.Sub(q.since) >= step; q.since = q.since.Add(step) {
		q.now = (q.now + 1) % windowSlices
		q.forget(q.now)
	}
}

func (q *slidingQuantile) forget(slice int) {
	if q.counts[slice] == 0 {
		return
	}
	for v, n := range q.slices[slice][:q.top+1] {
		q.sum[v] -= uint32(n)
	}
	clear(q.slices[slice])
	q.count -= q.counts[slice]
	q.counts[slice] = 0
}

func (q *slidingQuantile) reset() {
	for i := range q.slices {
		q.forget(i)
	}
	q.top = 0
}

// quantile returns the number at a nearest rank: the smallest that at least a share, in
// parts per million, of those in the window do not exceed. It is 0 of nothing.
func (q *slidingQuantile) quantile(ppm int64) int {
	for q.top > 0 && q.sum[q.top] == 0 {
		q.top--
	}
	above := int64(q.count) * (1_000_000 - ppm) / 1_000_000 // that may exceed it
	v := q.top
	for ; v > 0; v-- {
		if above -= int64(q.sum[v]); above < 0 {
			break
		}
	}
	return v
}

// bytes returns the memory of the counts.
func (q *slidingQuantile) bytes() int { return len(q.sum) * (4 + 2*windowSlices) }

package engines

import (
	"math"
	"time"

	"snaplab/interp"
)

// clock is what an engine makes of the packets: the server time to draw. Times are
// integers, and its zero value is ready.
type clock interface {
	// plays says what is done with what is there.
	plays() playing
	// configure tells the time between two snapshots, as agreed with the server. It
	// may change at any time.
	configure(interval time.Duration)
	// start begins anew, with the first packet of a connection or of another epoch. An
	// advance in which no time has passed follows.
	start(p *packet)
	// advance moves to a display frame and returns the server time to draw.
	advance(f *frame) interp.ServerTime
}

// playing is what an engine does with the samples that it has.
type playing struct {
	// extrapolate is how long something that has run dry goes on moving.
	extrapolate time.Duration
	// ordered says that a packet which was overtaken by a newer one is not used.
	ordered bool
}

// packet is one snapshot's as a clock sees it.
type packet struct {
	stamp interp.ServerTime
	read  interp.LocalTime // when the frame began in which it was read
	tick  time.Duration    // how long a tick of the server is
	trip  time.Duration    // half the fastest round trip so far, 0 while unknown
}

// frame is one display frame as a clock sees it.
type frame struct {
	now     interp.LocalTime
	elapsed time.Duration // since the last
	packets []packet      // read in it, but for the first of all; each shows a newer snapshot
	// fastest is what the fastest packet of late shows of the server, newest the newest
	// snapshot.
	fastest, newest interp.ServerTime
}

// lens plays packets by an engine's clock. The samples are with interp.Interpolated,
// which is told the server time to draw as if it were the local time: to it each packet
// came at the time with which it is stamped, and there is no delay.
type lens struct {
	clock   clock
	samples interp.Interpolated

	started bool
	epoch   uint16
	newest  interp.ServerTime
	ticks   ticks
	frame   frame    // the present one
	waiting []packet // to be read at the next frame
	fresh   bool     // the first of them begins anew

	framed  bool
	frameAt interp.LocalTime
	drawnAt interp.ServerTime // drawn at frameAt

	reference interp.Clock // what interp.Interpolated goes by
	settings  interp.ClockConfig
	stats     interp.Stats
}

func newLens(c clock) *lens { return &lens{clock: c} }

// reserve is how far behind the fastest packet an engine may be with all samples there.
const reserve = 2 * time.Second

// Configure implements interp.Lens. The delay, what adapts it, and what becomes of what
// runs dry are the engine's.
func (l *lens) Configure(config *interp.Config) {
	c := *config
	c.Default = interp.Policy{MaxSpeed: float32(math.Inf(1))} // nothing is left of a policy
	for k := range c.Policies {
		p := &c.Policies[k]
		*p = config.Policy(interp.Kind(k))
		p.Delay, p.Tuning, p.Smoothing, p.OnGap, p.OnUnderrun, p.Blend = 0, interp.ByHand, 0, interp.Resync, interp.Hold, interp.Linear
		p.MaxExtrapolation = l.clock.plays().extrapolate
	}
	c.Reserve = max(c.Reserve, reserve)
	c.Clock.Unchecked = true // its local time is what the engine's clock says
	l.samples.Configure(&c)
	l.settings = config.Clock
	interval := config.Interval
	if interval == 0 {
		interval = 100 * time.Millisecond
	}
	l.clock.configure(interval)
}

// Receive implements interp.Lens.
func (l *lens) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	const far = 1 << 62 // from the server's zero; the samples' lens refuses such times
	p := packet{stamp: h.Time, trip: h.Latency}
	switch {
	case h.Time <= -far || h.Time >= far || l.started && int16(h.Epoch-l.epoch) < 0:
		return l.samples.Receive(h, updates)
	case !l.started || h.Epoch != l.epoch:
		l.started, l.epoch = true, h.Epoch
		l.ticks.start(h)
		l.reference.Reset()
		l.waiting, l.fresh = l.waiting[:0], true
		l.wait(p)
	case h.Time > l.newest:
		l.wait(p)
	case h.Time < l.newest && l.clock.plays().ordered:
		l.samples.Stats().Verdicts[interp.StaleSample] += len(updates)
		return interp.StaleSample
	}
	l.ticks.note(h)
	l.reference.Observe(h.Arrival, h.Time)
	h.Arrival = interp.LocalTime(h.Time)
	return l.samples.Receive(h, updates)
}

// wait keeps a packet until the next frame.
func (l *lens) wait(p packet) {
	l.newest = p.stamp
	l.waiting = append(l.waiting, p)
}

// Frame implements interp.Lens.
func (l *lens) Frame(now interp.LocalTime) {
	elapsed := time.Duration(0)
	if l.framed {
		now = max(now, l.frameAt)
		elapsed = now.Sub(l.frameAt)
	}
	l.framed, l.frameAt = true, now
	if !l.started {
		l.samples.Frame(now)
		return
	}
	l.reference.Advance(now)
	l.reference.Configure(l.settings)
	for i := range l.waiting {
		p := &l.waiting[i]
		p.read, p.tick = now, l.ticks.length()
	}
	f := &l.frame
	*f = frame{now, elapsed, l.waiting, l.reference.Offset(now).ToServer(now), l.newest}
	if l.fresh {
		l.fresh = false
		l.clock.start(&l.waiting[0])
		f.elapsed, f.packets = 0, l.waiting[1:]
	}
	l.drawnAt = l.clock.advance(f)
	l.waiting = l.waiting[:0]
	l.samples.Frame(interp.LocalTime(l.drawnAt))
	l.count(f.fastest, elapsed)
}

// count makes the counters from those of the samples' lens, whose time is not the local
// one.
func (l *lens) count(fastest interp.ServerTime, elapsed time.Duration) {
	counted := &l.stats
	before := *counted
	*counted = *l.samples.Stats()
	counted.Applied, counted.Target, counted.Steps = l.reference.Offset(l.frameAt), l.reference.Target(), l.reference.Steps()
	for k := range counted.Kinds {
		s := &counted.Kinds[k]
		now := s.Now
		s.UnderrunStats = before.Kinds[k].UnderrunStats
		s.Count(now, elapsed)
		s.Delay = fastest.Sub(s.RenderTime)
		s.Wanted = s.Delay
		s.Needed += s.Delay
	}
	now := counted.Overall.Now
	counted.Overall = before.Overall
	counted.Overall.Count(now, elapsed)
}

// AppendDrawn implements interp.Lens. Between two frames time passes as it should.
func (l *lens) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	if !l.framed || !l.started {
		return dst
	}
	return l.samples.AppendDrawn(dst, l.drawAt(now))
}

// drawAt returns what the samples' lens takes for a local time.
func (l *lens) drawAt(now interp.LocalTime) interp.LocalTime {
	return interp.LocalTime(l.drawnAt.Add(now.Sub(l.frameAt)))
}

// Stats implements interp.Lens. Delays are told from what the fastest packet shows of
// the server, as interp.Interpolated's are.
func (l *lens) Stats() *interp.Stats { return &l.stats }

// ticks finds how long a tick of the server is.
type ticks struct {
	first interp.Header
	found time.Duration
}

func (t *ticks) start(h interp.Header) { *t = ticks{first: h} }

func (t *ticks) note(h interp.Header) {
	if n := int32(h.Tick - t.first.Tick); n > 0 && h.Time > t.first.Time {
		t.found = h.Time.Sub(t.first.Time) / time.Duration(n)
	}
}

// length returns a sixtieth of a second while nothing is known.
func (t *ticks) length() time.Duration {
	if t.found == 0 {
		return time.Second / 60
	}
	return t.found
}

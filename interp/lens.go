package interp

import (
	"slices"
	"time"
)

// Lens is one way of drawing the same packets. Receive is called per packet in the
// order of arrival, Frame per display frame in the order of local time; AppendDrawn
// only reads and may be called as often as wanted at any time from the last Frame
// on. A frame that is left out only makes the counters coarser, and one that is
// called twice changes nothing.
type Lens interface {
	// Configure takes new settings, which hold from the next frame on. The
	// config must be valid and is copied. Without it a lens has the defaults.
	Configure(c *Config)
	// Receive takes one packet. The updates are copied. The verdict is the best
	// that any of them got; Stats().Refusal says why one was refused.
	Receive(h Header, updates []Update) Verdict
	// Frame moves to a display frame: clock and delays slew, episodes are
	// counted, corrections measured, and what is passed is forgotten.
	Frame(now LocalTime)
	// AppendDrawn appends what is to be drawn at a local time, in the order in
	// which the entities first appeared.
	AppendDrawn(dst []Drawn, now LocalTime) []Drawn
	// Stats returns the counters. They belong to the lens and change with it.
	Stats() *Stats
}

// Drawn is one entity as a lens draws it.
type Drawn struct {
	ID         EntityID
	Kind       Kind
	State      State
	Stance     uint8
	Segment    uint8
	Generation uint16
	Pose       Pose
	// Velocity is that of the motion drawn, in m/s: of the blend between two
	// samples, or of the extrapolation. It is the sent one where a sample is drawn as
	// it came, and zero where the motion is unknown or the entity is frozen.
	Velocity Vec3
	// Time is the server time that the pose stands for.
	Time ServerTime
	// InUnderrun is how far Time, or render time beyond it, has passed the newest
	// sample; zero while there is one ahead.
	InUnderrun time.Duration
	// From and To are the packets of the bracket; the same when there is one
	// sample. Alpha is the place between them, 0 to 1.
	From, To uint32
	Alpha    float32
}

// connection is what every lens shares: the epoch, the clock, the snapshots seen, the
// entities, and the best verdict of a packet.
type connection struct {
	config     Config // with policies for all kinds
	configured bool
	local      steadyTime
	clock      Clock
	timeline   Timeline
	cursors    [MaxKinds]Cursor
	// passed is the render time of the last frame of which it is known that the local
	// clock has not just been set: what lies behind it may be forgotten.
	passed    [MaxKinds]ServerTime
	uncounted time.Duration // since then
	kinds     []Kind        // that have come, in order
	epoch     uint16
	started   bool
	frameAt   LocalTime // of the last frame
	frameCall LocalTime // what it was called with, which may have gone back
	framed    bool
	fresh     bool   // nothing has come since the last frame
	header    Header // of the packet that is being received
	packet    uint32 // counts those received
	entities  table
	resized   bool // the memory of the entities has changed since it was weighed
	episodes  int  // ever made
	spare     []*episode
	bytes     [MaxKinds]int // of the samples
	weight    int           // of all entities, in bytes
	forget    bool          // some have long been destroyed
	// Of the entities at the frame, by kind: the worst state, and of those that are there
	// to draw the oldest newest sample, or none.
	worst  [MaxKinds]State
	oldest [MaxKinds]ServerTime
	stats  Stats
}

// configure takes new settings and makes room for them.
func (c *connection) configure(config *Config) {
	c.config, c.configured, c.fresh = *config, true, false
	if !c.clock.Started() {
		c.clock.Configure(config.Clock)
	}
	most := 0
	for k := range c.config.Policies {
		c.config.Policies[k] = config.Policy(Kind(k))
		every := c.config.interval()
		c.stats.Kinds[k].Slots = c.config.slots(Kind(k), max(every, c.config.sparse(Kind(k))))
		most = max(most, c.config.slots(Kind(k), every))
	}
	c.timeline.Reserve(most)
}

// open checks the time and the epoch of a packet with so many samples, and observes its
// arrival. It returns Inserted if the packet may be used, and fresh if it is the first of
// another epoch, so that everything older is forgotten.
func (c *connection) open(h Header, samples int) (v Verdict, fresh bool) {
	if !c.configured {
		c.configure(&Config{})
	}
	arrival := c.local.at(h.Arrival)
	c.header, c.header.Arrival, c.fresh = h, arrival, false
	early := c.local.framed && c.local.last.Sub(arrival) > farBack && !c.config.Clock.Unchecked
	switch {
	case !h.Time.plausible() || !early && h.Epoch == c.epoch && c.clock.absurd(arrival, h.Time):
		c.stats.Refusal = ErrTime
		c.stats.Verdicts[Refused] += samples
		return Refused, false
	case !c.started:
		c.started, c.epoch = true, h.Epoch
	case h.Epoch == c.epoch:
	case newer(h.Epoch, c.epoch):
		c.epoch, fresh = h.Epoch, true
		c.clock.Reset()
		c.timeline.Reset()
		c.cursors = [MaxKinds]Cursor{}
		c.keep(func(*actor) bool { return false })
	default:
		c.stats.Verdicts[Foreign] += samples
		return Foreign, false
	}
	if !early {
		c.clock.Observe(arrival, h.Time)
	} else if c.stats.Refusal = ErrArrival; !c.clock.Started() {
		c.clock.Observe(c.local.last, h.Time) // it came before that
	}
	c.timeline.Insert(h.Time)
	c.packet++
	return Inserted, fresh
}

// each offers the updates of an opened packet one by one, with the time of the sample,
// counts what becomes of them, and returns the best verdict.
func (c *connection) each(updates []Update, offer func(u *Update, at ServerTime) Verdict) Verdict {
	best := Refused
	if len(updates) == 0 {
		best = Inserted
	}
	for i := range updates {
		u := &updates[i]
		at := u.Sample.Time
		if at == 0 {
			at = c.header.Time
		}
		v := Refused
		if err := c.check(u, at); err != nil {
			c.stats.Refusal = err
		} else {
			v = offer(u, at)
		}
		c.stats.Verdicts[v]++
		best = min(best, v)
	}
	if c.header.Full {
		c.leaveOthers()
	}
	return best
}

// check returns what is wrong with an update.
func (c *connection) check(u *Update, at ServerTime) error {
	switch {
	case u.ID > MaxEntityID:
		return ErrEntityID
	case u.Kind >= MaxKinds:
		return ErrKind
	case at > c.header.Time:
		return ErrTime
	}
	return u.Sample.fault()
}

// arrive takes note of a kind, whose render time begins with its first entity.
func (c *connection) arrive(k Kind, delay time.Duration) {
	at, known := slices.BinarySearch(c.kinds, k)
	if known {
		return
	}
	c.kinds = slices.Insert(c.kinds, at, k)
	if c.clock.framed {
		c.passed[k] = c.cursors[k].Advance(&c.clock, c.clock.at, delay)
		c.stats.Kinds[k].RenderTime = c.passed[k]
	}
}

// frame advances the clock and the cursor of every kind by the delay that it asks for,
// and returns the time to count for it. It is false if there is nothing to do.
func (c *connection) frame(now LocalTime, delay func(Kind) time.Duration) (elapsed time.Duration, ok bool) {
	if c.framed && c.fresh && now == c.frameCall {
		return 0, false
	}
	c.frameCall = now
	if !c.config.Clock.Unchecked {
		now = c.local.frame(now)
	}
	if c.framed {
		elapsed = max(0, now.Sub(c.frameAt))
		c.frameAt = max(c.frameAt, now)
	} else {
		c.frameAt = now
	}
	c.framed, c.fresh = true, true
	c.stats.Corrections = c.stats.Corrections[:0]
	if !c.clock.Started() {
		return elapsed, false
	}
	c.clock.Advance(now)
	shift := Offset(c.local.shift)
	c.stats.Applied, c.stats.Target = c.clock.Offset(now)-shift, c.clock.Target()-shift
	c.stats.Steps = c.clock.Steps() + c.local.steps
	slowest := none
	for _, k := range c.kinds {
		cursor, s := &c.cursors[k], &c.stats.Kinds[k]
		s.RenderTime = cursor.Advance(&c.clock, now, delay(k))
		s.Delay = cursor.Delay(&c.clock, now)
		s.Ahead, s.Held = c.timeline.Occupancy(s.RenderTime)
		c.worst[k], c.oldest[k] = Empty, none
		slowest = min(slowest, s.RenderTime)
		if !c.clock.leapt {
			c.passed[k] = s.RenderTime
		}
	}
	c.uncounted += elapsed
	if c.clock.leapt {
		elapsed = 0
	} else {
		// What the client's clock was set by is no time that has passed.
		elapsed = max(0, c.uncounted-max(0, c.clock.stepped))
		c.uncounted = 0
		c.timeline.Prune(slowest)
	}
	// New rates hold from here on, so that they do not move what was drawn since
	// the frame before.
	c.clock.Configure(c.config.Clock)
	if c.clock.anew {
		c.restart()
	}
	return elapsed, true
}

// RenderTime returns the server time that entities of a kind are drawn at, at a local
// time at or after the last Frame, and whether there is one: there is none before the
// first frame after a packet, nor before the kind has come. It is pure, and k must be
// below MaxKinds.
func (c *connection) RenderTime(k Kind, now LocalTime) (at ServerTime, ok bool) {
	if !c.cursors[k].Started() {
		return 0, false
	}
	return c.cursors[k].At(&c.clock, c.local.at(now)), true
}

// drawTime is RenderTime, or never before there is one.
func (c *connection) drawTime(k Kind, now LocalTime) ServerTime {
	if at, ok := c.RenderTime(k, now); ok {
		return at
	}
	return never
}

const (
	never ServerTime = -1 << 63  // lies before all times
	none  ServerTime = 1<<63 - 1 // lies behind all times
)

// count takes note of how a frame went. The delay that would have had a sample ahead of
// the oldest newest one follows from that.
func (c *connection) count(elapsed time.Duration) {
	if c.forget {
		c.forgetDead()
	}
	fastest := c.clock.Offset(c.clock.at).ToServer(c.clock.at)
	overall := Empty
	for _, k := range c.kinds {
		s := &c.stats.Kinds[k]
		if s.Measured = c.oldest[k] != none && !c.clock.leapt; s.Measured {
			s.Needed = fastest.Sub(c.oldest[k])
		}
		s.Count(c.worst[k], elapsed)
		overall = max(overall, c.worst[k])
	}
	c.stats.Overall.Count(overall, elapsed)
}

// Stats implements Lens.
func (c *connection) Stats() *Stats { return &c.stats }

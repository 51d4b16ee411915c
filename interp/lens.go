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

// memoryOfTheDead is how long an entity that was destroyed is remembered, so that no
// packet that comes late can bring it back. A sample that is older than that, of an
// entity that is not known, is stale.
const memoryOfTheDead = 10 * time.Second

// table finds entities by id and keeps them in the order of first appearance.
type table[E any] struct {
	pages []*page // by id
	list  []E
	ids   []EntityID // of list
}

// page holds, for each of a row of ids, 1 + the place in the list, 0 for none.
type page [128]int32

func (t *table[E]) place(id EntityID) *int32 {
	if n := int(id) / len(page{}); n < len(t.pages) && t.pages[n] != nil {
		return &t.pages[n][int(id)%len(page{})]
	}
	return nil
}

// get returns the entity of an id, nil if there is none.
func (t *table[E]) get(id EntityID) *E {
	if p := t.place(id); p != nil && *p != 0 {
		return &t.list[*p-1]
	}
	return nil
}

// add makes the entity of an id, which must be at most MaxEntityID and not there. What
// is in it is of an entity that is no more, whose room may be used again, or zero. It
// moves the list: pointers from get are no longer good.
func (t *table[E]) add(id EntityID) *E {
	n := int(id) / len(page{})
	for n >= len(t.pages) {
		t.pages = append(t.pages, nil)
	}
	if t.pages[n] == nil {
		t.pages[n] = new(page)
	}
	t.list = slices.Grow(t.list, 1)
	t.list = t.list[:len(t.list)+1]
	t.ids = append(t.ids, id)
	*t.place(id) = int32(len(t.list))
	return &t.list[len(t.list)-1]
}

// keep drops the entities that are not to stay. The others keep their order.
func (t *table[E]) keep(stays func(*E) bool) {
	n := 0
	for i := range t.list {
		id := t.ids[i]
		if !stays(&t.list[i]) {
			*t.place(id) = 0
			continue
		}
		t.list[n], t.list[i] = t.list[i], t.list[n]
		t.ids[n] = id
		n++
		*t.place(id) = int32(n)
	}
	t.list, t.ids = t.list[:n], t.ids[:n]
}

// bytes returns the memory of the list and of what finds the entities in it, size
// being that of one in the list.
func (t *table[E]) bytes(size uintptr) int {
	n := 8*cap(t.pages) + 4*cap(t.ids) + int(size)*cap(t.list)
	for _, p := range t.pages {
		if p != nil {
			n += 4 * len(p)
		}
	}
	return n
}

func (t *table[E]) reset() { t.keep(func(*E) bool { return false }) }

// connection is what every lens that has a clock shares: the epoch, the clock, the
// snapshots seen, and the best verdict of a packet.
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
	stats     Stats
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

// open checks a packet's time and epoch, and observes its arrival. It returns
// Inserted if the packet may be used, and fresh if everything older must be
// forgotten first.
func (c *connection) open(h Header) (v Verdict, fresh bool) {
	if !c.configured {
		c.configure(&Config{})
	}
	arrival := c.local.at(h.Arrival)
	c.header, c.header.Arrival, c.fresh = h, arrival, false
	early := c.local.framed && c.local.last.Sub(arrival) > farBack && !c.config.Clock.Unchecked
	switch {
	case !h.Time.plausible() || !early && h.Epoch == c.epoch && c.clock.absurd(arrival, h.Time):
		c.stats.Refusal = ErrTime
		return Refused, false
	case !c.started:
		c.started, c.epoch = true, h.Epoch
	case h.Epoch == c.epoch:
	case newer(h.Epoch, c.epoch):
		c.epoch, fresh = h.Epoch, true
		c.clock.Reset()
		c.timeline.Reset()
		for k := range c.cursors {
			c.cursors[k].Reset()
		}
	default:
		return Foreign, false
	}
	if !early {
		c.clock.Observe(arrival, h.Time)
	} else if c.stats.Refusal = ErrArrival; !c.clock.Started() {
		c.clock.Observe(c.local.last, h.Time) // it came before that
	}
	c.timeline.Insert(h.Time)
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

// longAgo reports whether an instant is farther behind a kind's render time than a
// destroyed entity is remembered.
func (c *connection) longAgo(k Kind, at ServerTime) bool {
	return c.cursors[k].Started() && c.passed[k].Sub(at) >= memoryOfTheDead
}

// unsent reports whether snapshots have long come without an entity whose newest sample
// is from an instant, so that its policy has it forgotten.
func (c *connection) unsent(k Kind, at ServerTime) bool {
	after := c.config.Policies[k].ForgetAfter
	newest, any := c.timeline.Newest()
	return after > 0 && any && newest.Sub(at) >= after
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
		s.Bytes = 0
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
	return elapsed, true
}

// anew reports whether the last frame has put render times back, and returns what no
// snapshot can be newer than.
func (c *connection) anew() (newest ServerTime, ok bool) {
	newest = c.clock.Target().ToServer(c.frameAt).Add(c.clock.config.StepAbove)
	return newest, c.clock.anew
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

// nothing returns what count is told of a frame without entities.
func (c *connection) nothing() (worst [MaxKinds]State, oldest [MaxKinds]ServerTime) {
	for _, k := range c.kinds {
		oldest[k] = none
	}
	return worst, oldest
}

// count takes note of how a frame went: the worst state of each kind, and of entities
// that are there to draw the oldest newest sample, or none. The delay that would have
// had a sample ahead of that follows from it.
func (c *connection) count(worst *[MaxKinds]State, oldest *[MaxKinds]ServerTime, elapsed time.Duration) {
	fastest := c.clock.Offset(c.clock.at).ToServer(c.clock.at)
	overall := Empty
	for _, k := range c.kinds {
		s := &c.stats.Kinds[k]
		if s.Measured = oldest[k] != none && !c.clock.leapt; s.Measured {
			s.Needed = fastest.Sub(oldest[k])
		}
		s.Count(worst[k], elapsed)
		overall = max(overall, worst[k])
	}
	c.stats.Overall.Count(overall, elapsed)
}

// Stats implements Lens.
func (c *connection) Stats() *Stats { return &c.stats }

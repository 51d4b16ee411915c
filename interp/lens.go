package interp

import (
	"fmt"
	"time"
)

// Lens is one way of drawing the same packets. Receive is called per packet in the
// order of arrival, Frame per display frame in the order of local time; AppendDrawn
// only reads and may be called as often as wanted at any time from the last Frame
// on.
type Lens interface {
	// Configure takes new settings, which hold from the next frame on. The
	// config must be valid and is copied.
	Configure(c *Config)
	// Receive takes one packet. The updates are copied. The verdict is the best
	// that any of them got.
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

// Config is the settings of a Lens.
type Config struct {
	Clock ClockConfig
	// Policies is indexed by Kind.
	Policies [MaxKinds]Policy
	// Interval is the longest time between two snapshots as agreed with the
	// server, at least 1 ms. It sizes the buffers and decides nothing else. Zero
	// means 100 ms.
	Interval time.Duration
	// Reserve is the time that buffers hold beyond the delay, for jitter and
	// bursts. Zero means 500 ms.
	Reserve time.Duration
}

// Validate returns an error that names the first field out of range.
func (c *Config) Validate() error {
	if err := c.Clock.Validate(); err != nil {
		return err
	}
	for k := range c.Policies {
		if err := c.Policies[k].Validate(); err != nil {
			return fmt.Errorf("kind %d: %w", k, err)
		}
	}
	switch {
	case c.Interval != 0 && c.Interval < time.Millisecond:
		return fmt.Errorf("%w: Interval is %v, want 0 or at least 1ms", ErrPolicy, c.Interval)
	case c.Reserve < 0 || c.Reserve > MaxPolicyTime:
		return fmt.Errorf("%w: Reserve is %v, want 0 to %v", ErrPolicy, c.Reserve, MaxPolicyTime)
	}
	return nil
}

// slots returns the room that a kind's tracks need.
func (c *Config) slots(k Kind) int {
	interval, reserve := c.Interval, c.Reserve
	if interval == 0 {
		interval = 100 * time.Millisecond
	}
	if reserve == 0 {
		reserve = 500 * time.Millisecond
	}
	if c.Policies[k].OnGap == Wait {
		reserve += MaxEventWait
	}
	return SlotsFor(c.Policies[k].longestDelay()+reserve, interval) + 1 // and one to extrapolate from
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
	// Time is the server time that the pose stands for.
	Time ServerTime
	// Dry is how far Time, or render time beyond it, has passed the newest
	// sample; zero while there is one ahead.
	InUnderrun time.Duration
	// From and To are the packets of the bracket; the same when there is one
	// sample. Alpha is the place between them, 0 to 1.
	From, To uint32
	Alpha    float32
}

// MaxEntityID bounds entity ids: larger ones are refused, so that a corrupted id
// cannot make a table grow without end.
const MaxEntityID EntityID = 1<<20 - 1

// memoryOfTheDead is how long an entity that was destroyed is remembered, so that no
// packet that comes late can bring it back. A sample that is older than that, of an
// entity that is not known, is stale.
const memoryOfTheDead = 10 * time.Second

// table finds entities by id and keeps them in the order of first appearance.
type table[E any] struct {
	index []int32 // by id; 0: none, else 1 + the place in list
	list  []E
	ids   []EntityID // of list
}

// get returns the entity of an id, nil if there is none.
func (t *table[E]) get(id EntityID) *E {
	if int(id) >= len(t.index) || t.index[id] == 0 {
		return nil
	}
	return &t.list[t.index[id]-1]
}

// add makes the entity of an id, which must be at most MaxEntityID and not there. What
// is in it is of an entity that is no more, whose room may be used again, or zero. It
// moves the list: pointers from get are no longer good.
func (t *table[E]) add(id EntityID) *E {
	for int(id) >= len(t.index) {
		t.index = append(t.index, 0)
	}
	if n := len(t.list); n < cap(t.list) {
		t.list = t.list[:n+1]
	} else {
		var e E
		t.list = append(t.list, e)
	}
	t.ids = append(t.ids, id)
	t.index[id] = int32(len(t.list))
	return &t.list[len(t.list)-1]
}

// keep drops the entities that are not to stay. The others keep their order.
func (t *table[E]) keep(stays func(*E) bool) {
	n := 0
	for i := range t.list {
		id := t.ids[i]
		if !stays(&t.list[i]) {
			t.index[id] = 0
			continue
		}
		t.list[n], t.list[i] = t.list[i], t.list[n]
		t.ids[n] = id
		n++
		t.index[id] = int32(n)
	}
	t.list, t.ids = t.list[:n], t.ids[:n]
}

// bytes returns the memory of what finds the entities.
func (t *table[E]) bytes() int { return 4 * (cap(t.index) + cap(t.ids)) }

func (t *table[E]) reset() {
	clear(t.index)
	t.list, t.ids = t.list[:0], t.ids[:0]
}

// connection is what every lens that has a clock shares: the epoch, the clock, the
// snapshots seen, and the best verdict of a packet.
type connection struct {
	config   Config
	clock    Clock
	timeline Timeline
	cursors  [MaxKinds]Cursor
	// alike marks the cursors that are known to be as the one of the kind before,
	// which is cheaper than comparing them in every frame.
	alike   [MaxKinds]bool
	epoch   uint16
	started bool
	frameAt LocalTime
	framed  bool
	stats   Stats
}

// configure takes new settings and makes room for them.
func (c *connection) configure(config *Config) {
	c.config = *config
	if !c.clock.Started() {
		c.clock.Configure(config.Clock)
	}
	most := 0
	for k := range c.config.Policies {
		slots := c.config.slots(Kind(k))
		c.stats.Kinds[k].Slots = slots
		most = max(most, slots)
	}
	c.timeline.Reserve(most)
}

// open checks a packet's time and epoch, and observes its arrival. It returns
// Inserted if the packet may be used, and fresh if everything older must be
// forgotten first.
func (c *connection) open(h Header) (v Verdict, fresh bool) {
	switch {
	case !h.Time.plausible():
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
	c.clock.Observe(h.Arrival, h.Time)
	c.timeline.Insert(h.Time)
	return Inserted, fresh
}

// longAgo reports whether an instant is farther behind a kind's render time than a
// destroyed entity is remembered.
func (c *connection) longAgo(k Kind, at ServerTime) bool {
	return c.cursors[k].Started() && c.stats.Kinds[k].RenderTime.Sub(at) >= memoryOfTheDead
}

// frame advances the clock and every cursor by the delay that its kind asks for, and
// returns the time since the last frame.
func (c *connection) frame(now LocalTime, delay func(Kind) time.Duration) time.Duration {
	elapsed := time.Duration(0)
	if c.framed {
		elapsed = max(0, now.Sub(c.frameAt))
	} else {
		c.frameAt = now
	}
	c.framed, c.frameAt = true, c.frameAt.Add(elapsed)
	c.stats.Corrections = c.stats.Corrections[:0]
	if !c.clock.Started() {
		return elapsed
	}
	c.clock.Advance(now)
	c.stats.Applied, c.stats.Target, c.stats.Steps = c.clock.Offset(now), c.clock.Target(), c.clock.Steps()
	slowest := ServerTime(0)
	first := 0        // of the kinds that are alike up to this one
	var before Cursor // that of first, and what was asked of it
	var asked time.Duration
	for k := range c.cursors {
		cursor, s := &c.cursors[k], &c.stats.Kinds[k]
		// Kinds are mostly set alike, and cursors that are alike move alike.
		d := delay(Kind(k))
		if c.alike[k] = k > 0 && d == asked && (c.alike[k] || *cursor == before); c.alike[k] {
			*cursor = c.cursors[first]
			last := &c.stats.Kinds[first]
			s.RenderTime, s.Delay, s.Ahead, s.Held = last.RenderTime, last.Delay, last.Ahead, last.Held
		} else {
			first, before, asked = k, *cursor, d
			s.RenderTime = cursor.Advance(&c.clock, now, d)
			s.Delay = cursor.Delay(&c.clock, now)
			s.Ahead, s.Held = c.timeline.Occupancy(s.RenderTime)
		}
		s.Measured = false
		s.Bytes = 0
		if k == 0 || s.RenderTime < slowest {
			slowest = s.RenderTime
		}
	}
	c.timeline.Prune(slowest)
	// New rates hold from here on, so that they do not move what was drawn since
	// the frame before.
	c.clock.Configure(c.config.Clock)
	return elapsed
}

// weigh adds up the memory of the buffers: what the frame has counted for each kind,
// and what finds the entities.
func (c *connection) weigh(finding int) {
	c.stats.Bytes = finding
	for k := range c.stats.Kinds {
		c.stats.Bytes += c.stats.Kinds[k].Bytes
	}
}

// need takes note of how large a delay one entity would have needed in this frame
// to have a sample ahead, its newest being from newest.
func (c *connection) need(k Kind, now LocalTime, newest ServerTime) {
	s := &c.stats.Kinds[k]
	if needed := c.clock.Offset(now).ToServer(now).Sub(newest); !s.Measured || needed > s.Needed {
		s.Needed, s.Measured = needed, true
	}
}

// best orders verdicts by how much use the packet was.
func best(a, b Verdict) Verdict { return min(a, b) }

// worse orders states by how far a kind is from being drawn as it should.
func worse(a, b State) State {
	if severity[b] > severity[a] {
		return b
	}
	return a
}

// severity ranks states: an entity that is not drawn at all (not yet, no more) says
// nothing of the buffer, and one that is drawn well says less than one that is not.
var severity = [...]uint8{Empty: 0, Gone: 1, Early: 2, Latest: 3, Blending: 4, Extrapolating: 5, Held: 6, Stale: 7}

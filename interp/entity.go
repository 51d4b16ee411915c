package interp

import (
	"slices"
	"time"
	"unsafe"
)

// memoryOfTheDead is how long an entity that was destroyed is remembered, so that no
// packet that comes late can bring it back. A sample that is older than that, of an
// entity that is not known, is stale.
const memoryOfTheDead = 10 * time.Second

// table finds entities by id and keeps them in the order of first appearance.
type table struct {
	pages []*page // by id
	list  []actor
}

// page holds, for each of a row of ids, 1 + the place in the list, 0 for none.
type page [128]int32

func (t *table) place(id EntityID) *int32 {
	if n := int(id) / len(page{}); n < len(t.pages) && t.pages[n] != nil {
		return &t.pages[n][int(id)%len(page{})]
	}
	return nil
}

// get returns the entity of an id, nil if there is none.
func (t *table) get(id EntityID) *actor {
	if p := t.place(id); p != nil && *p != 0 {
		return &t.list[*p-1]
	}
	return nil
}

// add makes the entity of an id, which must be at most MaxEntityID and not there. What
// is in it is of an entity that is no more, whose room may be used again, or zero. It
// moves the list: pointers from get are no longer good.
func (t *table) add(id EntityID) *actor {
	n := int(id) / len(page{})
	for n >= len(t.pages) {
		t.pages = append(t.pages, nil)
	}
	if t.pages[n] == nil {
		t.pages[n] = new(page)
	}
	t.list = slices.Grow(t.list, 1)
	t.list = t.list[:len(t.list)+1]
	*t.place(id) = int32(len(t.list))
	return &t.list[len(t.list)-1]
}

// actor is one entity slot.
type actor struct {
	id   EntityID
	kind Kind
	// The newest packet that told of the slot, and its snapshot's time.
	toldBy uint32
	toldAt ServerTime
	packet uint32 // the last one, by the count of those received
	told   bool
	// until is the newest sample's time while there is nothing to be done at a frame
	// whose render time is before it: the entity is neither in an underrun nor
	// smoothed, and between two samples of a life that does not end before the newest.
	// Otherwise it is never.
	until ServerTime
	track Track
	*episode
}

// entity returns the actor of an update, which it makes if there is none, or nil if the
// sample is too old for that.
func (c *connection) entity(u *Update, at ServerTime, delay func(Kind) time.Duration) *actor {
	a := c.entities.get(u.ID)
	if a == nil && !c.longAgo(u.Kind, at) {
		c.arrive(u.Kind, delay(u.Kind))
		a = c.entities.add(u.ID)
		c.release(a)
		room := a.track
		room.Reset()
		*a = actor{id: u.ID, kind: u.Kind, track: room, until: never}
		c.resized = true
	}
	return a
}

// put offers a sample to an actor, and reports whether it has begun a generation there. A
// reused slot may change its kind, but not within a generation, and an old packet does
// not change it back.
func (c *connection) put(a *actor, u *Update, at ServerTime, delay func(Kind) time.Duration) (v Verdict, begins bool) {
	n, s := a.track.Newest(), &u.Sample
	same := n != nil && n.Generation == s.Generation
	if same && a.kind != u.Kind {
		return Foreign, false
	}
	begins = n == nil || newer(s.Generation, n.Generation)
	settled := same && a.until == n.Time && !s.Destroyed
	evicted := a.track.evicted
	v = a.track.insert(s, at, c.header.Seq)
	if v <= StaleSample {
		a.packet = c.packet
	}
	if a.track.evicted != evicted {
		c.stats.Evicted++
		settled = false // what it is drawn from may be gone
	}
	switch {
	case v > Late:
		return v, false
	case !settled:
		a.until = never
	case at > a.until:
		a.until = at
	}
	if begins && a.kind != u.Kind {
		a.kind, c.resized = u.Kind, true
		c.arrive(u.Kind, delay(u.Kind))
	}
	return v, begins
}

// reserve gives an actor the room that its kind needs.
func (c *connection) reserve(a *actor) {
	a.track.Reserve(c.stats.Kinds[a.kind].Slots)
	c.resized = true
}

// leaveOthers ends the presence of every entity that the packet being received leaves
// out, at its time.
func (c *connection) leaveOthers() {
	for i := range c.entities.list {
		a := &c.entities.list[i]
		n := a.track.count(c.header.Time)
		if a.packet == c.packet || n == 0 {
			continue
		}
		if last := a.track.sample(n - 1); !last.Destroyed {
			s := Sample{Time: c.header.Time, Generation: last.Generation, Seq: c.header.Seq, Destroyed: true, Absent: true}
			a.track.insert(&s, s.Time, s.Seq)
			a.until = never
		}
	}
}

// Remove forgets an entity at once, and reports whether there was one. It comes back, at
// the place where it then is, with the first snapshot newer than those received so far
// that has it.
func (c *connection) Remove(id EntityID) bool {
	a := c.entities.get(id)
	if a == nil || a.track.Len() == 0 || a.track.At(0).Destroyed && a.track.Newest().Destroyed {
		return false
	}
	c.remove(a)
	return true
}

// remove leaves nothing of an actor but the end of its presence, which is now: what is
// older is stale.
func (c *connection) remove(a *actor) {
	newest, _ := c.timeline.Newest()
	s := *a.track.Newest()
	s.Time, s.Destroyed, s.Absent = max(newest, s.Time), true, true
	a.track.Reset()
	a.track.insert(&s, s.Time, s.Seq)
	a.track.Prune(s.Time)
	a.until = never
	c.release(a)
}

// see takes note of an actor's state at a frame.
func (c *connection) see(a *actor, state State) {
	c.worst[a.kind] = max(c.worst[a.kind], state)
	if n := a.track.Newest(); !n.Destroyed {
		c.oldest[a.kind] = min(c.oldest[a.kind], n.Time)
	} else if c.longAgo(a.kind, n.Time) {
		c.forget = true
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

// keep drops the entities that are not to stay. The others keep their order.
func (c *connection) keep(stays func(*actor) bool) {
	t, n := &c.entities, 0
	for i := range t.list {
		id := t.list[i].id
		if !stays(&t.list[i]) {
			*t.place(id) = 0
			continue
		}
		t.list[n], t.list[i] = t.list[i], t.list[n]
		n++
		*t.place(id) = int32(n)
	}
	t.list, c.resized = t.list[:n], true
}

// restart has every entity drawn at a render time that was put back. Nothing can be newer
// than the clock says. What was drawn ahead of it is not corrected, but given up.
func (c *connection) restart() {
	newest := c.clock.Target().ToServer(c.frameAt).Add(c.clock.config.StepAbove)
	c.timeline.cut(newest)
	c.keep(func(a *actor) bool {
		a.track.restart(newest)
		a.until = never
		c.release(a)
		return a.track.Len() > 0
	})
}

// forgetDead drops the entities that have been destroyed for so long that they need not
// be remembered.
func (c *connection) forgetDead() {
	c.keep(func(a *actor) bool {
		n := a.track.Newest()
		return !n.Destroyed || !c.longAgo(a.kind, n.Time)
	})
	c.forget = false
}

// weigh counts the memory of the entities, and some more.
func (c *connection) weigh(more uintptr) {
	if t := &c.entities; c.resized {
		c.resized, c.bytes, c.weight = false, [MaxKinds]int{}, 0
		for i, a := range t.list[:cap(t.list)] { // the room of one that is no more is used again
			n := len(a.track.ring) * int(unsafe.Sizeof(Sample{}))
			c.weight += n + int(unsafe.Sizeof(a))
			if i < len(t.list) {
				c.bytes[a.kind] += n
			}
		}
		for _, p := range t.pages {
			if c.weight += 8; p != nil {
				c.weight += int(unsafe.Sizeof(*p))
			}
		}
	}
	c.stats.Bytes = c.weight + c.episodes*int(unsafe.Sizeof(episode{})) + int(more)
	for _, k := range c.kinds {
		c.stats.Kinds[k].Bytes = c.bytes[k]
	}
}

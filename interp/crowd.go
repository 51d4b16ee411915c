package interp

import (
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// Crowd holds the samples of many entities that are sent together and drawn at one
// render time, thousands of them for a few nanoseconds each. It does for all what
// Track and Evaluate do for one, and draws the same.
//
// A Track keeps one entity's samples side by side; a Crowd keeps one snapshot's, in
// columns, so that drawing runs straight through the two snapshots around render
// time and blends them all at one alpha. An entity for which those two are not the
// bracket (it is missing in one, it jumps, it is new, dry or destroyed) is drawn by
// Evaluate, which takes longer.
//
// Entities are numbered 0 to Len()−1 by the caller, whose table says which id has
// which place. A snapshot may arrive in any number of packets, in any order, and
// need not have every entity. What is different from a Track:
//
//   - Room is counted in snapshots. When there is none the oldest makes way, and what
//     of it an entity still needs, having been missing since, is kept aside.
//   - A sample as old as a snapshot that has made way is stale, and so is one older
//     than all of a full crowd.
//   - Of two generations of one instant, the newer stands, without the end of the
//     older: before it, the entity is Early where it would have been Gone.
//   - Rotations are scaled to length 1 when they come.
//
// The zero value has no room: Reserve first.
type Crowd struct {
	snapshots []snapshot // sorted by time, oldest first; beyond n spare ones
	n         int
	aside     aside
	dropped   ServerTime // of the newest snapshot that has made way, if full
	full      bool       // one has
	pruned    bool
	at        ServerTime // render time at the last Prune
	evicted   int
}

// Reserve makes room for at least so many entities and snapshots (three are the
// fewest that make sense: two to blend and one to extrapolate from). It never shrinks and
// keeps what is there. It is the only method that allocates.
func (c *Crowd) Reserve(entities, snapshots int) {
	entities, snapshots = max(entities, c.Len()), max(snapshots, c.Snapshots(), 3)
	if entities > c.Len() {
		for i := range c.snapshots {
			c.snapshots[i].grow(entities)
		}
		c.aside.grow(entities)
	}
	for len(c.snapshots) < snapshots {
		var s snapshot
		s.grow(entities)
		c.snapshots = append(c.snapshots, s)
	}
}

// Len returns the number of entities that there is room for.
func (c *Crowd) Len() int { return len(c.aside.last.marks) }

// Snapshots returns the number of snapshots that there is room for.
func (c *Crowd) Snapshots() int { return len(c.snapshots) }

// Evicted returns how many snapshots have made way that render time had not passed.
func (c *Crowd) Evicted() int { return c.evicted }

// Bytes returns the memory of the samples.
func (c *Crowd) Bytes() int {
	const (
		place = int(unsafe.Sizeof(mark(0)) + unsafe.Sizeof(Pose{}))
		whole = place + int(unsafe.Sizeof(mgl32.Vec3{})) + 1 // with velocity and stance
		times = 2 * int(unsafe.Sizeof(ServerTime(0)))
	)
	return c.Len() * (whole*(len(c.snapshots)+1) + place + times)
}

// Reset forgets all samples and the prune point, as for a new epoch, and keeps the
// room.
func (c *Crowd) Reset() {
	clear(c.aside.last.marks)
	clear(c.aside.before.marks)
	*c = Crowd{snapshots: c.snapshots, aside: c.aside}
}

// Insert puts an entity's sample in its place by server time, whatever the order of
// arrival. An entity that there is no room for is Refused.
func (c *Crowd) Insert(entity int, s *Sample) Verdict {
	if uint(entity) >= uint(c.Len()) || !s.plausible() {
		return Refused
	}
	m, f := markOf(s), c.n-1
	if !c.continues(f, entity, m, s.Time) {
		if v := c.admit(entity, s); v != Inserted {
			return v
		}
		f = c.snapshotOf(s.Time)
	}
	c.snapshots[f].put(entity, m, s)
	if c.pruned && s.Time <= c.at {
		return Late
	}
	return Inserted
}

// continues reports whether a sample goes into snapshot f, the newest, and follows
// one of its own segment, as nearly all do. Then nothing speaks against it.
func (c *Crowd) continues(f, entity int, m mark, time ServerTime) bool {
	if f < 1 || !m.alive() {
		return false
	}
	newest, before := &c.snapshots[f], &c.snapshots[f-1]
	return newest.time == time && newest.marks[entity] == 0 && before.marks[entity] == m
}

// admit returns Inserted for a sample that fits between the entity's others.
func (c *Crowd) admit(entity int, s *Sample) Verdict {
	if c.full && s.Time <= c.dropped {
		return StaleSample
	}
	var before, after mark // of the entity's samples around s
	var afterTime ServerTime
	for i := c.n - 1; i >= 0; i-- {
		f := &c.snapshots[i]
		switch m := f.marks[entity]; {
		case m == 0:
		case f.time > s.Time:
			after, afterTime = m, f.time
		case f.time < s.Time:
			before = m
		case m.generation() == s.Generation:
			return Duplicate
		case !m.followedBy(markOf(s)):
			return Foreign
		}
		if before != 0 {
			break
		}
	}
	if before == 0 {
		before = c.aside.last.marks[entity]
	}
	switch {
	case after != 0 && c.pruned && afterTime <= c.at:
		return StaleSample
	case before != 0 && !before.followedBy(markOf(s)), after != 0 && !markOf(s).followedBy(after):
		return Foreign
	case c.n == len(c.snapshots) && s.Time < c.snapshots[0].time:
		return StaleSample // it would be the oldest of a full crowd
	}
	return Inserted
}

// snapshotOf returns the place of the snapshot of a time, and makes it if there is
// none.
func (c *Crowd) snapshotOf(time ServerTime) int {
	i := c.n
	for i > 0 && c.snapshots[i-1].time > time {
		i--
	}
	if i > 0 && c.snapshots[i-1].time == time {
		return i - 1
	}
	if c.n == len(c.snapshots) {
		c.retire()
		i--
	}
	spare := c.snapshots[c.n]
	copy(c.snapshots[i+1:c.n+1], c.snapshots[i:c.n])
	c.snapshots[i] = spare
	c.snapshots[i].time = time
	clear(c.snapshots[i].marks)
	c.n++
	return i
}

// retire takes away the oldest snapshot. A sample is kept aside unless the entity has
// two newer ones that render time has reached, which are all that it can be drawn
// from.
func (c *Crowd) retire() {
	oldest := c.snapshots[0]
	first, second := c.snapshots[1].marks, c.snapshots[2].marks
	reached := c.pruned && c.snapshots[2].time <= c.at
	for i, m := range oldest.marks {
		if m != 0 && !(reached && first[i] != 0 && second[i] != 0) {
			c.aside.keep(i, &oldest)
		}
	}
	if !c.pruned || oldest.time > c.at {
		c.evicted++
	}
	c.full, c.dropped = true, oldest.time
	copy(c.snapshots, c.snapshots[1:c.n])
	c.n--
	c.snapshots[c.n] = oldest
}

// Prune moves the prune point to a render time: a sample older than one at or before
// it is refused as stale from now on. at must not decrease; if it does, nothing
// happens.
func (c *Crowd) Prune(at ServerTime) {
	if !c.pruned || at > c.at {
		c.pruned, c.at = true, at
	}
}

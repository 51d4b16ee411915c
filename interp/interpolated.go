package interp

import (
	"slices"
	"time"
	"unsafe"
)

// Interpolated draws every entity at its kind's render time, between two samples
// that the server really sent. The zero value has the defaults. It is the Lens that the
// others are measured against.
type Interpolated struct {
	connection
	entities table[actor]
	gaps     gaps
	adaptive [MaxKinds]adaptive
	newest   newestPacket
	packet   uint32         // counts those received
	sparse   [MaxKinds]bool // kinds that are not in every snapshot
	bytes    [MaxKinds]int
	room     int        // bytes of all tracks and episodes
	spare    []*episode // not in use
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

// NewInterpolated returns a lens with a valid config, or the config's error.
func NewInterpolated(config *Config) (*Interpolated, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	l := new(Interpolated)
	l.Configure(config)
	return l, nil
}

// Configure implements Lens.
func (l *Interpolated) Configure(config *Config) {
	l.configure(config)
	for k := range l.adaptive {
		l.adaptive[k].configure(&l.config.Policies[k])
		l.sparse[k] = l.config.sparse(Kind(k)) > 0
		if s := &l.stats.Kinds[k]; !slices.Contains(l.kinds, Kind(k)) {
			s.Delay = l.delay(Kind(k))
			s.Wanted = s.Delay
		}
	}
	for i := range l.entities.list {
		l.reserve(&l.entities.list[i])
	}
}

// Receive implements Lens.
func (l *Interpolated) Receive(h Header, updates []Update) Verdict {
	v, fresh := l.open(h)
	if v != Inserted {
		l.stats.Verdicts[v] += len(updates)
		return v
	}
	if fresh {
		l.entities.reset()
		l.bytes = [MaxKinds]int{}
		l.gaps.reset()
		l.newest = newestPacket{}
		for k := range l.adaptive {
			l.adaptive[k].reset()
		}
	}
	l.gaps.received.note(h.Seq, h.Time)
	l.follow(&l.header)
	l.packet++
	v = l.each(updates, l.insert)
	if h.Full {
		l.leaveOthers()
	}
	return v
}

func (l *Interpolated) insert(u *Update, at ServerTime) Verdict {
	a, s := l.entities.get(u.ID), &u.Sample
	if a == nil {
		if l.longAgo(u.Kind, at) {
			return StaleSample
		}
		l.arrive(u.Kind, l.delay(u.Kind))
		a = l.entities.add(u.ID)
		l.release(a)
		room := a.track
		room.Reset()
		*a = actor{id: u.ID, kind: u.Kind, track: room, until: never}
		l.bytes[u.Kind] += a.bytes()
		l.reserve(a)
	}
	t := &a.track
	// Render time has gone on since the track was last looked at.
	if t.pruned {
		t.Prune(l.passed[a.kind])
	}
	// A reused slot may change its kind, but not within a generation, and an old
	// packet does not change it back.
	n := t.Newest()
	same := n != nil && n.Generation == s.Generation
	if same && a.kind != u.Kind {
		return Foreign
	}
	reused := n != nil && newer(s.Generation, n.Generation)
	begins := n == nil || reused
	settled := same && a.until == n.Time && !s.Destroyed
	evicted := t.evicted
	v := t.insert(s, at, l.header.Seq)
	if v <= StaleSample {
		a.packet = l.packet
	}
	if t.evicted != evicted {
		l.stats.Evicted++
		settled = false // what it is drawn from may be gone
	}
	if v <= Late {
		if !settled {
			a.until = never
		} else if at > a.until {
			a.until = at
		}
		if reused && a.kind != u.Kind {
			l.bytes[a.kind] -= a.bytes()
			l.bytes[u.Kind] += a.bytes()
			a.kind = u.Kind
			l.arrive(u.Kind, l.delay(u.Kind))
			l.reserve(a)
		}
		if begins {
			l.watch(a, s.Generation)
		}
	}
	if v <= StaleSample {
		l.followSample(a)
		a.heard(&l.header)
	}
	return v
}

// leaveOthers ends the presence of every entity that the packet being received leaves
// out, at its time.
func (l *Interpolated) leaveOthers() {
	for i := range l.entities.list {
		a := &l.entities.list[i]
		n := a.track.count(l.header.Time)
		if a.packet == l.packet || n == 0 {
			continue
		}
		if last := a.track.sample(n - 1); !last.Destroyed {
			s := Sample{Time: l.header.Time, Generation: last.Generation, Seq: l.header.Seq, Destroyed: true, Absent: true}
			a.track.insert(&s, s.Time, s.Seq)
			a.until = never
		}
	}
}

// Remove forgets an entity at once, and reports whether there was one. It comes back, at
// the place where it then is, with the first snapshot newer than those received so far
// that has it.
func (l *Interpolated) Remove(id EntityID) bool {
	a := l.entities.get(id)
	if a == nil || a.track.Len() == 0 || a.gone() {
		return false
	}
	l.remove(a)
	return true
}

// remove leaves nothing of an actor but the end of its presence, which is now: what is
// older is stale.
func (l *Interpolated) remove(a *actor) {
	newest, _ := l.timeline.Newest()
	s := *a.track.Newest()
	s.Time, s.Destroyed, s.Absent = max(newest, s.Time), true, true
	a.track.Reset()
	a.track.insert(&s, s.Time, s.Seq)
	a.track.Prune(s.Time)
	a.until = never
	l.release(a)
}

// gone reports whether nothing of the entity is left to draw but its end.
func (a *actor) gone() bool { return a.track.At(0).Destroyed && a.track.Newest().Destroyed }

// Frame implements Lens.
func (l *Interpolated) Frame(now LocalTime) {
	elapsed, ok := l.frame(now, l.delay)
	if !ok {
		return
	}
	if newest, anew := l.anew(); anew {
		l.restart(newest)
	}
	l.bridge(elapsed)
	worst, oldest := l.nothing()
	var at [MaxKinds]ServerTime
	for _, k := range l.kinds {
		s := &l.stats.Kinds[k]
		at[k] = s.RenderTime
		if l.sparse[k] {
			s.Ahead = s.Held // the entities' own samples are fewer
		}
	}
	dead := false
	for i := range l.entities.list {
		a := &l.entities.list[i]
		k := a.kind & (MaxKinds - 1)
		if l.sparse[k] {
			s := &l.stats.Kinds[k]
			s.Ahead = min(s.Ahead, a.track.Ahead(at[k]))
		}
		if at[k] < a.until {
			worst[k] = max(worst[k], Blending)
			oldest[k] = min(oldest[k], a.until)
			continue
		}
		worst[k] = max(worst[k], a.settle(l, at[k]))
		if n := a.track.Newest(); n != nil && !n.Destroyed {
			oldest[k] = min(oldest[k], n.Time)
		} else {
			dead = dead || a.dead(&l.connection)
		}
	}
	if dead {
		l.entities.keep(func(a *actor) bool {
			if a.dead(&l.connection) {
				l.bytes[a.kind] -= a.bytes()
				return false
			}
			return true
		})
	}
	l.count(&worst, &oldest, elapsed)
	l.adapt(l.clock.at)
	l.stats.Bytes = l.entities.bytes(unsafe.Sizeof(actor{})) + l.room + 8*cap(l.spare) + int(unsafe.Sizeof(l.gaps))
	for _, k := range l.kinds {
		l.stats.Kinds[k].Bytes = l.bytes[k] + l.adaptive[k].bytes()
		l.stats.Bytes += l.adaptive[k].bytes()
	}
}

// restart has every entity drawn at a render time that was put back, where nothing can be
// newer than an instant. What was drawn ahead of it is not corrected, but given up.
func (l *Interpolated) restart(newest ServerTime) {
	l.timeline.cut(newest)
	l.entities.keep(func(a *actor) bool {
		a.track.restart(newest)
		a.until = never
		l.release(a)
		if a.track.Len() == 0 {
			l.bytes[a.kind] -= a.bytes()
		}
		return a.track.Len() > 0
	})
}

// dead reports whether the entity has been destroyed for so long that it need not be
// remembered.
func (a *actor) dead(c *connection) bool {
	n := a.track.Newest()
	return n != nil && n.Destroyed && c.longAgo(a.kind, n.Time)
}

// AppendDrawn implements Lens. Entities that are not there to draw (not yet spawned,
// destroyed, hidden) are left out.
func (l *Interpolated) AppendDrawn(dst []Drawn, now LocalTime) []Drawn {
	var at [MaxKinds]ServerTime
	for _, k := range l.kinds {
		at[k] = l.drawTime(k, now)
	}
	return l.AppendDrawnAt(dst, &at, now)
}

// RenderTimeAt returns the server time that a delay stands for at a local time at or after the
// last Frame: at which a lens that has had this delay all along draws, and that never had to wait
// or to be set anew. There is none before the first packet. It is pure.
func (l *Interpolated) RenderTimeAt(now LocalTime, delay time.Duration) (at ServerTime, ok bool) {
	if !l.clock.Started() {
		return 0, false
	}
	now = l.local.at(now)
	return l.clock.Offset(now).ToServer(now).Add(-delay), true
}

// AppendDrawnAt is AppendDrawn with a render time for each kind, for looking at a moment again
// with other delays. The lens holds samples as far back as its own delay reaches: before that
// the oldest is drawn. Kinds that have not come yet are left out.
func (l *Interpolated) AppendDrawnAt(dst []Drawn, at *[MaxKinds]ServerTime, now LocalTime) []Drawn {
	steady := l.local.at(now)
	var kinds [MaxKinds]struct {
		at     ServerTime
		linear bool
	}
	for _, k := range l.kinds {
		kinds[k].at, kinds[k].linear = at[k], l.config.Policies[k].Blend == Linear
	}
	n := len(dst)
	dst = slices.Grow(dst, len(l.entities.list))[:n+len(l.entities.list)]
	var shared sharedBlend
	for i := range l.entities.list {
		e := &l.entities.list[i]
		kind := &kinds[e.kind&(MaxKinds-1)]
		d, t := &dst[n], &e.track
		count := t.count(kind.at)
		if count > 0 && count < t.n && kind.linear && e.episode == nil {
			a, b := t.sample(count-1), t.sample(count)
			if kind.at > a.Time && SameSegment(a, b) {
				if a.Time != shared.a || b.Time != shared.b || kind.at != shared.at {
					shared.set(a.Time, b.Time, kind.at)
				}
				shared.draw(d, a, b)
				d.ID, d.Kind = e.id, e.kind
				n++
				continue
			}
		}
		if e.draw(d, count, kind.at, steady, &l.config.Policies[e.kind&(MaxKinds-1)]) {
			n++
		}
	}
	return dst[:n]
}

// draw writes what an actor is drawn as at a render time that so many of its samples are
// at or before, and reports whether it is drawn.
func (a *actor) draw(d *Drawn, count int32, at ServerTime, now LocalTime, policy *Policy) bool {
	b := a.track.bracket(count)
	if at == never || !b.Draw(d, at, policy) {
		return false
	}
	d.ID, d.Kind = a.id, a.kind
	if a.episode != nil {
		a.smooth(&d.Pose, b.A, now, policy)
	}
	return true
}

// Samples appends the samples held of one entity, oldest first, for inspection. They are
// those that the last frame has left.
func (l *Interpolated) Samples(dst []Sample, id EntityID) []Sample {
	a := l.entities.get(id)
	if a == nil {
		return dst
	}
	t, first := &a.track, int32(0)
	if at := l.passed[a.kind]; t.pruned && at > t.at {
		first = max(0, t.count(at)-2)
	}
	for i := first; i < t.n; i++ {
		dst = append(dst, *t.sample(i))
	}
	return dst
}

// reserve gives an actor the room that its kind needs.
func (l *Interpolated) reserve(a *actor) {
	before := a.bytes()
	a.track.Reserve(l.stats.Kinds[a.kind].Slots)
	l.bytes[a.kind] += a.bytes() - before
	l.room += a.bytes() - before
}

// bytes returns the memory of the actor's samples.
func (a *actor) bytes() int { return a.track.Slots() * int(unsafe.Sizeof(Sample{})) }

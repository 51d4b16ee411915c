package interp

import (
	"time"
	"unsafe"
)

// Raw draws the newest snapshot as it comes: no buffer, no delay, and every jitter
// and loss of the network is on the screen. The zero value is ready.
type Raw struct {
	connection
	entities table[latest]
}

// latest is what Raw and Extrapolated keep of an entity.
type latest struct {
	pair
	id   EntityID
	kind Kind
	// shown is what was drawn from at the last frame, if something newer has
	// come since.
	shown   pair
	renewed bool
}

// pair is an entity's newest sample and the newest before it came.
type pair struct {
	newest, before Sample
	paired         bool // before is valid
}

// Configure implements Lens.
func (l *Raw) Configure(config *Config) { l.configure(config) }

// Receive implements Lens.
func (l *Raw) Receive(h Header, updates []Update) Verdict {
	return receiveLatest(&l.connection, &l.entities, h, updates)
}

// receiveLatest keeps the newest sample of each entity by server time. What is
// older than the newest is stale at once, since it can no longer be drawn.
func receiveLatest(c *connection, entities *table[latest], h Header, updates []Update) Verdict {
	v, fresh := c.open(h)
	if v != Inserted {
		c.stats.Verdicts[v] += len(updates)
		return v
	}
	if fresh {
		entities.reset()
	}
	verdict := Refused
	if len(updates) == 0 {
		verdict = Inserted
	}
	for i := range updates {
		v := insertLatest(c, entities, h, &updates[i])
		c.stats.Verdicts[v]++
		verdict = best(verdict, v)
	}
	return verdict
}

func insertLatest(c *connection, entities *table[latest], h Header, u *Update) Verdict {
	if u.ID > MaxEntityID || u.Kind >= MaxKinds || !u.Sample.plausible() {
		return Refused
	}
	s := u.Sample
	s.Seq = h.Seq
	e := entities.get(u.ID)
	switch {
	case e == nil && c.longAgo(u.Kind, s.Time):
		return StaleSample
	case e == nil:
		e = entities.add(u.ID)
		*e = latest{id: u.ID, kind: u.Kind, pair: pair{newest: s}}
		return Inserted
	case s.Time == e.newest.Time && s.Generation == e.newest.Generation:
		return Duplicate
	case s.Time < e.newest.Time:
		return StaleSample
	case !follows(&e.newest, &s), e.kind != u.Kind && s.Generation == e.newest.Generation:
		return Foreign
	}
	if !e.renewed {
		e.shown, e.renewed = e.pair, true
	}
	e.kind = u.Kind
	e.pair = pair{newest: s, before: e.newest, paired: true}
	return Inserted
}

// dead reports whether the entity has been destroyed for so long that it need not be
// remembered.
func (e *latest) dead(c *connection) bool {
	return e.newest.Destroyed && c.longAgo(e.kind, e.newest.Time)
}

// forgetDead drops the entities that are dead.
func forgetDead(c *connection, entities *table[latest]) {
	entities.keep(func(e *latest) bool { return !e.dead(c) })
}

// Frame implements Lens. Raw has no render time and is never dry; its clock only
// tells how old what it shows is.
func (l *Raw) Frame(now LocalTime) {
	elapsed := l.frame(now, func(Kind) time.Duration { return 0 })
	overall := Empty
	var worst [MaxKinds]State
	dead := false
	for i := range l.entities.list {
		e := &l.entities.list[i]
		e.renewed = false
		l.stats.Kinds[e.kind].Bytes += int(unsafe.Sizeof(*e))
		if e.newest.Destroyed {
			dead = dead || e.dead(&l.connection)
			continue
		}
		worst[e.kind] = Latest
		overall = Latest
		l.need(e.kind, now, e.newest.Time)
	}
	if dead {
		forgetDead(&l.connection, &l.entities)
	}
	l.weigh(l.entities.bytes())
	for k := range worst {
		l.stats.Kinds[k].Count(worst[k], elapsed)
	}
	l.stats.Overall.Count(overall, elapsed)
}

// AppendDrawn implements Lens.
func (l *Raw) AppendDrawn(dst []Drawn, _ LocalTime) []Drawn {
	for i := range l.entities.list {
		e := &l.entities.list[i]
		s := &e.newest
		if s.Destroyed {
			continue
		}
		dst = append(dst, Drawn{
			ID: e.id, Kind: e.kind, State: Latest,
			Stance: s.Stance, Segment: s.Segment, Generation: s.Generation,
			Pose: s.Pose, Time: s.Time, From: s.Seq, To: s.Seq,
		})
	}
	return dst
}

// Stats implements Lens.
func (l *Raw) Stats() *Stats { return &l.stats }

package interp

import "time"

// The life of a slot is a row of events: spawn of generation g, destroy of g, spawn of
// g+1, and so on. A destroy is told in every snapshot until the slot is used again,
// with its own time, and a generation is in every sample; so most losses heal by
// themselves, and the event is drawn when it happened. What does not heal:
//
//   - a generation's first sample is not marked Spawned: the snapshot with the spawn
//     was lost, and with it where and when the entity appeared
//   - a generation follows another that was not seen to be destroyed, or one that is
//     not its predecessor: a destroy, or a whole life, was lost
//
// Such a place is a gap if a packet is missing between the last one that told of the
// slot and the one with the first sample after. Where none is, nothing can come that
// would tell: the server never did.

// gap is a hole in what is known of the life of one slot.
type gap struct {
	id         EntityID
	generation uint16     // that begins behind the hole
	after      uint32     // the last packet that told of the slot before it
	from       ServerTime // its snapshot's
}

// maxGaps bounds the gaps that are watched at a time. What is beyond is jumped over.
const maxGaps = 32

// gaps watches what may yet be told of lost spawns and destroys.
type gaps struct {
	received received
	list     [maxGaps]gap
	n        int
	holding  bool // some render time
}

func (g *gaps) reset() {
	g.received.reset()
	g.n = 0
}

// begins reports whether a first sample of a generation, behind before (nil if there
// is none), is the next event of the slot's life.
func (s *Sample) begins(before *Sample) bool {
	return s.Spawned && (before == nil || before.Destroyed && before.Generation+1 == s.Generation)
}

// end returns the sample behind the gap, nil if the gap is closed: what was missing
// has come or can't come any more.
func (g *gap) end(t *Track, r *received) *Sample {
	for i := range t.Len() {
		s := t.At(i)
		if s.Generation != g.generation {
			continue
		}
		var before *Sample
		if i > 0 {
			before = t.At(i - 1)
		}
		if s.begins(before) || !r.missing(g.after, s.Seq) {
			return nil
		}
		return s
	}
	return nil
}

// watch notes a gap, if there is one, in front of the first sample of a generation
// that a packet has brought for an actor.
func (l *Interpolated) watch(a *actor, generation uint16) {
	g := gap{a.id, generation, a.toldBy, a.toldAt}
	if !a.told {
		// A slot never heard of: it was not there in the snapshot before, if that
		// came. Who has just joined knows of none before and has missed nothing.
		// Of a kind that is not in every snapshot, one was that long ago at least.
		since := l.header.Time
		if every := l.config.sparse(a.kind); every > 0 {
			since = since.Add(l.config.interval() - every)
		}
		before, ok := l.gaps.received.previous(since)
		if !ok {
			return
		}
		g.after, g.from = before.last, before.time
	}
	if g.end(&a.track, &l.gaps.received) == nil {
		return
	}
	if l.gaps.n == maxGaps {
		l.resynced(a.kind)
		return
	}
	l.gaps.list[l.gaps.n] = g
	l.gaps.n++
}

// heard notes that a packet has told of an actor's slot.
func (a *actor) heard(h *Header) {
	if !a.told || int32(h.Seq-a.toldBy) > 0 {
		a.told, a.toldBy, a.toldAt = true, h.Seq, h.Time
	}
}

func (l *Interpolated) resynced(k Kind) {
	l.stats.Kinds[k].Events.Resyncs++
	l.stats.Events.Resyncs++
}

// bridge holds the render times that must not pass a gap yet and lets the others go
// on, as the policies ask. It belongs directly behind the cursors' Advance.
func (l *Interpolated) bridge(elapsed time.Duration) {
	if l.gaps.n == 0 && !l.gaps.holding {
		return
	}
	var hold [MaxKinds]ServerTime
	var held, resync [MaxKinds]bool
	open := l.gaps.list[:0]
	for _, g := range l.gaps.list[:l.gaps.n] {
		a := l.entities.get(g.id)
		if a == nil {
			continue // destroyed long ago
		}
		end := g.end(&a.track, &l.gaps.received)
		if end == nil {
			continue
		}
		k := a.kind
		at, lag := l.stats.Kinds[k].RenderTime, l.cursors[k].Lag()
		wait := l.config.Policies[k].OnGap == Wait
		switch {
		case at >= end.Time:
			l.resynced(k)
			continue
		case wait && at >= g.from && lag >= MaxEventWait:
			l.resynced(k)
			resync[k] = true
			continue
		case wait && (!held[k] || g.from < hold[k]):
			hold[k], held[k] = g.from, true
		}
		open = append(open, g)
	}
	l.gaps.n = len(open)
	l.gaps.holding = false
	waited := false
	for _, k := range l.kinds {
		s, c := &l.stats.Kinds[k], &l.cursors[k]
		if s.Waiting {
			s.Events.Wait += elapsed
			waited = true
		}
		if held[k] {
			l.gaps.holding = true
			c.Hold(hold[k])
		} else {
			c.Release()
		}
		// A client that was frozen in a wait does not work that off for minutes.
		if resync[k] || c.Lag() > MaxEventWait {
			s.RenderTime = c.Resync(&l.clock)
			s.Delay = c.Delay(&l.clock, c.at)
			s.Ahead, s.Held = l.timeline.Occupancy(s.RenderTime)
		}
		waiting := held[k] && s.RenderTime >= hold[k]
		if waiting && !s.Waiting {
			s.Events.Waits++
			l.stats.Events.Waits++
		}
		s.Waiting = waiting
	}
	if waited {
		l.stats.Events.Wait += elapsed
	}
}

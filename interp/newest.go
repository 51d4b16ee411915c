package interp

import (
	"time"
	"unsafe"
)

// newestOnly is what Raw and Extrapolated share: of each entity they keep the newest
// sample by server time. What is older is stale at once, since it can't be drawn.
type newestOnly struct {
	connection
	entities table[latest]
	packet   uint32 // counts those received
	// lead is how far ahead of what the fastest packet shows is drawn.
	lead time.Duration
}

// latest is what is kept of an entity.
type latest struct {
	pair
	id     EntityID
	kind   Kind
	packet uint32 // the last one, by the count of those received
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
func (l *newestOnly) Configure(config *Config) { l.configure(config) }

func (l *newestOnly) delay(Kind) time.Duration { return -l.lead }

// Receive implements Lens.
func (l *newestOnly) Receive(h Header, updates []Update) Verdict {
	v, fresh := l.open(h)
	if v != Inserted {
		l.stats.Verdicts[v] += len(updates)
		return v
	}
	if fresh {
		l.entities.reset()
	}
	l.packet++
	v = l.each(updates, l.insert)
	for i := range l.entities.list {
		if e := &l.entities.list[i]; h.Full && e.packet != l.packet && e.newest.Time < h.Time {
			e.leave(h.Time)
		}
	}
	return v
}

func (l *newestOnly) insert(u *Update, at ServerTime) Verdict {
	s := u.Sample
	s.Time, s.Seq = at, l.header.Seq
	unit(&s.Pose.Rotation)
	e := l.entities.get(u.ID)
	switch {
	case e == nil && l.longAgo(u.Kind, s.Time):
		return StaleSample
	case e == nil:
		l.arrive(u.Kind, -l.lead)
		e = l.entities.add(u.ID)
		*e = latest{id: u.ID, kind: u.Kind, pair: pair{newest: s}, packet: l.packet}
		return Inserted
	case s.Time == e.newest.Time && s.Generation == e.newest.Generation:
		e.packet = l.packet
		return Duplicate
	case s.Time < e.newest.Time:
		return StaleSample
	case !follows(&e.newest, &s), e.kind != u.Kind && s.Generation == e.newest.Generation:
		return Foreign
	}
	if !e.renewed {
		e.shown, e.renewed = e.pair, true
	}
	l.arrive(u.Kind, -l.lead)
	e.kind, e.packet = u.Kind, l.packet
	e.pair = pair{newest: s, before: e.newest, paired: true}
	return Inserted
}

// leave ends the entity's presence.
func (e *latest) leave(at ServerTime) {
	if !e.newest.Destroyed {
		e.newest.Time, e.newest.Destroyed, e.newest.Absent = max(at, e.newest.Time), true, true
	}
}

// Remove is that of Interpolated.
func (l *newestOnly) Remove(id EntityID) bool {
	e := l.entities.get(id)
	if e == nil || e.newest.Destroyed {
		return false
	}
	newest, _ := l.timeline.Newest()
	e.leave(newest)
	return true
}

// visit moves to a display frame, calls see for each entity that is there, which returns
// its state, and counts. It ends the presence of those that are no longer sent, and
// forgets the dead.
func (l *newestOnly) visit(now LocalTime, see func(e *latest) State) {
	elapsed, ok := l.frame(now, l.delay)
	if !ok {
		return
	}
	worst, oldest := l.nothing()
	if newest, anew := l.anew(); anew {
		l.timeline.cut(newest)
		l.entities.keep(func(e *latest) bool { return e.newest.Time <= newest })
	}
	dead := false
	for i := range l.entities.list {
		e := &l.entities.list[i]
		l.stats.Kinds[e.kind].Bytes += int(unsafe.Sizeof(*e))
		if !e.newest.Destroyed && l.unsent(e.kind, e.newest.Time) {
			e.leave(e.newest.Time)
		}
		if !e.newest.Destroyed {
			worst[e.kind] = max(worst[e.kind], see(e))
			oldest[e.kind] = min(oldest[e.kind], e.newest.Time)
		}
		e.renewed = false
		dead = dead || e.dead(&l.connection)
	}
	if dead {
		l.entities.keep(func(e *latest) bool { return !e.dead(&l.connection) })
	}
	l.stats.Bytes = l.entities.bytes(unsafe.Sizeof(latest{}))
	l.count(&worst, &oldest, elapsed)
}

// dead reports whether the entity has been destroyed for so long that it need not be
// remembered.
func (e *latest) dead(c *connection) bool {
	return e.newest.Destroyed && c.longAgo(e.kind, e.newest.Time)
}

// drawn returns the entity as it came.
func (e *latest) drawn() Drawn {
	s := &e.newest
	return Drawn{
		ID: e.id, Kind: e.kind, State: Latest,
		Stance: s.Stance, Segment: s.Segment, Generation: s.Generation,
		Pose: s.Pose, Velocity: s.Velocity, Time: s.Time, From: s.Seq, To: s.Seq,
	}
}

// Raw draws the newest snapshot as it comes: no buffer, no delay, and every jitter
// and loss of the network is on the screen. The zero value is ready.
type Raw struct{ newestOnly }

// Frame implements Lens. Raw has no render time and is never in an underrun; its clock
// only tells how old what it shows is.
func (l *Raw) Frame(now LocalTime) { l.visit(now, func(*latest) State { return Latest }) }

// AppendDrawn implements Lens.
func (l *Raw) AppendDrawn(dst []Drawn, _ LocalTime) []Drawn {
	for i := range l.entities.list {
		if e := &l.entities.list[i]; !e.newest.Destroyed {
			dst = append(dst, e.drawn())
		}
	}
	return dst
}

// Extrapolated draws where each entity should be by now: the newest sample moved on
// by its sent velocity to the estimated present of the server, for at most the
// policy's MaxDeadReckoning. It shows the present and guesses; every packet corrects
// the guess. The zero value is ready.
//
// The present is what the fastest packet shows plus its one-way latency, which the
// headers bring (Header.Latency). A client can only know half a round trip, so on a
// lopsided route the present is off by half the difference.
type Extrapolated struct{ newestOnly }

// Receive implements Lens.
func (l *Extrapolated) Receive(h Header, updates []Update) Verdict {
	v := l.newestOnly.Receive(h, updates)
	if v != Foreign && v != Refused {
		l.lead = h.Latency
	}
	return v
}

// reckoned returns what a pose is worth that was reckoned for so long.
func reckoned(age time.Duration, p *Policy) State {
	state := underrunState(age, p.MaxDeadReckoning, p.OnUnderrun)
	if state == Extrapolating {
		return Blending // as good as this lens can be
	}
	return state
}

// reckon writes the pose at the present, age after the newest sample, which may be
// negative when the present is estimated too early: then it is the sample's own. It
// returns what that is worth.
func (e *pair) reckon(dst *Pose, velocity *Vec3, age time.Duration, p *Policy) State {
	s, state := &e.newest, reckoned(age, p)
	*dst, *velocity = s.Pose, Vec3{}
	if state == Blending {
		*velocity = s.Velocity
	}
	if p.MaxSpeed > 0 && s.Velocity.LenSqr() > p.MaxSpeed*p.MaxSpeed {
		*velocity = Vec3{}
		return state
	}
	d := max(0, min(age, p.MaxDeadReckoning))
	seconds := float32(d.Seconds())
	for i := range dst.Position {
		dst.Position[i] += float32(s.Velocity[i] * seconds)
	}
	if e.paired && d > 0 && SameSegment(&e.before, s) {
		dst.Rotation = turnFurther(e.before.Pose.Rotation, s.Pose.Rotation, d.Seconds()/s.Time.Sub(e.before.Time).Seconds())
	}
	return state
}

// Frame implements Lens. This lens is in an underrun while the newest sample is older
// than its cap; until then it extrapolates by design.
func (l *Extrapolated) Frame(now LocalTime) {
	l.visit(now, func(e *latest) State {
		at, policy := l.stats.Kinds[e.kind].RenderTime, &l.config.Policies[e.kind]
		age := at.Sub(e.newest.Time)
		if e.renewed && SameSegment(&e.shown.newest, &e.newest) {
			var pose, guess Pose
			var velocity Vec3
			e.reckon(&pose, &velocity, age, policy)
			e.shown.reckon(&guess, &velocity, at.Sub(e.shown.newest.Time), policy)
			l.stats.Corrections = append(l.stats.Corrections, CorrectionOf(e.id, e.kind, &guess, &pose))
		}
		return reckoned(age, policy)
	})
}

// AppendDrawn implements Lens.
func (l *Extrapolated) AppendDrawn(dst []Drawn, now LocalTime) []Drawn {
	var present [MaxKinds]ServerTime
	for _, k := range l.kinds {
		present[k] = l.drawTime(k, now)
	}
	for i := range l.entities.list {
		e := &l.entities.list[i]
		policy, at := &l.config.Policies[e.kind], present[e.kind]
		if e.newest.Destroyed || at == never {
			continue
		}
		d := e.drawn()
		age := max(0, at.Sub(e.newest.Time))
		if d.State = e.reckon(&d.Pose, &d.Velocity, age, policy); d.State == Stale && policy.OnUnderrun == Hide {
			continue
		}
		d.Time = d.Time.Add(min(age, policy.MaxDeadReckoning))
		if d.State.InUnderrun() {
			d.InUnderrun = age - policy.MaxDeadReckoning
		}
		dst = append(dst, d)
	}
	return dst
}

package interp

import "time"

// newestOnly is what Raw and Extrapolated share: of each entity they draw the newest
// sample by server time. What is older is stale at once, since it can't be drawn.
type newestOnly struct {
	connection
	// lead is how far ahead of what the fastest packet shows is drawn.
	lead time.Duration
}

// Configure implements Lens.
func (l *newestOnly) Configure(config *Config) { l.configure(config) }

func (l *newestOnly) delay(Kind) time.Duration { return -l.lead }

// Receive implements Lens.
func (l *newestOnly) Receive(h Header, updates []Update) Verdict {
	if v, _ := l.open(h, len(updates)); v != Inserted {
		return v
	}
	return l.each(updates, l.insert)
}

// insert keeps in an episode what an entity was drawn from at the last frame, once there
// is something newer.
func (l *newestOnly) insert(u *Update, at ServerTime) Verdict {
	a := l.entity(u, at, l.delay)
	if a == nil {
		return StaleSample
	}
	t := &a.track
	if n := t.Newest(); n != nil && at < n.Time {
		return StaleSample
	}
	v, _ := l.put(a, u, at, l.delay)
	if v > Late {
		return v
	}
	if a.episode == nil && t.n > 1 {
		b := t.bracket(t.n - 1)
		l.claim(a).keep(&b)
	}
	t.Prune(at)
	return Inserted
}

// visit moves to a display frame, calls see for each entity that is there, which returns
// its state, and counts. It ends the presence of those that are no longer sent.
func (l *newestOnly) visit(now LocalTime, see func(a *actor) State) {
	elapsed, ok := l.frame(now, l.delay)
	if !ok {
		return
	}
	for i := range l.entities.list {
		a := &l.entities.list[i]
		if n := a.track.Newest(); !n.Destroyed && l.unsent(a.kind, n.Time) {
			l.remove(a)
		}
		state := Gone
		if !a.track.Newest().Destroyed {
			state = see(a)
		}
		l.see(a, state)
		l.release(a)
	}
	l.count(elapsed)
	l.weigh(0)
}

// drawn returns an actor as it came.
func (a *actor) drawn() (d Drawn) {
	b := Bracket{A: a.track.Newest()}
	b.Draw(&d, b.A.Time, &Policy{})
	d.ID, d.Kind, d.State = a.id, a.kind, Latest
	return d
}

// Raw draws the newest snapshot as it comes: no buffer, no delay, and every jitter
// and loss of the network is on the screen. The zero value is ready.
type Raw struct{ newestOnly }

// Frame implements Lens. Raw has no render time and is never in an underrun; its clock
// only tells how old what it shows is.
func (l *Raw) Frame(now LocalTime) { l.visit(now, func(*actor) State { return Latest }) }

// AppendDrawn implements Lens.
func (l *Raw) AppendDrawn(dst []Drawn, _ LocalTime) []Drawn {
	for i := range l.entities.list {
		if a := &l.entities.list[i]; !a.track.Newest().Destroyed {
			dst = append(dst, a.drawn())
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

// reckon writes the pose at the present and its velocity, age after the newest sample, A,
// which may be negative when the present is estimated too early: then it is the sample's
// own. It returns what that is worth.
func (b *Bracket) reckon(dst *Pose, velocity *Vec3, age time.Duration, p *Policy) State {
	s, state := b.A, reckoned(age, p)
	*dst, *velocity = s.Pose, Vec3{}
	if p.MaxSpeed > 0 && s.Velocity.LenSqr() > p.MaxSpeed*p.MaxSpeed {
		return state
	}
	if state == Blending {
		*velocity = s.Velocity
	}
	d := max(0, min(age, p.MaxDeadReckoning))
	seconds := float32(d.Seconds())
	for i := range dst.Position {
		dst.Position[i] += float32(s.Velocity[i] * seconds)
	}
	if b.Before != nil && d > 0 && SameSegment(b.Before, s) {
		dst.Rotation = turnFurther(b.Before.Pose.Rotation, s.Pose.Rotation, d.Seconds()/s.Time.Sub(b.Before.Time).Seconds())
	}
	return state
}

// Frame implements Lens. This lens is in an underrun while the newest sample is older
// than its cap; until then it extrapolates by design.
func (l *Extrapolated) Frame(now LocalTime) {
	l.visit(now, func(a *actor) State {
		at, policy := l.stats.Kinds[a.kind].RenderTime, &l.config.Policies[a.kind]
		b := a.track.bracket(a.track.n)
		age := at.Sub(b.A.Time)
		if a.episode != nil && SameSegment(&a.newest, b.A) {
			was := a.episode.bracket()
			var pose, guess Pose
			var velocity Vec3
			b.reckon(&pose, &velocity, age, policy)
			was.reckon(&guess, &velocity, at.Sub(was.A.Time), policy)
			l.stats.Corrections = append(l.stats.Corrections, CorrectionOf(a.id, a.kind, &guess, &pose))
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
		a := &l.entities.list[i]
		policy, at := &l.config.Policies[a.kind], present[a.kind]
		b := a.track.bracket(a.track.n)
		if b.A.Destroyed || at == never {
			continue
		}
		d := a.drawn()
		age := max(0, at.Sub(b.A.Time))
		if d.State = b.reckon(&d.Pose, &d.Velocity, age, policy); d.State == Stale && policy.OnUnderrun == Hide {
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

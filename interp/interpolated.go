package interp

import (
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// Interpolated draws every entity at its kind's render time, between two samples
// that the server really sent. The zero value draws with zero policies; Configure
// it first. It is the Lens that the others are measured against.
type Interpolated struct {
	connection
	entities table[actor]
	gaps     gaps
	adaptive [MaxKinds]adaptive
	newest   newestPacket
}

// actor is one entity slot.
type actor struct {
	id    EntityID
	kind  Kind
	track Track

	// The newest packet that told of the slot, and what instant it showed.
	told   bool
	toldBy uint32
	toldAt ServerTime

	// While dry, the entity is drawn from the samples that were the newest when
	// it ran dry. They are kept to measure, at the frame in which data resumes,
	// where it would have been drawn without.
	inUnderrun     bool
	before, newest Sample
	paired         bool // before is valid

	// A smoothed correction: what is left of it is added to the pose. It is owed
	// by the motion that was corrected (debtor) and not by what follows a
	// discontinuity.
	owed   Pose // the offset in position, and the turn, at owedAt
	owedAt LocalTime
	owing  bool
	debtor Sample
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
	}
	for i := range l.entities.list {
		a := &l.entities.list[i]
		l.reserve(a)
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
		l.gaps.reset()
		l.newest = newestPacket{}
		for k := range l.adaptive {
			l.adaptive[k].reset()
		}
	}
	l.gaps.received.note(h.Seq, h.Time)
	l.follow(h)
	verdict := Refused
	if len(updates) == 0 {
		verdict = Inserted
	}
	for i := range updates {
		v := l.insert(h, &updates[i])
		l.stats.Verdicts[v]++
		verdict = best(verdict, v)
	}
	return verdict
}

func (l *Interpolated) insert(h Header, u *Update) Verdict {
	if u.ID > MaxEntityID || u.Kind >= MaxKinds {
		return Refused
	}
	a := l.entities.get(u.ID)
	if a == nil {
		if !u.Sample.plausible() {
			return Refused
		}
		if l.longAgo(u.Kind, u.Sample.Time) {
			return StaleSample
		}
		a = l.entities.add(u.ID)
		room := a.track
		room.Reset()
		*a = actor{id: u.ID, kind: u.Kind, track: room}
		l.reserve(a)
	}
	// A reused slot may change its kind, but not within a generation, and an old
	// packet does not change it back.
	n := a.track.Newest()
	if n != nil && n.Generation == u.Sample.Generation && a.kind != u.Kind {
		return Foreign
	}
	reused := n != nil && newer(u.Sample.Generation, n.Generation)
	begins := n == nil || reused
	s := u.Sample
	s.Seq = h.Seq
	evicted := a.track.Evicted()
	v := a.track.Insert(s)
	l.stats.Evicted += a.track.Evicted() - evicted
	if reused && v <= Late && a.kind != u.Kind {
		a.kind = u.Kind
		l.reserve(a)
	}
	if begins && v <= Late {
		l.watch(h, a, u.Sample.Generation)
	}
	if v <= StaleSample {
		a.heard(h)
	}
	return v
}

// Frame implements Lens.
func (l *Interpolated) Frame(now LocalTime) {
	elapsed := l.frame(now, l.delay)
	if !l.clock.Started() {
		return
	}
	l.bridge(elapsed)
	var worst [MaxKinds]State
	dead := false
	for i := range l.entities.list {
		a := &l.entities.list[i]
		at := l.stats.Kinds[a.kind].RenderTime
		state := a.settle(l, now, at)
		worst[a.kind] = worse(worst[a.kind], state)
		if n := a.track.Newest(); n != nil && !n.Destroyed {
			l.need(a.kind, now, n.Time)
		} else {
			dead = dead || a.dead(&l.connection)
		}
		a.track.Prune(at)
		l.stats.Kinds[a.kind].Bytes += a.track.Slots() * int(unsafe.Sizeof(Sample{}))
	}
	if dead {
		l.entities.keep(func(a *actor) bool { return !a.dead(&l.connection) })
	}
	l.adapt(now)
	l.weigh(cap(l.entities.list)*int(unsafe.Sizeof(actor{})) + l.entities.bytes() + int(unsafe.Sizeof(l.gaps)))
	overall := Empty
	for k := range worst {
		l.stats.Kinds[k].Count(worst[k], elapsed)
		overall = worse(overall, worst[k])
	}
	l.stats.Overall.Count(overall, elapsed)
}

// dead reports whether the entity has been destroyed for so long that it need not be
// remembered.
func (a *actor) dead(c *connection) bool {
	n := a.track.Newest()
	return n != nil && n.Destroyed && c.longAgo(a.kind, n.Time)
}

// settle brings an actor to a display frame: it notes a dry spell's beginning, and
// at its end measures the correction. It returns the actor's state.
func (a *actor) settle(l *Interpolated, now LocalTime, at ServerTime) State {
	policy := &l.config.Policies[a.kind]
	b := a.track.Bracket(at)
	state := b.state(at, policy)
	if a.inUnderrun && !(state.InUnderrun() && b.A.Time == a.newest.Time) {
		a.correct(l, now, at, &b, policy)
	}
	a.inUnderrun = state.InUnderrun()
	if a.inUnderrun {
		a.newest = *b.A
		if a.paired = b.Before != nil; a.paired {
			a.before = *b.Before
		}
	}
	return state
}

// correct measures how far the pose drawn without the new data lies from the one
// with it, and owes it to the drawn pose if it is to be smoothed away. A
// discontinuity is no correction: the jump is the truth.
func (a *actor) correct(l *Interpolated, now LocalTime, at ServerTime, with *Bracket, policy *Policy) {
	if with.A == nil || !SameSegment(&a.newest, with.A) {
		a.owing = false
		return
	}
	without := Bracket{A: &a.newest}
	if a.paired {
		without.Before = &a.before
	}
	var pose, drawn Pose
	Evaluate(&pose, with, at, policy)
	Evaluate(&drawn, &without, at, policy)
	a.repay(&drawn, &a.newest, now, policy, turned) // what was still owed was drawn too
	jump := drawn.Position.Sub(pose.Position)
	l.stats.Corrections = append(l.stats.Corrections, CorrectionOf(a.id, a.kind, &drawn, &pose))
	a.owing = policy.Smoothing > 0
	a.owed = Pose{jump, drawn.Rotation.Mul(pose.Rotation.Conjugate())}
	a.owedAt, a.debtor = now, *with.A
}

// repay adds to the pose, drawn from a sample on, what is left of an owed correction.
func (a *actor) repay(pose *Pose, sample *Sample, now LocalTime, policy *Policy, r rotations) {
	if !a.owing || !SameSegment(&a.debtor, sample) {
		return
	}
	left := 1 - float32(now.Sub(a.owedAt).Seconds()/policy.Smoothing.Seconds())
	if !(left > 0) {
		return
	}
	pose.Position = pose.Position.Add(a.owed.Position.Mul(left))
	if r {
		pose.Rotation = Slerp(mgl32.QuatIdent(), a.owed.Rotation, left).Mul(pose.Rotation).Normalize()
	}
}

// AppendDrawn implements Lens. Entities that are not there to draw (not yet spawned,
// destroyed, hidden) are left out.
func (l *Interpolated) AppendDrawn(dst []Drawn, now LocalTime) []Drawn {
	return l.appendDrawn(dst, now, turned)
}

// AppendPlaces is AppendDrawn for who has no use for rotations: those mean nothing.
func (l *Interpolated) AppendPlaces(dst []Drawn, now LocalTime) []Drawn {
	return l.appendDrawn(dst, now, unturned)
}

func (l *Interpolated) appendDrawn(dst []Drawn, now LocalTime, r rotations) []Drawn {
	var times renderTimes
	for i := range l.entities.list {
		a := &l.entities.list[i]
		at, ok := times.of(&l.connection, a.kind, now)
		if !ok {
			return dst // before the first frame
		}
		policy := &l.config.Policies[a.kind]
		b := a.track.Bracket(at)
		state := b.state(at, policy)
		switch state {
		case Empty, Early, Gone:
			continue
		case Stale:
			if policy.OnUnderrun == Hide {
				continue
			}
		}
		dst = append(dst, Drawn{ID: a.id, Kind: a.kind, State: state, Time: at})
		d := &dst[len(dst)-1]
		evaluate(&d.Pose, &b, at, policy, r)
		if state.InUnderrun() {
			d.InUnderrun = at.Sub(b.A.Time)
			d.Time = b.A.Time.Add(min(d.InUnderrun, policy.MaxExtrapolation))
		}
		a.repay(&d.Pose, b.A, now, policy, r)
		d.from(&b, at)
	}
	return dst
}

// from fills in what the bracket says besides the pose.
func (d *Drawn) from(b *Bracket, at ServerTime) {
	d.Stance, d.Segment, d.Generation = b.A.Stance, b.A.Segment, b.A.Generation
	d.From, d.To = b.A.Seq, b.A.Seq
	if b.B != nil && d.State == Blending {
		d.To, d.Alpha = b.B.Seq, b.Alpha(at)
	}
}

// Samples appends the samples held of one entity, oldest first, for inspection.
func (l *Interpolated) Samples(dst []Sample, id EntityID) []Sample {
	if a := l.entities.get(id); a != nil {
		for i := range a.track.Len() {
			dst = append(dst, *a.track.At(i))
		}
	}
	return dst
}

// Stats implements Lens.
func (l *Interpolated) Stats() *Stats { return &l.stats }

// reserve gives an actor the room that its kind needs.
func (l *Interpolated) reserve(a *actor) {
	a.track.Reserve(l.stats.Kinds[a.kind].Slots)
}

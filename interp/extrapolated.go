package interp

import (
	"time"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// Extrapolated draws where each entity should be by now: the newest sample moved on
// by its sent velocity to the estimated present of the server, for at most the
// policy's MaxDeadReckoning. It shows the present and guesses; every packet corrects
// the guess. The zero value is ready.
//
// The present is what the fastest packet shows plus its one-way latency, which the
// headers bring (Header.Latency). A client can only know half a round trip, so on a
// lopsided route the present is off by half the difference.
type Extrapolated struct {
	connection
	entities table[latest]
	latency  time.Duration
}

// Configure implements Lens.
func (l *Extrapolated) Configure(config *Config) { l.configure(config) }

// Receive implements Lens.
func (l *Extrapolated) Receive(h Header, updates []Update) Verdict {
	v := receiveLatest(&l.connection, &l.entities, h, updates)
	if v != Foreign && v != Refused {
		l.latency = h.Latency
	}
	return v
}

// reckon writes the pose at the present, age after the newest sample, which may be
// negative when the present is estimated too early: then it is the sample's own.
func (e *pair) reckon(dst *Pose, age time.Duration, p *Policy) {
	s := &e.newest
	*dst = s.Pose
	if !s.believed(p) {
		return
	}
	dst.Position = e.place(age, p)
	if d := min(age, p.MaxDeadReckoning); e.paired && d > 0 && SameSegment(&e.before, s) {
		dst.Rotation = turnOn(&e.before, s, d)
	}
}

// place returns the position of reckon alone.
func (e *pair) place(age time.Duration, p *Policy) mgl32.Vec3 {
	s := &e.newest
	if !s.believed(p) {
		return s.Pose.Position
	}
	seconds := float32(max(0, min(age, p.MaxDeadReckoning)).Seconds())
	at := s.Pose.Position
	for i := range at {
		at[i] += float32(s.Velocity[i] * seconds)
	}
	return at
}

// believed reports whether the sent velocity may be used.
func (s *Sample) believed(p *Policy) bool {
	return p.MaxSpeed == 0 || s.Velocity.LenSqr() <= p.MaxSpeed*p.MaxSpeed
}

// reckoned returns what a pose is worth that is reckoned from a sample of an age.
func reckoned(age time.Duration, p *Policy) State {
	switch {
	case age <= p.MaxDeadReckoning:
		return Blending // as good as this lens can be
	case p.OnUnderrun == Hold:
		return Held
	default:
		return Stale
	}
}

// Frame implements Lens. This lens is dry while the newest sample is older than its
// cap; until then it extrapolates by design.
func (l *Extrapolated) Frame(now LocalTime) {
	elapsed := l.frame(now, func(Kind) time.Duration { return -l.latency })
	if !l.clock.Started() {
		return
	}
	var worst [MaxKinds]State
	dead := false
	for i := range l.entities.list {
		e := &l.entities.list[i]
		l.stats.Kinds[e.kind].Bytes += int(unsafe.Sizeof(*e))
		if e.newest.Destroyed {
			e.renewed = false
			dead = dead || e.dead(&l.connection)
			continue
		}
		at := l.stats.Kinds[e.kind].RenderTime
		policy := &l.config.Policies[e.kind]
		age := at.Sub(e.newest.Time)
		worst[e.kind] = worse(worst[e.kind], reckoned(age, policy))
		l.need(e.kind, now, e.newest.Time)
		if e.renewed && SameSegment(&e.shown.newest, &e.newest) {
			var pose, guess Pose
			e.reckon(&pose, age, policy)
			e.shown.reckon(&guess, at.Sub(e.shown.newest.Time), policy)
			l.stats.Corrections = append(l.stats.Corrections, CorrectionOf(e.id, e.kind, &guess, &pose))
		}
		e.renewed = false
	}
	if dead {
		forgetDead(&l.connection, &l.entities)
	}
	l.weigh(l.entities.bytes())
	overall := Empty
	for k := range worst {
		l.stats.Kinds[k].Count(worst[k], elapsed)
		overall = worse(overall, worst[k])
	}
	l.stats.Overall.Count(overall, elapsed)
}

// AppendDrawn implements Lens.
func (l *Extrapolated) AppendDrawn(dst []Drawn, now LocalTime) []Drawn {
	return l.appendDrawn(dst, now, turned)
}

// AppendPlaces is AppendDrawn for who has no use for rotations: those mean nothing.
func (l *Extrapolated) AppendPlaces(dst []Drawn, now LocalTime) []Drawn {
	return l.appendDrawn(dst, now, unturned)
}

func (l *Extrapolated) appendDrawn(dst []Drawn, now LocalTime, r rotations) []Drawn {
	var times renderTimes
	for i := range l.entities.list {
		e := &l.entities.list[i]
		if e.newest.Destroyed {
			continue
		}
		present, ok := times.of(&l.connection, e.kind, now)
		if !ok {
			return dst // before the first frame
		}
		policy := &l.config.Policies[e.kind]
		s := &e.newest
		age := max(0, present.Sub(s.Time))
		state := reckoned(age, policy)
		if state == Stale && policy.OnUnderrun == Hide {
			continue
		}
		dst = append(dst, Drawn{
			ID: e.id, Kind: e.kind, State: state,
			Stance: s.Stance, Segment: s.Segment, Generation: s.Generation,
			From: s.Seq, To: s.Seq,
			Time: s.Time.Add(min(age, policy.MaxDeadReckoning)),
		})
		d := &dst[len(dst)-1]
		if r {
			e.reckon(&d.Pose, age, policy)
		} else {
			d.Pose.Position = e.place(age, policy)
		}
		if state.InUnderrun() {
			d.InUnderrun = age - policy.MaxDeadReckoning
		}
	}
	return dst
}

// Stats implements Lens.
func (l *Extrapolated) Stats() *Stats { return &l.stats }

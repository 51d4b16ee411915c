package interp

import "time"

// State says what a drawn pose is worth. The greater of two is the worse one. Empty and Gone are
// the least: what is not drawn says nothing of the buffer.
type State uint8

const (
	// Empty: no sample has arrived. Nothing is drawn.
	Empty State = iota
	// Gone: destroyed. Nothing is drawn.
	Gone
	// Early: the first sample lies ahead of render time. The pose is that
	// sample's; a spawn is not drawn before its own time.
	Early
	// Latest: the newest sample as it came, which is how Raw draws.
	Latest
	// Blending: between two samples, or exactly on one.
	Blending
	// Extrapolating: no sample ahead; the last motion is continued.
	Extrapolating
	// Held: no sample ahead for longer than may be extrapolated; frozen.
	Held
	// Stale: as Held, to be faded or hidden.
	Stale
)

var stateNames = [...]string{"empty", "gone", "early", "latest", "blending", "extrapolating", "held", "stale"}

// String returns the state's name in lower case.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "unknown"
}

// InUnderrun reports whether render time has passed the entity's newest sample.
func (s State) InUnderrun() bool { return Extrapolating <= s && s <= Stale }

// Bracket is the samples around an instant. The pointers are into the Track that
// gave it and are valid until the track is next changed.
type Bracket struct {
	// A is the last sample at or before the instant, nil if there is none.
	A *Sample
	// B is the first sample after it, nil if there is none.
	B *Sample
	// Before is the sample before A, nil if there is none. It serves only to
	// find the velocity to extrapolate with.
	Before *Sample
}

// Alpha returns how far at lies from A to B, 0 to 1. It is 0 unless both are there
// and A and B are one segment.
func (b *Bracket) Alpha(at ServerTime) float32 {
	if b.A == nil || b.B == nil || !SameSegment(b.A, b.B) {
		return 0
	}
	return alpha(b.A.Time, b.B.Time, at)
}

// alpha divides in float64 from integer differences, so that it is exact to the
// nanosecond however far the clocks are from their zeros.
func alpha(a, b, at ServerTime) float32 {
	if b <= a {
		return 0
	}
	return float32(float64(at-a) / float64(b-a))
}

// perSecond is what a way from a to b is multiplied by to be a velocity.
func perSecond(a, b ServerTime) float32 { return float32(1 / b.Sub(a).Seconds()) }

// Evaluate writes the pose at an instant into dst and says what it is worth. b must
// be the bracket around at. It is pure: the same arguments give the same pose.
//
//   - no samples: Empty, dst untouched
//   - before the first sample: Early, that sample's pose, never extrapolated back
//   - exactly at a sample: that sample
//   - between two samples of one segment: the blend that p asks for
//   - between two segments or generations: the earlier pose until the later one's
//     time, which is state Blending with an alpha of 0
//   - after the newest sample: the last motion continued for at most
//     p.MaxExtrapolation, then frozen there (Held or Stale by p.OnUnderrun)
//   - after a destroy, or with nothing but a destroy ahead: Gone, dst untouched
func Evaluate(dst *Pose, b *Bracket, at ServerTime, p *Policy) State {
	var velocity Vec3
	return evaluate(dst, &velocity, b, at, p)
}

// evaluate is Evaluate, and writes the velocity of what it draws: that of the blend
// between two samples, the sent one exactly at a sample, that of the extrapolation, and
// none of what is frozen. It leaves velocity as it is where it leaves dst.
func evaluate(dst *Pose, velocity *Vec3, b *Bracket, at ServerTime, p *Policy) State {
	state := b.state(at, p)
	switch state {
	case Early:
		*dst, *velocity = b.B.Pose, Vec3{}
	case Extrapolating, Held, Stale:
		extrapolate(dst, velocity, b, min(at.Sub(b.A.Time), p.MaxExtrapolation), p.MaxSpeed)
		if state != Extrapolating {
			*velocity = Vec3{}
		}
	case Blending:
		switch a := b.A; {
		case at == a.Time:
			*dst, *velocity = a.Pose, a.Velocity
		case b.B == nil || !SameSegment(a, b.B):
			*dst, *velocity = a.Pose, Vec3{}
		default:
			blend(dst, velocity, a, b.B, at, p.Blend)
		}
	}
	return state
}

// state returns what Evaluate does, without the pose.
func (b *Bracket) state(at ServerTime, p *Policy) State {
	switch {
	case b.A == nil && b.B == nil:
		return Empty
	case b.A == nil && !b.B.Destroyed:
		return Early
	case b.A == nil || b.A.Destroyed:
		return Gone
	case b.B == nil && at > b.A.Time:
		return underrunState(at.Sub(b.A.Time), p.MaxExtrapolation, p.OnUnderrun)
	}
	return Blending
}

// underrunState returns the state of an entity that is moved on from a sample of an
// age, for at most a limit.
func underrunState(age, limit time.Duration, then OnUnderrun) State {
	switch {
	case age <= limit:
		return Extrapolating
	case then == Hold:
		return Held
	default:
		return Stale
	}
}

// blend writes the pose between two samples of one segment with a.Time < at <
// b.Time.
func blend(dst *Pose, velocity *Vec3, a, b *Sample, at ServerTime, how Blend) {
	t := alpha(a.Time, b.Time, at)
	if how == Hermite {
		seconds := float32(b.Time.Sub(a.Time).Seconds())
		hermite(&dst.Position, velocity, &a.Pose.Position, &a.Velocity, &b.Pose.Position, &b.Velocity, seconds, t)
	} else {
		way := b.Pose.Position.Sub(a.Pose.Position)
		dst.Position, *velocity = a.Pose.Position.Add(way.Mul(t)), way.Mul(perSecond(a.Time, b.Time))
	}
	var w slerpWeights
	w.set(t)
	slerp(&dst.Rotation, &a.Pose.Rotation, &b.Pose.Rotation, &w)
}

// extrapolate continues the motion at b.A for d. The velocity is that of the last two
// samples; where they are not one segment, or there is only one, it is the sent
// velocity. A velocity above maxSpeed (m/s; 0: no bound) is not used: the entity
// stays where it is. Turning goes on only where the last two samples show it.
func extrapolate(dst *Pose, velocity *Vec3, b *Bracket, d time.Duration, maxSpeed float32) {
	a, before := b.A, b.Before
	*dst, *velocity = a.Pose, Vec3{}
	if d <= 0 {
		return
	}
	v := a.Velocity
	paired := before != nil && before.Time < a.Time && SameSegment(before, a)
	if paired {
		v = a.Pose.Position.Sub(before.Pose.Position).Mul(perSecond(before.Time, a.Time))
	}
	if maxSpeed > 0 && v.LenSqr() > maxSpeed*maxSpeed {
		return
	}
	*velocity = v
	dst.Position = a.Pose.Position.Add(v.Mul(float32(d.Seconds())))
	if paired {
		dst.Rotation = turnFurther(before.Pose.Rotation, a.Pose.Rotation, d.Seconds()/a.Time.Sub(before.Time).Seconds())
	}
}

// Draw fills in what an entity is at an instant, but for ID and Kind, and reports whether it
// is drawn. Without a sample A only State and Time are filled in. b must be the bracket
// around at.
func (b *Bracket) Draw(d *Drawn, at ServerTime, p *Policy) bool {
	d.State = evaluate(&d.Pose, &d.Velocity, b, at, p)
	d.Time, d.InUnderrun = at, 0
	if b.A == nil {
		return false
	}
	if d.State.InUnderrun() {
		d.InUnderrun = at.Sub(b.A.Time)
		d.Time = b.A.Time.Add(min(d.InUnderrun, p.MaxExtrapolation))
	}
	d.Stance, d.Segment, d.Generation = b.A.Stance, b.A.Segment, b.A.Generation
	d.From, d.To, d.Alpha = b.A.Seq, b.A.Seq, b.Alpha(at)
	if b.B != nil && d.State == Blending {
		d.To = b.B.Seq
	}
	return d.State != Gone && !(d.State == Stale && p.OnUnderrun == Hide)
}

// sharedBlend is what is the same for all entities that were sent together and are
// drawn at one time.
type sharedBlend struct {
	a, b, at  ServerTime
	alpha     float32
	perSecond float32
	weights   slerpWeights
}

func (s *sharedBlend) set(a, b, at ServerTime) {
	s.a, s.b, s.at = a, b, at
	s.alpha = alpha(a, b, at)
	s.perSecond = perSecond(a, b)
	s.weights.set(s.alpha)
}

// draw writes the linear blend of two samples of one segment, as Evaluate has it.
func (s *sharedBlend) draw(d *Drawn, a, b *Sample) {
	p, q := &a.Pose.Position, &b.Pose.Position
	x, y, z := q[0]-p[0], q[1]-p[1], q[2]-p[2]
	d.Pose.Position[0], d.Pose.Position[1], d.Pose.Position[2] = p[0]+x*s.alpha, p[1]+y*s.alpha, p[2]+z*s.alpha
	d.Velocity[0], d.Velocity[1], d.Velocity[2] = x*s.perSecond, y*s.perSecond, z*s.perSecond
	slerp(&d.Pose.Rotation, &a.Pose.Rotation, &b.Pose.Rotation, &s.weights)
	d.State, d.Time, d.InUnderrun = Blending, s.at, 0
	d.Stance, d.Segment, d.Generation = a.Stance, a.Segment, a.Generation
	d.From, d.To, d.Alpha = a.Seq, b.Seq, s.alpha
}

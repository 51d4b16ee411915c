package interp

import (
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// State says what a drawn pose is worth.
type State uint8

const (
	// Empty: no sample has arrived. Nothing is drawn.
	Empty State = iota
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
	// Gone: destroyed. Nothing is drawn.
	Gone
)

var stateNames = [...]string{"empty", "early", "latest", "blending", "extrapolating", "held", "stale", "gone"}

// String returns the state's name in lower case.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "unknown"
}

// Dry reports whether render time has passed the entity's newest sample.
func (s State) InUnderrun() bool { return s == Extrapolating || s == Held || s == Stale }

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
	return evaluate(dst, b, at, p, turned)
}

// rotations says whether poses are wanted with their rotations. Without them they are
// only places, with rotations that mean nothing, and cost less.
type rotations bool

const (
	turned   rotations = true
	unturned rotations = false
)

func evaluate(dst *Pose, b *Bracket, at ServerTime, p *Policy, r rotations) State {
	state := b.state(at, p)
	switch state {
	case Early:
		*dst = b.B.Pose
	case Extrapolating, Held, Stale:
		extrapolate(dst, b.Before, b.A, min(at.Sub(b.A.Time), p.MaxExtrapolation), p.MaxSpeed, r)
	case Blending:
		if b.B == nil || at == b.A.Time || !SameSegment(b.A, b.B) {
			*dst = b.A.Pose
		} else {
			blend(dst, b.A, b.B, at, p.Blend, r)
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
		return underrunState(at.Sub(b.A.Time), p)
	}
	return Blending
}

// underrunState returns the state of an entity whose newest sample is age old.
func underrunState(age time.Duration, p *Policy) State {
	switch {
	case age <= p.MaxExtrapolation:
		return Extrapolating
	case p.OnUnderrun == Hold:
		return Held
	default:
		return Stale
	}
}

// blend writes the pose between two samples of one segment with a.Time < at <
// b.Time.
func blend(dst *Pose, a, b *Sample, at ServerTime, how Blend, r rotations) {
	t := alpha(a.Time, b.Time, at)
	if how == Hermite {
		dst.Position = hermite(a.Pose.Position, a.Velocity, b.Pose.Position, b.Velocity, b.Time.Sub(a.Time), t)
	} else {
		dst.Position = lerp(a.Pose.Position, b.Pose.Position, t)
	}
	if r {
		dst.Rotation = Slerp(a.Pose.Rotation, b.Pose.Rotation, t)
	}
}

func lerp(a, b mgl32.Vec3, t float32) mgl32.Vec3 {
	return mgl32.Vec3{
		a[0] + (b[0]-a[0])*t,
		a[1] + (b[1]-a[1])*t,
		a[2] + (b[2]-a[2])*t,
	}
}

// hermite is the cubic through the positions a and b, a duration apart, with the
// velocities va and vb as its slopes; t is 0 to 1.
func hermite(a, va, b, vb mgl32.Vec3, apart time.Duration, t float32) mgl32.Vec3 {
	dt := float32(apart.Seconds())
	t2, t3 := t*t, t*t*t
	h00, h01 := 2*t3-3*t2+1, 3*t2-2*t3
	h10, h11 := (t3-2*t2+t)*dt, (t3-t2)*dt
	var p mgl32.Vec3
	for i := range p {
		p[i] = h00*a[i] + h10*va[i] + h01*b[i] + h11*vb[i]
	}
	return p
}

// extrapolate continues the motion at a for d. The velocity is that of the last two
// samples; where they are not one segment, or there is only one, it is the sent
// velocity. A velocity above maxSpeed (m/s; 0: no bound) is not used: the entity
// stays where it is. Turning goes on only where the last two samples show it.
func extrapolate(dst *Pose, before, a *Sample, d time.Duration, maxSpeed float32, r rotations) {
	*dst = a.Pose
	if d <= 0 {
		return
	}
	velocity := a.Velocity
	paired := before != nil && before.Time < a.Time && SameSegment(before, a)
	if paired {
		velocity = a.Pose.Position.Sub(before.Pose.Position).Mul(float32(1 / a.Time.Sub(before.Time).Seconds()))
	}
	if maxSpeed > 0 && velocity.LenSqr() > maxSpeed*maxSpeed {
		return
	}
	dst.Position = a.Pose.Position.Add(velocity.Mul(float32(d.Seconds())))
	if paired && bool(r) {
		dst.Rotation = turnOn(before, a, d)
	}
}

// turnOn continues the turn from before to a for d, by at most half a turn: beyond
// that, which way it went is a guess.
func turnOn(before, a *Sample, d time.Duration) mgl32.Quat {
	return turnFurther(before.Pose.Rotation, a.Pose.Rotation, d.Seconds()/a.Time.Sub(before.Time).Seconds())
}

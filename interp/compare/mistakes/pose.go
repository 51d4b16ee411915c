package mistakes

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// reposed is the right lens with poses that a mistake makes of the right ones.
type reposed struct {
	interp.Interpolated
	mistake  func(pose *interp.Pose, d *interp.Drawn, b *interp.Bracket, p *interp.Policy)
	policies [interp.MaxKinds]interp.Policy
	samples  compare.Samples
	bracket  interp.Bracket
	wrong    interp.Pose
}

func (l *reposed) Configure(config *interp.Config) {
	for k := range l.policies {
		l.policies[k] = config.Policy(interp.Kind(k))
	}
	l.Interpolated.Configure(config)
}

func (l *reposed) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	n := len(dst)
	dst = l.Interpolated.AppendDrawn(dst, now)
	for i := n; i < len(dst); i++ {
		d := &dst[i]
		l.samples = l.Samples(l.samples[:0], d.ID)
		l.bracket = compare.Around(l.samples, d.Time)
		state := interp.Evaluate(&l.wrong, &l.bracket, d.Time, &l.policies[d.Kind])
		if l.bracket.A == nil || state == interp.Gone {
			continue
		}
		right := l.wrong
		if l.mistake(&l.wrong, d, &l.bracket, &l.policies[d.Kind]); l.wrong != right {
			// What else is in the drawn pose, a correction that is worked off, stays.
			d.Pose.Position = d.Pose.Position.Add(l.wrong.Position.Sub(right.Position))
			d.Pose.Rotation = l.wrong.Rotation.Mul(right.Rotation.Conjugate()).Mul(d.Pose.Rotation).Normalize()
		}
	}
	return dst
}

// acrossTeleports blends any two samples of a generation. What went from 10 m to 1000 m in an
// instant is drawn at 505 m on the way, and goes on at that speed if the data stops there.
func acrossTeleports(pose *interp.Pose, d *interp.Drawn, b *interp.Bracket, p *interp.Policy) {
	jumped := false
	for _, s := range [...]*interp.Sample{b.Before, b.B} {
		if s != nil && s.Generation == b.A.Generation && s.Segment != b.A.Segment {
			s.Segment, jumped = b.A.Segment, true
		}
	}
	if interp.Evaluate(pose, b, d.Time, p); jumped && b.B != nil {
		d.To, d.Alpha = b.B.Seq, b.Alpha(d.Time)
	}
}

// eulerAngles blends rotations as three angles, each on its own. A heading between −180° and 180°
// has a seam behind, and where there is none three angles that go straight are not the shortest turn.
func eulerAngles(pose *interp.Pose, d *interp.Drawn, b *interp.Bracket, _ *interp.Policy) {
	if d.State != interp.Blending || d.Alpha == 0 || b.B == nil {
		return
	}
	from, to := angles(b.A.Pose.Rotation), angles(b.B.Pose.Rotation)
	for i := range from {
		from[i] += (to[i] - from[i]) * float64(d.Alpha)
	}
	pose.Rotation = rotation(from)
}

// angles returns yaw about z, pitch about y and roll about x in radians: the rotation is the
// roll, then the pitch, then the yaw. See Diebel, Representing Attitude (2006), sequence (1, 2, 3).
func angles(q mgl32.Quat) [3]float64 {
	w, x, y, z := float64(q.W), float64(q.V[0]), float64(q.V[1]), float64(q.V[2])
	return [3]float64{
		math.Atan2(2*(w*z+x*y), 1-2*(y*y+z*z)),
		math.Asin(max(-1, min(1, 2*(w*y-z*x)))),
		math.Atan2(2*(w*x+y*z), 1-2*(x*x+y*y)),
	}
}

// rotation is the inverse of angles.
func rotation(a [3]float64) mgl32.Quat {
	sz, cz := math.Sincos(a[0] / 2)
	sy, cy := math.Sincos(a[1] / 2)
	sx, cx := math.Sincos(a[2] / 2)
	return mgl32.Quat{W: float32(cx*cy*cz + sx*sy*sz), V: mgl32.Vec3{
		float32(sx*cy*cz - cx*sy*sz), float32(cx*sy*cz + sx*cy*sz), float32(cx*cy*sz - sx*sy*cz),
	}}
}

// generationsIgnored knows an entity by its number alone, a slot that the server uses again:
// what was destroyed stands where it was last heard of, and the next user is a movement of it.
type generationsIgnored struct {
	interp.Interpolated
	epochs compare.Epochs
	uses   map[interp.EntityID]use
	merged []interp.Update
}

// use is who has a slot since when, and who had it before: Drawn says of whom a pose is.
type use struct {
	since           interp.ServerTime
	present, former uint16
}

func (l *generationsIgnored) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	v, fresh := l.epochs.Enter(h)
	if v != interp.Inserted {
		return l.Interpolated.Receive(h, updates)
	}
	if fresh {
		l.uses = make(map[interp.EntityID]use)
	}
	l.merged = l.merged[:0]
	for _, u := range updates {
		if !u.Sample.Destroyed {
			l.note(u.ID, &u.Sample)
			u.Sample.Generation = 0
			l.merged = append(l.merged, u)
		}
	}
	return l.Interpolated.Receive(h, l.merged)
}

// note remembers the generation of a sample.
func (l *generationsIgnored) note(id interp.EntityID, s *interp.Sample) {
	u, known := l.uses[id]
	switch {
	case !known:
		u = use{s.Time, s.Generation, s.Generation}
	case int16(s.Generation-u.present) > 0:
		u = use{s.Time, s.Generation, u.present}
	case s.Generation == u.present:
		u.since = min(u.since, s.Time)
	}
	if id <= interp.MaxEntityID {
		l.uses[id] = u
	}
}

func (l *generationsIgnored) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	n := len(dst)
	dst = l.Interpolated.AppendDrawn(dst, now)
	for i := n; i < len(dst); i++ {
		u := l.uses[dst[i].ID]
		if dst[i].Generation = u.present; dst[i].Time < u.since {
			dst[i].Generation = u.former
		}
	}
	return dst
}

package mistakes

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// EulerAngles blends rotations as three angles, each on its own. Angles have a seam:
// a heading kept between −180° and 180° has it behind, so the two degrees from 179° to
// −179° become 358° the other way round. (One kept between 0° and 360° has it in front,
// from 359° to 1°.) And where there is no seam, three angles that each go straight are
// not the shortest turn: banking things wobble.
//
// Look for turrets and drones that spin round once, backwards, within one interval.
type EulerAngles struct {
	interp.Interpolated
	samples []interp.Sample
}

// AppendDrawn implements interp.Lens. It is here that the mistake is made.
func (l *EulerAngles) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	n := len(dst)
	dst = l.Interpolated.AppendDrawn(dst, now)
	for i := n; i < len(dst); i++ {
		d := &dst[i]
		if d.State != interp.Blending || d.Alpha == 0 {
			continue
		}
		l.samples = l.Samples(l.samples[:0], d.ID)
		b := bracket(l.samples, d.Time)
		if b.A == nil || b.B == nil {
			continue
		}
		right, wrong := d.Pose, d.Pose
		right.Rotation = interp.Slerp(b.A.Pose.Rotation, b.B.Pose.Rotation, d.Alpha)
		wrong.Rotation = blendAngles(b.A.Pose.Rotation, b.B.Pose.Rotation, d.Alpha)
		shift(&d.Pose, &right, &wrong)
	}
	return dst
}

// blendAngles turns from a to b by the share t, angle by angle.
func blendAngles(a, b mgl32.Quat, t float32) mgl32.Quat {
	from, to := angles(a), angles(b)
	for i := range from {
		from[i] += (to[i] - from[i]) * float64(t)
	}
	return rotation(from)
}

// angles returns yaw about z, pitch about y and roll about x in radians: the rotation
// is the roll, then the pitch, then the yaw. Yaw and roll are in −π to π, the pitch in
// −π/2 to π/2. See Diebel, Representing Attitude (2006), the sequence (1, 2, 3).
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
	return mgl32.Quat{
		W: float32(cx*cy*cz + sx*sy*sz),
		V: mgl32.Vec3{
			float32(sx*cy*cz - cx*sy*sz),
			float32(cx*sy*cz + sx*cy*sz),
			float32(cx*cy*sz - sx*sy*cz),
		},
	}
}

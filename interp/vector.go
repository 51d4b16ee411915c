package interp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Vec3 and Quat are the vector and quaternion of this package: [3]float32, and a
// struct of the real part W and the imaginary parts V. A game with a mathematics
// library of its own changes these two lines, or converts at the edges.
type (
	Vec3 = mgl32.Vec3
	Quat = mgl32.Quat
)

// hermite writes into dst the cubic through a and b, seconds apart, with the velocities
// va and vb as its slopes, and its own slope into velocity; t is 0 to 1.
func hermite(dst, velocity, a, va, b, vb *Vec3, seconds, t float32) {
	t2, t3 := t*t, t*t*t
	h00, h01 := 2*t3-3*t2+1, 3*t2-2*t3
	h10, h11 := (t3-2*t2+t)*seconds, (t3-t2)*seconds
	d01 := (6*t - 6*t2) / seconds
	d10, d11 := 3*t2-4*t+1, 3*t2-2*t
	for i := range dst {
		dst[i] = h00*a[i] + h10*va[i] + h01*b[i] + h11*vb[i]
		velocity[i] = d01*(b[i]-a[i]) + d10*va[i] + d11*vb[i]
	}
}

// Slerp turns from a to b by the share t along the shortest arc and returns a unit
// quaternion, within 1e-6 rad of the exact one. a and b must be unit quaternions; q
// and −q are the same rotation, so the nearer of b and −b is taken, and at exactly
// 180° apart b as it is. t outside 0 to 1 continues the turn, by at most 180°.
func Slerp(a, b Quat, t float32) Quat {
	switch {
	case t < 0:
		return turnFurther(b, a, -float64(t))
	case t > 1:
		return turnFurther(a, b, float64(t)-1)
	}
	var q Quat
	var w slerpWeights
	w.set(t)
	slerp(&q, &a, &b, &w)
	return q
}

// slerpWeights holds what the two weights of a slerp need to know of t:
// sin((1−t)θ)/sin θ and sin(tθ)/sin θ, cos θ being the dot product of the quaternions.
// With x = 1 − cos θ and s = t² the second is
//
//	t·(1 + x·(1−s)/3·(1 + x·(4−s)/10·(1 + x·(9−s)/21·(…))))
//
// (D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP", 2011). Three terms,
// the last of them scaled to make up for those left out, are within 2e-7 for x up to
// nearlyAlike, and five for x up to 0.3.
type slerpWeights struct {
	t, u float32 // u is 1 − t
	a, b [3]float32
	half slerpHalf // for rotations farther apart
}

// slerpHalf is the same for one half of the arc, in five terms.
type slerpHalf struct {
	known  bool // it is set, which it is when first needed
	second bool // the half nearer to b
	t, u   float32
	a, b   [5]float32
}

const nearlyAlike = 0.14 // 61° between two rotations

// set sets the t, 0 to 1.
func (w *slerpWeights) set(t float32) {
	w.t, w.u, w.half.known = t, 1-t, false
	s := w.u * w.u
	w.a = [3]float32{(1 - s) * (1. / 3), (4 - s) * (1. / 10), (9 - s) * (1.06 / 21)}
	s = t * t
	w.b = [3]float32{(1 - s) * (1. / 3), (4 - s) * (1. / 10), (9 - s) * (1.06 / 21)}
}

func (h *slerpHalf) set(t float32) {
	h.known = true
	if h.second = t > 0.5; h.second {
		t -= 0.5
	}
	h.t, h.u = 2*t, 1-2*t
	for n := range h.a {
		k := float32(n + 1)
		last := float32(1)
		if n == 4 {
			last = 1.15
		}
		h.a[n] = (k*k - h.u*h.u) / (k * (2*k + 1)) * last
		h.b[n] = (k*k - h.t*h.t) / (k * (2*k + 1)) * last
	}
}

// slerp writes Slerp for a t of 0 to 1 into dst.
func slerp(dst, a, b *Quat, w *slerpWeights) {
	dot := a.W*b.W + a.V[0]*b.V[0] + a.V[1]*b.V[1] + a.V[2]*b.V[2]
	sign := float32(1)
	if dot < 0 {
		dot, sign = -dot, -1
	}
	x := 1 - dot
	if x > nearlyAlike {
		slerpFar(dst, a, b, w, dot, sign)
		return
	}
	wa := w.u * (1 + x*w.a[0]*(1+x*w.a[1]*(1+x*w.a[2])))
	wb := sign * w.t * (1 + x*w.b[0]*(1+x*w.b[1]*(1+x*w.b[2])))
	dst.W = wa*a.W + wb*b.W
	dst.V[0] = wa*a.V[0] + wb*b.V[0]
	dst.V[1] = wa*a.V[1] + wb*b.V[1]
	dst.V[2] = wa*a.V[2] + wb*b.V[2]
}

// slerpFar blends with the rotation halfway, which is the sum of the two scaled to
// length 1. Its dot product with either is half of that length.
func slerpFar(dst, a, b *Quat, w *slerpWeights, dot, sign float32) {
	h := &w.half
	if !h.known {
		h.set(w.t)
	}
	length := float32(math.Sqrt(float64(2 + 2*dot)))
	x := 1 - length/2
	from := h.u * (1 + x*h.a[0]*(1+x*h.a[1]*(1+x*h.a[2]*(1+x*h.a[3]*(1+x*h.a[4])))))
	to := h.t * (1 + x*h.b[0]*(1+x*h.b[1]*(1+x*h.b[2]*(1+x*h.b[3]*(1+x*h.b[4])))))
	// The half is (a + b)/length.
	wa, wb := from+to/length, to/length
	if h.second {
		wa, wb = from/length, from/length+to
	}
	wb *= sign
	dst.W = wa*a.W + wb*b.W
	dst.V[0] = wa*a.V[0] + wb*b.V[0]
	dst.V[1] = wa*a.V[1] + wb*b.V[1]
	dst.V[2] = wa*a.V[2] + wb*b.V[2]
}

// turnFurther turns on from b by the share t of the turn from a to b, t ≥ 0, but by at
// most half a turn: beyond that, which way it went is a guess. From b the way leads
// along the unit quaternion n that is square to b, in the plane of both and away from a.
func turnFurther(a, b Quat, t float64) Quat {
	aw, ax, ay, az := float64(a.W), float64(a.V[0]), float64(a.V[1]), float64(a.V[2])
	bw, bx, by, bz := float64(b.W), float64(b.V[0]), float64(b.V[1]), float64(b.V[2])
	dot := aw*bw + ax*bx + ay*by + az*bz
	if dot < 0 {
		dot, bw, bx, by, bz = -dot, -bw, -bx, -by, -bz
	}
	nw, nx, ny, nz := dot*bw-aw, dot*bx-ax, dot*by-ay, dot*bz-az
	square := nw*nw + nx*nx + ny*ny + nz*nz
	if square < 1e-18 {
		return b
	}
	// A quaternion's angle is half of that by which it turns. sinOn is the sine of the
	// angle to turn on by, over that of the angle turned.
	var sinOn, cosOn float64
	if t2 := t * t; square < 1./64 && t2*square < 1./8 {
		// Up to 14° turned and 41° to turn on, of rotations: asin(s)/s and the sine and
		// cosine by their series, to 1e-8.
		angle := 1 + square*(1./6+square*(3./40+square*(15./336+square*(105./3456))))
		z := t2 * square * angle * angle
		sinOn = t * angle * (1 - z*(1./6-z*(1./120-z*(1./5040-z*(1./362880)))))
		cosOn = 1 - z*(1./2-z*(1./24-z*(1./720-z*(1./40320))))
	} else {
		sin := math.Sqrt(square)
		sinOn, cosOn = math.Sincos(min(t*math.Atan2(sin, dot), math.Pi/2))
		sinOn /= sin
	}
	w, x, y, z := cosOn*bw+sinOn*nw, cosOn*bx+sinOn*nx, cosOn*by+sinOn*ny, cosOn*bz+sinOn*nz
	n := 1 / math.Sqrt(w*w+x*x+y*y+z*z)
	return Quat{W: float32(w * n), V: Vec3{float32(x * n), float32(y * n), float32(z * n)}}
}

// unit scales a rotation to length 1, unless that is what rounding has left it at. One of
// zero means none, the identity.
func unit(q *Quat) {
	n := q.W*q.W + q.V[0]*q.V[0] + q.V[1]*q.V[1] + q.V[2]*q.V[2]
	if off := n - 1; off > 5e-7 || off < -5e-7 {
		if n == 0 {
			*q = Quat{W: 1}
			return
		}
		*q = q.Scale(1 / float32(math.Sqrt(float64(n))))
	}
}

// angleBetween returns the angle by which a must be turned to become b, 0 to π.
func angleBetween(a, b *Quat) float32 {
	var chord, sum float64
	for _, p := range [4][2]float32{{a.W, b.W}, {a.V[0], b.V[0]}, {a.V[1], b.V[1]}, {a.V[2], b.V[2]}} {
		d, s := float64(p[0]-p[1]), float64(p[0]+p[1])
		chord, sum = chord+d*d, sum+s*s
	}
	return float32(4 * math.Atan2(math.Sqrt(min(chord, sum)), math.Sqrt(max(chord, sum))))
}

// bounded is false for NaN and the infinities too.
func bounded(x float32) bool { return math.Abs(float64(x)) <= MaxCoordinate }

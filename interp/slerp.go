package interp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Slerp turns from a to b by the share t along the shortest arc and returns a unit
// quaternion, within 1e-6 rad of the exact one. a and b must be unit quaternions; q
// and −q are the same rotation, so the nearer of b and −b is taken, and at exactly
// 180° apart b as it is. t outside 0 to 1 continues the turn.
//
// The weights of a and b are sin((1−t)θ)/sin θ and sin(tθ)/sin θ, cos θ being their
// dot product. Their common factors, 1/sin θ and θ, fall out when the result is
// scaled to length 1. What is left is (1−t)·S((1−t)²θ²) and t·S(t²θ²) with
// S(z) = sin(√z)/√z, and θ² too is a smooth function of 1 − cos θ: two polynomials
// and no trigonometry.
func Slerp(a, b mgl32.Quat, t float32) mgl32.Quat {
	if !(t >= 0 && t <= 1) {
		return turnBeyond(a, b, t)
	}
	aw, ax, ay, az := float64(a.W), float64(a.V[0]), float64(a.V[1]), float64(a.V[2])
	bw, bx, by, bz := float64(b.W), float64(b.V[0]), float64(b.V[1]), float64(b.V[2])
	dot, sign := aw*bw+ax*bx+ay*by+az*bz, 1.0
	if dot < 0 {
		dot, sign = -dot, -1
	}
	square := angleSquared(1 - dot)
	tb := float64(t)
	ta := 1 - tb
	wa, wb := ta*sinc(ta*ta*square), sign*tb*sinc(tb*tb*square)
	w, x, y, z := wa*aw+wb*bw, wa*ax+wb*bx, wa*ay+wb*by, wa*az+wb*bz
	norm := w*w + x*x + y*y + z*z
	if norm == 0 {
		return a
	}
	n := 1 / math.Sqrt(norm)
	return mgl32.Quat{W: float32(w * n), V: mgl32.Vec3{float32(x * n), float32(y * n), float32(z * n)}}
}

// angleSquared returns acos(1−x)² for x of 0 to 1, to 5e-8.
func angleSquared(x float64) float64 {
	c := &angleSquaredTerms
	return c[0] + x*(c[1]+x*(c[2]+x*(c[3]+x*(c[4]+x*(c[5]+x*(c[6]+x*(c[7]+x*c[8])))))))
}

// sinc returns sin(√z)/√z for z of 0 to (π/2)², to 1e-8.
func sinc(z float64) float64 {
	c := &sincTerms
	return c[0] + z*(c[1]+z*(c[2]+z*(c[3]+z*(c[4]+z*c[5]))))
}

var angleSquaredTerms = [9]float64(interpolant(9, 1, func(x float64) float64 {
	return math.Acos(1-x) * math.Acos(1-x)
}))

var sincTerms = [6]float64(interpolant(6, math.Pi*math.Pi/4, func(z float64) float64 {
	return math.Sin(math.Sqrt(z)) / math.Sqrt(z)
}))

// turnBeyond is Slerp for any t, by the textbook. The angle comes from atan2 of the
// chord and its complement, which keeps its precision at 0° and at 180°, where acos
// of the dot product loses half its digits.
func turnBeyond(a, b mgl32.Quat, t float32) mgl32.Quat {
	a4 := [4]float64{float64(a.W), float64(a.V[0]), float64(a.V[1]), float64(a.V[2])}
	b4 := [4]float64{float64(b.W), float64(b.V[0]), float64(b.V[1]), float64(b.V[2])}
	dot := 0.0
	for i := range a4 {
		dot += a4[i] * b4[i]
	}
	if dot < 0 {
		for i := range b4 {
			b4[i] = -b4[i]
		}
	}
	var chord, mean float64
	for i := range a4 {
		d, s := a4[i]-b4[i], a4[i]+b4[i]
		chord += d * d
		mean += s * s
	}
	angle := 2 * math.Atan2(math.Sqrt(chord), math.Sqrt(mean))
	wa, wb := 1-float64(t), float64(t)
	if sin := math.Sin(angle); sin > 1e-9 {
		wa, wb = math.Sin((1-float64(t))*angle)/sin, math.Sin(float64(t)*angle)/sin
	}
	var q [4]float64
	norm := 0.0
	for i := range q {
		q[i] = wa*a4[i] + wb*b4[i]
		norm += q[i] * q[i]
	}
	if norm == 0 {
		return a
	}
	n := 1 / math.Sqrt(norm)
	return mgl32.Quat{W: float32(q[0] * n), V: mgl32.Vec3{float32(q[1] * n), float32(q[2] * n), float32(q[3] * n)}}
}

// angleBetween returns the angle by which a must be turned to become b, 0 to π.
func angleBetween(a, b *mgl32.Quat) float32 {
	var chord, sum float64
	for _, p := range [4][2]float32{{a.W, b.W}, {a.V[0], b.V[0]}, {a.V[1], b.V[1]}, {a.V[2], b.V[2]}} {
		d, s := float64(p[0]-p[1]), float64(p[0]+p[1])
		chord, sum = chord+d*d, sum+s*s
	}
	return float32(4 * math.Atan2(math.Sqrt(min(chord, sum)), math.Sqrt(max(chord, sum))))
}

// turnFurther turns on from b by the share t of the turn from a to b, t ≥ 0, but by at
// most half a turn. It is Slerp beyond its end: from b the way leads along the unit
// quaternion n that is square to b, in the plane of both and away from a.
func turnFurther(a, b mgl32.Quat, t float64) mgl32.Quat {
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
	return mgl32.Quat{W: float32(w * n), V: mgl32.Vec3{float32(x * n), float32(y * n), float32(z * n)}}
}

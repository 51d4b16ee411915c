package interp

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// exactSlerp is the textbook in float64, from the quaternions as they are in float32.
func exactSlerp(a, b mgl32.Quat, t float64) [4]float64 {
	p := [4]float64{float64(a.W), float64(a.V[0]), float64(a.V[1]), float64(a.V[2])}
	q := [4]float64{float64(b.W), float64(b.V[0]), float64(b.V[1]), float64(b.V[2])}
	unit := func(q *[4]float64) {
		n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for i := range q {
			q[i] /= n
		}
	}
	unit(&p)
	unit(&q)
	if p[0]*q[0]+p[1]*q[1]+p[2]*q[2]+p[3]*q[3] < 0 {
		for i := range q {
			q[i] = -q[i]
		}
	}
	chord := 0.0
	for i := range p {
		chord += (p[i] - q[i]) * (p[i] - q[i])
	}
	angle := 2 * math.Asin(math.Sqrt(chord)/2)
	wa, wb := 1-t, t
	if angle > 1e-8 {
		wa, wb = math.Sin((1-t)*angle)/math.Sin(angle), math.Sin(t*angle)/math.Sin(angle)
	}
	var r [4]float64
	for i := range r {
		r[i] = wa*p[i] + wb*q[i]
	}
	unit(&r)
	return r
}

// rotationError returns the angle in rad of the rotation between a quaternion and the
// exact one, and how far its length is from 1.
func rotationError(q mgl32.Quat, exact [4]float64) (angle, length float64) {
	got := [4]float64{float64(q.W), float64(q.V[0]), float64(q.V[1]), float64(q.V[2])}
	norm := math.Sqrt(got[0]*got[0] + got[1]*got[1] + got[2]*got[2] + got[3]*got[3])
	chord := 0.0
	for i := range got {
		chord += (got[i]/norm - exact[i]) * (got[i]/norm - exact[i])
	}
	return 4 * math.Asin(math.Sqrt(chord)/2), math.Abs(norm - 1)
}

// pairs calls each with pairs of rotations of every angle between them, 0 to 180°
// and of either sign, about every axis: dots of −1 to 1.
func pairs(n int, each func(a, b mgl32.Quat)) {
	r := rand.New(rand.NewPCG(3, 5))
	random := func() (q mgl32.Quat) {
		for q.Len() < 0.1 {
			q = mgl32.Quat{W: float32(r.NormFloat64()), V: mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}}
		}
		return q.Normalize()
	}
	for i := range n {
		a := random()
		half := math.Pi * float64(i) / float64(n-1) // its cosine is the dot
		axis := random().V.Normalize().Mul(float32(math.Sin(half)))
		b := a.Mul(mgl32.Quat{W: float32(math.Cos(half)), V: axis}).Normalize()
		each(a, b)
	}
}

// Slerp is within 1e-6 rad of the exact rotation over all dots and many alphas, the ends
// included. At a dot of 0 (180°) the sign of the rounded dot decides which way round, so
// there is no one exact answer.
func TestSlerpIsExact(t *testing.T) {
	var worst, longest float64
	alphas := 65
	if testing.Short() {
		alphas = 9
	}
	for i := range alphas {
		alpha := float32(i) / float32(alphas-1)
		pairs(2001, func(a, b mgl32.Quat) {
			if math.Abs(float64(a.Dot(b))) < 1e-6 {
				return
			}
			off, length := rotationError(Slerp(a, b, alpha), exactSlerp(a, b, float64(alpha)))
			worst, longest = max(worst, off), max(longest, length)
		})
	}
	t.Logf("errors: %.2g rad, lengths %.2g from 1", worst, longest)
	if worst > 1e-6 || longest > 1e-6 {
		t.Errorf("rotations are %.2g rad off and their lengths %.2g from 1, want 1e-6 each", worst, longest)
	}
}

// At exactly 180° either way is as short, and each turns t of the half turn.
func TestSlerpOfHalfATurn(t *testing.T) {
	a := mgl32.QuatIdent()
	for _, b := range []mgl32.Quat{{V: mgl32.Vec3{1, 0, 0}}, {V: mgl32.Vec3{0, -1, 0}}, {V: mgl32.Vec3{0.6, 0, 0.8}}} {
		for _, alpha := range []float32{0, 0.25, 0.5, 0.9, 1} {
			if turned := between(a, Slerp(a, b, alpha)); !near(turned, 180*float64(alpha), 1e-3) {
				t.Errorf("%v of 180° toward %v turned %v°", alpha, b, turned)
			}
		}
	}
}

// What is not a rotation at all gives no NaN.
func TestSlerpOfZeros(t *testing.T) {
	for _, share := range []float32{0, 0.5, 1, 1.5} {
		if got := Slerp(mgl32.Quat{}, mgl32.Quat{}, share); got != (mgl32.Quat{}) {
			t.Errorf("%v between zeros is %v", share, got)
		}
	}
}

// turnFurther is Slerp beyond its end, as far as half a turn more.
func TestTurnFurtherIsSlerpBeyond(t *testing.T) {
	for _, share := range []float64{0, 0.01, 0.5, 1, 2.5, 40} {
		worst := 0.0
		pairs(501, func(a, b mgl32.Quat) {
			dot := math.Abs(float64(a.Dot(b)))
			angle := math.Acos(min(dot, 1))
			if dot < 1e-6 || angle < 0.01 {
				return // rounding decides which way round, or much of so small an angle
			}
			off, _ := rotationError(turnFurther(a, b, share), exactSlerp(a, b, 1+min(share, math.Pi/2/angle)))
			worst = max(worst, off)
		})
		// The angle is known to 1e-7 from components of 24 bits; acos of the dot, with
		// which it is compared, loses more of a small one.
		if worst > 1e-6+share*2e-5 {
			t.Errorf("%v further: %.2g rad off", share, worst)
		}
	}
	q := mgl32.QuatRotate(1, mgl32.Vec3{0, 0, 1})
	if got := turnFurther(q, q, 3); got != q {
		t.Errorf("what stands still turns to %v from %v", got, q)
	}
}

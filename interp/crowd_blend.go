package interp

import "math"

// sharedBlend blends many pairs of poses at one alpha. The weights that Slerp gives
// the two rotations of a pair then depend on nothing but 1 − d, d being their dot
// product. They are fitted once, as polynomials, and a pair costs two short
// polynomials and no trigonometry, no root and no division.
type sharedBlend struct {
	alpha float32
	near  struct{ a, b [nearTerms]float32 } // lowest power first
	far   struct{ a, b [farTerms]float32 }
}

const (
	// nearest is the largest 1 − d of a near pair: 63° apart, as little is at a
	// fair send rate. A pair whose dot is negative, of which one is to be turned to
	// its other sign, is not near.
	nearest = 0.15
	// nearTerms and farTerms leave a rotation within 5e-7 rad of the exact one.
	nearTerms = 4
	farTerms  = 8
)

var (
	nearPoints = slerpPoints(nearTerms, nearest)
	farPoints  = slerpPoints(farTerms, 1)
)

// slerpPoint is one of the Chebyshev points at which the weights are fitted: the
// angle between the rotations, its sine, and the polynomial that is 1 at this point
// and 0 at the others.
type slerpPoint struct {
	angle, sine float64
	basis       []float64
}

func slerpPoints(n int, high float64) []slerpPoint {
	points := make([]slerpPoint, n)
	for k, basis := range chebyshevBasis(n, high) {
		angle := math.Acos(1 - chebyshevPoint(k, n, high))
		points[k] = slerpPoint{angle, math.Sin(angle), basis}
	}
	return points
}

// fit sets the alpha, 0 to 1.
func (s *sharedBlend) fit(alpha float32) {
	s.alpha = alpha
	fitWeights(s.near.a[:], s.near.b[:], alpha, nearPoints)
	fitWeights(s.far.a[:], s.far.b[:], alpha, farPoints)
}

// fitWeights writes the polynomials of both weights into a and b.
func fitWeights(a, b []float32, alpha float32, points []slerpPoint) {
	var sumA, sumB [farTerms]float64
	for _, p := range points {
		wa := math.Sin((1-float64(alpha))*p.angle) / p.sine
		wb := math.Sin(float64(alpha)*p.angle) / p.sine
		for i, c := range p.basis {
			sumA[i] += wa * c
			sumB[i] += wb * c
		}
	}
	for i := range a {
		a[i], b[i] = float32(sumA[i]), float32(sumB[i])
	}
}

// poses blends a[i] and b[i] into dst[i], positions linearly. All three are of one
// length, and the rotations of a and b of length 1.
func (s *sharedBlend) poses(dst, a, b []Pose) {
	for i := 0; i < len(dst); {
		i += s.nearPoses(dst[i:], a[i:], b[i:]) // perhaps none
		i += s.farPoses(dst[i:], a[i:], b[i:])
	}
}

// nearPoses blends the first pairs, as far as all are near, and returns how many.
func (s *sharedBlend) nearPoses(dst, a, b []Pose) int {
	a, b = a[:len(dst)], b[:len(dst)]
	t := s.alpha
	a0, a1, a2, a3 := s.near.a[0], s.near.a[1], s.near.a[2], s.near.a[3]
	b0, b1, b2, b3 := s.near.b[0], s.near.b[1], s.near.b[2], s.near.b[3]
	for i := range dst {
		d, p, q := &dst[i], &a[i], &b[i]
		x := 1 - ((p.Rotation.W*q.Rotation.W + p.Rotation.V[0]*q.Rotation.V[0]) +
			(p.Rotation.V[1]*q.Rotation.V[1] + p.Rotation.V[2]*q.Rotation.V[2]))
		if x > nearest {
			return i
		}
		wa := a0 + x*(a1+x*(a2+x*a3))
		wb := b0 + x*(b1+x*(b2+x*b3))
		d.Position[0] = p.Position[0] + (q.Position[0]-p.Position[0])*t
		d.Position[1] = p.Position[1] + (q.Position[1]-p.Position[1])*t
		d.Position[2] = p.Position[2] + (q.Position[2]-p.Position[2])*t
		d.Rotation.W = wa*p.Rotation.W + wb*q.Rotation.W
		d.Rotation.V[0] = wa*p.Rotation.V[0] + wb*q.Rotation.V[0]
		d.Rotation.V[1] = wa*p.Rotation.V[1] + wb*q.Rotation.V[1]
		d.Rotation.V[2] = wa*p.Rotation.V[2] + wb*q.Rotation.V[2]
	}
	return len(dst)
}

// farPoses blends the first pair, which may be any, and those after it as far as none
// is near, and returns how many.
func (s *sharedBlend) farPoses(dst, a, b []Pose) int {
	a, b = a[:len(dst)], b[:len(dst)]
	t, ca, cb := s.alpha, &s.far.a, &s.far.b
	for i := range dst {
		d, p, q := &dst[i], &a[i], &b[i]
		dot := (p.Rotation.W*q.Rotation.W + p.Rotation.V[0]*q.Rotation.V[0]) +
			(p.Rotation.V[1]*q.Rotation.V[1] + p.Rotation.V[2]*q.Rotation.V[2])
		if i > 0 && 1-dot <= nearest {
			return i
		}
		sign := math.Float32bits(dot) & (1 << 31)
		x := 1 - math.Float32frombits(math.Float32bits(dot)^sign)
		x2 := x * x
		// Even and odd powers apart: they need not wait for each other.
		wa := (ca[0] + x2*(ca[2]+x2*(ca[4]+x2*ca[6]))) + x*(ca[1]+x2*(ca[3]+x2*(ca[5]+x2*ca[7])))
		wb := (cb[0] + x2*(cb[2]+x2*(cb[4]+x2*cb[6]))) + x*(cb[1]+x2*(cb[3]+x2*(cb[5]+x2*cb[7])))
		wb = math.Float32frombits(math.Float32bits(wb) ^ sign) // toward the nearer of q and −q
		d.Position[0] = p.Position[0] + (q.Position[0]-p.Position[0])*t
		d.Position[1] = p.Position[1] + (q.Position[1]-p.Position[1])*t
		d.Position[2] = p.Position[2] + (q.Position[2]-p.Position[2])*t
		d.Rotation.W = wa*p.Rotation.W + wb*q.Rotation.W
		d.Rotation.V[0] = wa*p.Rotation.V[0] + wb*q.Rotation.V[0]
		d.Rotation.V[1] = wa*p.Rotation.V[1] + wb*q.Rotation.V[1]
		d.Rotation.V[2] = wa*p.Rotation.V[2] + wb*q.Rotation.V[2]
	}
	return len(dst)
}

package interp

import "math"

// crowdTerms is the number of terms of the polynomials of sharedBlend: 8 leave a
// rotation within 4e-7 rad of the exact one.
const crowdTerms = 8

// sharedBlend blends many pairs of poses at one alpha. The weights that Slerp gives
// the two rotations of a pair then depend on their dot product d alone, so both are
// fitted once, as polynomials in 1 − |d|, and a pair costs two polynomials and no
// trigonometry, no root, no division and no branch.
type sharedBlend struct {
	alpha float32
	a, b  [crowdTerms]float32 // lowest power first
}

// crowdPoints are the Chebyshev points at which the weights are fitted: the angle
// between the rotations, its sine, and the polynomial that is 1 at this point and 0
// at the others.
var crowdPoints = func() (points [crowdTerms]struct {
	angle, sine float64
	basis       [crowdTerms]float64
}) {
	for k, basis := range chebyshevBasis(crowdTerms, 1) {
		p := &points[k]
		p.angle = math.Acos(1 - chebyshevPoint(k, crowdTerms, 1))
		p.sine = math.Sin(p.angle)
		p.basis = [crowdTerms]float64(basis)
	}
	return points
}()

// fit sets the alpha, 0 to 1.
func (s *sharedBlend) fit(alpha float32) {
	var a, b [crowdTerms]float64
	for k := range crowdPoints {
		p := &crowdPoints[k]
		wa := math.Sin((1-float64(alpha))*p.angle) / p.sine
		wb := math.Sin(float64(alpha)*p.angle) / p.sine
		for i, c := range &p.basis {
			a[i] += wa * c
			b[i] += wb * c
		}
	}
	s.alpha = alpha
	for i := range a {
		s.a[i], s.b[i] = float32(a[i]), float32(b[i])
	}
}

// poses blends a[i] and b[i] into dst[i], positions linearly. All three are of one
// length, and the rotations of a and b of length 1.
func (s *sharedBlend) poses(dst, a, b []Pose) {
	a, b = a[:len(dst)], b[:len(dst)]
	t := s.alpha
	a0, a1, a2, a3, a4, a5, a6, a7 := s.a[0], s.a[1], s.a[2], s.a[3], s.a[4], s.a[5], s.a[6], s.a[7]
	b0, b1, b2, b3, b4, b5, b6, b7 := s.b[0], s.b[1], s.b[2], s.b[3], s.b[4], s.b[5], s.b[6], s.b[7]
	for i := range dst {
		d, p, q := &dst[i], &a[i], &b[i]
		pw, px, py, pz := p.Rotation.W, p.Rotation.V[0], p.Rotation.V[1], p.Rotation.V[2]
		qw, qx, qy, qz := q.Rotation.W, q.Rotation.V[0], q.Rotation.V[1], q.Rotation.V[2]
		dot := (pw*qw + px*qx) + (py*qy + pz*qz)
		sign := math.Float32bits(dot) & (1 << 31)
		x := 1 - math.Float32frombits(math.Float32bits(dot)^sign)
		wa := a0 + x*(a1+x*(a2+x*(a3+x*(a4+x*(a5+x*(a6+x*a7))))))
		wb := b0 + x*(b1+x*(b2+x*(b3+x*(b4+x*(b5+x*(b6+x*b7))))))
		wb = math.Float32frombits(math.Float32bits(wb) ^ sign) // toward the nearer of q and −q
		d.Rotation.W = wa*pw + wb*qw
		d.Rotation.V[0] = wa*px + wb*qx
		d.Rotation.V[1] = wa*py + wb*qy
		d.Rotation.V[2] = wa*pz + wb*qz
		d.Position[0] = p.Position[0] + (q.Position[0]-p.Position[0])*t
		d.Position[1] = p.Position[1] + (q.Position[1]-p.Position[1])*t
		d.Position[2] = p.Position[2] + (q.Position[2]-p.Position[2])*t
	}
}

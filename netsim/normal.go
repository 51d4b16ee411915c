package netsim

import (
	"math"
	"sort"
)

// The normal distribution in float64, with the same bits on every platform: every
// product but those with powers of two, which are exact, is rounded before it is added,
// so that no compiler fuses the two, and math.Exp, math.Log and math.Erf, which differ
// between platforms, are not used. Square roots and divisions are correctly rounded
// everywhere.

const (
	normalCells = 512      // up to normalLimit
	normalStep  = 1.0 / 64 // between two entries
	// normalLimit is where the tails are cut: beyond lies 10⁻¹⁵ of the whole.
	normalLimit = normalCells * normalStep
)

// normalTail[i] is Φ(−i·normalStep), and normalDensity[i] the density there.
var normalTail, normalDensity = normalTables()

// normalTables integrates the density inwards from the far tail by Simpson's rule,
// whose error at this step is 10⁻¹¹.
func normalTables() (tail, density [normalCells + 1]float64) {
	const inverseRoot2Pi = 0.3989422804014327 // 1/√(2π)
	// at returns the density at i half steps: z²/2 = i²/2¹⁵ exactly.
	at := func(i uint64) float64 {
		square := i * i
		return float64(inverseRoot2Pi * float64(float64(expNeg(square>>15, square<<49))*0x1p-64))
	}
	for i := range density {
		density[i] = at(2 * uint64(i))
	}
	// Φ(−z) ≈ φ(z)/z·(1 − 1/z² + 3/z⁴) far out.
	const z2 = normalLimit * normalLimit
	tail[normalCells] = float64(density[normalCells] * ((1 - 1/z2 + 3/(z2*z2)) / normalLimit))
	for i := normalCells - 1; i >= 0; i-- {
		middle := float64(4 * at(2*uint64(i)+1))
		tail[i] = tail[i+1] + float64(normalStep/6*(density[i]+middle+density[i+1]))
	}
	for i := range tail {
		tail[i] = float64(tail[i] * (0.5 / tail[0]))
	}
	return tail, density
}

// tailCurve is Φ(−z) within one cell of the table: a cubic in t from 0 to 1 that has
// the table's values and slopes at both ends.
type tailCurve struct{ a, b, c, d float64 } // a + b·t + c·t² + d·t³

func tailCurveOf(i int) tailCurve {
	y0, y1 := normalTail[i], normalTail[i+1]
	m0, m1 := -float64(normalStep*normalDensity[i]), -float64(normalStep*normalDensity[i+1])
	rise := y1 - y0
	return tailCurve{y0, m0, float64(3*rise) - float64(2*m0) - m1, m0 + m1 - float64(2*rise)}
}

func (p *tailCurve) at(t float64) float64 {
	return p.a + float64(t*(p.b+float64(t*(p.c+float64(t*p.d)))))
}

func (p *tailCurve) slope(t float64) float64 {
	return p.b + float64(t*(float64(2*p.c)+float64(float64(3*t)*p.d)))
}

// drawOf returns Φ(z) as a fraction of 2^64, to 10⁻¹⁰.
func drawOf(z float64) uint64 {
	distance := math.Abs(z) / normalStep
	cell := 0
	tail := normalTail[normalCells]
	if distance < normalCells {
		cell = int(distance)
		curve := tailCurveOf(cell)
		tail = curve.at(distance - float64(cell))
	}
	share := uint64(float64(tail * 0x1p64)) // at most 2^63
	if z > 0 {
		return math.MaxUint64 - share
	}
	return share
}

// normalOf returns the z, within ±normalLimit, at which Φ(z) is draw/2^64: a number
// of the normal distribution for a uniform draw. It is the inverse of drawOf.
func normalOf(draw uint64) float64 {
	lower := draw < 1<<63
	if !lower {
		draw = math.MaxUint64 - draw
	}
	tail := float64(draw) * 0x1p-64
	// The first entry that is not above the tail, and the one before it.
	above := sort.Search(normalCells+1, func(i int) bool { return normalTail[i] <= tail })
	z := normalLimit
	switch {
	case above == 0:
		z = 0
	case above <= normalCells:
		curve := tailCurveOf(above - 1)
		t := (curve.a - tail) / (curve.a - normalTail[above])
		for range 3 { // Newton's method; each doubles the digits
			t = min(max(t-(curve.at(t)-tail)/curve.slope(t), 0), 1)
		}
		z = float64((float64(above-1) + t) * normalStep)
	}
	if lower {
		return -z
	}
	return z
}

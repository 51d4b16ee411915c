package measure

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// turn is an angle θ between two rotations, 0 to π, as sin²(θ/4), 0 to 1/2: that takes no
// trigonometry. Two unit quaternions that stand for rotations an angle θ apart are θ/2 apart
// on their sphere, and the chord between them is 2·sin(θ/4).
type turn float32

// turnBetween returns the angle between two rotations, which must be unit quaternions. q and
// −q are one rotation: the nearer one counts. It is worked out from the differences and not
// from the dot product, which in single precision knows nothing of angles below 0.05°.
func turnBetween(a, b *mgl32.Quat) turn {
	w, x, y, z := a.W-b.W, a.V[0]-b.V[0], a.V[1]-b.V[1], a.V[2]-b.V[2]
	if a.W*b.W+a.V[0]*b.V[0]+a.V[1]*b.V[1]+a.V[2]*b.V[2] < 0 {
		w, x, y, z = a.W+b.W, a.V[0]+b.V[0], a.V[1]+b.V[1], a.V[2]+b.V[2]
	}
	return turn((w*w + x*x + y*y + z*z) * 0.25)
}

// turnOf returns an angle of 0 to π radians.
func turnOf(radians float32) turn {
	sin := math.Sin(float64(radians) / 4)
	return turn(sin * sin)
}

// square returns θ² in rad², within 0.005 %. With s = sin²(θ/4) it is
//
//	16·asin²(√s) = 8·Σ (4s)ⁿ/(n²·C(2n,n)) = 16·(s + s²/3 + 8s³/45 + 4s⁴/35 + …)
//
// of which the last term is scaled to make up for those left out; up to 40° three are enough.
func (t turn) square() float64 {
	s := float64(t)
	if s < 1./32 {
		return 16 * s * (1 + s*(1./3+s*(8./45)))
	}
	return 16 * s * (1 + s*(1./3+s*(8./45+s*(4./35+s*(128./1575+s*(128./2079+s*0.0816))))))
}

// degrees returns the angle.
func (t turn) degrees() float64 {
	return mgl64.RadToDeg(4 * math.Asin(math.Sqrt(min(max(float64(t), 0), 0.5))))
}

// DegreesBetween returns the angle between two rotations in degrees, 0 to 180. They must be
// unit quaternions.
func DegreesBetween(a, b *mgl32.Quat) float64 { return turnBetween(a, b).degrees() }

// turns counts angles for their quantiles, and sums their squares. The zero value is empty.
type turns struct {
	sines   distribution // of sin²(θ/4), in turnSteps: the larger, the larger the angle
	squares squares      // rad²
}

// turnSteps is how finely sines are counted: an angle of less than 0.002° is 0.
const turnSteps = 1e10

// add counts an angle and returns its square in rad².
func (t *turns) add(v turn) (square float64) {
	square = v.square()
	t.sines.add(float32(v) * turnSteps)
	t.squares.add(square)
	return square
}

func (t *turns) merge(other *turns) {
	t.sines.merge(&other.sines)
	t.squares.merge(&other.squares)
}

// quantile returns the angle in degrees that a share q of all do not exceed, 0 of nothing.
func (t *turns) quantile(q float64) float64 { return degreesOfSteps(t.sines.quantile(q)) }

// degreesOfSteps returns the angle that was counted in turnSteps.
func degreesOfSteps(steps float64) float64 { return turn(steps / turnSteps).degrees() }

// rms returns the root mean square in degrees, 0 of nothing.
func (t *turns) rms() float64 { return mgl64.RadToDeg(t.squares.rms()) }

func (t *turns) report() ErrorReport {
	return ErrorReport{RMS: t.rms(), P95: t.quantile(0.95), Max: t.quantile(1)}
}

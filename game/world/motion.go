package world

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"snaplab/interp"
)

// motion is how one entity moves: a closed form in time.
type motion interface {
	// at writes the state at t ≥ 0 nanoseconds.
	at(t int64, s *State)
}

// paced is a motion that goes on faster or slower.
type paced struct {
	motion
	thousandths int64 // of its own pace
}

func newPaced(m motion, pace float64) paced { return paced{m, int64(math.Round(pace * 1000))} }

func (p paced) at(t int64, s *State) {
	// In two parts, since thousandths of a day of nanoseconds do not fit.
	p.motion.at(t/1000*p.thousandths+t%1000*p.thousandths/1000, s)
	s.Velocity = s.Velocity.Mul(float32(p.thousandths) / 1000)
}

// gravity is the acceleration of free fall in m/s².
const gravity = 9.81

// worldStream marks the random streams of the world: no other part of the
// program draws from a stream of these numbers.
const worldStream = 0x776f726c64 << 24

// stream returns the random stream of the ordinal-th entity of a kind. Numbers
// from NumBuiltIn on are streams of a kind as a whole.
func stream(seed uint64, k interp.Kind, ordinal int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, worldStream|uint64(k)<<16|uint64(ordinal)))
}

// between returns a random number in [lo, hi).
func between(r *rand.Rand, lo, hi float64) float64 {
	return lo + (hi-lo)*r.Float64()
}

// lasting returns a random duration in [lo, hi) in nanoseconds.
func lasting(r *rand.Rand, lo, hi time.Duration) int64 {
	return int64(lo) + r.Int64N(int64(hi-lo))
}

// coin returns -1 or 1.
func coin(r *rand.Rand) float64 {
	return float64(2*r.IntN(2) - 1)
}

// anywhere returns a random place at least margin metres inside the field.
func anywhere(r *rand.Rand, margin float64) mgl64.Vec2 {
	return onField(r.Float64(), r.Float64(), margin)
}

// onField maps the unit square to the field without a rim of margin metres.
func onField(u, v, margin float64) mgl64.Vec2 {
	return mgl64.Vec2{
		(2*u - 1) * (FieldWidth/2 - margin),
		(2*v - 1) * (FieldDepth/2 - margin),
	}
}

// spread returns the ordinal-th point of a sequence in the unit square of which
// every beginning covers the square evenly, be it of 3 points or of 10,000: the
// additive recurrence by the powers of 1/1.32471796, the plastic ratio. Each
// seed and kind starts somewhere else.
func spread(seed uint64, k interp.Kind, ordinal int) (u, v float64) {
	const stepU, stepV = 0xc13fa9a9, 0x91e10da5 // 2³²/ρ and 2³²/ρ²
	r := stream(seed, NumBuiltIn+k, 0)
	n := uint32(ordinal)
	return float64(r.Uint32()+n*stepU) / (1 << 32), float64(r.Uint32()+n*stepV) / (1 << 32)
}

// home returns the middle of the motion of the ordinal-th entity of a kind that
// needs reachX and reachY metres on each side.
func home(seed uint64, k interp.Kind, ordinal int, reachX, reachY float64) mgl64.Vec2 {
	u, v := spread(seed, k, ordinal)
	p := onField(u, v, 0)
	// Those near the rim are moved in rather than all squeezed: a squeezed
	// crowd would leave the rim empty.
	return mgl64.Vec2{
		mgl64.Clamp(p[0], reachX-FieldWidth/2, FieldWidth/2-reachX),
		mgl64.Clamp(p[1], reachY-FieldDepth/2, FieldDepth/2-reachY),
	}
}

// seconds converts nanoseconds.
func seconds(ns int64) float64 { return float64(ns) * 1e-9 }

// into returns how far t is into a cycle, in nanoseconds: (t+phase) mod period
// without the overflow. The phase is in [0, period).
func into(t, phase, period int64) int64 {
	r := t%period + phase
	if r >= period {
		r -= period
	}
	return r
}

// angle returns the angle of something that turns once a period, in [0, 2π).
func angle(t, phase, period int64) float64 {
	return 2 * math.Pi * float64(into(t, phase, period)) / float64(period)
}

// smooth rises from 0 to 1 as u does, and starts and ends at rest.
func smooth(u float64) float64 { return u * u * (3 - 2*u) }

// sincos is math.Sincos for angles of at most 2²⁰ rad, within 2e-16: the polynomials of
// Cephes (sin.c, S. Moshier) between ±π/4, and no branch that an angle decides. Motions
// spend most of their time in it, and a branch that is guessed wrong costs more than both
// polynomials.
func sincos(x float64) (sin, cos float64) {
	const (
		whole = 3 << 51 // a float64 of this size has no fraction, and its last bits are a whole number's
		// π/2 in two parts: the first times a number of 20 bits is exact.
		halfPi     = 1.57079632673412561417
		halfPiRest = 6.07710050650619224932e-11
	)
	n := x*(2/math.Pi) + whole
	quarters := math.Float64bits(n)
	n -= whole
	x = float64(x-float64(n*halfPi)) - n*halfPiRest
	z := x * x
	s := x + x*z*(-1.66666666666666307295e-1+z*(8.33333333332211858878e-3+z*(-1.98412698295895385996e-4+
		z*(2.75573136213857245213e-6+z*(-2.50507477628578072866e-8+z*1.58962301576546568060e-10)))))
	c := 1 - 0.5*z + z*z*(4.16666666666665929218e-2+z*(-1.38888888888730564116e-3+z*(2.48015872888517045348e-5+
		z*(-2.75573141792967388112e-7+z*(2.08757008419747316778e-9+z*-1.13585365213876817300e-11)))))
	// A quarter turn more makes cos of sin, and −sin of cos.
	sinBits, cosBits := math.Float64bits(s), math.Float64bits(c)
	swap := (sinBits ^ cosBits) & -(quarters & 1)
	sinBits ^= swap ^ quarters&2<<62
	cosBits ^= swap ^ (quarters+1)&2<<62
	return math.Float64frombits(sinBits), math.Float64frombits(cosBits)
}

// facing returns the rotation that points the nose along a heading, radians
// from +x towards +y.
func facing(heading float64) mgl32.Quat {
	return aboutZ(sincos(heading / 2))
}

// aboutZ returns the rotation about z by the angle of whose half the sine and
// cosine are given.
func aboutZ(sinHalf, cosHalf float64) mgl32.Quat {
	return mgl32.Quat{W: float32(cosHalf), V: vec3(0, 0, sinHalf)}
}

func vec3(x, y, z float64) mgl32.Vec3 {
	return mgl32.Vec3{float32(x), float32(y), float32(z)}
}

// cycle cuts time into intervals that come round again and again. All of it
// is integer arithmetic on nanoseconds: a boundary is at the same nanosecond on
// every machine, and it belongs to the interval that it begins.
type cycle struct {
	ends  []int64 // the end of each interval in one lap; the last is the period
	phase int64   // where in the lap time 0 is
	first int     // the interval that time 0 is in
}

// newCycle takes the lengths of the intervals of one lap, all positive, and
// draws where in it time 0 is.
func newCycle(r *rand.Rand, lengths []int64) cycle {
	c := cycle{ends: make([]int64, len(lengths))}
	var end int64
	for i, d := range lengths {
		end += d
		c.ends[i] = end
	}
	c.phase = r.Int64N(end)
	_, c.first, _ = c.locate(0)
	return c
}

func (c *cycle) period() int64 { return c.ends[len(c.ends)-1] }

// length returns the length of interval i.
func (c *cycle) length(i int) int64 {
	if i == 0 {
		return c.ends[0]
	}
	return c.ends[i] - c.ends[i-1]
}

// locate returns, for t ≥ 0, the number of the lap that t is in, the interval
// of it, and the time since the interval began.
func (c *cycle) locate(t int64) (lap int64, i int, since int64) {
	period := c.period()
	lap = t / period
	r := t - lap*period + c.phase
	if r >= period {
		r -= period
		lap++
	}
	// The first end after r is one of the n from i on. Whichever way it goes, half of
	// them are left, so that there is no branch to be guessed wrong.
	for n := len(c.ends); n > 1; {
		half := n / 2
		next := i + half
		if c.ends[next-1] <= r {
			i = next
		}
		n -= half
	}
	if i == 0 {
		return lap, 0, r
	}
	return lap, i, r - c.ends[i-1]
}

// passed returns the number of boundaries in (0, t], given where t is.
func (c *cycle) passed(lap int64, i int) int64 {
	return lap*int64(len(c.ends)) + int64(i-c.first)
}

package wire

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

const (
	// MaxPosition bounds each coordinate of a position either way, in metres.
	MaxPosition = 1000
	// MaxSpeed bounds each component of a velocity either way, in m/s.
	MaxSpeed = 300

	maxStance = 15

	// Steps in a metre, and in 1 m/s; powers of two, so decoding is exact.
	positionSteps = 1024
	velocitySteps = 256
)

// vectorFormat is how the components of a vector are written: as whole numbers of
// 1/steps, in two's complement.
type vectorFormat struct {
	name, unit string
	limit      float64 // largest magnitude of a component
	steps      float64 // steps per unit
	width      uint    // bits
}

var (
	position = vectorFormat{name: "position", unit: "m", limit: MaxPosition, steps: positionSteps, width: 21}
	velocity = vectorFormat{name: "velocity", unit: "m/s", limit: MaxSpeed, steps: velocitySteps, width: 18}
)

// quantise returns v in steps.
func (f *vectorFormat) quantise(v mgl32.Vec3) (q [3]int32, err error) {
	for axis, x := range v {
		if !(math.Abs(float64(x)) <= f.limit) { // a NaN is not within it
			return q, f.outOfRange(axis, float64(x))
		}
		q[axis] = int32(math.Round(float64(x) * f.steps))
	}
	return q, nil
}

// value returns the vector that q steps are.
func (f *vectorFormat) value(q *[3]int32) (v mgl32.Vec3) {
	for axis, n := range q {
		v[axis] = float32(float64(n) / f.steps)
	}
	return v
}

// check returns an error that names the first component out of range.
func (f *vectorFormat) check(q *[3]int32) error {
	for axis, n := range q {
		if x := float64(n) / f.steps; math.Abs(x) > f.limit {
			return f.outOfRange(axis, x)
		}
	}
	return nil
}

func (f *vectorFormat) write(w *bitWriter, q *[3]int32) {
	for _, n := range q {
		w.writeSigned(n, f.width)
	}
}

func (f *vectorFormat) read(r *bitReader, q *[3]int32) {
	for axis := range q {
		q[axis] = r.readSigned(f.width)
	}
}

func (f *vectorFormat) outOfRange(axis int, x float64) error {
	return fmt.Errorf("%w: %s %c is %v %s, want %v to %v", ErrValue, f.name, "xyz"[axis], x, f.unit, -f.limit, f.limit)
}

const (
	// rotationSteps is the number of steps in 1. The components written are at
	// most 1/√2, so they fit into rotationWidth bits.
	rotationSteps = 1 << 13
	rotationWidth = 14
	// maxNormError is how far the squared length of a rotation may be from 1. More
	// than rounding has gone wrong then.
	maxNormError = 0.01
)

// rotation is the three smallest components of a unit quaternion in steps, in the
// order w, x, y, z, and which component is left out. That largest one follows from
// them because the length is 1, and is positive because q and −q are the same
// rotation.
type rotation struct {
	omit uint8 // 0 to 3
	kept [3]int32
}

// quantiseRotation returns q in steps.
//
// The components read back are exactly those written, so reading and writing again
// changes nothing provided that the component left out is still a largest one.
// Rounding can spoil that where two are nearly equal; the largest written one then
// gives way by a step or two. In all, a component is at most 1.5 steps off and the
// others half a step, which is at most 1.5² + ½² + ½² = 1.66² steps in length, twice
// that on the sphere (the largest component is at least ½), and twice that again as
// an angle: 4·1.66/8192 rad < 0.05°.
func quantiseRotation(q mgl32.Quat) (rotation, error) {
	c := [4]float64{float64(q.W), float64(q.V[0]), float64(q.V[1]), float64(q.V[2])}
	var square float64
	for _, x := range c {
		square += float64(x * x)
	}
	if !(math.Abs(square-1) <= maxNormError) { // a NaN is not within it
		return rotation{}, fmt.Errorf("%w: rotation is (%v, %v, %v, %v) for w, x, y, z, want a length of 1", ErrValue, c[0], c[1], c[2], c[3])
	}
	omit := 0
	for i, x := range c {
		// Of two that differ in sign only, the positive one: no sign changes then.
		if a, best := math.Abs(x), math.Abs(c[omit]); a > best || a == best && x > 0 {
			omit = i
		}
	}
	unit := rotationSteps / math.Copysign(math.Sqrt(square), c[omit])
	t := rotation{omit: uint8(omit)}
	for i := range t.kept {
		t.kept[i] = int32(math.Round(c[keptIndex(omit, i)] * unit))
	}
	for !omitsLargest(&t.kept) {
		shrinkLargest(&t.kept)
	}
	return t, nil
}

// value returns the quaternion, whose components are the same bits everywhere: the one
// left out is of a whole number below 2^26 and a square root that IEEE 754 rounds
// correctly.
func (t *rotation) value() mgl32.Quat {
	omit := int(t.omit)
	var c [4]float32
	c[omit] = float32(math.Sqrt(float64(omittedSquare(&t.kept))) / rotationSteps)
	for i, k := range t.kept {
		c[keptIndex(omit, i)] = float32(k) / rotationSteps
	}
	return mgl32.Quat{W: c[0], V: mgl32.Vec3{c[1], c[2], c[3]}}
}

// check returns an error if t is not what quantiseRotation returns.
func (t *rotation) check() error {
	if !omitsLargest(&t.kept) {
		return fmt.Errorf("%w: rotation leaves out a component that is not the largest", ErrValue)
	}
	return nil
}

func (t *rotation) write(w *bitWriter) {
	w.write(uint32(t.omit), 2)
	for _, k := range t.kept {
		w.writeSigned(k, rotationWidth)
	}
}

func (t *rotation) read(r *bitReader) {
	t.omit = uint8(r.read(2))
	for i := range t.kept {
		t.kept[i] = r.readSigned(rotationWidth)
	}
}

// keptIndex returns which component is the i-th when omit is left out.
func keptIndex(omit, i int) int {
	if i < omit {
		return i
	}
	return i + 1
}

// omittedSquare returns the square of the component left out, in square steps. It is
// negative when the others are longer than 1 by themselves.
func omittedSquare(kept *[3]int32) int32 {
	square := int32(rotationSteps * rotationSteps)
	for _, k := range kept {
		square -= k * k
	}
	return square
}

// omitsLargest reports whether no kept component is larger than the one left out.
func omitsLargest(kept *[3]int32) bool {
	square := omittedSquare(kept)
	for _, k := range kept {
		if k*k > square {
			return false
		}
	}
	return true
}

// shrinkLargest takes one step off the largest component.
func shrinkLargest(kept *[3]int32) {
	largest := 0
	for i, k := range kept {
		if k*k > kept[largest]*kept[largest] {
			largest = i
		}
	}
	if kept[largest] > 0 {
		kept[largest]--
	} else {
		kept[largest]++
	}
}

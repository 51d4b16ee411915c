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
)

// vectorFormat is how the components of a vector are written: as whole numbers of
// 1/steps, in two's complement.
type vectorFormat struct {
	name, unit string
	limit      float64 // largest magnitude of a component
	steps      float64 // steps per unit; a power of two, so decoding is exact
	width      uint    // bits
}

var (
	position = vectorFormat{name: "position", unit: "m", limit: MaxPosition, steps: 1024, width: 21}
	velocity = vectorFormat{name: "velocity", unit: "m/s", limit: MaxSpeed, steps: 256, width: 18}
)

func writeVector(w *bitWriter, v mgl32.Vec3, f *vectorFormat) error {
	for axis, x := range v {
		if !(math.Abs(float64(x)) <= f.limit) { // a NaN is not within it
			return f.outOfRange(axis, float64(x))
		}
		w.writeSigned(int32(math.Round(float64(x)*f.steps)), f.width)
	}
	return nil
}

func readVector(r *bitReader, f *vectorFormat) (v mgl32.Vec3, err error) {
	for axis := range v {
		x := float64(r.readSigned(f.width)) / f.steps
		if math.Abs(x) > f.limit {
			return v, f.outOfRange(axis, x)
		}
		v[axis] = float32(x)
	}
	return v, nil
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

// writeRotation writes the three smallest components of q. The largest follows from
// them because the length is 1, and is positive because q and −q are the same
// rotation.
//
// The components read back are exactly those written, so reading and writing again
// changes nothing provided that the component left out is still a largest one.
// Rounding can spoil that where two are nearly equal; the largest written one then
// gives way by a step or two. In all, a component is at most 1.5 steps off and the
// others half a step, which is at most 1.5² + ½² + ½² = 1.66² steps in length, twice
// that on the sphere (the largest component is at least ½), and twice that again as
// an angle: 4·1.66/8192 rad < 0.05°.
func writeRotation(w *bitWriter, q mgl32.Quat) error {
	c := [4]float64{float64(q.W), float64(q.V[0]), float64(q.V[1]), float64(q.V[2])}
	var square float64
	for _, x := range c {
		square += float64(x * x)
	}
	if !(math.Abs(square-1) <= maxNormError) { // a NaN is not within it
		return fmt.Errorf("%w: rotation is (%v, %v, %v, %v) for w, x, y, z, want a length of 1", ErrValue, c[0], c[1], c[2], c[3])
	}
	omit := 0
	for i, x := range c {
		// Of two that differ in sign only, the positive one: no sign changes then.
		if a, best := math.Abs(x), math.Abs(c[omit]); a > best || a == best && x > 0 {
			omit = i
		}
	}
	unit := rotationSteps / math.Copysign(math.Sqrt(square), c[omit])
	var kept [3]int32
	for i := range kept {
		kept[i] = int32(math.Round(c[keptIndex(omit, i)] * unit))
	}
	for !omitsLargest(&kept) {
		shrinkLargest(&kept)
	}
	w.write(uint32(omit), 2)
	for _, k := range kept {
		w.writeSigned(k, rotationWidth)
	}
	return nil
}

func readRotation(r *bitReader) (mgl32.Quat, error) {
	omit := int(r.read(2))
	var kept [3]int32
	for i := range kept {
		kept[i] = r.readSigned(rotationWidth)
	}
	if !omitsLargest(&kept) {
		return mgl32.Quat{}, fmt.Errorf("%w: rotation leaves out a component that is not the largest", ErrValue)
	}
	var c [4]float32
	// A whole number below 2^26 and a square root that IEEE 754 rounds correctly:
	// the same bits everywhere.
	c[omit] = float32(math.Sqrt(float64(omittedSquare(&kept))) / rotationSteps)
	for i, k := range kept {
		c[keptIndex(omit, i)] = float32(k) / rotationSteps
	}
	return mgl32.Quat{W: c[0], V: mgl32.Vec3{c[1], c[2], c[3]}}, nil
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

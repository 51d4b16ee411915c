package game

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// motion remembers how an entity was drawn, and truly was, at the last frame.
type motion struct {
	frames                 int // in a row without a discontinuity, 0 to 2
	at, truly              mgl32.Vec3
	velocity, trueVelocity mgl32.Vec3 // over the last frame
	generation             uint16
	segment, trueSegment   uint8 // as drawn and in truth
	seen                   bool
}

// step returns how differently the drawn and the true velocity changed over the last
// frame, in m/s, if there are three frames in a row to tell it from.
func (p *motion) step(d *interp.Drawn, truth *State, elapsed time.Duration) (float64, bool) {
	p.seen = true
	if p.frames > 0 && (p.generation != d.Generation || p.segment != d.Segment || p.trueSegment != truth.Segment) {
		p.frames = 0
	}
	at, truly := &d.Pose.Position, &truth.Pose.Position
	rough, ok := 0.0, false
	if p.frames > 0 && elapsed > 0 {
		perSecond := float32(1 / elapsed.Seconds())
		squares := float32(0)
		for i := range at {
			velocity, trueVelocity := (at[i]-p.at[i])*perSecond, (truly[i]-p.truly[i])*perSecond
			change := (velocity - p.velocity[i]) - (trueVelocity - p.trueVelocity[i])
			squares += change * change
			p.velocity[i], p.trueVelocity[i] = velocity, trueVelocity
		}
		if p.frames > 1 {
			rough, ok = float64(float32(math.Sqrt(float64(squares)))), true // as Vec3.Len rounds it
		}
		p.frames = 2
	} else {
		p.frames = 1
	}
	p.at, p.truly = *at, *truly
	p.generation, p.segment, p.trueSegment = d.Generation, d.Segment, truth.Segment
	return rough, ok
}

package measure

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/interp"
)

// trueMotion is the truth about an entity at a frame and how it has moved there.
type trueMotion struct {
	world.State
	velocity mgl32.Vec3 // over the last frame, m/s
	change   mgl32.Vec3 // of the velocity since the last frame but one
}

// advance takes the truth of the next frame from s. perSecond is one second over the
// time since the last frame, 0 if none has passed.
func (m *trueMotion) advance(s *world.State, perSecond float32) {
	for i := range m.velocity {
		velocity := (s.Pose.Position[i] - m.Pose.Position[i]) * perSecond
		m.change[i] = velocity - m.velocity[i]
		m.velocity[i] = velocity
	}
	m.State = *s
}

// motion remembers how an entity was drawn at the last frame.
type motion struct {
	frames               int // in a row without a discontinuity, 0 to 2
	at                   mgl32.Vec3
	velocity             mgl32.Vec3 // over the last frame
	generation           uint16
	segment, trueSegment uint8 // as drawn and in truth
	seen                 bool
}

// step returns how differently the drawn and the true velocity changed over the last
// frame, in m/s, if there are three frames in a row to tell it from.
func (p *motion) step(d *interp.Drawn, truth *trueMotion, perSecond float32) (float64, bool) {
	p.seen = true
	if p.frames > 0 && (p.generation != d.Generation || p.segment != d.Segment || p.trueSegment != truth.Segment) {
		p.frames = 0
	}
	at := &d.Pose.Position
	rough, ok := 0.0, false
	if p.frames > 0 && perSecond > 0 {
		squares := float32(0)
		for i := range at {
			velocity := (at[i] - p.at[i]) * perSecond
			change := (velocity - p.velocity[i]) - truth.change[i]
			squares += change * change
			p.velocity[i] = velocity
		}
		if p.frames > 1 {
			rough, ok = float64(float32(math.Sqrt(float64(squares)))), true // as Vec3.Len rounds it
		}
		p.frames = 2
	} else {
		p.frames = 1
	}
	p.at = *at
	p.generation, p.segment, p.trueSegment = d.Generation, d.Segment, truth.Segment
	return rough, ok
}

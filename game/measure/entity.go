package measure

import (
	"time"

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

// advance takes the truth about an entity at the next frame.
func (m *trueMotion) advance(r *Run, id interp.EntityID, at *frameTime) {
	before := m.Pose.Position
	r.Truth(id, at.now, &m.State)
	for i := range m.velocity {
		velocity := (m.Pose.Position[i] - before[i]) * at.perSecond
		m.change[i] = velocity - m.velocity[i]
		m.velocity[i] = velocity
	}
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
// frame, as the square of m/s, if there are three frames in a row to tell it from.
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
			rough, ok = float64(squares), true
		}
		p.frames = 2
	} else {
		p.frames = 1
	}
	p.at = *at
	p.generation, p.segment, p.trueSegment = d.Generation, d.Segment, truth.Segment
	return rough, ok
}

// shownPath remembers how far an entity was drawn from the truth at the time shown. As long
// as a lens goes on showing the same, that does not change.
type shownPath struct {
	known   bool
	counted bool // the entity was there to compare with
	turn    turn // between the rotations
	drawn   interp.Pose
	shown   interp.ServerTime
	metres  float64
}

// shownTime is an instant as a server's clock shows it and as simulation time has it.
// Most of what a lens draws in a frame stands for one instant.
type shownTime struct {
	known bool
	clock interp.ServerTime
	at    time.Duration
	here  bool // in the run of the server that the client is in
}

// of finds the simulation time of an instant.
func (t *shownTime) of(r *Run, clock interp.ServerTime) {
	if t.known && t.clock == clock {
		return
	}
	at := r.SimulationTime(clock)
	*t = shownTime{true, clock, at, r.EpochAt(at) == r.ClientEpoch()}
}

// measure compares what is drawn at a frame with the truth at the time shown.
func (p *shownPath) measure(r *Run, d *interp.Drawn, t *shownTime, now time.Duration) {
	t.of(r, d.Time)
	then := &r.state
	r.Truth(d.ID, t.at, then)
	p.known = t.at < now // what is to come may still be cut
	p.drawn, p.shown = d.Pose, d.Time
	p.counted = t.here && then.Alive && then.Generation == d.Generation
	if p.counted {
		p.metres = apart(&d.Pose.Position, &then.Pose.Position)
		p.turn = turnBetween(&d.Pose.Rotation, &then.Pose.Rotation)
	}
}

package measure

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// shownPath remembers how far an entity was drawn from the truth at the time shown. As long
// as a lens goes on showing the same, that does not change.
type shownPath struct {
	known   bool
	drawn   mgl32.Vec3
	shown   interp.ServerTime
	metres  float64
	radians float64 // between the rotations, if they are measured
	counted bool    // the entity was there to compare with
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
func (p *shownPath) measure(r *Run, d *interp.Drawn, t *shownTime, now time.Duration, turns bool) {
	t.of(r, d.Time)
	then := &r.state
	if turns {
		r.Truth(d.ID, t.at, then)
	} else {
		r.TruePlace(d.ID, t.at, then)
	}
	p.known = t.at < now // what is to come may still be cut
	p.drawn, p.shown = d.Pose.Position, d.Time
	p.counted = t.here && then.Alive && then.Generation == d.Generation
	if p.counted {
		p.metres = apart(&d.Pose.Position, &then.Pose.Position)
		if turns {
			p.radians = angleBetween(d.Pose.Rotation, then.Pose.Rotation)
		}
	}
}

// angleBetween returns the angle from one rotation to another in radians, 0 to π. Two
// unit quaternions an angle θ apart are 2·sin(θ÷4) apart, the nearer of the two that are
// the same rotation taken: unlike by the dot product, small angles are exact.
func angleBetween(a, b mgl32.Quat) float64 {
	if a.Dot(b) < 0 {
		b = b.Scale(-1)
	}
	return 4 * math.Asin(min(float64(a.Sub(b).Len())/2, 1))
}

package game

import (
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
	counted bool // the entity was there to compare with
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
func (t *shownTime) of(s *Session, clock interp.ServerTime) {
	if t.known && t.clock == clock {
		return
	}
	at := s.SimulationTime(clock)
	*t = shownTime{true, clock, at, s.world.epochAt(at) == s.epoch()}
}

// measure compares what is drawn at a frame with the truth at the time shown.
func (p *shownPath) measure(s *Session, d *interp.Drawn, t *shownTime, now time.Duration) {
	t.of(s, d.Time)
	var then State
	s.world.PlaceAt(int(d.ID)-1, t.at, &then)
	p.known = t.at < now // what is to come may still be cut
	p.drawn, p.shown = d.Pose.Position, d.Time
	p.counted = t.here && then.Alive && then.Generation == d.Generation
	if p.counted {
		p.metres = apart(&d.Pose.Position, &then.Pose.Position)
	}
}

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

// measure compares what is drawn at a frame with the truth at the time shown.
func (p *shownPath) measure(s *Session, d *interp.Drawn, now time.Duration) {
	var then State
	shown := s.SimulationTime(d.Time)
	s.world.PlaceAt(int(d.ID)-1, shown, &then)
	*p = shownPath{
		known: shown < now, // what is to come may still be cut
		drawn: d.Pose.Position, shown: d.Time,
		counted: s.world.epochAt(shown) == s.epoch() && then.Alive && then.Generation == d.Generation,
	}
	if p.counted {
		p.metres = apart(&d.Pose.Position, &then.Pose.Position)
	}
}

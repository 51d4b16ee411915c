package arena

import (
	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// truthMode is which truth the arenas show next to what is drawn.
type truthMode uint8

const (
	truthNow   truthMode = iota // where everything is at this instant
	truthShown                  // where it was at the time that is drawn
	truthOff
	numTruthModes
)

// truthFar is the distance in metres from which on a line joins what is drawn to the
// truth.
const truthFar = 0.3

// gatherTruth finds the truth that belongs to what the picture draws. Of a crowd only
// the selected entity has one.
func (v *picture) gatherTruth(m *view.Model, mode truthMode) {
	v.truth = v.truth[:0]
	run, crowd, state := m.Run, m.Run.Entities() > view.Crowd, world.State{}
	switch {
	case mode == truthOff:
	case mode == truthShown || crowd:
		for i := range v.drawn {
			d := &v.drawn[i]
			if crowd && d.ID != m.Selected {
				continue
			}
			at := m.Now
			if mode == truthShown {
				at = run.SimulationTime(d.Time)
			}
			if run.Truth(d.ID, at, &state) && state.Alive {
				v.truth = append(v.truth, interp.Drawn{ID: d.ID, Kind: d.Kind, Stance: state.Stance, Pose: state.Pose})
			}
		}
	default:
		v.truth = run.AppendTruth(v.truth, m.Now)
	}
}

// paintTruth draws a dashed circle around where each entity truly is, in which what
// is drawn rightly stands, and a line to it from what is drawn wrongly.
func (v *picture) paintTruth(c *raster.Canvas) {
	for i := range v.truth {
		t := &v.truth[i]
		m := v.looks.of(t.Kind)
		foot := m.foot(&t.Pose)
		c.StrokePolyline(v.circle(foot, m.radius), raster.Stroke{Width: 1.25, Dash: 3, Gap: 2.5, Closed: true}, raster.Alpha(v.palette.truth, 0.8))
		if m.turns {
			v.paintHeading(c, &t.Pose, m)
		}
		if d := v.find(t.ID); d != nil {
			if from := m.foot(&d.Pose); from.Sub(foot).Len() > truthFar {
				c.StrokePolyline([]raster.Point{v.see.at(from), v.see.at(foot)}, raster.Stroke{Width: 1}, raster.Alpha(v.palette.truth, 0.55))
			}
		}
	}
}

// paintHeading draws where something that only turns truly points.
func (v *picture) paintHeading(c *raster.Canvas, p *interp.Pose, m *model) {
	foot := m.foot(p)
	tip := foot.Add(p.Rotation.Rotate(mgl32.Vec3{m.radius + 1.2, 0, 0}))
	c.StrokePolyline([]raster.Point{v.see.at(foot), v.see.at(tip)}, raster.Stroke{Width: 1.25, Dash: 3, Gap: 2.5}, raster.Alpha(v.palette.truth, 0.8))
}

// circle returns a level circle as it is seen, in memory that the next call uses
// again.
func (v *picture) circle(centre mgl32.Vec3, radius float32) []raster.Point {
	for i := range v.ring {
		u := &unitCircle[i]
		v.ring[i] = v.see.at(mgl32.Vec3{centre[0] + radius*u[0], centre[1] + radius*u[1], centre[2]})
	}
	return v.ring[:]
}

const circleCorners = 28

var unitCircle = raster.RegularPlan(circleCorners, 1)

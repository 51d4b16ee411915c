package arena

import (
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// TrailTime is how long a trail is.
const TrailTime = time.Second

const (
	trailPoints = 64 // remembered of one entity
	trailBands  = 5  // steps in which a trail fades
)

// trails is where each lens has drawn each entity in the last display frames.
type trails struct {
	lenses [game.MaxLenses][]trail // by entity, less 1; empty if there are too many
	looks  *looks
}

// trail is a ring of the frames of one entity.
type trail struct {
	points [trailPoints]trailPoint
	count  int    // ever added
	sum    uint64 // of all of them
}

type trailPoint struct {
	at         time.Duration // of the frame
	centre     mgl32.Vec3
	state      interp.State
	generation uint16
	segment    uint8
}

// start forgets everything, and returns what takes a run's frames, nil if it has too many
// entities to follow.
func (t *trails) start(looks *looks, entities int) func(*measure.FrameRow) {
	*t = trails{looks: looks}
	if entities > view.Crowd {
		return nil
	}
	for l := range t.lenses {
		t.lenses[l] = make([]trail, entities)
	}
	return t.record
}

// record takes one entity of one display frame.
func (t *trails) record(row *measure.FrameRow) {
	ring := t.lenses[row.Lens]
	i := int(row.Drawn.ID) - 1
	if i < 0 || i >= len(ring) {
		return
	}
	r, d := &ring[i], row.Drawn
	if r.count > 0 && row.At-r.back(0).at < TrailTime/trailPoints {
		return // a fast display would fill the ring too soon
	}
	r.add(trailPoint{row.At, t.looks.of(d.Kind).centre(&d.Pose), d.State, d.Generation, d.Segment})
}

// add appends a point.
func (r *trail) add(p trailPoint) {
	r.points[r.count%trailPoints] = p
	r.count++
	h := im.Hasher(r.sum)
	h.Word(uint64(p.at))
	h.Word(uint64(p.state)<<24 | uint64(p.generation)<<8 | uint64(p.segment))
	h.Floats(p.centre[0], p.centre[1])
	h.Floats(p.centre[2], 0)
	r.sum = uint64(h)
}

// back returns the n-th newest point, 0 being the newest.
func (r *trail) back(n int) *trailPoint { return &r.points[(r.count-1-n)%trailPoints] }

// recent returns how many points are not older than TrailTime.
func (r *trail) recent(now time.Duration) int {
	n := 0
	for n < min(r.count, trailPoints) && now-r.back(n).at <= TrailTime {
		n++
	}
	return n
}

// follows reports whether p and the point before it are one movement, drawn in
// frames that follow each other.
func (p *trailPoint) follows(before *trailPoint, gap time.Duration) bool {
	return p.generation == before.generation && p.segment == before.segment && p.at-before.at <= gap
}

// band returns how faded a point is: 0 for the newest to trailBands-1.
func (p *trailPoint) band(now time.Duration) int {
	return min(int((now-p.at)*trailBands/TrailTime), trailBands-1)
}

func trailAlpha(band int) float32 { return 0.75 * float32(trailBands-band) / trailBands }

// paintDots draws a trail as one square for each place, so that it can be seen where
// the entity stood still and how far it jumped.
func (v *picture) paintDots(c *raster.Canvas, r *trail) {
	const size = 3
	for n := r.recent(v.now) - 1; n >= 0; n-- {
		p := r.back(n)
		if n+1 < min(r.count, trailPoints) && r.back(n+1).centre == p.centre {
			continue
		}
		at := v.see.at(p.centre)
		c.FillRect(raster.Rect{X: at.X - size/2.0, Y: at.Y - size/2.0, W: size, H: size}, raster.Alpha(v.palette.fill, trailAlpha(p.band(v.now))))
	}
}

// trailRun is a part of a trail in one state and one shade.
type trailRun struct {
	line  []raster.Point // as seen; one point where nothing moved
	state interp.State
	band  int
}

// runs calls f for the parts of a trail, the oldest first. They break where the
// movement did, and between frames farther apart than gap. The line is valid during
// the call.
func (v *picture) runs(r *trail, gap time.Duration, f func(trailRun)) {
	for n := r.recent(v.now) - 1; n > 0; {
		first := r.back(n - 1)
		if !first.follows(r.back(n), gap) {
			n--
			continue
		}
		band, count := first.band(v.now), 1
		v.steps[0] = v.see.at(r.back(n).centre)
		for n > 0 {
			p := r.back(n - 1)
			if p.state != first.state || p.band(v.now) != band || !p.follows(r.back(n), gap) {
				break
			}
			if at := v.see.at(p.centre); at != v.steps[count-1] {
				v.steps[count] = at
				count++
			}
			n--
		}
		f(trailRun{v.steps[:count], first.state, band})
	}
}

// paintLine draws a trail as a fading line, dashed where the entity extrapolated, and with
// a dot where it was held.
func (v *picture) paintLine(c *raster.Canvas, r *trail) {
	v.runs(r, v.gap, func(t trailRun) {
		alpha := trailAlpha(t.band)
		switch {
		case t.state == interp.Held || t.state == interp.Stale:
			c.FillCircle(t.line[len(t.line)-1], 2, raster.Alpha(v.palette.lost, alpha))
		case len(t.line) == 1:
		case t.state == interp.Extrapolating:
			c.StrokePolyline(t.line, raster.Stroke{Width: 2, Dash: 3, Gap: 2.5}, raster.Alpha(v.palette.late, alpha))
		default:
			c.StrokePolyline(t.line, raster.Stroke{Width: 2}, raster.Alpha(v.palette.fill, alpha))
		}
	})
}

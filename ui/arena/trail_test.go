package arena

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// flat sees a metre as a dp, x to the right and y up.
var flat = projector{x: raster.Point{X: 1}, y: raster.Point{Y: -1}}

// track makes a trail from points 20 ms apart, the last at time 0.
func track(points ...trailPoint) *trail {
	r := &trail{}
	for i, p := range points {
		p.at = time.Duration(i-len(points)+1) * 20 * time.Millisecond
		r.add(p)
	}
	return r
}

func at(x float32, s interp.State) trailPoint {
	return trailPoint{centre: mgl32.Vec3{x}, state: s}
}

func runsOf(r *trail, now time.Duration) string {
	var out []string
	v := picture{looks: new(looks), see: flat, now: now}
	v.runs(r, 50*time.Millisecond, func(t trailRun) {
		s := t.state.String()
		for _, p := range t.line {
			s += fmt.Sprintf(" %g", p.X)
		}
		out = append(out, s)
	})
	return strings.Join(out, ", ")
}

func TestTrailRuns(t *testing.T) {
	const b, c, h = interp.Blending, interp.Extrapolating, interp.Held
	teleport := at(9, b)
	teleport.segment = 1
	after := at(10, b)
	after.segment = 1
	reborn := at(5, b)
	reborn.generation = 1
	for _, x := range []struct {
		name  string
		trail *trail
		want  string
	}{
		{"nothing", track(), ""},
		{"one point", track(at(1, b)), ""},
		{"one movement", track(at(1, b), at(2, b), at(3, b)), "blending 1 2 3"},
		{"it extrapolates and comes back", track(at(1, b), at(2, b), at(3, c), at(4, c), at(3, b)), "blending 1 2, extrapolating 2 3 4, blending 4 3"},
		{"it is held", track(at(1, b), at(2, c), at(2, h), at(2, h)), "extrapolating 1 2, held 2"},
		{"it stands still", track(at(1, b), at(1, b), at(1, b)), "blending 1"},
		{"it teleports", track(at(1, b), at(2, b), teleport, after), "blending 1 2, blending 9 10"},
		{"its number is used again", track(at(1, b), at(2, b), reborn), "blending 1 2"},
	} {
		if got := runsOf(x.trail, 0); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

func TestTrailBreaksWhereNothingWasDrawn(t *testing.T) {
	r := track(at(1, interp.Blending), at(2, interp.Blending), at(3, interp.Blending), at(4, interp.Blending))
	r.points[0].at -= 60 * time.Millisecond
	r.points[1].at -= 60 * time.Millisecond
	if got, want := runsOf(r, 0), "blending 1 2, blending 3 4"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTrailFadesAndEnds(t *testing.T) {
	r := &trail{}
	for i := range 3 * trailPoints {
		r.add(trailPoint{at: time.Duration(i) * 20 * time.Millisecond, centre: mgl32.Vec3{float32(i)}, state: interp.Blending})
	}
	now := r.back(0).at
	if got := r.recent(now); got != 51 { // 0 to 1000 ms old
		t.Errorf("%d points within a second at 50 Hz, want 51", got)
	}
	bands := map[int]bool{}
	last := -1
	v := picture{looks: new(looks), see: flat, now: now}
	v.runs(r, 50*time.Millisecond, func(t trailRun) { bands[t.band] = true; last = t.band })
	if len(bands) != trailBands || last != 0 {
		t.Errorf("bands %v ending with %d, want all %d ending with 0", bands, last, trailBands)
	}
	if got := r.recent(now + 2*time.Second); got != 0 {
		t.Errorf("%d points two seconds later, want none", got)
	}
}

func TestTrailsAreRecorded(t *testing.T) {
	s := newStage(t, config.DefaultScenario())
	s.AdvanceTo(3 * time.Second)
	for l := range game.NumLenses {
		r := &s.panel.trails.lenses[l][0]
		if n := r.recent(s.Session.Now()); n < 50 {
			t.Errorf("%v: %d frames of the last second at 60 Hz", l, n)
		}
	}
	// The raw lens stands still between snapshots: at 10 Hz it is seen at about
	// ten places of a second, the interpolated one in every frame.
	places := func(l game.Lens, id interp.EntityID) (n int) {
		r := &s.panel.trails.lenses[l][id-1]
		for i := range r.recent(s.Session.Now()) - 1 {
			if r.back(i).centre != r.back(i+1).centre {
				n++
			}
		}
		return n
	}
	const car = 3
	if raw, smooth := places(game.Raw, car), places(game.Interpolated, car); raw > 12 || smooth < 40 {
		t.Errorf("raw moved %d times, interpolated %d times", raw, smooth)
	}
}

func TestCrowdsHaveNoTrails(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Walker, Count: view.Crowd + 1}}
	s := newStage(t, scenario)
	s.AdvanceTo(time.Second)
	for l := range game.NumLenses {
		if n := len(s.panel.trails.lenses[l]); n != 0 {
			t.Errorf("%v: %d trails", l, n)
		}
	}
}

func TestFastDisplaysFillNoRing(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Settings.DisplayRate = 240_000
	s := newStage(t, scenario)
	s.AdvanceTo(3 * time.Second)
	r := &s.panel.trails.lenses[game.Raw][0]
	if oldest := r.back(r.recent(s.Session.Now()) - 1); s.Session.Now()-oldest.at < 900*time.Millisecond {
		t.Errorf("the trail at 240 Hz is only %v long", s.Session.Now()-oldest.at)
	}
}

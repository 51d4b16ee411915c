package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
)

func TestNames(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	ms := time.Millisecond
	for _, c := range []struct {
		lens    game.Lens
		drawn   interp.Drawn
		playing bool
		want    string
	}{
		{game.Interpolated, interp.Drawn{ID: 5, Kind: world.Drone, State: interp.Blending}, false, "drone 5 · between snapshots"},
		{game.Raw, interp.Drawn{ID: 5, Kind: world.Drone, State: interp.Latest}, false, "drone 5 · newest snapshot"},
		{game.Interpolated, interp.Drawn{ID: 5, Kind: world.Drone, State: interp.Extrapolating, InUnderrun: 42 * ms}, false, "drone 5 · extrapolating 42 ms"},
		{game.Interpolated, interp.Drawn{ID: 5, Kind: world.Drone, State: interp.Extrapolating, InUnderrun: 42 * ms}, true, "drone 5 · extrapolating 40 ms"},
		{game.Extrapolated, interp.Drawn{ID: 5, Kind: world.Drone, State: interp.Blending}, false, "drone 5 · extrapolated to now"},
		{game.Interpolated, interp.Drawn{ID: 5, Kind: world.Drone, State: interp.Early}, false, "drone 5"},
		{game.Interpolated, interp.Drawn{ID: 12, Kind: world.Ball, State: interp.Held, InUnderrun: 300 * ms}, false, "ball 12 · held"},
		{game.Fourth, interp.Drawn{ID: 12, Kind: world.Ball, State: interp.Stale}, false, "ball 12 · stale, faded"},
		{game.Interpolated, interp.Drawn{ID: 15, Kind: world.Rocket, State: interp.Gone}, false, "rocket 15 is not drawn"},
	} {
		a.model.Playing = c.playing
		var tag nameTag
		for range 2 { // the second from memory
			if got := tag.of(a, c.lens, &c.drawn); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		}
	}
	a.model.Playing = false
}

func TestLabelsStayInside(t *testing.T) {
	a, h := loner(t)
	for _, size := range [][2]int{{960, 600}, {1280, 720}, {1920, 1080}} {
		a.Resize(size[0], size[1], 1)
		h.rest()
		v := &a.arenas.views[game.Interpolated]
		for _, x := range []float32{-22, 0, 22} {
			for _, y := range []float32{-16, 0, 16} {
				d := interp.Drawn{ID: 1, Kind: world.Car, Pose: interp.Pose{Position: mgl32.Vec3{x, y}}}
				a.ctx.List().Reset()
				a.label(v.rect, v.frame(&d), []byte("drone 5 · extrapolating 42 ms"), a.theme.Late, a.theme.Style.OnAccent)
				box := boxOf(t, a.ctx.List().String())
				if !v.rect.Contains(raster.Point{X: box.X, Y: box.Y}) || !v.rect.Contains(raster.Point{X: box.X + box.W, Y: box.Y + box.H}) {
					t.Errorf("%v at (%v, %v): the label has %v of %v", size, x, y, box, v.rect)
				}
			}
		}
	}
}

// boxOf reads the first round rectangle of a list's text.
func boxOf(t *testing.T, list string) (r raster.Rect) {
	t.Helper()
	_, after, ok := strings.Cut(list, "round ")
	if !ok || !scan(after, &r) {
		t.Fatalf("no label in %q", list)
	}
	return r
}

func TestWhatIsNotDrawnIsSaid(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Rocket, Count: 1}}
	a := testApp(t, s)
	h := &hand{app: a}
	a.model.Selected = 1
	for range 400 {
		a.AdvanceTo(a.session.Now() + 50*time.Millisecond)
		h.frame()
		if a.arenas.views[game.Raw].find(1) == nil {
			if !strings.Contains(a.List().String(), `"rocket 1 is not drawn"`) {
				t.Errorf("nothing says so:\n%s", a.List())
			}
			return
		}
	}
	t.Fatal("the rocket flew for 20 s")
}

// TestLabelsSayWhatTheyCan: what is selected has its name, what the lens does with it and
// how far off it is; in a narrow picture the distance gives way while it is dry, and
// otherwise what the lens does as always.
func TestLabelsSayWhatTheyCan(t *testing.T) {
	a, h := loner(t)
	a.model.Selected = 1
	h.rest()
	v := &a.arenas.views[game.Interpolated]
	d := *v.find(1)
	for _, c := range []struct {
		state interp.State
		width float32
		want  string
	}{
		{interp.Blending, 300, "car 1 · between snapshots · error 1.00 m"},
		{interp.Blending, 140, "car 1 · error 1.00 m"},
		{interp.Held, 300, "car 1 · held · error 1.00 m"},
		{interp.Held, 140, "car 1 · held"},
	} {
		d.State, v.rect.W = c.state, c.width
		v.off = offBy{taken: a.model.Moment(), id: 1, state: c.state, centimetres: 100, known: true}
		if got := string(a.appendLabel(nil, v, &d)); got != c.want {
			t.Errorf("%v in %v dp: %q, want %q", c.state, c.width, got, c.want)
		}
	}
}

package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/raster"
)

func TestNames(t *testing.T) {
	a := testApp(t, game.DefaultScenario())
	ms := time.Millisecond
	for _, c := range []struct {
		drawn     interp.Drawn
		withState bool
		playing   bool
		want      string
	}{
		{interp.Drawn{ID: 5, Kind: game.Drone, State: interp.Blending}, true, false, "drone 5 · between snapshots"},
		{interp.Drawn{ID: 5, Kind: game.Drone, State: interp.Latest}, true, false, "drone 5"},
		{interp.Drawn{ID: 5, Kind: game.Drone, State: interp.Coasting, Dry: 42 * ms}, true, false, "drone 5 · coasting 42 ms"},
		{interp.Drawn{ID: 5, Kind: game.Drone, State: interp.Coasting, Dry: 42 * ms}, true, true, "drone 5 · coasting 40 ms"},
		{interp.Drawn{ID: 5, Kind: game.Drone, State: interp.Coasting, Dry: 42 * ms}, false, false, "drone 5"},
		{interp.Drawn{ID: 12, Kind: game.Ball, State: interp.Held, Dry: 300 * ms}, true, false, "ball 12 · held"},
		{interp.Drawn{ID: 12, Kind: game.Ball, State: interp.Stale}, true, false, "ball 12 · stale"},
		{interp.Drawn{ID: 15, Kind: game.Rocket, State: interp.Gone}, true, false, "rocket 15 is not drawn"},
	} {
		a.playing = c.playing
		var tag nameTag
		for range 2 { // the second from memory
			if got := tag.of(a, &c.drawn, c.withState); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		}
	}
	a.playing = false
}

func TestLabelsStayInside(t *testing.T) {
	a, h := loner(t)
	for _, size := range [][2]int{{960, 600}, {1280, 720}, {1920, 1080}} {
		a.Resize(size[0], size[1], 1)
		h.rest()
		v := &a.arenas.views[game.Interpolated]
		for _, x := range []float32{-22, 0, 22} {
			for _, y := range []float32{-16, 0, 16} {
				d := interp.Drawn{ID: 1, Kind: game.Car, Pose: interp.Pose{Position: mgl32.Vec3{x, y}}}
				a.ctx.List().Reset()
				a.label(v.rect, v.frame(&d), "drone 5 · coasting 42 ms", a.theme.Late, a.theme.Style.OnAccent)
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
	s := game.DefaultScenario()
	s.Entities = []game.Group{{Kind: game.Rocket, Count: 1}}
	a := testApp(t, s)
	h := &hand{app: a}
	a.selected = 1
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

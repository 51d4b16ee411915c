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
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// loner returns an application with three cars, five seconds old.
func loner(t *testing.T) (*App, *hand) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Drone, Count: 1}, {Kind: world.Turret, Count: 1}}
	a := testApp(t, s)
	a.AdvanceTo(5 * time.Second)
	h := &hand{app: a}
	h.rest()
	return a, h
}

// seenAt returns where the middle of an entity is drawn.
func seenAt(a *App, l game.Lens, id interp.EntityID) raster.Point {
	v := &a.arenas.views[l]
	d := v.find(id)
	return v.see.at(modelOf(d.Kind).centre(&d.Pose))
}

// empty returns a place of an arena at which nothing is.
func empty(t *testing.T, a *App, l game.Lens) raster.Point {
	v := &a.arenas.views[l]
	for y := v.rect.Y + 20; y < v.rect.Y+v.rect.H-40; y += 10 {
		for x := v.rect.X + 20; x < v.rect.X+v.rect.W-20; x += 10 {
			if p := (raster.Point{X: x, Y: y}); v.nearest(p) == 0 {
				return p
			}
		}
	}
	t.Fatal("no empty place")
	return raster.Point{}
}

func TestAClickSelects(t *testing.T) {
	a, h := loner(t)
	for l := range game.NumLenses {
		for i, kind := range []interp.Kind{world.Car, world.Drone, world.Turret} {
			id := interp.EntityID(i + 1)
			h.click(seenAt(a, l, id).Add(9, -9)) // 12.7 dp off, within reach
			if a.model.Selected != id || a.model.Focus != int(kind) {
				t.Errorf("%v: %d is selected with kind %d, want %d with %d", l, a.model.Selected, a.model.Focus, id, kind)
			}
		}
		h.click(empty(t, a, l))
		if a.model.Selected != 0 || a.model.Focus != -1 {
			t.Errorf("%v: a click on nothing leaves %d, kind %d", l, a.model.Selected, a.model.Focus)
		}
	}
}

func TestSelectionIsMarkedInAllArenas(t *testing.T) {
	a, h := loner(t)
	h.click(seenAt(a, game.Raw, 2))
	h.move(raster.Point{X: 1, Y: 1})
	if n := strings.Count(a.List().String(), `"drone 2 · `); n != 3 {
		t.Errorf("its name stands %d times, want 3", n)
	}
	h.key(im.KeyEscape)
	if n := strings.Count(a.List().String(), `"drone 2 · `); n != 0 || a.model.Selected != 0 || a.model.Focus != -1 {
		t.Errorf("Escape leaves its name %d times, selected %d, kind %d", n, a.model.Selected, a.model.Focus)
	}
}

func TestADragPansAndSelectsNothing(t *testing.T) {
	a, h := loner(t)
	v := &a.arenas.views[game.Interpolated]
	h.move(v.rect.Centre())
	h.wheel(8)
	start := empty(t, a, game.Interpolated)
	h.click(seenAt(a, game.Interpolated, v.next(0, 1)))
	selected := a.model.Selected
	h.move(start)
	h.press()
	under, _ := v.cam.Ground(start)
	for i := range 5 {
		h.in.Pointer = start.Add(6*float32(i+1), 4*float32(i+1))
		h.frame()
	}
	h.frame()
	if at, _ := v.cam.Ground(h.in.Pointer); at.Sub(under).Len() > 0.05 {
		t.Errorf("%v is under the pointer after the drag, want %v", at, under)
	}
	h.release()
	if a.model.Selected != selected {
		t.Errorf("a drag selected %d", a.model.Selected)
	}
	for l := range game.NumLenses {
		if got, want := a.arenas.views[l].cam.View, v.cam.View; got != want {
			t.Errorf("%v is seen from elsewhere", l)
		}
	}
}

func TestADoubleClickShowsTheWholeField(t *testing.T) {
	a, h := loner(t)
	p := a.arenas.views[game.Raw].rect.Centre()
	h.move(p)
	h.wheel(5)
	if a.arenas.camera == (camera{}) {
		t.Fatal("the wheel doesn't zoom")
	}
	h.in.Pressed, h.in.Released = 2, 2
	h.frame()
	h.rest()
	if a.arenas.camera != (camera{}) {
		t.Errorf("the camera is %+v after a double click", a.arenas.camera)
	}
}

func TestKeysOfAnArena(t *testing.T) {
	a, h := loner(t)
	a.ctx.SetFocus(arenaIDs[game.Extrapolated])
	h.rest()
	for _, c := range []struct {
		key  im.Key
		want interp.EntityID
	}{
		{im.KeyRight, 1}, {im.KeyDown, 2}, {im.KeyRight, 3}, {im.KeyRight, 1}, // round
		{im.KeyLeft, 3}, {im.KeyUp, 2}, {im.KeyHome, 1}, {im.KeyEnd, 3},
		{im.KeyEnter, 0}, {im.KeyEnter, 1}, {im.KeyDelete, 0}, {im.KeyLeft, 3}, {im.KeyEscape, 0},
	} {
		if h.key(c.key); a.model.Selected != c.want {
			t.Errorf("key %d: %d is selected, want %d", c.key, a.model.Selected, c.want)
			a.model.Selected = c.want
		}
	}
	h.key(im.KeyPageUp)
	if got := 1 + a.arenas.camera.closer; !near(got, keyZoom, 1e-4) {
		t.Errorf("Page Up zooms to %v, want %v", got, keyZoom)
	}
	h.key(im.KeyPageDown)
	if got := a.arenas.camera.closer; !near(got, 0, 1e-4) {
		t.Errorf("Page Down leaves %v", got)
	}
	playing := a.model.Playing
	h.key(im.KeySpace)
	if a.model.Playing == playing {
		t.Error("Space doesn't go on while an arena has the keyboard")
	}
}

func TestEachArenaIsOneStopOfTab(t *testing.T) {
	a, _ := loner(t)
	found := 0
	for _, id := range a.ctx.Focusables(nil) {
		for _, arena := range arenaIDs {
			if id == arena {
				found++
			}
		}
	}
	if found != 3 {
		t.Errorf("%d arenas can be reached, want 3", found)
	}
}

func TestTooltipNamesWhatIsUnderThePointer(t *testing.T) {
	a, h := loner(t)
	h.move(seenAt(a, game.Raw, 3))
	h.rest()
	if got := a.arenas.pick.tip(a, game.Raw); got != "turret 3 · newest snapshot" {
		t.Errorf("tooltip %q, want turret 3", got)
	}
	if got := a.arenas.pick.tip(a, game.Interpolated); got != "" {
		t.Errorf("the other arena says %q", got)
	}
	h.move(empty(t, a, game.Raw))
	if got := a.arenas.pick.tip(a, game.Raw); got != "" {
		t.Errorf("over nothing it says %q", got)
	}
}

func TestNearest(t *testing.T) {
	v := arenaView{see: flat}
	for i, x := range []float32{0, 20, 100} {
		v.drawn = append(v.drawn, interp.Drawn{ID: interp.EntityID(i + 1), Kind: world.Drone, Pose: interp.Pose{Position: mgl32.Vec3{x}}})
	}
	for _, c := range []struct {
		x    float32
		want interp.EntityID
	}{{0, 1}, {9, 1}, {11, 2}, {36, 2}, {36.1, 0}, {84, 3}, {-17, 0}} {
		if got := v.nearest(raster.Point{X: c.x}); got != c.want {
			t.Errorf("at %v: %d, want %d", c.x, got, c.want)
		}
	}
}

package arena

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// seenAt returns where the middle of an entity is drawn.
func (s *stage) seenAt(l game.Lens, id interp.EntityID) raster.Point {
	v := &s.panel.pictures[l]
	d := v.find(id)
	return v.see.at(new(looks).of(d.Kind).centre(&d.Pose))
}

// empty returns a place of an arena at which nothing is.
func (s *stage) empty(t *testing.T, l game.Lens) raster.Point {
	v := &s.panel.pictures[l]
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
	s := loner(t)
	for l := range game.NumLenses {
		for i, kind := range []interp.Kind{world.Car, world.Drone, world.Turret} {
			id := interp.EntityID(i + 1)
			s.Click(s.seenAt(l, id).Add(9, -9)) // 12.7 dp off, within reach
			if s.Model.Selected != id || s.Model.Focus != int(kind) {
				t.Errorf("%v: %d is selected with kind %d, want %d with %d", l, s.Model.Selected, s.Model.Focus, id, kind)
			}
		}
		s.Click(s.empty(t, l))
		if s.Model.Selected != 0 || s.Model.Focus != view.AllKinds {
			t.Errorf("%v: a click on nothing leaves %d, kind %d", l, s.Model.Selected, s.Model.Focus)
		}
	}
}

func TestSelectionIsMarkedInAllArenas(t *testing.T) {
	s := loner(t)
	s.Click(s.seenAt(game.Raw, 2))
	s.Move(raster.Point{X: 1, Y: 1})
	if n := strings.Count(s.Frame().String(), `"drone 2 · `); n != 3 {
		t.Errorf("its name stands %d times, want 3", n)
	}
	s.Model.Selected = 0
	s.Rest()
	if n := strings.Count(s.Frame().String(), `"drone 2 · `); n != 0 || s.Model.Selected != 0 || s.Model.Focus != view.AllKinds {
		t.Errorf("nothing selected leaves its name %d times, selected %d, kind %d", n, s.Model.Selected, s.Model.Focus)
	}
}

func TestADragPansAndSelectsNothing(t *testing.T) {
	s := loner(t)
	v := &s.panel.pictures[game.Interpolated]
	s.Move(v.rect.Centre())
	s.Wheel(8)
	start := s.empty(t, game.Interpolated)
	s.Click(s.seenAt(game.Interpolated, v.next(0, 1)))
	selected := s.Model.Selected
	s.Move(start)
	s.Press()
	under, _ := v.cam.Ground(start)
	for i := range 5 {
		s.In.Pointer = start.Add(6*float32(i+1), 4*float32(i+1))
		s.Frame()
	}
	s.Frame()
	if at, _ := v.cam.Ground(s.In.Pointer); at.Sub(under).Len() > 0.05 {
		t.Errorf("%v is under the pointer after the drag, want %v", at, under)
	}
	s.Release()
	if s.Model.Selected != selected {
		t.Errorf("a drag selected %d", s.Model.Selected)
	}
	for l := range game.NumLenses {
		if got, want := s.panel.pictures[l].cam.View, v.cam.View; got != want {
			t.Errorf("%v is seen from elsewhere", l)
		}
	}
}

func TestADoubleClickShowsTheWholeField(t *testing.T) {
	s := loner(t)
	p := s.panel.pictures[game.Raw].rect.Centre()
	s.Move(p)
	s.Wheel(5)
	if s.panel.look.camera == (camera{}) {
		t.Fatal("the wheel doesn't zoom")
	}
	s.In.Pressed, s.In.Released = 2, 2
	s.Frame()
	s.Rest()
	if s.panel.look.camera != (camera{}) {
		t.Errorf("the camera is %+v after a double click", s.panel.look.camera)
	}
}

func TestKeysOfAnArena(t *testing.T) {
	s := loner(t)
	s.Ctx.SetFocus(ids[game.Extrapolated])
	s.Rest()
	for _, c := range []struct {
		key  im.Key
		want interp.EntityID
	}{
		{im.KeyRight, 1}, {im.KeyDown, 2}, {im.KeyRight, 3}, {im.KeyRight, 1}, // round
		{im.KeyLeft, 3}, {im.KeyUp, 2}, {im.KeyHome, 1}, {im.KeyEnd, 3},
		{im.KeyEnter, 0}, {im.KeyEnter, 1}, {im.KeyDelete, 0}, {im.KeyLeft, 3},
	} {
		if s.Key(c.key); s.Model.Selected != c.want {
			t.Errorf("key %d: %d is selected, want %d", c.key, s.Model.Selected, c.want)
			s.Model.Selected = c.want
		}
	}
	s.Key(im.KeyPageUp)
	if got := 1 + s.panel.look.camera.closer; !near(got, keyZoom, 1e-4) {
		t.Errorf("Page Up zooms to %v, want %v", got, keyZoom)
	}
	s.Key(im.KeyPageDown)
	if got := s.panel.look.camera.closer; !near(got, 0, 1e-4) {
		t.Errorf("Page Down leaves %v", got)
	}
}

func TestTooltipNamesWhatIsUnderThePointer(t *testing.T) {
	s := loner(t)
	const tip = `"turret 3 · newest snapshot"`
	s.Move(s.seenAt(game.Raw, 3))
	if n := strings.Count(s.Rest().String(), tip); n != 1 {
		t.Errorf("over a turret it is named %d times, want once", n)
	}
	s.Move(s.empty(t, game.Raw))
	if strings.Contains(s.Rest().String(), tip) {
		t.Error("over nothing it is named still")
	}
}

func TestNearest(t *testing.T) {
	v := picture{looks: new(looks), see: flat}
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

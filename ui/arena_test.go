package ui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from the golden file; got:\n%s", name, got)
	}
}

// drawArenas makes a frame of nothing but the arenas.
func drawArenas(a *App, in *im.Input) *im.List {
	a.ctx.Begin(in, a.canvas.Bounds())
	for l := range game.NumLenses {
		a.arena(a.places.arenas[l], l)
	}
	list, err := a.ctx.End()
	if err != nil {
		a.err = err
	}
	return list
}

func TestArenaList(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	a.AdvanceTo(5 * time.Second)
	a.readings.Lenses[game.Raw] = measure.Recent{Latency: 112 * time.Millisecond, Error: 0.61, Roughness: 3.94}
	a.readings.Lenses[game.Interpolated] = measure.Recent{Latency: 268 * time.Millisecond, Error: 0.044, Roughness: 0.2}
	a.readings.Lenses[game.Extrapolated] = measure.Recent{Latency: 19 * time.Millisecond, Error: 0.37, Corrections: 123.4}
	golden(t, "arenas", drawArenas(a, &im.Input{}).String())
}

// A selected drone that extrapolates, and what it is drawn from.
func TestSelectedArenaList(t *testing.T) {
	s := config.DefaultScenario()
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Delay = 60 * time.Millisecond
	}
	a := testApp(t, s)
	a.AdvanceTo(5040 * time.Millisecond)
	a.model.Selected = 5
	drawArenas(a, &im.Input{})
	var text []string
	for _, line := range strings.Split(drawArenas(a, &im.Input{}).String(), "\n") {
		for _, start := range []string{"drone", "S4", "extrapolating"} {
			if strings.Contains(line, `"`+start) {
				text = append(text, line)
				break
			}
		}
	}
	golden(t, "arenas-selected", strings.Join(text, "\n")+"\n")
}

func TestArenaTextsFit(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	a.AdvanceTo(5 * time.Second)
	for l := range a.readings.Lenses {
		a.readings.Lenses[l] = measure.Recent{Latency: 888 * time.Millisecond, Error: 88.88, Roughness: 88.8, Corrections: 8888}
	}
	for _, size := range []struct {
		w, h  int
		scale float32
	}{{960, 600, 1}, {1280, 720, 1}, {1920, 1080, 1}, {1440, 900, 1.5}, {2560, 1440, 2}} {
		a.Resize(size.w, size.h, size.scale)
		if list := drawArenas(a, &im.Input{}).String(); strings.Contains(list, "…") {
			t.Errorf("%v: a text is cut:\n%s", size, list)
		}
	}
}

// Each state of an entity is seen without colours too.
func TestStatesDifferInForm(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	a.AdvanceTo(2 * time.Second)
	for _, l := range []*raster.Color{&a.theme.Late, &a.theme.Lost, &a.theme.Lens[game.Interpolated]} {
		*l = raster.RGB(0xffffff)
	}
	drawArenas(a, &im.Input{})
	v := &a.arenas.views[game.Interpolated]
	v.trail, v.truth = nil, nil
	car := *v.find(3)
	v.drawn, v.index[3] = v.drawn[:1], 1
	picture := func(s interp.State) []byte {
		car.State = s
		v.drawn[0] = car
		c := raster.NewCanvas(1280, 720, 1)
		v.paint(c, v.rect)
		return c.Image().Pix
	}
	states := []interp.State{interp.Blending, interp.Extrapolating, interp.Held, interp.Stale}
	for i, s := range states {
		for _, other := range states[:i] {
			if n := differing(picture(s), picture(other)); n < 40 {
				t.Errorf("%v and %v differ in only %d pixels without colours", s, other, n)
			}
		}
	}
}

func TestPicturesAreDrawnAnewOnlyWhenSomethingChanges(t *testing.T) {
	a, h := loner(t)
	a.Render()
	h.rest()
	if _, changed := a.Render(); changed {
		t.Error("nothing happened, and yet it was drawn again")
	}
	for _, key := range []im.Key{im.KeyG, im.KeyV, im.KeyW, im.KeyPeriod} {
		h.key(key)
		if _, changed := a.Render(); !changed {
			t.Errorf("key %d changes nothing", key)
		}
	}
}

func TestSwitchesShowWhatIsOn(t *testing.T) {
	a, h := loner(t)
	for _, c := range []struct{ id, before, after string }{
		{"arena/truth", "truth: now", "truth: as shown"},
		{"arena/camera", "tilted", "from above"},
		{"arena/trails", "trails", "no trails"},
	} {
		if !strings.Contains(a.List().String(), `"`+c.before+`"`) {
			t.Errorf("%s doesn't say %q", c.id, c.before)
		}
		r, _ := a.ctx.RectOf(c.id)
		h.click(r.Centre())
		if !strings.Contains(a.List().String(), `"`+c.after+`"`) {
			t.Errorf("%s doesn't say %q after a click", c.id, c.after)
		}
	}
}

func TestChoicesOutliveARestart(t *testing.T) {
	a, h := loner(t)
	h.key(im.KeyW)
	h.key(im.KeyV)
	a.restart(a.scenario.Seed)
	if a.arenas.trails || !a.arenas.camera.straight {
		t.Error("a restart forgets camera or trails")
	}
}

func TestARestartDeselects(t *testing.T) {
	a, h := loner(t)
	h.click(seenAt(a, game.Raw, 2))
	a.restart(a.scenario.Seed)
	h.rest()
	if a.model.Selected != 0 || a.model.Focus != -1 {
		t.Errorf("%d is selected with kind %d after a restart", a.model.Selected, a.model.Focus)
	}
}

func TestArenasAllocateNothing(t *testing.T) {
	s := config.DefaultScenario()
	a := testApp(t, s)
	a.AdvanceTo(5 * time.Second)
	a.model.Selected = 3
	in := &im.Input{}
	frame := func() {
		a.changes++
		drawArenas(a, in).Replay(a.canvas)
	}
	for range 3 {
		frame()
	}
	if n := testing.AllocsPerRun(20, frame); n > 0 {
		t.Errorf("%v allocations in a frame, want none", n)
	}
}

func BenchmarkArenas(b *testing.B) {
	for _, c := range []struct {
		name  string
		count int
	}{{"models", 3}, {"crowd", 1250}} {
		b.Run(c.name, func(b *testing.B) {
			s := config.DefaultScenario()
			for i := range s.Entities {
				s.Entities[i].Count = c.count
			}
			a := testApp(b, s)
			a.AdvanceTo(3 * time.Second)
			for b.Loop() {
				a.changes++
				drawArenas(a, &im.Input{}).Replay(a.canvas)
			}
		})
	}
}

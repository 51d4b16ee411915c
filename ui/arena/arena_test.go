package arena

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// stage is arenas with a user before them.
type stage struct {
	*viewtest.Window
	panel Panel
	area  raster.Rect // that the arenas divide
}

// newStage returns the arenas of a run at its beginning, where a window of 1280×720 dp has
// them.
func newStage(t testing.TB, scenario config.Scenario) *stage {
	t.Helper()
	s := &stage{Window: viewtest.New(t, scenario, 0, nil), area: raster.Rect{X: 240, Y: 48, W: 1032, H: 318}}
	s.start()
	s.Draw = func(c *im.Context, m *view.Model, act *view.Actions) { s.panel.Draw(c, s.places(), m, act) }
	return s
}

// start has the arenas follow the session.
func (s *stage) start() { s.Session.OnFrame(s.panel.Start(nil, s.Session.Entities())) }

// frame is for tests of what is written in an arena.
func (s *stage) frame() *frame {
	return &frame{Panel: &s.panel, c: &s.Ctx, m: &s.Model, act: &s.Actions, sizes: sizesFor(&s.Model)}
}

func (s *stage) places() (places []raster.Rect) {
	for l := range s.Model.Arenas {
		places = append(places, s.area.Column(int(l), int(s.Model.Arenas), view.Margin))
	}
	return places
}

// three is a car, a drone and a turret.
func three() config.Scenario {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Drone, Count: 1}, {Kind: world.Turret, Count: 1}}
	return s
}

// loner returns the arenas of three entities, five seconds old.
func loner(t testing.TB) *stage {
	t.Helper()
	s := newStage(t, three())
	s.AdvanceTo(5 * time.Second)
	s.Rest()
	return s
}

func TestArenaList(t *testing.T) {
	s := newStage(t, config.DefaultScenario())
	s.AdvanceTo(5 * time.Second)
	s.Frame()
	lenses := &s.Model.Readings.Lenses
	lenses[game.Raw] = measure.Recent{Drawn: 1, Latency: 112 * time.Millisecond, Error: 0.61}
	lenses[game.Interpolated] = measure.Recent{Drawn: 1, Latency: 268 * time.Millisecond, Error: 0.044}
	lenses[game.Extrapolated] = measure.Recent{Drawn: 1, Latency: 19 * time.Millisecond, Error: 0.37}
	cards := &s.Model.Readings.Cards
	cards[game.Raw] = measure.Card{PerMinute: math.NaN(), Correction: 0.94}
	cards[game.Interpolated] = measure.Card{PerMinute: 18.74, Correction: 0.163}
	cards[game.Extrapolated] = measure.Card{PerMinute: 123.4, Correction: 0.39}
	viewtest.Golden(t, "arenas", viewtest.Unversioned(s.Frame().String()))
}

// Where nothing was drawn no figure is good: there is none.
func TestNothingDrawn(t *testing.T) {
	s := newStage(t, config.DefaultScenario())
	s.AdvanceTo(5 * time.Second)
	s.Frame()
	before := strings.Count(s.Frame().String(), `"–"`)
	for l := range s.Model.Readings.Lenses {
		s.Model.Readings.Lenses[l] = measure.Recent{}
	}
	if got := strings.Count(s.Frame().String(), `"–"`) - before; got != 3*4-1 { // RAW never has underruns
		t.Errorf("%d figures more are none, want 11", got)
	}
}

// A selected drone that extrapolates, and what it is drawn from.
func TestSelectedArenaList(t *testing.T) {
	scenario := config.DefaultScenario()
	for k := range scenario.Settings.Policies {
		scenario.Settings.Policies[k].Delay = 60 * time.Millisecond
	}
	s := newStage(t, scenario)
	s.AdvanceTo(5040 * time.Millisecond)
	s.Model.Selected = 5
	var text []string
	for _, line := range strings.Split(s.Rest().String(), "\n") {
		for _, start := range []string{"drone", "S4", "extrapolating"} {
			if strings.Contains(line, `"`+start) {
				text = append(text, line)
				break
			}
		}
	}
	viewtest.Golden(t, "arenas-selected", strings.Join(text, "\n")+"\n")
}

// The comparison's arena, next to the three.
func TestComparisonArenaList(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Seed = 5
	scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Drone, Count: 1}}
	set := &scenario.Settings
	set.SendRate, set.DisplayRate = 5*config.Hertz, 10*config.Hertz
	set.Down.Loss, set.Down.Duplicate = 150_000, 200_000
	set.Policies[world.Drone].Delay = 120 * time.Millisecond
	s := newStage(t, scenario)
	s.area.H = 279.2112
	s.AdvanceTo(3200 * time.Millisecond)
	s.Model.Settings.Comparison = config.AllComparisons()[len(config.AllComparisons())-1]
	s.Frame()
	s.AdvanceTo(5200 * time.Millisecond)
	list := s.Frame().String()
	viewtest.Golden(t, "fourth", viewtest.Unversioned(list[strings.LastIndex(list, "round 1020,48 "):]))
}

func TestArenaTextsFit(t *testing.T) {
	s := newStage(t, config.DefaultScenario())
	s.AdvanceTo(5 * time.Second)
	s.Frame()
	for l := range s.Model.Readings.Lenses {
		s.Model.Readings.Lenses[l] = measure.Recent{Latency: 888 * time.Millisecond, Error: 88.88, Roughness: 88.8, Corrections: 8888}
	}
	for _, width := range []float32{712, 800, 1032, 1192, 1672} { // of windows from 960 to 1920 dp
		s.area.W = width
		if list := s.Frame().String(); strings.Contains(list, "…") {
			t.Errorf("in %v dp a text is cut:\n%s", width, list)
		}
	}
}

// Each state of an entity is seen without colours too.
func TestStatesDifferInForm(t *testing.T) {
	s := newStage(t, config.DefaultScenario())
	s.AdvanceTo(2 * time.Second)
	for _, c := range []*raster.Color{&s.Theme.Late, &s.Theme.Lost, &s.Theme.Body[game.Interpolated]} {
		*c = raster.RGB(0xffffff)
	}
	s.Frame()
	v := &s.panel.pictures[game.Interpolated]
	v.trail, v.truth = nil, nil
	car := *v.find(3)
	v.drawn, v.index[3] = v.drawn[:1], 1
	picture := func(state interp.State) []byte {
		car.State = state
		v.drawn[0] = car
		c := raster.NewCanvas(1280, 720, 1)
		v.paintAll(c, v.rect)
		return c.Image().Pix
	}
	states := []interp.State{interp.Blending, interp.Extrapolating, interp.Held, interp.Stale}
	for i, state := range states {
		for _, other := range states[:i] {
			if n := differing(picture(state), picture(other)); n < 40 {
				t.Errorf("%v and %v differ in only %d pixels without colours", state, other, n)
			}
		}
	}
}

// TestPaintedAnewWhenItWouldDiffer: the version of an arena changes exactly when its pixels
// do, whatever happens. The slow twin paints every frame.
func TestPaintedAnewWhenItWouldDiffer(t *testing.T) {
	s := loner(t)
	s.Model.Playing = true
	canvas := raster.NewCanvas(1280, 720, 1)
	type seen struct {
		versions [game.MaxLenses]uint64
		pixels   string
	}
	look := func() (now seen) {
		s.Frame()
		clear(canvas.Image().Pix)
		for l := range s.Model.Arenas {
			v := &s.panel.pictures[l]
			now.versions[l] = v.version()
			v.paintAll(canvas, v.rect)
		}
		now.pixels = string(canvas.Image().Pix)
		return now
	}
	before := look()
	for _, step := range []struct {
		name    string
		do      func()
		changes bool
	}{
		{"nothing", func() {}, false},
		{"time", func() { s.AdvanceTo(5100 * time.Millisecond) }, true},
		{"the truth as shown", s.panel.NextTruth, true},
		{"no truth", s.panel.NextTruth, true},
		{"nothing again", func() {}, false},
		{"the camera", s.panel.NextCamera, true},
		{"no trails", s.panel.ToggleTrails, true},
		{"trails", s.panel.ToggleTrails, true},
		{"reduced motion", func() { s.Model.Calm = true }, true},
		{"another theme", func() { s.Theme = view.Themes[1] }, true},
		{"other places", func() { s.area.W -= 100 }, true},
		{"a magnified field", func() { s.In.Pointer, s.In.Wheel.Y = s.places()[0].Centre(), 3; s.Frame() }, true},
		{"another run", func() {
			again, err := measure.NewRun(*s.Model.Scenario)
			if err != nil {
				t.Fatal(err)
			}
			s.Session, s.Model.Run = again, again
			s.start()
			s.AdvanceTo(3 * time.Second)
		}, true},
	} {
		step.do()
		now := look()
		if changed := now.pixels != before.pixels; changed != step.changes {
			t.Errorf("%s: the pixels have changed: %v", step.name, changed)
		}
		if changed := now.versions != before.versions; changed != step.changes {
			t.Errorf("%s: the versions have changed: %v", step.name, changed)
		}
		before = now
	}
}

// TestVersionFollowsWhatIsPainted: each thing that is painted changes the version, and what
// is not leaves it.
func TestVersionFollowsWhatIsPainted(t *testing.T) {
	s := loner(t)
	v := &s.panel.pictures[game.Interpolated]
	drone := func(change func(*interp.Drawn)) func() { return func() { change(&v.drawn[1]) } }
	truth := func(change func(*interp.Drawn)) func() { return func() { change(&v.truth[1]) } }
	for _, c := range []struct {
		name    string
		do      func()
		painted bool
	}{
		{"x", drone(func(d *interp.Drawn) { d.Pose.Position[0]++ }), true},
		{"y", drone(func(d *interp.Drawn) { d.Pose.Position[1]++ }), true},
		{"z", drone(func(d *interp.Drawn) { d.Pose.Position[2]++ }), true},
		{"rotation", drone(func(d *interp.Drawn) { d.Pose.Rotation.W++ }), true},
		{"rotation x", drone(func(d *interp.Drawn) { d.Pose.Rotation.V[0]++ }), true},
		{"rotation y", drone(func(d *interp.Drawn) { d.Pose.Rotation.V[1]++ }), true},
		{"rotation z", drone(func(d *interp.Drawn) { d.Pose.Rotation.V[2]++ }), true},
		{"state", drone(func(d *interp.Drawn) { d.State = interp.Stale }), true},
		{"kind", drone(func(d *interp.Drawn) { d.Kind++ }), true},
		{"stance", drone(func(d *interp.Drawn) { d.Stance++ }), true},
		{"true place", truth(func(d *interp.Drawn) { d.Pose.Position[2]++ }), true},
		{"who it is", truth(func(d *interp.Drawn) { d.ID++ }), true},
		{"one entity fewer", func() { v.drawn = v.drawn[:2] }, true},
		{"alpha", drone(func(d *interp.Drawn) { d.Alpha++ }), false},
		{"time", drone(func(d *interp.Drawn) { d.Time++ }), false},
		{"time in underrun", drone(func(d *interp.Drawn) { d.InUnderrun++ }), false},
		{"samples", drone(func(d *interp.Drawn) { d.From++; d.To++ }), false},
		{"a point of a trail", func() { v.trail[1].add(trailPoint{at: v.now}) }, true},
		{"how faded trails are", func() { v.now++ }, true},
		{"the gap in a trail", func() { v.gap++ }, true},
		{"no trails", func() { v.trail = nil }, true},
		{"time without trails", func() { v.now++ }, false},
		{"place", func() { v.rect.X++ }, true},
		{"size", func() { v.rect.H++ }, true},
		{"camera", func() { v.see.origin.X++ }, true},
		{"tilt", func() { v.see.z.Y++ }, true},
		{"lens", func() { v.shows = game.Raw }, true},
		{"a crowd", func() { v.crowd = true }, true},
		{"fill", func() { v.palette.fill.R++ }, true},
		{"truth's colour", func() { v.palette.truth.R++ }, true},
		{"late", func() { v.palette.late.R++ }, true},
		{"lost", func() { v.palette.lost.G++ }, true},
		{"grid", func() { v.palette.grid.G++ }, true},
		{"edge", func() { v.palette.edge.B++ }, true},
		{"shadow", func() { v.palette.shadow.B++ }, true},
		{"field", func() { v.palette.field.A-- }, true},
	} {
		before := v.version()
		c.do()
		if changed := v.version() != before; changed != c.painted {
			t.Errorf("%s: the version has changed: %v", c.name, changed)
		}
	}
}

// TestRawStandsStillBetweenSnapshots: without trails, the raw arena has nothing to paint
// anew until the next snapshot comes.
func TestRawStandsStillBetweenSnapshots(t *testing.T) {
	s := loner(t)
	s.panel.NextTruth()
	s.panel.NextTruth()
	s.panel.ToggleTrails()
	repainted := map[game.Lens]int{}
	var before [game.MaxLenses]uint64
	for i := range 60 { // a second, with ten snapshots
		s.AdvanceTo(5*time.Second + time.Duration(i+1)*time.Second/60)
		s.Frame()
		for l := range game.NumLenses {
			v := s.panel.pictures[l].version()
			if v != before[l] {
				repainted[l]++
			}
			before[l] = v
		}
	}
	if raw, smooth := repainted[game.Raw], repainted[game.Interpolated]; raw > 14 || smooth < 55 {
		t.Errorf("in a second at 60 Hz the raw arena was painted %d times, the interpolated one %d times", raw, smooth)
	}
}

func TestSwitchesShowWhatIsOn(t *testing.T) {
	s := loner(t)
	for _, c := range []struct{ id, before, after string }{
		{"arena/truth", "truth: now", "truth: as shown"},
		{"arena/camera", "tilted", "from above"},
		{"arena/trails", "trails", "no trails"},
	} {
		if !strings.Contains(s.Frame().String(), `"`+c.before+`"`) {
			t.Errorf("%s doesn't say %q", c.id, c.before)
		}
		r, _ := s.Ctx.RectOf(c.id)
		if !strings.Contains(s.Click(r.Centre()).String(), `"`+c.after+`"`) {
			t.Errorf("%s doesn't say %q after a click", c.id, c.after)
		}
	}
}

// What has been chosen to see outlives a run, and another Panel can be given it.
func TestChoicesOutliveARun(t *testing.T) {
	s := loner(t)
	at := s.panel.Look()
	s.panel.ToggleTrails()
	s.panel.NextCamera()
	chosen := s.panel.Look()
	if s.start(); s.panel.Look() != chosen || chosen == at {
		t.Errorf("after another run's start it looks like %+v, want %+v", s.panel.Look(), chosen)
	}
	var other Panel
	if other.SetLook(chosen); other.Look() != chosen {
		t.Errorf("another looks like %+v, want %+v", other.Look(), chosen)
	}
}

// quake returns the four arenas of a run with an engine's interpolation.
func quake(t *testing.T) *stage {
	t.Helper()
	scenario := config.DefaultScenario()
	if err := config.MustSetting("engine").Assign(&scenario.Settings, "quake3"); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, scenario)
	s.AdvanceTo(5 * time.Second)
	s.Rest()
	return s
}

// The comparison draws in an arena of its own, or where there are only three in raw's
// place, with its trails and the camera of the others.
func TestComparisonHasAnArena(t *testing.T) {
	s := quake(t)
	for _, c := range []struct {
		arenas, place game.Lens
	}{{game.MaxLenses, game.Fourth}, {game.NumLenses, game.Raw}} {
		s.Model.Arenas = c.arenas
		list := s.Rest().String()
		if raw := strings.Contains(list, `"RAW"`); raw != (c.place != game.Raw) {
			t.Errorf("%d arenas: one is raw's: %v", c.arenas, raw)
		}
		for l := range c.arenas {
			v := &s.panel.pictures[l]
			want := s.Session.AppendDrawn(nil, s.Model.LensIn(l))
			if !slices.Equal(v.drawn, want) || (v.shows == game.Fourth) != (l == c.place) {
				t.Errorf("%d arenas: number %d draws what %v does", c.arenas, l, v.shows)
			}
			if v.cam.View != s.panel.pictures[0].cam.View {
				t.Errorf("%d arenas: number %d has a camera of its own", c.arenas, l)
			}
		}
		if v := &s.panel.pictures[c.place]; v.trail[2].count == 0 {
			t.Errorf("%d arenas: the comparison leaves no trail", c.arenas)
		}
	}
}

func BenchmarkArenas(b *testing.B) {
	for _, c := range []struct {
		name  string
		count int
		paint bool
	}{{"models", 3, true}, {"crowd", 1250, true}, {"crowd, not painted", 1250, false}} {
		b.Run(c.name, func(b *testing.B) {
			scenario := config.DefaultScenario()
			for i := range scenario.Entities {
				scenario.Entities[i].Count = c.count
			}
			s := newStage(b, scenario)
			s.AdvanceTo(3 * time.Second)
			canvas := raster.NewCanvas(1280, 720, 1)
			for b.Loop() {
				list := s.Frame()
				if c.paint {
					list.Replay(canvas)
				}
			}
		})
	}
}

func BenchmarkVersion(b *testing.B) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Walker, Count: 10_000}}
	s := newStage(b, scenario)
	s.AdvanceTo(3 * time.Second)
	s.Frame()
	v := &s.panel.pictures[game.Interpolated]
	if len(v.drawn) != 10_000 {
		b.Fatalf("%d entities are drawn", len(v.drawn))
	}
	for b.Loop() {
		v.version()
	}
}

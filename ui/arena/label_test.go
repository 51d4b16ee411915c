package arena

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

func TestNames(t *testing.T) {
	s := newStage(t, config.DefaultScenario())
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
		s.Model.Playing = c.playing
		if got := s.frame().doing(c.lens, &c.drawn); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestLabelsStayInside(t *testing.T) {
	s := loner(t)
	for _, area := range []raster.Rect{{X: 240, Y: 48, W: 712, H: 280}, {X: 240, Y: 48, W: 1032, H: 318}, {X: 240, Y: 48, W: 1672, H: 490}} {
		s.area = area
		s.Rest()
		v := &s.panel.pictures[game.Interpolated]
		for _, x := range []float32{-22, 0, 22} {
			for _, y := range []float32{-16, 0, 16} {
				d := interp.Drawn{ID: 1, Kind: world.Car, Pose: interp.Pose{Position: mgl32.Vec3{x, y}}}
				s.Ctx.List().Reset()
				s.frame().label(v.rect, v.around(&d), "drone 5 · extrapolating 42 ms", s.Theme.Late, s.Theme.Style.OnAccent)
				box := boxOf(t, s.Ctx.List().String())
				if !v.rect.Contains(raster.Point{X: box.X, Y: box.Y}) || !v.rect.Contains(raster.Point{X: box.X + box.W, Y: box.Y + box.H}) {
					t.Errorf("%v at (%v, %v): the label has %v of %v", area, x, y, box, v.rect)
				}
			}
		}
	}
}

// boxOf reads the first round rectangle of a list's text.
func boxOf(t *testing.T, list string) (r raster.Rect) {
	t.Helper()
	_, after, _ := strings.Cut(list, "round ")
	if n, _ := fmt.Sscanf(after, "%f,%f %fx%f", &r.X, &r.Y, &r.W, &r.H); n != 4 {
		t.Fatalf("no label in %q", list)
	}
	return r
}

func TestWhatIsNotDrawnIsSaid(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Rocket, Count: 1}}
	s := newStage(t, scenario)
	s.Model.Selected = 1
	for i := range 400 {
		s.AdvanceTo(time.Duration(i+1) * 50 * time.Millisecond)
		if len(s.Session.AppendDrawn(nil, game.Raw)) == 0 {
			if list := s.Frame().String(); !strings.Contains(list, `"rocket 1 is not drawn"`) {
				t.Errorf("nothing says so:\n%s", list)
			}
			return
		}
	}
	t.Fatal("the rocket flew for 20 s")
}

// TestLabelsSayWhatTheyCan: what is selected has its name, what the lens does with it and
// its error; in a narrow picture the error gives way while it is in an underrun, and
// otherwise what the lens does as always.
func TestLabelsSayWhatTheyCan(t *testing.T) {
	s := loner(t)
	s.Model.Selected = 1
	s.Rest()
	v := &s.panel.pictures[game.Interpolated]
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
		v.reading = errorReading{taken: s.Model.Moment(), id: 1, state: c.state, error: 1, known: true}
		if got := s.frame().describe(v, &d); got != c.want {
			t.Errorf("%v in %v dp: %q, want %q", c.state, c.width, got, c.want)
		}
	}
}

// TestErrorOfTheSelected: next to the name of what is selected stands its distance from its
// true place, in each arena its own; between two readings of a running window it stands.
func TestErrorOfTheSelected(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}}
	s := newStage(t, scenario)
	s.AdvanceTo(5 * time.Second)
	s.Model.Selected = 1
	labels := func() (out []string) {
		for _, line := range strings.Split(s.Frame().String(), "\n") {
			if _, label, ok := strings.Cut(line, `"car 1 · `); ok {
				label, _, _ = strings.Cut(label, `"`)
				out = append(out, label)
			}
		}
		if len(out) != int(game.NumLenses) {
			t.Fatalf("%d labels: %q", len(out), out)
		}
		return out
	}
	for l, label := range labels() {
		var truth world.State
		s.Session.Truth(1, s.Session.Now(), &truth)
		off := truth.Pose.Position.Sub(s.Session.AppendDrawn(nil, game.Lens(l))[0].Pose.Position).Len()
		if want := fmt.Sprintf("error %.2f m", off); !strings.HasSuffix(label, want) {
			t.Errorf("%v: %q, want …%q", game.Lens(l), label, want)
		}
	}
	s.Model.Playing = true
	before := labels()
	s.AdvanceTo(5060 * time.Millisecond)
	if got := labels(); !slices.Equal(got, before) {
		t.Errorf("after 60 ms %q has become %q", before, got)
	}
	s.AdvanceTo(5310 * time.Millisecond)
	if got := labels(); got[game.Raw] == before[game.Raw] || !strings.HasSuffix(got[game.Raw], " m") {
		t.Errorf("after 310 ms it is still %q", got)
	}
	gone := interp.Drawn{ID: 99, Kind: world.Car}
	v := &s.panel.pictures[game.Raw]
	if got := v.reading.of(&s.Model, &gone); got.known {
		t.Errorf("what isn't there has an error of %v m", got.error)
	}
}

// TestErrorOfWhatStands: a turret's error is in degrees and a door's the time in a wrong
// state, both in the figures under the arenas and beside the name; of a car, and of all
// kinds together, it is in metres.
func TestErrorOfWhatStands(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Turret, Count: 1}, {Kind: world.Door, Count: 1}}
	s := newStage(t, scenario)
	s.AdvanceTo(5 * time.Second)
	recent := s.Session.Recent(game.Interpolated, view.ReadingSpan)
	drawn := s.Session.AppendDrawn(nil, game.Interpolated)
	var turret world.State
	s.Session.Truth(2, s.Session.Now(), &turret)
	angle := measure.DegreesBetween(&turret.Pose.Rotation, &drawn[1].Pose.Rotation)
	if angle < 2 || drawn[1].Kind != world.Turret {
		t.Fatalf("the turret has an error of %v°: that shows nothing", angle)
	}
	metres := fmt.Sprintf("%.2f m", recent.Error)
	for _, c := range []struct {
		selected             interp.EntityID
		label, value, beside string
	}{
		{0, "error", metres, ""},
		{1, "error", metres, " m"},
		{2, "error", fmt.Sprintf("%.1f°", recent.Kinds[world.Turret].ErrorDeg), fmt.Sprintf("error %.1f°", angle)},
		{3, "wrong state", fmt.Sprintf("%.0f %%", 100*recent.Kinds[world.Door].StateWrong), ""},
	} {
		s.Model.Selected = c.selected
		s.Rest()
		list := s.Rest().String() // the focus follows the selection by a frame
		for _, want := range []string{c.label, c.value} {
			if !strings.Contains(list, `"`+want+`"`) {
				t.Errorf("with entity %d selected %q is nowhere", c.selected, want)
			}
		}
		if c.beside != "" && !strings.Contains(list, c.beside+`"`) {
			t.Errorf("beside entity %d stands no %q", c.selected, c.beside)
		}
		if other := c.label == "wrong state"; strings.Contains(list, `"wrong state"`) != other {
			t.Errorf("with entity %d selected there is a wrong state: %v", c.selected, !other)
		}
	}
	text := &s.Model.Text.Arena
	for _, c := range []struct {
		reading errorReading
		want    string
	}{
		{errorReading{in: world.Position, error: 1.234}, " · error 1.23 m"},
		{errorReading{in: world.Rotation, error: 12.34}, " · error 12.3°"},
		{errorReading{in: world.Stance}, " · wrong state"},
	} {
		if got := c.reading.text(text); got != c.want {
			t.Errorf("%+v is %q, want %q", c.reading, got, c.want)
		}
	}
}

// An entity that extrapolates in the comparison's arena is labelled with its state.
func TestComparisonsStateIsLabelled(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Settings.Comparison = 1
	s := newStage(t, scenario)
	s.AdvanceTo(5 * time.Second)
	for range 60 {
		s.AdvanceTo(s.Session.NextFrame())
		drawn := s.Session.AppendDrawn(nil, game.Fourth)
		i := slices.IndexFunc(drawn, func(d interp.Drawn) bool { return d.State == interp.Extrapolating })
		if i < 0 {
			continue
		}
		s.Model.Selected = drawn[i].ID
		list := s.Frame().String()
		if fourth := list[strings.LastIndex(list, "custom "):]; !strings.Contains(fourth, "extrapolating") {
			t.Errorf("it does not say that what is selected is extrapolating:\n%s", fourth)
		}
		return
	}
	t.Fatal("with a hard-coded delay there is no underrun in a second")
}

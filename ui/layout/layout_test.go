package layout

import (
	"testing"

	"pgregory.net/rapid"

	"snaplab/game"
	"snaplab/ui/raster"
)

// inside reports whether a rectangle lies in another, but for what floats round.
func inside(r, in raster.Rect) bool {
	const little = 0.01
	return r.X >= in.X-little && r.Y >= in.Y-little && r.Max().X <= in.Max().X+little && r.Max().Y <= in.Max().Y+little
}

// TestPlaces: in a window of any size that needs not scroll every part has room, within the
// window, and nothing lies on anything else.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := raster.Rect{W: rapid.Float32Range(MinWidth, 4000).Draw(t, "width"), H: rapid.Float32Range(MinHeight, 2500).Draw(t, "height")}
		lenses := game.Lens(rapid.IntRange(int(game.NumLenses), int(game.MaxLenses)).Draw(t, "lenses"))
		places := map[string]Places{
			"window":       Window(window, lenses),
			"simple":       Simple(window, lenses),
			"card":         WithCard(window, lenses, 86, Simple),
			"presentation": Presentation(window, lenses, false),
			"plot":         Presentation(window, lenses, true),
		}
		for name, p := range places {
			parts := append(p.Arenas[:p.Shown:p.Shown], p.Top)
			switch name {
			case "window":
				parts = append(parts, p.Column, p.Packets, p.Buffer, p.Curve)
			case "simple":
				parts = append(parts, p.Verdict, p.Column, p.Buffer)
			case "card":
				parts = append(parts, p.Card, p.Verdict, p.Column, p.Buffer)
			default:
				parts = append(parts, p.Packets, p.Words, p.Hint)
			}
			for i, r := range parts {
				if r.W < 10 || r.H < 10 || !inside(r, window) {
					t.Fatalf("%s: part %d of %v is at %v", name, i, window, r)
				}
				for j, o := range parts[:i] {
					if both := r.Intersect(o); both.W > 0.01 && both.H > 0.01 {
						t.Fatalf("%s: parts %d and %d of %v are at %v and %v", name, i, j, window, r, o)
					}
				}
			}
			if p.Scrolls || p.Shown < game.NumLenses || p.Shown > lenses {
				t.Fatalf("%s of %v: %d arenas of %d lenses, scrolling %v", name, window, p.Shown, lenses, p.Scrolls)
			}
			for _, panel := range p.AppendPanels(nil) {
				if panel.Empty() {
					t.Fatalf("%s: a panel of %v is empty", name, window)
				}
			}
		}
	})
}

// TestSmallWindowsScroll: below the minimum what is shown is as wide as there is room, one
// under the other, and moves together.
func TestSmallWindowsScroll(t *testing.T) {
	for _, window := range []raster.Rect{{W: 800, H: 450}, {W: MinWidth - 1, H: 900}, {W: 1280, H: lowest - 1}, {W: 390, H: 844}} {
		p := Window(window, game.MaxLenses)
		if !p.Scrolls || p.Shown != game.NumLenses {
			t.Fatalf("%v shows %d arenas, scrolling %v", window, p.Shown, p.Scrolls)
		}
		y := p.Work.Y
		for _, r := range []raster.Rect{p.Arenas[0], p.Packets, p.Buffer, p.Curve} {
			if r.Y < y || r.H < 100 {
				t.Errorf("%v: a panel is at %v, want it below %v", window, r, y)
			}
			y = r.Max().Y
		}
		if end := p.Work.Y + p.WorkHeight; end != y {
			t.Errorf("%v: what scrolls ends at %v, want %v", window, end, y)
		}
		moved := p
		moved.Move(-100)
		for _, view := range []string{"raw", "extrapolated", "packets", "buffer", "curve"} {
			if got, want := moved.View(view).Y, p.View(view).Y-100; got != want {
				t.Errorf("%v: %s has moved to %v, want %v", window, view, got, want)
			}
		}
	}
}

// TestView: a view is found by its name in films and in lessons, and the comparison where it
// is shown.
func TestView(t *testing.T) {
	wide, narrow := raster.Rect{W: 1600, H: 900}, raster.Rect{W: MinWidth, H: MinHeight}
	four, three, three4 := Window(wide, game.MaxLenses), Window(wide, game.NumLenses), Window(narrow, game.MaxLenses)
	for _, c := range []struct {
		p    *Places
		name string
		want raster.Rect
	}{
		{&four, "raw", four.Arenas[game.Raw]}, {&four, "arena/raw", four.Arenas[game.Raw]},
		{&four, "interpolated", four.Arenas[game.Interpolated]}, {&four, "arena/extrapolated", four.Arenas[game.Extrapolated]},
		{&four, "packets", four.Packets}, {&four, "buffer", four.Buffer}, {&four, "curve", four.Curve},
		{&four, "arena/comparison", four.Arenas[game.Fourth]},
		{&three, "arena/comparison", raster.Rect{}},
		{&three4, "arena/comparison", three4.Arenas[game.Raw]},
		{&four, "all", raster.Rect{}}, {&four, "", raster.Rect{}}, {&four, "arenas", raster.Rect{}},
	} {
		if got := c.p.View(c.name); got != c.want {
			t.Errorf("%s is at %v, want %v", c.name, got, c.want)
		}
	}
}

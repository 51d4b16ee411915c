package im

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"snaplab/ui/raster"
)

var (
	blue        = raster.Color{R: 0x12, G: 0x34, B: 0x56, A: 0xff}
	transparent = raster.Color{}
)

func TestListText(t *testing.T) {
	style := DefaultStyle()
	style.Names = []NamedColour{{Name: "raw", Colour: blue}}
	l := List{style: &style}
	r := raster.Rect{X: 1, Y: 2.26, W: 30, H: 4.04}
	p := raster.Point{X: -0.04, Y: 5}
	l.PushClip(r)
	l.FillRect(r, style.Panel)
	l.FillRound(r, 4, raster.Alpha(style.Accent, 0.5))
	l.PopClip()
	l.StrokeRound(r, 4, 1.5, blue)
	l.FillCircle(p, 3, blue)
	l.StrokeCircle(p, 3, 1, blue)
	l.FillPolygon([]raster.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}, blue)
	l.StrokePolyline([]raster.Point{{X: 0, Y: 0}, {X: 1, Y: 0}}, raster.Stroke{Width: 2, Dash: 3, Gap: 4, Phase: 1, Closed: true}, blue)
	l.Line(raster.Point{}, raster.Point{X: 9, Y: 9}, 1, blue)
	l.Text(raster.Font{Size: 12, Weight: raster.Bold, Tabular: true}, p, "say \"so\"", style.Foreground)
	l.Text(raster.Font{Size: 12, Weight: raster.Medium}, p, "12", style.Foreground)
	l.Custom(r, "arena", 7, func(*raster.Canvas, raster.Rect) {})
	l.current = layerTip
	l.FillRect(r, style.Popup)

	want := `clip 1,2.3 30x4
fill 1,2.3 30x4 panel
round 1,2.3 30x4 r4 accent 50%
unclip
outline 1,2.3 30x4 r4 w1.5 raw
disc 0,5 r3 raw
circle 0,5 r3 w1 raw
polygon 0,0 1,0 0,1 raw
line 0,0 1,0 w2 dash 3/4 phase 1 closed raw
line 0,0 9,9 w1 raw
text 0,5 "say \"so\"" bold 12 tabular foreground
text 0,5 "12" medium 12 foreground
custom 1,2.3 30x4 arena version 7
layer 3
fill 1,2.3 30x4 popup
`
	if diff := cmp.Diff(want, l.String()); diff != "" {
		t.Error(diff)
	}
}

func TestListLeavesOutWhatDoesNotShow(t *testing.T) {
	var l List
	r, p := raster.Rect{W: 5, H: 5}, raster.Point{}
	nan := float32(math.NaN())
	two := []raster.Point{{}, {X: 1}}
	l.FillRect(raster.Rect{W: 5}, blue)
	l.FillRect(raster.Rect{W: nan, H: 5}, blue)
	l.FillRect(r, transparent)
	l.FillRound(r, 2, transparent)
	l.StrokeRound(r, 2, 0, blue)
	l.FillCircle(p, 0, blue)
	l.StrokeCircle(p, 2, nan, blue)
	l.FillPolygon(two, blue)
	l.StrokePolyline(two[:1], raster.Stroke{Width: 1}, blue)
	l.StrokePolyline(two, raster.Stroke{}, blue)
	l.Text(raster.Font{Size: 10}, p, "", blue)
	l.Custom(r, "none", 0, nil)
	l.PopClip()
	wantValue(t, "list", l.String(), "")
}

// Any change to any field of any command changes the hash.
func TestListHashSeesEveryField(t *testing.T) {
	type change struct {
		name string
		draw func(*List)
	}
	f := raster.Font{Size: 10}
	r := raster.Rect{X: 1, Y: 2, W: 3, H: 4}
	p := raster.Point{X: 1, Y: 2}
	red := raster.Color{R: 0xff, A: 0xff}
	points := []raster.Point{{X: 1, Y: 2}, {X: 3, Y: 4}, {X: 5, Y: 7}}
	other := []raster.Point{{X: 1, Y: 2}, {X: 3, Y: 4}, {X: 5, Y: 6}}
	stroke := raster.Stroke{Width: 1, Dash: 2, Gap: 3}
	vary := func(edit func(*raster.Stroke)) raster.Stroke { s := stroke; edit(&s); return s }
	nothing := func(*raster.Canvas, raster.Rect) {}
	changes := []change{
		{"empty", func(l *List) {}},
		{"fill", func(l *List) { l.FillRect(r, blue) }},
		{"fill twice", func(l *List) { l.FillRect(r, blue); l.FillRect(r, blue) }},
		{"fill moved", func(l *List) { l.FillRect(raster.Rect{X: 1.01, Y: 2, W: 3, H: 4}, blue) }},
		{"fill wider", func(l *List) { l.FillRect(raster.Rect{X: 1, Y: 2, W: 3.01, H: 4}, blue) }},
		{"fill colour", func(l *List) { l.FillRect(r, red) }},
		{"fill alpha", func(l *List) { l.FillRect(r, raster.Alpha(blue, 0.5)) }},
		{"fill on top", func(l *List) { l.current = layerTip; l.FillRect(r, blue) }},
		{"round", func(l *List) { l.FillRound(r, 4, blue) }},
		{"round radius", func(l *List) { l.FillRound(r, 5, blue) }},
		{"outline", func(l *List) { l.StrokeRound(r, 4, 1, blue) }},
		{"outline width", func(l *List) { l.StrokeRound(r, 4, 2, blue) }},
		{"disc", func(l *List) { l.FillCircle(p, 2, blue) }},
		{"circle", func(l *List) { l.StrokeCircle(p, 2, 1, blue) }},
		{"polygon", func(l *List) { l.FillPolygon(points, blue) }},
		{"polygon point", func(l *List) { l.FillPolygon(other, blue) }},
		{"line", func(l *List) { l.StrokePolyline(points, stroke, blue) }},
		{"line shorter", func(l *List) { l.StrokePolyline(points[:2], stroke, blue) }},
		{"line width", func(l *List) { l.StrokePolyline(points, vary(func(s *raster.Stroke) { s.Width++ }), blue) }},
		{"line dash", func(l *List) { l.StrokePolyline(points, vary(func(s *raster.Stroke) { s.Dash++ }), blue) }},
		{"line gap", func(l *List) { l.StrokePolyline(points, vary(func(s *raster.Stroke) { s.Gap++ }), blue) }},
		{"line phase", func(l *List) { l.StrokePolyline(points, vary(func(s *raster.Stroke) { s.Phase++ }), blue) }},
		{"line closed", func(l *List) { l.StrokePolyline(points, vary(func(s *raster.Stroke) { s.Closed = true }), blue) }},
		{"text", func(l *List) { l.Text(f, p, "abcdefgh", blue) }},
		{"text longer", func(l *List) { l.Text(f, p, "abcdefghi", blue) }},
		{"text of NUL", func(l *List) { l.Text(f, p, "abcdefgh\x00", blue) }},
		{"text other", func(l *List) { l.Text(f, p, "abcdefgx", blue) }},
		{"text size", func(l *List) { l.Text(raster.Font{Size: 11}, p, "abcdefgh", blue) }},
		{"text weight", func(l *List) { l.Text(raster.Font{Size: 10, Weight: raster.Bold}, p, "abcdefgh", blue) }},
		{"text tabular", func(l *List) { l.Text(raster.Font{Size: 10, Tabular: true}, p, "abcdefgh", blue) }},
		{"custom", func(l *List) { l.Custom(r, "a", 1, nothing) }},
		{"custom name", func(l *List) { l.Custom(r, "b", 1, nothing) }},
		{"custom version", func(l *List) { l.Custom(r, "a", 2, nothing) }},
		{"fill clipped", func(l *List) { l.PushClip(raster.Rect{X: 1, Y: 2, W: 2, H: 4}); l.FillRect(r, blue) }},
		{"fill clipped twice", func(l *List) {
			l.PushClip(raster.Rect{X: 1, Y: 2, W: 2, H: 4})
			l.PushClip(raster.Rect{X: 1, Y: 2, W: 3, H: 1})
			l.FillRect(r, blue)
		}},
	}
	seen := map[uint64]string{}
	var l List
	for _, c := range changes {
		l.Reset()
		c.draw(&l)
		h := hashOf(&l)
		if before, ok := seen[h]; ok {
			t.Errorf("%q has the hash of %q", c.name, before)
		}
		seen[h] = c.name
		l.Reset()
		c.draw(&l)
		if hashOf(&l) != h {
			t.Errorf("%q drawn again has another hash", c.name)
		}
	}
}

// Replay draws what the same calls on a canvas draw, layers from the bottom up.
func TestReplayIsDrawingDirectly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	number := func(limit float32) float32 { return rng.Float32() * limit }
	colour := func() raster.Color {
		return raster.Color{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()), B: uint8(rng.Uint32()), A: uint8(128 + rng.UintN(128))}
	}
	var l List
	direct, replayed := raster.NewCanvas(120, 90, 1.5), raster.NewCanvas(120, 90, 1.5)
	for range 30 {
		l.Reset()
		direct.FillRect(direct.Bounds(), blue)
		replayed.FillRect(replayed.Bounds(), blue)
		clip := raster.Rect{X: number(30), Y: number(20), W: number(60), H: number(50)}
		r := raster.Rect{X: number(40), Y: number(30), W: number(40), H: number(30)}
		p := raster.Point{X: number(80), Y: number(60)}
		a, b, w := colour(), colour(), 0.5+number(3)
		points := []raster.Point{{X: number(80), Y: number(60)}, {X: number(80), Y: number(60)}, {X: number(80), Y: number(60)}}
		stroke := raster.Stroke{Width: w}
		f := raster.Font{Size: 11}

		l.current = layerTip // first called, last drawn
		l.FillRect(r, a)
		l.current = layerBase
		l.PushClip(clip)
		l.FillRound(r, w, b)
		l.StrokeRound(r, w, w, a)
		l.PopClip()
		l.FillCircle(p, 4*w, b)
		l.StrokeCircle(p, 5*w, w, a)
		l.FillPolygon(points, b)
		l.StrokePolyline(points, stroke, a)
		l.Text(f, p, "Ag", b)
		l.Custom(clip, "c", 1, func(cv *raster.Canvas, r raster.Rect) { cv.FillCircle(p, 9, a) })
		l.Replay(replayed)

		direct.PushClip(clip)
		direct.FillRound(r, w, b)
		direct.StrokeRound(r, w, w, a)
		direct.PopClip()
		direct.FillCircle(p, 4*w, b)
		direct.StrokeCircle(p, 5*w, w, a)
		direct.FillPolygon(points, b)
		direct.StrokePolyline(points, stroke, a)
		direct.Text(f, p, "Ag", b)
		direct.PushClip(clip)
		direct.FillCircle(p, 9, a)
		direct.PopClip()
		direct.FillRect(r, a)

		if !bytes.Equal(direct.Image().Pix, replayed.Image().Pix) {
			t.Fatalf("the pictures differ:\n%s", l.String())
		}
	}
}

func TestResetLetsGoOfFunctions(t *testing.T) {
	var l List
	l.Custom(raster.Rect{W: 5, H: 5}, "plot", 1, func(*raster.Canvas, raster.Rect) {})
	l.Reset()
	if kept := l.layers[0].commands[:1]; kept[0].draw != nil {
		t.Error("the function is still held")
	}
}

func TestReplayClosesOpenClips(t *testing.T) {
	var l List
	l.PushClip(raster.Rect{W: 5, H: 5})
	l.current = layerTip
	l.FillRect(raster.Rect{W: 20, H: 20}, blue)
	cv := raster.NewCanvas(20, 20, 1)
	l.Replay(cv)
	at := cv.Image().RGBAAt(15, 15)
	wantValue(t, "outside the clip", at.B, blue.B)
}

func TestTextInAlignsAndShortens(t *testing.T) {
	f := raster.Font{Size: 10}
	r := raster.Rect{X: 10, Y: 20, W: 100, H: 20}
	w := f.Measure("abc")
	for _, c := range []struct {
		align Align
		x     float32
	}{{Left, 10}, {Centre, 10 + (100-w)/2}, {Right, 110 - w}} {
		var l List
		wantValue(t, "width", l.TextIn(f, r, "abc", c.align, blue), w)
		got := l.layers[0].commands[0]
		wantValue(t, "x", got.rect.X, c.x)
		wantValue(t, "y", got.rect.Y, 20+(20+f.CapHeight())/2)
	}
	var l List
	long := "a text that does not fit into the rectangle at all"
	if got := l.TextIn(f, r, long, Right, blue); got > 100.5 {
		t.Errorf("the shortened text is %v wide, more than 100", got)
	}
	if got := l.layers[0].commands[0].text; got != f.Truncate(long, 100) {
		t.Errorf("got %q, want what Truncate makes", got)
	}
}

// A figure twice as wide as its place is written at half its size, on the same middle;
// one that fits is written as any text.
func TestFigureIsNeverCut(t *testing.T) {
	f := raster.Font{Size: 20, Tabular: true}
	r := raster.Rect{X: 10, Y: 5, W: f.Measure("999.9 s"), H: 30}
	var fits, text, half List
	fits.Figure(f, r, "999.9 s", Right, blue)
	text.TextIn(f, r, "999.9 s", Right, blue)
	wantValue(t, "a figure that fits", fits.String(), text.String())
	r.W /= 2
	half.Figure(f, r, "999.9 s", Left, blue)
	small := raster.Font{Size: 10, Tabular: true}
	wantValue(t, "a figure twice as wide", half.String(), fmt.Sprintf("text 10,%.1f \"999.9 s\" regular 10 tabular #123456\n", Baseline(small, r)))

	rapid.Check(t, func(t *rapid.T) {
		var l List
		width := rapid.Float32Range(1, 200).Draw(t, "width")
		s := rapid.StringMatching(`[0-9]{1,20}\.[0-9] (ms|kbit/s)`).Draw(t, "figure")
		size := rapid.Float32Range(1, 40).Draw(t, "size")
		if w := l.Figure(raster.Font{Size: size}, raster.Rect{W: width, H: 20}, s, Centre, blue); w > width+0.5 {
			t.Fatalf("%v dp wide, want at most %v", w, width)
		}
		if !strings.Contains(l.String(), s) {
			t.Fatalf("%s is not all there: %s", s, l.String())
		}
	})
}

package timeline

import (
	"slices"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// cursor is the render time of the kinds that have the same delay.
type cursor struct {
	at         time.Duration // simulation time at which the server sent what is drawn now
	delay      time.Duration // that is set
	applied    time.Duration // that it stands at
	kinds      []string      // their names
	of         []interp.Kind // which they are
	inUnderrun bool

	x     float32     // where it stands, dp
	label raster.Rect // empty where there is no room for one
}

// renderCursors draws, for each delay that is set, a line at what is drawn now. Whose
// it is stands next to it as far as there is room, the most shared delay first, and in
// its tooltip.
func (fr *frame) renderCursors() {
	l, all := fr.c.List(), 0
	var shown []*cursor
	fr.cursors = fr.findCursors()
	for i := range fr.cursors {
		c := &fr.cursors[i]
		all += len(c.kinds)
		if c.x = fr.x(c.at); !fr.shows(c) {
			continue
		}
		shown = append(shown, c)
		stroke := raster.Stroke{Width: 1.5}
		if c.inUnderrun {
			stroke.Dash, stroke.Gap = 4, 2.5
		}
		l.StrokePolyline([]raster.Point{{X: c.x, Y: fr.plot.Y - 9}, {X: c.x, Y: fr.plot.Y + fr.plot.H + 5}}, stroke, fr.cursorColour(c))
		cursorHead(l, raster.Point{X: c.x, Y: fr.plot.Y - 10}, fr.cursorColour(c))
		fr.dragCursor(c)
	}
	slices.SortStableFunc(shown, func(a, b *cursor) int { return len(b.kinds) - len(a.kinds) })
	font := fr.m.Theme.Style.Small
	font.Weight, font.Tabular = raster.Bold, true
	for _, c := range shown {
		label := fr.cursorLabel(c, all)
		if c.label = fr.placeLabel(c, font.Measure(label)); !c.label.Empty() {
			l.TextIn(font, c.label, label, im.Left, fr.cursorColour(c))
		}
	}
}

// dragCursor has the head of a cursor dragged while the run is paused: it sets the delay.
func (fr *frame) dragCursor(c *cursor) {
	head := raster.Rect{X: c.x - 7, Y: fr.plot.Y - 17, W: 14, H: 16}
	x := fr.c.Interact("packets/cursor/"+fr.m.Settings.Kinds.Name(c.of[0]), head, im.Region{Tooltip: fr.cursorTip(c), NoFocus: true})
	if fr.m.Playing || !x.Active || x.Pressed || fr.plot.W <= 0 {
		return
	}
	back := time.Duration(float64(c.x-x.Pointer.X) / float64(fr.plot.W) * float64(fr.window.span()))
	delay := min(max((c.applied+back).Round(time.Millisecond), 0), time.Duration(view.DelayKnob.Max))
	for _, k := range c.of {
		fr.act.SetDelay(int(k), delay)
	}
}

func (fr *frame) cursorColour(c *cursor) raster.Color {
	if c.inUnderrun {
		return fr.m.Theme.Lost
	}
	return fr.m.Theme.Lens[game.Interpolated]
}

// shows reports whether a cursor stands in the picture.
func (v *Panel) shows(c *cursor) bool {
	return c.x >= v.plot.X && c.x <= v.plot.X+v.plot.W+packetsRoom
}

// placeLabel finds room for a label of a width next to a cursor, where it lies on no
// other cursor and label: at its left, but at the right of the last of several. It is
// empty if there is none.
func (v *Panel) placeLabel(c *cursor, width float32) raster.Rect {
	const gap = 7
	left := raster.Rect{X: c.x - gap - width, Y: v.plot.Y - 17, W: width + 1, H: 14}
	right := left
	right.X = c.x + gap
	tries := [2]raster.Rect{left, right}
	if n := len(v.cursors); n > 1 && c == &v.cursors[n-1] {
		tries[0], tries[1] = right, left
	}
	for _, r := range tries {
		if r.X >= v.plot.X-6 && r.X+r.W <= v.plot.X+v.plot.W+packetsRoom+view.Padding-4 && v.free(c, r) {
			return r
		}
	}
	return raster.Rect{}
}

// free reports whether a label next to c would lie on nothing.
func (v *Panel) free(c *cursor, r raster.Rect) bool {
	for i := range v.cursors {
		o := &v.cursors[i]
		if o != c && o.x > r.X-5 && o.x < r.X+r.W+5 || !r.Intersect(o.label).Empty() {
			return false
		}
	}
	return true
}

// cursorTip says whose a cursor is, and what it is.
func (fr *frame) cursorTip(c *cursor) string {
	return strings.Join(c.kinds, ", ") + " −" + view.Milliseconds(c.delay) + " ms\n" + fr.m.Text.Packets.RenderTimeTip
}

// cursorHead is a triangle that points down.
func cursorHead(l *im.List, p raster.Point, c raster.Color) {
	l.FillPolygon([]raster.Point{p.Add(-4, -3), p.Add(4, -3), p.Add(0, 3)}, c)
}

// findCursors returns the cursors of all kinds that there are, from the left to the right:
// none before the first packet has arrived.
func (fr *frame) findCursors() (found []cursor) {
	stats := fr.m.Run.Stats(game.Interpolated)
	if stats.Steps == 0 {
		return nil
	}
	for _, k := range fr.m.Kinds() {
		delay := fr.m.DelayOf(k)
		i := slices.IndexFunc(found, func(c cursor) bool { return c.delay == delay })
		if i < 0 {
			i = len(found)
			found = append(found, cursor{at: fr.m.Run.SimulationTime(stats.Kinds[k].RenderTime), delay: delay, applied: stats.Kinds[k].Delay})
		}
		found[i].kinds, found[i].of = append(found[i].kinds, fr.m.KindName(k)), append(found[i].of, k)
		found[i].inUnderrun = found[i].inUnderrun || fr.m.Readings.InUnderrun[k]
	}
	for i := range found { // a few
		for j := i; j > 0 && found[j].at < found[j-1].at; j-- {
			found[j], found[j-1] = found[j-1], found[j]
		}
	}
	return found
}

// cursorLabel says whose cursor it is, of all kinds that have one, and its delay.
func (fr *frame) cursorLabel(c *cursor, all int) string {
	text, whose := &fr.m.Text.Packets, c.kinds[0]
	switch n := len(c.kinds); {
	case n == 1:
	case n == all:
		whose = text.AllKinds
	case 2*n > all:
		whose = text.MostKinds
	default:
		whose = view.Fill(text.SomeKinds, view.Count(n))
	}
	return whose + " −" + view.Milliseconds(c.delay)
}

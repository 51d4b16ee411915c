package timeline

import (
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// cursor is the render time of the kinds that have the same delay.
type cursor struct {
	at         time.Duration // simulation time at which the server sent what is drawn now
	delay      time.Duration
	kinds      int
	kind       int // one of them
	inUnderrun bool

	x     float32     // where it stands, dp
	named bool        // room for its label was looked for, and found if
	label raster.Rect // is not empty
}

// renderCursors draws, for each delay that is set, a line at what is drawn now. Whose
// it is stands beside it as far as there is room, the most shared delay first, and in
// its tooltip.
func (fr *frame) renderCursors() {
	v, l, style := fr.p, fr.c.List(), &fr.m.Theme.Style
	v.cursors = fr.appendCursors(v.cursors[:0])
	font := style.Small
	font.Weight, font.Tabular = raster.Bold, true
	for i := range v.cursors {
		c := &v.cursors[i]
		if c.x = v.x(c.at); !v.shows(c) {
			continue
		}
		stroke := raster.Stroke{Width: 1.5}
		if c.inUnderrun {
			stroke.Dash, stroke.Gap = 4, 2.5
		}
		line := [2]raster.Point{{X: c.x, Y: v.plot.Y - 9}, {X: c.x, Y: v.plot.Y + v.plot.H + 5}}
		l.StrokePolyline(line[:], stroke, fr.cursorColour(c))
		cursorHead(l, raster.Point{X: c.x, Y: v.plot.Y - 10}, fr.cursorColour(c))
		fr.cursorTip(i)
	}
	for {
		c := v.nextToName()
		if c == nil {
			return
		}
		c.named = true
		v.buf = fr.appendCursorLabel(v.buf[:0], c)
		if at, ok := v.placeLabel(c, view.WidthOf(l, font, v.buf)); ok {
			c.label = at
			l.TextInBytes(font, at, v.buf, im.Left, fr.cursorColour(c))
		}
	}
}

func (fr *frame) cursorColour(c *cursor) raster.Color {
	if c.inUnderrun {
		return fr.m.Theme.Lost
	}
	return fr.m.Theme.Lens[game.Interpolated]
}

// nextToName returns the cursor of the most kinds that has not been named, the leftmost
// of equals, nil if there is none.
func (v *Panel) nextToName() *cursor {
	var next *cursor
	for i := range v.cursors {
		c := &v.cursors[i]
		if !c.named && v.shows(c) && (next == nil || c.kinds > next.kinds) {
			next = c
		}
	}
	return next
}

// shows reports whether a cursor stands in the picture.
func (v *Panel) shows(c *cursor) bool {
	return c.x >= v.plot.X && c.x <= v.plot.X+v.plot.W+packetsRoom
}

// placeLabel finds room for a label of a width beside a cursor, where it lies on no
// other cursor and label: at its left, but at the right of the last of several.
func (v *Panel) placeLabel(c *cursor, width float32) (raster.Rect, bool) {
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
			return r, true
		}
	}
	return raster.Rect{}, false
}

// free reports whether a label beside c would lie on nothing.
func (v *Panel) free(c *cursor, r raster.Rect) bool {
	for i := range v.cursors {
		o := &v.cursors[i]
		if o != c && o.x > r.X-5 && o.x < r.X+r.W+5 || !r.Intersect(o.label).Empty() {
			return false
		}
	}
	return true
}

// cursorTip says by a tooltip whose the i-th cursor is.
func (fr *frame) cursorTip(i int) {
	v := fr.p
	c := &v.cursors[i]
	v.buf = v.buf[:0]
	for k := range world.NumKinds {
		if fr.m.Scenario.Count(k) > 0 && fr.m.DelayOf(k) == c.delay {
			if len(v.buf) > 0 {
				v.buf = append(v.buf, ", "...)
			}
			v.buf = append(v.buf, fr.m.Text.Controls.Kinds[k]...)
		}
	}
	v.buf = view.Milliseconds(append(v.buf, " −"...), c.delay)
	v.buf = append(append(v.buf, " ms\n"...), fr.m.Text.Packets.RenderTimeTip...)
	if string(v.buf) != v.tips[i] {
		v.tips[i] = string(v.buf)
	}
	r := raster.Rect{X: c.x - 5, Y: v.plot.Y - 15, W: 10, H: 12}
	fr.c.Hint(cursorIDs[i], r, v.tips[i])
}

// cursorIDs name the cursors' tooltips.
var cursorIDs = [world.NumKinds]string{
	"packets/cursor/1", "packets/cursor/2", "packets/cursor/3", "packets/cursor/4",
	"packets/cursor/5", "packets/cursor/6", "packets/cursor/7", "packets/cursor/8",
}

// cursorHead is a triangle that points down.
func cursorHead(l *im.List, p raster.Point, c raster.Color) {
	corners := [3]raster.Point{p.Add(-4, -3), p.Add(4, -3), p.Add(0, 3)}
	l.FillPolygon(corners[:], c)
}

// appendCursors appends the cursors of all kinds that there are, from the left to the
// right.
func (fr *frame) appendCursors(dst []cursor) []cursor {
	stats := fr.m.Run.Stats(game.Interpolated)
	if stats.Steps == 0 {
		return dst // no packet has arrived: there is no render time yet
	}
	for k := range world.NumKinds {
		if fr.m.Scenario.Count(k) == 0 {
			continue
		}
		delay := fr.m.DelayOf(k)
		i := slices.IndexFunc(dst, func(c cursor) bool { return c.delay == delay })
		if i < 0 {
			i = len(dst)
			dst = append(dst, cursor{at: fr.m.Run.SimulationTime(stats.Kinds[k].RenderTime), delay: delay, kind: int(k)})
		}
		dst[i].kinds++
		dst[i].inUnderrun = dst[i].inUnderrun || fr.m.Readings.InUnderrun[k]
	}
	slices.SortFunc(dst, func(a, b cursor) int { return int((a.at - b.at) / time.Microsecond) })
	return dst
}

// appendCursorLabel appends whose cursor it is and its delay.
func (fr *frame) appendCursorLabel(dst []byte, c *cursor) []byte {
	text, most, all := &fr.m.Text.Packets, 0, 0
	for i := range fr.p.cursors {
		most = max(most, fr.p.cursors[i].kinds)
		all += fr.p.cursors[i].kinds
	}
	switch {
	case c.kinds == 1:
		dst = append(dst, fr.m.Text.Controls.Kinds[c.kind]...)
	case c.kinds == all:
		dst = append(dst, text.AllKinds...)
	case c.kinds == most && 2*most > all:
		dst = append(dst, text.MostKinds...)
	default:
		dst = view.Phrase(dst, text.SomeKinds, view.Count(c.kinds))
	}
	return view.Milliseconds(append(dst, " −"...), c.delay)
}

package ui

import (
	"slices"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// cursor is the render time of the kinds that have the same delay.
type cursor struct {
	at    time.Duration // simulation time at which the server sent what is drawn now
	delay time.Duration
	kinds int
	kind  int // one of them
	dry   bool
}

// renderCursors draws, for each delay that is set, a line at what is drawn now, and
// says whose it is as far as there is room.
func (a *App) renderCursors() {
	v, l, style := &a.packets, a.ctx.List(), &a.theme.Style
	v.cursors = a.appendCursors(v.cursors[:0])
	left, right := v.plot.X-6, v.plot.X+v.plot.W+packetsRoom+padding-4
	font := style.Small
	font.Weight, font.Tabular = raster.Bold, true
	taken := left // up to here labels stand
	for i := range v.cursors {
		c := &v.cursors[i]
		x := v.x(c.at)
		if x < left {
			continue
		}
		colour := a.theme.Lens[game.Interpolated]
		if c.dry {
			colour = a.theme.Lost
		}
		stroke := raster.Stroke{Width: 1.5}
		if c.dry {
			stroke.Dash, stroke.Gap = 4, 2.5
		}
		line := [2]raster.Point{{X: x, Y: v.plot.Y - 9}, {X: x, Y: v.plot.Y + v.plot.H + 5}}
		l.StrokePolyline(line[:], stroke, colour)
		cursorHead(l, raster.Point{X: x, Y: v.plot.Y - 10}, colour)

		next := right
		if i+1 < len(v.cursors) {
			next = v.x(v.cursors[i+1].at) - 6
		}
		v.buf = a.appendCursorLabel(v.buf[:0], c)
		width := widthOf(l, font, v.buf)
		const gap = 7
		at := raster.Rect{X: x - gap - width, Y: v.plot.Y - 17, W: width + 1, H: 14}
		onLeft, onRight := at.X >= taken, x+gap+width <= next
		last := i > 0 && i+1 == len(v.cursors)
		switch {
		case onRight && (last || !onLeft):
			at.X = x + gap
			taken = at.X + width + gap
		case onLeft:
			taken = x + gap
		default:
			taken = x + gap
			continue
		}
		l.TextInBytes(font, at, v.buf, im.Left, colour)
	}
}

// cursorHead is a triangle that points down.
func cursorHead(l *im.List, p raster.Point, c raster.Color) {
	corners := [3]raster.Point{p.Add(-4, -3), p.Add(4, -3), p.Add(0, 3)}
	l.FillPolygon(corners[:], c)
}

// appendCursors appends the cursors of all kinds that there are, from the left to the
// right.
func (a *App) appendCursors(dst []cursor) []cursor {
	stats := a.session.Stats(game.Interpolated)
	if stats.Steps == 0 {
		return dst // no packet has arrived: there is no render time yet
	}
	for k := range game.NumKinds {
		if a.scenario.Count(k) == 0 {
			continue
		}
		delay := a.settings.Policies[k].Delay
		i := slices.IndexFunc(dst, func(c cursor) bool { return c.delay == delay })
		if i < 0 {
			i = len(dst)
			dst = append(dst, cursor{at: a.session.SimulationTime(stats.Kinds[k].RenderTime), delay: delay, kind: int(k)})
		}
		dst[i].kinds++
		dst[i].dry = dst[i].dry || a.readings.dry[k]
	}
	slices.SortFunc(dst, func(a, b cursor) int { return int((a.at - b.at) / time.Microsecond) })
	return dst
}

// appendCursorLabel appends whose cursor it is and its delay.
func (a *App) appendCursorLabel(dst []byte, c *cursor) []byte {
	text, most, all := &a.text.Packets, 0, 0
	for i := range a.packets.cursors {
		most = max(most, a.packets.cursors[i].kinds)
		all += a.packets.cursors[i].kinds
	}
	switch {
	case c.kinds == 1:
		dst = append(dst, a.text.Controls.Kinds[c.kind]...)
	case c.kinds == all:
		dst = append(dst, text.AllKinds...)
	case c.kinds == most && 2*most > all:
		dst = append(dst, text.MostKinds...)
	default:
		dst = phrase(dst, text.SomeKinds, count(c.kinds))
	}
	return milliseconds(append(dst, " −"...), c.delay)
}

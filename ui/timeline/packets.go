// Package timeline draws the packets on their way from the server to the client, and the
// render time of each kind passing over them.
package timeline

import (
	"fmt"
	"math"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// packetsSpan is how much of the past the packet timeline shows.
const packetsSpan = 3 * time.Second

// packetsRoom is what the picture leaves free right of the present, dp: half a mark,
// and a part of the last cursor's label.
const packetsRoom = 24

// Panel draws each packet's way from the server to the client.
type Panel struct {
	packets []game.PacketRecord
	now     time.Duration
	window  packetWindow
	plot    raster.Rect // its upper edge is the lane of sending, its lower that of arrival
	cursors []cursor

	hovered uint64 // the packet under the pointer or chosen, 0 for none
	tip     string // its numbers
	chosen  uint64 // the packet that the keyboard is on
	card    packetCard
	lost    lossCount
}

// frame is a panel with the frame that it is drawn in.
type frame struct {
	*Panel
	c   *im.Context
	m   *view.Model
	act *view.Actions
}

// Draw draws the timeline.
func (v *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	r = view.BeginPanel(c, r)
	fr, text, style, l := &frame{v, c, m, act}, &m.Text.Packets, &m.Theme.Style, c.List()
	v.now = m.Now
	// A packet sent before the picture's edge may arrive within it.
	v.packets = m.Run.AppendPackets(v.packets[:0], v.start()-longestWay, v.end())
	fr.heading(r.CutTop(view.HeadingHeight))

	width := max(style.Small.Measure(text.Sends), style.Small.Measure(text.Gets))
	labels := r.CutLeft(width)
	r.CutLeft(14)
	r.CutRight(packetsRoom)
	const above, below = 17, 6 // the cursors' labels, and half a mark
	v.plot = raster.Rect{X: r.X, Y: r.Y + above, W: r.W, H: max(r.H-above-below, 8)}
	for i, name := range [2]string{text.Sends, text.Gets} {
		y := v.plot.Y + v.plot.H*float32(i)
		at := raster.Rect{X: labels.X, Y: y - 8, W: labels.W, H: 16}
		l.TextIn(style.Small, at, name, im.Left, style.Muted)
		c.Hint([2]string{"packets/sends", "packets/gets"}[i], at, [2]string{text.SendsTip, text.GetsTip}[i])
		l.FillRect(raster.Rect{X: v.plot.X - 6, Y: y - 0.5, W: v.plot.W + 6 + packetsRoom, H: 1}, m.Theme.Axis)
	}
	fr.steer(raster.Rect{X: r.X, Y: r.Y, W: r.W + packetsRoom, H: r.H})
	l.PushClip(raster.Rect{X: r.X - 6, Y: r.Y, W: r.W + 6 + packetsRoom, H: r.H})
	fr.packetLines()
	l.PopClip()
	fr.renderCursors()
}

// heading draws the heading and the legend: of each mark what it means.
func (fr *frame) heading(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Packets, fr.c.List()
	fr.c.Heading(r, text.Heading)
	left := style.Heading.Measure(text.Heading) + 14
	items := []struct{ id, word, tip string }{
		{"packets/legend/used", text.Used, text.UsedTip}, {"packets/legend/late", text.Late, text.LateTip},
		{"packets/legend/stale", text.Stale, text.StaleTip}, {"packets/legend/lost", text.Lost, text.LostTip},
		{"packets/legend/twice", text.Duplicate, text.TwiceTip}, {"packets/legend/cursor", text.RenderTime, text.RenderTimeTip},
	}
	const mark, gap = 15, 14
	strong := style.Small
	strong.Weight, strong.Tabular = raster.Medium, true
	losses := fr.losses()
	words := raster.Rect{X: r.X + left, Y: r.Y, W: strong.Measure(losses) + 1, H: r.H}
	l.TextIn(strong, words, losses, im.Left, style.Foreground)
	fr.c.Hint("packets/losses", words, text.LossesTip)
	left += strong.Measure(losses) + 2*gap

	// What is explained by its own label goes first where there is no room.
	width := float32(-gap)
	for i, legend := range items {
		more := mark + style.Small.Measure(legend.word) + gap
		if left+width+more > r.W {
			items = items[:i]
			break
		}
		width += more
	}
	r.CutLeft(max(left, r.W-width))
	for i, legend := range items {
		item := r.CutLeft(mark + style.Small.Measure(legend.word))
		r.CutLeft(gap)
		fr.c.Hint(legend.id, item, legend.tip)
		p := raster.Point{X: item.X + 5, Y: item.Y + item.H/2}
		switch f := view.FateUsed + view.Fate(i); {
		case f <= view.FateLost:
			view.FateMark(l, p, f, view.FateColour(fr.m.Theme, f))
		case f == view.FateLost+1:
			l.StrokeCircle(p, 3.2, 1.2, view.FateColour(fr.m.Theme, view.FateUsed))
		default:
			cursorHead(l, p.Add(0, -3), fr.m.Theme.Lens[game.Interpolated])
			l.FillRect(raster.Rect{X: p.X - 0.75, Y: p.Y - 3, W: 1.5, H: 10}, fr.m.Theme.Lens[game.Interpolated])
		}
		item.CutLeft(mark)
		l.TextIn(style.Small, item, legend.word, im.Left, style.Muted)
	}
}

// x returns the place of a simulation time.
func (v *Panel) x(at time.Duration) float32 {
	return v.plot.X + v.plot.W*(1-float32(float64(v.end()-at)/float64(v.window.span())))
}

// start and end are the times at the edges of the picture.
func (v *Panel) start() time.Duration { return v.end() - v.window.span() }
func (v *Panel) end() time.Duration   { return v.now - v.window.behind }

// line returns both ends of what there is to see of a packet's way.
func (v *Panel) line(p *game.PacketRecord, f view.Fate) (from, to raster.Point) {
	sent, arrives := p.Link.SentAt, p.Link.ArrivesAt
	end, share := arrives, float32(1)
	switch {
	case f == view.FateLost:
		end, share = sent+(arrives-sent)/2, 0.5
	case f == view.FateFlying:
		end = min(v.now, arrives) // one that has come may still wait to be read
		if arrives > sent {
			share = float32(float64(end-sent) / float64(arrives-sent))
		}
	}
	return raster.Point{X: v.x(sent), Y: v.plot.Y}, raster.Point{X: v.x(end), Y: v.plot.Y + v.plot.H*share}
}

// thinning leaves out packets whose lines would lie on others': of those sent within a
// column of the picture one for each fate and column of arrival.
type thinning struct {
	column int
	drawn  [view.NumFates]uint64 // bit n: one that arrives n columns later
}

const thinColumn = 3 // dp

func (t *thinning) skip(from, to raster.Point, f view.Fate) bool {
	column := int(math.Floor(float64(from.X / thinColumn)))
	if column != t.column {
		*t = thinning{column: column}
	}
	bit := uint64(1) << min(63, max(0, int((to.X-from.X)/thinColumn)))
	if t.drawn[f]&bit != 0 {
		return true
	}
	t.drawn[f] |= bit
	return false
}

// packetLines draws the packets, what is amiss over what is not.
func (fr *frame) packetLines() {
	l := fr.c.List()
	for pass := range 2 {
		var thin thinning
		for i := range fr.packets {
			p := &fr.packets[i]
			f, hovered := view.FateOf(p, fr.now), p.Link.Seq == fr.hovered
			if (f <= view.FateUsed) != (pass == 0) {
				continue
			}
			from, to := fr.line(p, f)
			if to.X < fr.plot.X-2*thinColumn || from.X > fr.plot.X+fr.plot.W+packetsRoom || !hovered && thin.skip(from, to, f) {
				continue
			}
			colour := view.FateColour(fr.m.Theme, f)
			stroke := raster.Stroke{Width: 1.2}
			if hovered {
				stroke.Width = 2.4
			}
			if f == view.FateLost {
				stroke.Dash, stroke.Gap = 3, 2.5
			}
			l.StrokePolyline([]raster.Point{from, to}, stroke, colour)
			l.FillCircle(from, 2.4, fr.m.Theme.Style.Fill)
			view.FateMark(l, to, f, colour)
			if fr.twice(p) && f != view.FateLost {
				l.StrokeCircle(raster.Point{X: fr.x(p.Link.DuplicateAt), Y: to.Y}, 5.5, 1.2, colour)
			}
		}
	}
}

// packetTip writes out a packet, or what can be done if it is nil.
func (fr *frame) packetTip(p *game.PacketRecord) string {
	text := &fr.m.Text.Packets
	switch {
	case p == nil && fr.m.Playing:
		return ""
	case p == nil:
		return text.PlotTip
	}
	seconds := func(d time.Duration) string { return view.Number(d.Seconds(), 3) }
	apart := func(d time.Duration) string { return view.Number(float64(d)/1e6, 1) }
	s := fmt.Sprintf(text.Packet, p.Link.Seq, p.Tick, p.Link.Size, seconds(p.Link.SentAt)) + "\n"
	fate := view.FateOf(p, fr.now)
	switch fate {
	case view.FateFlying:
		return s + text.Flying
	case view.FateLost:
		return s + text.Never
	}
	s += fmt.Sprintf(text.Arrived, seconds(p.Link.ArrivesAt), apart(p.Link.ArrivesAt-p.Link.SentAt)) + "\n"
	s += fateTip(text, fate)
	if fr.twice(p) {
		s += "\n" + fmt.Sprintf(text.Twice, apart(p.Link.DuplicateAt-p.Link.ArrivesAt))
	}
	return s
}

// distance returns how far p is from the straight line between two points.
func distance(p, from, to raster.Point) float32 {
	dx, dy := to.X-from.X, to.Y-from.Y
	along := float32(0)
	if length := dx*dx + dy*dy; length > 0 {
		along = min(1, max(0, ((p.X-from.X)*dx+(p.Y-from.Y)*dy)/length))
	}
	return float32(math.Hypot(float64(p.X-from.X-along*dx), float64(p.Y-from.Y-along*dy)))
}

// lossCount is how many packets of the timeline's time were lost, of those whose fate
// is known.
type lossCount struct {
	of         view.Moment
	start, end time.Duration
	lost, sent int
}

// losses says what is shown of the time, and the losses in it: "last 3 s: 2 lost of 30".
// They are counted when the other numbers are.
func (fr *frame) losses() string {
	text, n := &fr.m.Text.Packets, &fr.lost
	if of := fr.m.Moment(); n.of != of {
		*n = lossCount{of: of, start: fr.start(), end: fr.end()}
		for i := range fr.packets {
			p := &fr.packets[i]
			f := view.FateOf(p, fr.now)
			if f == view.FateFlying || p.Link.SentAt < n.start {
				continue
			}
			n.sent++
			if f == view.FateLost {
				n.lost++
			}
		}
	}
	when := text.Span
	if fr.window.moves() {
		when = view.Fill(text.Between, view.Number(max(n.start, 0).Seconds(), 2), view.Number(n.end.Seconds(), 2))
	}
	return when + ": " + view.Fill(text.Losses, view.Count(n.lost), view.Count(n.sent))
}

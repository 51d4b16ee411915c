package timeline

import (
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// RunLine is the run from its beginning to beyond the farthest that it has been, as a thin
// line under the bar at the top: with marks where something was changed, and to be
// dragged to another time. The zero value is ready.
type RunLine struct {
	marks []mark
	of    marksOf

	place   raster.Rect
	span    time.Duration // of the whole line
	held    bool          // the pointer has it
	pointed bool          // the pointer is on it
	ringed  bool          // the keyboard is visibly on it
	at      time.Duration // that is pointed at
}

// mark is where settings came into force or a fault happened.
type mark struct {
	at    time.Duration
	fault bool
	what  string
}

// marksOf is what marks depend on.
type marksOf struct {
	run      view.Run
	changes  int
	language string
}

const (
	lineInset  = 14  // dp next to the line, as next to the bar's controls
	lineAbove  = 3.5 // from the bar's edge up to its middle: its knob shares no pixel with what is below
	lineHeight = 11  // that answer to the pointer
	lineThin   = 3
	lineThick  = 6
	markReach  = 5 // dp from a mark within which it is named
	pageBack   = 5 * time.Second
)

// SeekStep is how far an arrow key and a notch of the wheel go on or back in the run.
const SeekStep = time.Second

// Held reports whether the pointer drags the line, and the run waits for that.
func (p *RunLine) Held() bool { return p.held }

// Draw draws the line along the lower edge of a bar and answers to pointer and keys.
func (p *RunLine) Draw(c *im.Context, bar raster.Rect, m *view.Model, act *view.Actions) {
	p.span = m.Span()
	p.refresh(c, m)
	middle := bar.Y + bar.H - lineAbove
	p.place = raster.Rect{X: bar.X + lineInset, Y: middle - lineHeight/2, W: bar.W - 2*lineInset, H: lineHeight}
	region := im.Region{Wheel: true}
	if p.ringed && !p.pointed { // the pointer has the tag
		region.Tooltip = m.Text.Time.Line
	}
	x := c.Interact("time", p.place, region)
	p.ringed = x.Ring
	p.held, p.pointed = x.Active, x.Hovered || x.Active
	p.at = m.Now
	if p.pointed {
		p.at = p.timeAt(x.Pointer.X)
	}
	if p.held {
		act.Do(view.SeekTo{At: p.at})
	}
	seekByKeys(c, x.Wheel.Y, m.Reach, act)
	p.line(c, m)
}

// refresh makes the marks of a run, or of more changes in it. A slider that is dragged
// changes the run in every frame: then they wait for its release.
func (p *RunLine) refresh(c *im.Context, m *view.Model) {
	of := marksOf{m.Run, m.Run.Changes(), m.Language}
	if p.of == of || c.Held() && p.of.run == of.run {
		return
	}
	p.of, p.marks = of, p.marks[:0]
	recording := m.Run.Recording()
	last := &recording.Settings
	for i := range recording.Script {
		t := &recording.Script[i]
		k := mark{at: t.At, fault: t.Fault.Kind != config.NoFault}
		if k.fault {
			k.what = m.Text.Faults.Names[t.Fault.Kind]
		} else {
			k.what = changedSettings(m.Text, last, &t.Settings)
		}
		last = &t.Settings
		if n := len(p.marks); n > 0 && !k.fault && !p.marks[n-1].fault && k.at-p.marks[n-1].at < time.Second/10 {
			p.marks[n-1] = k // a slider that was dragged: what it came to
			continue
		}
		p.marks = append(p.marks, k)
	}
}

// changedSettings names the settings in which b differs from a, with their values in b: the
// first few of them.
func changedSettings(text *text.Text, a, b *config.Settings) string {
	const most = 3
	what := ""
	for i, c := range view.Changes(text, a, b) {
		if i == most {
			return what + " …"
		}
		if i > 0 {
			what += ", "
		}
		what += c.Name + " " + c.Is
	}
	return what
}

// x returns where a time is on the line.
func (p *RunLine) x(t time.Duration) float32 {
	return p.place.X + p.place.W*float32(float64(t)/float64(p.span))
}

// timeAt returns the time of a place on the line.
func (p *RunLine) timeAt(x float32) time.Duration {
	share := min(max((x-p.place.X)/p.place.W, 0), 1)
	return time.Duration(float64(share) * float64(p.span)).Round(10 * time.Millisecond)
}

// seekByKeys acts on the keys of the line where it has the keyboard, and on the wheel.
func seekByKeys(c *im.Context, wheel float32, reach time.Duration, act *view.Actions) {
	by := func(key im.Key) time.Duration { return time.Duration(c.TakeKey("time", key, 0)) }
	move := (by(im.KeyRight)-by(im.KeyLeft))*SeekStep + (by(im.KeyPageUp)-by(im.KeyPageDown))*pageBack
	if move += time.Duration(wheel * float32(SeekStep)); move != 0 {
		act.Do(view.SeekBy{By: move})
	}
	if by(im.KeyHome) > 0 {
		act.Do(view.SeekTo{At: 0})
	}
	if by(im.KeyEnd) > 0 {
		act.Do(view.SeekTo{At: reach})
	}
}

// line draws the line with its marks.
func (p *RunLine) line(c *im.Context, m *view.Model) {
	style, l := &m.Theme.Style, c.List()
	thick := float32(lineThin)
	if p.pointed || p.ringed {
		thick = lineThick
	}
	line := raster.Rect{X: p.place.X, Y: p.place.Y + p.place.H/2 - thick/2, W: p.place.W, H: thick}
	part := func(until time.Duration, colour raster.Color) {
		r := line
		if r.W = p.x(until) - line.X; r.W > 0 {
			l.FillRound(r, thick/2, colour)
		}
	}
	l.FillRound(line, thick/2, style.Track)
	if m.Reach > m.Now {
		part(m.Reach, raster.Mix(style.Track, style.Accent, 0.45))
	}
	part(m.Now, style.Accent)
	for i := range p.marks {
		k := &p.marks[i]
		if k.at > p.span {
			break
		}
		p.mark(l, m, k)
	}
	at := raster.Point{X: p.x(m.Now), Y: p.place.Y + p.place.H/2}
	l.FillCircle(at, thick/2+2.5, style.Panel)
	l.FillCircle(at, thick/2+1.25, style.Accent)
	if p.ringed {
		l.StrokeRound(line.Inset(-2), thick/2+2, style.FocusWidth, style.Focus)
	}
}

// mark draws a diamond for a fault and a stroke for settings, paler before they have
// come.
func (p *RunLine) mark(l *im.List, m *view.Model, k *mark) {
	x, y := p.x(k.at), p.place.Y+p.place.H/2
	colour := m.Theme.Style.Foreground
	if k.fault {
		colour = m.Theme.Lost
	}
	if k.at > m.Now {
		colour = raster.Mix(m.Theme.Style.Panel, colour, 0.6)
	}
	if !k.fault {
		l.FillRect(raster.Rect{X: x - 1, Y: y - 4.5, W: 2, H: 9}, colour)
		return
	}
	const size = 4.5
	l.FillPolygon([]raster.Point{{X: x, Y: y - size}, {X: x + size, Y: y}, {X: x, Y: y + size}, {X: x - size, Y: y}}, colour)
}

// DrawTag writes the time that is pointed at, and what was changed then, below the line,
// over what else is there.
func (p *RunLine) DrawTag(c *im.Context, m *view.Model) {
	if !p.pointed {
		return
	}
	style, l := &m.Theme.Style, c.List()
	tag := view.Fill(m.Text.Time.Seconds, view.Number(p.at.Seconds(), 2))
	x := p.x(p.at)
	for i := range p.marks {
		if d := p.x(p.marks[i].at) - x; d >= -markReach && d <= markReach {
			tag += "  " + p.marks[i].what
			break
		}
	}
	width := style.Text.Measure(tag) + 16
	bounds := c.Bounds()
	r := raster.Rect{X: min(max(x-width/2, bounds.X+4), bounds.X+bounds.W-width-4), Y: p.place.Y + p.place.H + 3, W: width, H: 22}
	l.FillRound(r, style.Radius, style.Popup)
	l.StrokeRound(r, style.Radius, 1, style.PopupBorder)
	l.TextIn(style.Text, r, tag, im.Centre, style.Foreground)
}

package ui

import (
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// progressLine is the run from its beginning to beyond the farthest that it has been, as
// a thin line under the bar at the top: with marks where something was done, and to be
// dragged to another time.
type progressLine struct {
	span  time.Duration // of the whole line
	marks []progressMark
	stale bool // the marks are of another run

	place   raster.Rect
	held    bool // the pointer has it
	pointed bool // the pointer is on it
	ringed  bool // the keyboard is visibly on it
	at      time.Duration
	tag     []byte // scratch
}

// progressMark is where settings came into force or a fault happened.
type progressMark struct {
	at    time.Duration
	fault bool
	what  string
}

const (
	progressInset  = 14  // dp beside the line, as beside the bar's controls
	progressAbove  = 3.5 // from the bar's edge up to its middle: its knob shares no pixel with what is below
	progressHeight = 11  // that answer to the pointer
	progressThin   = 3
	progressThick  = 6
	markReach      = 5 // dp from a mark within which it is named
	secondsBack    = time.Second
	pageBack       = 5 * time.Second
)

// fit makes the line as long as the run. It grows by doubling, so that what is on it
// stays where it is for long.
func (p *progressLine) fit(a *App) {
	p.span = max(a.scenario.Duration, time.Second)
	for p.span < a.seek.reach {
		p.span *= 2
	}
}

// refresh fits the line and its marks to the run.
func (p *progressLine) refresh(a *App) {
	p.fit(a)
	if !p.stale || a.in.Down { // a slider that is dragged is set in every frame
		return
	}
	p.stale, p.marks = false, p.marks[:0]
	recording := a.session.Recording()
	last := &recording.Settings
	for i := range recording.Script {
		t := &recording.Script[i]
		m := progressMark{at: t.At, fault: t.Fault.Kind != config.NoFault}
		if m.fault {
			m.what = a.model.Text.Faults.Names[t.Fault.Kind]
		} else {
			m.what = changedSettings(a.model.Text, &t.Settings, last)
		}
		last = &t.Settings
		if n := len(p.marks); n > 0 && !m.fault && !p.marks[n-1].fault && m.at-p.marks[n-1].at < time.Second/10 {
			p.marks[n-1] = m // a slider that was dragged: what it came to
			continue
		}
		p.marks = append(p.marks, m)
	}
}

// changedSettings names the settings in which s differs from last, with their values: the
// first few of them.
func changedSettings(text *text.Text, s, last *config.Settings) string {
	const most = 3
	what := ""
	for i, c := range view.Changes(text, last, s) {
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
func (p *progressLine) x(t time.Duration) float32 {
	return p.place.X + p.place.W*float32(float64(t)/float64(p.span))
}

// timeAt returns the time of a place on the line.
func (p *progressLine) timeAt(x float32) time.Duration {
	share := min(max((x-p.place.X)/p.place.W, 0), 1)
	return time.Duration(float64(share) * float64(p.span)).Round(10 * time.Millisecond)
}

// progressLine draws the line along the lower edge of a bar and answers to pointer and
// keys.
func (a *App) progressLine(bar raster.Rect) {
	p := &a.progress
	p.refresh(a)
	middle := bar.Y + bar.H - progressAbove
	p.place = raster.Rect{X: bar.X + progressInset, Y: middle - progressHeight/2, W: bar.W - 2*progressInset, H: progressHeight}
	region := im.Region{Wheel: true}
	if p.ringed && !p.pointed { // the pointer has the tag
		region.Tooltip = a.model.Text.Time.Line
	}
	x := a.ctx.Interact("time", p.place, region)
	p.ringed = x.Ring
	p.held, p.pointed = x.Active, x.Hovered || x.Active
	now := max(a.session.Now(), 0)
	p.at = now
	if x.Hovered || x.Active {
		p.at = p.timeAt(x.Pointer.X)
	}
	if x.Active {
		a.seekTo(p.at)
	}
	a.progressKeys(x.Wheel.Y)
	p.draw(a, now, x.Ring)
}

// progressKeys acts on the keys of the line where it has the keyboard, and on the wheel.
func (a *App) progressKeys(wheel float32) {
	by := func(key im.Key) time.Duration { return time.Duration(a.ctx.TakeKey("time", key, 0)) }
	move := (by(im.KeyRight)-by(im.KeyLeft))*secondsBack + (by(im.KeyPageUp)-by(im.KeyPageDown))*pageBack
	if wheel != 0 {
		move += time.Duration(wheel * float32(secondsBack))
	}
	if move != 0 {
		a.seekBy(move)
	}
	if by(im.KeyHome) > 0 {
		a.seekTo(0)
	}
	if by(im.KeyEnd) > 0 {
		a.seekTo(a.seek.reach)
	}
}

// seekBy goes on or back from where the run is, or from where it is going.
func (a *App) seekBy(by time.Duration) {
	from := max(a.session.Now(), 0)
	switch s := &a.seek; {
	case s.more:
		from = s.then
	case s.busy():
		from = s.to
	}
	a.seekTo(from + by)
}

func (p *progressLine) draw(a *App, now time.Duration, ring bool) {
	style, l := &a.theme.Style, a.ctx.List()
	thick := float32(progressThin)
	if p.pointed || ring {
		thick = progressThick
	}
	line := raster.Rect{X: p.place.X, Y: p.place.Y + p.place.H/2 - thick/2, W: p.place.W, H: thick}
	part := func(until time.Duration, c raster.Color) {
		r := line
		if r.W = p.x(until) - line.X; r.W > 0 {
			l.FillRound(r, thick/2, c)
		}
	}
	l.FillRound(line, thick/2, style.Track)
	if a.seek.reach > now {
		part(a.seek.reach, raster.Mix(style.Track, style.Accent, 0.45))
	}
	part(now, style.Accent)
	for i := range p.marks {
		m := &p.marks[i]
		if m.at > p.span {
			break
		}
		p.mark(a, m, now)
	}
	at := raster.Point{X: p.x(now), Y: p.place.Y + p.place.H/2}
	l.FillCircle(at, thick/2+2.5, style.Panel)
	l.FillCircle(at, thick/2+1.25, style.Accent)
	if ring {
		l.StrokeRound(line.Inset(-2), thick/2+2, style.FocusWidth, style.Focus)
	}
}

// mark draws a diamond for a fault and a stroke for settings, paler before they have
// come.
func (p *progressLine) mark(a *App, m *progressMark, now time.Duration) {
	style, l := &a.theme.Style, a.ctx.List()
	x, y := p.x(m.at), p.place.Y+p.place.H/2
	colour := style.Foreground
	if m.fault {
		colour = a.theme.Lost
	}
	if m.at > now {
		colour = raster.Mix(style.Panel, colour, 0.6)
	}
	if !m.fault {
		l.FillRect(raster.Rect{X: x - 1, Y: y - 4.5, W: 2, H: 9}, colour)
		return
	}
	const size = 4.5
	diamond := [...]raster.Point{{X: x, Y: y - size}, {X: x + size, Y: y}, {X: x, Y: y + size}, {X: x - size, Y: y}}
	l.FillPolygon(diamond[:], colour)
}

// drawTag writes the time that is pointed at, and what was done then, below the line.
func (p *progressLine) drawTag(a *App) {
	if !p.pointed {
		return
	}
	style, l := &a.theme.Style, a.ctx.List()
	p.tag = view.Phrase(p.tag[:0], a.model.Text.Time.Seconds, view.Number(p.at.Seconds(), 2))
	x := p.x(p.at)
	for i := range p.marks {
		m := &p.marks[i]
		if d := p.x(m.at) - x; d >= -markReach && d <= markReach {
			p.tag = append(append(p.tag, "  "...), m.what...)
			break
		}
	}
	width := view.WidthOf(l, style.Text, p.tag) + 16
	bounds := a.ctx.Bounds()
	r := raster.Rect{X: min(max(x-width/2, bounds.X+4), bounds.X+bounds.W-width-4), Y: p.place.Y + p.place.H + 3, W: width, H: 22}
	l.FillRound(r, style.Radius, style.Popup)
	l.StrokeRound(r, style.Radius, 1, style.PopupBorder)
	l.TextInBytes(style.Text, r, p.tag, im.Centre, style.Foreground)
}

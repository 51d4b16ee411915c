package im

import (
	"cmp"

	"snaplab/ui/raster"
)

// sliderParts is where the parts of a slider are, in dp.
type sliderParts struct {
	label  raster.Rect
	value  raster.Rect // as wide as its text: a click there edits it
	status raster.Rect
	track  raster.Rect
	travel raster.Rect // where the knob's middle can be
	zone   raster.Rect // where the pointer seizes the knob or makes it jump
	knob   raster.Point
	radius float32
}

const (
	compactValueWidth  = 34
	compactStatusWidth = 22
	editWidth          = 64 // dp, at least, for a number that is being typed
)

// sliderParts lays the slider out.
func (c *Context) sliderParts(r raster.Rect, v int64, s *Slider) sliderParts {
	st := &c.Style
	g := sliderParts{radius: st.KnobRadius}
	var line raster.Rect // the line of the track
	if s.Compact {
		g.radius *= 0.75
		label, value, status := cmp.Or(s.LabelWidth, r.W*0.38), cmp.Or(s.ValueWidth, compactValueWidth), float32(0)
		if s.Status != "" {
			status = compactStatusWidth
		}
		g.label = raster.Rect{X: r.X, Y: r.Y, W: label - 4, H: r.H}
		g.status = raster.Rect{X: r.X + r.W - status, Y: r.Y, W: status, H: r.H}
		g.value = raster.Rect{X: g.status.X - value, Y: r.Y, W: value - 3, H: r.H}
		line = raster.Rect{X: r.X + label, Y: r.Y, W: g.value.X - r.X - label, H: r.H}
	} else {
		bottom := 2*g.radius - 1
		text := r.H - bottom
		const above = 2 // dp between the text's line and the track's, for descenders
		w := s.ValueWidth
		if w == 0 {
			w = st.Strong.Measure(s.write(v)) + 2
		}
		w = min(w, r.W)
		g.value = raster.Rect{X: r.X + r.W - w, Y: r.Y, W: w, H: text - above}
		g.label = raster.Rect{X: r.X, Y: r.Y, W: max(0, r.W-w-6), H: text - above}
		line = raster.Rect{X: r.X, Y: r.Y + text, W: r.W, H: bottom}
	}
	g.zone = line
	g.track = raster.Rect{X: line.X, Y: line.Y + (line.H-st.TrackHeight)/2, W: line.W, H: st.TrackHeight}
	g.travel = raster.Rect{X: line.X + g.radius, Y: line.Y, W: max(1, line.W-2*g.radius), H: line.H}
	g.knob = raster.Point{X: g.at(v, s), Y: line.Y + line.H/2}
	return g
}

// at returns the x of a value.
func (g *sliderParts) at(v int64, s *Slider) float32 {
	return g.travel.X + float32(s.Scale.Position(v, s.Min, s.Max))*g.travel.W
}

func (c *Context) drawSlider(id string, r raster.Rect, v int64, s *Slider, x *Interaction) {
	st, l := &c.Style, &c.list
	g := c.sliderParts(r, v, s)
	text, fill := st.unless(s.Disabled, st.Foreground), st.unless(s.Disabled, cmp.Or(s.Colour, st.Fill))
	if s.Compact {
		if s.Icon != nil {
			size := min(g.label.H, 10)
			icon := raster.Rect{X: g.label.X + 1, Y: g.label.Y + (g.label.H-size)/2, W: size, H: size}
			s.Icon(l, icon, st.unless(s.Disabled, st.Muted))
			g.label.X, g.label.W = g.label.X+18, g.label.W-18
		}
		l.TextIn(st.Small, g.status, s.Status, Right, st.unless(s.Disabled, cmp.Or(s.StatusColour, st.Muted)))
	}
	l.TextIn(st.Text, g.label, s.Label, Left, text)
	c.drawTrack(&g, v, s, x, fill)
	if c.edit.owner == id {
		c.sliderField(st.Strong, &g, v, s)
	} else {
		l.Figure(st.Strong, g.value, s.write(v), Right, text)
	}
	if x.Ring {
		c.FocusRing(r.InsetXY(-3, 0), st.Radius) // clear of the text
	}
}

// drawTrack draws the track, its marks and the knob.
func (c *Context) drawTrack(g *sliderParts, v int64, s *Slider, x *Interaction, fill raster.Color) {
	st, l := &c.Style, &c.list
	round := g.track.H / 2
	l.FillRound(g.track, round, st.Track)
	done := g.track
	done.W = g.knob.X - g.track.X
	l.FillRound(done, round, fill)
	tick := func(v int64, width float32, colour raster.Color) {
		l.FillRect(raster.Rect{X: g.at(v, s) - width/2, Y: g.knob.Y - 4.5, W: width, H: 9}, colour)
	}
	if s.Default >= s.Min && s.Default <= s.Max {
		tick(s.Default, 1.5, raster.Alpha(st.Muted, 0.6))
	}
	for _, m := range s.Marks {
		tick(m.Value, 2, st.unless(s.Disabled, cmp.Or(m.Colour, st.Muted)))
	}
	inside, line := st.Panel, float32(2)
	switch {
	case s.Disabled:
	case x.Active:
		inside = fill
	case x.Hovered:
		l.FillCircle(g.knob, g.radius+4, raster.Alpha(fill, 0.2))
	}
	l.FillCircle(g.knob, g.radius, inside)
	l.StrokeCircle(g.knob, g.radius-line/2, line, fill)
}

// sliderField draws the number that is being typed over the value's place.
func (c *Context) sliderField(f raster.Font, g *sliderParts, v int64, s *Slider) {
	text, unit := string(c.edit.text), ""
	if bare(text) {
		unit = s.unitOf(v)
	}
	w := max(editWidth, f.Measure(unit)+f.Measure(text)+18)
	right := g.value.X + g.value.W
	box := raster.Rect{X: right - w + 3, Y: g.value.Y - 1, W: w, H: g.value.H + 2}
	c.editField(f, box, unit)
}

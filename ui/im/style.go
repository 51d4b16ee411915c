package im

import (
	"snaplab/ui/raster"
)

// Style is the look of the widgets: fonts, sizes in dp and colours. The
// application's theme fills one in; DefaultStyle is a usable dark one.
type Style struct {
	Text    raster.Font // labels
	Button  raster.Font // buttons and segments
	Strong  raster.Font // values, figures of equal width; the chosen line of a list
	Small   raster.Font // notes, status words, tooltips
	Heading raster.Font // headings of groups

	Radius      float32 // corners of buttons
	PanelRadius float32 // corners of panels and popups
	Padding     float32 // between a control's edge and its text
	TrackHeight float32 // a slider's track
	KnobRadius  float32 // a slider's knob; the compact form's is two thirds of it
	ItemHeight  float32 // one line of a popup list
	FocusWidth  float32 // the focus ring's line

	Background    raster.Color // behind the panels
	Panel         raster.Color // a panel, a knob's inside
	PanelBorder   raster.Color // a panel's edge, separators
	Control       raster.Color // a button at rest
	ControlHover  raster.Color // under the pointer
	ControlActive raster.Color // pressed
	Track         raster.Color // a slider's empty track, a switch that is off
	Fill          raster.Color // a slider's filled track where the caller names no colour
	Foreground    raster.Color // text
	Muted         raster.Color // secondary text
	Faint         raster.Color // disabled text
	Accent        raster.Color // the chosen segment, a switch that is on
	OnAccent      raster.Color // text on Accent
	Alarm         raster.Color // errors
	Focus         raster.Color // the focus ring
	Mark          raster.Color // the ring of Context.Mark
	Popup         raster.Color // popup lists and tooltips
	PopupBorder   raster.Color
	Shadow        raster.Color // under popups, drawn with a low alpha
	Selection     raster.Color // selected text's ground

	// Names are further colours and what to call them in a list's textual form.
	Names []NamedColour
}

// NamedColour gives a colour a name for a List's textual form.
type NamedColour struct {
	Name   string
	Colour raster.Color
}

// DefaultStyle returns the dark look.
func DefaultStyle() Style {
	return Style{
		Text:    raster.Font{Weight: raster.Regular, Size: 12.5},
		Button:  raster.Font{Weight: raster.Regular, Size: 11},
		Strong:  raster.Font{Weight: raster.Bold, Size: 12.5, Tabular: true},
		Small:   raster.Font{Weight: raster.Regular, Size: 11},
		Heading: raster.Font{Weight: raster.Medium, Size: 10.5},

		Radius:      4,
		PanelRadius: 6,
		Padding:     8,
		TrackHeight: 4,
		KnobRadius:  6,
		ItemHeight:  24,
		FocusWidth:  1.5,

		Background:    raster.RGB(0x0d1015),
		Panel:         raster.RGB(0x141920),
		PanelBorder:   raster.RGB(0x262e39),
		Control:       raster.RGB(0x1e2530),
		ControlHover:  raster.RGB(0x29323f),
		ControlActive: raster.RGB(0x34404f),
		Track:         raster.RGB(0x2a3340),
		Fill:          raster.RGB(0x93a0b0),
		Foreground:    raster.RGB(0xe6ebf2),
		Muted:         raster.RGB(0x93a0b1),
		Faint:         raster.RGB(0x545f6d),
		Accent:        raster.RGB(0x56b4e9),
		OnAccent:      raster.RGB(0x0b1118),
		Alarm:         raster.RGB(0xff6b8b),
		Focus:         raster.RGB(0xf4d35e),
		Mark:          raster.RGB(0xffffff),
		Popup:         raster.RGB(0x1b222c),
		PopupBorder:   raster.RGB(0x3a4554),
		Shadow:        raster.RGB(0x000000),
		Selection:     raster.RGB(0x2b5878),
	}
}

// LightStyle returns the light look, for projectors and bright rooms.
func LightStyle() Style {
	s := DefaultStyle()
	s.Background = raster.RGB(0xf3f4f6)
	s.Panel = raster.RGB(0xffffff)
	s.PanelBorder = raster.RGB(0xd5d9e0)
	s.Control = raster.RGB(0xe6e9ee)
	s.ControlHover = raster.RGB(0xd9dee6)
	s.ControlActive = raster.RGB(0xc8cfd9)
	s.Track = raster.RGB(0xdde1e8)
	s.Fill = raster.RGB(0x5a6472)
	s.Foreground = raster.RGB(0x14181f)
	s.Muted = raster.RGB(0x5a6473)
	s.Faint = raster.RGB(0xa3abb7)
	s.Accent = raster.RGB(0x0072b2)
	s.OnAccent = raster.RGB(0xfefefe)
	s.Alarm = raster.RGB(0xb0003a)
	s.Focus = raster.RGB(0x9a5b00)
	s.Mark = raster.RGB(0x1f2a3a)
	s.Popup = raster.RGB(0xfdfdfd)
	s.PopupBorder = raster.RGB(0xb9c1cc)
	s.Shadow = raster.RGB(0x1a2230)
	s.Selection = raster.RGB(0xb5d9ee)
	return s
}

// unless returns a colour, or the faint one of what is disabled.
func (s *Style) unless(disabled bool, c raster.Color) raster.Color {
	if disabled {
		return s.Faint
	}
	return c
}

// colourName returns the name of an opaque colour of the style, or "". The
// first field that has the colour gives the name.
func (s *Style) colourName(c raster.Color) string {
	for _, n := range [...]NamedColour{
		{"background", s.Background}, {"panel", s.Panel}, {"border", s.PanelBorder},
		{"control", s.Control}, {"control-hover", s.ControlHover}, {"control-active", s.ControlActive},
		{"track", s.Track}, {"fill", s.Fill}, {"foreground", s.Foreground}, {"muted", s.Muted},
		{"faint", s.Faint}, {"accent", s.Accent}, {"on-accent", s.OnAccent}, {"alarm", s.Alarm},
		{"focus", s.Focus}, {"mark", s.Mark}, {"popup", s.Popup}, {"popup-border", s.PopupBorder},
		{"shadow", s.Shadow}, {"selection", s.Selection},
	} {
		if n.Colour == c {
			return n.Name
		}
	}
	for _, n := range s.Names {
		if n.Colour == c {
			return n.Name
		}
	}
	return ""
}

// Words are what the widgets themselves say of a number that was typed and can't be
// taken, in the application's language. An empty one is said in English; Refused, in
// the words of the slider's Parse.
type Words struct {
	TypeNumber string // nothing was typed
	NotWhole   string // %s: what was typed
	NotBetween string // %s: what was typed, the smallest and the largest value
	Refused    string // the same: Parse has refused it
}

// Icon draws a small picture into a square. Icons are plain functions, so that
// an application adds its own.
type Icon func(l *List, r raster.Rect, c raster.Color)

// IconPlay is a triangle that points right.
func IconPlay(l *List, r raster.Rect, c raster.Color) {
	l.FillPolygon([]raster.Point{on(r, 0.2, 0.08), on(r, 0.92, 0.5), on(r, 0.2, 0.92)}, c)
}

// IconPause is two bars.
func IconPause(l *List, r raster.Rect, c raster.Color) {
	l.FillRect(part(r, 0.14, 0.1, 0.28, 0.8), c)
	l.FillRect(part(r, 0.58, 0.1, 0.28, 0.8), c)
}

// IconStep is a triangle that runs against a bar: one step on.
func IconStep(l *List, r raster.Rect, c raster.Color) {
	l.FillPolygon([]raster.Point{on(r, 0.12, 0.1), on(r, 0.7, 0.5), on(r, 0.12, 0.9)}, c)
	l.FillRect(part(r, 0.74, 0.1, 0.16, 0.8), c)
}

// IconRestart is a triangle that runs back against a bar: to the start.
func IconRestart(l *List, r raster.Rect, c raster.Color) {
	l.FillPolygon([]raster.Point{on(r, 0.88, 0.1), on(r, 0.3, 0.5), on(r, 0.88, 0.9)}, c)
	l.FillRect(part(r, 0.1, 0.1, 0.16, 0.8), c)
}

// IconSettings is two sliders.
func IconSettings(l *List, r raster.Rect, c raster.Color) {
	for i, x := range [...]float32{0.68, 0.32} {
		y := 0.28 + 0.44*float32(i)
		l.Line(on(r, 0.02, y), on(r, 0.98, y), 1.5, c)
		l.FillCircle(on(r, x, y), r.W*0.17, c)
	}
}

// IconHelp is a question mark.
func IconHelp(l *List, r raster.Rect, c raster.Color) {
	l.TextIn(raster.Font{Weight: raster.Bold, Size: r.H * 1.1}, r, "?", Centre, c)
}

// IconSave is an arrow down into a tray.
func IconSave(l *List, r raster.Rect, c raster.Color) {
	l.Line(on(r, 0.5, 0.04), on(r, 0.5, 0.6), 1.5, c)
	line := raster.Stroke{Width: 1.5}
	l.StrokePolyline([]raster.Point{on(r, 0.22, 0.4), on(r, 0.5, 0.68), on(r, 0.78, 0.4)}, line, c)
	l.StrokePolyline([]raster.Point{on(r, 0.06, 0.66), on(r, 0.06, 0.94), on(r, 0.94, 0.94), on(r, 0.94, 0.66)}, line, c)
}

// IconClose is a cross.
func IconClose(l *List, r raster.Rect, c raster.Color) {
	l.Line(on(r, 0.14, 0.14), on(r, 0.86, 0.86), 1.5, c)
	l.Line(on(r, 0.86, 0.14), on(r, 0.14, 0.86), 1.5, c)
}

// iconDown is a small triangle that points down: there is a list.
func iconDown(l *List, r raster.Rect, c raster.Color) {
	l.FillPolygon([]raster.Point{on(r, 0.1, 0.28), on(r, 0.9, 0.28), on(r, 0.5, 0.78)}, c)
}

// on returns the point at fractions of a rectangle.
func on(r raster.Rect, x, y float32) raster.Point {
	return raster.Point{X: r.X + x*r.W, Y: r.Y + y*r.H}
}

// part returns the rectangle at fractions of another.
func part(r raster.Rect, x, y, w, h float32) raster.Rect {
	return raster.Rect{X: r.X + x*r.W, Y: r.Y + y*r.H, W: w * r.W, H: h * r.H}
}

package im

import "snaplab/ui/raster"

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
	Mark          raster.Color // the ring around what is spoken of
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

		Background:    rgb(0x0d1015),
		Panel:         rgb(0x141920),
		PanelBorder:   rgb(0x262e39),
		Control:       rgb(0x1e2530),
		ControlHover:  rgb(0x29323f),
		ControlActive: rgb(0x34404f),
		Track:         rgb(0x2a3340),
		Fill:          rgb(0x93a0b0),
		Foreground:    rgb(0xe6ebf2),
		Muted:         rgb(0x93a0b1),
		Faint:         rgb(0x545f6d),
		Accent:        rgb(0x56b4e9),
		OnAccent:      rgb(0x0b1118),
		Alarm:         rgb(0xff6b8b),
		Focus:         rgb(0xf4d35e),
		Mark:          rgb(0xffffff),
		Popup:         rgb(0x1b222c),
		PopupBorder:   rgb(0x3a4554),
		Shadow:        rgb(0x000000),
		Selection:     rgb(0x2b5878),
	}
}

// LightStyle returns the light look, for projectors and bright rooms.
func LightStyle() Style {
	s := DefaultStyle()
	s.Background = rgb(0xf3f4f6)
	s.Panel = rgb(0xffffff)
	s.PanelBorder = rgb(0xd5d9e0)
	s.Control = rgb(0xe6e9ee)
	s.ControlHover = rgb(0xd9dee6)
	s.ControlActive = rgb(0xc8cfd9)
	s.Track = rgb(0xdde1e8)
	s.Fill = rgb(0x5a6472)
	s.Foreground = rgb(0x14181f)
	s.Muted = rgb(0x5a6473)
	s.Faint = rgb(0xa3abb7)
	s.Accent = rgb(0x0072b2)
	s.OnAccent = rgb(0xfefefe)
	s.Alarm = rgb(0xb0003a)
	s.Focus = rgb(0x9a5b00)
	s.Mark = rgb(0x1f2a3a)
	s.Popup = rgb(0xfdfdfd)
	s.PopupBorder = rgb(0xb9c1cc)
	s.Shadow = rgb(0x1a2230)
	s.Selection = rgb(0xb5d9ee)
	return s
}

func rgb(v uint32) raster.Color {
	return raster.Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
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

package im

import (
	"testing"
	"time"

	"snaplab/ui/raster"
)

// specimen is a widget to be shown in each of its states. draw issues it as the
// control "it" in r, which is 200 dp wide.
type specimen struct {
	name   string
	height float32
	draw   func(c *Context, r raster.Rect, disabled bool)
	states []state
}

// state is how a user brings a widget into it; at is the middle of r.
type state struct {
	name     string
	disabled bool
	play     func(d *driver, at raster.Point)
}

var (
	normal  = state{name: "normal", play: func(*driver, raster.Point) {}}
	hover   = state{name: "hover", play: func(d *driver, at raster.Point) { d.move(at.X, at.Y) }}
	active  = state{name: "active", play: func(d *driver, at raster.Point) { d.press(at.X, at.Y) }}
	focused = state{name: "focused", play: func(d *driver, _ raster.Point) { d.ctx.SetFocus("it"); d.frame() }}
	off     = state{name: "disabled", disabled: true, play: func(*driver, raster.Point) {}}
	editing = state{name: "editing", play: func(d *driver, _ raster.Point) {
		d.ctx.SetFocus("it")
		d.frame()
		d.typed("120")
	}}
	wrong = state{name: "wrong", play: func(d *driver, at raster.Point) {
		editing.play(d, at)
		d.typed("0")
		d.key(KeyEnter)
	}}
	selecting = state{name: "selecting", play: func(d *driver, _ raster.Point) {
		d.ctx.SetFocus("it")
		d.frame()
		d.key(KeyEnter)
	}}
	opened = state{name: "open", play: func(d *driver, _ raster.Point) {
		d.ctx.SetFocus("it")
		d.frame()
		d.key(KeyEnter)
		d.key(KeyDown)
	}}
	tip = state{name: "tooltip", play: func(d *driver, at raster.Point) {
		d.move(at.X, at.Y)
		d.wait(time.Second)
	}}
	plain = []state{normal, hover, active, focused, off}
)

func specimens() []specimen {
	orange := raster.RGB(0xe69f00)
	return []specimen{
		{"button", 22, func(c *Context, r raster.Rect, disabled bool) {
			c.Button("it", r, Button{Label: "drop next", Tooltip: "Loses the next packet.", Disabled: disabled})
		}, append(plain[:5:5], tip)},
		{"button-accent", 22, func(c *Context, r raster.Rect, disabled bool) {
			c.Button("it", r, Button{Label: "Save", Icon: IconSave, Accent: true, Disabled: disabled})
		}, plain},
		{"button-quiet", 24, func(c *Context, r raster.Rect, disabled bool) {
			r.W = 32
			c.Button("it", r, Button{Icon: IconSettings, Quiet: true, Disabled: disabled})
		}, []state{normal, {name: "hover", play: func(d *driver, at raster.Point) { d.move(at.X-90, at.Y) }}, focused, off}},
		{"toggle", 22, func(c *Context, r raster.Rect, disabled bool) {
			on := true
			c.Toggle("it", r, &on, Button{Label: "trails", Disabled: disabled})
		}, plain},
		{"switch-off", 20, func(c *Context, r raster.Rect, disabled bool) {
			on := false
			c.Switch("it", r, &on, Switch{Label: "blend across teleports", Disabled: disabled})
		}, plain},
		{"switch-on", 20, func(c *Context, r raster.Rect, disabled bool) {
			on := true
			c.Switch("it", r, &on, Switch{Label: "blend across teleports", Disabled: disabled})
		}, plain},
		{"choice", 22, func(c *Context, r raster.Rect, disabled bool) {
			index := 0
			c.Choice("it", r, &index, Choice{Items: []string{"hold", "fade", "hide"}, Disabled: disabled})
		}, plain},
		{"dropdown", 24, func(c *Context, r raster.Rect, disabled bool) {
			index := 1
			c.Dropdown("it", r, &index, Dropdown{
				Label: "Network", Items: []string{"local", "bad Wi-Fi", "satellite"},
				Details: []string{"1 ms", "60 ± 30 ms", "600 ms"}, Disabled: disabled,
			})
		}, append(plain[:5:5], opened)},
		{"slider", 28, func(c *Context, r raster.Rect, disabled bool) {
			value := int64(100)
			s := latency
			s.Marks = []Mark{{Value: 150, Colour: orange}}
			s.Disabled = disabled
			c.Slider("it", r, &value, s)
		}, append(plain[:5:5], selecting, editing, wrong)},
		{"slider-compact", 19, func(c *Context, r raster.Rect, disabled bool) {
			value := int64(120)
			c.Slider("it", r, &value, Slider{
				Label: "drone", Min: 0, Max: 400, Default: 200, Compact: true, Icon: IconPlay, Unit: "ms",
				Colour: orange, Status: "gap", StatusColour: orange, Disabled: disabled,
				Parse: parseMs, Tooltip: "Delay of drones alone",
			})
		}, append(plain[:5:5], editing, wrong)},
		{"textbox", 24, func(c *Context, r raster.Rect, disabled bool) {
			text := "run 7"
			c.TextBox("it", r, &text, TextBox{Placeholder: "name", Disabled: disabled})
		}, []state{normal, hover, focused, off, editing}},
		{"textbox-empty", 24, func(c *Context, r raster.Rect, disabled bool) {
			text := ""
			c.TextBox("it", r, &text, TextBox{Placeholder: "name", Disabled: disabled})
		}, []state{normal, focused}},
		{"texts", 60, func(c *Context, r raster.Rect, _ bool) {
			c.Panel(r)
			rows := Rows{Area: r.Inset(6)}
			c.Heading(rows.Next(14), "BUFFER")
			c.list.TextIn(c.Style.Text, rows.Next(16), "server sends", Left, c.Style.Foreground)
			c.Separator(rows.Next(4))
			c.list.TextIn(c.Style.Text, rows.Next(14), "each packet, and this is too long for it", Right, c.Style.Foreground)
		}, []state{normal}},
	}
}

// show plays a specimen into a state and returns the driver afterwards.
func (s *specimen) show(t *testing.T, st state, style Style, r raster.Rect) *driver {
	d := &driver{t: t, draw: func(c *Context) { s.draw(c, r, st.disabled) }}
	d.ctx.Style = style
	d.in = Input{Focused: true, Pointer: raster.Point{X: -10, Y: -10}}
	d.bounds = raster.Rect{W: 1000, H: 1000}
	d.frame()
	st.play(d, r.Centre())
	return d
}

// Every icon shows something and keeps within its square, give or take half a
// line's width.
func TestIconsKeepWithinTheirSquare(t *testing.T) {
	for name, icon := range map[string]Icon{
		"play": IconPlay, "pause": IconPause, "step": IconStep, "restart": IconRestart,
		"settings": IconSettings, "help": IconHelp, "save": IconSave, "close": IconClose, "down": iconDown,
	} {
		var l List
		icon(&l, raster.Rect{X: 10, Y: 10, W: 14, H: 14}, raster.RGB(0xffffff))
		cv := raster.NewCanvas(34, 34, 1)
		cv.FillRect(cv.Bounds(), raster.RGB(0x000000))
		l.Replay(cv)
		inside := 0
		for y := range 34 {
			for x := range 34 {
				if cv.Image().RGBAAt(x, y).R < 32 {
					continue
				}
				if x < 9 || x > 24 || y < 9 || y > 24 {
					t.Errorf("%s draws at %d,%d outside 10..23", name, x, y)
				}
				inside++
			}
		}
		if inside < 20 {
			t.Errorf("%s draws %d pixels", name, inside)
		}
	}
}

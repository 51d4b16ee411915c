package im

import (
	"fmt"
	"strings"
	"testing"

	"snaplab/ui/raster"
)

// column is a column of controls as an application has it, 224 dp wide.
type column struct {
	network     [4]int64
	all         int64
	delays      [6]int64
	extrapolate int64
	onUnderrun  int
	blend       bool
	link        int
	name        string
	pushes      int
}

var columnRect = raster.Rect{X: 12, Y: 8, W: 224, H: 600}

var networkRows = [4]Slider{
	{Label: "Send rate", Min: 1, Max: 60, Default: 20, Format: func(v int64) string { return fmt.Sprintf("%d Hz", v) }},
	{Label: "Latency", Max: 300, Default: 50, Format: formatMs, Parse: parseMs, Scale: Quadratic},
	{Label: "Jitter range", Max: 150, Default: 15, Format: formatMs, Parse: parseMs},
	{Label: "Loss", Max: 20, Format: func(v int64) string { return fmt.Sprintf("%d %%", v) }},
}

var (
	onUnderrunItems = []string{"hold", "fade", "hide"}
	linkItems       = []string{"local", "bad Wi-Fi", "satellite"}
	kinds           = [6]string{"walker", "car", "drone", "ball", "blinker", "rocket"}
	faults          = [6]string{"drop next", "blackout", "lag spike", "server stall", "restart", "teleport"}
)

func (m *column) draw(c *Context) {
	s := &c.Style
	green := raster.RGB(0x35c295)
	c.Panel(columnRect)
	rows := Rows{Area: columnRect.Inset(12), Gap: 4}
	c.Heading(rows.Next(14), "NETWORK, SERVER → CLIENT")
	c.PushID("link")
	c.Dropdown("preset", rows.Next(24), &m.link, Dropdown{Label: "Network", Items: linkItems, Tooltip: "A link to begin with"})
	for i := range networkRows {
		c.Slider(networkRows[i].Label, rows.Next(28), &m.network[i], networkRows[i])
	}
	c.PopID()
	c.Separator(rows.Next(8))
	c.Heading(rows.Next(14), "DELAY BEHIND FASTEST PACKET")
	c.PushID("delay")
	c.Slider("all", rows.Next(28), &m.all, Slider{Label: "All types", Max: 400, Default: 200, Colour: s.Accent, Format: formatMs, Parse: parseMs})
	rows.Gap = 0
	for i, kind := range kinds {
		w := Slider{
			Label: kind, Max: 400, Default: 200, Colour: s.Accent, Compact: true, Icon: IconPlay,
			Status: "✓", StatusColour: green, Unit: "ms", Parse: parseMs,
		}
		if m.delays[i] < 130 {
			w.Colour, w.Status, w.StatusColour = s.Alarm, "gap", s.Alarm
		}
		c.Slider(kind, rows.Next(19), &m.delays[i], w)
	}
	c.PopID()
	rows.Gap = 4
	c.Separator(rows.Next(8))
	c.Heading(rows.Next(14), "WHEN IN UNDERRUN")
	c.Slider("extrapolate", rows.Next(28), &m.extrapolate, Slider{Label: "Extrapolate for", Max: 250, Default: 100, Colour: green, Format: formatMs})
	c.Choice("underrun", rows.Next(20), &m.onUnderrun, Choice{Items: onUnderrunItems})
	c.Separator(rows.Next(8))
	c.Heading(rows.Next(14), "MAKE SOMETHING HAPPEN")
	var line raster.Rect
	for i, name := range faults {
		if i%3 == 0 {
			line = rows.Next(20)
		}
		if c.Button(name, line.Column(i%3, 3, 3), Button{Label: name}) {
			m.pushes++
		}
	}
	c.Switch("teleports", rows.Next(18), &m.blend, Switch{Label: "blend across teleports"})
	c.TextBox("name", rows.Next(22), &m.name, TextBox{Placeholder: "name of the run"})
}

func newColumn() *column {
	return &column{
		network: [4]int64{10, 60, 30, 5}, all: 200, delays: [6]int64{200, 155, 120, 230, 260, 295}, extrapolate: 100, link: 1,
	}
}

func controlColumn(t *testing.T, style Style) *driver {
	d := &driver{t: t, draw: newColumn().draw, bounds: raster.Rect{W: 1000, H: 1000}, in: Input{Focused: true}}
	d.ctx.Style = style
	d.frame()
	return d
}

func TestColumnTextsFit(t *testing.T) {
	text := controlColumn(t, DefaultStyle()).list.String()
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "…") {
			t.Errorf("shortened: %s", line)
		}
	}
}

// A frame like the last has the same hash, also while a control is hovered, focused,
// edited or a list is open: nothing is drawn again.
func TestSteadyFrameKeepsItsHash(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(d *driver)
	}{
		{"idle", func(d *driver) {}},
		{"hover", func(d *driver) { d.move(120, 100) }},
		{"tooltip", func(d *driver) { d.move(120, 50); d.wait(tipDelay) }},
		{"focus", func(d *driver) { d.key(KeyTab) }},
		{"slider edited", func(d *driver) { d.key(KeyTab); d.key(KeyTab); d.typed("12") }},
		{"slider edit refused", func(d *driver) { d.key(KeyTab); d.key(KeyTab); d.typed("1x"); d.key(KeyEnter) }},
		{"text edited", func(d *driver) { d.key(KeyTab, ModShift); d.typed("hello") }},
		{"list open", func(d *driver) { d.key(KeyTab); d.key(KeyEnter) }},
		{"drag", func(d *driver) { d.press(100, 100); d.move(120, 300) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := controlColumn(t, DefaultStyle())
			c.play(d)
			d.frame()
			before := hashOf(d.list)
			d.frame()
			if hashOf(d.list) != before {
				t.Error("the hash changed")
			}
		})
	}
}

func BenchmarkColumn(b *testing.B) {
	var ctx Context
	m := newColumn()
	in := Input{Focused: true}
	b.ReportAllocs()
	for b.Loop() {
		ctx.Begin(&in, raster.Rect{W: 1000, H: 1000})
		m.draw(&ctx)
		list, _ := ctx.End()
		hashOf(list)
	}
}

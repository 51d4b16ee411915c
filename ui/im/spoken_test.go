package im

import (
	"strconv"
	"testing"

	"snaplab/ui/raster"
)

func TestSpoken(t *testing.T) {
	value, index, scene, on, held, text := int64(5), 1, 0, true, false, "abc"
	d := drive(t, func(c *Context) {
		c.Button("push", raster.Rect{W: 50, H: 20}, Button{Label: "Start", Tooltip: "It starts."})
		c.Slider("slide", raster.Rect{Y: 30, W: 100, H: 28}, &value, Slider{Label: "Rate", Max: 10, Format: func(v int64) string { return strconv.FormatInt(v, 10) + " Hz" }})
		c.Choice("choose", raster.Rect{Y: 60, W: 90, H: 20}, &index, Choice{Items: []string{"in order", "free"}, Tooltips: []string{"One.", "Two."}})
		c.Dropdown("drop", raster.Rect{Y: 90, W: 90, H: 20}, &scene, Dropdown{Label: "Scene", Items: []string{"default", "drone"}})
		c.Switch("switch", raster.Rect{Y: 120, W: 90, H: 20}, &on, Switch{Label: "Calm"})
		c.Toggle("toggle", raster.Rect{Y: 150, W: 90, H: 20}, &held, Button{Label: "auto"})
		c.TextBox("text", raster.Rect{Y: 180, W: 90, H: 20}, &text, TextBox{Placeholder: "a run"})
		c.Interact("picture", raster.Rect{Y: 210, W: 90, H: 20}, Region{Tooltip: "A picture."})
	})
	for _, c := range []struct {
		key  Key
		want Spoken
	}{
		{KeyNone, Spoken{}},
		{KeyTab, Spoken{Name: "Start", Tooltip: "It starts."}},
		{KeyTab, Spoken{Name: "Rate", Value: "5 Hz"}},
		{KeyRight, Spoken{Name: "Rate", Value: "6 Hz"}},
		{KeyTab, Spoken{Value: "free", Tooltip: "Two."}},
		{KeyTab, Spoken{Name: "Scene", Value: "default"}},
		{KeyDown, Spoken{Name: "Scene", Value: "default"}}, // opens the list
		{KeyDown, Spoken{Name: "Scene", Value: "drone"}},
		{KeyEscape, Spoken{Name: "Scene", Value: "default"}},
		{KeyTab, Spoken{Name: "Calm", Switch: true, On: true}},
		{KeySpace, Spoken{Name: "Calm", Switch: true}},
		{KeyTab, Spoken{Name: "auto", Switch: true}},
		{KeySpace, Spoken{Name: "auto", Switch: true, On: true}},
		{KeyTab, Spoken{Name: "a run", Value: "abc"}},
		{KeyTab, Spoken{Tooltip: "A picture."}},
	} {
		if c.key != KeyNone {
			d.key(c.key)
		}
		if got := d.ctx.Spoken(); got != c.want {
			t.Errorf("after key %d: %+v, want %+v", c.key, got, c.want)
		}
	}
	d.click(10, 10) // a pointer's focus is not spoken of
	if got := d.ctx.Spoken(); got != (Spoken{}) {
		t.Errorf("after a click: %+v, want nothing", got)
	}
}

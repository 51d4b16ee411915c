package im

import (
	"strconv"
	"testing"

	"snaplab/ui/raster"
)

// fourControls are a button, a slider, a disabled button and a choice.
func fourControls(t *testing.T) *driver {
	value, index := int64(5), 1
	return drive(t, func(c *Context) {
		c.Button("first", raster.Rect{W: 50, H: 20}, Button{Label: "1"})
		c.Slider("second", raster.Rect{Y: 30, W: 100, H: 28}, &value, Slider{Max: 10})
		c.Button("off", raster.Rect{Y: 60, W: 50, H: 20}, Button{Label: "x", Disabled: true})
		c.Interact("picture", raster.Rect{Y: 80, W: 50, H: 10}, Region{NoFocus: true})
		c.Choice("third", raster.Rect{Y: 90, W: 90, H: 20}, &index, Choice{Items: []string{"a", "b", "c"}})
	})
}

func TestTabOrderWraps(t *testing.T) {
	d := fourControls(t)
	for _, want := range []string{"first", "second", "third", "first", "second"} {
		d.key(KeyTab)
		d.wantFocus(want)
	}
	for _, want := range []string{"first", "third", "second"} {
		d.key(KeyTab, ModShift)
		d.wantFocus(want)
	}
	d.in.Keys = []KeyPress{{Key: KeyTab}, {Key: KeyTab}}
	d.frame()
	d.wantFocus("first")
}

// Where Tab would go around it may leave instead, and then comes in again from the side
// that it went to.
func TestTabLeavesAtTheEnds(t *testing.T) {
	d := fourControls(t)
	for _, c := range []struct {
		focus    string
		back     bool
		want     bool
		comesOut string // after a Tab the same way once more
	}{
		{"first", false, false, "second"},
		{"second", true, false, "first"},
		{"third", false, true, "first"},
		{"first", true, true, "third"},
		{"", false, false, "first"}, // nothing has the keyboard: Tab comes in
	} {
		d.ctx.SetFocus(c.focus)
		d.frame()
		if c.focus == "" {
			d.ctx.keyboard.anchor = ""
		}
		if got := d.ctx.LeaveBy(c.back); got != c.want {
			t.Errorf("at %q, back %v: leaves %v, want %v", c.focus, c.back, got, c.want)
		}
		if c.want {
			d.wantFocus("")
			d.frame()
		}
		if c.back {
			d.key(KeyTab, ModShift)
		} else {
			d.key(KeyTab)
		}
		d.wantFocus(c.comesOut)
	}
}

func TestTabStaysInAPopup(t *testing.T) {
	d := fourControls(t)
	d.ctx.OpenPopup("menu")
	d.ctx.SetFocus("third")
	if d.ctx.LeaveBy(false) {
		t.Error("Tab leaves though a popup is open")
	}
	d.wantFocus("third")
}

func TestShiftTabFirstGoesToTheLast(t *testing.T) {
	d := fourControls(t)
	d.key(KeyTab, ModShift)
	d.wantFocus("third")
}

func TestFocusShowsOnlyAfterAKey(t *testing.T) {
	d := fourControls(t)
	d.click(10, 10)
	d.wantFocus("first")
	wantValue(t, "ring after a click", d.ctx.keyboard.visible, false)
	d.key(KeyTab)
	d.wantFocus("second")
	wantValue(t, "ring after Tab", d.ctx.keyboard.visible, true)
	d.click(300, 200)
	d.wantFocus("")
	d.key(KeyTab)
	d.wantFocus("third") // goes on from where it was
	d.click(10, 40)
	wantValue(t, "ring after a click on a slider", d.ctx.keyboard.visible, false)
	d.key(KeyRight)
	wantValue(t, "ring after an arrow on it", d.ctx.keyboard.visible, true)
}

func TestFocusOnSomethingThatGoesAwayIsLost(t *testing.T) {
	there := true
	d := drive(t, func(c *Context) {
		if there {
			c.Button("a", raster.Rect{W: 50, H: 20}, Button{})
		}
		c.Button("b", raster.Rect{Y: 30, W: 50, H: 20}, Button{})
	})
	d.key(KeyTab)
	d.wantFocus("a")
	there = false
	d.frame()
	d.wantFocus("")
	d.ctx.SetFocus("nobody")
	d.frame()
	d.wantFocus("")
	d.key(KeyTab)
	d.wantFocus("b")
}

func TestUnusedKeys(t *testing.T) {
	d := fourControls(t)
	d.in.Keys = []KeyPress{{Key: KeyS, Mods: ModControl}, {Key: KeyRight}, {Key: KeyP}}
	d.ctx.SetFocus("second")
	d.frame()
	left := d.ctx.UnusedKeys()
	if len(left) != 2 || left[0].Key != KeyS || left[1].Key != KeyP {
		t.Fatalf("left %v, want Control-S and P", left)
	}
}

func TestChoice(t *testing.T) {
	index := 1
	d := drive(t, func(c *Context) {
		c.Choice("mode", raster.Rect{W: 94, H: 20}, &index, Choice{Items: []string{"a", "b", "c"}})
	})
	d.click(70, 10)
	wantValue(t, "click on the third", index, 2)
	for _, c := range []struct {
		key  Key
		want int
	}{
		{KeyRight, 2}, {KeyLeft, 1}, {KeyUp, 0}, {KeyLeft, 0}, {KeyDown, 1}, {KeyHome, 0}, {KeyEnd, 2},
	} {
		d.key(c.key)
		wantValue(t, "index", index, c.want)
	}
	d.press(10, 10)
	d.move(70, 10)
	d.release()
	wantValue(t, "the release decides", index, 2)
	index = -1
	d.frame()
	wantValue(t, "none chosen", index, -1)
	d.key(KeyRight)
	wantValue(t, "from none to the first", index, 0)
}

// One frame follows each that brought something, and then nothing is to come.
func TestWakeAfterInput(t *testing.T) {
	for name, happens := range map[string]func(*Input){
		"pointer":   func(in *Input) { in.Pointer.X-- },
		"press":     func(in *Input) { in.Pressed, in.Released = 1, 1 },
		"held":      func(in *Input) { in.Down = true },
		"wheel":     func(in *Input) { in.Wheel.Y = 1 },
		"key":       func(in *Input) { in.Keys = []KeyPress{{Key: KeyF1}} },
		"character": func(in *Input) { in.Chars = []rune{'x'} },
		"focus":     func(in *Input) { in.Focused = false },
	} {
		d := fourControls(t)
		d.frame()
		happens(&d.in)
		d.frame()
		at, ok := d.ctx.Wake()
		wantValue(t, name+": due", ok, true)
		wantValue(t, name+": at", at, d.in.Now)
		d.frame()
		_, ok = d.ctx.Wake()
		wantValue(t, name+": afterwards", ok, false)
	}
}

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

package im

import (
	"strings"
	"testing"
	"time"

	"snaplab/ui/raster"
)

func TestButtonPushesOnReleaseOverIt(t *testing.T) {
	r := raster.Rect{X: 10, Y: 10, W: 80, H: 24}
	pushes := 0
	d := drive(t, func(c *Context) {
		if c.Button("go", r, Button{Label: "Go"}) {
			pushes++
		}
	})
	d.press(20, 20)
	wantValue(t, "pressed", pushes, 0)
	d.release()
	wantValue(t, "released", pushes, 1)
	d.press(20, 20)
	d.move(200, 200)
	d.release()
	wantValue(t, "released elsewhere", pushes, 1)
	d.press(200, 200)
	d.move(20, 20)
	d.release()
	wantValue(t, "pressed elsewhere", pushes, 1)
	d.in.Pressed, d.in.Released = 1, 1
	d.frame()
	wantValue(t, "both in one update", pushes, 2)
	d.frame()
	wantValue(t, "only once", pushes, 2)
}

func TestButtonDisabled(t *testing.T) {
	pushes := 0
	d := drive(t, func(c *Context) {
		if c.Button("go", raster.Rect{W: 80, H: 24}, Button{Label: "Go", Disabled: true}) {
			pushes++
		}
	})
	d.click(20, 20)
	d.ctx.SetFocus("go")
	d.key(KeyEnter)
	wantValue(t, "pushes", pushes, 0)
	wantValue(t, "focusables", len(d.ctx.Focusables()), 0)
}

// Space belongs to the application until the keyboard has led to the button.
func TestButtonSpaceAfterAClickStaysAShortcut(t *testing.T) {
	pushes := 0
	d := drive(t, func(c *Context) {
		if c.Button("go", raster.Rect{W: 80, H: 24}, Button{Label: "Go"}) {
			pushes++
		}
	})
	d.click(20, 20)
	d.key(KeySpace)
	wantValue(t, "pushes after click and Space", pushes, 1)
	wantValue(t, "Space left", len(d.ctx.UnusedKeys()), 1)
	d.key(KeyTab)
	d.key(KeySpace)
	wantValue(t, "pushes after Tab and Space", pushes, 2)
	wantValue(t, "Space left", len(d.ctx.UnusedKeys()), 0)
	d.key(KeyEnter)
	wantValue(t, "pushes after Enter", pushes, 3)
	d.in.Keys = []KeyPress{{Key: KeyEnter, Repeat: true}}
	d.frame()
	wantValue(t, "a key held down pushes once", pushes, 3)
	d.key(KeyEnter, ModControl)
	wantValue(t, "Control-Enter is a shortcut", pushes, 3)
}

func TestToggleAndSwitch(t *testing.T) {
	var a, b bool
	d := drive(t, func(c *Context) {
		c.Toggle("a", raster.Rect{W: 80, H: 24}, &a, Button{Label: "A"})
		c.Switch("b", raster.Rect{Y: 40, W: 80, H: 24}, &b, Switch{Label: "B"})
	})
	d.click(10, 10)
	d.click(70, 50) // on the label
	wantValue(t, "toggle on", a, true)
	wantValue(t, "switch on", b, true)
	d.ctx.SetFocus("b")
	d.key(KeySpace)
	d.ctx.SetFocus("a")
	d.key(KeyEnter)
	wantValue(t, "toggle off", a, false)
	wantValue(t, "switch off", b, false)
}

func TestInteractTheLastIssuedIsOnTop(t *testing.T) {
	var below, above Interaction
	d := drive(t, func(c *Context) {
		below = c.Interact("below", raster.Rect{W: 100, H: 100}, Region{NoFocus: true})
		above = c.Interact("above", raster.Rect{X: 50, W: 100, H: 100}, Region{NoFocus: true})
	})
	d.move(70, 10)
	wantValue(t, "below hovered", below.Hovered, false)
	wantValue(t, "above hovered", above.Hovered, true)
	d.press(70, 10)
	wantValue(t, "below active", below.Active, false)
	d.move(20, 10)
	wantValue(t, "above keeps the pointer", above.Active, true)
	wantValue(t, "below is not hovered meanwhile", below.Hovered, false)
	d.release()
	wantValue(t, "above is not clicked", above.Clicked, false)
	wantValue(t, "above is released", above.Released, true)
}

func TestInteractClips(t *testing.T) {
	var x Interaction
	d := drive(t, func(c *Context) {
		c.List().PushClip(raster.Rect{W: 50, H: 50})
		x = c.Interact("x", raster.Rect{W: 100, H: 100}, Region{})
		c.List().PopClip()
	})
	d.move(40, 40)
	wantValue(t, "inside the clip", x.Hovered, true)
	d.move(60, 40)
	wantValue(t, "outside the clip", x.Hovered, false)
}

func TestInteractDoubleClick(t *testing.T) {
	clicks := 0
	d := drive(t, func(c *Context) {
		if x := c.Interact("x", raster.Rect{W: 100, H: 100}, Region{}); x.Pressed {
			clicks = x.Clicks
		}
	})
	for _, c := range []struct {
		name string
		wait time.Duration
		x    float32
		want int
	}{
		{"first", time.Second, 10, 1},
		{"soon after", 100 * time.Millisecond, 12, 2},
		{"a third begins anew", 100 * time.Millisecond, 12, 1},
		{"too far away", 100 * time.Millisecond, 30, 1},
		{"too late", 500 * time.Millisecond, 30, 1},
	} {
		d.in.Now += c.wait
		d.press(c.x, 10)
		d.release()
		wantValue(t, c.name, clicks, c.want)
	}
	d.in.Now += time.Second
	d.in.Pressed, d.in.Released = 2, 2
	d.frame()
	wantValue(t, "both presses in one update", clicks, 2)
}

func TestInteractDragEndsWhenTheWindowLosesFocus(t *testing.T) {
	var x Interaction
	d := drive(t, func(c *Context) { x = c.Interact("x", raster.Rect{W: 100, H: 100}, Region{}) })
	d.press(10, 10)
	d.in.Focused = false
	d.frame()
	wantValue(t, "clicked", x.Clicked, false)
	d.in.Focused = true
	d.frame()
	wantValue(t, "active", x.Active, false)
}

// A wheel movement that began over one control doesn't spill over to the next.
func TestInteractWheelGesture(t *testing.T) {
	var a, b Interaction
	d := drive(t, func(c *Context) {
		a = c.Interact("a", raster.Rect{W: 100, H: 50}, Region{Wheel: true})
		b = c.Interact("b", raster.Rect{Y: 50, W: 100, H: 50}, Region{Wheel: true})
	})
	d.wheel(10, 10, 1)
	wantValue(t, "a", a.Wheel.Y, 1)
	d.wheel(10, 60, 1)
	wantValue(t, "b at once", b.Wheel.Y, 0)
	d.in.Now += time.Second
	d.wheel(10, 60, 1)
	wantValue(t, "b later", b.Wheel.Y, 1)
}

func TestEndReportsFaults(t *testing.T) {
	r := raster.Rect{W: 10, H: 10}
	for _, c := range []struct {
		name string
		draw func(*Context)
		want string
	}{
		{"nothing wrong", func(c *Context) { c.Button("a", r, Button{}) }, ""},
		{"duplicate", func(c *Context) { c.Button("a", r, Button{}); c.Button("a", r, Button{}) }, `im: identifier "a" used twice`},
		{"duplicate under a prefix", func(c *Context) {
			c.Button("p/a", r, Button{})
			c.PushID("p")
			c.Button("a", r, Button{})
			c.PopID()
		}, `im: identifier "p/a" used twice`},
		{"prefix left", func(c *Context) { c.PushID("p") }, `im: 1 PushID without PopID ("p/")`},
		{"prefix missing", func(c *Context) { c.PopID() }, "im: PopID without PushID"},
		{"clip left", func(c *Context) { c.List().PushClip(r) }, "im: 1 PushClip without PopClip on layer 0"},
		{"scroll left", func(c *Context) { c.BeginScroll("s", r, 5) }, "im: 1 BeginScroll without EndScroll"},
		{"scroll missing", func(c *Context) { c.EndScroll() }, "im: EndScroll without BeginScroll"},
		{"popup missing", func(c *Context) { c.EndPopup() }, "im: EndPopup without BeginPopup"},
		{"popup left", func(c *Context) { c.OpenPopup("p"); c.BeginPopup("p", r) }, "im: 1 BeginPopup without EndPopup"},
		{"popups too deep", func(c *Context) { c.OpenPopup("p"); c.OpenPopup("q"); c.OpenPopup("r") }, `im: popup "r": already 2 are open`},
	} {
		var ctx Context
		ctx.Begin(&Input{}, testBounds)
		c.draw(&ctx)
		_, err := ctx.End()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		ctx.Begin(&Input{}, testBounds)
		if _, err := ctx.End(); err != nil {
			t.Errorf("%s: the next frame still says %v", c.name, err)
		}
	}
}

func TestPushIDNests(t *testing.T) {
	d := drive(t, func(c *Context) {
		c.PushID("delay")
		c.PushID("kind")
		c.Button("drone", raster.Rect{X: 1, Y: 2, W: 3, H: 4}, Button{})
		c.PopID()
		c.Button("all", raster.Rect{W: 10, H: 10}, Button{})
		c.PopID()
		c.Button("top", raster.Rect{W: 10, H: 10}, Button{})
	})
	got := strings.Join(d.ctx.Focusables(), " ")
	wantValue(t, "identifiers", got, "delay/kind/drone delay/all top")
	r, ok := d.ctx.RectOf("delay/kind/drone")
	wantValue(t, "rectangle", r, raster.Rect{X: 1, Y: 2, W: 3, H: 4})
	wantValue(t, "known", ok, true)
	_, ok = d.ctx.RectOf("nobody")
	wantValue(t, "unknown", ok, false)
}

// Marked controls get a ring where they can be seen, others none, and only in the frame
// that marks them.
func TestMark(t *testing.T) {
	var c Context
	bounds := raster.Rect{W: 400, H: 300}
	frame := func(marks ...string) string {
		c.Begin(&Input{}, bounds)
		c.Mark(marks)
		c.Button("one", raster.Rect{X: 10, Y: 10, W: 80, H: 20}, Button{Label: "1"})
		content := c.BeginScroll("area", raster.Rect{X: 10, Y: 50, W: 100, H: 40}, 200)
		c.Button("two", raster.Rect{X: 10, Y: content.Y + 100, W: 80, H: 20}, Button{Label: "2"})
		c.EndScroll()
		l, err := c.End()
		if err != nil {
			t.Fatal(err)
		}
		return l.String()
	}
	rings := func(s string) int { return strings.Count(s, " mark\n") }
	if n := rings(frame()); n != 0 {
		t.Errorf("%d lines of rings without a mark", n)
	}
	if s := frame("one", "two", "three"); rings(s) != 2 || !strings.Contains(s, "outline 7,10 86x20 r6 w2 mark") {
		t.Errorf("want the two lines of a ring around the first button alone:\n%s", s)
	}
	c.Reveal("two")
	frame()
	if s := frame("two"); rings(s) != 2 {
		t.Errorf("a control that was revealed is not marked:\n%s", s)
	}
	if n := rings(frame()); n != 0 {
		t.Error("the mark outlives its frame")
	}
}

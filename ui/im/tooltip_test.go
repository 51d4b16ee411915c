package im

import (
	"strings"
	"testing"
	"time"

	"snaplab/ui/raster"
)

func TestTooltipTiming(t *testing.T) {
	d := drive(t, func(c *Context) {
		c.Button("a", raster.Rect{W: 50, H: 20}, Button{Tooltip: "about a"})
		c.Button("b", raster.Rect{X: 60, W: 50, H: 20}, Button{Tooltip: "about b", Disabled: true})
	})
	shows := func() string { return oneLine(d.list.String()) }
	d.frame()
	if _, ok := d.ctx.Wake(); ok {
		t.Fatal("nothing is to come while the pointer is elsewhere")
	}
	d.move(10, 10)
	began := d.in.Now
	wake, ok := d.ctx.Wake()
	wantValue(t, "after a movement another frame is due", wake, began)
	wantValue(t, "at once", ok, true)
	d.frame()
	wake, ok = d.ctx.Wake()
	wantValue(t, "due", wake-began, tipDelay)
	wantValue(t, "is due", ok, true)
	d.wait(tipDelay - 36*time.Millisecond)
	wantValue(t, "too early", shows(), "")
	d.wait(10 * time.Millisecond)
	wantValue(t, "due", shows(), "about a")
	if _, ok := d.ctx.Wake(); ok {
		t.Fatal("nothing more is to come once it is shown")
	}
	d.move(70, 10)
	wantValue(t, "the next at once, also for a disabled control", shows(), "about b")
	d.move(10, 10)
	d.press(10, 10)
	d.release()
	d.wait(time.Second)
	wantValue(t, "a press puts it away", shows(), "")
	d.move(300, 200)
	d.move(10, 10)
	d.wait(time.Second)
	wantValue(t, "until the pointer comes again", shows(), "about a")
	d.in.Focused = false
	d.frame()
	wantValue(t, "not while the window is in the background", shows(), "")
}

func TestTooltipForTheKeyboard(t *testing.T) {
	d := drive(t, func(c *Context) {
		c.Button("a", raster.Rect{W: 50, H: 20}, Button{Tooltip: "about a"})
	})
	d.key(KeyTab)
	d.wait(tipFocusDelay)
	wantValue(t, "shown", oneLine(d.list.String()), "about a")
	d.key(KeyEnter)
	wantValue(t, "put away by a key", oneLine(d.list.String()), "")
}

func TestTooltipStaysInTheWindow(t *testing.T) {
	for _, r := range []raster.Rect{
		{X: 380, Y: 280, W: 20, H: 20}, {X: 0, Y: 0, W: 20, H: 20}, {X: 380, Y: 0, W: 20, H: 290},
	} {
		d := drive(t, func(c *Context) {
			c.Interact("a", r, Region{Tooltip: strings.Repeat("many words ", 20)})
		})
		d.move(r.X+10, r.Y+10)
		d.wait(time.Second)
		n := 0
		for _, c := range d.list.layers[layerTip].commands {
			if c.op == opFillRound && c.colour == d.ctx.Style.Popup {
				n++
				if c.rect.X < 0 || c.rect.Y < 0 || c.rect.X+c.rect.W > 400 || c.rect.Y+c.rect.H > 300 {
					t.Errorf("tooltip %v of %v leaves the window", c.rect, r)
				}
			}
		}
		wantValue(t, "tooltips", n, 1)
	}
}

func TestWrap(t *testing.T) {
	f := raster.Font{Size: 10}
	three, syllable := f.Measure("aaa bbb ccc"), f.Measure("보")+0.01
	for _, c := range []struct {
		text  string
		width float32
		want  string
	}{
		{"", 50, ""},
		{"aaa bbb ccc", three, "aaa bbb ccc"},
		{"aaa bbb ccc", three - 1, "aaa bbb|ccc"},
		{"aaa bbb ccc", 1, "aaa|bbb|ccc"},
		{"aaa\nbbb", 1000, "aaa|bbb"},
		{"aaa\n\nbbb", 1000, "aaa||bbb"},
		{"  aaa   bbb  ", 1, "aaa|bbb"},
		// A word of syllables is broken only where it must be, and never in Latin letters.
		{"보간 지연", syllable * 2, "보간|지연"},
		{"보간 지연시간표", syllable * 2, "보간|지연|시간|표"},
		{"aaa보간bbb", 1, "aaa보|간bbb"},
		{"지연", 1, "지|연"},
		// A number keeps its unit, with whatever follows that.
		{"at 50 ms, or", 1, "at|50 ms,|or"},
		{"20 % 10 Hz 3 seconds", 1, "20 %|10 Hz|3|seconds"},
		{"50 ms입니다. 7 ms/x", 1, "50 ms입니다.|7|ms/x"},
	} {
		wantValue(t, c.text, strings.Join(Wrap(f, c.text, c.width), "|"), c.want)
	}
}

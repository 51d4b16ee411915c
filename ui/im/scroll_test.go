package im

import (
	"testing"
	"time"

	"snaplab/ui/raster"
)

// driveScroll has twenty sliders of 40 dp in an area of 200 dp.
func driveScroll(t *testing.T, values *[20]int64) *driver {
	return drive(t, func(c *Context) {
		rows := Rows{Area: c.BeginScroll("column", raster.Rect{W: 200, H: 200}, 800)}
		for i := range values {
			c.Slider("s"+string(rune('a'+i)), rows.Next(40), &values[i], Slider{Max: 100})
		}
		c.EndScroll()
	})
}

func TestScrollWheel(t *testing.T) {
	var values [20]int64
	d := driveScroll(t, &values)
	top := func() float32 { r, _ := d.ctx.RectOf("sa"); return r.Y }
	d.wheel(50, 100, -1)
	d.frame()
	wantValue(t, "a notch", top(), -40)
	d.wheel(50, 100, -1000)
	d.frame()
	wantValue(t, "to the end", top(), -600)
	d.wheel(50, 100, 1000)
	d.frame()
	wantValue(t, "and back", top(), 0)
	d.wheel(300, 100, -1)
	d.frame()
	wantValue(t, "elsewhere", top(), 0)
	for i, v := range values {
		wantValue(t, "slider "+string(rune('a'+i)), v, 0)
	}
	d.ctx.SetFocus("sb")
	d.in.Now += time.Second
	d.wheel(50, 60, 1)
	d.frame()
	wantValue(t, "the slider with the keyboard takes it", values[1], 1)
	wantValue(t, "and nothing scrolls", top(), 0)
}

func TestScrollFollowsTheKeyboard(t *testing.T) {
	var values [20]int64
	d := driveScroll(t, &values)
	for i := range 20 {
		d.key(KeyTab)
		d.frame()
		r, _ := d.ctx.RectOf("s" + string(rune('a'+i)))
		if r.Y < 0 || r.Y+r.H > 200 {
			t.Fatalf("control %d is at %v after Tab, outside 0..200", i, r)
		}
	}
	d.key(KeyTab)
	d.frame()
	r, _ := d.ctx.RectOf("sa")
	wantValue(t, "back at the top", r.Y, 0)
}

func TestScrollBarDrags(t *testing.T) {
	var values [20]int64
	d := driveScroll(t, &values)
	d.press(197, 100)
	d.frame()
	r, _ := d.ctx.RectOf("sa")
	wantValue(t, "the thumb's middle under the pointer is half way", r.Y, -300)
	d.move(197, 500)
	d.release()
	d.frame()
	r, _ = d.ctx.RectOf("sa")
	wantValue(t, "dragged beyond the end", r.Y, -600)
}

func TestScrollContentsThatFit(t *testing.T) {
	d := drive(t, func(c *Context) {
		area := c.BeginScroll("column", raster.Rect{W: 200, H: 200}, 150)
		wantValue(t, "area", area, raster.Rect{W: 200, H: 200})
		c.EndScroll()
	})
	d.wheel(50, 50, -3)
	d.frame()
}

package im

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"snaplab/ui/raster"
)

func formatMs(v int64) string { return fmt.Sprintf("%d ms", v) }

func parseMs(s string) (int64, error) {
	number, unit, _ := strings.Cut(s, " ")
	v, err := strconv.ParseInt(number, 10, 64)
	if err != nil || unit != "ms" {
		return 0, errors.New("expected milliseconds such as 30 ms")
	}
	return v, nil
}

// latency is 0 to 200 on a track of exactly 200 dp of travel: a dp is a
// millisecond. Its knob's middle is at x = 50+value, y = 32.
var latency = Slider{
	Label: "Latency", Tooltip: "One way", Min: 0, Max: 200, Step: 5, Default: 60,
	Format: formatMs, Parse: parseMs,
}

const (
	latencyX = 50
	latencyY = 32
)

func latencyRect() raster.Rect { return raster.Rect{X: 50 - 6, Y: 10, W: 200 + 12, H: 28} }

// sliderUnder runs one slider, remembers its last result and what happened in
// any frame.
type sliderUnder struct {
	*driver
	value     int64
	last      Result
	changes   int
	submitted int
}

func driveSlider(t *testing.T, value int64) *sliderUnder {
	u := &sliderUnder{value: value}
	u.driver = drive(t, func(c *Context) {
		u.last = c.Slider("link/latency", latencyRect(), &u.value, latency)
		if u.last.Changed {
			u.changes++
		}
		if u.last.Submitted {
			u.submitted++
		}
	})
	return u
}

func (u *sliderUnder) want(what string, value int64, submitted int) {
	u.t.Helper()
	wantValue(u.t, what+": value", u.value, value)
	wantValue(u.t, what+": submitted", u.submitted, submitted)
}

func TestSliderDragFollowsThePointerAndLeavesTheRectangle(t *testing.T) {
	u := driveSlider(t, 100)
	u.press(latencyX+102, latencyY) // on the knob, 2 dp right of its middle
	u.want("pressed on the knob", 100, 0)
	u.move(latencyX+132, latencyY)
	u.want("30 dp on", 130, 0)
	u.move(latencyX+52, 250)
	u.want("far below the row", 50, 0)
	u.move(-500, -500)
	u.want("beyond the left end", 0, 0)
	wantValue(t, "active", u.last.Active, true)
	u.move(latencyX+83, 0)
	u.want("81 is nearest 80", 80, 0)
	u.release()
	u.want("released", 80, 1)
	u.move(latencyX+10, latencyY)
	u.want("moved after the release", 80, 1)
}

func TestSliderPressWithoutAMoveChangesNothing(t *testing.T) {
	u := driveSlider(t, 102) // off its steps
	u.press(latencyX+104, latencyY)
	u.frame()
	u.release()
	u.want("pressed and released on the knob", 102, 0)
}

func TestSliderDragWinsOverOtherWriters(t *testing.T) {
	u := driveSlider(t, 100)
	u.press(latencyX+100, latencyY)
	u.move(latencyX+150, latencyY)
	u.value = 20 // a script moves it
	u.frame()
	u.want("while held", 150, 0)
	u.release()
	u.value = 20
	u.frame()
	u.want("after the release the script has it", 20, 1)
}

func TestSliderClickInOneUpdateJumps(t *testing.T) {
	u := driveSlider(t, 100)
	u.in.Pointer = raster.Point{X: latencyX + 150, Y: latencyY}
	u.in.Pressed, u.in.Released = 1, 1
	u.frame()
	u.want("click on the track", 150, 1)
	wantValue(t, "active", u.last.Active, true)
	u.frame()
	wantValue(t, "active one frame on", u.last.Active, false)
}

func TestSliderPressOnTheLabelOnlyFocuses(t *testing.T) {
	u := driveSlider(t, 100)
	u.press(latencyX+10, 14)
	u.move(latencyX+60, 14)
	u.release()
	u.want("drag of the label", 100, 0)
	u.wantFocus("link/latency")
}

func TestSliderDoubleClickIsTheDefault(t *testing.T) {
	for name, at := range map[string]float32{"on the knob": 100, "on the track": 180} {
		t.Run(name, func(t *testing.T) {
			u := driveSlider(t, 100)
			u.doubleClick(latencyX+at, latencyY)
			wantValue(t, "value", u.value, 60)
			u.move(latencyX+20, latencyY)
			wantValue(t, "value after moving on", u.value, 60)
		})
	}
	u := driveSlider(t, 100)
	u.click(latencyX+180, latencyY)
	u.click(latencyX+180, latencyY) // a second later
	wantValue(t, "two slow clicks", u.value, 180)
}

func TestSliderWheel(t *testing.T) {
	u := driveSlider(t, 100)
	u.wheel(latencyX+10, latencyY, 1)
	u.want("a notch away", 105, 1)
	u.wheel(latencyX+10, latencyY, -2)
	u.want("two notches nearer", 95, 2)
	u.wheel(latencyX+10, latencyY, 0.1)
	u.want("a touch pad's fraction", 100, 3)
	u.wheel(latencyX+10, 200, 5)
	u.want("elsewhere", 100, 3)
	u.value = 200
	u.wheel(latencyX+10, latencyY, 3)
	u.want("at the end", 200, 3)
}

func TestSliderKeys(t *testing.T) {
	for _, c := range []struct {
		name string
		from int64
		key  Key
		mods Mods
		want int64
	}{
		{"right is a step", 100, KeyRight, 0, 105},
		{"up is a step", 100, KeyUp, 0, 105},
		{"left", 100, KeyLeft, 0, 95},
		{"down", 100, KeyDown, 0, 95},
		{"shift right is ten", 100, KeyRight, ModShift, 150},
		{"shift down is ten", 100, KeyDown, ModShift, 50},
		{"page up is ten", 100, KeyPageUp, 0, 150},
		{"page down is ten", 100, KeyPageDown, 0, 50},
		{"up to the end at most", 180, KeyPageUp, 0, 200},
		{"down to the end at most", 20, KeyPageDown, 0, 0},
		{"from off a step", 198, KeyRight, 0, 200},
		{"home", 100, KeyHome, 0, 0},
		{"end", 100, KeyEnd, 0, 200},
		{"delete is the default", 100, KeyDelete, 0, 60},
		{"backspace is the default", 100, KeyBackspace, 0, 60},
		{"control right is not ours", 100, KeyRight, ModControl, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := driveSlider(t, c.from)
			u.key(c.key, c.mods)
			u.want("without focus", c.from, 0)
			wantValue(t, "keys left for shortcuts", len(u.ctx.UnusedKeys()), 1)
			u.ctx.SetFocus("link/latency")
			u.key(c.key, c.mods)
			wantValue(t, "value", u.value, c.want)
			if c.want != c.from {
				wantValue(t, "submitted", u.submitted, 1)
				wantValue(t, "keys left for shortcuts", len(u.ctx.UnusedKeys()), 0)
			} else {
				wantValue(t, "keys left for shortcuts", len(u.ctx.UnusedKeys()), 1)
			}
		})
	}
}

func TestSliderMoveAtTheEndsOfInt64(t *testing.T) {
	const big = int64(1) << 62
	s := Slider{Min: -big, Max: big - 1, Step: big}
	v := big - 2
	s.move(&v, 10)
	wantValue(t, "up", v, big-1)
	s.move(&v, -10)
	wantValue(t, "down", v, -big)
	wantValue(t, "no further", s.move(&v, -1), false)
}

func TestSliderDisabled(t *testing.T) {
	value := int64(100)
	s := latency
	s.Disabled = true
	d := drive(t, func(c *Context) { c.Slider("x", latencyRect(), &value, s) })
	d.click(latencyX+10, latencyY)
	d.wheel(latencyX+10, latencyY, 3)
	d.key(KeyTab)
	d.key(KeyRight)
	wantValue(t, "value", value, 100)
	d.wantFocus("")
}

// A drag that began on one slider never moves another.
func TestSliderCapture(t *testing.T) {
	a, b := int64(100), int64(100)
	other := latencyRect()
	other.Y += 40
	d := drive(t, func(c *Context) {
		c.Slider("a", latencyRect(), &a, latency)
		c.Slider("b", other, &b, latency)
	})
	d.press(latencyX+100, latencyY)
	d.move(latencyX+120, latencyY+40)
	d.move(latencyX+160, latencyY+40)
	d.in.Wheel.Y = 1
	d.frame()
	d.release()
	wantValue(t, "a", a, 160)
	wantValue(t, "b", b, 100)
	d.press(300, 200) // on nothing
	d.move(latencyX+30, latencyY+40)
	d.release()
	wantValue(t, "b after a drag from nowhere", b, 100)
}

package curve

import (
	"time"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// delayDrag is what moves the mark of the delay that is set.
type delayDrag struct {
	active bool
	grab   float32 // the pointer's distance from the mark when it was seized, dp
	press  raster.Point
	moved  bool // the mark follows the pointer
	ring   bool
}

// delayHandle lets the delay be set by the mark: drag it, press elsewhere in the plot to
// bring it there, or use the keys of a slider. It returns what happened to the plot.
func (fr *frame) delayHandle(p *plot) im.Interaction {
	x := fr.c.Interact("yours", p.rect, im.Region{})
	d, delay := &fr.drag, fr.m.FocusDelay()
	const near = 8 // dp
	if x.Pressed {
		*d = delayDrag{press: x.Pointer, grab: x.Pointer.X - p.x(delay)}
		switch {
		case x.Clicks == 2:
			delay = time.Duration(view.DelayKnob.Default)
		case d.grab < -near || d.grab > near:
			d.grab, d.moved = 0, true
		}
	}
	if d.active = x.Active; x.Active && x.Clicks != 2 {
		if d.moved = d.moved || x.Pointer != d.press; d.moved {
			delay = p.delay(x.Pointer.X - d.grab)
		}
	}
	if x.Released {
		d.active, d.moved = false, false
	}
	d.ring = x.Ring
	delay = fr.delayKeys(p, delay)
	if delay != fr.m.FocusDelay() {
		fr.act.SetFocusDelay(delay)
	}
	return x
}

// delayKeys applies the keyboard.
func (fr *frame) delayKeys(p *plot, delay time.Duration) time.Duration {
	times := func(k im.Key, mods im.Mods) int { return fr.c.TakeKey("yours", k, mods) }
	steps := times(im.KeyRight, 0) + times(im.KeyUp, 0) - times(im.KeyLeft, 0) - times(im.KeyDown, 0)
	tens := times(im.KeyRight, im.ModShift) + times(im.KeyUp, im.ModShift) + times(im.KeyPageUp, 0) -
		times(im.KeyLeft, im.ModShift) - times(im.KeyDown, im.ModShift) - times(im.KeyPageDown, 0)
	if n := steps + 10*tens; n != 0 {
		delay = min(max(delay+time.Duration(n)*time.Duration(view.DelayKnob.Step), 0), time.Duration(view.DelayKnob.Max))
	}
	if times(im.KeyHome, 0) > 0 {
		delay = 0
	}
	if times(im.KeyEnd, 0) > 0 {
		delay = p.reach
	}
	if times(im.KeyDelete, 0)+times(im.KeyBackspace, 0) > 0 {
		delay = time.Duration(view.DelayKnob.Default)
	}
	return delay
}

package ui

import (
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
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
// bring it there, or use the keys of a slider.
func (a *App) delayHandle(p *curvePlot) {
	v := &a.curve
	x := a.ctx.Interact("yours", p.rect, im.Region{Tooltip: v.tip})
	d := &v.drag
	delay := a.focusDelay()
	const near = 8 // dp
	if x.Pressed {
		*d = delayDrag{press: x.Pointer, grab: x.Pointer.X - p.x(delay)}
		switch {
		case x.Clicks == 2:
			delay = time.Duration(delayKnob.Default)
		case d.grab < -near || d.grab > near:
			d.grab, d.moved = 0, true
		}
	}
	if d.active = x.Active; x.Active && x.Clicks != 2 {
		d.moved = d.moved || x.Pointer != d.press
		if d.moved {
			delay = p.delay(x.Pointer.X - d.grab)
		}
	}
	if x.Released {
		d.active, d.moved = false, false
	}
	d.ring = x.Ring
	delay = a.delayKeys(p, delay)
	if delay != a.focusDelay() {
		a.setFocusDelay(delay)
	}
	a.curveTip(p, &x)
}

// delayKeys applies the keyboard.
func (a *App) delayKeys(p *curvePlot, delay time.Duration) time.Duration {
	times := func(k im.Key, mods im.Mods) int { return a.ctx.TakeKey("yours", k, mods) }
	steps := times(im.KeyRight, 0) + times(im.KeyUp, 0) - times(im.KeyLeft, 0) - times(im.KeyDown, 0)
	tens := times(im.KeyRight, im.ModShift) + times(im.KeyUp, im.ModShift) + times(im.KeyPageUp, 0) -
		times(im.KeyLeft, im.ModShift) - times(im.KeyDown, im.ModShift) - times(im.KeyPageDown, 0)
	if n := steps + 10*tens; n != 0 {
		delay = min(max(delay+time.Duration(n)*time.Duration(delayKnob.Step), 0), time.Duration(delayKnob.Max))
	}
	if times(im.KeyHome, 0) > 0 {
		delay = 0
	}
	if times(im.KeyEnd, 0) > 0 {
		delay = p.reach
	}
	if times(im.KeyDelete, 0)+times(im.KeyBackspace, 0) > 0 {
		delay = time.Duration(delayKnob.Default)
	}
	return delay
}

// curveTip says what would have been at the delay under the pointer.
func (a *App) curveTip(p *curvePlot, x *im.Interaction) {
	v, text := &a.curve, &a.text.Curve
	if !x.Hovered || !v.advice.measured {
		v.tip, v.tipOf = text.YoursTip, -1
		return
	}
	at := p.delay(x.Pointer.X)
	if at == v.tipOf && a.playing {
		return
	}
	v.tipOf = at
	w := a.session.WhatIf(a.focusKind)
	v.buf = phrase(v.buf[:0], text.At, millis(at), number(v.perMinuteAt(at), 1), number(100*w.DryShare(at), 1), number(v.costAt(at), 2))
	v.buf = append(append(v.buf, '\n'), text.YoursTip...)
	if string(v.buf) != v.tip {
		v.tip = string(v.buf)
	}
}

// markers draws the delays that stand out: the formula's, the measured ones, and the one
// that is set on top.
func (a *App) markers(p *curvePlot) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	free := p.rect.X
	for k := range 3 {
		d := a.settings.RequiredDelay(k)
		if d > p.reach {
			break
		}
		x := p.x(d)
		line := [2]raster.Point{{X: x, Y: p.rect.Y}, {X: x, Y: p.rect.Y + p.rect.H}}
		l.StrokePolyline(line[:], raster.Stroke{Width: 1.2, Dash: 2, Gap: 3}, style.Muted)
		v.buf = phrase(v.buf[:0], text.Losses, count(k))
		width := widthOf(l, style.Small, v.buf)
		at := raster.Rect{X: x + 4, Y: p.rect.Y, W: width + 1, H: plotBand}
		if at.X+width > p.rect.X+p.rect.W {
			at.X = x - 4 - width
		}
		next := p.x(a.settings.RequiredDelay(k + 1))
		if at.X < free || k < 2 && at.X < next && next < at.X+width {
			continue
		}
		free = at.X + width + 4
		l.TextInBytes(style.Small, at, v.buf, im.Left, style.Muted)
	}

	delay := a.focusDelay()
	yours := mark{delay, text.Yours, a.theme.Lens[game.Interpolated], style.OnAccent, a.theme.Lens[game.Interpolated]}
	if v.advice.measured && v.perMinuteAt(delay) > 1 {
		yours.ground, yours.ink, yours.line = a.theme.Lost, style.Panel, a.theme.Lost
	}
	marks := [...]mark{
		{v.advice.enough, text.Enough, style.Popup, style.Foreground, style.Foreground},
		{v.advice.mostly, text.Most, style.Popup, style.Foreground, style.Muted},
		yours,
	}
	shown := marks[:]
	if !v.advice.measured {
		shown = marks[len(marks)-1:]
	}
	for i := range shown {
		if shown[i].delay <= p.reach {
			l.FillRect(raster.Rect{X: p.x(shown[i].delay) - 1, Y: p.rect.Y + plotBand, W: 2, H: p.rect.H - plotBand}, shown[i].line)
		}
	}
	row := min(19, (p.rect.H-plotBand)/3)
	for i := range shown {
		if shown[i].delay > p.reach {
			continue
		}
		pill := a.pill(p, &shown[i], p.rect.Y+plotBand+row*(float32(i)+0.5))
		if v.drag.ring && i+1 == len(shown) {
			a.ctx.FocusRing(pill, 3)
		}
	}
}

// mark is a delay that stands out, with the pattern and the colours of its label.
type mark struct {
	delay             time.Duration
	pattern           string
	ground, ink, line raster.Color
}

// pill draws a mark's label in the middle of height y, and returns its place.
func (a *App) pill(p *curvePlot, m *mark, y float32) raster.Rect {
	v, style, l := &a.curve, &a.theme.Style, a.ctx.List()
	font := style.Small
	font.Weight, font.Tabular = raster.Bold, true
	v.buf = phrase(v.buf[:0], m.pattern, millis(m.delay))
	width := widthOf(l, font, v.buf) + 10
	r := raster.Rect{X: p.x(m.delay) - width/2, Y: y - 8, W: width, H: 16}
	r.X = max(p.rect.X, min(r.X, p.rect.X+p.rect.W-width))
	l.FillRound(r, 3, m.ground)
	if m.ground == style.Popup {
		l.StrokeRound(r, 3, 1, style.PopupBorder)
	}
	l.TextInBytes(font, r, v.buf, im.Centre, m.ink)
	return r
}

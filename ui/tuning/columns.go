package tuning

import (
	"strings"

	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// tableColumns are the widths of a row's cells in dp.
type tableColumns struct {
	lock, name, delay, auto, extrapolate, inUnderrun, blend, smooth, cost, recommend, more, gap float32
	value                                                                                       float32 // of a slider's figures
	costs                                                                                       int     // how many there is room for
}

var (
	wideColumns   = tableColumns{18, 72, 98, 38, 80, 62, 66, 72, 51, 76, 28, 6, 34, numCosts}
	narrowColumns = tableColumns{16, 66, 76, 22, 56, 56, 62, 56, 31, 42, 24, 2.4, 30, numCosts}
)

// used returns how wide a row is.
func (c *tableColumns) used() float32 {
	gaps := float32(9 + c.costs)
	return c.lock + c.name + c.delay + c.auto + c.extrapolate + c.inUnderrun + c.blend + c.smooth + float32(c.costs)*c.cost + c.recommend + c.more + gaps*c.gap
}

// columnsOf returns the columns for a width: where there is more than they need, sliders
// and figures have it. In a window below the least size the path and error smoothing, which
// the column of controls has too, and the last costs are left out.
func columnsOf(width float32) tableColumns {
	c := wideColumns
	if c.used() > width {
		c = narrowColumns
		if c.used() > width {
			c.blend, c.smooth = 0, 0
		}
		for c.costs > 1 && c.used() > width {
			c.costs--
		}
	}
	more := max(0, width-c.used())
	c.delay += 0.28 * more
	c.extrapolate += 0.14 * more
	if c.smooth > 0 {
		c.smooth += 0.14 * more
	}
	c.cost += 0.44 * more / float32(c.costs)
	return c
}

const tableHead = 28 // dp: a word and its unit

// tableHeads names the columns.
func (f *frame) tableHeads(r raster.Rect, c *tableColumns) {
	text, style, l := &f.m.Text.Tuning, &f.m.Theme.Style, f.c.List()
	head := func(id string, at raster.Rect, t [3]string, short string, align im.Align) {
		if t[2] != "" {
			f.c.Hint(id, at, t[2])
		}
		if align == im.Right { // a word may reach into the gap
			at.X, at.W = at.X-c.gap/2, at.W+c.gap/2
		}
		if style.Small.Measure(t[0]) > at.W {
			t[0] = short
		}
		if _, unit, ok := strings.Cut(t[1], ", "); ok && style.Small.Measure(t[1]) > at.W {
			t[1] = unit
		}
		l.TextIn(style.Small, at.CutTop(at.H/2), t[0], align, style.Foreground)
		l.TextIn(style.Small, at, t[1], align, style.Muted)
	}
	cut := func(w float32) raster.Rect {
		at := r.CutLeft(w)
		r.CutLeft(c.gap)
		return at
	}
	r.CutLeft(c.lock + c.gap + c.name + c.gap)
	for i, w := range [...]float32{c.delay, c.auto, c.extrapolate, c.inUnderrun, c.blend, c.smooth} {
		if w > 0 {
			head(settingIDs[i], cut(w), text.Settings[i], text.SettingsShort[i], im.Left)
		}
	}
	for i := range c.costs {
		head(costIDs[i], cut(c.cost), text.Costs[i], text.CostsShort[i], im.Right)
	}
	head("head-recommended", r.CutLeft(c.recommend), text.Recommended, text.RecommendedShort, im.Right)
}

var (
	settingIDs = [...]string{"head-delay", "head-auto", "head-extrapolate", "head-underrun", "head-blend", "head-smooth"}
	costIDs    = [numCosts]string{"head-underruns", "head-latency", "head-error", "head-correction", "head-staleness", "head-extrapolation-error"}
)

package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// The measures that panels share, in dp.
const (
	Margin        = 8  // between panels and around them
	Padding       = 12 // between a panel's edge and what is in it
	HeadingHeight = 20
	SliderHeight  = 32 // label and value above the track
	RowHeight     = 19 // all on one line
	ChoiceHeight  = 22
	ChoiceGap     = 4
	GroupGap      = 9
	PagePad       = 18 // around what is on a page
	PageTitle     = 28 // of its heading
)

// BeginPanel draws a panel and returns the place within its padding.
func BeginPanel(c *im.Context, r raster.Rect) raster.Rect {
	c.Panel(r)
	return r.InsetXY(Padding, 8)
}

// BeginPage begins a popup of a size in dp in the middle of the window, under a heading,
// and reports whether it is open. If it is, body is the place below the heading, and the
// contents end with EndPopup.
func BeginPage(c *im.Context, id string, width, height float32, heading string) (body raster.Rect, open bool) {
	window := c.Bounds()
	r := raster.Rect{X: window.X + (window.W-width)/2, Y: window.Y + (window.H-height)/2, W: width, H: height}
	if !c.BeginPopup(id, r) {
		return r, false
	}
	body = r.Inset(PagePad)
	font := c.Style.Strong
	font.Size = 15
	c.List().TextIn(font, body.CutTop(PageTitle), heading, im.Left, c.Style.Foreground)
	return body, true
}

// Longest returns the first of some texts, from the longest to the shortest, that fits a
// width in dp, or the last.
func Longest(f raster.Font, width float32, texts ...string) string {
	for _, t := range texts[:len(texts)-1] {
		if f.Measure(t) <= width {
			return t
		}
	}
	return texts[len(texts)-1]
}

// Pushed reports whether Enter or Space was pressed on a control that is no widget of im.
func Pushed(c *im.Context, id string) bool {
	return c.TakeKey(id, im.KeyEnter, 0)+c.TakeKey(id, im.KeySpace, 0) > 0
}

// WholeMilliseconds writes the value of a slider in a column of figures, which needs no
// unit on each.
func WholeMilliseconds(v int64) string { return Milliseconds(time.Duration(v)) }

// KindLabel writes the name of a kind after its icon.
func KindLabel(c *im.Context, r raster.Rect, m *Model, k interp.Kind) {
	icon := r.CutLeft(13)
	ShapeIcons[m.Settings.Kinds.Of(k).Shape](c.List(), raster.Rect{X: icon.X, Y: icon.Y + (icon.H-10)/2, W: 10, H: 10}, c.Style.Muted)
	c.List().TextIn(c.Style.Text, r, m.KindName(k), im.Left, c.Style.Foreground)
}

// ChooseFocus lets the kind be chosen that panels speak of: all, or one that the scenario
// has. A kind in focus that the scenario has not gives way to all.
func ChooseFocus(c *im.Context, r raster.Rect, m *Model, act *Actions) {
	items, kinds := []string{m.Text.Curve.All}, []int{AllKinds}
	for _, k := range m.Kinds() {
		items, kinds = append(items, m.KindName(k)), append(kinds, int(k))
	}
	chosen := max(slices.Index(kinds, m.Focus), 0)
	c.Dropdown("for", r, &chosen, im.Dropdown{Items: items, Tooltip: m.Text.Curve.ForTip})
	act.FocusOn(kinds[chosen])
}

// Fill returns a pattern with terms in the place of its %s; %% is a per cent sign. A %s
// without a term becomes a mere per cent sign.
func Fill(pattern string, terms ...string) string {
	var filled strings.Builder
	for {
		before, after, found := strings.Cut(pattern, "%")
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		if after == "" || after[0] == '%' || len(terms) == 0 {
			filled.WriteByte('%')
		} else {
			filled.WriteString(terms[0])
			terms = terms[1:]
		}
		pattern = after[min(1, len(after)):]
	}
}

// Number writes a number with a fixed number of places after the point.
func Number(v float64, places int) string {
	scale := math.Pow10(places)
	return strconv.FormatFloat(math.Round(v*scale)/scale+0, 'f', places, 64) // + 0: never −0
}

// Significant writes a number with so many digits that one a little over a whole number is
// not written as that.
func Significant(v float64) string {
	switch {
	case v == 0 || v >= 100 || v >= 10 && v == math.Trunc(v):
		return Number(v, 0)
	case v >= 10:
		return Number(v, 1)
	}
	return Number(v, 2)
}

// Count writes a whole number.
func Count[T int | uint64](n T) string { return fmt.Sprint(n) }

// Millis writes a duration in ms with a place after the point only where it has a tenth.
func Millis(d time.Duration) string {
	return strings.TrimSuffix(Number(math.Round(float64(d)/1e5)/10, 1), ".0")
}

// Milliseconds writes a duration in whole milliseconds.
func Milliseconds(d time.Duration) string { return Number(float64(d)/1e6, 0) }

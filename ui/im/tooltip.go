package im

import (
	"strings"
	"time"

	"snaplab/ui/raster"
)

const (
	tipDelay      = 500 * time.Millisecond // of rest, before a tooltip shows
	tipFocusDelay = 900 * time.Millisecond // the same for the keyboard
	tipGrace      = 300 * time.Millisecond // after one was shown the next shows at once
	tipWidth      = 280                    // dp, at most
	tipTall       = 60                     // dp; above taller controls it stands at the pointer
)

// tipState is the tooltip's timer.
type tipState struct {
	id        string        // whose tooltip is due or shown
	since     time.Duration // when it became so
	delay     time.Duration
	shown     bool
	dismissed bool          // a press or key has put it away, until id changes
	lastShown time.Duration // when one was last on the screen
	everShown bool
}

// dismiss puts the tooltip away until the pointer or the keyboard goes elsewhere.
func (t *tipState) dismiss() { t.dismissed = true }

func (t *tipState) wake() (time.Duration, bool) {
	if t.id == "" || t.shown || t.dismissed {
		return 0, false
	}
	return t.since + t.delay, true
}

// drawTip finds whose tooltip it is and draws it when it is due. What is wrong
// with a text being edited stands in the same place, at once.
func (c *Context) drawTip() {
	if e := &c.edit; e.owner != "" && e.problem != "" {
		if k := c.find(e.owner); k != nil {
			c.tipBox(k.rect, e.problem, c.Style.Alarm)
			return
		}
	}
	t := &c.tip
	k, delay := c.tipOwner()
	id := ""
	if k != nil {
		id = k.id
	}
	if id != t.id {
		t.id, t.since, t.delay, t.dismissed = id, c.in.Now, delay, false
		if t.everShown && c.in.Now-t.lastShown < tipGrace {
			t.delay = 0
		}
	}
	t.shown = k != nil && !t.dismissed && c.in.Focused && c.pointer.active == "" && c.in.Now-t.since >= t.delay
	if !t.shown {
		return
	}
	t.lastShown, t.everShown = c.in.Now, true
	r := k.rect
	if r.H > tipTall {
		r = raster.Rect{X: c.in.Pointer.X + 8, Y: c.in.Pointer.Y, W: 1, H: 14}
	}
	c.tipBox(r, k.tooltip, c.Style.PopupBorder)
}

// tipOwner returns the control whose tooltip may show: the hovered one, else the
// one that the keyboard is visibly on.
func (c *Context) tipOwner() (*control, time.Duration) {
	if k := c.find(c.pointer.hover); k != nil && k.tooltip != "" {
		return k, tipDelay
	}
	if c.keyboard.visible {
		if k := c.find(c.keyboard.focus); k != nil && k.tooltip != "" && k.rect.H <= tipTall {
			return k, tipFocusDelay
		}
	}
	return nil, 0
}

// tipBox draws a text under r, or above it where there is no room.
func (c *Context) tipBox(r raster.Rect, text string, border raster.Color) {
	const pad, gap = 7, 6
	f := c.Style.Small
	var width float32
	c.lines, width = wrap(c.lines[:0], f, text, tipWidth-2*pad)
	line := f.LineHeight()
	w, h := width+2*pad, line*float32(len(c.lines))+2*pad-3
	b := c.bounds
	box := raster.Rect{X: r.X, Y: r.Y + r.H + gap, W: w, H: h}
	if box.Y+h > b.Y+b.H {
		box.Y = r.Y - gap - h
	}
	box.X = max(b.X, min(box.X, b.X+b.W-w-gap))
	box.Y = max(b.Y, box.Y)
	c.list.current = layerTip
	s := &c.Style
	c.list.FillRound(raster.Rect{X: box.X - 2, Y: box.Y, W: w + 4, H: h + 3}, s.Radius+2, raster.Alpha(s.Shadow, 0.18))
	c.list.FillRound(box, s.Radius, s.Popup)
	c.list.StrokeRound(box.Inset(0.5), s.Radius, 1, border)
	for i, t := range c.lines {
		y := box.Y + pad - 1.5 + line*float32(i)
		c.list.Text(f, raster.Point{X: box.X + pad, Y: Baseline(f, raster.Rect{Y: y, H: line})}, t, s.Foreground)
	}
	c.list.current = layerBase
}

// wrap appends to dst the lines of text, broken at blanks to fit width and at
// newlines, but not between a number and its unit, and returns the widest line's width. A word wider than width has a
// line of its own, or as many as it needs where it is of Korean syllables; an empty
// line stays one.
func wrap(dst []string, f raster.Font, text string, width float32) (lines []string, widest float32) {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		for first := true; first || line != ""; first = false {
			line = strings.TrimLeft(line, " ")
			end := fit(f, line, width)
			head := strings.TrimRight(line[:end], " ")
			dst = append(dst, head)
			widest = max(widest, f.Measure(head))
			line = strings.TrimLeft(line[end:], " ")
		}
		text = rest
	}
	return dst, widest
}

// fit returns how many bytes of the line, cut at a blank, fit the width; at
// least the first word, or of a Korean one that is too wide what of it fits.
func fit(f raster.Font, line string, width float32) int {
	end := 0
	for end < len(line) {
		next := nextBreak(line, end+1)
		if end > 0 && f.Measure(line[:next]) > width {
			break
		}
		end = next
	}
	if first := strings.IndexByte(line[:end], ' '); first < 0 && f.Measure(line[:end]) > width {
		return fitSyllables(f, line[:end], width)
	}
	return end
}

// units are what a number before them is not torn from.
var units = []string{"ms", "s", "m", "mm", "m/s", "Hz", "%", "kbit/s", "kB", "dp"}

// nextBreak returns the first blank from a place on at which the line may be broken, or
// its length.
func nextBreak(line string, from int) int {
	for from < len(line) {
		blank := strings.IndexByte(line[from:], ' ')
		if blank < 0 {
			break
		}
		blank += from
		if before := line[blank-1]; before < '0' || before > '9' || !startsWithUnit(line[blank+1:]) {
			return blank
		}
		from = blank + 1
	}
	return len(line)
}

// startsWithUnit reports whether the first word is a unit, whatever sign or Korean
// particle is at its end.
func startsWithUnit(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	for _, unit := range units {
		if rest, found := strings.CutPrefix(word, unit); found && (rest == "" || !isLetter(rest[0])) {
			return true
		}
	}
	return false
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '/' }

// fitSyllables returns how many bytes of a word, cut between two Korean syllables, fit
// the width; all of them if it can't be cut so.
func fitSyllables(f raster.Font, word string, width float32) int {
	end, last := len(word), rune(0)
	for i, r := range word {
		if raster.IsSyllable(last) && raster.IsSyllable(r) {
			if end < len(word) && f.Measure(word[:i]) > width {
				break
			}
			end = i
		}
		last = r
	}
	return end
}

// Wrap appends to dst the lines of a text set to a width in dp, for the
// application's own paragraphs. The lines share the text's memory.
func Wrap(dst []string, f raster.Font, text string, width float32) []string {
	dst, _ = wrap(dst, f, text, width)
	return dst
}

package im

import (
	"strings"

	"snaplab/ui/raster"
)

// Align says where in a rectangle a text stands.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

// TextIn writes s into r on one line, its capitals centred in r's height, and
// returns the width. Text too wide for r is cut with an ellipsis; without any
// width there is none.
func (l *List) TextIn(f raster.Font, r raster.Rect, s string, a Align, c raster.Color) float32 {
	if !(r.W > 0) || s == "" {
		return 0
	}
	w := f.Measure(s)
	if w > r.W+0.5 {
		s = f.Truncate(s, r.W)
		w = f.Measure(s)
	}
	x := r.X
	switch a {
	case Centre:
		x += (r.W - w) / 2
	case Right:
		x += r.W - w
	}
	l.write(f, raster.Point{X: x, Y: Baseline(f, r)}, s, w, c)
	return w
}

// Figure writes a number with its unit into r as TextIn does, but never cuts it: a
// figure too wide for r is written smaller, so that all of it can be read.
func (l *List) Figure(f raster.Font, r raster.Rect, s string, a Align, c raster.Color) float32 {
	if w := f.Measure(s); w > r.W && r.W > 0 {
		f.Size *= r.W / w
	}
	return l.TextIn(f, r, s, a, c)
}

// Baseline returns the y at which a line of text stands in the middle of r.
func Baseline(f raster.Font, r raster.Rect) float32 {
	return r.Y + (r.H+f.CapHeight())/2
}

// Heading writes the heading of a group of controls.
func (c *Context) Heading(r raster.Rect, text string) {
	c.list.TextIn(c.Style.Heading, r, text, Left, c.Style.Muted)
}

// Panel draws the ground and the edge of a group.
func (c *Context) Panel(r raster.Rect) {
	s := &c.Style
	c.list.FillRound(r, s.PanelRadius, s.Panel)
	c.list.StrokeRound(r.Inset(0.5), s.PanelRadius, 1, s.PanelBorder)
}

// Separator draws a line across the middle of r.
func (c *Context) Separator(r raster.Rect) {
	c.list.FillRect(raster.Rect{X: r.X, Y: r.Y + r.H/2 - 0.5, W: r.W, H: 1}, c.Style.PanelBorder)
}

// Wrap returns the lines of a text, which share its memory: broken at newlines, and at
// blanks to fit a width in dp, but not between a number and its unit. A word wider than
// that has a line of its own, or as many as it needs where it is of Korean syllables; an
// empty line stays one.
func Wrap(f raster.Font, text string, width float32) (lines []string) {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		for first := true; first || line != ""; first = false {
			line = strings.TrimLeft(line, " ")
			end := fit(f, line, width)
			lines = append(lines, strings.TrimRight(line[:end], " "))
			line = strings.TrimLeft(line[end:], " ")
		}
		text = rest
	}
	return lines
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

// units are not separated from the number before them by a line break.
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

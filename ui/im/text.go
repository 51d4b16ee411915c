package im

import "snaplab/ui/raster"

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
	return l.TextInBytes(f, r, []byte(s), a, c)
}

// TextInBytes is TextIn for a buffer that the caller goes on using.
func (l *List) TextInBytes(f raster.Font, r raster.Rect, s []byte, a Align, c raster.Color) float32 {
	if !(r.W > 0) || len(s) == 0 {
		return 0
	}
	w := f.MeasureBytes(s)
	if w > r.W+0.5 {
		return l.TextIn(f, r, l.fitted.get(f, s, r.W), a, c)
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

// fitCache remembers shortened texts: finding where to cut is slow.
type fitCache struct{ known map[fitKey]string }

type fitKey struct {
	font  raster.Font
	text  string
	width float32
}

func (f *fitCache) get(font raster.Font, s []byte, width float32) string {
	if t, ok := f.known[fitKey{font, string(s), width}]; ok {
		return t
	}
	if f.known == nil || len(f.known) >= internLimit {
		f.known = make(map[fitKey]string)
	}
	text := string(s)
	t := font.Truncate(text, width)
	f.known[fitKey{font, text, width}] = t
	return t
}

package raster

import (
	"math"
	"slices"
)

// symbol is the outline of a character that the typeface lacks: convex or star-shaped
// polygons in thousandths of the font's size, y up from the baseline.
type symbol struct {
	advance  int
	polygons [][]corner
}

// symbols are the characters that an interface needs and the typeface lacks.
var symbols = map[rune]symbol{
	'▸': {560, [][]corner{{{120, 110}, {120, 610}, {480, 360}}}},
	'◂': {560, [][]corner{{{440, 110}, {440, 610}, {80, 360}}}},
	'▾': {640, [][]corner{{{70, 530}, {570, 530}, {320, 170}}}},
	'▴': {640, [][]corner{{{70, 190}, {570, 190}, {320, 550}}}},
	'✕': {640, [][]corner{cross(320, 360, 235, 38)}},
	'✚': {680, [][]corner{plus(340, 360, 300, 95)}},
	'⏸': {760, [][]corner{box(130, 30, 310, 690), box(450, 30, 630, 690)}},
	'⏹': {760, [][]corner{box(80, 60, 680, 660)}},
	'⏵': {760, [][]corner{{{120, 10}, {120, 710}, {700, 360}}}},
	'⏭': {900, [][]corner{{{100, 60}, {100, 660}, {600, 360}}, box(660, 60, 780, 660)}},
	'⏮': {900, [][]corner{{{800, 60}, {800, 660}, {300, 360}}, box(120, 60, 240, 660)}},
	'☰': {760, [][]corner{box(80, 90, 680, 180), box(80, 315, 680, 405), box(80, 540, 680, 630)}},
	'▤': {760, [][]corner{box(80, 60, 680, 120), box(80, 240, 680, 300), box(80, 420, 680, 480), box(80, 600, 680, 660), box(80, 60, 140, 660), box(620, 60, 680, 660)}},
	'◐': {760, [][]corner{arc(380, 360, 320, 90, 270), arc(380, 360, 320, -90, 90), reverse(arc(380, 360, 250, -90, 90))}},
	'⚙': {800, [][]corner{gear(400, 360, 8), reverse(arc(400, 360, 120, 0, 360))}},
}

func box(x0, y0, x1, y1 int) []corner { return []corner{{x0, y0}, {x0, y1}, {x1, y1}, {x1, y0}} }

// plus is an upright cross around (x, y): arms of length r, half-width w.
func plus(x, y, r, w int) []corner {
	return []corner{
		{x - w, y - r}, {x - w, y - w}, {x - r, y - w}, {x - r, y + w}, {x - w, y + w}, {x - w, y + r},
		{x + w, y + r}, {x + w, y + w}, {x + r, y + w}, {x + r, y - w}, {x + w, y - w}, {x + w, y - r},
	}
}

// cross is a diagonal cross around (x, y): r to the ends, arms 2√2·w wide.
func cross(x, y, r, w int) []corner {
	return []corner{
		{x, y + 2*w}, {x + r - w, y + r + w}, {x + r + w, y + r - w}, {x + 2*w, y},
		{x + r + w, y - r + w}, {x + r - w, y - r - w}, {x, y - 2*w}, {x - r + w, y - r - w},
		{x - r - w, y - r + w}, {x - 2*w, y}, {x - r - w, y + r - w}, {x - r + w, y + r + w},
	}
}

// arc is the part of a disc between two angles in degrees, clockwise as glyph
// outlines are.
func arc(x, y, r, from, to int) []corner {
	var pts []corner
	for a := to; a >= from; a -= 6 {
		pts = append(pts, polar(x, y, r, a))
	}
	return pts
}

// gear is a disc with teeth.
func gear(x, y, teeth int) []corner {
	var pts []corner
	for i := teeth; i > 0; i-- {
		middle := 360 * i / teeth
		for _, p := range [...][2]int{{13, 255}, {8, 350}, {-8, 350}, {-13, 255}} {
			pts = append(pts, polar(x, y, p[1], middle+p[0]))
		}
	}
	return pts
}

func reverse(pts []corner) []corner {
	slices.Reverse(pts)
	return pts
}

// polar is the point at an angle in degrees, rounded to thousandths.
func polar(x, y, r, degrees int) corner {
	sin, cos := sincosDegrees(float64(degrees))
	return corner{x + int(math.Round(float64(r)*cos)), y + int(math.Round(float64(r)*sin))}
}

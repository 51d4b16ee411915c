package raster

// FillCircle fills a disc.
func (c *Canvas) FillCircle(p Point, radius float32, col Color) {
	c.OutlineCircle(p, radius, col, 0, Color{})
}

// StrokeCircle draws a circle; the line lies half inside and half outside the
// radius.
func (c *Canvas) StrokeCircle(p Point, radius, width float32, col Color) {
	if width > 0 {
		c.OutlineCircle(p, radius, Color{}, width, col)
	}
}

// OutlineCircle fills a disc and draws the circle around it, as FillCircle and
// StrokeCircle after it do but for the rounding: what is below is rounded once.
// A width that is not above zero draws no circle.
func (c *Canvas) OutlineCircle(p Point, radius float32, fill Color, width float32, line Color) {
	x, okX := toSub(p.X, c.scale)
	y, okY := toSub(p.Y, c.scale)
	r, okR := toSub(radius, c.scale)
	if !(okX && okY && okR) {
		return
	}
	k := discKey{radius: r, fill: fill, line: line}
	if r <= 0 || fill.A == 0 {
		k.radius, k.fill = 0, Color{}
	}
	if width > 0 && line.A > 0 {
		outer, ok := toSub(radius+width/2, c.scale)
		wide, okWide := toSub(width, c.scale)
		if !ok || !okWide {
			return
		}
		k.outer, k.width = outer, min(max(wide, 1), outer)
	}
	if k.outer <= 0 {
		k.outer, k.width, k.line = 0, 0, Color{}
	}
	c.disc(x, y, &k)
}

const (
	// maxDiscRadius bounds, in subpixels, the circles that are kept.
	maxDiscRadius = 24 * one
	// discStep is the grid, in subpixels, on which the centres of those
	// circles are placed: a sixteenth of a pixel off at most.
	discStep = one / 8
)

// disc draws what k describes, but for its place, around (x, y).
func (c *Canvas) disc(x, y int, k *discKey) {
	reach := max(k.radius, k.outer)
	if reach == 0 {
		return
	}
	if reach > maxDiscRadius {
		if r := k.radius; r > 0 {
			c.drawRoundBox(roundBox{x - r, y - r, x + r, y + r, r, 0}, newSource(k.fill))
		}
		if r := k.outer; r > 0 {
			c.drawRoundBox(roundBox{x - r, y - r, x + r, y + r, r, k.width}, newSource(k.line))
		}
		return
	}
	x, y = (x+discStep/2)&^(discStep-1), (y+discStep/2)&^(discStep-1)
	px, py := floorPixel(x), floorPixel(y)
	far := ceilPixel(reach) + 1
	if px+far <= c.clip.x0 || px-far >= c.clip.x1 || py+far <= c.clip.y0 || py-far >= c.clip.y1 {
		return
	}
	k.x, k.y = x&(one-1), y&(one-1)
	d := c.discs.get(k)
	d.lay(c, px+d.dx, py+d.dy)
}

package raster

// FillCircle fills a disc.
func (c *Canvas) FillCircle(p Point, radius float32, col Color) { c.circle(p, radius, 0, col) }

// StrokeCircle draws a circle; the line lies half inside and half outside the
// radius.
func (c *Canvas) StrokeCircle(p Point, radius, width float32, col Color) {
	if width > 0 {
		c.circle(p, radius+width/2, width, col)
	}
}

const (
	// maxSpriteRadius bounds, in subpixels, the circles whose masks are kept.
	maxSpriteRadius = 24 * one
	// spriteStep is the grid, in subpixels, on which the centres of those
	// circles are placed: a sixteenth of a pixel off at most.
	spriteStep = one / 8
)

// circle draws a ring whose outer radius is given, or a disc for width 0.
func (c *Canvas) circle(p Point, radius, width float32, col Color) {
	x, okX := toSub(p.X, c.scale)
	y, okY := toSub(p.Y, c.scale)
	r, okR := toSub(radius, c.scale)
	w, okW := toSub(width, c.scale)
	if !(okX && okY && okR && okW) || r <= 0 || col.A == 0 {
		return
	}
	if width > 0 {
		w = max(w, 1)
	}
	if r > maxSpriteRadius {
		c.drawRoundBox(roundBox{x - r, y - r, x + r, y + r, r, w}, newSource(col))
		return
	}
	x, y = (x+spriteStep/2)&^(spriteStep-1), (y+spriteStep/2)&^(spriteStep-1)
	px, py := floorPixel(x), floorPixel(y)
	reach := ceilPixel(r) + 1
	if px+reach <= c.clip.x0 || px-reach >= c.clip.x1 || py+reach <= c.clip.y0 || py-reach >= c.clip.y1 {
		return
	}
	s := c.sprites.ring(x&(one-1), y&(one-1), r, min(w, r))
	c.drawSprite(px+s.dx, py+s.dy, s, newSource(col))
}

// drawSprite blends a sprite, its corner at the pixel (x, y).
func (c *Canvas) drawSprite(x, y int, s *sprite, src source) {
	if all := (pixels{x, y, x + s.w, y + s.h}); all.intersect(c.clip) != all {
		c.drawMask(x, y, s.w, s.h, s.mask, src)
		return
	}
	stride := c.img.Stride
	pix := c.img.Pix[y*stride+4*x:]
	src.blendSpecks(pix, stride, s.specks)
	for _, r := range s.runs {
		at := int(r.y)*stride + 4*int(r.x)
		src.blendRun(pix[at:at+4*int(r.n)], uint32(r.coverage))
	}
}

// drawMask blends a mask of w by h pixels, its corner at (x, y).
func (c *Canvas) drawMask(x, y, w, h int, mask []uint8, src source) {
	in := pixels{x, y, x + w, y + h}.intersect(c.clip)
	if in.empty() {
		return
	}
	for row := in.y0; row < in.y1; row++ {
		at := (row-y)*w - x
		src.blendMask(c.pixelRow(row, in.x0, in.x1), mask[at+in.x0:at+in.x1])
	}
}

package raster

import "github.com/go-gl/mathgl/mgl32"

// DrawShadow draws the soft shadow of something on the ground under it: a disc
// around the point at with the given radius in metres, full in the middle and
// fading to nothing at the edge, seen by a camera without perspective.
func (c *Canvas) DrawShadow(at mgl32.Vec3, radius float32, cam *Camera, col Color) {
	ground := mgl32.Vec3{at[0], at[1], at[2]}
	s := cam.screen()
	centre, _ := s.project(ground)
	side, _ := s.project(ground.Add(mgl32.Vec3{radius, 0, 0}))
	front, _ := s.project(ground.Add(mgl32.Vec3{0, radius, 0}))
	x, okX := toSub(centre.X, c.scale)
	y, okY := toSub(centre.Y, c.scale)
	rx, okRX := toSub(side.X-centre.X, c.scale)
	ry, okRY := toSub(front.Y-centre.Y, c.scale)
	if !(okX && okY && okRX && okRY) {
		return
	}
	rx, ry = abs(rx), abs(ry)
	if rx == 0 || ry == 0 {
		return
	}
	// Soft edges hide a grid of a quarter of a pixel, which keeps masks few.
	rx, ry = min(max(rx&^(one/4-1), one/2), maxShadow), min(max(ry&^(one/4-1), one/2), maxShadow)
	x, y = (x+spriteStep/2)&^(spriteStep-1), (y+spriteStep/2)&^(spriteStep-1)
	sprite := c.sprites.shadow(x&(one-1), y&(one-1), rx, ry)
	c.drawMask(floorPixel(x)+sprite.dx, floorPixel(y)+sprite.dy, sprite.w, sprite.h, sprite.mask, newSource(col))
}

// maxShadow bounds the half-axes of shadows, in subpixels.
const maxShadow = 256 * one

// shadow returns the mask of a soft ellipse with half-axes rx and ry: the
// coverage is (1 − d²)², with d from 0 in the middle to 1 at the edge.
func (t *spriteCache) shadow(x, y, rx, ry int) *sprite {
	key := 1<<63 | uint64(x/spriteStep) | uint64(y/spriteStep)<<3 | uint64(rx)<<6 | uint64(ry)<<32
	s, found := t.place(key)
	if found {
		return s
	}
	t.reset(s, key, floorPixel(x-rx), floorPixel(y-ry), ceilPixel(x+rx), ceilPixel(y+ry))
	for i := range s.h {
		dy := ((s.dy+i)<<subShift + one/2 - y) << 12 / ry
		for j := range s.w {
			dx := ((s.dx+j)<<subShift + one/2 - x) << 12 / rx
			// 1 − d² in 1/2^12.
			rest := 1<<12 - (dx*dx+dy*dy)>>12
			if rest > 0 {
				s.mask[i*s.w+j] = uint8(rest * rest * 255 >> 24)
			}
		}
	}
	return s
}

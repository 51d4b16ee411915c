package raster

import (
	"encoding/binary"

	"github.com/go-gl/mathgl/mgl32"
)

// Paint says how a mesh is drawn.
type Paint struct {
	// Fill is the colour of a face that looks up; one that looks to the light
	// is lighter, the others are darker. Its alpha is that of the whole mesh:
	// faces behind do not show through.
	Fill Color
	// Outline, if its alpha is not zero, is drawn around the silhouette,
	// outside it. OutlineWidth is in logical pixels, rounded to device pixels,
	// at least one.
	Outline      Color
	OutlineWidth float32
}

// light is the direction to the light, of length 1: high up, over the left shoulder
// of a viewer who looks north.
var light = mgl32.Vec3{-0.48, -0.36, 0.8}

// Brightness in 1/256 of the paint's colour: of a face that the light does not
// reach, and what is added to it when it looks straight at the light. A face
// that looks up has 256.
const (
	ambient = 104
	diffuse = 190
)

// DrawMesh draws a mesh placed in the world by model (metres; rotation,
// translation and uniform scale). Faces are lit flat, those that look away are
// left out, nearer faces hide farther ones, and faces that share an edge leave
// no seam. Meshes do not hide each other: draw the farther first.
//
// Faces are ordered by the depth of their middles, which is right for convex
// solids and for merged ones that stand apart or on each other.
func (c *Canvas) DrawMesh(m *Mesh, model mgl32.Mat4, cam *Camera, paint Paint) {
	l := &c.layer
	if !l.project(m, &model, cam, c.scale) {
		return
	}
	grow := 0
	if paint.Outline.A > 0 {
		width, _ := toSub(paint.OutlineWidth, c.scale)
		grow = min(max((width+one/2)>>subShift, 1), maxOutline)
	}
	box := bounds(l.corners)
	box = pixels{box.x0 - grow, box.y0 - grow, box.x1 + grow, box.y1 + grow}.intersect(c.clip)
	if box.empty() {
		return
	}
	l.reset(box)
	l.sortFaces(m)
	c.area.reset(box)
	for i := range l.faces {
		f := &l.faces[i]
		l.addFace(&c.area, &m.Faces[f.index], shade(paint.Fill, m, f.index, &model))
	}
	if grow > 0 {
		c.drawOutline(grow, newSource(paint.Outline))
	}
	c.drawLayer(uint32(paint.Fill.A))
}

// maxOutline bounds the width of outlines in device pixels.
const maxOutline = 16

// shade returns the tinted colour of a face by Lambert's law, mixed with white where it
// is brighter than the paint.
func shade(col Color, m *Mesh, face int, model *mgl32.Mat4) Color {
	n := m.normal(face)
	normal := normalised(mgl32.Vec3{
		float32(model[0]*n[0]) + float32(model[4]*n[1]) + float32(model[8]*n[2]),
		float32(model[1]*n[0]) + float32(model[5]*n[1]) + float32(model[9]*n[2]),
		float32(model[2]*n[0]) + float32(model[6]*n[1]) + float32(model[10]*n[2]),
	})
	brightness := ambient + int(float32(max(dot(normal, light), 0)*diffuse)+0.5)
	tint := 256 + int(float32(min(max(m.Faces[face].Tint, -1), 1)*256))
	channel := func(v uint8) uint8 { return uint8(lit(lit(int(v), tint), brightness)) }
	return Color{R: channel(col.R), G: channel(col.G), B: channel(col.B), A: 255}
}

// lit darkens a channel by a brightness below 256 and mixes it with white by
// what is above, which is at most 256 more.
func lit(v, brightness int) int {
	if brightness <= 256 {
		return v * brightness / 256
	}
	return v + (255-v)*(brightness-256)/256
}

// layer is where the faces of a mesh are composed, the nearest first. Each face takes
// the coverage that is left of a pixel, so that two faces that share an edge cover its
// pixels completely.
type layer struct {
	box     pixels
	stride  int
	colour  []uint32 // premultiplied RGBA; zero between meshes
	corners []corner // of the vertices
	depth   []float32
	faces   []faceDepth
	polygon []corner
	grown   [2][]uint8 // coverage while an outline grows
}

type faceDepth struct {
	index int
	depth float32
}

// project fills corners and depth; it reports false if there is nothing to
// draw.
func (l *layer) project(m *Mesh, model *mgl32.Mat4, cam *Camera, scale float32) bool {
	s := cam.screen()
	l.corners, l.depth = l.corners[:0], l.depth[:0]
	for _, v := range m.Vertices {
		world := mgl32.Vec3{row(model, 0, v), row(model, 1, v), row(model, 2, v)}
		p, depth := s.project(world)
		at, ok := toCorner(p, scale)
		if !ok || depth != depth {
			return false
		}
		l.corners, l.depth = append(l.corners, at), append(l.depth, depth)
	}
	return len(l.corners) > 0
}

func (l *layer) reset(box pixels) {
	l.box, l.stride = box, box.x1-box.x0
	if n := l.stride * (box.y1 - box.y0); len(l.colour) < n {
		l.colour = make([]uint32, n)
	}
}

// sortFaces lists the faces that look to the viewer, the nearest first, in the
// mesh's order where depths are equal.
func (l *layer) sortFaces(m *Mesh) {
	l.faces = l.faces[:0]
	for i := range m.Faces {
		f := &m.Faces[i]
		if !m.valid(f) || l.signedArea(f) >= 0 {
			continue
		}
		var depth float32
		for _, v := range f.Indices {
			depth += l.depth[v]
		}
		depth /= float32(len(f.Indices))
		at := len(l.faces)
		l.faces = append(l.faces, faceDepth{})
		for ; at > 0 && l.faces[at-1].depth > depth; at-- {
			l.faces[at] = l.faces[at-1]
		}
		l.faces[at] = faceDepth{i, depth}
	}
}

// signedArea is twice the area of a face on the canvas, negative if its corners
// run counter-clockwise there.
func (l *layer) signedArea(f *Face) (sum int) {
	last := l.corners[f.Indices[len(f.Indices)-1]]
	for _, i := range f.Indices {
		p := l.corners[i]
		sum += last.x*p.y - p.x*last.y
		last = p
	}
	return sum
}

func (l *layer) addFace(a *areaBuffer, f *Face, col Color) {
	l.polygon = l.polygon[:0]
	for _, i := range f.Indices {
		l.polygon = append(l.polygon, l.corners[i])
	}
	a.polygon(l.polygon)
	rows := bounds(l.polygon).intersect(l.box)
	src := newSource(col)
	for y := rows.y0 - l.box.y0; y < rows.y1-l.box.y0; y++ {
		a.fillRow(y, l.colour[y*l.stride:(y+1)*l.stride], &src)
	}
}

// fillRow is sweep, with src filling the coverage that is left of a row's pixels.
func (a *areaBuffer) fillRow(y int, row []uint32, src *source) {
	t := a.touched[y]
	steps := a.steps[y*a.stride : (y+1)*a.stride]
	sum, coverage, pixel := 0, uint32(0), uint32(0)
	for x := t.first; x < len(row); x++ {
		if x > t.last {
			if coverage == 0 {
				break
			}
		} else if step := steps[x]; step != 0 {
			steps[x] = 0
			sum += int(step)
			coverage = coverage255(sum)
			pixel = src.premultiplied(coverage)
		}
		if coverage == 0 {
			continue
		}
		d := row[x]
		if d == 0 {
			row[x] = pixel
		} else if free := 255 - d>>24; free >= coverage {
			row[x] = d + pixel
		} else if free > 0 {
			row[x] = d + src.premultiplied(free)
		}
	}
	steps[len(row)], steps[len(row)+1] = 0, 0
	a.touched[y] = span{a.stride, -1}
}

// drawLayer blends the layer, with its alpha times the given one, onto the
// canvas and clears it.
func (c *Canvas) drawLayer(alpha uint32) {
	l := &c.layer
	for y := range l.box.y1 - l.box.y0 {
		row := c.pixelRow(l.box.y0+y, l.box.x0, l.box.x1)
		layer := l.colour[y*l.stride : (y+1)*l.stride]
		for x, d := range layer {
			if d == 0 {
				continue
			}
			layer[x] = 0
			p := row[4*x : 4*x+4 : 4*x+4]
			if alpha < 255 {
				d = pack(divLanes(spread(d)*uint64(alpha) + halves))
			}
			if rest := 255 - d>>24; rest > 0 {
				// No channel of d exceeds its alpha, so none of the sum exceeds 255.
				below := binary.LittleEndian.Uint32(p)
				d += pack(divLanes(spread(below)*uint64(rest) + halves))
			}
			binary.LittleEndian.PutUint32(p, d)
		}
	}
}

// drawOutline blends src where the layer's silhouette, grown by a number of
// pixels, exceeds the silhouette.
func (c *Canvas) drawOutline(grow int, src source) {
	l := &c.layer
	w, h := l.stride, l.box.y1-l.box.y0
	for i := range l.grown {
		if len(l.grown[i]) < w*h {
			l.grown[i] = make([]uint8, w*h)
		}
	}
	now, next := l.grown[0][:w*h], l.grown[1][:w*h]
	for i := range now {
		now[i] = uint8(l.colour[i] >> 24)
	}
	for range grow {
		dilate(next, now, w, h)
		now, next = next, now
	}
	for y := range h {
		mask := now[y*w : (y+1)*w]
		for x := range mask {
			mask[x] -= uint8(l.colour[y*w+x] >> 24)
		}
		src.blendMask(c.pixelRow(l.box.y0+y, l.box.x0, l.box.x1), mask)
	}
}

// dilate sets each pixel of dst to the greatest of a cross of five pixels of
// src; diagonal neighbours count by half, so that corners stay round.
func dilate(dst, src []uint8, w, h int) {
	at := func(x, y int) int {
		if x < 0 || y < 0 || x >= w || y >= h {
			return 0
		}
		return int(src[y*w+x])
	}
	for y := range h {
		for x := range w {
			straight := max(at(x, y), at(x-1, y), at(x+1, y), at(x, y-1), at(x, y+1))
			diagonal := max(at(x-1, y-1), at(x+1, y-1), at(x-1, y+1), at(x+1, y+1)) / 2
			dst[y*w+x] = uint8(max(straight, diagonal))
		}
	}
}

// DrawShadow draws the soft shadow of something on the ground under it: a disc
// around the point at with the given radius in metres, full in the middle and
// fading to nothing at the edge, seen by a camera without perspective.
func (c *Canvas) DrawShadow(at mgl32.Vec3, radius float32, cam *Camera, col Color) {
	screen := cam.screen()
	centre, _ := screen.project(at)
	side, _ := screen.project(at.Add(mgl32.Vec3{radius, 0, 0}))
	front, _ := screen.project(at.Add(mgl32.Vec3{0, radius, 0}))
	place, ok := toCorner(centre, c.scale)
	radii, okRadii := toCorner(Point{side.X - centre.X, front.Y - centre.Y}, c.scale)
	rx, ry := abs(radii.x), abs(radii.y)
	if !ok || !okRadii || rx == 0 || ry == 0 {
		return
	}
	// Soft edges hide a grid of a quarter of a pixel, which keeps masks few.
	rx, ry = min(max(rx&^(one/4-1), one/2), maxShadow), min(max(ry&^(one/4-1), one/2), maxShadow)
	x, y := stampPlace(place.x), stampPlace(place.y)
	c.drawMask(floorPixel(x), floorPixel(y), c.stamps.shadow(x&(one-1), y&(one-1), rx, ry), newSource(col))
}

// maxShadow bounds the half-axes of shadows, in subpixels.
const maxShadow = 256 * one

// shadow returns the mask of a soft ellipse with half-axes rx and ry: the
// coverage is (1 − d²)², with d from 0 in the middle to 1 at the edge.
func (t *stampCache) shadow(x, y, rx, ry int) *mask {
	key := 1<<63 | uint64(x/stampStep) | uint64(y/stampStep)<<3 | uint64(rx)<<6 | uint64(ry)<<32
	if s := t.masks[key]; s != nil {
		return s
	}
	s := t.add(key, pixelsOf(x-rx, y-ry, x+rx, y+ry))
	for i := range s.h {
		dy := ((s.dy+i)<<subShift + one/2 - y) << 12 / ry
		for j := range s.w {
			dx := ((s.dx+j)<<subShift + one/2 - x) << 12 / rx
			// 1 − d² in 1/2^12.
			rest := 1<<12 - (dx*dx+dy*dy)>>12
			if rest > 0 {
				s.coverage[i*s.w+j] = uint8(rest * rest * 255 >> 24)
			}
		}
	}
	return s
}

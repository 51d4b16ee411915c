package raster

// disc is a small disc, its outline, or both, ready to be laid over a picture: a
// disc is drawn often, at few places within a pixel and in few colours.
type disc struct {
	key    discKey
	dx, dy int // from the pixel that holds the centre to the layer's corner
	w, h   int
	layer  []layerPixel // row by row
	drawn  []span       // of each row: what is not clear
}

// discKey is what tells discs apart. Lengths are subpixels.
type discKey struct {
	x, y         int // of the centre, within its pixel
	radius       int // of what is filled, 0 for nothing
	outer, width int // of the outline; 0 for none
	fill, line   Color
}

// weights are the colours of a disc, ready to be weighed by coverages.
type weights struct{ under, over source }

// of returns a pixel with the two coverages: over the one below it gives
// round((line·b + fill·(255−b−rest) + below·rest) / 255), where b is the
// outline's weight and rest the product of what both leave. With one of them
// alone that is its usual blending.
func (w *weights) of(fill, line uint32) layerPixel {
	a, b := div255(w.under.alpha*fill), div255(w.over.alpha*line)
	rest := div255((255 - a) * (255 - b))
	return layerPixel{
		add:  w.over.lanes*uint64(b) + w.under.lanes*uint64(255-b-rest) + halves,
		rest: uint64(rest) * everyLane,
	}
}

// lay blends d over the canvas, its corner at the pixel (x, y).
func (d *disc) lay(c *Canvas, x, y int) {
	from, to := max(c.clip.y0-y, 0), min(c.clip.y1-y, d.h)
	left, right := c.clip.x0-x, c.clip.x1-x-1
	for i := from; i < to; i++ {
		first, last := max(d.drawn[i].first, left), min(d.drawn[i].last, right)
		if first <= last {
			at := (y+i)*c.img.Stride + 4*(x+first)
			blendLayer(c.img.Pix[at:at+4*(last-first+1)], d.layer[i*d.w+first:i*d.w+last+1])
		}
	}
}

// discCache keeps discs. It is a table with one place for each hash value; a
// newcomer takes over the place and its memory. The zero value is ready.
type discCache struct {
	places []*disc
	bytes  int
	kept   slab[disc]
	layers slab[layerPixel]
	spans  slab[span]
	fill   []int32 // coverage steps of a row; zero between uses
	line   []int32
}

const (
	discBits   = 11
	discPlaces = 1 << discBits
	// maxDiscBytes bounds the cache; a full one is emptied.
	maxDiscBytes = 8 << 20
)

// get returns the disc of a key.
func (t *discCache) get(k *discKey) *disc {
	if t.places == nil || t.bytes > maxDiscBytes {
		t.places, t.bytes = make([]*disc, discPlaces), 0
		t.kept, t.layers, t.spans = slab[disc]{}, slab[layerPixel]{}, slab[span]{}
	}
	place := &t.places[k.hash()]
	if *place == nil {
		*place = &t.kept.take(1, several)[0]
	} else if (*place).key == *k {
		return *place
	}
	t.draw(*place, k)
	return *place
}

// hash returns a number below discPlaces.
func (k *discKey) hash() uint64 {
	shape := uint64(k.x/discStep) | uint64(k.y/discStep)<<3 | uint64(k.radius)<<6 | uint64(k.outer)<<24 ^ uint64(k.width)<<42
	colours := uint64(newSource(k.fill).pixel)<<32 ^ uint64(newSource(k.line).pixel) ^ uint64(k.fill.A)<<56 ^ uint64(k.line.A)<<24
	return (shape*0x9E3779B97F4A7C15 + colours*0xD6E8FEB86659FD93) >> (64 - discBits)
}

// several is the discs that memory is allocated for at a time.
const several = 32

// draw makes d the disc of a key.
func (t *discCache) draw(d *disc, k *discKey) {
	reach := max(k.radius, k.outer)
	d.key = *k
	d.dx, d.dy = floorPixel(k.x-reach), floorPixel(k.y-reach)
	d.w, d.h = ceilPixel(k.x+reach)-d.dx, ceilPixel(k.y+reach)-d.dy
	// Memory for a disc of that reach anywhere.
	side := 2*ceilPixel(reach) + 1
	if cap(d.layer) < side*side {
		d.layer, d.drawn = t.layers.take(side*side, several), t.spans.take(side, several)
		t.bytes += 16 * side * (side + 1)
	}
	d.layer, d.drawn = d.layer[:d.w*d.h], d.drawn[:d.h]
	if n := d.w + 2; len(t.fill) < n {
		t.fill, t.line = make([]int32, n), make([]int32, n)
	}
	fill, line := t.fill[:d.w+2], t.line[:d.w+2]
	inner, ring := k.box(k.radius, 0), k.box(k.outer, k.width)
	weights := weights{newSource(k.fill), newSource(k.line)}
	for y := range d.h {
		inner.cover(fill, d.dy+y, d.dx, d.dx+d.w)
		ring.cover(line, d.dy+y, d.dx, d.dx+d.w)
		drawn := span{d.w, -1}
		a, b := 0, 0
		for x := range d.w {
			a, b = a+int(fill[x]), b+int(line[x])
			if a != 0 || b != 0 {
				drawn.first, drawn.last = min(drawn.first, x), x
			}
			d.layer[y*d.w+x] = weights.of(area255(a), area255(b))
		}
		d.drawn[y] = drawn
		clear(fill)
		clear(line)
	}
}

// box is a circle of the key.
func (k *discKey) box(radius, width int) roundBox {
	return roundBox{k.x - radius, k.y - radius, k.x + radius, k.y + radius, radius, width}
}

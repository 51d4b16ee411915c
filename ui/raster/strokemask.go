package raster

// strokeMask is where a line is put together before it is blended.
type strokeMask struct {
	coverage []uint8  // row by row; zero between strokes
	marks    []uint64 // a bit for each byte of coverage that is not zero
	stride   int      // bytes of coverage per row: a whole number of marks
	width    int      // of the canvas
	height   int

	touched pixels // what the line may have reached
	clip    pixels

	legs   []leg
	closed bool
	blocks [64]coverBlock // scratch of plainRows

	reach int // distance at which coverage ends, half the width + half a pixel
	full  int // greatest coverage: below 255 for lines thinner than a pixel
}

// markBits is the number of pixels that a word of the marks stands for.
const markBits = 64

func (m *strokeMask) resize(w, h int) {
	m.width, m.height = w, h
	m.stride = (w + markBits - 1) / markBits * markBits
	// A block of the last pixels of the last row reaches beyond them.
	m.coverage = make([]uint8, m.stride*h+coverWide)
	m.marks = make([]uint64, m.stride*h/markBits+1)
}

func (m *strokeMask) begin(width int, clip pixels) {
	m.clip, m.touched = clip, pixels{clip.x1, clip.y1, clip.x0, clip.y0}
	m.reach, m.full = (width+one)/2, min(width, 255)
}

// touch notes that pixels may have got coverage.
func (m *strokeMask) touch(p pixels) {
	t := &m.touched
	t.x0, t.y0 = min(t.x0, p.x0), min(t.y0, p.y0)
	t.x1, t.y1 = max(t.x1, p.x1), max(t.y1, p.y1)
}

// mark marks the pixels [x0, x1) of a row.
func (m *strokeMask) mark(y, x0, x1 int) {
	first, last := y*m.stride+x0, y*m.stride+x1-1
	for first/markBits < last/markBits {
		m.marks[first/markBits] |= ^uint64(0) << (first % markBits)
		first = (first/markBits + 1) * markBits
	}
	m.marks[first/markBits] |= 2<<(last%markBits) - 1<<(first%markBits)
}

// row returns the coverage of the pixels [x0, x1) of a row.
func (m *strokeMask) row(y, x0, x1 int) []uint8 {
	return m.coverage[y*m.stride+x0 : y*m.stride+x1]
}

// blend blends src where the line is, and clears the mask.
func (m *strokeMask) blend(c *Canvas, src *source) {
	t := m.touched
	if t.empty() {
		return
	}
	x := min(t.x0, max(m.clip.x1-blendWide, 0)) / markBits * markBits
	at := t.y0*m.stride + x
	src.blendMarked(c.img.Pix[t.y0*c.img.Stride+4*x:], c.img.Stride, &markedRows{
		coverage: m.coverage[at:], marks: m.marks[at/markBits:], stride: m.stride,
		words: (t.x1 - x + markBits - 1) / markBits, rows: t.y1 - t.y0,
		left: m.clip.x0 - x, right: m.clip.x1 - x,
	})
}

// markedRows is rows of coverage whose pixels that are not zero are marked. The
// first mark is that of the first pixel.
type markedRows struct {
	coverage    []uint8
	marks       []uint64
	stride      int // bytes of coverage from one row to the next
	words, rows int // of marks in a row, and rows
	left, right int // the pixels that may be drawn on, relative to the first
}

package raster

// byteReader reads the body of a glyph; past the end it gives zeros and is
// marked as failed.
type byteReader struct {
	data   []byte
	failed bool
}

func (r *byteReader) u8() int {
	if len(r.data) < 1 {
		r.failed = true
		return 0
	}
	v := r.data[0]
	r.data = r.data[1:]
	return int(v)
}

func (r *byteReader) u16() int { return r.u8()<<8 | r.u8() }

func (r *byteReader) skip(n int) {
	if n > len(r.data) {
		r.failed, n = true, len(r.data)
	}
	r.data = r.data[n:]
}

// Bits of a point's flags in the glyf table.
const (
	flagOnCurve = 1 << 0
	flagShortX  = 1 << 1
	flagShortY  = 1 << 2
	flagRepeat  = 1 << 3
	flagSameX   = 1 << 4 // or, of a short one: positive
	flagSameY   = 1 << 5
)

// points reads flags and coordinates into pts and reports success.
func (r *byteReader) points(pts []outlinePoint) bool {
	flags := r.data
	repeats := 0
	var flag int
	// The coordinates follow the flags, so the flags are passed twice: first
	// to find where they end, then once for each axis.
	for range pts {
		if repeats > 0 {
			repeats--
			continue
		}
		if flag = r.u8(); flag&flagRepeat != 0 {
			repeats = r.u8()
		}
	}
	r.axis(flags, pts, flagShortX, flagSameX, func(p *outlinePoint, v, flag int) { p.x, p.onCurve = v, flag&flagOnCurve != 0 })
	r.axis(flags, pts, flagShortY, flagSameY, func(p *outlinePoint, v, _ int) { p.y = v })
	return !r.failed
}

func (r *byteReader) axis(flags []byte, pts []outlinePoint, short, same int, set func(p *outlinePoint, v, flag int)) {
	f := byteReader{data: flags}
	flag, repeats, v := 0, 0, 0
	for i := range pts {
		if repeats > 0 {
			repeats--
		} else if flag = f.u8(); flag&flagRepeat != 0 {
			repeats = f.u8()
		}
		switch {
		case flag&short != 0 && flag&same != 0:
			v += r.u8()
		case flag&short != 0:
			v -= r.u8()
		case flag&same == 0:
			v += int(int16(r.u16()))
		}
		set(&pts[i], v, flag)
	}
}

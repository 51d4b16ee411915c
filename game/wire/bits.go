package wire

// bitWriter packs numbers into bytes, the most significant bit first.
type bitWriter struct {
	buf     []byte
	pending uint64 // the low count bits are not in buf yet
	count   uint
}

// write appends the low width bits of v; width is at most 32.
func (w *bitWriter) write(v uint32, width uint) {
	w.pending = w.pending<<width | uint64(v)&(1<<width-1)
	w.count += width
	for w.count >= 8 {
		w.count -= 8
		w.buf = append(w.buf, byte(w.pending>>w.count))
	}
}

// writeSigned appends v in two's complement; v must fit into width bits.
func (w *bitWriter) writeSigned(v int32, width uint) { w.write(uint32(v), width) }

// writeVarint appends v in groups of seven bits, the least significant first, each
// after a bit that says whether another follows.
func (w *bitWriter) writeVarint(v uint64) {
	for v >= 1<<7 {
		w.write(1<<7|uint32(v&0x7f), 8)
		v >>= 7
	}
	w.write(uint32(v), 8)
}

// bits returns how many bits have been written.
func (w *bitWriter) bits() int { return 8*len(w.buf) + int(w.count) }

// flush pads the last byte with zero bits and returns all bytes.
func (w *bitWriter) flush() []byte {
	if w.count > 0 {
		w.write(0, 8-w.count)
	}
	return w.buf
}

// bitReader takes apart what bitWriter put together. A read beyond the end yields
// zero and sets short, so that a record is read without a check at every field.
type bitReader struct {
	src     []byte
	pending uint64 // the low count bits are not read yet
	count   uint
	short   bool
}

func (r *bitReader) read(width uint) uint32 {
	for r.count < width {
		if len(r.src) == 0 {
			r.short = true
			return 0
		}
		r.pending = r.pending<<8 | uint64(r.src[0])
		r.src = r.src[1:]
		r.count += 8
	}
	r.count -= width
	return uint32(r.pending >> r.count & (1<<width - 1))
}

func (r *bitReader) readSigned(width uint) int32 {
	shift := 32 - width
	return int32(r.read(width)<<shift) >> shift
}

// readVarint returns ok = false for what writeVarint never writes: more than 64 bits
// of value, or a last group that is zero and not alone.
func (r *bitReader) readVarint() (v uint64, ok bool) {
	for shift := uint(0); ; shift += 7 {
		group := uint64(r.read(8))
		if shift == 63 && group > 1 || shift > 0 && group == 0 {
			return 0, false
		}
		v |= group & 0x7f << shift
		if group < 1<<7 {
			return v, true
		}
	}
}

// atEnd reports whether nothing is left but the zero bits that pad the last byte.
func (r *bitReader) atEnd() bool {
	return len(r.src) == 0 && r.count < 8 && r.pending&(1<<r.count-1) == 0
}

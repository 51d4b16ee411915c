package wire

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"snaplab/interp"
)

// Decoder reads the packets of a connection, those that build on earlier ones included.
// The zero value is ready, and knows none.
type Decoder struct {
	epoch    uint16
	started  bool
	received history
	records  []record // of the packet being read
}

// Decode reads src into p. Updates are appended to p.Updates[:0], so a Packet that is
// used again allocates nothing. The error wraps ErrShort, ErrLong, ErrVersion,
// ErrValue or ErrBaseline, and p then has no updates. Its header means nothing then,
// except with ErrBaseline: the packet is sound as far as can be told, but builds on one
// that has not come, or is of an older epoch than another packet was.
//
// A packet that others may build on is remembered unless it is of an older epoch. That
// is one to acknowledge.
func (d *Decoder) Decode(p *Packet, src []byte) error {
	var err error
	if d.records, err = decode(p, src, d, d.records[:0]); err != nil {
		return err
	}
	if p.Baseline == 0 {
		return nil
	}
	if !d.started || int16(p.Epoch-d.epoch) > 0 {
		d.started, d.epoch = true, p.Epoch
	}
	if p.Epoch == d.epoch && p.Seq != 0 {
		packet := d.received.place(p.Seq)
		packet.records = append(packet.records, d.records...)
		packet.seq, packet.epoch, packet.time = p.Seq, p.Epoch, p.Time
	}
	return nil
}

// Decode reads a packet as a Decoder does that knows no other and remembers none.
func Decode(p *Packet, src []byte) error {
	var room [maxUpdates]record
	_, err := decode(p, src, nil, room[:0])
	return err
}

// decode reads src into p and appends its records to dst. What it builds on is looked
// up in known, which may be nil.
func decode(p *Packet, src []byte, known *Decoder, dst []record) ([]record, error) {
	p.Updates = p.Updates[:0]
	count, err := decodeHeader(&p.Header, src)
	if err != nil {
		return dst, err
	}
	source := source{known: known, header: &p.Header, named: src[0] == VersionNamed}
	source.next = place{p.Baseline, 0}
	source.places.seq = p.Seq
	delta := p.Baseline != 0 && p.Baseline != p.Seq
	if source.named && !delta {
		return dst, fmt.Errorf("%w: version %d builds on no other packet", ErrValue, VersionNamed)
	}
	r := bitReader{src: src[headerBytes:]}
	for i := range count {
		var q record
		if delta {
			err = q.readDelta(&r, p.Time, func() (basis, error) { return source.find(&r, i) })
		} else {
			err = q.read(&r, p.Time)
		}
		if r.short {
			err = ErrShort
		}
		if err != nil {
			return dst, fmt.Errorf("record %d of %d: %w", i+1, count, err)
		}
		dst = append(dst, q)
	}
	if !r.atEnd() {
		return dst, fmt.Errorf("%w: something follows the %d records", ErrLong, count)
	}
	if delta {
		if _, here := source.packet(p.Baseline); !here {
			source.missing = p.Baseline
		}
		if source.missing != 0 {
			return dst, fmt.Errorf("%w: packet %d builds on %d", ErrBaseline, p.Seq, source.missing)
		}
	}
	for i := range dst {
		p.Updates = append(p.Updates, dst[i].update(&p.Header))
	}
	return dst, nil
}

// source is what the records of a packet build on.
type source struct {
	known   *Decoder // nil for one that knows nothing
	header  *Header
	named   bool // each says what it builds on
	places       // of those
	missing uint32
}

func (s *source) packet(seq uint32) (*remembered, bool) {
	if s.known == nil {
		return nil, false
	}
	packet := s.known.received.find(s.header.Epoch, seq)
	return packet, packet != nil
}

// find returns what the i-th record builds on, nothing if that is not here.
func (s *source) find(r *bitReader, i int) (basis, error) {
	at := place{s.header.Baseline, uint8(i)}
	if s.named {
		var err error
		if at, err = s.read(r); err != nil {
			return basis{}, err
		}
	}
	packet, here := s.packet(at.seq)
	switch {
	case !here:
		s.missing = at.seq
		return basis{}, nil
	case int(at.index) >= len(packet.records):
		return basis{}, fmt.Errorf("%w: nothing to build on, the baseline has %d records", ErrValue, len(packet.records))
	}
	return basisOf(packet, at.index, s.header.Time), nil
}

// decodeHeader reads the header of src, and returns how many records follow.
func decodeHeader(h *Header, src []byte) (records int, err error) {
	if len(src) > MaxPacket {
		return 0, fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, len(src), MaxPacket)
	}
	if err := checkVersion(src, headerBytes, Version, VersionNamed); err != nil {
		return 0, err
	}
	*h = Header{
		Epoch:    binary.BigEndian.Uint16(src[1:]),
		Seq:      binary.BigEndian.Uint32(src[3:]),
		Tick:     binary.BigEndian.Uint32(src[7:]),
		Time:     interp.ServerTime(binary.BigEndian.Uint64(src[11:])),
		Baseline: binary.BigEndian.Uint32(src[19:]),
		AckSeq:   binary.BigEndian.Uint32(src[23:]),
		AckHold:  time.Duration(binary.BigEndian.Uint32(src[27:])) * time.Microsecond,
	}
	return int(src[31]), nil
}

// checkVersion checks that src has one of some versions and at least size bytes.
func checkVersion(src []byte, size int, versions ...byte) error {
	if len(src) == 0 {
		return fmt.Errorf("%w: 0 bytes, want %d or more", ErrShort, size)
	}
	if !slices.Contains(versions, src[0]) {
		return fmt.Errorf("%w: %d, want %d", ErrVersion, src[0], Version)
	}
	if len(src) < size {
		return fmt.Errorf("%w: %d bytes, want %d or more", ErrShort, len(src), size)
	}
	return nil
}

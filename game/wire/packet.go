package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"snaplab/interp"
)

const (
	// Version is the version of the format, the first byte of every packet. In a packet
	// with VersionNamed in its place each record says what it builds on.
	Version      = 1
	VersionNamed = 2
	// MaxPacket is the largest packet in bytes, without its checksum.
	MaxPacket = MaxDatagram - ChecksumBytes
	// MaxAckHold is the longest AckHold that the wire carries.
	MaxAckHold = math.MaxUint32 * time.Microsecond

	headerBytes = 32
	// liveBits is the length of the longest record: a destroyed one has 61 bits
	// and an age of at most 9 groups.
	liveBits = 227
)

// Errors of reading and writing. What is returned wraps one of them.
var (
	// ErrShort means that the packet ends before its contents do.
	ErrShort = errors.New("wire: packet too short")
	// ErrLong means more bytes or updates than a packet may have.
	ErrLong = errors.New("wire: packet too long")
	// ErrVersion means that the first byte is not Version.
	ErrVersion = errors.New("wire: unknown version")
	// ErrValue means that a field's value is out of its range.
	ErrValue = errors.New("wire: bad value")
	// ErrBaseline means that a packet builds on one that the reader does not have.
	ErrBaseline = errors.New("wire: baseline is missing")
)

// Header is what a packet says about itself.
type Header struct {
	// Epoch is the incarnation of the connection or world.
	Epoch uint16
	// Seq numbers the packets of an epoch from 1. It wraps past 0, which stands for
	// no packet.
	Seq uint32
	// Tick is the server step shown; the packets of one snapshot share it.
	Tick uint32
	// Time is the server's stamp of Tick.
	Time interp.ServerTime
	// Baseline is the Seq of the packet that this one builds on. It is the packet's
	// own if it is whole in itself and others may build on it, 0 if it is whole and
	// none will.
	Baseline uint32
	// AckSeq is the number of the newest acknowledgement the server has heard,
	// 0 for none.
	AckSeq uint32
	// AckHold is how long the server held that acknowledgement before it sent this
	// packet. The wire carries whole microseconds, rounded down, and MaxAckHold
	// for anything longer.
	AckHold time.Duration
}

// Packet is a header and the updates of some entities. The samples' Seq is the
// header's, and so is the Time of those not destroyed.
type Packet struct {
	Header
	Updates []interp.Update
}

// maxUpdates is how many updates fit into a packet whatever they are.
const maxUpdates = (MaxPacket - headerBytes) * 8 / liveBits

// MaxUpdates returns how many updates fit into a packet whatever they are.
func MaxUpdates() int { return maxUpdates }

// AppendPacket appends the bytes of p to dst. The error names the entity and the field
// that can't be written, and dst is then returned as it was. A live sample must be of
// the header's time, a destroyed one of that or an earlier time. Sample.Seq is not
// looked at. The packet is whole, so Baseline must be 0 or Seq: an Encoder writes those
// that build on others.
func AppendPacket(dst []byte, p *Packet) ([]byte, error) {
	if p.Baseline != 0 && p.Baseline != p.Seq {
		return dst, fmt.Errorf("%w: Baseline is %d, want 0 or %d, the packet's own number", ErrValue, p.Baseline, p.Seq)
	}
	if len(p.Updates) > math.MaxUint8 {
		return dst, fmt.Errorf("%w: %d updates, want at most %d", ErrLong, len(p.Updates), math.MaxUint8)
	}
	buf, err := appendHeader(dst, &p.Header, len(p.Updates))
	if err != nil {
		return dst, err
	}
	w := bitWriter{buf: buf}
	for i := range p.Updates {
		q, err := quantise(p.Time, &p.Updates[i])
		if err != nil {
			return dst, fmt.Errorf("entity %d: %w", p.Updates[i].ID, err)
		}
		q.write(&w, p.Time)
	}
	buf = w.flush()
	if size := len(buf) - len(dst); size > MaxPacket {
		return dst, fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, size, MaxPacket)
	}
	return buf, nil
}

// RecordBits returns the length in bits of an update's whole record, in a packet of an
// instant.
func RecordBits(u *interp.Update, now interp.ServerTime) int {
	q := record{destroyed: u.Sample.Destroyed, since: u.Sample.Time}
	return q.bits(now)
}

// appendHeader appends the header of a packet with so many records, at most 255.
func appendHeader(dst []byte, h *Header, records int) ([]byte, error) {
	if h.AckHold < 0 {
		return dst, fmt.Errorf("%w: AckHold is %v, want 0s or more", ErrValue, h.AckHold)
	}
	dst = append(dst, Version)
	dst = binary.BigEndian.AppendUint16(dst, h.Epoch)
	dst = binary.BigEndian.AppendUint32(dst, h.Seq)
	dst = binary.BigEndian.AppendUint32(dst, h.Tick)
	dst = binary.BigEndian.AppendUint64(dst, uint64(h.Time))
	dst = binary.BigEndian.AppendUint32(dst, h.Baseline)
	dst = binary.BigEndian.AppendUint32(dst, h.AckSeq)
	dst = binary.BigEndian.AppendUint32(dst, uint32(min(h.AckHold, MaxAckHold)/time.Microsecond))
	return append(dst, byte(records)), nil
}

package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

const (
	// Version is the version of the format, the first byte of every packet.
	Version = 1
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
	// Baseline is the Seq of the packet that this one builds on, 0 for none.
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

// MaxUpdates returns how many updates fit into a packet whatever they are.
func MaxUpdates() int { return (MaxPacket - headerBytes) * 8 / liveBits }

// AppendPacket appends p's bytes to dst. The error names the entity and the field
// that can't be written, and dst is then returned as it was. A live sample must be of
// the header's time, a destroyed one of that or an earlier time. Sample.Seq is not
// looked at.
func AppendPacket(dst []byte, p *Packet) ([]byte, error) {
	if p.AckHold < 0 {
		return dst, fmt.Errorf("%w: AckHold is %v, want 0s or more", ErrValue, p.AckHold)
	}
	if len(p.Updates) > math.MaxUint8 {
		return dst, fmt.Errorf("%w: %d updates, want at most %d", ErrLong, len(p.Updates), math.MaxUint8)
	}
	buf := append(dst, Version)
	buf = binary.BigEndian.AppendUint16(buf, p.Epoch)
	buf = binary.BigEndian.AppendUint32(buf, p.Seq)
	buf = binary.BigEndian.AppendUint32(buf, p.Tick)
	buf = binary.BigEndian.AppendUint64(buf, uint64(p.Time))
	buf = binary.BigEndian.AppendUint32(buf, p.Baseline)
	buf = binary.BigEndian.AppendUint32(buf, p.AckSeq)
	buf = binary.BigEndian.AppendUint32(buf, uint32(min(p.AckHold, MaxAckHold)/time.Microsecond))
	buf = append(buf, byte(len(p.Updates)))

	w := bitWriter{buf: buf}
	for i := range p.Updates {
		if err := writeUpdate(&w, p.Time, &p.Updates[i]); err != nil {
			return dst, fmt.Errorf("entity %d: %w", p.Updates[i].ID, err)
		}
	}
	buf = w.flush()
	if size := len(buf) - len(dst); size > MaxPacket {
		return dst, fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, size, MaxPacket)
	}
	return buf, nil
}

func writeUpdate(w *bitWriter, now interp.ServerTime, u *interp.Update) error {
	s := &u.Sample
	if u.Kind >= interp.MaxKinds {
		return fmt.Errorf("%w: kind is %d, want 0 to %d", ErrValue, u.Kind, interp.MaxKinds-1)
	}
	w.write(uint32(u.ID), 32)
	w.write(uint32(u.Kind), 4)
	w.write(uint32(s.Generation), 16)
	w.write(uint32(s.Segment), 8)
	if s.Destroyed {
		age := now.Sub(s.Time)
		if s.Time > now || age < 0 {
			return fmt.Errorf("%w: destroyed at %d ns, want at most %d ns, the packet's time, and less than 2^63 ns before it", ErrValue, s.Time, now)
		}
		w.write(1, 1)
		w.writeVarint(uint64(age))
		return nil
	}
	if s.Time != now {
		return fmt.Errorf("%w: sample time is %d ns, want %d ns, the packet's", ErrValue, s.Time, now)
	}
	if s.Stance > maxStance {
		return fmt.Errorf("%w: stance is %d, want 0 to %d", ErrValue, s.Stance, maxStance)
	}
	w.write(0, 1)
	w.write(flag(s.Spawned), 1)
	w.write(uint32(s.Stance), 4)
	if err := writeVector(w, s.Pose.Position, &position); err != nil {
		return err
	}
	if err := writeVector(w, s.Velocity, &velocity); err != nil {
		return err
	}
	return writeRotation(w, s.Pose.Rotation)
}

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Decode reads src into p. Updates are appended to p.Updates[:0], so a Packet that is
// used again allocates nothing. The error wraps ErrShort, ErrLong, ErrVersion or
// ErrValue, and p then has no updates and a header that means nothing. A destroyed
// update has a zero velocity and stance and the pose of the origin.
func Decode(p *Packet, src []byte) error {
	p.Updates = p.Updates[:0]
	if len(src) > MaxPacket {
		return fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, len(src), MaxPacket)
	}
	if err := checkVersion(src, headerBytes); err != nil {
		return err
	}
	p.Header = Header{
		Epoch:    binary.BigEndian.Uint16(src[1:]),
		Seq:      binary.BigEndian.Uint32(src[3:]),
		Tick:     binary.BigEndian.Uint32(src[7:]),
		Time:     interp.ServerTime(binary.BigEndian.Uint64(src[11:])),
		Baseline: binary.BigEndian.Uint32(src[19:]),
		AckSeq:   binary.BigEndian.Uint32(src[23:]),
		AckHold:  time.Duration(binary.BigEndian.Uint32(src[27:])) * time.Microsecond,
	}
	records := int(src[31])
	r := bitReader{src: src[headerBytes:]}
	for i := range records {
		var u interp.Update
		if err := readUpdate(&r, &p.Header, &u); err != nil {
			p.Updates = p.Updates[:0]
			return fmt.Errorf("record %d of %d: %w", i+1, records, err)
		}
		p.Updates = append(p.Updates, u)
	}
	if !r.atEnd() {
		p.Updates = p.Updates[:0]
		return fmt.Errorf("%w: something follows the %d records", ErrLong, records)
	}
	return nil
}

func readUpdate(r *bitReader, h *Header, u *interp.Update) error {
	s := &u.Sample
	u.ID = interp.EntityID(r.read(32))
	u.Kind = interp.Kind(r.read(4))
	s.Generation = uint16(r.read(16))
	s.Segment = uint8(r.read(8))
	s.Seq = h.Seq
	s.Time = h.Time
	s.Destroyed = r.read(1) == 1
	var err error
	if s.Destroyed {
		err = readAge(r, s)
	} else {
		err = readState(r, s)
	}
	if r.short {
		return ErrShort
	}
	return err
}

// readAge reads the rest of a destroyed record into s, whose Time is the packet's.
func readAge(r *bitReader, s *interp.Sample) error {
	age, ok := r.readVarint()
	if !ok || age > math.MaxInt64 {
		return fmt.Errorf("%w: age is not a number from 0 to 2^63-1 in its shortest form", ErrValue)
	}
	now := s.Time
	s.Time = now.Add(-time.Duration(age))
	if s.Time > now {
		return fmt.Errorf("%w: age of %d ns goes back before the first server time", ErrValue, age)
	}
	s.Pose.Rotation = mgl32.QuatIdent()
	return nil
}

// readState reads the rest of a live record into s.
func readState(r *bitReader, s *interp.Sample) (err error) {
	s.Spawned = r.read(1) == 1
	s.Stance = uint8(r.read(4))
	if s.Pose.Position, err = readVector(r, &position); err != nil {
		return err
	}
	if s.Velocity, err = readVector(r, &velocity); err != nil {
		return err
	}
	s.Pose.Rotation, err = readRotation(r)
	return err
}

// checkVersion checks the version of src and that it has at least size bytes.
func checkVersion(src []byte, size int) error {
	if len(src) == 0 {
		return fmt.Errorf("%w: 0 bytes, want %d or more", ErrShort, size)
	}
	if src[0] != Version {
		return fmt.Errorf("%w: %d, want %d", ErrVersion, src[0], Version)
	}
	if len(src) < size {
		return fmt.Errorf("%w: %d bytes, want %d or more", ErrShort, len(src), size)
	}
	return nil
}

package wire

import (
	"fmt"
	"math/bits"
	"time"

	"snaplab/interp"
)

// changeExtra is how many bits more than its component a change may have: enough for
// that from one end of the range to the other.
const changeExtra = 1

// place is where a record is: in which packet, 0 for none, and which one of it.
type place struct {
	seq   uint32
	index uint8
}

// basis is the record that another builds on: nil for none. It was at a place, for so long
// before the packet of the other.
type basis struct {
	*record
	elapsed time.Duration
	at      place
}

// basisOf returns the record at a place in a packet that is remembered, for a packet of an
// instant. There must be one.
func basisOf(packet *remembered, index uint8, now interp.ServerTime) basis {
	return basis{&packet.records[index], now.Sub(packet.time), place{packet.seq, index}}
}

// places tells, in a packet of which each record names what it builds on, where that is.
// What follows on the last one needs one bit only.
type places struct {
	seq  uint32 // of the packet
	next place
}

func (p *places) write(w *bitWriter, at place) {
	if at == p.next {
		w.write(0, 1)
	} else {
		w.write(1, 1)
		w.writeVarint(uint64(p.seq - at.seq))
		w.write(uint32(at.index), 8)
	}
	p.next = place{at.seq, at.index + 1}
}

func (p *places) read(r *bitReader) (place, error) {
	at := p.next
	if r.read(1) == 1 {
		age, ok := r.readVarint()
		if !ok || age == 0 || age > MaxBaselineAge {
			return at, fmt.Errorf("%w: builds on a packet %d before it, want 1 to %d", ErrValue, age, MaxBaselineAge)
		}
		at = place{p.seq - uint32(age), uint8(r.read(8))}
	}
	p.next = place{at.seq, at.index + 1}
	return at, nil
}

// continues reports whether q is of the same life as the record that it builds on, so
// that it can be told by what has changed. The end of a life is told as a whole once,
// and from then on nothing changes.
func (q *record) continues(base *record) bool {
	return q.id == base.id && q.kind == base.kind && q.generation == base.generation &&
		!q.spawned && q.destroyed == base.destroyed &&
		(!q.destroyed || q.since == base.since && q.segment == base.segment)
}

// expected returns what becomes of a record in a time if its velocity does not change.
// It is whole numbers throughout, so both sides expect the same.
func (q *record) expected(after time.Duration) record {
	e := *q
	e.spawned = false
	const limit = MaxPosition * positionSteps
	for axis := range e.position {
		moved := int64(q.velocity[axis]) * (positionSteps / velocitySteps) * int64(after) / int64(time.Second)
		e.position[axis] = int32(min(max(int64(q.position[axis])+moved, -limit), limit))
	}
	return e
}

// writeDelta appends a record of a packet of an instant, as it differs from the one that it
// builds on. It says which that is if named is not nil.
func (q *record) writeDelta(w *bitWriter, now interp.ServerTime, base basis, named *places) {
	if base.record == nil || !q.continues(base.record) {
		w.write(0b11, 2)
		q.write(w, now)
		return
	}
	e := base.expected(base.elapsed)
	same := *q == e
	if same {
		w.write(0, 1)
	} else {
		w.write(0b10, 2)
	}
	if named != nil {
		named.write(w, base.at)
	}
	if same {
		return
	}
	if q.segment == e.segment && q.stance == e.stance {
		w.write(0, 1)
	} else {
		w.write(1, 1)
		w.write(uint32(q.segment), 8)
		w.write(uint32(q.stance), 4)
	}
	writeChange(w, &q.position, &e.position)
	writeChange(w, &q.velocity, &e.velocity)
	if q.rotation.omit == e.rotation.omit {
		w.write(0, 1)
		writeChange(w, &q.rotation.kept, &e.rotation.kept)
	} else {
		w.write(1, 1)
		q.rotation.write(w)
	}
}

// readDelta reads a record of a packet of an instant; find returns what it builds on, if it
// is not whole. If that is not here the record is read, to know where it ends, but means
// nothing.
func (q *record) readDelta(r *bitReader, now interp.ServerTime, find func() (basis, error)) error {
	changed := r.read(1) == 1
	if changed && r.read(1) == 1 {
		return q.read(r, now)
	}
	base, err := find()
	if err != nil {
		return err
	}
	*q = record{}
	if base.record != nil {
		*q = base.expected(base.elapsed)
	}
	if changed {
		if q.destroyed {
			return fmt.Errorf("%w: entity %d is destroyed and can't change", ErrValue, q.id)
		}
		if err := q.readChanges(r); err != nil {
			return err
		}
	}
	if base.record == nil {
		return nil
	}
	if q.destroyed {
		return checkDestroyed(q.since, now)
	}
	return q.check()
}

func (q *record) readChanges(r *bitReader) error {
	if r.read(1) == 1 {
		q.segment = uint8(r.read(8))
		q.stance = uint8(r.read(4))
	}
	if err := readChange(r, &q.position, position.width); err != nil {
		return fmt.Errorf("%s: %w", position.name, err)
	}
	if err := readChange(r, &q.velocity, velocity.width); err != nil {
		return fmt.Errorf("%s: %w", velocity.name, err)
	}
	if r.read(1) == 1 {
		q.rotation.read(r)
		return nil
	}
	if err := readChange(r, &q.rotation.kept, rotationWidth); err != nil {
		return fmt.Errorf("rotation: %w", err)
	}
	return nil
}

// writeChange appends how three components differ from those expected: which do, in how
// many bits, and by how much.
func writeChange(w *bitWriter, to, from *[3]int32) {
	var change [3]int32
	which, width := uint32(0), 0
	for axis := range change {
		change[axis] = to[axis] - from[axis]
		which = which<<1 | flag(change[axis] != 0)
		width = max(width, signedWidth(change[axis]))
	}
	w.write(which, 3)
	if which == 0 {
		return
	}
	w.write(uint32(width), 5)
	for _, c := range change {
		if c != 0 {
			w.writeSigned(c, uint(width))
		}
	}
}

// readChange adds to three components of a width what writeChange wrote.
func readChange(r *bitReader, v *[3]int32, of uint) error {
	which := r.read(3)
	if which == 0 {
		return nil
	}
	width := uint(r.read(5))
	if width == 0 || width > of+changeExtra {
		return fmt.Errorf("%w: change of %d bits, want 1 to %d", ErrValue, width, of+changeExtra)
	}
	for axis := range v {
		if which>>(2-axis)&1 == 1 {
			v[axis] += r.readSigned(width)
		}
	}
	return nil
}

// signedWidth returns how many bits v needs in two's complement.
func signedWidth(v int32) int { return bits.Len32(uint32(v^v>>31)) + 1 }

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

// baseline is what the records of a packet build on: the i-th on the i-th.
type baseline struct {
	records []record
	elapsed time.Duration // from its time to the packet's
}

// against returns how a packet of an instant builds on one that is remembered.
func against(base *remembered, now interp.ServerTime) baseline {
	return baseline{base.records, now.Sub(base.time)}
}

// at returns the i-th record, nil if there are not so many.
func (b *baseline) at(i int) *record {
	if i >= len(b.records) {
		return nil
	}
	return &b.records[i]
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

// writeDelta appends the i-th record of a packet of an instant, as it differs from the
// baseline's.
func (q *record) writeDelta(w *bitWriter, now interp.ServerTime, b *baseline, i int) {
	base := b.at(i)
	if base == nil || !q.continues(base) {
		w.write(0b11, 2)
		q.write(w, now)
		return
	}
	e := base.expected(b.elapsed)
	if *q == e {
		w.write(0, 1)
		return
	}
	w.write(0b10, 2)
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

// readDelta reads the i-th record of a packet of an instant. If b is nil the record is
// read, to know where it ends, but means nothing unless it is a whole one.
func (q *record) readDelta(r *bitReader, now interp.ServerTime, b *baseline, i int) error {
	changed := r.read(1) == 1
	if changed && r.read(1) == 1 {
		return q.read(r, now)
	}
	*q = record{}
	if b != nil {
		base := b.at(i)
		if base == nil {
			return fmt.Errorf("%w: nothing to build on, the baseline has %d records", ErrValue, len(b.records))
		}
		*q = base.expected(b.elapsed)
	}
	if changed {
		if q.destroyed {
			return fmt.Errorf("%w: entity %d is destroyed and can't change", ErrValue, q.id)
		}
		if err := q.readChanges(r); err != nil {
			return err
		}
	}
	if b == nil {
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

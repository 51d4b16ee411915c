package wire

import (
	"fmt"
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// record is an update as the wire has it, in whole numbers: what one side has written
// is exactly what the other has read, so both can build on it.
type record struct {
	id                 interp.EntityID
	kind               interp.Kind
	generation         uint16
	segment, stance    uint8
	spawned, destroyed bool
	since              interp.ServerTime // of a destroyed one, when; otherwise 0
	position, velocity [3]int32
	rotation           rotation
}

// quantise returns an update of a packet of an instant as a record, or an error that
// names the field that can't be written.
func quantise(now interp.ServerTime, u *interp.Update) (q record, err error) {
	s := &u.Sample
	if u.Kind >= interp.MaxKinds {
		return q, fmt.Errorf("%w: kind is %d, want 0 to %d", ErrValue, u.Kind, interp.MaxKinds-1)
	}
	q = record{id: u.ID, kind: u.Kind, generation: s.Generation, segment: s.Segment}
	if s.Destroyed {
		q.destroyed, q.since = true, s.Time
		return q, checkDestroyed(s.Time, now)
	}
	if s.Time != now {
		return q, fmt.Errorf("%w: sample time is %d ns, want %d ns, the packet's", ErrValue, s.Time, now)
	}
	if s.Stance > maxStance {
		return q, fmt.Errorf("%w: stance is %d, want 0 to %d", ErrValue, s.Stance, maxStance)
	}
	q.spawned, q.stance = s.Spawned, s.Stance
	if q.position, err = position.quantise(s.Pose.Position); err != nil {
		return q, err
	}
	if q.velocity, err = velocity.quantise(s.Velocity); err != nil {
		return q, err
	}
	q.rotation, err = quantiseRotation(s.Pose.Rotation)
	return q, err
}

// update returns what the record says in a packet. A destroyed one has a zero velocity
// and stance and the pose of the origin.
func (q *record) update(h *Header) interp.Update {
	u := interp.Update{ID: q.id, Kind: q.kind}
	s := &u.Sample
	s.Seq, s.Generation, s.Segment = h.Seq, q.generation, q.segment
	if q.destroyed {
		s.Destroyed, s.Time = true, q.since
		s.Pose.Rotation = mgl32.QuatIdent()
		return u
	}
	s.Time, s.Spawned, s.Stance = h.Time, q.spawned, q.stance
	s.Pose = interp.Pose{Position: position.value(&q.position), Rotation: q.rotation.value()}
	s.Velocity = velocity.value(&q.velocity)
	return u
}

// write appends the whole record, which needs no other.
func (q *record) write(w *bitWriter, now interp.ServerTime) {
	w.write(uint32(q.id), 32)
	w.write(uint32(q.kind), 4)
	w.write(uint32(q.generation), 16)
	w.write(uint32(q.segment), 8)
	w.write(flag(q.destroyed), 1)
	if q.destroyed {
		w.writeVarint(uint64(now.Sub(q.since)))
		return
	}
	w.write(flag(q.spawned), 1)
	w.write(uint32(q.stance), 4)
	position.write(w, &q.position)
	velocity.write(w, &q.velocity)
	q.rotation.write(w)
}

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// read reads a whole record. At the end of the packet its error means nothing: r.short
// is to be looked at first.
func (q *record) read(r *bitReader, now interp.ServerTime) error {
	*q = record{
		id:         interp.EntityID(r.read(32)),
		kind:       interp.Kind(r.read(4)),
		generation: uint16(r.read(16)),
		segment:    uint8(r.read(8)),
		destroyed:  r.read(1) == 1,
	}
	if q.destroyed {
		return q.readAge(r, now)
	}
	q.spawned = r.read(1) == 1
	q.stance = uint8(r.read(4))
	position.read(r, &q.position)
	velocity.read(r, &q.velocity)
	q.rotation.read(r)
	return q.check()
}

func (q *record) readAge(r *bitReader, now interp.ServerTime) error {
	age, ok := r.readVarint()
	if !ok || age > math.MaxInt64 {
		return fmt.Errorf("%w: age is not a number from 0 to 2^63-1 in its shortest form", ErrValue)
	}
	q.since = now.Add(-time.Duration(age))
	if q.since > now {
		return fmt.Errorf("%w: age of %d ns goes back before the first server time", ErrValue, age)
	}
	return nil
}

// checkDestroyed returns an error unless what is destroyed at one time can be told at
// another.
func checkDestroyed(at, now interp.ServerTime) error {
	if at > now || now.Sub(at) < 0 {
		return fmt.Errorf("%w: destroyed at %d ns, want at most %d ns, the packet's time, and less than 2^63 ns before it", ErrValue, at, now)
	}
	return nil
}

// check returns an error that names the first value of a live record that is out of
// its range.
func (q *record) check() error {
	if err := position.check(&q.position); err != nil {
		return err
	}
	if err := velocity.check(&q.velocity); err != nil {
		return err
	}
	return q.rotation.check()
}

// bits returns the length of the whole record.
func (q *record) bits(now interp.ServerTime) int {
	if !q.destroyed {
		return liveBits
	}
	n := 32 + 4 + 16 + 8 + 1 + 8
	for age := uint64(now.Sub(q.since)); age >= 1<<7; age >>= 7 {
		n += 8
	}
	return n
}

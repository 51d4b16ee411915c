package interp

import "slices"

// received remembers which of the last packets have come, and of the last snapshots
// what their newest packet was. The zero value remembers nothing.
type received struct {
	come   [receivedPackets / 64]uint64 // a bit per sequence number, up to newest
	newest uint32
	any    bool

	snapshots [16]receivedSnapshot // in the order in which they first came, a ring
	next, n   int
}

// receivedPackets is how many packets back one that is missing is still waited for.
const receivedPackets = 1024

type receivedSnapshot struct {
	time ServerTime
	last uint32
}

// note takes down a packet of a snapshot.
func (r *received) note(seq uint32, time ServerTime) {
	if !r.any {
		r.any, r.newest = true, seq
	}
	if ahead := int32(seq - r.newest); ahead > 0 {
		for i := range min(uint32(ahead), receivedPackets) {
			*r.word(seq - i) &^= r.bit(seq - i)
		}
		r.newest = seq
	}
	if r.newest-seq < receivedPackets {
		*r.word(seq) |= r.bit(seq)
	}
	for i := range r.snapshots[:r.n] {
		if s := &r.snapshots[i]; s.time == time {
			if int32(seq-s.last) > 0 {
				s.last = seq
			}
			return
		}
	}
	r.snapshots[r.next] = receivedSnapshot{time, seq}
	r.next = (r.next + 1) % len(r.snapshots)
	r.n = min(r.n+1, len(r.snapshots))
}

func (r *received) word(seq uint32) *uint64 { return &r.come[seq%receivedPackets/64] }

func (r *received) bit(seq uint32) uint64 { return 1 << (seq % 64) }

// missing reports whether a packet sent after one and before another may still come.
func (r *received) missing(after, before uint32) bool {
	if int32(before-after) <= 1 {
		return false
	}
	for seq := before - 1; seq != after && r.newest-seq < receivedPackets; seq-- {
		if seq != 0 && *r.word(seq)&r.bit(seq) == 0 {
			return true
		}
	}
	return false
}

// previous returns the last snapshot before an instant, as far as is remembered.
func (r *received) previous(time ServerTime) (s receivedSnapshot, ok bool) {
	for _, c := range r.snapshots[:r.n] {
		if c.time < time && (!ok || c.time > s.time) {
			s, ok = c, true
		}
	}
	return s, ok
}

func (r *received) reset() { *r = received{} }

// Timeline is the connection's own record of which snapshots have arrived, sorted by
// server time. Occupancy is counted here and not on entities, since an entity may be
// absent from a snapshot that arrived. The zero value holds nothing; Reserve first.
type Timeline struct{ times []ServerTime }

// Reserve makes room for at least slots snapshots and keeps what is there.
func (t *Timeline) Reserve(slots int) {
	if slots > cap(t.times) {
		t.times = append(make([]ServerTime, 0, slots), t.times...)
	}
}

// Insert notes a snapshot. A time that is there already changes nothing. When there
// is no room the oldest makes way.
func (t *Timeline) Insert(time ServerTime) {
	i, there := slices.BinarySearch(t.times, time)
	switch full := len(t.times) == cap(t.times); {
	case there || full && i == 0:
	case full:
		copy(t.times, t.times[1:i])
		t.times[i-1] = time
	default:
		t.times = slices.Insert(t.times, i, time)
	}
}

// cut drops all snapshots newer than an instant.
func (t *Timeline) cut(newest ServerTime) {
	ahead, _ := t.Occupancy(newest)
	t.times = t.times[:len(t.times)-ahead]
}

// Prune drops all snapshots older than the last one at or before an instant.
func (t *Timeline) Prune(at ServerTime) {
	ahead, held := t.Occupancy(at)
	t.times = slices.Delete(t.times, 0, max(0, held-ahead-1))
}

// Occupancy returns how many snapshots lie after an instant, and how many are held.
func (t *Timeline) Occupancy(at ServerTime) (ahead, held int) {
	i, there := slices.BinarySearch(t.times, at)
	if there {
		i++
	}
	return len(t.times) - i, len(t.times)
}

// Newest returns the latest snapshot's time, and whether there is one.
func (t *Timeline) Newest() (ServerTime, bool) {
	if len(t.times) == 0 {
		return 0, false
	}
	return t.times[len(t.times)-1], true
}

// Reset forgets all snapshots and keeps the room.
func (t *Timeline) Reset() { t.times = t.times[:0] }

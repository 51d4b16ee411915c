package interp

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

package interp

// Timeline is the connection's own record of which snapshots have arrived, sorted by
// server time. Occupancy is counted here and not on entities, since an entity may be
// absent from a snapshot that arrived. The zero value holds nothing; Reserve first.
type Timeline struct {
	ring    []ServerTime
	head, n int
}

// Reserve makes room for at least slots snapshots and keeps what is there.
func (t *Timeline) Reserve(slots int) {
	if slots <= len(t.ring) {
		return
	}
	ring := make([]ServerTime, slots)
	for i := range t.n {
		ring[i] = t.at(i)
	}
	t.ring, t.head = ring, 0
}

func (t *Timeline) at(i int) ServerTime {
	i += t.head
	if i >= len(t.ring) {
		i -= len(t.ring)
	}
	return t.ring[i]
}

// Insert notes a snapshot. A time that is there already changes nothing. When there
// is no room the oldest makes way.
func (t *Timeline) Insert(time ServerTime) {
	if len(t.ring) == 0 {
		return
	}
	i := t.n
	for i > 0 && t.at(i-1) > time {
		i--
	}
	if i > 0 && t.at(i-1) == time {
		return
	}
	if t.n == len(t.ring) {
		if i == 0 {
			return
		}
		t.head = (t.head + 1) % len(t.ring)
		t.n--
		i--
	}
	t.n++
	for j := t.n - 1; j > i; j-- {
		t.ring[(t.head+j)%len(t.ring)] = t.at(j - 1)
	}
	t.ring[(t.head+i)%len(t.ring)] = time
}

// Prune drops all snapshots older than the last one at or before an instant.
func (t *Timeline) Prune(at ServerTime) {
	for t.n > 1 && t.at(1) <= at {
		t.head = (t.head + 1) % len(t.ring)
		t.n--
	}
}

// Occupancy returns how many snapshots lie after an instant, and how many are held.
func (t *Timeline) Occupancy(at ServerTime) (ahead, held int) {
	for ahead < t.n && t.at(t.n-1-ahead) > at {
		ahead++
	}
	return ahead, t.n
}

// Newest returns the latest snapshot's time, and whether there is one.
func (t *Timeline) Newest() (ServerTime, bool) {
	if t.n == 0 {
		return 0, false
	}
	return t.at(t.n - 1), true
}

// Reset forgets all snapshots and keeps the room.
func (t *Timeline) Reset() { t.head, t.n = 0, 0 }

package interp

// Verdict is what became of a sample that was offered to a Track.
type Verdict uint8

const (
	// Inserted: it took its place by server time.
	Inserted Verdict = iota
	// Late: inserted, but render time had already passed it.
	Late
	// Duplicate: a sample of that time and generation is there; the first
	// arrival stands.
	Duplicate
	// StaleSample: older than the prune point, or than all of a full track.
	StaleSample
	// Foreign: of another epoch, or it does not fit between its neighbours: it
	// would revive a destroyed generation or move another user of the slot.
	Foreign
	// Refused: not finite, or absurd.
	Refused
)

var verdictNames = [...]string{"inserted", "late", "duplicate", "stale", "foreign", "refused"}

// String returns the verdict's name in lower case.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return "unknown"
}

// defaultSlots is the room of a Track that nobody has given any.
const defaultSlots = 8

// Track holds one entity's samples sorted by server time, and by generation where a
// slot was reused within one tick, in a ring of bounded room. The zero value is ready
// and has room for 8.
type Track struct {
	ring    []Sample // len is a power of two
	head, n int32
	reached int32 // how many samples are at or before at
	evicted uint32
	at      ServerTime // the prune point
	pruned  bool       // there is one
}

// Reserve makes room for at least slots samples. It never shrinks and keeps what is
// there. It is the only method that allocates, apart from the first Insert.
func (t *Track) Reserve(slots int) {
	if slots <= len(t.ring) {
		return
	}
	size := defaultSlots
	for size < slots {
		size *= 2
	}
	ring := make([]Sample, size)
	for i := range t.n {
		ring[i] = *t.sample(i)
	}
	t.ring, t.head = ring, 0
}

// Len returns the number of samples held.
func (t *Track) Len() int { return int(t.n) }

// Slots returns the number of samples that there is room for.
func (t *Track) Slots() int { return len(t.ring) }

// Evicted returns how many samples a full track has dropped, the oldest each time.
func (t *Track) Evicted() int { return int(t.evicted) }

// At returns the i-th oldest sample, 0 ≤ i < Len. It is valid until the track is
// next changed.
func (t *Track) At(i int) *Sample { return t.sample(int32(i)) }

// Newest returns the sample of the latest server time, nil if there is none. It is
// valid until the track is next changed.
func (t *Track) Newest() *Sample {
	if t.n == 0 {
		return nil
	}
	return t.sample(t.n - 1)
}

// Reset forgets all samples and the prune point, and keeps the room.
func (t *Track) Reset() { *t = Track{ring: t.ring} }

func (t *Track) sample(i int32) *Sample {
	return &t.ring[int(t.head+i)&(len(t.ring)-1)]
}

// Insert puts a sample in its place by server time, whatever the order of arrival.
// When the track is full the oldest sample makes way, never the newest. A rotation
// that is zero means none, the identity; one that is not quite of length 1 is scaled
// to it.
func (t *Track) Insert(s Sample) Verdict {
	if s.fault() != nil {
		return Refused
	}
	return t.insert(&s, s.Time, s.Seq)
}

// insert is Insert for a sample without fault, with a time and a packet of its own.
func (t *Track) insert(s *Sample, at ServerTime, seq uint32) Verdict {
	if t.ring == nil {
		t.Reserve(defaultSlots)
	}
	i := t.n // the place of s: everything before it is older
	for i > 0 && t.sample(i-1).after(at, s.Generation) {
		i--
	}
	if i > 0 {
		before := t.sample(i - 1)
		if before.Time == at && before.Generation == s.Generation {
			return Duplicate
		}
	}
	if t.pruned && i < t.n && t.sample(i).Time <= t.at {
		return StaleSample // a newer sample at or before render time is there
	}
	if i > 0 && !follows(t.sample(i-1), s) || i < t.n && !follows(s, t.sample(i)) {
		return Foreign
	}
	if int(t.n) == len(t.ring) {
		t.evicted++
		if i == 0 {
			return StaleSample // it would be the oldest of a full track
		}
		t.drop(1)
		i--
	}
	t.n++
	for j := t.n - 1; j > i; j-- {
		*t.sample(j) = *t.sample(j - 1)
	}
	in := t.sample(i)
	*in = *s
	in.Time, in.Seq = at, seq
	unit(&in.Pose.Rotation)
	if t.pruned && at <= t.at {
		t.reached++
		return Late
	}
	return Inserted
}

// after reports whether s belongs behind a sample of a time and generation in a track.
func (s *Sample) after(at ServerTime, generation uint16) bool {
	return s.Time > at || s.Time == at && newer(s.Generation, generation)
}

// follows reports whether b may stand next behind a: of the same generation, which
// a destroy ends, or of a newer one.
func follows(a, b *Sample) bool {
	if a.Generation == b.Generation {
		return !a.Destroyed || b.Destroyed || a.Absent
	}
	return newer(b.Generation, a.Generation)
}

// newer reports whether generation a came after b, across the wrap.
func newer(a, b uint16) bool { return int16(a-b) > 0 }

// Prune drops the samples that render time has left behind: all older than the last
// one at or before at, except the one before that, which the velocity to extrapolate
// with is found from. Later samples older than what it kept are refused as stale. at
// must not decrease; if it does, nothing happens.
func (t *Track) Prune(at ServerTime) {
	if t.pruned && at <= t.at {
		return
	}
	t.pruned, t.at = true, at
	for t.reached < t.n && t.sample(t.reached).Time <= at {
		t.reached++
	}
	if t.reached > 2 {
		t.drop(t.reached - 2)
	}
}

// restart forgets the prune point, and the samples newer than an instant.
func (t *Track) restart(newest ServerTime) {
	t.pruned, t.at, t.reached = false, 0, 0
	for t.n > 0 && t.sample(t.n-1).Time > newest {
		t.n--
	}
}

func (t *Track) drop(k int32) {
	t.head = (t.head + k) & int32(len(t.ring)-1)
	t.n -= k
	t.reached = max(0, t.reached-k)
}

// count returns how many samples are at or before an instant.
func (t *Track) count(at ServerTime) int32 {
	// Of a pruned track few are at or before the prune point, and render time is mostly
	// not far beyond it.
	i := int32(0)
	if at >= t.at {
		i = t.reached
	}
	for i < t.n && t.sample(i).Time <= at {
		i++
	}
	return i
}

// Bracket returns the samples around an instant. A sample exactly at it is A.
func (t *Track) Bracket(at ServerTime) Bracket { return t.bracket(t.count(at)) }

// bracket returns the samples around an instant that so many are at or before.
func (t *Track) bracket(count int32) (b Bracket) {
	if count < t.n {
		b.B = t.sample(count)
	}
	if count > 0 {
		b.A = t.sample(count - 1)
	}
	if count > 1 {
		b.Before = t.sample(count - 2)
	}
	return b
}

// Ahead returns how many samples lie after an instant.
func (t *Track) Ahead(at ServerTime) int {
	ahead := int32(0)
	for ahead < t.n && t.sample(t.n-1-ahead).Time > at {
		ahead++
	}
	return int(ahead)
}

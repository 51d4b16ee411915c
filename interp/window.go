package interp

import "time"

// MinWindow finds the smallest of the offsets seen lately, in constant time per
// packet: a queue in which each entry is smaller than those after it, since a larger
// one that is also older can never be the minimum again. The zero value forgets
// everything at once; set Span and Keep first.
type MinWindow struct {
	// Span is how long an offset counts.
	Span time.Duration
	// Keep is how many of the last packets count however old they are, so that a
	// slow stream has a minimum at all.
	Keep int

	queue []seen // oldest and smallest first; a ring
	head  int
	n     int
	count uint64 // packets seen
}

type seen struct {
	at    LocalTime
	value Offset
	index uint64
}

// Push adds the offset that a packet arriving at a local time showed. Arrivals must
// not go back in time.
func (w *MinWindow) Push(at LocalTime, value Offset) {
	for w.n > 0 && w.entry(w.n-1).value >= value {
		w.n--
	}
	if w.n == len(w.queue) {
		w.grow()
	}
	w.n++
	*w.entry(w.n - 1) = seen{at, value, w.count}
	w.count++
	w.Expire(at)
}

// Expire forgets what is older than Span at a local time and not among the last
// Keep packets.
func (w *MinWindow) Expire(now LocalTime) {
	for w.n > 1 {
		oldest := w.entry(0)
		if now.Sub(oldest.at) <= w.Span || w.count-oldest.index <= uint64(max(w.Keep, 0)) {
			return
		}
		w.head = (w.head + 1) % len(w.queue)
		w.n--
	}
}

// Min returns the smallest offset of the window, and whether there is any. The last
// one is never forgotten.
func (w *MinWindow) Min() (Offset, bool) {
	if w.n == 0 {
		return 0, false
	}
	return w.entry(0).value, true
}

// Count returns how many packets have been seen.
func (w *MinWindow) Count() uint64 { return w.count }

// Reset forgets everything and keeps the settings and the room.
func (w *MinWindow) Reset() { w.head, w.n, w.count = 0, 0, 0 }

func (w *MinWindow) entry(i int) *seen { return &w.queue[(w.head+i)%len(w.queue)] }

func (w *MinWindow) grow() {
	queue := make([]seen, max(16, 2*len(w.queue)))
	for i := range w.n {
		queue[i] = *w.entry(i)
	}
	w.queue, w.head = queue, 0
}

package netsim

import "time"

// queue holds the packets in flight and yields them by arrival, equal arrivals in
// the order they were pushed. Packets live in slots that are used again, so a
// queue allocates only while it grows beyond its largest size so far. The zero
// value is empty and ready.
type queue struct {
	heap    []entry // binary heap, earliest first
	slots   []slot
	free    []int32 // indices of the slots not in use
	counter uint64  // numbers the pushes
}

// entry is a packet's place in the heap. It is small because sifting moves it.
type entry struct {
	arrival time.Duration
	order   uint64
	slot    int32
}

type slot struct {
	event Event
	data  []byte
}

func (a *entry) before(b *entry) bool {
	return a.arrival < b.arrival || a.arrival == b.arrival && a.order < b.order
}

// push copies data into a slot.
func (q *queue) push(arrival time.Duration, e Event, data []byte) {
	if len(q.free) == 0 {
		q.free = append(q.free, int32(len(q.slots)))
		q.slots = append(q.slots, slot{})
	}
	last := len(q.free) - 1
	index := q.free[last]
	q.free = q.free[:last]
	s := &q.slots[index]
	s.event = e
	s.data = append(s.data[:0], data...)

	q.heap = append(q.heap, entry{arrival, q.counter, index})
	q.counter++
	q.up(len(q.heap) - 1)
}

// pop appends the earliest packet's bytes to dst[:0]. The queue must not be empty.
func (q *queue) pop(dst []byte) ([]byte, Event) {
	index := q.heap[0].slot
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	q.down(0)
	q.free = append(q.free, index)
	s := &q.slots[index]
	return append(dst[:0], s.data...), s.event
}

func (q *queue) up(i int) {
	moving := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !moving.before(&q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		i = parent
	}
	q.heap[i] = moving
}

func (q *queue) down(i int) {
	if i >= len(q.heap) {
		return
	}
	moving := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if right := child + 1; right < len(q.heap) && q.heap[right].before(&q.heap[child]) {
			child = right
		}
		if !q.heap[child].before(&moving) {
			break
		}
		q.heap[i] = q.heap[child]
		i = child
	}
	q.heap[i] = moving
}

package netsim

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The twin is a slice that is sorted anew, stably, before each pop.
func TestQueueAgreesWithSorting(t *testing.T) {
	type packet struct {
		arrival time.Duration
		seq     uint64
		data    []byte
	}
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var twin []packet
		var seq uint64
		var dst []byte
		pop := func(t *rapid.T) {
			slices.SortStableFunc(twin, func(a, b packet) int { return int(a.arrival - b.arrival) })
			want := twin[0]
			twin = twin[1:]
			var e Event
			if dst, e = q.pop(dst); e.Seq != want.seq || !bytes.Equal(dst, want.data) {
				t.Fatalf("pop = packet %d with %x, want packet %d with %x", e.Seq, dst, want.seq, want.data)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				seq++
				// Few arrival times, so that many are equal.
				p := packet{time.Duration(rapid.Int64Range(0, 9).Draw(t, "arrival")), seq, nil}
				p.data = binary.AppendUvarint(nil, seq)
				q.push(p.arrival, Event{Seq: seq}, p.data)
				twin = append(twin, p)
			},
			"pop": func(t *rapid.T) {
				if len(twin) == 0 {
					t.Skip("empty")
				}
				pop(t)
			},
		})
		for len(twin) > 0 {
			pop(t)
		}
		if len(q.heap) != 0 || len(q.free) != len(q.slots) {
			t.Fatalf("%d packets and %d of %d slots left in use", len(q.heap), len(q.slots)-len(q.free), len(q.slots))
		}
	})
}

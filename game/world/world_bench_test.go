package world

import (
	"fmt"
	"testing"
	"time"

	"snaplab/interp"
)

// The truth of 10,000 entities should cost about a millisecond: 100 ns each.
func BenchmarkWorldAt(b *testing.B) {
	for k := interp.Kind(0); k < NumBuiltIn; k++ {
		b.Run((*Kinds)(nil).Name(k), func(b *testing.B) {
			const n = 1000
			w, err := NewWorld(1, nil, []Group{{k, n}})
			if err != nil {
				b.Fatal(err)
			}
			var s State
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				w.At(i%n, time.Duration(i)*time.Millisecond, &s)
			}
		})
	}
}

// A sweep makes a small world for each of its runs.
func BenchmarkNewWorld(b *testing.B) {
	for _, count := range []int{3, 1250} {
		b.Run(fmt.Sprintf("each=%d", count), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := NewWorld(1, nil, allKinds(count)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package interp

import (
	"fmt"
	"testing"
	"time"
)

// benchmark returns a lens that n entities are streamed to at 10 Hz, and the next
// packet's making. Packets bring 100 entities each.
func benchmark(n int) (l *Interpolated, receive func(msec int)) {
	l = new(Interpolated)
	l.Configure(everyKind(DefaultPolicy()))
	updates := make([]Update, n)
	return l, func(msec int) {
		for i := range updates {
			s := moving(msec)
			s.Pose.Rotation = turn(float64(i + msec))
			updates[i] = Update{ID: EntityID(i), Kind: Kind(i % 8), Sample: s}
		}
		h := Header{Time: ServerTime(time.Duration(msec) * ms), Arrival: LocalTime(time.Duration(msec+50) * ms)}
		for from := 0; from < n; from += 100 {
			l.Receive(h, updates[from:min(from+100, n)])
		}
	}
}

func BenchmarkInterpolated(b *testing.B) {
	for _, n := range []int{1, 10_000} {
		b.Run(fmt.Sprintf("entities=%d/frame", n), func(b *testing.B) {
			l, receive := benchmark(n)
			for msec := 0; msec <= 1000; msec += 100 {
				receive(msec)
				l.Frame(LocalTime(time.Duration(msec+50) * ms))
			}
			dst := make([]Drawn, 0, n)
			now := LocalTime(1075 * ms)
			b.ReportAllocs()
			for b.Loop() {
				l.Frame(now)
				dst = l.AppendDrawn(dst[:0], now)
			}
		})
		b.Run(fmt.Sprintf("entities=%d/snapshot", n), func(b *testing.B) {
			_, receive := benchmark(n)
			receive(0) // makes the tracks
			msec := 100
			b.ReportAllocs()
			for b.Loop() {
				receive(msec)
				msec += 100
			}
		})
	}
}

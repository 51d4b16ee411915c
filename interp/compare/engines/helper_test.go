package engines

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

const ms = time.Millisecond

// link is a stream of snapshots as a lens gets it in the tests: of one entity that moves
// at 1 m/s along x, on ticks of a sixtieth of a second, each with the latency that a
// function gives, in ms; NaN loses it. The two clocks are one.
type link struct {
	interval time.Duration
	latency  func(n int) float64
	known    time.Duration // half the fastest round trip, as the headers tell it
}

func steady(n int) float64 { return 50 }

// frames gives a lens the packets and a display frame every 10 ms from one time to another,
// and calls see after each.
func (s link) frames(l interp.Lens, from, to time.Duration, see func(now time.Duration)) {
	n := 0
	for now := from; now <= to; now += 10 * ms {
		for {
			at, ok := s.arrival(n)
			if ok && at > now {
				break
			}
			if ok && at > now-10*ms {
				s.deliver(l, n, at)
			}
			n++
		}
		l.Frame(interp.LocalTime(now))
		if see != nil {
			see(now)
		}
	}
}

func (s link) arrival(n int) (at time.Duration, ok bool) {
	latency := s.latency(n)
	if math.IsNaN(latency) {
		return 0, false
	}
	return time.Duration(n)*s.interval + time.Duration(latency*1e6), true
}

func (s link) deliver(l interp.Lens, n int, at time.Duration) {
	stamp := interp.ServerTime(time.Duration(n) * s.interval)
	u := interp.Update{ID: 1, Sample: interp.Sample{Time: stamp, Pose: interp.Pose{
		Position: mgl32.Vec3{float32(time.Duration(stamp).Seconds())}, Rotation: mgl32.QuatIdent(),
	}}}
	tick := uint32(time.Duration(stamp) * 60 / time.Second)
	l.Receive(interp.Header{Seq: uint32(n + 1), Tick: tick, Time: stamp, Arrival: interp.LocalTime(at), Latency: s.known}, []interp.Update{u})
}

// configured returns a fresh lens of an engine, told the time between two snapshots.
func configured(t *testing.T, name string, interval time.Duration) interp.Lens {
	t.Helper()
	i := slices.IndexFunc(known[:], func(e Engine) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("there is no engine %q", name)
	}
	l := known[i].New()
	l.Configure(&interp.Config{Interval: interval})
	return l
}

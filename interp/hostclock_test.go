package interp

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// hosts are a server and a client whose clocks start and run as they like.
type hosts struct {
	serverStart, clientStart time.Duration
	ppm                      int64 // how much faster the client's clock runs
}

func (h hosts) stamp(sim time.Duration) ServerTime { return ServerTime(h.serverStart + sim) }

func (h hosts) local(sim time.Duration) LocalTime {
	return LocalTime(h.clientStart + sim + sim/1_000_000*time.Duration(h.ppm))
}

// play sends 20 Hz over 30 ms of jitter, never losing two in a
// row, and calls see at each of 60 frames per second of simulation time.
func (h hosts) play(delay, length time.Duration, see func(sim time.Duration, l *Interpolated)) *Interpolated {
	r := rand.New(rand.NewPCG(5, 6))
	l := new(Interpolated)
	l.Configure(everyKind(Policy{Delay: delay, MaxExtrapolation: 100 * ms}))
	next, arrival := -1, time.Duration(0)
	send := func() { // finds the next packet that is not lost
		next++
		if r.IntN(20) == 0 {
			next++ // the one after a lost one comes
		}
		arrival = time.Duration(next)*50*ms + 40*ms + time.Duration(r.Int64N(int64(30*ms)))
	}
	send()
	for sim := 7 * ms; sim < length; sim += time.Second / 60 {
		for arrival <= sim {
			s := moving(next * 50)
			s.Time = h.stamp(time.Duration(next) * 50 * ms)
			l.Receive(Header{Seq: uint32(next), Time: s.Time, Arrival: h.local(arrival)}, []Update{{ID: 1, Sample: s}})
			send()
		}
		l.Frame(h.local(sim))
		see(sim, l)
	}
	return l
}

// Twenty minutes with a client's clock that is 200 ppm fast or slow have underruns no more
// often than with an exact one: not at all with a delay that covers one loss and the
// jitter, and 1 ms for the 0.4 ms that the clocks part in the 2 s of the window.
func TestInterpolatedFollowsDrift(t *testing.T) {
	length := 20 * time.Minute
	if testing.Short() {
		length = 2 * time.Minute
	}
	delay := RequiredDelay(50*ms, 30*ms, 1) + ms
	for _, ppm := range []int64{0, 200, -200} {
		l := hosts{ppm: ppm}.play(delay, length, func(time.Duration, *Interpolated) {})
		if s := &l.Stats().Overall; s.Underruns != 0 || s.Total < length-time.Second {
			t.Errorf("%d ppm: %d underruns in %v", ppm, s.Underruns, s.Total)
		}
		// 20 min · 200 ppm are 240 ms.
		drifted := time.Duration(l.Stats().Applied) - 40*ms
		if want := length / 1_000_000 * time.Duration(ppm); (drifted - want).Abs() > 2*ms {
			t.Errorf("%d ppm: the offset has moved by %v, want %v", ppm, drifted, want)
		}
	}
	// An interval less does have underruns, so the test can fail.
	if l := (hosts{}).play(delay-50*ms, time.Minute, func(time.Duration, *Interpolated) {}); l.Stats().Overall.Underruns == 0 {
		t.Error("no underruns with an interval less of delay")
	}
}

// Where a clock starts is only a number: everything that is drawn is the same, to the
// last bit, and so is every counter.
func TestInterpolatedDoesNotMindWhereClocksStart(t *testing.T) {
	type frame struct {
		drawn Drawn
		stats KindStats
	}
	play := func(h hosts) (frames []frame) {
		h.play(70*ms, 10*time.Second, func(sim time.Duration, l *Interpolated) {
			f := frame{stats: l.Stats().Kinds[0]}
			if drawn := l.AppendDrawn(nil, h.local(sim)); len(drawn) == 1 {
				f.drawn = drawn[0]
				f.drawn.Time -= ServerTime(h.serverStart)
			}
			if l.clock.Started() {
				f.stats.RenderTime -= ServerTime(h.serverStart)
			}
			frames = append(frames, f)
		})
		return frames
	}
	want := play(hosts{})
	for _, start := range []time.Duration{1 << 31 * ms, 1e9 * time.Second, -5 * time.Second, -1e9 * time.Second} {
		for _, h := range []hosts{{serverStart: start}, {clientStart: start}, {serverStart: start, clientStart: -start}} {
			if got := play(h); !slices.Equal(got, want) {
				t.Errorf("clocks that start at %v and %v draw differently", h.serverStart, h.clientStart)
			}
		}
	}
	if last := want[len(want)-1]; last.drawn.State != Blending || last.stats.Underruns == 0 {
		t.Errorf("ends with %+v: too calm to show anything", last)
	}
}

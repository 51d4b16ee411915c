package interp

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func interpolated(p Policy) *rig {
	l := new(Interpolated)
	l.Configure(everyKind(p))
	return &rig{Lens: l}
}

// x is where the only entity drawn is; it fails if there is not exactly one.
func x(t *testing.T, drawn []Drawn) float64 {
	t.Helper()
	if len(drawn) != 1 {
		t.Fatalf("drew %d entities, want 1", len(drawn))
	}
	return float64(drawn[0].Pose.Position[0])
}

func TestInterpolatedDrawsBetweenTwoSamples(t *testing.T) {
	r := interpolated(Policy{Delay: 150 * ms})
	r.stream(0, 1000, 100, 50) // the offset is 50
	got := r.frame(1075)       // render time 1075 − 50 − 150 = 875
	if len(got) != 1 {
		t.Fatalf("drew %+v", got)
	}
	d := got[0]
	// Packet 9 is stamped 800, packet 10 is stamped 900; 10 m/s · 0.875 s = 8.75 m.
	if d.State != Blending || d.Time != ServerTime(875*ms) || d.From != 9 || d.To != 10 || d.Alpha != 0.75 ||
		!near(float64(d.Pose.Position[0]), 8.75, 1e-4) || d.InUnderrun != 0 || d.ID != 1 {
		t.Errorf("drew %+v", d)
	}
	s := r.Stats()
	// Ahead: 900 and 1000. Needed: 1075 − 50 − 1000 = 25.
	if k := s.Kinds[0]; k.Ahead != 2 || k.RenderTime != d.Time || k.Delay != 150*ms || k.Needed != 25*ms || !k.Measured {
		t.Errorf("stats %+v", k)
	}
	// The first sample is reached between the frames at 150 and 250: 1075 − 150.
	if s.Overall.Total != 925*ms || s.Overall.Underruns != 0 {
		t.Errorf("overall %+v", s.Overall)
	}
	if s.Applied != Offset(50*ms) || s.Target != Offset(50*ms) || s.Steps != 1 {
		t.Errorf("clock %v, %v, %d steps", time.Duration(s.Applied), time.Duration(s.Target), s.Steps)
	}
}

// At every display rate the entity is drawn exactly on its way and never in an underrun.
func TestInterpolatedAtEveryFrameRate(t *testing.T) {
	for _, fps := range []int{24, 50, 60, 70, 144, 240} {
		for phase := range 4 {
			r := interpolated(Policy{Delay: 130 * ms})
			random := rand.New(rand.NewPCG(uint64(fps), uint64(phase)))
			arrivals := map[int]int{} // in ms
			for n := range 30 {
				arrivals[n] = n*100 + 50 + random.IntN(31)
			}
			arrivals[0] = 50
			next := 0
			for frame := range 2 * fps {
				now := LocalTime(50*ms + time.Duration(4*frame+phase)*time.Second/time.Duration(4*fps))
				for LocalTime(time.Duration(arrivals[next])*ms) <= now {
					r.send(next*100, arrivals[next], moving(next*100))
					next++
				}
				r.Frame(now)
				for _, d := range r.AppendDrawn(nil, now) {
					if want := time.Duration(d.Time).Seconds() * 10; d.State != Blending || !near(float64(d.Pose.Position[0]), want, 1e-4) {
						t.Fatalf("%d frames/s, phase %d/4: %v at %v, want blending at %v", fps, phase, d.State, d.Pose.Position[0], want)
					}
				}
			}
			if s := r.Stats().Overall; s.Underruns != 0 || s.InUnderrun != 0 || s.Total < 1700*ms {
				t.Errorf("%d frames/s: %+v", fps, s)
			}
		}
	}
}

// A late packet that still lies ahead of what is drawn from is put to use.
func TestInterpolatedUsesALatePacket(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms})
	r.send(0, 50, sampleAt(0, 0))
	r.frame(50)
	r.send(200, 250, sampleAt(200, 2))
	r.frame(270) // render time 120
	if v := r.send(100, 271, sampleAt(100, 4)); v != Late {
		t.Errorf("%v, want late", v)
	}
	if got := x(t, r.frame(300)); !near(got, 3, 1e-5) { // halfway from 4 to 2
		t.Errorf("drawn at %v, want 3", got)
	}
}

// Each kind has its own delay on the one clock: a fast stream need not wait for a
// slow one, and neither has an underrun.
func TestInterpolatedDelayPerKind(t *testing.T) {
	c := everyKind(Policy{})
	c.Policies[0].Delay, c.Policies[1].Delay = 20*ms, 110*ms
	l := new(Interpolated)
	l.Configure(c)
	r := rig{Lens: l}
	for at := 50; at < 3000; at += 5 {
		stamp := at - 50
		if stamp%15 == 0 { // 66 Hz
			r.updates(stamp, at, Update{ID: 1, Kind: 0, Sample: moving(stamp)})
		}
		if stamp%100 == 0 { // 10 Hz
			r.updates(stamp, at, Update{ID: 2, Kind: 1, Sample: moving(stamp)})
		}
		for _, d := range r.frame(at) {
			want := float64(stamp-[]int{20, 110}[d.Kind]) / 100
			if !near(float64(d.Pose.Position[0]), want, 1e-3) {
				t.Fatalf("at %d kind %d is at %v, want %v", at, d.Kind, d.Pose.Position[0], want)
			}
		}
	}
	s := r.Stats()
	// At 2995 the render times are 2925 and 2835. Stamps after them: 2940; and 2850
	// to 2940 by 15, and 2900.
	if a, b := s.Kinds[0].Ahead, s.Kinds[1].Ahead; a != 1 || b != 8 {
		t.Errorf("%d and %d ahead, want 1 and 8", a, b)
	}
	if s.Overall.Underruns != 0 || s.Kinds[0].Delay != 20*ms || s.Kinds[1].Delay != 110*ms || s.Kinds[2].Total != 0 {
		t.Errorf("underruns %d, delays %v and %v, unused kind %v", s.Overall.Underruns, s.Kinds[0].Delay, s.Kinds[1].Delay, s.Kinds[2].Total)
	}
}

// The same packets in any order give the same picture.
func TestInterpolatedOrderOfArrivalDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	for range 50 {
		all := history(random, 8)
		pictures := [2][]Drawn{}
		for i, order := range [][]int{random.Perm(len(all)), random.Perm(len(all))} {
			r := interpolated(Policy{Delay: 200 * ms})
			r.send(int(time.Duration(all[len(all)-1].Time)/ms), 1000) // sets the clock
			for _, n := range order {
				r.seq = uint32(n)
				r.send(int(time.Duration(all[n].Time)/ms), 1000, all[n])
			}
			for at := 1000; at < 1500; at += 7 {
				pictures[i] = append(pictures[i], r.frame(at)...)
			}
		}
		if !slices.Equal(pictures[0], pictures[1]) {
			t.Fatalf("%+v drawn as %+v and %+v", all, pictures[0], pictures[1])
		}
	}
}

func TestInterpolatedHermite(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms, Blend: Hermite})
	// From rest at 0 to rest at 1 in 100 ms: the cubic 3t² − 2t³ is 0.15625 at a
	// quarter, where the line is at 0.25.
	r.send(0, 50, sampleAt(0, 0))
	r.frame(50)
	r.send(100, 150, sampleAt(100, 1))
	if got := x(t, r.frame(175)); !near(got, 0.15625, 1e-5) {
		t.Errorf("drawn at %v, want 0.15625", got)
	}
}

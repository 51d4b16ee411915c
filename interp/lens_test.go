package interp

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// lenses are all of this package, each as a fresh one with a config.
var lenses = []struct {
	name string
	make func(*Config) Lens
}{
	{"raw", func(c *Config) Lens { l := new(Raw); l.Configure(c); return l }},
	{"interpolated", func(c *Config) Lens { l := new(Interpolated); l.Configure(c); return l }},
	{"extrapolated", func(c *Config) Lens { l := new(Extrapolated); l.Configure(c); return l }},
}

// everyKind is a config with one policy for all kinds.
func everyKind(p Policy) *Config {
	c := &Config{Interval: 100 * ms}
	for k := range c.Policies {
		c.Policies[k] = p
	}
	return c
}

// rig feeds one lens packets of entity 1 and looks at what it draws.
type rig struct {
	Lens
	epoch   uint16
	seq     uint32
	latency time.Duration // as the headers say
}

// send delivers a packet stamped and arriving at times in ms. Samples of one packet
// are of entities 1, 2, … of kind 0.
func (r *rig) send(stamp, arrival int, samples ...Sample) Verdict {
	updates := make([]Update, len(samples))
	for i, s := range samples {
		updates[i] = Update{ID: EntityID(i + 1), Sample: s}
	}
	return r.updates(stamp, arrival, updates...)
}

func (r *rig) updates(stamp, arrival int, updates ...Update) Verdict {
	r.seq++
	return r.Receive(Header{
		Epoch: r.epoch, Seq: r.seq, Latency: r.latency,
		Time: ServerTime(time.Duration(stamp) * ms), Arrival: LocalTime(time.Duration(arrival) * ms),
	}, updates)
}

// frame moves to a display frame at a time in ms and returns what is drawn there.
func (r *rig) frame(at int) []Drawn {
	now := LocalTime(time.Duration(at) * ms)
	r.Frame(now)
	return r.AppendDrawn(nil, now)
}

// stream sends entity 1, moving at 10 m/s, stamped each of step ms from from up to
// to, arriving latency later, with a frame at each arrival.
func (r *rig) stream(from, to, step, latency int) {
	for stamp := from; stamp <= to; stamp += step {
		r.send(stamp, stamp+latency, moving(stamp))
		r.frame(stamp + latency)
	}
}

// moving is the sample at a time of an entity that goes at 10 m/s from 0.
func moving(msec int) Sample {
	s := sampleAt(msec, float32(msec)/100)
	s.Velocity = mgl32.Vec3{10, 0, 0}
	return s
}

func TestLensDrawsNothingBeforeItKnowsAnything(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(DefaultPolicy()))}
		if got := r.frame(100); len(got) != 0 {
			t.Errorf("%s: drew %+v without a packet", lens.name, got)
		}
		if s := r.Stats(); s.Overall.Total != 0 || s.Overall.Underruns != 0 || s.Overall.Now != Empty {
			t.Errorf("%s: counted %+v without a packet", lens.name, s.Overall)
		}
	}
}

func TestLensZeroValueWorks(t *testing.T) {
	for _, lens := range []Lens{new(Raw), new(Interpolated), new(Extrapolated)} {
		r := rig{Lens: lens}
		r.stream(0, 1000, 100, 50)
		// The interpolated one is 200 ms behind, as is the default.
		want := float32(10)
		if _, ok := lens.(*Interpolated); ok {
			want = 8
		}
		if got := r.frame(1050); len(got) != 1 || got[0].Pose.Position[0] != want {
			t.Errorf("%T: drew %+v", lens, got)
		}
	}
}

func TestLensVerdicts(t *testing.T) {
	broken := moving(300)
	broken.Pose.Position[0] = float32(math.NaN())
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(DefaultPolicy())), epoch: 5}
		offer := func(want Verdict, name string, got Verdict) {
			if got != want {
				t.Errorf("%s: %s is %v, want %v", lens.name, name, got, want)
			}
		}
		offer(Inserted, "the first", r.send(100, 150, moving(100)))
		offer(Duplicate, "the same again", r.send(100, 151, moving(100)))
		offer(Inserted, "the next", r.send(200, 250, moving(200)))
		offer(Inserted, "a packet without updates", r.send(250, 300))
		offer(Refused, "NaN", r.send(300, 350, broken))
		offer(Inserted, "NaN next to a good one", r.send(300, 350, broken, moving(300)))
		offer(Refused, "an absurd id", r.updates(400, 450, Update{ID: MaxEntityID + 1, Sample: moving(400)}))
		offer(Refused, "an unknown kind", r.updates(400, 450, Update{ID: 1, Kind: MaxKinds, Sample: moving(400)}))
		r.epoch = 4
		offer(Foreign, "the epoch before", r.send(400, 450, moving(400)))
		r.epoch = 5
		absurd := Header{Epoch: 5, Time: math.MinInt64, Arrival: LocalTime(450 * ms)}
		offer(Refused, "an absurd stamp", r.Receive(absurd, []Update{{ID: 1, Sample: moving(400)}}))
		want := [Refused + 1]int{Inserted: 3, Duplicate: 1, Refused: 5, Foreign: 1}
		if got := r.Stats().Verdicts; got != want {
			t.Errorf("%s: counted %v, want %v", lens.name, got, want)
		}
		if got := r.frame(450); len(got) != 2 && lens.name != "interpolated" {
			t.Errorf("%s: drew %d entities, want 2", lens.name, len(got))
		}
	}
}

// Sequence numbers are for logs: their wrap changes nothing.
func TestLensSequenceWraps(t *testing.T) {
	for _, lens := range lenses {
		a, b := rig{Lens: lens.make(everyKind(DefaultPolicy()))}, rig{Lens: lens.make(everyKind(DefaultPolicy())), seq: math.MaxUint32 - 4}
		a.stream(0, 2000, 100, 50)
		b.stream(0, 2000, 100, 50)
		x, y := a.frame(2060), b.frame(2060)
		x[0].From, x[0].To, y[0].From, y[0].To = 0, 0, 0, 0
		if x[0] != y[0] {
			t.Errorf("%s: %+v and %+v", lens.name, x[0], y[0])
		}
	}
}

func TestLensConfigureHoldsFromTheNextFrame(t *testing.T) {
	for _, lens := range lenses {
		c := everyKind(Policy{Delay: 100 * ms})
		r := rig{Lens: lens.make(c)}
		r.send(0, 80, moving(0))
		r.frame(80)
		r.send(100, 150, moving(100)) // 30 ms faster
		r.frame(150)
		c.Clock.Slew = 200 * ms
		r.Configure(c)
		for _, test := range []struct {
			at   int
			want time.Duration
		}{
			{250, 75 * ms}, // 80 less 50 ms/s · 0.1 s
			{300, 65 * ms}, // less 200 ms/s · 0.05 s
		} {
			r.frame(test.at)
			if got := time.Duration(r.Stats().Applied); got != test.want {
				t.Errorf("%s: at %d the offset is %v, want %v", lens.name, test.at, got, test.want)
			}
		}
	}
}

// A frame whose time lies before the last one's counts as that one.
func TestLensFrameBackInTime(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(Policy{Delay: 100 * ms, MaxDeadReckoning: time.Second}))}
		r.stream(0, 1000, 100, 50)
		before := *r.Stats()
		r.frame(500)
		if s := r.Stats(); s.Overall.Total != before.Overall.Total || s.Kinds[0].RenderTime != before.Kinds[0].RenderTime {
			t.Errorf("%s: a frame back in time counted", lens.name)
		}
		r.frame(1050)
		r.frame(1100)
		s := r.Stats()
		if moved := s.Kinds[0].RenderTime.Sub(before.Kinds[0].RenderTime); moved != 50*ms || s.Overall.Total-before.Overall.Total != 50*ms {
			t.Errorf("%s: moved %v in %v, want 50ms each", lens.name, moved, s.Overall.Total-before.Overall.Total)
		}
	}
}

// The kind needs what its worst entity needs.
func TestLensNeededDelayIsTheWorstEntitys(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(DefaultPolicy()))}
		r.send(900, 950, moving(900), moving(900), moving(900))
		r.frame(950)
		for id, stamp := range map[EntityID]int{1: 1100, 3: 1200} { // 2 is lost
			r.updates(stamp, stamp+50, Update{ID: id, Sample: moving(stamp)})
		}
		r.frame(1260)
		// 1260 − 50 − 900
		if k := r.Stats().Kinds[0]; !k.Measured || k.Needed != 310*ms {
			t.Errorf("%s: needed %v, want 310ms", lens.name, k.Needed)
		}
	}
}

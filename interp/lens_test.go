package interp

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
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
		if got := r.frame(1050); len(got) != 1 || got[0].Pose.Position[0] != 10 {
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
		offer(Inserted, "NaN beside a good one", r.send(300, 350, broken, moving(300)))
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

func TestLensNewEpochForgetsTheOldOne(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(DefaultPolicy())), epoch: 65535}
		r.stream(0, 2000, 100, 50)
		old := *r.Stats()
		r.epoch = 0 // across the wrap; the new server's time starts at −500 ms
		r.send(-500, 2150, sampleAt(-500, 77))
		if lens.name != "raw" {
			if got := r.AppendDrawn(nil, LocalTime(2150*ms)); len(got) != 0 {
				t.Errorf("%s: drew %+v of the new epoch before a frame", lens.name, got)
			}
		}
		r.epoch = 65535
		if v := r.send(2100, 2155, moving(2100)); v != Foreign {
			t.Errorf("%s: a late packet of the old epoch is %v", lens.name, v)
		}
		r.epoch = 0
		for stamp := -400; stamp <= 400; stamp += 100 {
			r.send(stamp, stamp+2650, sampleAt(stamp, 77))
			for _, d := range r.frame(stamp + 2650) {
				if d.Pose.Position[0] != 77 {
					t.Errorf("%s: at %d drawn at %v, want 77", lens.name, stamp, d.Pose.Position[0])
				}
			}
		}
		if got := r.frame(3050); len(got) != 1 {
			t.Errorf("%s: draws %d entities of the new epoch", lens.name, len(got))
		}
		// Render time is 3050 − 2650 − 200; ahead are 300 and 400.
		if got := r.Stats().Kinds[0].Ahead; lens.name == "interpolated" && got != 2 {
			t.Errorf("%s: %d ahead in the new epoch, want 2", lens.name, got)
		}
		if s := r.Stats(); s.Steps != old.Steps+1 || s.Kinds[0].RenderTime > ServerTime(500*ms) {
			t.Errorf("%s: %d steps after %d, render time %v", lens.name, s.Steps, old.Steps, time.Duration(s.Kinds[0].RenderTime))
		}
	}
}

// An entity that is destroyed stays away, whatever of its old life comes late, and a
// new user of its slot starts at its own place.
func TestLensReusedSlot(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(Policy{Delay: 100 * ms, MaxExtrapolation: 100 * ms, MaxDeadReckoning: 100 * ms}))}
		r.stream(0, 500, 100, 50)
		r.send(600, 650, destroyAt(600, 0))
		r.frame(650)
		if got := r.frame(760); len(got) != 0 {
			t.Errorf("%s: a ghost: %+v", lens.name, got)
		}
		if s := r.Stats(); s.Kinds[0].Measured || s.Overall.Now != Empty && s.Overall.Now != Gone {
			t.Errorf("%s: a ghost needs %v and is %v", lens.name, s.Kinds[0].Needed, s.Overall.Now)
		}
		if v := r.send(700, 765, moving(700)); v != Foreign {
			t.Errorf("%s: a sample after the destroy is %v", lens.name, v)
		}
		if got := r.frame(770); len(got) != 0 {
			t.Errorf("%s: revived: %+v", lens.name, got)
		}
		for stamp := 800; stamp <= 1200; stamp += 100 {
			r.send(stamp, stamp+50, sampleAt(stamp, -300).of(1, 0))
			r.send(750, stamp+51, moving(750)) // late, of the old generation
			for on := 51; on < 150; on += 7 {
				for _, d := range r.frame(stamp + on) {
					if d.Pose.Position[0] != -300 || d.Generation != 1 {
						t.Fatalf("%s: the new user is drawn at %v, generation %d", lens.name, d.Pose.Position, d.Generation)
					}
				}
			}
		}
		if got := r.frame(1350); len(got) != 1 {
			t.Errorf("%s: the new user is not drawn", lens.name)
		}
	}
}

// A slot's new user may be of another kind; the old user's late packets change nothing.
func TestLensReusedSlotOfAnotherKind(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(Policy{Delay: 100 * ms}))}
		send := func(msec int, k Kind, s Sample) Verdict {
			return r.updates(msec, msec+50, Update{ID: 1, Kind: k, Sample: s})
		}
		send(100, 3, moving(100))
		r.frame(150)
		send(200, 3, destroyAt(200, 0))
		send(300, 5, sampleAt(300, 40).of(1, 0))
		send(310, 3, moving(150))
		if v := send(320, 6, sampleAt(320, 41).of(1, 0)); v != Foreign {
			t.Errorf("%s: another kind of the same generation is %v", lens.name, v)
		}
		r.frame(400)
		send(450, 5, sampleAt(450, 40).of(1, 0))
		got := r.frame(500)
		if len(got) != 1 || got[0].Kind != 5 || got[0].Pose.Position[0] != 40 {
			t.Errorf("%s: drew %+v", lens.name, got)
		}
		// One more, which render time has passed when it comes.
		r.frame(800)
		send(600, 6, sampleAt(600, 60).of(2, 0))
		if got := r.frame(810); len(got) != 1 || got[0].Kind != 6 || got[0].Pose.Position[0] != 60 {
			t.Errorf("%s: drew %+v after a late respawn", lens.name, got)
		}
	}
}

// A slot that is destroyed and used again within one tick shows its new user.
func TestLensRespawnInTheTickOfTheDestroy(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(Policy{Delay: 100 * ms}))}
		r.stream(0, 500, 100, 50)
		if v := r.updates(600, 650, Update{ID: 1, Sample: destroyAt(600, 0)}, Update{ID: 1, Sample: sampleAt(600, -7).of(1, 0)}); v != Inserted {
			t.Errorf("%s: %v", lens.name, v)
		}
		r.frame(650)
		if got := x(t, r.frame(750)); got != -7 {
			t.Errorf("%s: drawn at %v, want −7", lens.name, got)
		}
		if v := r.Stats().Verdicts; v[Inserted] != 8 {
			t.Errorf("%s: verdicts %v, want 8 inserted", lens.name, v)
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

// play drives a lens through a bad network: jitter, reordering, loss, duplicates, a
// stall, teleports, destroys and respawns of five entities, and calls each per frame.
func play(lens Lens, seed uint64, frames int, each func(now LocalTime)) {
	r := rand.New(rand.NewPCG(seed, 9))
	type packet struct {
		h Header
		u []Update
	}
	var flying []packet
	generation, segment, alive := [5]uint16{}, [5]uint8{}, [5]bool{true, true, true, true, true}
	seq := uint32(0)
	for frame := range frames {
		now := time.Duration(frame) * time.Second / 60
		if frame%6 == 0 { // 10 Hz
			h := Header{Seq: seq, Time: ServerTime(now + time.Hour)}
			seq++
			var updates []Update
			for i := range generation {
				s := sampleAt(0, float32(now.Seconds())*float32(i)).of(generation[i], segment[i])
				s.Time, s.Velocity = h.Time, mgl32.Vec3{float32(i), 0, 0}
				switch n := r.IntN(40); {
				case !alive[i]:
					alive[i] = true
					generation[i], segment[i] = generation[i]+1, 0
					s.Generation, s.Segment = generation[i], 0
				case n == 0:
					alive[i] = false
					s = Sample{Time: h.Time, Generation: generation[i], Destroyed: true}
				case n < 3:
					segment[i]++
					s.Segment = segment[i]
				}
				updates = append(updates, Update{ID: EntityID(i), Kind: Kind(i % 3), Sample: s})
			}
			for copies := r.IntN(12); copies > 0; copies -= 11 {
				h.Arrival = LocalTime(now + 50*ms + time.Duration(r.Int64N(int64(120*ms))))
				if r.IntN(30) == 0 {
					h.Arrival = h.Arrival.Add(700 * ms)
				}
				flying = append(flying, packet{h, updates})
			}
		}
		for {
			next := -1
			for i := range flying {
				if flying[i].h.Arrival <= LocalTime(now) && (next < 0 || flying[i].h.Arrival < flying[next].h.Arrival) {
					next = i
				}
			}
			if next < 0 {
				break
			}
			lens.Receive(flying[next].h, flying[next].u)
			flying = append(flying[:next], flying[next+1:]...)
		}
		lens.Frame(LocalTime(now))
		each(LocalTime(now))
	}
}

// Drawing only reads: a lens that is drawn a lot is the same as one that never is.
func TestLensDrawingIsPure(t *testing.T) {
	policy := DefaultPolicy()
	policy.Smoothing = 150 * ms
	for _, lens := range lenses {
		drawn, alone := lens.make(everyKind(policy)), lens.make(everyKind(policy))
		play(alone, 11, 600, func(LocalTime) {})
		play(drawn, 11, 600, func(now LocalTime) {
			first := drawn.AppendDrawn(nil, now)
			for on := time.Duration(0); on < 16*ms; on += 4 * ms {
				drawn.AppendDrawn(nil, now.Add(on))
			}
			if again := drawn.AppendDrawn(nil, now); !reflect.DeepEqual(first, again) {
				t.Fatalf("%s: drew %+v, then %+v", lens.name, first, again)
			}
		})
		if !reflect.DeepEqual(drawn, alone) {
			t.Errorf("%s: drawing changed the lens", lens.name)
		}
	}
}

// Counters hold together whatever the network does.
func TestLensCountersAreConsistent(t *testing.T) {
	for _, lens := range lenses {
		for seed := range uint64(2) {
			for _, dry := range []OnDry{Hold, Fade, Hide} {
				policy := DefaultPolicy()
				policy.Delay, policy.MaxExtrapolation, policy.OnDry = 120*ms, 50*ms, dry
				l := lens.make(everyKind(policy))
				last := Stats{}
				play(l, seed, 400, func(now LocalTime) {
					s := l.Stats()
					for k := range s.Kinds {
						check(t, lens.name, &s.Kinds[k].DryStats, &last.Kinds[k].DryStats)
						if at := s.Kinds[k].RenderTime; at < last.Kinds[k].RenderTime {
							t.Fatalf("%s: render time back from %v to %v", lens.name, last.Kinds[k].RenderTime, at)
						}
						if s.Kinds[k].Ahead > s.Kinds[k].Held {
							t.Fatalf("%s: %d ahead of %d held", lens.name, s.Kinds[k].Ahead, s.Kinds[k].Held)
						}
					}
					check(t, lens.name, &s.Overall, &last.Overall)
					last = *s
				})
				if dry == Hold && last.Overall.Stale != 0 || dry != Hold && last.Overall.Held != 0 {
					t.Errorf("%s: held %v and stale %v with policy %d", lens.name, last.Overall.Held, last.Overall.Stale, dry)
				}
			}
		}
	}
}

func check(t *testing.T, lens string, d, last *DryStats) {
	t.Helper()
	if d.Dry != d.Coasted+d.Held+d.Stale || d.Dry > d.Total || d.Underruns < last.Underruns || d.Total < last.Total {
		t.Fatalf("%s: %+v after %+v", lens, *d, *last)
	}
	if want := float64(d.Dry) / float64(max(d.Total, 1)); d.GapRatio() != want {
		t.Fatalf("%s: gap ratio %v, want %v", lens, d.GapRatio(), want)
	}
}

// Whatever knob is moved, whenever, no render time goes back and no pose is drawn
// of an earlier time than before.
func TestLensKnobsNeverTurnTimeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		duration := func(name string, high time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(high)).Draw(t, name))
		}
		l := new(Interpolated)
		l.Configure(everyKind(DefaultPolicy()))
		r := rig{Lens: l}
		lastDrawn, lastRender := ServerTime(math.MinInt64), ServerTime(math.MinInt64)
		now, stamp := LocalTime(50*ms), 0
		for range rapid.IntRange(1, 60).Draw(t, "frames") {
			if rapid.IntRange(0, 3).Draw(t, "packet") > 0 {
				late := int(duration("jitter", 200*ms) / ms)
				r.send(stamp, int(time.Duration(now)/ms), moving(stamp))
				stamp += 20 + late
			}
			l.Frame(now)
			for range 3 {
				if rapid.IntRange(0, 5).Draw(t, "knob") == 0 {
					slew := duration("slew", 998*ms) + 1
					c := everyKind(Policy{Delay: duration("delay", MaxPolicyTime), Smoothing: duration("smoothing", time.Second)})
					c.Clock = ClockConfig{Window: duration("window", time.Second), Slew: slew, DelaySlew: time.Second - slew - 1, StepAbove: duration("step", time.Second)}
					c.Interval = ms + duration("interval", time.Second)
					if err := c.Validate(); err != nil {
						t.Fatal(err)
					}
					l.Configure(c)
				}
				for _, d := range l.AppendDrawn(nil, now) {
					if d.State == Blending && d.Time < lastDrawn {
						t.Fatalf("drew %v after %v", time.Duration(d.Time), time.Duration(lastDrawn))
					}
					lastDrawn = max(lastDrawn, d.Time)
				}
				now = now.Add(duration("on", 20*ms))
			}
			if at := l.Stats().Kinds[0].RenderTime; l.clock.Started() {
				if at < lastRender {
					t.Fatalf("render time %v after %v", time.Duration(at), time.Duration(lastRender))
				}
				lastRender = at
			}
		}
	})
}

func TestLensDoesNotAllocate(t *testing.T) {
	for _, lens := range lenses {
		policy := DefaultPolicy()
		policy.Smoothing = 100 * ms
		l := lens.make(everyKind(policy))
		updates := make([]Update, 20)
		dst := make([]Drawn, 0, len(updates))
		msec := 0
		step := func() {
			for i := range updates {
				updates[i] = Update{ID: EntityID(i), Kind: Kind(i % 8), Sample: moving(msec)}
			}
			// Each fourth packet is late enough to run dry and be corrected.
			h := Header{Time: ServerTime(time.Duration(msec) * ms), Arrival: LocalTime(time.Duration(msec+50) * ms)}
			if msec%400 == 0 {
				h.Arrival = h.Arrival.Add(250 * ms)
			}
			l.Receive(h, updates)
			for on := range 6 {
				now := LocalTime(time.Duration(msec+50+on*16) * ms)
				l.Frame(now)
				dst = l.AppendDrawn(dst[:0], now)
			}
			msec += 100
		}
		for range 50 {
			step()
		}
		if n := testing.AllocsPerRun(100, step); n != 0 {
			t.Errorf("%s: %v allocations per packet and six frames", lens.name, n)
		}
	}
}

func TestPolicyAndConfigValidate(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Config)
		is    error
		want  string
	}{
		{"default", func(*Config) {}, nil, ""},
		{"delay", func(c *Config) { c.Policies[3].Delay = -ms }, ErrPolicy, "kind 3: bad playback policy: Delay is -1ms"},
		{"extrapolation", func(c *Config) { c.Policies[0].MaxExtrapolation = 6 * time.Second }, ErrPolicy, "MaxExtrapolation is 6s"},
		{"dead reckoning", func(c *Config) { c.Policies[0].MaxDeadReckoning = -1 }, ErrPolicy, "MaxDeadReckoning is -1ns"},
		{"smoothing", func(c *Config) { c.Policies[15].Smoothing = time.Hour }, ErrPolicy, "kind 15: bad playback policy: Smoothing is 1h0m0s"},
		{"speed", func(c *Config) { c.Policies[0].MaxSpeed = float32(math.NaN()) }, ErrPolicy, "MaxSpeed is NaN"},
		{"negative speed", func(c *Config) { c.Policies[0].MaxSpeed = -1 }, ErrPolicy, "MaxSpeed is -1"},
		{"blend", func(c *Config) { c.Policies[0].Blend = 2 }, ErrPolicy, "Blend is 2"},
		{"on dry", func(c *Config) { c.Policies[0].OnDry = 3 }, ErrPolicy, "OnDry is 3"},
		{"clock", func(c *Config) { c.Clock.Window = -1 }, ErrClock, "Window is -1ns"},
		{"negative interval", func(c *Config) { c.Interval = -1 }, ErrPolicy, "Interval is -1ns"},
		{"interval that would need endless room", func(c *Config) { c.Interval = 1 }, ErrPolicy, "Interval is 1ns"},
		{"reserve", func(c *Config) { c.Reserve = time.Minute }, ErrPolicy, "Reserve is 1m0s"},
	}
	for _, test := range tests {
		c := everyKind(DefaultPolicy())
		test.spoil(c)
		err := c.Validate()
		if !errors.Is(err, test.is) || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if l, err2 := NewInterpolated(c); (err2 == nil) != (err == nil) || (l == nil) != (err != nil) {
			t.Errorf("%s: NewInterpolated gave %v, %v", test.name, l != nil, err2)
		}
	}
}

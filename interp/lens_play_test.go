package interp

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

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
			for _, inUnderrun := range []OnUnderrun{Hold, Fade, Hide} {
				policy := DefaultPolicy()
				policy.Delay, policy.MaxExtrapolation, policy.OnUnderrun = 120*ms, 50*ms, inUnderrun
				l := lens.make(everyKind(policy))
				last := Stats{}
				play(l, seed, 250, func(now LocalTime) {
					s := l.Stats()
					for k := range s.Kinds {
						check(t, lens.name, &s.Kinds[k].UnderrunStats, &last.Kinds[k].UnderrunStats)
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
				if inUnderrun == Hold && last.Overall.Stale != 0 || inUnderrun != Hold && last.Overall.Held != 0 {
					t.Errorf("%s: held %v and stale %v with policy %d", lens.name, last.Overall.Held, last.Overall.Stale, inUnderrun)
				}
			}
		}
	}
}

func check(t *testing.T, lens string, d, last *UnderrunStats) {
	t.Helper()
	if d.InUnderrun != d.ExtrapolatedTime+d.Held+d.Stale || d.InUnderrun > d.Total || d.Underruns < last.Underruns || d.Total < last.Total {
		t.Fatalf("%s: %+v after %+v", lens, *d, *last)
	}
	if want := float64(d.InUnderrun) / float64(max(d.Total, 1)); d.UnderrunShare() != want {
		t.Fatalf("%s: gap ratio %v, want %v", lens, d.UnderrunShare(), want)
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
			// Each fourth packet is late enough for an underrun and a correction.
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

// Whatever a packet claims, nothing panics, what is refused changes nothing that is
// drawn, and what is drawn is finite with a unit rotation.
func TestLensTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lens := rapid.SampledFrom(lenses).Draw(t, "lens")
		l := lens.make(everyKind(Policy{Delay: 100 * ms, MaxExtrapolation: time.Second, MaxDeadReckoning: time.Second, Smoothing: time.Second, Blend: Hermite}))
		stamp := rapid.OneOf(rapid.Int64Range(-1000, 1000), rapid.Int64())
		number := rapid.OneOf(rapid.Float32Range(-10, 10), rapid.Float32(), rapid.SampledFrom([]float32{float32(math.NaN()), float32(math.Inf(1)), 1e6}))
		now := LocalTime(0)
		for range rapid.IntRange(1, 30).Draw(t, "packets") {
			updates := make([]Update, rapid.IntRange(0, 3).Draw(t, "updates"))
			for i := range updates {
				s := sampleAt(0, number.Draw(t, "x"))
				s.Time, s.Velocity[1], s.Pose.Rotation.W = ServerTime(stamp.Draw(t, "time")), number.Draw(t, "v"), number.Draw(t, "w")
				if rapid.Bool().Draw(t, "turned well") {
					s.Pose.Rotation = unitQuat(t, "q")
				}
				s.Generation, s.Segment = uint16(rapid.IntRange(0, 2).Draw(t, "generation")), uint8(rapid.IntRange(0, 1).Draw(t, "segment"))
				s.Destroyed = rapid.IntRange(0, 5).Draw(t, "destroyed") == 0
				id := rapid.SampledFrom([]EntityID{0, 1, 2, MaxEntityID + 1, math.MaxUint32}).Draw(t, "id")
				updates[i] = Update{ID: id, Kind: Kind(rapid.IntRange(0, MaxKinds).Draw(t, "kind")), Sample: s}
			}
			drawn := l.AppendDrawn(nil, now)
			h := Header{Epoch: uint16(rapid.IntRange(0, 2).Draw(t, "epoch")), Time: ServerTime(stamp.Draw(t, "stamp")), Arrival: now}
			if v := l.Receive(h, updates); v >= StaleSample {
				if after := l.AppendDrawn(nil, now); len(updates) > 0 && h.Epoch == 0 && !reflect.DeepEqual(after, drawn) {
					t.Fatalf("a packet that is %v changed what is drawn from %+v to %+v", v, drawn, after)
				}
			}
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(100*ms)).Draw(t, "on")))
			l.Frame(now)
			for _, d := range l.AppendDrawn(nil, now) {
				far, norm := float64(d.Pose.Position.Len()), float64(d.Pose.Rotation.Len())
				if math.IsNaN(far) || math.IsInf(far, 0) || !near(norm, 1, 0.01) {
					t.Fatalf("drew %+v", d)
				}
			}
		}
	})
}

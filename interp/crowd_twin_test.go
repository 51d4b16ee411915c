package interp

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// crowdTwins feeds a Crowd and, for each entity, a Track with plenty of room.
type crowdTwins struct {
	crowd  Crowd
	tracks []Track
	// doubled says that an entity has had two generations in one instant, of which
	// a Crowd keeps the newer: then only what is drawn is the same, not the verdicts.
	doubled []bool
}

func newCrowdTwins(entities, snapshots int) *crowdTwins {
	w := &crowdTwins{tracks: make([]Track, entities), doubled: make([]bool, entities)}
	w.crowd.Reserve(entities, snapshots)
	for i := range w.tracks {
		w.tracks[i].Reserve(256)
	}
	return w
}

func (w *crowdTwins) insert(fail func(string, ...any), entity int, s Sample) {
	c := &w.crowd
	old := c.full && s.Time <= c.dropped || c.n == len(c.snapshots) && s.Time < c.snapshots[0].time
	got := c.Insert(entity, &s)
	if old && got == StaleSample {
		return // the only sample that a Track with more room would have taken
	}
	want := w.tracks[entity].Insert(s)
	if got == Duplicate && want == StaleSample {
		got = want // a Track has forgotten the first one by then
	}
	if got != want && !w.doubled[entity] {
		fail("entity %d at %v: %v, want %v", entity, time.Duration(s.Time), got, want)
	}
}

// compare draws both, and returns the states.
func (w *crowdTwins) compare(fail func(string, ...any), at ServerTime, p *Policy) []State {
	w.crowd.Prune(at)
	untouched := Pose{Position: mgl32.Vec3{7, 7, 7}}
	poses, states := make([]Pose, len(w.tracks)), make([]State, len(w.tracks))
	for i := range poses {
		poses[i] = untouched
	}
	w.crowd.Evaluate(poses, states, at, p)
	for i := range w.tracks {
		w.tracks[i].Prune(at)
		b := w.tracks[i].Bracket(at)
		want := untouched
		state := Evaluate(&want, &b, at, p)
		if w.doubled[i] && state == Gone && states[i] == Early {
			continue // not there to draw, but the Crowd knows nothing of the end before the birth
		}
		if states[i] != state {
			fail("entity %d at %v is %v, want %v", i, time.Duration(at), states[i], state)
		}
		if off := poses[i].Position.Sub(want.Position).Len(); !(off <= 1e-4) {
			fail("entity %d at %v, %v, is at %v, want %v", i, time.Duration(at), states[i], poses[i].Position, want.Position)
		}
		tolerance := 2e-6 // rad
		if state.InUnderrun() {
			tolerance = 2e-5 // a turn that is continued multiplies the rounding of the two samples
		}
		half := b.A != nil && b.B != nil && math.Abs(float64(b.A.Pose.Rotation.Dot(b.B.Pose.Rotation))) < 1e-5
		if off := between(poses[i].Rotation, want.Rotation) * math.Pi / 180; !(off <= tolerance) && !half {
			fail("entity %d at %v, %v, is turned %v, want %v, %.2g rad apart", i, time.Duration(at), states[i], poses[i].Rotation, want.Rotation, off)
		}
	}
	return states
}

// crowdPlayer takes the place of a lens in a play and feeds and draws the twins.
type crowdPlayer struct {
	Lens
	t      *testing.T
	twins  *crowdTwins
	policy Policy
	seen   [Gone + 1]int
}

func (c *crowdPlayer) Receive(_ Header, updates []Update) Verdict {
	for i := range updates {
		c.twins.insert(c.t.Fatalf, int(updates[i].ID), updates[i].Sample)
	}
	return Inserted
}

func (c *crowdPlayer) Frame(now LocalTime) {
	at := ServerTime(now).Add(time.Hour - 150*ms) // the play's server is an hour ahead
	for _, state := range c.twins.compare(c.t.Fatalf, at, &c.policy) {
		c.seen[state]++
	}
}

// On a bad network a Crowd draws what Tracks do, through every state there is.
func TestCrowdOnABadNetwork(t *testing.T) {
	var seen [Gone + 1]int
	for seed := range uint64(5) {
		for _, inUnderrun := range []OnUnderrun{Hold, Fade} {
			c := crowdPlayer{t: t, twins: newCrowdTwins(5, 12), policy: DefaultPolicy()}
			c.policy.OnUnderrun = inUnderrun
			play(&c, seed, 600, func(LocalTime) {})
			for state, n := range c.seen {
				seen[state] += n
			}
			if c.twins.crowd.Evicted() > 0 {
				t.Errorf("seed %d: %d evicted", seed, c.twins.crowd.Evicted())
			}
		}
	}
	for state, n := range seen {
		if n < 5 && State(state) != Latest {
			t.Errorf("%d times %v, too few to show anything", n, State(state))
		}
	}
}

// Whatever is lost, late, partial, doubled or overtaken, and whoever teleports, dies
// and is born again, a Crowd draws what Evaluate draws from Tracks.
func TestCrowdEqualsTracks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const interval = 50 * ms
		n := rapid.IntRange(1, 6).Draw(t, "entities")
		w := newCrowdTwins(n, rapid.IntRange(3, 9).Draw(t, "snapshots"))
		chance := func(name string) func() bool {
			percent := rapid.SampledFrom([]int{0, 5, 30}).Draw(t, name)
			return func() bool { return rapid.IntRange(0, 99).Draw(t, name+"?") < percent }
		}
		lost, absent, late, doubled := chance("lost"), chance("absent"), chance("late"), chance("doubled")
		teleport, die, reborn := chance("teleport"), chance("die"), chance("reborn")
		p := Policy{
			MaxExtrapolation: time.Duration(rapid.IntRange(0, 300).Draw(t, "extrapolate")) * ms,
			MaxSpeed:         rapid.SampledFrom([]float32{0, 30}).Draw(t, "fastest"),
			Blend:            Blend(rapid.IntRange(0, 1).Draw(t, "blend")),
			OnUnderrun:       OnUnderrun(rapid.IntRange(0, 2).Draw(t, "on dry")),
		}
		delay := ServerTime(rapid.IntRange(0, 300).Draw(t, "delay")) * ServerTime(ms)
		start := rapid.SampledFrom([]ServerTime{0, -ServerTime(time.Hour), 1 << 60}).Draw(t, "start")

		type flying struct {
			arrival ServerTime
			entity  int
			sample  Sample
		}
		var air []flying
		var generation [6]uint16
		var segment [6]uint8
		dead := [6]bool{}
		turnRate := rapid.SliceOfN(rapid.Float64Range(-12, 12), 6, 6).Draw(t, "turn") // rad/s
		now := start
		for range rapid.IntRange(1, 40).Draw(t, "snapshots sent") {
			now += ServerTime(interval)
			for entity := range n {
				if teleport() {
					segment[entity]++
				}
				s := Sample{Time: now, Generation: generation[entity], Segment: segment[entity], Stance: uint8(entity)}
				seconds := time.Duration(now - start).Seconds()
				s.Pose.Position = mgl32.Vec3{float32(10 * seconds), float32(1000 * int(segment[entity])), float32(entity)}
				s.Pose.Rotation = mgl32.QuatRotate(float32(turnRate[entity]*seconds), mgl32.Vec3{0, 0.6, 0.8})
				s.Velocity = mgl32.Vec3{9, float32(entity), 0}
				samples := []Sample{s}
				switch {
				case dead[entity] || reborn():
					if !dead[entity] { // in the tick of its end
						samples = []Sample{{Time: now, Generation: generation[entity], Destroyed: true}}
						w.doubled[entity] = true
					} else {
						samples = nil
					}
					dead[entity] = false
					generation[entity]++
					segment[entity] = 0
					s.Generation, s.Segment = generation[entity], 0
					samples = append(samples, s)
				case die():
					dead[entity] = true
					samples = []Sample{{Time: now, Generation: generation[entity], Destroyed: true}}
				}
				for _, s := range samples {
					if lost() || absent() {
						continue
					}
					f := flying{now, entity, s}
					if late() {
						f.arrival += ServerTime(rapid.IntRange(0, 400).Draw(t, "by")) * ServerTime(ms)
					}
					air = append(air, f)
					if doubled() {
						f.arrival += ServerTime(30 * ms)
						air = append(air, f)
					}
				}
			}
			for _, frame := range []ServerTime{0, 17, 34} {
				frame := now + frame*ServerTime(ms)
				left := air[:0]
				for _, f := range air {
					if f.arrival > frame {
						left = append(left, f)
						continue
					}
					w.insert(t.Fatalf, f.entity, f.sample)
				}
				air = left
				if w.crowd.Evicted() > 0 {
					return // too little room for the delay: what is lost then has a test of its own
				}
				w.compare(t.Fatalf, frame-delay, &p)
			}
		}
	})
}

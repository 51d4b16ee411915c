package engines

import (
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

func TestEnginesAreNamed(t *testing.T) {
	want := []string{
		"quake3", "source", "mirror", "mirror-notimeline", "unity-entities", "unity-gameobjects", "lightyear",
		"geckos", "netfox", "gaffer", "rocicorp",
	}
	var got []string
	for _, e := range All() {
		got = append(got, e.Name)
		if e.Sentence == "" || e.Watch == "" || e.Zero == "" || e.Version == "" || e.NotModelled == "" {
			t.Errorf("%s says nothing", e.Name)
		}
		for _, s := range e.Settings {
			if s.Name == "" || s.Unit == "" || s.Min > s.Default || s.Default > s.Max {
				t.Errorf("%s has a setting %+v", e.Name, s)
			}
		}
		if a, b := e.New(), e.New(); a == b {
			t.Errorf("%s: two new lenses are the same", e.Name)
		}
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(e.Name) {
			t.Errorf("%q is no plain name", e.Name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("engines %v, want %v", got, want)
	}
	All()[0].Name = "changed"
	if All()[0].Name != want[0] {
		t.Error("the list can be changed from outside")
	}
}

// On a link without jitter or loss each engine shows what its policy says, from what the
// fastest packet shows, and goes on evenly.
func TestDelaysWithoutJitter(t *testing.T) {
	const tick = time.Second / 60
	for _, c := range []struct {
		engine string
		rate   int
		want   time.Duration
		within time.Duration
	}{
		// max(0.1 s, 2 intervals) in ticks and one more: 12+1, 6+1 and 6+1 ticks.
		{"source", 10, 13 * tick, ms},
		{"source", 20, 7 * tick, ms},
		{"source", 60, 7 * tick, ms},
		// (I + 0)/I + 1 = 2 intervals, less the frame of 10 ms that reads the first packet; objects
		// are one more behind by default.
		{"mirror", 10, 290 * ms, ms / 1000},
		{"mirror", 20, 140 * ms, ms / 1000},
		{"mirror-notimeline", 10, 190 * ms, ms / 1000},
		{"mirror-notimeline", 20, 90 * ms, ms / 1000},
		// 2 intervals, to a tick.
		{"unity-entities", 10, 200 * ms, tick},
		{"unity-entities", 20, 100 * ms, tick},
		// The server's present, which is 50 ms ahead of what packets show. Never still, by 1 % of a
		// second.
		{"unity-gameobjects", 10, -50 * ms, 10 * ms},
		{"unity-gameobjects", 60, -50 * ms, 10 * ms},
		// 3 intervals.
		{"geckos", 10, 300 * ms, 0},
		{"geckos", 20, 150 * ms, 0},
		// 1.7 intervals and a tick before the server's present, which is 50 ms after what
		// packets show: 170 + 16.7 − 50 and 85 + 16.7 − 50 ms, give or take its margin.
		{"lightyear", 10, 170*ms + tick - 50*ms, tick},
		{"lightyear", 20, 85*ms + tick - 50*ms, tick},
		// 3.5 intervals.
		{"gaffer", 10, 350 * ms, 0},
		{"gaffer", 20, 175 * ms, 0},
		// Each packet is as late as the first, which needs 18 ms.
		{"rocicorp", 10, 18 * ms, 0},
		{"rocicorp", 20, 18 * ms, 0},
		// At a tick it leaves the state of the tick before: one to two intervals, by when in an
		// interval its ticks are.
		{"netfox", 10, 150 * ms, 60 * ms},
		{"netfox", 20, 75 * ms, 35 * ms},
		// The last frame before the next snapshot is 40 ms after the newest; about
		// every third one is to be within 5 ms of it or beyond.
		{"quake3", 20, 43 * ms, 4 * ms},
	} {
		interval := time.Second / time.Duration(c.rate)
		l := configured(t, c.engine, interval)
		var last interp.ServerTime
		link{interval, steady, 50 * ms}.frames(l, 0, 30*time.Second, func(now time.Duration) {
			s := &l.Stats().Kinds[0]
			if now < 25*time.Second {
				last = s.RenderTime
				return
			}
			if off := s.Delay - c.want; off.Abs() > c.within {
				t.Fatalf("%s at %d Hz: delay %v at %v, want %v ± %v", c.engine, c.rate, s.Delay, now, c.want, c.within)
			}
			if moved := s.RenderTime.Sub(last); moved < 7*ms || moved > 13*ms {
				t.Fatalf("%s at %d Hz: time went on by %v in 10 ms", c.engine, c.rate, moved)
			}
			last = s.RenderTime
		})
	}
}

// What is drawn is what was sent at the time shown.
func TestDrawnIsWhatWasSent(t *testing.T) {
	for _, e := range All() {
		l := configured(t, e.Name, 100*ms)
		var drawn []interp.Drawn
		link{100 * ms, steady, 50 * ms}.frames(l, 0, 15*time.Second, func(now time.Duration) {
			if now < 10*time.Second {
				return
			}
			for _, on := range []time.Duration{0, 4 * ms} { // between two frames too
				drawn = l.AppendDrawn(drawn[:0], interp.LocalTime(now+on))
				if len(drawn) != 1 {
					t.Fatalf("%s draws %d entities", e.Name, len(drawn))
				}
				at := time.Duration(drawn[0].Time).Seconds()
				if off := float64(drawn[0].Pose.Position[0]) - at; math.Abs(off) > 1e-4 {
					t.Fatalf("%s draws the entity at %v m for %v s", e.Name, drawn[0].Pose.Position[0], at)
				}
				free := e.Name == "netfox" || e.Name == "unity-gameobjects" || e.Name == "rocicorp" // of the render time
				if want := l.Stats().Kinds[0].RenderTime.Add(on); !free && drawn[0].State == interp.Blending && drawn[0].Time != want {
					t.Fatalf("%s draws %v, want %v", e.Name, drawn[0].Time, want)
				}
			}
		})
	}
}

// storm has packets with all that may happen to them: jitter, copies, losses, overtaking,
// a new epoch, a server whose clock leaps, destroys, reuse, and nonsense.
func storm(l interp.Lens, seed uint64, see func(now interp.LocalTime)) {
	r := rand.New(rand.NewPCG(seed, 2))
	type arrival struct {
		at time.Duration
		h  interp.Header
		u  []interp.Update
	}
	var packets []arrival
	epoch, leap := uint16(65535), time.Duration(0)
	for n := range 240 {
		switch r.IntN(60) {
		case 0:
			epoch++
			leap = -time.Duration(n) * 50 * ms
		case 1:
			leap += time.Duration(r.IntN(3000)-1000) * ms
		}
		stamp := interp.ServerTime(time.Duration(n)*50*ms + leap)
		s := interp.Sample{Time: stamp, Generation: uint16(n / 40), Segment: uint8(n / 25), Destroyed: n%40 > 35}
		s.Pose = interp.Pose{Position: mgl32.Vec3{float32(n)}, Rotation: mgl32.QuatIdent()}
		if r.IntN(40) == 0 {
			stamp = math.MinInt64
		}
		if r.IntN(40) == 0 {
			s.Pose.Position[0] = float32(math.NaN())
		}
		for copies := r.IntN(12); copies > 0; copies -= 11 {
			at := time.Duration(n)*50*ms + 50*ms + time.Duration(r.Int64N(int64(200*ms)))
			packets = append(packets, arrival{at, interp.Header{Epoch: epoch, Seq: uint32(n), Tick: uint32(3 * n), Time: stamp, Arrival: interp.LocalTime(at), Latency: time.Duration(r.Int64N(int64(80 * ms)))},
				[]interp.Update{{ID: interp.EntityID(n % 3), Kind: interp.Kind(n % 3), Sample: s}}})
		}
	}
	slices.SortStableFunc(packets, func(a, b arrival) int { return int(a.at - b.at) })
	for now := time.Duration(0); now < 14*time.Second; now += time.Duration(1+r.IntN(40)) * ms {
		if r.IntN(200) == 0 {
			now += 2 * time.Second // a client that was away
		}
		for len(packets) > 0 && packets[0].at <= now {
			l.Receive(packets[0].h, packets[0].u)
			packets = packets[1:]
		}
		l.Frame(interp.LocalTime(now))
		see(interp.LocalTime(now))
	}
}

// Whatever comes, nothing panics, what is drawn is finite, time does not go back within
// an epoch, the counters add up, and drawing changes nothing.
func TestEnginesTakeAnything(t *testing.T) {
	for _, e := range All() {
		for seed := range uint64(6) {
			l, alone := e.New(), e.New()
			for _, l := range []interp.Lens{l, alone} {
				l.Configure(&interp.Config{Interval: 50 * ms})
			}
			var drawn []interp.Drawn
			storm(l, seed, func(now interp.LocalTime) {
				for _, on := range []time.Duration{0, 5 * ms} {
					drawn = l.AppendDrawn(drawn[:0], now.Add(on))
					for _, d := range drawn {
						if far := float64(d.Pose.Position.Len()); math.IsNaN(far) || math.IsInf(far, 0) {
							t.Fatalf("%s drew %+v", e.Name, d)
						}
					}
				}
				if d := &l.Stats().Overall; d.InUnderrun != d.ExtrapolatedTime+d.Held+d.Stale || d.InUnderrun > d.Total {
					t.Fatalf("%s counted %+v", e.Name, *d)
				}
			})
			storm(alone, seed, func(interp.LocalTime) {})
			if !reflect.DeepEqual(l.Stats(), alone.Stats()) {
				t.Errorf("%s: drawing changed the counters", e.Name)
			}
			if alone.Stats().Overall.Total == 0 {
				t.Errorf("%s: nothing was ever shown", e.Name)
			}
		}
	}
}

// A new epoch, whose server's clock begins again, is shown as the first one was.
func TestEnginesBeginAgainWithAnEpoch(t *testing.T) {
	for _, e := range All() {
		l, fresh := configured(t, e.Name, 100*ms), configured(t, e.Name, 100*ms)
		stream := link{100 * ms, steady, 50 * ms}
		stream.frames(l, 0, 5*time.Second, nil)
		shown := func(l interp.Lens, epoch uint16, began time.Duration) []interp.ServerTime {
			var times []interp.ServerTime
			for now := began; now < began+3*time.Second; now += 10 * ms {
				if since := now - began; since%(100*ms) == 50*ms {
					stamp := interp.ServerTime(since - 50*ms)
					u := interp.Update{ID: 1, Sample: interp.Sample{Time: stamp, Pose: interp.Pose{Rotation: mgl32.QuatIdent()}}}
					l.Receive(interp.Header{Epoch: epoch, Time: stamp, Arrival: interp.LocalTime(now), Tick: uint32(stamp * 60 / 1e9), Latency: 50 * ms}, []interp.Update{u})
				}
				l.Frame(interp.LocalTime(now))
				if now > began+100*ms {
					times = append(times, l.Stats().Kinds[0].RenderTime)
				}
			}
			return times
		}
		if got, want := shown(l, 1, 5010*ms), shown(fresh, 0, 0); !slices.Equal(got, want) {
			t.Errorf("%s shows another epoch otherwise than the first: %v …, want %v …", e.Name, got[:3], want[:3])
		}
	}
}

// In the steady state nothing allocates, per packet or per frame.
func TestEnginesDoNotAllocate(t *testing.T) {
	for _, e := range All() {
		l := configured(t, e.Name, 50*ms)
		now, n := time.Duration(0), 0
		dst, updates := make([]interp.Drawn, 0, 4), []interp.Update{{ID: 1, Sample: interp.Sample{Pose: interp.Pose{Rotation: mgl32.QuatIdent()}}}}
		step := func() {
			for range 3 {
				l.Frame(interp.LocalTime(now))
				dst = l.AppendDrawn(dst[:0], interp.LocalTime(now))
				now += 50 * ms / 3
			}
			stamp := interp.ServerTime(time.Duration(n) * 50 * ms)
			updates[0].Sample.Time = stamp
			l.Receive(interp.Header{Seq: uint32(n + 1), Tick: uint32(3 * n), Time: stamp, Arrival: interp.LocalTime(now), Latency: 50 * ms}, updates)
			n++
		}
		for range 600 { // beyond the ten seconds after which one looks back
			step()
		}
		if n := testing.AllocsPerRun(300, step); n != 0 {
			t.Errorf("%s: %v allocations per packet and three frames", e.Name, n)
		}
	}
}

// Rates, ticks and clocks of all sizes: nothing panics, and what is drawn is finite.
func TestEnginesTakeOddRates(t *testing.T) {
	for _, e := range All() {
		for _, interval := range []time.Duration{ms, 7 * ms, time.Second, 10 * time.Second} {
			for _, ticks := range []uint32{0, 1, 1000, math.MaxInt32 / 50} {
				l := configured(t, e.Name, interval)
				var drawn []interp.Drawn
				for n := range 40 {
					stamp := interp.ServerTime(time.Duration(n)*interval - time.Hour)
					s := interp.Sample{Time: stamp, Pose: interp.Pose{Position: mgl32.Vec3{float32(n)}, Rotation: mgl32.QuatIdent()}}
					now := interp.LocalTime(time.Duration(n)*interval - 1000*time.Hour)
					l.Receive(interp.Header{Tick: uint32(n) * ticks, Time: stamp, Arrival: now, Latency: time.Duration(n%3) * interval}, []interp.Update{{ID: 1, Sample: s}})
					l.Frame(now)
					l.Frame(now.Add(interval / 3))
					for _, d := range l.AppendDrawn(drawn[:0], now.Add(interval/2)) {
						if x := float64(d.Pose.Position[0]); math.IsNaN(x) || math.IsInf(x, 0) {
							t.Fatalf("%s at %v and %d ticks drew %+v", e.Name, interval, ticks, d)
						}
					}
				}
			}
		}
	}
}

// A rocket flies along x from 5 m on, is destroyed at 1 s, and its slot is used again by one at 500 m
// from 1.5 s on: no engine draws it anywhere else, or one as the other.
func TestEnginesKnowUsersOfASlotApart(t *testing.T) {
	for _, e := range All() {
		l := configured(t, e.Name, 50*ms)
		seen := [2]int{}
		for n := range 60 {
			stamp := time.Duration(n) * 50 * ms
			s := interp.Sample{Time: interp.ServerTime(stamp), Pose: interp.Pose{Position: mgl32.Vec3{5 + float32(n)/10}, Rotation: mgl32.QuatIdent()}}
			switch {
			case n >= 30:
				s.Generation, s.Pose.Position[0] = 1, 500+float32(n)/10
			case n >= 20:
				s = interp.Sample{Time: s.Time, Destroyed: true}
			}
			l.Receive(interp.Header{Seq: uint32(n), Tick: uint32(3 * n), Time: s.Time, Arrival: interp.LocalTime(stamp + 50*ms), Latency: 50 * ms}, []interp.Update{{ID: 1, Sample: s}})
			for now := stamp + 50*ms; now < stamp+100*ms; now += 10 * ms {
				l.Frame(interp.LocalTime(now))
				for _, d := range l.AppendDrawn(nil, interp.LocalTime(now+3*ms)) {
					x := d.Pose.Position[0]
					if from := 5 + 495*float32(d.Generation); x < from || x > from+10 || math.Abs(float64(d.Pose.Rotation.Len())-1) > 0.01 {
						t.Fatalf("%s at %v drew %+v", e.Name, now, d)
					}
					seen[d.Generation]++
				}
			}
		}
		if seen[0] < 50 || seen[1] < 50 {
			t.Errorf("%s drew them %d times", e.Name, seen)
		}
	}
}

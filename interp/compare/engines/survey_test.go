package engines

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// survey is a stream as it comes over a link: 50 ms under way and up to 30 ms longer, some of
// it lost, and drawn 60 times a second for two minutes.
type survey struct {
	rate  int     // Hz
	loss  float64 // share of the packets
	run   float64 // mean packets lost in a row; 0: each is lost by itself
	drawn bool    // the frames' phase is drawn from the seed; or else they fall on the sends
}

// surveyed is what a lens made of it on average over the seeds.
type surveyed struct {
	inUnderrun float64 // per cent of the frames
	episodes   float64 // a minute
	behind     float64 // ms, what is shown behind the server's present
}

const (
	surveySeeds  = 8
	surveyLength = 120 * time.Second
)

// play gives lenses the packets of every seed. fresh returns new ones, the same each time.
func (s survey) play(fresh func() []interp.Lens) []surveyed {
	var sums []surveyed
	for seed := range uint64(surveySeeds) {
		lenses := fresh()
		if sums == nil {
			sums = make([]surveyed, len(lenses))
		}
		frames, behind := make([]int, len(lenses)), make([]time.Duration, len(lenses))
		s.seed(seed, lenses, func(now time.Duration) {
			for i, l := range lenses {
				if l.Frame(interp.LocalTime(now)); l.Stats().Overall.Total > 0 {
					frames[i]++
					behind[i] += now - time.Duration(l.Stats().Kinds[0].RenderTime)
				}
			}
		})
		for i, l := range lenses {
			d := &l.Stats().Overall
			sums[i].inUnderrun += 100 * d.UnderrunShare() / surveySeeds
			sums[i].episodes += float64(d.Underruns) / d.Total.Minutes() / surveySeeds
			sums[i].behind += behind[i].Seconds() * 1000 / float64(frames[i]) / surveySeeds
		}
	}
	return sums
}

// seed gives lenses one seed's packets and calls frame at every display frame.
func (s survey) seed(seed uint64, lenses []interp.Lens, frame func(now time.Duration)) {
	r := rand.New(rand.NewPCG(seed, 1))
	interval, period := time.Second/time.Duration(s.rate), time.Second/60
	first := time.Duration(0)
	if s.drawn {
		first = time.Duration(r.Int64N(int64(period)))
	}
	out := false
	lost := func() bool {
		u := r.Float64()
		switch {
		case s.run == 0:
			return u < s.loss
		case out:
			out = u >= 1/s.run
		default:
			out = u < s.loss/(1-s.loss)/s.run
		}
		return out
	}
	updates := []interp.Update{{ID: 1, Sample: interp.Sample{Pose: interp.Pose{Rotation: mgl32.QuatIdent()}}}}
	arrival := func(n int) time.Duration {
		return time.Duration(n)*interval + 50*ms + time.Duration(r.Int64N(int64(30*ms)))
	}
	next, n := arrival(0), 0
	for now := first; now <= surveyLength; now += period {
		for next <= now {
			if !lost() {
				stamp := interp.ServerTime(time.Duration(n) * interval)
				updates[0].Sample.Time = stamp
				for _, l := range lenses {
					l.Receive(interp.Header{Seq: uint32(n + 1), Tick: uint32(n * 60 / s.rate), Time: stamp, Arrival: interp.LocalTime(next), Latency: 50 * ms}, updates)
				}
			}
			n++
			next = arrival(n)
		}
		frame(now)
	}
}

// The streams of the survey that these engines were compared in before they were built
// here: 5 % lost, each by itself, at three rates, and in runs of three on average.
func surveys(drawn bool) [4]survey {
	return [4]survey{{10, 0.05, 0, drawn}, {20, 0.05, 0, drawn}, {30, 0.05, 0, drawn}, {20, 0.057, 3, drawn}}
}

func within(got, want, share, least float64) bool {
	return math.Abs(got-want) <= max(want*share, least)
}

// With fixed delays the right lens gives the survey's figures, once the frames fall on the
// sends as they did there: 60 Hz is in step with all three rates. With a phase that is
// drawn, the last frame before a packet is half a frame nearer to it on average, so that at
// one interval it is in underrun 1.5 to 1.9 times as often, and where jitter alone decides less so.
func TestFixedDelaysAreAsSurveyed(t *testing.T) {
	rows := []struct {
		name  string
		delay func(interval time.Duration) time.Duration
		want  [4]surveyed
	}{
		{"1 interval", func(i time.Duration) time.Duration { return i }, [4]surveyed{{12.1, 271, 151}, {19.0, 539, 101}, {26.2, 812, 84}, {19.9, 516, 101}}},
		{"2 intervals", func(i time.Duration) time.Duration { return 2 * i }, [4]surveyed{{0.55, 13, 251}, {0.91, 27, 151}, {1.26, 40, 117}, {4.3, 19, 151}}},
		{"k = 0", func(i time.Duration) time.Duration { return interp.RequiredDelay(i, 30*ms, 0) }, [4]surveyed{{4.5, 29, 181}, {4.0, 56, 131}, {3.6, 85, 114}, {5.6, 24, 131}}},
		{"k = 1", func(i time.Duration) time.Duration { return interp.RequiredDelay(i, 30*ms, 1) }, [4]surveyed{{0.18, 1.2, 281}, {0.16, 2.3, 181}, {0.14, 3.4, 147}, {3.7, 16, 181}}},
		{"k = 2", func(i time.Duration) time.Duration { return interp.RequiredDelay(i, 30*ms, 2) }, [4]surveyed{{0, 0, 381}, {0, 0.1, 231}, {0, 0.2, 180}, {2.5, 11, 231}}},
	}
	fixed := func(s survey) []surveyed {
		interval := time.Second / time.Duration(s.rate)
		return s.play(func() []interp.Lens {
			var lenses []interp.Lens
			for _, row := range rows {
				l := new(interp.Interpolated)
				c := &interp.Config{Interval: interval}
				for k := range c.Policies {
					c.Policies[k].Delay = row.delay(interval)
				}
				l.Configure(c)
				lenses = append(lenses, l)
			}
			return lenses
		})
	}
	for i, s := range surveys(false) {
		got := fixed(s)
		for j, row := range rows {
			want := row.want[i]
			// Sixteen minutes have some 480 to 1,440 losses, in the bursts 160 runs.
			share := 0.15
			if s.run > 0 {
				share = 0.25
			}
			if !within(got[j].inUnderrun, want.inUnderrun, share, 0.08) || !within(got[j].episodes, want.episodes, share, 1.2) || !within(got[j].behind, want.behind, 0, 1.5) {
				t.Errorf("%s at %+v: %+.2f, want %+v", row.name, s, got[j], want)
			}
		}
		s.drawn = true
		if drawn := fixed(s); drawn[0].inUnderrun < 1.35*got[0].inUnderrun || drawn[0].inUnderrun > 2*got[0].inUnderrun {
			t.Errorf("%+v: with a phase that is drawn, one interval is in underrun for %.1f %% of the frames, in step for %.1f", s, drawn[0].inUnderrun, got[0].inUnderrun)
		}
	}
}

// The engines give the survey's figures but for what is known:
//
//   - here packets are read at display frames and there as they came. That is half a
//     frame, 8.3 ms, later for all that count from the mean or the first packet (source,
//     unity-entities), and so they are in underrun less often; mirror's first frame makes up
//     for it with a whole one;
//   - mirror and unity-entities leave their clocks alone near where the first packet has
//     put them, which has a mean deviation of 8 ms;
//   - lightyear's jitter is half a deviation, which was taken whole there: it is up to 4 ms
//     sooner;
//   - quake3 at 10 Hz would have to be 85 to 115 ms behind the packets it reads to see a
//     third of them too late, and at 100 it takes half of the difference at once: it is thrown
//     forward again and again. With packets taken as they come that is 36 % of the frames, as
//     in the survey, and with their being read at frames 21 %.
//
// Rocicorp's measures something else than in the survey, and interpolates nothing.
func TestEnginesAreAsSurveyed(t *testing.T) {
	const frame = 1000.0 / 60
	rows := []struct {
		name  string
		want  [4]surveyed // as the survey has them; episodes of 0 are not known
		later float64     // ms, what is known to make it later
		ms    float64     // how far off it may be
	}{
		{"quake3", [4]surveyed{{21, 369, 149}, {5.4, 0, 120}, {5.6, 0, 103}, {7.2, 0, 120}}, 0, 3},
		{"mirror-notimeline", [4]surveyed{{0.33, 0, 260}, {0.44, 0, 160}, {0.55, 0, 127}, {3.0, 0, 202}}, -frame / 2, 8},
		{"unity-entities", [4]surveyed{{0.55, 0, 257}, {0.91, 0, 157}, {1.26, 0, 124}, {4.2, 0, 161}}, frame / 2, 12},
		{"lightyear", [4]surveyed{{2.2, 0, 221}, {3.2, 0, 134}, {11, 0, 104}, {5.5, 0, 130}}, -2, 5},
		{"gaffer", [4]surveyed{{0, 0, 418}, {0, 0, 243}, {0, 0, 185}, {2.2, 0, 240}}, 0, 5},
		// Not in the survey: the server's present by the mean packet, which is 15 ms and half a frame
		// late; and 3 intervals from the first packet.
		{"unity-gameobjects", [4]surveyed{{100, 0, 0}, {100, 0, 0}, {100, 0, 0}, {100, 0, 0}}, frame / 2, 16},
		{"geckos", [4]surveyed{{0.1, 0, 365}, {0.1, 0, 215}, {0.1, 0, 165}, {2.6, 0, 215}}, frame / 2, 10},
		// Not there either: 13, 7 and 7 ticks, and 15 ms and half a frame for the mean packet,
		// within the 10 ms in which it leaves its clock alone.
		{"source", [4]surveyed{{0.1, 0, 283}, {0.1, 0, 183}, {0, 0, 183}, {3, 0, 183}}, frame / 2, 10},
	}
	for i, s := range surveys(false) {
		interval := time.Second / time.Duration(s.rate)
		got := s.play(func() []interp.Lens {
			var lenses []interp.Lens
			for _, row := range rows {
				lenses = append(lenses, configured(t, row.name, interval))
			}
			return lenses
		})
		for j, row := range rows {
			want := row.want[i]
			want.behind += row.later
			if s.run > 0 {
				row.ms *= 2 // some 300 runs in all seeds, and delays that go by them
			}
			least := 0.0
			if row.later > 0 {
				least = want.inUnderrun // later is in underrun less often
			}
			if !within(got[j].behind, want.behind, 0, row.ms) ||
				!within(got[j].inUnderrun, want.inUnderrun, 0.3, max(least, 0.2)) || got[j].inUnderrun > want.inUnderrun*1.3+0.2 ||
				want.episodes > 0 && !within(got[j].episodes, want.episodes, 0.1, 0) {
				t.Errorf("%s at %+v: %+.2f, want %+.2f", row.name, s, got[j], want)
			}
		}
	}
}

// Counted from the server's present, a delay of 1.7 intervals and a tick leaves nothing of
// them at a latency of 200 ms: at 10 Hz, with nothing lost, 187 ms − 200 is less than
// nothing, and it is in underrun but for what jitter adds to the delay.
func TestLightyearUnderrunsWithLatency(t *testing.T) {
	for _, c := range []struct{ latency, least, most float64 }{{20, 0, 0.2}, {200, 0.9, 1}} {
		l := configured(t, "lightyear", 100*ms)
		link{100 * ms, func(int) float64 { return c.latency }, time.Duration(c.latency) * ms}.frames(l, 0, 30*time.Second, nil)
		if got := l.Stats().Overall.UnderrunShare(); got < c.least || got > c.most {
			t.Errorf("with %v ms of latency it is in underrun for %.3f of the time, want %v to %v", c.latency, got, c.least, c.most)
		}
	}
}

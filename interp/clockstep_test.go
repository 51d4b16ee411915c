package interp

import (
	"testing"
	"time"
)

// stepped is a client at 60 frames per second, whose clock is set by step after 5 s, and a
// server at 20 Hz that is 40 to 70 ms away and stands for hold from then on. Packets wait
// while the client is away.
type stepped struct {
	step time.Duration // of the client's clock
	away time.Duration // the client does nothing for as long
	// stamp changes the stamp of the n-th packet.
	stamp func(n int, right ServerTime) ServerTime
}

// play returns what each frame drew of the only entity, which moves at 10 m/s: the last one
// before the event, and all since.
func (s stepped) play(t *testing.T, lens Lens) (frames []steppedFrame) {
	t.Helper()
	const event, end = 5010 * ms, 12 * time.Second
	jitter := func(n int) time.Duration { return 40*ms + time.Duration(n*n%31)*ms }
	n := 0
	for frame := 0; ; frame++ {
		sim := time.Duration(frame)*time.Second/60 + 3*ms
		local := LocalTime(time.Hour + sim)
		if sim >= event {
			sim += s.away
			local = LocalTime(time.Hour + sim + s.step)
		}
		if sim > end+s.away {
			return frames
		}
		for ; ; n++ {
			sent := time.Duration(n) * 50 * ms
			arrives := sent + jitter(n)
			if arrives > sim {
				break
			}
			at := local - LocalTime(sim-arrives) // when it was read
			if arrives < event+s.away && sim >= event {
				at = local
			}
			h := Header{Seq: uint32(n + 1), Time: ServerTime(sent), Arrival: at}
			if s.stamp != nil {
				h.Time = s.stamp(n, h.Time)
			}
			x := sampleAt(0, float32(sent.Seconds()*10))
			x.Time = h.Time
			lens.Receive(h, []Update{{ID: 1, Sample: x}})
		}
		lens.Frame(local)
		f := steppedFrame{sim: sim, stats: lens.Stats().Kinds[0], steps: lens.Stats().Steps}
		if drawn := lens.AppendDrawn(nil, local); len(drawn) == 1 {
			f.state, f.x = drawn[0].State, float64(drawn[0].Pose.Position[0])
		}
		if sim < event {
			frames = append(frames[:0], f)
		} else {
			frames = append(frames, f)
		}
	}
}

type steppedFrame struct {
	sim   time.Duration
	state State
	x     float64
	stats KindStats
	steps int
}

// right reports whether a frame shows what it should: 150 ms behind what the fastest packet
// shows, give or take the jitter of the packets that the offset is known from.
func (f *steppedFrame) right(slack time.Duration) bool {
	want := (f.sim - 40*ms - 150*ms).Seconds() * 10
	return f.state == Blending && near(f.x, want, slack.Seconds()*10+0.01)
}

// Whatever is done to the client's clock, the picture is right again within so many
// frames, and stays so.
func TestClockSteps(t *testing.T) {
	const hour = time.Hour
	absurd := func(at int, by time.Duration) func(int, ServerTime) ServerTime {
		return func(n int, right ServerTime) ServerTime {
			if n == at {
				return right.Add(by)
			}
			return right
		}
	}
	tests := []struct {
		name   string
		event  stepped
		frames int // until it is right for good, at most
		steps  int // of the offset, the first one included
		back   bool
	}{
		{name: "nothing", frames: 0, steps: 1},
		// The next packet is at most 81 ms away, five frames; its jitter may be 30 ms.
		{name: "set on by 10 s", event: stepped{step: 10 * time.Second}, frames: 6, steps: 2, back: true},
		{name: "set on by an hour", event: stepped{step: hour}, frames: 6, steps: 2, back: true},
		{name: "set on by 700 ms", event: stepped{step: 700 * ms}, frames: 6, steps: 2, back: true},
		// Below StepAbove it is a slower route: seen when the old minimum has left the
		// window after 2 s, and then slewed by 50 ms a second.
		{name: "set on by 100 ms", event: stepped{step: 100 * ms}, frames: 60 * 4, steps: 1},
		// The first frame after it counts as at the last one, and time goes on from there.
		{name: "set back by 10 s", event: stepped{step: -10 * time.Second}, frames: 0, steps: 2},
		{name: "set back by an hour", event: stepped{step: -hour}, frames: 0, steps: 2},
		{name: "set back by 200 ms", event: stepped{step: -200 * ms}, frames: 0, steps: 2},
		{name: "set back by 100 h", event: stepped{step: -100 * hour}, frames: 0, steps: 2},
		{name: "frozen for 3 s", event: stepped{away: 3 * time.Second}, frames: 0, steps: 1},
		{name: "suspended for an hour", event: stepped{away: hour}, frames: 0, steps: 1},
		// All is an hour on at once; the newest of the packets that have waited has waited
		// for up to 80 ms, which is made up for at 50 ms a second.
		{name: "suspended for an hour, its clock too", event: stepped{away: hour, step: -hour}, frames: 60, steps: 2},
		{name: "a stamp 100 h ahead", event: stepped{stamp: absurd(103, 100*hour)}, frames: 0, steps: 1},
		{name: "a stamp a second ahead", event: stepped{stamp: absurd(103, time.Second)}, frames: 0, steps: 1},
		{name: "a stamp 100 h back", event: stepped{stamp: absurd(103, -100*hour)}, frames: 0, steps: 1},
		{name: "the second stamp 100 h ahead", event: stepped{stamp: absurd(1, 100*hour)}, frames: 0, steps: 1},
		// Nothing else is known at first. It leaves the window 2 s later.
		{name: "the first stamp 100 h ahead", event: stepped{stamp: absurd(0, 100*hour)}, frames: 0, steps: 2},
		{name: "the first stamp 100 h back", event: stepped{stamp: absurd(0, -100*hour)}, frames: 0, steps: 2},
	}
	config := everyKind(Policy{Delay: 150 * ms, MaxExtrapolation: 100 * ms})
	for _, test := range tests {
		l := new(Interpolated)
		l.Configure(config)
		frames := test.event.play(t, l)
		wrong, back := 0, false
		for i, f := range frames {
			if !f.right(32 * ms) {
				wrong = i
			}
			back = back || i > 0 && f.stats.RenderTime < frames[i-1].stats.RenderTime
		}
		last := frames[len(frames)-1]
		if wrong > test.frames || last.steps != test.steps || back != test.back {
			t.Errorf("%s: right after %d frames with %d steps, render time back: %v; want %d, %d and %v",
				test.name, wrong, last.steps, back, test.frames, test.steps, test.back)
		}
		// What the clock was set by has not passed.
		if total := last.stats.Total; total > 12*time.Second+test.event.away || total < 11500*ms-2*time.Second {
			t.Errorf("%s: counted %v", test.name, total)
		}
		if under := last.stats.InUnderrun - frames[0].stats.InUnderrun; under > 100*ms && test.event.away == 0 && test.name != "set on by 100 ms" {
			t.Errorf("%s: %v in underruns", test.name, under)
		}
	}
}

// Two absurd stamps with a good one between them do not confirm each other, and neither do
// two packets of one snapshot.
func TestClockBelievesOnlyASecondAbsurdStamp(t *testing.T) {
	stream := func() *rig {
		r := interpolated(Policy{Delay: 200 * ms})
		r.stream(0, 2000, 100, 50)
		return r
	}
	r := stream()
	far := int(time.Hour / ms)
	for _, send := range []struct {
		stamp, arrival int
		want           Verdict
	}{
		{far + 2100, 2150, Refused},
		{far + 2100, 2151, Refused}, // of the same snapshot
		{2100, 2152, Inserted},
		{far + 2200, 2250, Refused},
		{2200, 2251, Inserted},
		{far + 2300, 2350, Refused},
		{far + 2400, 2450, Inserted}, // so the server's clock was set
		{far + 2500, 2550, Inserted},
	} {
		if v := r.send(send.stamp, send.arrival, moving(send.stamp)); v != send.want {
			t.Errorf("the packet of %d at %d is %v, want %v", send.stamp, send.arrival, v, send.want)
		}
		r.frame(send.arrival)
	}
	if s := r.Stats(); s.Refusal != ErrTime || s.Verdicts[Refused] != 4 || s.Steps != 2 {
		t.Errorf("%v, %d refused, %d steps; want 4 absurd times and 2 steps", s.Refusal, s.Verdicts[Refused], s.Steps)
	}
}

// The other lenses stand the same.
func TestClockStepsOfTheOtherLenses(t *testing.T) {
	for _, l := range []Lens{new(Raw), new(Extrapolated)} {
		for _, step := range []time.Duration{time.Hour, -time.Hour} {
			frames := stepped{step: step}.play(t, l)
			for i, f := range frames {
				age := f.sim - time.Duration(f.x/10*float64(time.Second))
				if i >= 6 && (f.state == Empty || age > 140*ms || f.stats.Needed > 100*ms) {
					t.Fatalf("%T, set by %v: %d frames later %v is %v old and needs %v", l, step, i, f.state, age, f.stats.Needed)
				}
			}
		}
	}
}

// Time that is set back, once or again, goes on from where it was; a single frame that is
// back is a slip.
func TestSteadyTime(t *testing.T) {
	for name, test := range map[string]struct {
		frames, want []int // ms
		steps        int
	}{
		"even":             {[]int{100, 116, 132}, []int{100, 116, 132}, 0},
		"a slip":           {[]int{100, 50, 132, 148}, []int{100, 100, 132, 148}, 0},
		"set back":         {[]int{1000, 116, 132, 148}, []int{1000, 1000, 1016, 1032}, 1},
		"and once more":    {[]int{1000, 116, 132, 20, 36, 52}, []int{1000, 1000, 1016, 1016, 1032, 1048}, 2},
		"further in steps": {[]int{1000, 500, 400, 416, 432}, []int{1000, 1000, 1000, 1016, 1032}, 1},
		"and on again":     {[]int{1000, 116, 132, 1200}, []int{1000, 1000, 1016, 2084}, 1},
	} {
		var s steadyTime
		for i, at := range test.frames {
			if got := s.frame(LocalTime(time.Duration(at) * ms)); got != LocalTime(time.Duration(test.want[i])*ms) {
				t.Errorf("%s: frame %d is at %v, want %d ms", name, i, time.Duration(got), test.want[i])
			}
		}
		if s.steps != test.steps {
			t.Errorf("%s: %d steps, want %d", name, s.steps, test.steps)
		}
	}
}

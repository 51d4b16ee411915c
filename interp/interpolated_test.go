package interp

import (
	"fmt"
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
		!near(float64(d.Pose.Position[0]), 8.75, 1e-4) || d.Dry != 0 || d.ID != 1 {
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

// At every display rate the entity is drawn exactly on its way and never dry.
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
			if s := r.Stats().Overall; s.Underruns != 0 || s.Dry != 0 || s.Total < 1700*ms {
				t.Errorf("%d frames/s: %+v", fps, s)
			}
		}
	}
}

// MaxExtrapolation 50 ms in a gap of 100 ms: 50 ms of coasting, then hold or stale.
func TestInterpolatedCountsADrySpell(t *testing.T) {
	for _, dry := range []OnDry{Hold, Fade, Hide} {
		r := interpolated(Policy{MaxExtrapolation: 50 * ms, OnDry: dry})
		r.stream(0, 1000, 100, 50)
		before := r.Stats().Overall
		// Render time is 1000 at 1050. Each 10 ms a frame, until the next packet.
		for on := 10; on < 100; on += 10 {
			got := r.frame(1050 + on)
			switch {
			case on <= 50: // 10 m/s go on
				if px := x(t, got); got[0].State != Coasting || !near(px, 10+float64(on)/100, 1e-4) || got[0].Dry != time.Duration(on)*ms {
					t.Errorf("policy %d, %d ms dry: %+v", dry, on, got[0])
				}
			case dry == Hide:
				if len(got) != 0 {
					t.Errorf("%d ms dry: drew %+v, want it hidden", on, got)
				}
			default:
				want := map[OnDry]State{Hold: Held, Fade: Stale}[dry]
				if px := x(t, got); got[0].State != want || !near(px, 10.5, 1e-4) || got[0].Time != ServerTime(1050*ms) || got[0].Dry != time.Duration(on)*ms {
					t.Errorf("policy %d, %d ms dry: %+v", dry, on, got[0])
				}
			}
		}
		r.send(1100, 1150, moving(1100))
		if px := x(t, r.frame(1150)); !near(px, 11, 1e-4) {
			t.Errorf("policy %d: resumed at %v, want 11", dry, px)
		}
		got := r.Stats().Overall
		// Frames at 10 to 50 coast, those at 60 to 90 are frozen.
		frozen := got.Held - before.Held
		if dry != Hold {
			frozen = got.Stale - before.Stale
		}
		if got.Underruns != before.Underruns+1 || got.Coasted-before.Coasted != 50*ms || frozen != 40*ms ||
			got.Dry-before.Dry != 90*ms || got.Total-before.Total != 100*ms {
			t.Errorf("policy %d: %+v after %+v", dry, got, before)
		}
	}
}

// An entity goes at 10 m/s to x = 10 at 1000 ms and stops. The packet of 1100 is lost;
// with 100 ms of delay and of coasting it is at 11 when the packet of 1200 arrives.
func stopUnseen(smoothing time.Duration) *rig {
	r := interpolated(Policy{Delay: 100 * ms, MaxExtrapolation: 100 * ms, Smoothing: smoothing})
	r.stream(0, 1000, 100, 50)
	for at := 1060; at < 1250; at += 10 {
		r.frame(at)
	}
	r.send(1200, 1250, sampleAt(1200, 10))
	return r
}

func TestInterpolatedMeasuresACorrection(t *testing.T) {
	for _, smoothing := range []time.Duration{0, 200 * ms} {
		r := stopUnseen(smoothing)
		if n := len(r.Stats().Corrections); n != 0 {
			t.Fatalf("%d corrections before the frame", n)
		}
		r.frame(1250) // render time 1100: coasted to 11, justified 10
		got := r.Stats().Corrections
		if len(got) != 1 || got[0].ID != 1 || !near(float64(got[0].Metres), 1, 1e-4) {
			t.Errorf("smoothing %v: corrections %+v, want one of 1 m", smoothing, got)
		}
		r.frame(1260)
		if n := len(r.Stats().Corrections); n != 0 {
			t.Errorf("smoothing %v: %d corrections in the frame after", smoothing, n)
		}
	}
}

// Data that resumes with another segment, or with another user of the slot, is no
// correction.
func TestInterpolatedDiscontinuityIsNoCorrection(t *testing.T) {
	for name, s := range map[string]Sample{"teleport": sampleAt(1200, 500).of(0, 1), "respawn": sampleAt(1200, 500).of(1, 0), "destroy": destroyAt(1200, 0)} {
		r := interpolated(Policy{MaxExtrapolation: 100 * ms, Smoothing: 200 * ms})
		r.stream(0, 1000, 100, 50)
		before := r.Stats().Overall.Underruns
		r.frame(1200)
		r.send(1200, 1250, s)
		for _, d := range r.frame(1250) {
			if d.Pose.Position[0] != 500 {
				t.Errorf("%s: drawn at %v", name, d.Pose.Position[0])
			}
		}
		if s := r.Stats(); len(s.Corrections) != 0 || s.Overall.Underruns != before+1 {
			t.Errorf("%s: corrections %+v, %d underruns", name, s.Corrections, s.Overall.Underruns-before)
		}
	}
}

// A sample that comes too late to end the dry spell still corrects what is coasted,
// and a correction on top of one takes over what is owed.
func TestInterpolatedCorrectsACorrection(t *testing.T) {
	r := interpolated(Policy{MaxExtrapolation: 100 * ms, Smoothing: 200 * ms})
	r.stream(0, 1000, 100, 50) // x = 10, render time 1000
	r.frame(1150)              // coasted to 11
	r.send(1050, 1150, sampleAt(1050, 10))
	// Render time 1100 is still ahead of the newest, 1050, which has stopped.
	if got := r.frame(1150); !near(x(t, got), 11, 1e-4) || got[0].State != Coasting {
		t.Errorf("drew %+v, want coasting at 11", got)
	}
	if c := r.Stats().Corrections; len(c) != 1 || !near(float64(c[0].Metres), 1, 1e-4) {
		t.Errorf("corrections %+v, want one of 1 m", c)
	}
	r.frame(1160)
	r.send(1200, 1250, sampleAt(1200, 9.9))
	// Half of 1 m is still owed, so 10.5 would be drawn. Justified is 9.9.
	if got := x(t, r.frame(1250)); !near(got, 10.5, 1e-4) {
		t.Errorf("drawn at %v, want 10.5", got)
	}
	if c := r.Stats().Corrections; len(c) != 1 || !near(float64(c[0].Metres), 0.6, 1e-4) {
		t.Errorf("corrections %+v, want one of 0.6 m", c)
	}
}

func TestInterpolatedPopsOrSmooths(t *testing.T) {
	tests := []struct {
		at           int
		pop, smooth  float64
		withTeleport float64
	}{
		{1250, 10, 11, 11},       // where it would have been drawn
		{1300, 10, 10.75, 10.75}, // 1 m · (1 − 50/200)
		{1350, 10, 10.5, 10.5},
		{1360, 10, 10.45, 500}, // another segment from 1210 on owes nothing
		{1450, 10, 10, 500},
		{1460, 10, 10, 500},
	}
	pop, smooth, teleport := stopUnseen(0), stopUnseen(200*ms), stopUnseen(200*ms)
	for _, r := range []*rig{pop, smooth} {
		for _, stamp := range []int{1300, 1400} {
			r.send(stamp, stamp+50, sampleAt(stamp, 10))
		}
	}
	teleport.send(1210, 1260, sampleAt(1210, 500).of(0, 1))
	teleport.send(1400, 1450, sampleAt(1400, 500).of(0, 1))
	for _, test := range tests {
		if got := x(t, pop.frame(test.at)); !near(got, test.pop, 1e-3) {
			t.Errorf("at %d popped to %v, want %v", test.at, got, test.pop)
		}
		if got := x(t, smooth.frame(test.at)); !near(got, test.smooth, 1e-3) {
			t.Errorf("at %d smoothed to %v, want %v", test.at, got, test.smooth)
		}
		if got := x(t, teleport.frame(test.at)); !near(got, test.withTeleport, 1e-3) {
			t.Errorf("at %d drawn at %v, want %v", test.at, got, test.withTeleport)
		}
	}
}

// A smoothed pose has no jump larger than its own speed and the debt's share allow,
// however often data stops and resumes.
func TestInterpolatedSmoothingIsContinuous(t *testing.T) {
	r := interpolated(Policy{MaxExtrapolation: 100 * ms, Smoothing: 100 * ms})
	random := rand.New(rand.NewPCG(13, 14))
	last, largest, position, stamp := 0., 0., float32(0), 0
	corrected := 0
	for at := 50; at < 12_000; at++ {
		if (at-50)%100 == 0 && random.IntN(4) > 0 {
			stamp = at - 50
			position += float32(random.IntN(3)) * 0.5 // up to 1 m in 100 ms or more
			r.send(stamp, at, sampleAt(stamp, position))
		}
		got := x(t, r.frame(at))
		corrected += len(r.Stats().Corrections)
		if at > 50 {
			largest = max(largest, got-last, last-got)
		}
		last = got
	}
	// Per ms: 10 m/s move it 10 mm; a debt is at most the 1 m coasted too far and the
	// 1 m not foreseen, and 1/100 of it is paid in a ms.
	if corrected < 60 || largest > 0.010+0.020+0.001 {
		t.Errorf("%d corrections, largest step %v m", corrected, largest)
	}
}

func TestInterpolatedSmoothsTheTurn(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms, MaxExtrapolation: 100 * ms, Smoothing: 200 * ms})
	turned := func(msec int, degrees float64) Sample {
		s := sampleAt(msec, 0)
		s.Pose.Rotation = turn(degrees)
		return s
	}
	r.send(900, 950, turned(900, 0))
	r.send(1000, 1050, turned(1000, 40))
	for at := 1050; at < 1250; at += 10 {
		r.frame(at)
	}
	r.send(1200, 1250, turned(1200, 40))
	r.send(1400, 1450, turned(1400, 40))
	for _, test := range []struct {
		at   int
		want float64
	}{{1250, 80}, {1350, 60}, {1450, 40}} { // 40° in 100 ms went on for 100 ms
		if off := between(r.frame(test.at)[0].Pose.Rotation, turn(test.want)); off > 0.1 {
			t.Errorf("at %d %v° from %v°", test.at, off, test.want)
		}
	}
}

// A teleport from 10 to 1000 is never drawn between, whatever is lost and in whatever
// order the packets come.
func TestInterpolatedNeverDrawsWithinATeleport(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for round := range 60 {
		r := interpolated(Policy{Delay: 230 * ms, MaxExtrapolation: 100 * ms})
		type packet struct {
			arrival int
			sample  Sample
		}
		var packets []packet
		place, segment := float32(10), uint8(253)
		for stamp := 0; stamp < 2000; stamp += 100 {
			for range random.IntN(3) { // two in a row as well
				place, segment = 1010-place, segment+1
			}
			if random.IntN(5) > 0 {
				packets = append(packets, packet{stamp + 50 + random.IntN(150), sampleAt(stamp, place).of(0, segment)})
			}
		}
		for at := range 2400 {
			for _, p := range packets {
				if p.arrival == at {
					r.send(int(time.Duration(p.sample.Time)/ms), at, p.sample)
				}
			}
			if at%16 == 0 {
				for _, d := range r.frame(at) {
					if px := d.Pose.Position[0]; px != 10 && px != 1000 {
						t.Fatalf("round %d: at %d drawn at %v", round, at, px)
					}
				}
			}
		}
	}
}

// After a teleport an older packet that comes late does not warp the entity back.
func TestInterpolatedLatePacketDoesNotWarpBack(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms})
	r.send(0, 50, sampleAt(0, 10))
	r.frame(50)
	r.send(200, 250, sampleAt(200, 1000).of(0, 1))
	if got := x(t, r.frame(350)); got != 1000 { // render time 200
		t.Errorf("at its time drawn at %v, want 1000", got)
	}
	if v := r.send(100, 351, sampleAt(100, 10)); v != StaleSample {
		t.Errorf("the late packet is %v", v)
	}
	if got := x(t, r.frame(360)); got != 1000 {
		t.Errorf("warped back to %v", got)
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

func TestInterpolatedSpawnAppearsAtItsTimeAndPlace(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	r.stream(0, 900, 100, 50)
	for stamp := 1000; stamp <= 1500; stamp += 100 {
		r.send(stamp, stamp+50, moving(stamp), sampleAt(stamp, 200))
		for on := 50; on < 150; on += 10 {
			at := stamp + on
			got := r.frame(at)
			if there := len(got) == 2; there != (at-50-200 >= 1000) {
				t.Fatalf("at %d (render time %d) drew %d entities", at, at-250, len(got))
			}
			if len(got) == 2 && got[1].Pose.Position[0] != 200 {
				t.Fatalf("at %d it slides in at %v", at, got[1].Pose.Position[0])
			}
		}
	}
}

func TestInterpolatedStanceIsNeverMixed(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	for stamp := 0; stamp <= 1000; stamp += 100 {
		s := sampleAt(stamp, 0)
		s.Stance = uint8(stamp / 100)
		r.send(stamp, stamp+50, s)
		r.frame(stamp + 50)
	}
	for _, test := range []struct {
		at   int
		want uint8
	}{{1050, 8}, {1149, 8}, {1150, 9}, {1200, 9}} { // render times 800, 899, 900, 950
		if got := r.frame(test.at); got[0].Stance != test.want {
			t.Errorf("at render time %v stance %d, want %d", time.Duration(got[0].Time), got[0].Stance, test.want)
		}
	}
}

// Each kind has its own delay on the one clock: a fast stream need not wait for a
// slow one, and neither runs dry.
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

// An entity that was silent for 10 s is not moved through the whole gap in slow motion.
func TestInterpolatedDoesNotReplayASilence(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms, MaxExtrapolation: 100 * ms})
	r.send(900, 950, sampleAt(900, 10))
	r.send(1000, 1050, sampleAt(1000, 10))
	for at := 1050; at < 11_050; at += 50 {
		r.frame(at)
	}
	r.send(11_000, 11_050, sampleAt(11_000, 50))
	// Render time 10800: 98 % of the way.
	if got := x(t, r.frame(11_050)); !near(got, 10+40*.98, 1e-3) {
		t.Errorf("on arrival at %v, want 49.2", got)
	}
	if got := x(t, r.frame(11_250)); got != 50 {
		t.Errorf("a delay later at %v, want 50", got)
	}
}

// Without coasting an entity whose packets stop rests exactly where it was last.
func TestInterpolatedEndsAtTheLastState(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	r.stream(0, 1000, 100, 50)
	for at := 1060; at < 60_000; at += 100 {
		r.frame(at)
	}
	if got := x(t, r.frame(60_000)); got != 10 {
		t.Errorf("rests at %v, want 10", got)
	}
	if s := r.Stats().Overall; s.Underruns != 1 {
		t.Errorf("%d underruns, want one long one", s.Underruns)
	}
}

// A path that holds 500 ms and then releases a clump: everything ahead of render time
// is of use, and the picture is right in that very frame.
func TestInterpolatedUsesAClump(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	r.stream(0, 1000, 100, 50)
	for at := 1060; at < 1550; at += 10 {
		r.frame(at)
	}
	for stamp := 1100; stamp <= 1500; stamp += 100 {
		r.send(stamp, 1550, moving(stamp))
	}
	if got := x(t, r.frame(1550)); !near(got, 13, 1e-4) { // render time 1300
		t.Errorf("drawn at %v, want 13", got)
	}
	if s := r.Stats(); s.Steps != 1 || s.Kinds[0].Ahead != 2 || s.Overall.Underruns != 1 {
		t.Errorf("%d steps, %d ahead, %d underruns", s.Steps, s.Kinds[0].Ahead, s.Overall.Underruns)
	}
}

// A client that stops for a minute and returns is right again within a second, holds no
// backlog, and replays none.
func TestInterpolatedAfterAMinuteAway(t *testing.T) {
	const away, back = 1100, 61_100
	tests := []struct {
		name     string
		meantime func(r *rig)
		ahead    int // of the client's clock at the end, in ms, to what it would show had it run
	}{
		{"no frames, packets taken as they came", func(r *rig) {
			for stamp := away; stamp < back; stamp += 100 {
				r.send(stamp, stamp+50, moving(stamp))
			}
		}, 0},
		{"all packets at once on return", func(r *rig) {
			for stamp := away; stamp < back; stamp += 100 {
				r.send(stamp, back, moving(stamp))
			}
		}, 0},
		{"no packets, but frames", func(r *rig) {
			for at := away; at < back; at += 100 {
				r.frame(at)
			}
		}, 0},
		{"neither", func(*rig) {}, 0},
		{"the client's clock stood still too", func(*rig) {}, back - away},
	}
	for _, test := range tests {
		r := interpolated(Policy{Delay: 200 * ms, MaxExtrapolation: 100 * ms})
		r.stream(0, 1000, 100, 50)
		test.meantime(r)
		for stamp := back; stamp <= back+1000; stamp += 100 {
			r.send(stamp, stamp+50-test.ahead, moving(stamp))
			r.frame(stamp + 50 - test.ahead)
		}
		at := back + 1000 + 50
		got := r.frame(at - test.ahead)
		if want := float64(at-50-200) / 100; !near(x(t, got), want, 0.01) || got[0].State != Blending {
			t.Errorf("%s: %v at %v, want blending at %v", test.name, got[0].State, got[0].Pose.Position[0], want)
		}
		held := r.Lens.(*Interpolated).Samples(nil, 1)
		if k := r.Stats().Kinds[0]; len(held) > 5 || k.Held > 5 {
			t.Errorf("%s: holds %d samples of %d snapshots", test.name, len(held), k.Held)
		}
	}
}

// At one frame per second and 60 packets per second nothing grows.
func TestInterpolatedMemoryIsBounded(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	bytes := 0
	for at := range 60_000 {
		if at%16 == 0 {
			r.send(at, at+50, moving(at))
		}
		if at%1000 == 999 {
			r.frame(at + 50)
			if at < 2000 {
				bytes = r.Stats().Bytes
			}
		}
	}
	s := r.Stats()
	if held := len(r.Lens.(*Interpolated).Samples(nil, 1)); held > 16 || s.Bytes != bytes || s.Bytes == 0 {
		t.Errorf("%d samples held, %d bytes after %d", held, s.Bytes, bytes)
	}
	// ceil((200 + 500)/100) + 1 and one to coast from.
	if s.Kinds[0].Slots != 9 || s.Evicted == 0 {
		t.Errorf("%d slots, %d evicted", s.Kinds[0].Slots, s.Evicted)
	}
}

// The rate may change as it likes: playback goes on, as the stamps tell.
func TestInterpolatedFollowsTheRate(t *testing.T) {
	r := interpolated(Policy{Delay: 210 * ms})
	next, interval := 0, 100
	for at := 50; at < 20_000; at++ {
		if at%1000 == 0 {
			interval = map[int]int{100: 10, 10: 33, 33: 200, 200: 100}[interval]
		}
		if at-50 == next {
			r.send(next, at, moving(next))
			next += interval
		}
		if at%16 == 0 {
			for _, d := range r.frame(at) {
				if want := float64(at-50-210) / 100; d.State != Blending || !near(float64(d.Pose.Position[0]), want, 1e-3) {
					t.Fatalf("at %d: %v at %v, want %v", at, d.State, d.Pose.Position[0], want)
				}
			}
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

// benchmark returns a lens that n entities are streamed to at 10 Hz, and the next
// packet's making. Packets bring 100 entities each.
func benchmark(n int) (l *Interpolated, receive func(msec int)) {
	l = new(Interpolated)
	l.Configure(everyKind(DefaultPolicy()))
	updates := make([]Update, n)
	return l, func(msec int) {
		for i := range updates {
			s := moving(msec)
			s.Pose.Rotation = turn(float64(i + msec))
			updates[i] = Update{ID: EntityID(i), Kind: Kind(i % 8), Sample: s}
		}
		h := Header{Time: ServerTime(time.Duration(msec) * ms), Arrival: LocalTime(time.Duration(msec+50) * ms)}
		for from := 0; from < n; from += 100 {
			l.Receive(h, updates[from:min(from+100, n)])
		}
	}
}

func BenchmarkInterpolated(b *testing.B) {
	for _, n := range []int{1, 10_000} {
		b.Run(fmt.Sprintf("entities=%d/frame", n), func(b *testing.B) {
			l, receive := benchmark(n)
			for msec := 0; msec <= 1000; msec += 100 {
				receive(msec)
				l.Frame(LocalTime(time.Duration(msec+50) * ms))
			}
			dst := make([]Drawn, 0, n)
			now := LocalTime(1075 * ms)
			b.ReportAllocs()
			for b.Loop() {
				l.Frame(now)
				dst = l.AppendDrawn(dst[:0], now)
			}
		})
		b.Run(fmt.Sprintf("entities=%d/snapshot", n), func(b *testing.B) {
			_, receive := benchmark(n)
			receive(0) // makes the tracks
			msec := 100
			b.ReportAllocs()
			for b.Loop() {
				receive(msec)
				msec += 100
			}
		})
	}
}

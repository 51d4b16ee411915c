package interp

import (
	"testing"
)

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

// Without extrapolating an entity whose packets stop rests exactly where it was last.
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
	// ceil((200 + 500)/100) + 1 and one to extrapolate from.
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

package interp

import (
	"testing"
	"time"
)

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

package interp

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// ids lists what is drawn.
func ids(drawn []Drawn) (ids []EntityID) {
	for _, d := range drawn {
		ids = append(ids, d.ID)
	}
	return ids
}

// everyLens is the lenses with the methods that the interface leaves out.
func everyLens(c *Config) []interface {
	Lens
	Remove(EntityID) bool
} {
	raw, lens, extrapolated := new(Raw), new(Interpolated), new(Extrapolated)
	raw.Configure(c)
	lens.Configure(c)
	extrapolated.Configure(c)
	return []interface {
		Lens
		Remove(EntityID) bool
	}{raw, lens, extrapolated}
}

// 50 entities are in view at a time, and all of them are others every half second, for
// 100 s. What is no longer sent is no ghost: with full snapshots at once, else when it has
// not been sent for a second. The memory is that of those that were sent lately.
func TestNoGhosts(t *testing.T) {
	for _, full := range []bool{true, false} {
		p := DefaultPolicy()
		if p.ForgetAfter = time.Second; full {
			p.ForgetAfter = 0
		}
		for _, l := range everyLens(everyKind(p)) {
			end, most, bytes, wrong := 100_000, 0, 0, 0
			for at := 0; at <= end+3000; at += 50 {
				if at%100 == 0 {
					view := min(at, end-1) / 500
					var updates []Update
					for i := range 50 {
						updates = append(updates, Update{ID: EntityID(view*50 + i), Sample: moving(at)})
					}
					l.Receive(Header{Seq: uint32(at/100 + 1), Time: ServerTime(at) * ServerTime(ms), Arrival: LocalTime(at+40) * LocalTime(ms), Full: full}, updates)
				}
				now := LocalTime(at+45) * LocalTime(ms)
				l.Frame(now)
				drawn := l.AppendDrawn(nil, now)
				most = max(most, len(drawn))
				bytes = max(bytes, l.Stats().Bytes)
				// 45 − 40 − 200 ms: what was in view then must be drawn.
				if then := at - 195; then > 300 {
					seen := 0
					for _, d := range drawn {
						if int(d.ID)/50 == min(then, end-1)/500 {
							seen++
						}
					}
					if _, delayed := l.(*Interpolated); delayed && seen != 50 {
						wrong++
					}
				}
			}
			now := LocalTime(end+3000+45) * LocalTime(ms)
			got := len(l.AppendDrawn(nil, now))
			if limit := map[bool]int{true: 50, false: 50 * 5}[full]; got != 50 || most > limit || wrong > 0 {
				t.Errorf("%T, full %v: %d drawn in the end, %d at most, %d frames without what was in view; want 50, %d, 0", l, full, got, most, wrong, limit)
			}
			if bytes > 2_500_000 {
				t.Errorf("%T, full %v: %d bytes", l, full, bytes)
			}
		}
	}
}

// A server that sends only what has changed never has anything forgotten, and neither has
// a connection on which nothing comes.
func TestForgetAfterOnlyWhileOthersCome(t *testing.T) {
	for _, test := range []struct {
		name   string
		after  time.Duration
		others bool
		want   int
	}{
		{"never", 0, true, 2},
		{"nothing comes", time.Second, false, 2},
		{"others come", time.Second, true, 1},
	} {
		for _, l := range everyLens(everyKind(Policy{Delay: 200 * ms, ForgetAfter: test.after})) {
			r := &rig{Lens: l}
			for at := 0; at <= 2000; at += 100 {
				r.send(at, at+40, moving(at), moving(at))
				r.frame(at + 40)
			}
			for at := 2100; at <= 20_000; at += 100 {
				if test.others {
					r.send(at, at+40, moving(at))
				}
				r.frame(at + 40)
			}
			if got := len(r.frame(20_090)); got != test.want {
				t.Errorf("%s: %T draws %d of 2", test.name, l, got)
			}
		}
	}
}

// What is removed is gone at once, does not come back with a packet that was on its way,
// and comes back with a later one where it then is, without sliding there.
func TestRemove(t *testing.T) {
	for _, l := range everyLens(everyKind(Policy{Delay: 200 * ms, MaxExtrapolation: 100 * ms})) {
		r := &rig{Lens: l}
		for at := 0; at <= 2000; at += 100 {
			if at != 1900 {
				r.send(at, at+40, moving(at), moving(at))
			}
			r.frame(at + 40)
		}
		if !l.Remove(2) || l.Remove(2) || l.Remove(77) {
			t.Errorf("%T: removing says the wrong thing", l)
		}
		if got := ids(r.frame(2045)); len(got) != 1 || got[0] != 1 {
			t.Errorf("%T: drew %v after removing 2", l, got)
		}
		if v := r.updates(1900, 2050, Update{ID: 2, Sample: moving(1900)}); v != StaleSample {
			t.Errorf("%T: a packet from before is %v", l, v)
		}
		back := false
		for at := 2100; at <= 4000; at += 100 {
			var updates []Update
			updates = append(updates, Update{ID: 1, Sample: moving(at)})
			if at >= 3000 { // of the same generation, in another place
				s := moving(at)
				s.Pose.Position[1] = 500
				updates = append(updates, Update{ID: 2, Sample: s})
			}
			r.updates(at, at+40, updates...)
			for _, d := range r.frame(at + 40) {
				if d.ID != 2 {
					continue
				}
				back = true
				if d.Pose.Position[1] != 500 || d.State.InUnderrun() {
					t.Errorf("%T: at %d it is %v at %v", l, at, d.State, d.Pose.Position)
				}
			}
		}
		if !back {
			t.Errorf("%T: it never comes back", l)
		}
	}
}

// A full snapshot that is lost or comes late hides nothing that it should not.
func TestFullSnapshotsOutOfOrder(t *testing.T) {
	r := interpolated(Policy{Delay: 300 * ms, MaxExtrapolation: 100 * ms})
	l := r.Lens.(*Interpolated)
	send := func(at, arrival int, two bool) {
		u := []Update{{ID: 1, Sample: moving(at)}}
		if two {
			u = append(u, Update{ID: 2, Sample: moving(at)})
		}
		l.Receive(Header{Seq: uint32(at/100 + 1), Time: ServerTime(at) * ServerTime(ms), Arrival: LocalTime(arrival) * LocalTime(ms), Full: true}, u)
		r.frame(arrival)
	}
	// 2 is there up to 500 and from 800 on; 600 comes after 700.
	for at := 0; at <= 500; at += 100 {
		send(at, at+40, true)
	}
	send(700, 745, false)
	send(600, 750, false)
	for at := 800; at <= 1500; at += 100 {
		send(at, at+40, true)
		for on := 50; on < 140; on += 10 {
			render := at + on - 40 - 300
			got := len(r.frame(at + on))
			if want := map[bool]int{true: 1, false: 2}[render >= 600 && render < 800]; got != want {
				t.Errorf("at render time %d it draws %d, want %d", render, got, want)
			}
		}
	}
	if c := r.Stats().Overall.Underruns; c != 0 {
		t.Errorf("%d underruns: an entity that is not there can't have one", c)
	}
}

// The least that a game must say: no rotation, no time in the samples, no policy, no
// configuration.
func TestWhatMayBeLeftOut(t *testing.T) {
	l := new(Interpolated)
	for n := range 20 {
		at := time.Duration(n) * 100 * ms
		s := Sample{Pose: Pose{Position: mgl32.Vec3{float32(n), 0, 0}}}
		l.Receive(Header{Seq: uint32(n + 1), Time: ServerTime(time.Hour + at), Arrival: LocalTime(at + 50*ms)}, []Update{{ID: 7, Kind: 3, Sample: s}})
		l.Frame(LocalTime(at + 50*ms))
	}
	now := LocalTime(2000 * ms)
	drawn := l.AppendDrawn(nil, now)
	if len(drawn) != 1 || drawn[0].Pose.Rotation != mgl32.QuatIdent() || !near(float64(drawn[0].Pose.Position[0]), 17.5, 1e-4) {
		t.Fatalf("drew %+v, want it at 17.5, unturned", drawn)
	}
	if v := drawn[0].Velocity; !near(float64(v[0]), 10, 1e-3) || v[1] != 0 {
		t.Errorf("the velocity is %v, want 10 m/s", v)
	}
}

func TestConfigPolicy(t *testing.T) {
	own, other := Policy{Delay: 70 * ms}, Policy{Delay: 80 * ms}
	nothing := Policy{MaxSpeed: float32(math.Inf(1))}
	for name, test := range map[string]struct {
		config Config
		want   Policy
	}{
		"none":              {Config{}, DefaultPolicy()},
		"a default":         {Config{Default: other}, other},
		"its own":           {Config{Default: other, Policies: [MaxKinds]Policy{2: own}}, own},
		"another's":         {Config{Policies: [MaxKinds]Policy{1: own}}, DefaultPolicy()},
		"all zero, in full": {Config{Default: other, Policies: [MaxKinds]Policy{2: nothing}}, nothing},
	} {
		if got := test.config.Policy(2); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
		if err := test.config.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := Config{Default: Policy{ForgetAfter: -1}}
	if err := bad.Validate(); !errors.Is(err, ErrPolicy) || err.Error() != "default: bad playback policy: ForgetAfter is -1ns, want 0 to 1h" {
		t.Errorf("%v", err)
	}
}

// What is refused says why.
func TestRefusal(t *testing.T) {
	far := moving(100)
	far.Pose.Position[1] = 1e7
	turned := moving(100)
	turned.Pose.Rotation.W = 3
	later := moving(101)
	for _, test := range []struct {
		update Update
		want   error
	}{
		{Update{ID: MaxEntityID + 1, Sample: moving(100)}, ErrEntityID},
		{Update{Kind: MaxKinds, Sample: moving(100)}, ErrKind},
		{Update{Sample: far}, ErrPosition},
		{Update{Sample: turned}, ErrRotation},
		{Update{Sample: later}, ErrTime},
	} {
		for _, l := range everyLens(&Config{}) {
			r := &rig{Lens: l}
			if v := r.updates(100, 150, test.update); v != Refused || r.Stats().Refusal != test.want {
				t.Errorf("%T: %v, %v, want refused, %v", l, v, r.Stats().Refusal, test.want)
			}
		}
	}
}

// A packet without an arrival is drawn all the same, and something says that it is missing.
func TestArrivalIsMissing(t *testing.T) {
	l := new(Interpolated)
	for at := 1000; at <= 3000; at += 50 {
		now := LocalTime(time.Duration(at) * ms)
		l.Frame(now)
		l.Receive(Header{Seq: uint32(at), Time: ServerTime(now)}, []Update{{ID: 1, Sample: moving(at)}})
		l.Frame(now)
	}
	if got := l.AppendDrawn(nil, LocalTime(3000*ms)); len(got) != 1 || l.Stats().Refusal != ErrArrival {
		t.Errorf("drew %+v, %v; want one, and ErrArrival", got, l.Stats().Refusal)
	}
}

// A frame that is called twice, or never, changes nothing that is drawn and no count.
func TestFrameTwiceOrMissed(t *testing.T) {
	p := Policy{Delay: 100 * ms, MaxExtrapolation: 50 * ms, Smoothing: 200 * ms}
	play := func(calls func(frame int) int) (drawn []Drawn, stats Stats, corrections int) {
		r := interpolated(p)
		for frame := range 300 {
			at := frame * 10
			if at%100 == 50 && at%400 != 250 {
				s := moving(at - 50)
				s.Pose.Position[0] += float32(frame % 7)
				r.send(at-50, at, s)
			}
			now := LocalTime(time.Duration(at) * ms)
			for range calls(frame) {
				r.Frame(now)
			}
			corrections += len(r.Stats().Corrections)
			drawn = append(drawn, r.AppendDrawn(nil, now)...)
		}
		return drawn, *r.Stats(), corrections
	}
	once, stats, corrections := play(func(int) int { return 1 })
	twice, again, same := play(func(int) int { return 2 })
	if len(once) != len(twice) || same != corrections || corrections == 0 || again.Overall != stats.Overall {
		t.Fatalf("%d drawn, %d corrections, %+v; with twice as many calls %d, %d, %+v", len(once), corrections, stats.Overall, len(twice), same, again.Overall)
	}
	for i := range once {
		if once[i] != twice[i] {
			t.Fatalf("%+v, and with two calls %+v", once[i], twice[i])
		}
	}
	// Without underruns nothing hangs on the frames at all.
	p.Delay = 300 * ms
	once, _, _ = play(func(int) int { return 1 })
	missed, _, _ := play(func(frame int) int { return 1 - frame%3/2 })
	for i := range once {
		if once[i] != missed[i] {
			t.Fatalf("%+v, and with a third of the frames missed %+v", once[i], missed[i])
		}
	}
}

// The drawn velocity is that of the drawn motion.
func TestDrawnVelocityIsThatOfTheMotion(t *testing.T) {
	for _, blend := range []Blend{Linear, Hermite} {
		p := Policy{Delay: 150 * ms, MaxExtrapolation: 50 * ms, Blend: blend}
		r := interpolated(p)
		curve := func(at int) Sample {
			s := sampleAt(at, 0)
			angle := float64(at) / 500
			s.Pose.Position = mgl32.Vec3{10 * float32(math.Cos(angle)), 10 * float32(math.Sin(angle)), 0}
			s.Velocity = mgl32.Vec3{-20 * float32(math.Sin(angle)), 20 * float32(math.Cos(angle)), 0}
			return s
		}
		checked := map[State]int{}
		for at := 50; at < 4000; at += 7 {
			if n := (at - 50) / 100; (at-50)%100 < 7 && n%5 != 4 && n%5 != 3 {
				r.send(n*100, at, curve(n*100))
			}
			r.frame(at)
			now := LocalTime(time.Duration(at) * ms)
			a, b := r.AppendDrawn(nil, now), r.AppendDrawn(nil, now.Add(ms/2))
			if len(a) != 1 || len(b) != 1 || a[0].State != b[0].State || a[0].From != b[0].From || a[0].To != b[0].To || a[0].Alpha == 0 && a[0].State == Blending {
				continue
			}
			moved := b[0].Pose.Position.Sub(a[0].Pose.Position).Mul(2000)
			if off := moved.Sub(a[0].Velocity).Len(); off > 0.2 {
				t.Fatalf("blend %d at %d: %v moves at %v and says %v", blend, at, a[0].State, moved, a[0].Velocity)
			}
			checked[a[0].State]++
		}
		if checked[Blending] < 100 || checked[Extrapolating] < 5 || checked[Held] < 5 {
			t.Errorf("checked %v", checked)
		}
	}
}

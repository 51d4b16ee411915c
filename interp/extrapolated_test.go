package interp

import (
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// extrapolated is a lens whose packets all take 50 ms and say so: the server's
// present is the local time.
func extrapolated(p Policy) *rig {
	l := new(Extrapolated)
	l.Configure(everyKind(p))
	return &rig{Lens: l, latency: 50 * ms}
}

func TestExtrapolatedDrawsThePresent(t *testing.T) {
	tests := []struct {
		at         int
		onUnderrun OnUnderrun
		state      State
		x          float64 // 10 m/s from 10 at 1000 ms, for at most 100 ms
		shows      int
		inUnderrun time.Duration
	}{
		{1050, Hold, Blending, 10.5, 1050, 0},
		{1100, Hold, Blending, 11, 1100, 0}, // exactly the cap
		{1101, Hold, Held, 11, 1100, ms},
		{1150, Hold, Held, 11, 1100, 50 * ms},
		{1150, Fade, Stale, 11, 1100, 50 * ms},
		{60_000, Hold, Held, 11, 1100, 58_900 * ms}, // through no more walls than that
	}
	for _, test := range tests {
		r := extrapolated(Policy{MaxDeadReckoning: 100 * ms, OnUnderrun: test.onUnderrun})
		r.stream(0, 1000, 100, 50)
		got := r.frame(test.at)
		if px := x(t, got); got[0].State != test.state || !near(px, test.x, 1e-4) ||
			got[0].Time != ServerTime(time.Duration(test.shows)*ms) || got[0].InUnderrun != test.inUnderrun {
			t.Errorf("at %d drew %+v, want %+v", test.at, got[0], test)
		}
	}
	r := extrapolated(Policy{MaxDeadReckoning: 100 * ms, OnUnderrun: Hide})
	r.stream(0, 1000, 100, 50)
	if got := r.frame(1101); len(got) != 0 {
		t.Errorf("drew %+v, want it hidden", got)
	}
}

func TestExtrapolatedCountsWhatIsBeyondItsCap(t *testing.T) {
	r := extrapolated(Policy{MaxDeadReckoning: 100 * ms})
	r.stream(0, 1000, 100, 50)
	before := r.Stats().Overall
	for at := 1060; at < 1250; at += 10 {
		r.frame(at)
	}
	r.send(1200, 1250, moving(1200))
	r.frame(1250)
	// Frames at 1110 to 1240 are beyond 1100: 14 of 10 ms.
	got := r.Stats().Overall
	if got.Underruns != before.Underruns+1 || got.Held-before.Held != 140*ms || got.ExtrapolatedTime != 0 || got.InUnderrun != got.Held {
		t.Errorf("%+v after %+v", got, before)
	}
}

// The guess goes on straight where the entity has turned, stopped or bounced, and the
// packet that says so corrects it.
func TestExtrapolatedMeasuresACorrection(t *testing.T) {
	for _, test := range []struct {
		name    string
		sample  Sample
		want    []float64
		drawnAt float64
	}{
		// At 1150 the guess from 1000 stands at 10 + 10·0.15.
		{"it went on", moving(1100), []float64{0}, 11.5},
		{"it stopped at 10", sampleAt(1100, 10), []float64{1.5}, 10},
		{"it teleported", sampleAt(1100, 500).of(0, 1), nil, 500},
	} {
		r := extrapolated(Policy{MaxDeadReckoning: 250 * ms})
		r.stream(0, 1000, 100, 50)
		r.frame(1140)
		r.send(1100, 1150, test.sample)
		if got := x(t, r.frame(1150)); !near(got, test.drawnAt, 1e-4) {
			t.Errorf("%s: drawn at %v, want %v", test.name, got, test.drawnAt)
		}
		got := r.Stats().Corrections
		if len(got) != len(test.want) || len(got) == 1 && !near(float64(got[0].Metres), test.want[0], 1e-4) {
			t.Errorf("%s: corrections %+v, want %v", test.name, got, test.want)
		}
		r.frame(1160)
		if n := len(r.Stats().Corrections); n != 0 {
			t.Errorf("%s: %d corrections in the frame after", test.name, n)
		}
	}
}

// Of two packets between two frames the first was never drawn: the correction is
// against what was.
func TestExtrapolatedCorrectsWhatWasDrawn(t *testing.T) {
	r := extrapolated(Policy{MaxDeadReckoning: 250 * ms})
	r.stream(0, 1000, 100, 50)
	r.send(1050, 1140, sampleAt(1050, 77))
	r.send(1100, 1150, sampleAt(1100, 10))
	r.frame(1150)
	got := r.Stats().Corrections
	if len(got) != 1 || !near(float64(got[0].Metres), 1.5, 1e-4) {
		t.Errorf("corrections %+v, want one of 1.5 m", got)
	}
}

func TestExtrapolatedIgnoresAForeignLatency(t *testing.T) {
	r := extrapolated(Policy{MaxDeadReckoning: 250 * ms})
	r.epoch = 1
	r.stream(0, 1000, 100, 50)
	r.epoch, r.latency = 0, time.Second
	r.send(1100, 1060, moving(1100))
	r.frame(1060)
	r.frame(1100)
	if d := r.Stats().Kinds[0].Delay; d != -50*ms {
		t.Errorf("delay %v, want −50ms", d)
	}
}

func TestExtrapolatedDoesNotBelieveAnySpeed(t *testing.T) {
	for _, test := range []struct {
		bound float32
		x     float64
	}{{0, 11}, {10, 11}, {9, 10}} {
		r := extrapolated(Policy{MaxDeadReckoning: 250 * ms, MaxSpeed: test.bound})
		r.stream(0, 1000, 100, 50)
		if got := x(t, r.frame(1100)); !near(got, test.x, 1e-4) {
			t.Errorf("bound %v m/s: drawn at %v, want %v", test.bound, got, test.x)
		}
	}
}

func TestExtrapolatedTurnsOn(t *testing.T) {
	r := extrapolated(Policy{MaxDeadReckoning: 250 * ms})
	for stamp := 0; stamp <= 1000; stamp += 100 {
		s := sampleAt(stamp, 0)
		s.Pose.Rotation = turn(float64(stamp) / 10) // 100°/s
		r.send(stamp, stamp+50, s)
		r.frame(stamp + 50)
	}
	if off := between(r.frame(1100)[0].Pose.Rotation, turn(110)); off > 0.05 {
		t.Errorf("%v° from 110°", off)
	}
}

// The present moves at a bounded rate when the round trip is measured anew, and an
// estimate that is too early draws nothing backwards.
func TestExtrapolatedLatency(t *testing.T) {
	r := extrapolated(Policy{MaxDeadReckoning: 250 * ms})
	r.latency = 0
	r.stream(0, 1000, 100, 50)
	if got := x(t, r.frame(1050)); got != 10 {
		t.Errorf("without a latency drawn at %v, want the newest at 10", got)
	}
	// The latency says where the present is to go, at 200 ms per second from the
	// frame after its packet on. The offset is 50.
	for _, step := range []struct {
		stamp   int
		latency time.Duration
		delay   time.Duration // at the frame on arrival, 50 ms after the stamp
		x       float64
	}{
		{1100, -50 * ms, 0, 11},
		{1200, -50 * ms, 20 * ms, 12}, // the present is 1180, before the newest: not back
		{1300, 100 * ms, 40 * ms, 13},
		{1400, 100 * ms, 20 * ms, 14},
		{1500, 100 * ms, 0, 15},
		{1600, 100 * ms, -20 * ms, 16.2}, // the present is 1620
	} {
		r.latency = step.latency
		r.send(step.stamp, step.stamp+50, moving(step.stamp))
		drawn := r.frame(step.stamp + 50)
		got := x(t, drawn)
		if step.stamp == 1200 {
			// The guess was 11 + 10·0.08, and the newest is not turned back to 1180.
			if c := r.Stats().Corrections; drawn[0].Time != ServerTime(1200*ms) || len(c) != 1 || !near(float64(c[0].Metres), 0.2, 1e-4) {
				t.Errorf("drew %+v, corrections %+v", drawn[0], c)
			}
		}
		if d := r.Stats().Kinds[0].Delay; d != step.delay || !near(got, step.x, 1e-4) {
			t.Errorf("%d: delay %v at %v, want %v at %v", step.stamp, d, got, step.delay, step.x)
		}
	}
}

func TestExtrapolatedNeverUsesAnotherSegmentsTurn(t *testing.T) {
	r := extrapolated(Policy{MaxDeadReckoning: 250 * ms})
	r.send(0, 50, sampleAt(0, 0))
	s := sampleAt(100, 0).of(0, 1)
	s.Pose.Rotation, s.Velocity = turn(90), mgl32.Vec3{0, 2, 0}
	r.frame(50)
	r.send(100, 150, s)
	got := r.frame(200)[0] // 100 ms old
	if got.Pose.Rotation != s.Pose.Rotation || !near(float64(got.Pose.Position[1]), 0.2, 1e-5) {
		t.Errorf("drew %+v", got.Pose)
	}
}

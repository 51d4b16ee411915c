package interp

import (
	"math/rand/v2"
	"testing"
	"time"
)

// MaxExtrapolation 50 ms in a gap of 100 ms: 50 ms of extrapolating, then hold or stale.
func TestInterpolatedCountsAnUnderrun(t *testing.T) {
	for _, inUnderrun := range []OnUnderrun{Hold, Fade, Hide} {
		r := interpolated(Policy{MaxExtrapolation: 50 * ms, OnUnderrun: inUnderrun})
		r.stream(0, 1000, 100, 50)
		before := r.Stats().Overall
		// Render time is 1000 at 1050. Each 10 ms a frame, until the next packet.
		for on := 10; on < 100; on += 10 {
			got := r.frame(1050 + on)
			switch {
			case on <= 50: // 10 m/s go on
				if px := x(t, got); got[0].State != Extrapolating || !near(px, 10+float64(on)/100, 1e-4) || got[0].InUnderrun != time.Duration(on)*ms {
					t.Errorf("policy %d, %d ms past: %+v", inUnderrun, on, got[0])
				}
			case inUnderrun == Hide:
				if len(got) != 0 {
					t.Errorf("%d ms past: drew %+v, want it hidden", on, got)
				}
			default:
				want := map[OnUnderrun]State{Hold: Held, Fade: Stale}[inUnderrun]
				if px := x(t, got); got[0].State != want || !near(px, 10.5, 1e-4) || got[0].Time != ServerTime(1050*ms) || got[0].InUnderrun != time.Duration(on)*ms {
					t.Errorf("policy %d, %d ms past: %+v", inUnderrun, on, got[0])
				}
			}
		}
		r.send(1100, 1150, moving(1100))
		if px := x(t, r.frame(1150)); !near(px, 11, 1e-4) {
			t.Errorf("policy %d: resumed at %v, want 11", inUnderrun, px)
		}
		got := r.Stats().Overall
		// Frames at 10 to 50 extrapolate, those at 60 to 90 are frozen.
		frozen := got.Held - before.Held
		if inUnderrun != Hold {
			frozen = got.Stale - before.Stale
		}
		if got.Underruns != before.Underruns+1 || got.ExtrapolatedTime-before.ExtrapolatedTime != 50*ms || frozen != 40*ms ||
			got.InUnderrun-before.InUnderrun != 90*ms || got.Total-before.Total != 100*ms {
			t.Errorf("policy %d: %+v after %+v", inUnderrun, got, before)
		}
	}
}

// An entity goes at 10 m/s to x = 10 at 1000 ms and stops. The packet of 1100 is lost;
// with 100 ms of delay and of extrapolating it is at 11 when the packet of 1200 arrives.
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
		r.frame(1250) // render time 1100: extrapolated to 11, justified 10
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

// A sample that comes too late to end the underrun still corrects what is extrapolated,
// and a correction on top of one takes over what is left.
func TestInterpolatedCorrectsACorrection(t *testing.T) {
	r := interpolated(Policy{MaxExtrapolation: 100 * ms, Smoothing: 200 * ms})
	r.stream(0, 1000, 100, 50) // x = 10, render time 1000
	r.frame(1150)              // extrapolated to 11
	r.send(1050, 1150, sampleAt(1050, 10))
	// Render time 1100 is still ahead of the newest, 1050, which has stopped.
	if got := r.frame(1150); !near(x(t, got), 11, 1e-4) || got[0].State != Extrapolating {
		t.Errorf("drew %+v, want extrapolating at 11", got)
	}
	if c := r.Stats().Corrections; len(c) != 1 || !near(float64(c[0].Metres), 1, 1e-4) {
		t.Errorf("corrections %+v, want one of 1 m", c)
	}
	r.frame(1160)
	r.send(1200, 1250, sampleAt(1200, 9.9))
	// Half of 1 m is still left, so 10.5 would be drawn. Justified is 9.9.
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
	for at := 50; at < 6000; at++ {
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
	// Per ms: 10 m/s move it 10 mm; a debt is at most the 1 m extrapolated too far and the
	// 1 m not expected, and 1/100 of it is paid in a ms.
	if corrected < 25 || largest > 0.010+0.020+0.001 {
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

package interp

import (
	"testing"
	"time"
)

// reportedFaults are what users of such buffers have met, as far as it can happen in
// this package, each with the tests that would fail if it did here.
var reportedFaults = []struct {
	fault string
	tests []func(*testing.T)
}{
	{"catching up overshoots, or stands still for some frames", []func(*testing.T){TestCatchingUpNeitherStandsStillNorOvershoots}},
	{"catching up depends on the frame rate", []func(*testing.T){TestSlewIsIndependentOfTheFrameRate}},
	{"after seconds away catching up takes minutes, or replays the backlog", []func(*testing.T){TestInterpolatedAfterAMinuteAway}},
	{"the interpolation clock goes back, or never recovers, after a stall of either side", []func(*testing.T){TestCursorRecoversFromAServerStall, TestInterpolatedAfterAMinuteAway}},
	{"the buffer grows at low frame rates, or after a stall", []func(*testing.T){TestInterpolatedMemoryIsBounded, TestOccupancyReturnsAfterAStall}},
	{"overflow refuses the newest", []func(*testing.T){TestTrackDropsTheOldestWhenFull}},
	{"a clump is judged by arrival and not by server time", []func(*testing.T){TestInterpolatedUsesAClump, TestTrackSortsByServerTime}},
	{"only the first of several queued samples is taken in a frame", []func(*testing.T){TestInterpolatedUsesAClump, TestRateAboveTheFrameRate}},
	{"a duplicate overwrites the first arrival", []func(*testing.T){TestTrackFirstArrivalStands}},
	{"old state survives a reconnect", []func(*testing.T){TestLensNewEpochForgetsTheOldOne}},
	{"a stream slower than the clock's has too few samples", []func(*testing.T){TestInterpolatedDelayPerKind}},
	{"motion after a silence is replayed in slow motion", []func(*testing.T){TestInterpolatedDoesNotReplayASilence}},
	{"a teleport is interpolated", []func(*testing.T){TestInterpolatedNeverDrawsWithinATeleport}},
	{"a teleport's mark is overwritten before it is used", []func(*testing.T){TestTeleportAmongOthersInOneFrame}},
	{"two teleports cancel each other", []func(*testing.T){TestTeleportAmongOthersInOneFrame, TestInterpolatedNeverDrawsWithinATeleport}},
	{"a late packet warps the entity back", []func(*testing.T){TestInterpolatedLatePacketDoesNotWarpBack}},
	{"a new entity slides in from the origin", []func(*testing.T){TestInterpolatedSpawnAppearsAtItsTimeAndPlace}},
	{"a reused entity flashes where the last one died", []func(*testing.T){TestLensReusedSlot, TestLensRespawnInTheTickOfTheDestroy}},
	{"a lost spawn is first seen further on", []func(*testing.T){TestLostSpawnsAndDestroys, TestLostSpawnInANewSlot}},
	{"extrapolates through walls for seconds", []func(*testing.T){TestEvaluate, TestExtrapolatedCountsWhatIsBeyondItsCap, TestExtrapolatedDoesNotBelieveAnySpeed}},
	{"extrapolates with the velocity of a teleport", []func(*testing.T){TestEvaluate, TestExtrapolatedNeverUsesAnotherSegmentsTurn}},
	{"extrapolates backwards before the first sample", []func(*testing.T){TestEvaluate, TestInterpolatedSpawnAppearsAtItsTimeAndPlace}},
	{"render time at, or just beyond, the newest sample finds nothing", []func(*testing.T){TestTrackBracketAndAhead, TestEvaluate}},
	{"render time taken from the local clock is ahead of everything", []func(*testing.T){TestCursorTrailsTheFastestPacketByTheDelay, TestInterpolatedDoesNotMindWhereClocksStart}},
	{"a packet older than what rests is ignored, or jerks it", []func(*testing.T){TestLatePacketOfAnEntityAtRest}},
	{"a wrap of the sequence numbers loses entries", []func(*testing.T){TestLensSequenceWraps, TestReceivedEdges, TestLostSpawnsAndDestroys}},
	{"an offset taken once stays wrong", []func(*testing.T){TestClockFollowsARouteChange, TestInterpolatedFollowsDrift}},
	{"an offset that snaps at small errors rubber-bands", []func(*testing.T){TestClockStepsOnlyBeyondItsBound, TestClockIsNotMovedByLatePackets}},
	{"one spike leaves a long lag", []func(*testing.T){TestClockIsNotMovedByLatePackets, TestSpikesCostNoMoreThanThemselves}},
	{"equal times divide by zero", []func(*testing.T){TestTrackFirstArrivalStands, TestLensVerdicts}},
	{"infinities and NaN are drawn", []func(*testing.T){TestTrackRefusesAbsurdValues, TestLensTakesAnything}},
	{"the value never reaches the last state", []func(*testing.T){TestInterpolatedEndsAtTheLastState}},
	{"snapshots as often as frames freeze and jump", []func(*testing.T){TestRateAboveTheFrameRate}},
	{"smooth only at some frame rates or phases", []func(*testing.T){TestInterpolatedAtEveryFrameRate}},
	{"one snapshot with a time that is back ends the session", []func(*testing.T){TestTimeBackInOnePacket}},
	{"a nudge of one kind moves the clock of all", []func(*testing.T){TestInterpolatedDelayPerKind, TestWaitIsPerKind}},
	{"a delay slider acts late, or turns time back", []func(*testing.T){TestCursorSlewsAChangeOfDelay, TestLensKnobsNeverTurnTimeBack}},
	{"the time passed in goes back within a frame", []func(*testing.T){TestLensFrameBackInTime}},
	{"milliseconds are lost after hours, or times wrap after weeks", []func(*testing.T){TestAlphaIsExactFarFromZero, TestInterpolatedDoesNotMindWhereClocksStart}},
	{"a fast entity is taken for a teleport after a gap", []func(*testing.T){TestFastEntityIsNoTeleport}},
	{"packets are thrown away once the client's clock is ahead", []func(*testing.T){TestClientClockStepsAhead}},
	{"slerp takes the long way, or is inexact near 180°", []func(*testing.T){TestSlerp, TestSlerpProperties}},
}

func TestReportedFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("each of these tests runs on its own as well")
	}
	for _, r := range reportedFaults {
		t.Run(r.fault, func(t *testing.T) {
			for _, test := range r.tests {
				test(t)
			}
		})
	}
}

// The route gets 100 ms faster five times. Render time has ground to make up each time:
// it goes on in every frame, at no more than 1.05 times the pace, and stops making up
// exactly when it is there.
func TestCatchingUpNeitherStandsStillNorOvershoots(t *testing.T) {
	var c Clock
	var cursor Cursor
	var last ServerTime
	latency, frame := 600*ms, 10*ms
	for now := time.Duration(0); now < 20*time.Second; now += frame {
		if now%(3*time.Second) == 0 && now > 0 && latency > 100*ms {
			latency -= 100 * ms
		}
		if now%(50*ms) == 0 && now >= latency {
			c.Observe(LocalTime(now), ServerTime(now-latency))
		}
		c.Advance(LocalTime(now))
		at := cursor.Advance(&c, LocalTime(now), 100*ms)
		if !c.Started() {
			continue
		}
		if ideal := ServerTime(now - latency - 100*ms); at > ideal {
			t.Fatalf("at %v render time is %v, %v too far", now, time.Duration(at), at.Sub(ideal))
		}
		if moved := at.Sub(last); now > latency+frame && (moved < frame || moved > frame*105/100) {
			t.Fatalf("at %v render time moves by %v in a frame of %v", now, moved, frame)
		}
		last = at
	}
	if want := ServerTime(20*time.Second - frame - 200*ms); last != want {
		t.Errorf("ends at %v, want %v", time.Duration(last), time.Duration(want))
	}
}

// A server that stalls and then sends all at once leaves the buffer as it was.
func TestOccupancyReturnsAfterAStall(t *testing.T) {
	r := interpolated(Policy{Delay: 250 * ms})
	r.stream(0, 2000, 100, 50)
	before := r.Stats().Kinds[0]
	for at := 2050; at < 4050; at += 50 {
		r.frame(at)
	}
	for stamp := 2100; stamp <= 4000; stamp += 100 {
		r.send(stamp, 4050, moving(stamp))
	}
	r.frame(4050)
	r.stream(4100, 6000, 100, 50)
	after := r.Stats().Kinds[0]
	if after.Ahead != before.Ahead || after.Held != before.Held || after.Delay != before.Delay || after.Underruns != 1 {
		t.Errorf("%d ahead of %d after %d underruns, want %d of %d after 1", after.Ahead, after.Held, after.Underruns, before.Ahead, before.Held)
	}
}

// 240 snapshots in a second, 60 frames: each frame moves on by the same.
func TestRateAboveTheFrameRate(t *testing.T) {
	r := interpolated(Policy{Delay: 20 * ms})
	sent, last := 0, float64(0)
	for frame := 1; frame < 200; frame++ {
		now := time.Duration(frame) * time.Second / 60
		for ; time.Duration(sent)*time.Second/240+50*ms <= now; sent++ {
			stamp := time.Duration(sent) * time.Second / 240
			s := sampleAt(0, float32(10*stamp.Seconds()))
			s.Time = ServerTime(stamp)
			r.Receive(Header{Seq: uint32(sent), Time: s.Time, Arrival: LocalTime(now)}, []Update{{ID: 1, Sample: s}})
		}
		r.Frame(LocalTime(now))
		drawn := r.AppendDrawn(nil, LocalTime(now))
		if frame < 20 {
			if len(drawn) == 1 {
				last = float64(drawn[0].Pose.Position[0])
			}
			continue
		}
		x := x(t, drawn)
		if !near(x-last, 10./60, 1e-4) {
			t.Fatalf("frame %d moves by %v m, want %v", frame, x-last, 10./60)
		}
		last = x
	}
}

// A teleport, and one that comes back, among four snapshots that arrive between two
// frames: what is drawn is the sample before render time, and nothing between two.
func TestTeleportAmongOthersInOneFrame(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms})
	r.send(0, 50, sampleAt(0, 10))
	r.frame(50)
	r.send(100, 450, sampleAt(100, 1000).of(0, 1))
	r.send(200, 450, sampleAt(200, 1000).of(0, 1))
	r.send(300, 450, sampleAt(300, 10).of(0, 3)) // there and back within one interval
	r.send(400, 450, sampleAt(400, 12).of(0, 3))
	for _, f := range []struct {
		local int
		want  float64
	}{{450, 10}, {460, 10.2}} { // render times 300 and 310
		if got := x(t, r.frame(f.local)); !near(got, f.want, 1e-5) {
			t.Errorf("at %d drawn at %v, want %v", f.local, got, f.want)
		}
	}
	// The same with the frames between.
	r = interpolated(Policy{Delay: 400 * ms})
	for stamp, s := range []Sample{sampleAt(0, 10), sampleAt(100, 1000).of(0, 1), sampleAt(200, 1000).of(0, 1), sampleAt(300, 10).of(0, 3)} {
		r.send(100*stamp, 100*stamp+50, s)
		r.frame(100*stamp + 50)
	} // the first at 50, so render time is local − 450
	for _, f := range []struct {
		local int
		want  float64
	}{{540, 10}, {550, 1000}, {740, 1000}, {750, 10}} {
		if got := x(t, r.frame(f.local)); got != f.want {
			t.Errorf("at %d drawn at %v, want %v", f.local, got, f.want)
		}
	}
}

// An entity at rest stays where it is when an older packet of its rest comes late, and
// starts from there.
func TestLatePacketOfAnEntityAtRest(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms, MaxExtrapolation: 100 * ms, Smoothing: 100 * ms})
	at := func(stamp int) Sample { return sampleAt(stamp, 5+max(0, float32(stamp-2000)/100)) }
	for stamp := 0; stamp <= 3000; stamp += 100 {
		if stamp != 1000 {
			r.send(stamp, stamp+50, at(stamp))
		}
		if stamp == 1300 { // render time 1100 at the frame below: 1000 is passed
			if v := r.send(1000, 1350, at(1000)); v != Late {
				t.Errorf("the late packet is %v", v)
			}
		}
		for on := 50; on < 150; on += 10 {
			drawn := r.frame(stamp + on)
			if stamp+on < 250 {
				continue
			}
			if got, want := x(t, drawn), 5+max(0, float64(stamp+on-250-2000)/100); !near(got, want, 1e-5) {
				t.Fatalf("at %d drawn at %v, want %v", stamp+on, got, want)
			}
		}
	}
}

// Every tenth packet is 50 ms late. A delay that covers it has no underrun; one that does
// not has none longer than the lateness it lacks, and the clock is not moved.
func TestSpikesCostNoMoreThanThemselves(t *testing.T) {
	for _, test := range []struct {
		delay time.Duration
		most  time.Duration // of each spell
	}{{150 * ms, 0}, {120 * ms, 30 * ms}, {100 * ms, 50 * ms}} {
		r := interpolated(Policy{Delay: test.delay})
		k := &r.Stats().Kinds[0]
		inUnderrun, start := ServerTime(0), ServerTime(0)
		for local := 50; local < 10_000; local += 5 {
			for stamp := local - 150; stamp <= local; stamp += 5 {
				due := stamp + 50
				if stamp%1000 == 500 {
					due += 50
				}
				if stamp >= 0 && stamp%100 == 0 && due == local {
					r.send(stamp, local, moving(stamp))
				}
			}
			r.frame(local)
			if !k.Now.InUnderrun() {
				start = k.RenderTime
			}
			inUnderrun = max(inUnderrun, k.RenderTime-start)
		}
		// A spell shows on frames of 5 ms.
		if got := time.Duration(inUnderrun); got > test.most+5*ms || k.Underruns > 0 != (test.most > 0) {
			t.Errorf("delay %v: up to %v in each of %d underruns, want at most %v", test.delay, got, k.Underruns, test.most)
		}
		if s := r.Stats(); s.Steps != 1 || s.Applied != Offset(50*ms) {
			t.Errorf("delay %v: the offset is %v after %d steps, want 50ms and the first", test.delay, time.Duration(s.Applied), s.Steps)
		}
	}
}

// A packet that is newer by its number but 50 ms older by its time is put where its
// time is. It shows a larger offset, which is no news.
func TestTimeBackInOnePacket(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	r.stream(0, 1000, 100, 50)
	if v := r.send(950, 1100, moving(950)); v != Inserted {
		t.Errorf("the packet is %v", v)
	}
	r.stream(1100, 2000, 100, 50)
	if got := x(t, r.frame(2050)); !near(got, 18, 1e-4) || r.Stats().Steps != 1 || r.Stats().Overall.Underruns != 0 {
		t.Errorf("drawn at %v after %d steps and %d underruns, want 18, 1, 0", got, r.Stats().Steps, r.Stats().Overall.Underruns)
	}
}

// 100 m/s and six packets lost are 70 m between two samples: the way is drawn all the
// same, since only the sender says what is a teleport.
func TestFastEntityIsNoTeleport(t *testing.T) {
	r := interpolated(Policy{Delay: 800 * ms})
	fast := func(stamp int) Sample { return sampleAt(stamp, float32(stamp)/10) }
	r.send(0, 50, fast(0))
	r.frame(50)
	r.send(700, 750, fast(700))
	for local := 850; local <= 1550; local += 50 { // render time is local − 850
		if got, want := x(t, r.frame(local)), float64(local-850)/10; !near(got, want, 1e-4) {
			t.Errorf("at %d drawn at %v, want %v", local, got, want)
		}
	}
}

// A client's clock that leaps 200 ms ahead takes render time beyond the newest sample.
// No packet is refused for that. When the window has forgotten the old offset, 2 s
// later, it is made up at 50 ms per second; the delay has 100 ms to spare, so it is no
// longer in an underrun 2 s after that.
func TestClientClockStepsAhead(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms, MaxExtrapolation: 100 * ms})
	r.stream(0, 3000, 100, 50)
	last := 0
	for stamp := 3100; stamp <= 12_000; stamp += 100 {
		if v := r.send(stamp, stamp+250, moving(stamp)); v > Late {
			t.Errorf("the packet of %d is %v", stamp, v)
		}
		for on := 250; on < 350; on += 10 {
			r.frame(stamp + on)
			if r.Stats().Overall.Now.InUnderrun() {
				last = stamp
			}
		}
	}
	// The last old packet came at 3050. On frames of 10 ms the newest is 90 ms older
	// than at its arrival at most, so it is in an underrun above an error of 110 ms: for 1.8 s from
	// 5050 on, and 6850 is in the interval of the packet of 6500.
	if last != 6500 {
		t.Errorf("in underruns until the packet of %d, want 6500", last)
	}
	if got := x(t, r.frame(12_350)); !near(got, 119, 1e-3) { // −250 and −200
		t.Errorf("drawn at %v, want 119", got)
	}
}

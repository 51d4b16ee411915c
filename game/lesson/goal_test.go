package lesson

import (
	"math"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// running returns a session of cars and a drone on a link that loses a fifth.
func running(t *testing.T, until time.Duration) *measure.Run {
	t.Helper()
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 2}, {Kind: world.Drone, Count: 1}}
	s.Settings.Down.Loss = 200_000
	s.Settings.Policies[world.Drone].Delay = 100 * time.Millisecond
	session, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	session.AdvanceTo(until)
	return session
}

// A goal on a measure counts from a second after the last change, is what the session
// says of that time, and is met only when it has been measured for as long as it asks.
func TestGoalIsMeasured(t *testing.T) {
	s := running(t, 3*time.Second)
	goal := func(m Measure, kind int) Goal {
		return Goal{Of: -1, Measure: m, Lens: game.Interpolated, Kind: kind, Over: 4 * time.Second}
	}
	g := goal(Error, -1)
	g.Value = 1e9
	r := g.Read(s)
	if r.Measured != 2*time.Second || r.Met || r.Value != s.Recent(game.Interpolated, 2*time.Second).Error || r.Value == 0 {
		t.Errorf("after 3 s: %+v, want 2 s measured and not met", r)
	}
	s.AdvanceTo(9 * time.Second)
	if r := g.Read(s); r.Measured != 4*time.Second || !r.Met || r.Value != s.Recent(game.Interpolated, 4*time.Second).Error {
		t.Errorf("after 9 s: %+v, want 4 s measured and met", r)
	}
	for _, c := range []struct {
		goal Goal
		want float64
	}{
		{goal(Underruns, -1), float64(s.Recent(game.Interpolated, 4*time.Second).Underruns)},
		{goal(Underruns, int(world.Drone)), float64(s.RecentKind(world.Drone, 4*time.Second).Underruns)},
		{goal(Underruns, int(world.Car)), float64(s.RecentKind(world.Car, 4*time.Second).Underruns)},
		{goal(UnderrunShare, int(world.Drone)), 100 * s.RecentKind(world.Drone, 4*time.Second).InUnderrun.Seconds() / 4},
		{goal(Latency, -1), config.Milliseconds(s.Recent(game.Interpolated, 4*time.Second).Latency)},
		{goal(PathError, -1), s.Recent(game.Interpolated, 4*time.Second).PathError},
		{goal(RotationError, -1), s.Recent(game.Interpolated, 4*time.Second).ErrorDeg},
		{goal(RotationError, int(world.Drone)), s.Recent(game.Interpolated, 4*time.Second).Kinds[world.Drone].ErrorDeg},
		{goal(RotationPathError, -1), s.Recent(game.Interpolated, 4*time.Second).PathErrorDeg},
		{goal(Roughness, -1), s.Recent(game.Interpolated, 4*time.Second).Roughness},
		{goal(Corrections, -1), s.Recent(game.Interpolated, 4*time.Second).Corrections},
		{goal(ClockError, -1), config.Milliseconds(s.RecentClockError(4 * time.Second))},
		{goal(Needed, int(world.Car)), config.Milliseconds(s.RecentKind(world.Car, 4*time.Second).Needed)},
		{goal(Needed, -1), config.Milliseconds(max(s.RecentKind(world.Car, 4*time.Second).Needed, s.RecentKind(world.Drone, 4*time.Second).Needed))},
	} {
		if got := c.goal.Read(s).Value; got != c.want || got == 0 {
			t.Errorf("%s of kind %d: %v, want %v and not 0", c.goal.Measure, c.goal.Kind, got, c.want)
		}
	}
	drone, car := goal(Underruns, int(world.Drone)), goal(Underruns, int(world.Car))
	if drone.Read(s).Value <= car.Read(s).Value {
		t.Error("at half the delay the drone is not in underrun more often")
	}
	// 10 packets a second, in 4 s 40 of them.
	bytes := 0
	for _, p := range s.AppendPackets(nil, 5*time.Second+1, 9*time.Second) {
		bytes += p.Link.Size + 28 // of headers
	}
	bitsGoal := goal(Bits, -1)
	if got, want := bitsGoal.Read(s).Value, float64(bytes)*8/1000/4; got != want || want == 0 {
		t.Errorf("%v kbit/s, want %v", got, want)
	}
	settings := s.Settings()
	settings.Down.Loss = 0
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(12 * time.Second)
	if r := g.Read(s); r.Measured.Round(time.Millisecond) != 2*time.Second || r.Met {
		t.Errorf("3 s after a change: %+v, want 2 s measured anew", r)
	}
}

// A goal on a setting looks at the kinds that there are, and shows the worst of them.
func TestGoalOnASetting(t *testing.T) {
	const ms = float64(time.Millisecond)
	s := running(t, 0) // cars 200 ms, the drone 100 ms, and the rest, of which there is none, 200 ms
	for _, c := range []struct {
		of    int
		bound Bound
		with  float64
		value float64
		met   bool
	}{
		{-1, AtMost, 200, 200, true},
		{-1, AtMost, 150, 200, false},
		{-1, AtLeast, 150, 100, false},
		{-1, Exactly, 200, 100, false},
		{int(world.Drone), AtMost, 150, 100, true},
		{int(world.Drone), Exactly, 100, 100, true},
		{int(world.Car), AtLeast, 201, 200, false},
	} {
		g := Goal{Setting: "delay", Of: c.of, Bound: c.bound, Value: c.with * ms}
		if r := g.Read(s); r.Met != c.met || r.Value != c.value*ms {
			t.Errorf("delay of %d, bound %d with %v ms: %v ms and met %v, want %v and %v", c.of, c.bound, c.with, r.Value/ms, r.Met, c.value, c.met)
		}
	}
	both := Task{Goals: []Goal{{Setting: "rate", Of: -1, Bound: Exactly, Value: 10_000}, {Setting: "loss", Of: 0, Bound: AtMost, Value: 0}}}
	if both.Met(s) {
		t.Error("a task is achieved with one of two goals")
	}
	both.Goals[1].Value = 200_000
	if !both.Met(s) {
		t.Error("a task is not achieved with both goals")
	}
}

// A proof compares with the right way, of which less than one counts as one.
func TestProof(t *testing.T) {
	sc := config.DefaultScenario()
	sc.Settings.Down.Loss = 0
	sc.Settings.Comparison = 1 // a fixed delay of 100 ms
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(8 * time.Second)
	p := Proof{Measure: Underruns, Over: 5 * time.Second, One: 1, Times: 10}
	mistake, right, shown := p.Compare(s)
	if right != 0 || mistake < 10 || !shown {
		t.Errorf("the mistake has %v underruns and the right way %v, shown: %v", mistake, right, shown)
	}
	p.Times = mistake + 1
	if _, _, shown := p.Compare(s); shown {
		t.Errorf("%v is %v times as much as 1", mistake, p.Times)
	}
}

// TestGoalsAtFastDisplays: what went wrong before its time does not keep a goal from being
// met, at any display rate.
func TestGoalsAtFastDisplays(t *testing.T) {
	for _, hz := range []config.Rate{60, 144, 240} {
		scenario := config.DefaultScenario()
		scenario.Settings.DisplayRate = hz * config.Hertz
		scenario.Settings.Down.Loss, scenario.Settings.Up.Loss = 0, 0
		scenario.Script = []config.Timed{{At: 2 * time.Second, Settings: scenario.Settings, Fault: config.Blackout.Fault()}}
		s, err := measure.NewRun(scenario)
		if err != nil {
			t.Fatal(err)
		}
		g := Goal{Of: -1, Measure: Underruns, Lens: game.Interpolated, Kind: -1, Over: longestOver}
		s.AdvanceTo(16 * time.Second)
		if r := g.Read(s); r.Met || r.Value == 0 {
			t.Errorf("%d Hz: %+v with a blackout in the time measured", hz, r)
		}
		s.AdvanceTo(25 * time.Second)
		if r := g.Read(s); !r.Met {
			t.Errorf("%d Hz: %+v twenty seconds after the blackout, want it met", hz, r)
		}
	}
}

// TestGoalOnAState: a door's state is wrong for the latency, each time that it toggles: of
// two doors and eight cars for a fifth as much of the time.
func TestGoalOnAState(t *testing.T) {
	sc := config.DefaultScenario()
	sc.Entities = []world.Group{{Kind: world.Door, Count: 2}, {Kind: world.Car, Count: 8}}
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(9 * time.Second)
	goal := Goal{Of: -1, Measure: StateWrong, Lens: game.Interpolated, Kind: int(world.Door), Over: 4 * time.Second}
	door := goal.Read(s).Value
	goal.Kind = -1
	if all := goal.Read(s).Value; door < 5 || door > 25 || math.Abs(all-door/5) > 1e-9 {
		t.Errorf("wrong for %v %% of the time, of all %v, want 5 to 25 and a fifth of it", door, all)
	}
}

package game_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// faultless is a scenario in which nothing goes wrong by itself: a snapshot each 100 ms,
// 50 ms on its way, drawn 250 ms after that.
func faultless() config.Scenario {
	s := config.DefaultScenario()
	set := &s.Settings
	set.SendRate = 10 * config.Hertz
	set.Down = netsim.Conditions{Latency: 50 * time.Millisecond}
	set.Up = set.Down
	for k := range set.Policies {
		set.Policies[k].Delay = 250 * time.Millisecond
	}
	return s
}

const (
	faultAt  = 5 * time.Second
	faultEnd = 15 * time.Second
)

// outcome is what a fault made of ten seconds more of a faultless run.
type outcome struct {
	sent, lost, duplicated, reordered, refused int // packets, those without it taken off
	underruns                                  int
	inUnderrun                                 time.Duration
	steps                                      int // of the clock
	frames                                     int
}

func tryFault(t *testing.T, f config.Fault) outcome {
	t.Helper()
	measure := func(inject bool) (o outcome) {
		s := runWith(t, faultless(), func(s *measure.Run) {
			s.OnFrame(func(r *measure.FrameRow) {
				if r.Lens == game.Raw && r.Drawn.ID == 1 {
					o.frames++
				}
			})
			s.AdvanceTo(faultAt)
			if inject {
				if err := s.Inject(f); err != nil {
					t.Fatal(err)
				}
			}
			s.AdvanceTo(faultEnd)
		})
		link, stats := s.LinkStats(), s.Stats(game.Interpolated)
		o.sent, o.lost, o.duplicated, o.reordered, o.refused = link.Sent, link.Lost, link.Duplicated, link.Reordered, link.Refused
		o.underruns, o.inUnderrun, o.steps = stats.Overall.Underruns, stats.Overall.InUnderrun, stats.Steps
		if e := s.Stats(game.Interpolated).Applied - s.TrueOffset(); e < -interp.Offset(time.Millisecond) || e > interp.Offset(time.Millisecond) {
			t.Errorf("ten seconds later the clock is still off by %v", time.Duration(e))
		}
		frames := s.AppendFrames(nil, faultEnd-time.Second)
		if f := frames[len(frames)-1].Kinds[world.Car]; f.State != interp.Blending {
			t.Errorf("ten seconds later cars are %v", f.State)
		}
		return o
	}
	with, without := measure(true), measure(false)
	with.sent -= without.sent
	with.lost -= without.lost
	with.duplicated -= without.duplicated
	with.reordered -= without.reordered
	with.refused -= without.refused
	with.underruns -= without.underruns
	with.inUnderrun -= without.inUnderrun
	with.steps -= without.steps
	with.frames -= without.frames
	return with
}

// A snapshot is sent at 5.0 s, just before the fault, and one each 100 ms after it.
// Render time is 300 ms behind the server: it passes 5.0 s at 5.3 s.
func TestWhatFaultsDo(t *testing.T) {
	frame := time.Second / 60
	tests := []struct {
		fault config.Fault
		want  outcome
	}{
		{config.Fault{Kind: config.DropPackets, Amount: 1}, outcome{lost: 1}},
		// 5.1, 5.2 and 5.3 s are lost, and 5.4 comes at 5.45 s.
		{config.Fault{Kind: config.DropPackets, Amount: 3}, outcome{lost: 3, underruns: 1, inUnderrun: 150 * time.Millisecond}},
		// 5.1 to 6.0 s are lost, and 6.1 comes at 6.15 s.
		{config.Blackout.Fault(), outcome{lost: 10, underruns: 1, inUnderrun: 850 * time.Millisecond}},
		// 5.1, 5.2 and 5.3 s go at 5.3 s and come at 5.35 s.
		{config.LagSpike.Fault(), outcome{underruns: 1, inUnderrun: 50 * time.Millisecond}},
		{config.Fault{Kind: config.DuplicatePackets, Amount: 2}, outcome{duplicated: 2}},
		// 5.1 s comes at 5.1 + 0.05 + 0.1 s and one millisecond, when render time is
		// at 4.951 s: in time.
		{config.Fault{Kind: config.SwapPackets, Amount: 1}, outcome{reordered: 1}},
		// 5.1 and 5.2 s are refused, and 5.3 comes at 5.35 s.
		{config.Fault{Kind: config.CorruptPackets, Amount: 2}, outcome{refused: 2, underruns: 1, inUnderrun: 50 * time.Millisecond}},
		// Nothing is sent from 5.1 to 7.0 s, and 7.1 comes at 7.15 s.
		{config.ServerStall.Fault(), outcome{sent: -20, underruns: 1, inUnderrun: 1850 * time.Millisecond}},
		// The new server's first snapshot is at once, and its last falls just outside.
		{config.ServerRestart.Fault(), outcome{steps: 1}},
		// 3 s of frames, and then the present at once.
		{config.ClientFreeze.Fault(), outcome{frames: -180}},
		// Render time is 1 s further at once, until the next packet shows why.
		{config.ClockStep.Fault(), outcome{steps: 1, underruns: 1}},
		{config.Fault{Kind: config.ClockStep, Amount: -int64(time.Second)}, outcome{steps: 1}},
		{config.TeleportNow.Fault(), outcome{}},
		{config.RespawnNow.Fault(), outcome{}},
	}
	tried := map[config.FaultKind]bool{}
	for _, tt := range tests {
		tried[tt.fault.Kind] = true
		t.Run(tt.fault.Kind.String(), func(t *testing.T) {
			got := tryFault(t, tt.fault)
			// Time in underrun is counted in whole frames.
			if d := got.inUnderrun - tt.want.inUnderrun; d < -2*frame || d > 2*frame {
				t.Errorf("in underrun for %v, want %v", got.inUnderrun, tt.want.inUnderrun)
			}
			got.inUnderrun = tt.want.inUnderrun
			if got != tt.want {
				t.Errorf("%+v, want\n%+v", got, tt.want)
			}
		})
	}
	for k := config.NoFault + 1; k < config.NumFaults; k++ {
		if !tried[k] || k.Fault().Validate(nil) != nil {
			t.Errorf("%v is not tried, or its default is out of range", k)
		}
	}
}

// After a restart the w, its times and the packets' numbers begin again, and a
// question about the time before it is answered from before.
func TestRestart(t *testing.T) {
	s := runWith(t, faultless(), to(faultAt))
	const car = 3 // the first
	w, err := world.NewWorld(s.Scenario().Seed, nil, s.Scenario().Entities)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Inject(config.ServerRestart.Fault()); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(faultAt + 2*time.Second)
	began := faultAt + 1
	for _, at := range []time.Duration{0, time.Second, faultAt, began, began + time.Second, s.Now()} {
		worldTime := at
		if at >= began {
			worldTime -= began
		}
		var got, want world.State
		s.Truth(car, at, &got)
		w.At(car-1, worldTime, &want)
		if got != want {
			t.Errorf("at %v the truth is %+v, want that of %v: %+v", at, got, worldTime, want)
		}
		if drawn := s.AppendTruth(nil, at); drawn[car-1].Time != interp.ServerTime(worldTime) {
			t.Errorf("at %v the server's clock shows %v, want %v", at, drawn[car-1].Time, worldTime)
		}
	}
	packets := s.AppendPackets(nil, began, s.Now())
	if p := packets[0]; p.Seq != 1 || p.Tick != 1 || p.Stamp != 0 {
		t.Errorf("the first packet is %+v, want 1 of tick 1 at 0", p)
	}
	if got := s.SimulationTime(interp.ServerTime(time.Second)); got != began+time.Second {
		t.Errorf("the new server's clock shows 1 s at %v", got)
	}
	if worst := s.Report().Lenses["interpolated"].Kinds["car"].Latency.Max; worst > 310 || worst < 290 {
		t.Errorf("display latency up to %v ms, want about 300 ms at all times", worst)
	}
}

// While the client is frozen the picture stands still.
func TestFreezeStopsThePicture(t *testing.T) {
	s := runWith(t, faultless(), to(faultAt))
	if err := s.Inject(config.Fault{Kind: config.ClientFreeze, Amount: int64(time.Second)}); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(faultAt + 1)
	before := s.AppendDrawn(nil, game.Interpolated)
	for _, at := range []time.Duration{1, 500 * time.Millisecond, time.Second} {
		s.AdvanceTo(faultAt + at)
		for i, d := range s.AppendDrawn(nil, game.Interpolated) {
			if d != before[i] {
				t.Fatalf("%v into the freeze entity %d is drawn as\n%+v, before\n%+v", at, d.ID, d, before[i])
			}
		}
	}
	// There are no frames to measure, so what was last measured stands.
	if got := s.Recent(game.Interpolated, 500*time.Millisecond).Latency; got != 300*time.Millisecond {
		t.Errorf("it shows what was %v ago, want 300ms as before the freeze", got)
	}
	if at := s.NextFrame(); at <= faultAt+time.Second || at > faultAt+time.Second+time.Second/50 {
		t.Errorf("the next frame is at %v", at)
	}
	if at, ok := s.NextPacket(); !ok || at != faultAt+time.Second+1 {
		t.Errorf("the next packet is taken in at %v, %v", at, ok)
	}
}

// Who is teleported or respawned is there and then at another place, and never drawn
// on the way between.
func TestTeleportAndRespawn(t *testing.T) {
	for _, tt := range []struct {
		fault               config.Fault
		segment, generation int
	}{
		{config.Fault{Kind: config.TeleportNow, Amount: 0}, 1, 0},
		{config.Fault{Kind: config.TeleportNow, Amount: 1 + int64(world.Car)}, 1, 0},
		{config.Fault{Kind: config.RespawnNow, Amount: 0}, 0, 1},
		{config.Fault{Kind: config.RespawnNow, Amount: 1 + int64(world.Drone)}, 0, 1},
	} {
		t.Run(tt.fault.Kind.String(), func(t *testing.T) {
			s := runWith(t, faultless(), to(faultAt))
			w, err := world.NewWorld(s.Scenario().Seed, nil, s.Scenario().Entities)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Inject(tt.fault); err != nil {
				t.Fatal(err)
			}
			s.OnFrame(func(r *measure.FrameRow) {
				var here, there world.State
				s.Truth(r.Drawn.ID, s.SimulationTime(r.Drawn.Time), &here)
				there = here
				there.TurnOver()
				a, b := here.Pose.Position.Sub(r.Drawn.Pose.Position).Len(), there.Pose.Position.Sub(r.Drawn.Pose.Position).Len()
				if k := r.Drawn.Kind; r.Lens == game.Interpolated && (k == world.Car || k == world.Drone) && min(a, b) > 3 { // a snapshot's worth of driving
					t.Errorf("at %v a %v is drawn %v m from one and %v m from the other place", r.At, world.BuiltIn(k).Name, a, b)
				}
			})
			s.AdvanceTo(faultAt + 2*time.Second)
			for i := range w.Len() {
				var before, after, want world.State
				w.At(i, s.Now(), &want)
				s.Truth(interp.EntityID(i+1), faultAt, &before)
				s.Truth(interp.EntityID(i+1), s.Now(), &after)
				if tt.fault.Amount == 0 || tt.fault.Amount == 1+int64(w.Kind(i)) {
					want.Segment += uint8(tt.segment)
					want.Generation += uint16(tt.generation)
					want.TurnOver()
				}
				if after != want {
					t.Errorf("entity %d is\n%+v, want\n%+v", i+1, after, want)
				}
				w.At(i, faultAt, &want)
				if before != want {
					t.Errorf("the past of entity %d has changed", i+1)
				}
			}
			for _, d := range s.AppendDrawn(nil, game.Interpolated) {
				var truth world.State
				if s.Truth(d.ID, s.SimulationTime(d.Time), &truth); truth.Alive && (truth.Generation != d.Generation || truth.Segment != d.Segment) {
					t.Errorf("entity %d is drawn in generation %d, segment %d, want %d, %d", d.ID, d.Generation, d.Segment, truth.Generation, truth.Segment)
				}
			}
		})
	}
}

func TestInjectRefuses(t *testing.T) {
	s := runWith(t, faultless(), to(time.Second))
	for _, tt := range []struct {
		fault config.Fault
		want  string
	}{
		{config.Fault{}, "fault is 0, want 1 to 12"},
		{config.Fault{Kind: config.NumFaults, Amount: 0}, "fault is 13, want 1 to 12"},
		{config.Fault{Kind: config.DropPackets, Amount: 0}, "drop: packets is 0, want 1 to 1000"},
		{config.Fault{Kind: config.Blackout, Amount: -1}, "blackout: for is -1ns, want 1ms to 60s"},
		{config.Fault{Kind: config.ClockStep, Amount: int64(time.Minute)}, "clock-step: by is 60s, want -10s to 10s"},
		{config.Fault{Kind: config.ServerRestart, Amount: 1}, "restart: amount is 1, want 0"},
		{config.Fault{Kind: config.TeleportNow, Amount: 9}, "teleport: kind is 9, want 0 to 8"},
	} {
		if err := s.Inject(tt.fault); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: %v, want %s", tt.fault, err, tt.want)
		}
	}
	if len(s.Recording().Script) != 0 {
		t.Error("a refused fault is in the recording")
	}
}

func TestScriptedFaults(t *testing.T) {
	parse := func(entry string) (config.Scenario, error) {
		return config.ParseScenario([]byte(`{"name": "n", "seed": 1, "duration": "1s", "entities": [], "script": [` + entry + `]}`))
	}
	for entry, want := range map[string]config.Fault{
		`{"at": "5s", "fault": "drop"}`:                      {Kind: config.DropPackets, Amount: 1},
		`{"at": "5s", "fault": "drop", "packets": 3}`:        {Kind: config.DropPackets, Amount: 3},
		`{"at": "5s", "fault": "blackout"}`:                  {Kind: config.Blackout, Amount: int64(time.Second)},
		`{"at": "5s", "fault": "blackout", "for": "300ms"}`:  {Kind: config.Blackout, Amount: int64(300 * time.Millisecond)},
		`{"at": "5s", "fault": "clock-step", "by": "-20ms"}`: {Kind: config.ClockStep, Amount: -int64(20 * time.Millisecond)},
		`{"at": "5s", "fault": "restart"}`:                   {Kind: config.ServerRestart, Amount: 0},
		`{"at": "5s", "fault": "teleport"}`:                  {Kind: config.TeleportNow, Amount: 0},
		`{"at": "5s", "fault": "teleport", "kind": "all"}`:   {Kind: config.TeleportNow, Amount: 0},
		`{"at": "5s", "fault": "respawn", "kind": "drone"}`:  {Kind: config.RespawnNow, Amount: 1 + int64(world.Drone)},
	} {
		s, err := parse(entry)
		if err != nil || s.Script[0].Fault != want || s.Script[0].At != 5*time.Second || s.Script[0].Settings != s.Settings {
			t.Errorf("%s: %+v, %v", entry, s.Script, err)
			continue
		}
		data, err := s.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := config.ParseScenario(data); err != nil || again.Script[0] != s.Script[0] {
			t.Errorf("%s is written as %s and read as %+v, %v", entry, data, again.Script, err)
		}
	}
	for _, tt := range []struct{ entry, want string }{
		{`{"at": "5s"}`, `script entry 1: nothing happens in it, want "set" or "fault"`},
		{`{"at": "5s", "set": {}}, {"at": "6s", "fault": "blackot"}`, `script entry 2: no fault is called "blackot", did you mean blackout?`},
		{`{"at": "5s", "fault": "drop", "set": {"loss": "1%"}}`, `script entry 1 has both "set" and "fault"`},
		{`{"at": "5s", "set": {}, "for": "1s"}`, `script entry 1 has both "set" and "fault"`},
		{`{"at": "5s", "for": "1s"}`, `script entry 1: fault is missing`},
		{`{"at": "5s", "fault": "drop", "for": "1s"}`, `script entry 1: drop has no "for", want "packets" or nothing`},
		{`{"at": "5s", "fault": "restart", "for": "1s"}`, `script entry 1: restart has no "for", want nothing but its name`},
		{`{"at": "5s", "fault": "drop", "packets": 0}`, `script entry 1: drop: packets is 0, want 1 to 1000`},
		{`{"at": "5s", "fault": "drop", "packets": "3"}`, `script entry 1: drop: packets is "3", want a whole number`},
		{`{"at": "5s", "fault": "stall", "for": "2"}`, `script entry 1: stall: for "2" needs a unit, want for example 30ms`},
		{`{"at": "5s", "fault": "stall", "for": "2h"}`, `script entry 1: stall: for is 7200s, want 1ms to 60s`},
		{`{"at": "5s", "fault": "stall", "for": "0"}`, `script entry 1: stall: for is 0ms, want 1ms to 60s`},
		{`{"at": "5s", "fault": "clock-step", "by": "x"}`, `script entry 1: clock-step: by "x" is not understood`},
		{`{"at": "5s", "fault": "teleport", "kind": "dron"}`, `script entry 1: teleport: no kind is called "dron", did you mean drone or door?`},
		{`{"at": "5s", "fault": "drop", "count": 3}`, `has no field "count"`},
	} {
		_, err := parse(tt.entry)
		if !errors.Is(err, config.ErrScenario) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s:\n%v, want\n%s", tt.entry, err, tt.want)
		}
	}
}

// A fault from outside, one from a script, and a recording's are the same fault.
func TestFaultsAreRecorded(t *testing.T) {
	for k := config.NoFault + 1; k < config.NumFaults; k++ {
		injected := runWith(t, configtest.Lively(3), func(s *measure.Run) {
			s.AdvanceTo(2 * time.Second)
			if err := s.Inject(k.Fault()); err != nil {
				t.Fatal(err)
			}
			later := s.Settings()
			later.DriftPPM = 200
			if err := s.Apply(later); err != nil {
				t.Fatal(err)
			}
			s.AdvanceTo(end)
		})
		data, err := injected.Recording().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		recorded, err := config.ParseScenario(data)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if got, want := runWith(t, recorded, to(end)).Digest(), injected.Digest(); got != want {
			t.Errorf("%v: the recording has the digest %016x, want %016x", k, got, want)
		}
		scripted := configtest.Lively(3)
		with200 := scripted.Settings
		with200.DriftPPM = 200
		scripted.Script = []config.Timed{
			{At: 2*time.Second + 1, Settings: scripted.Settings, Fault: k.Fault()},
			{At: 2*time.Second + 1, Settings: with200},
		}
		if got, want := runWith(t, scripted, to(end)).Digest(), injected.Digest(); got != want {
			t.Errorf("%v: scripted, the digest is %016x, want %016x", k, got, want)
		}
		if plain := runWith(t, configtest.Lively(3), to(end)).Digest(); plain == injected.Digest() {
			t.Errorf("%v changes nothing", k)
		}
	}
}

// A fault in a script leaves the settings that were made meanwhile as they are.
func TestScriptedFaultChangesNoSettings(t *testing.T) {
	scenario := faultless()
	scenario.Script = []config.Timed{{At: 2 * time.Second, Settings: scenario.Settings, Fault: config.DropPackets.Fault()}}
	s := runWith(t, scenario, to(time.Second))
	changed := s.Settings()
	changed.Down.Loss = 10_000
	if err := s.Apply(changed); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(3 * time.Second)
	if s.Settings() != changed {
		t.Error("the fault took the changed settings back")
	}
}

// Where a server's clock starts is only a number, after a restart too.
func TestRestartedClocksStartIsOnlyANumber(t *testing.T) {
	digest := func(start time.Duration) uint64 {
		scenario := configtest.Lively(3)
		scenario.Settings.ServerStart = start
		scenario.Script = []config.Timed{
			{At: 2 * time.Second, Settings: scenario.Settings, Fault: config.ServerRestart.Fault()},
			{At: 3 * time.Second, Settings: scenario.Settings, Fault: config.ClockStep.Fault()},
			{At: 4 * time.Second, Settings: scenario.Settings, Fault: config.ServerRestart.Fault()},
		}
		return runWith(t, scenario, to(end)).Digest()
	}
	want := digest(0)
	for _, start := range []time.Duration{1 << 31 * time.Millisecond, 1e9 * time.Second, -3 * time.Second} {
		if got := digest(start); got != want {
			t.Errorf("starting at %v the digest is %016x, want %016x", start, got, want)
		}
	}
}

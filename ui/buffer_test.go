package ui

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/raster"
)

func TestBufferGolden(t *testing.T) {
	a := testApp(t, panelScenario())
	playTo(a, 3200*time.Millisecond)
	golden(t, "buffer", panelText(t, a, a.bufferPanel, a.places.buffer))
}

// TestFormulaWords: the formula's numbers at 10 Hz and what is said of them.
func TestFormulaWords(t *testing.T) {
	const ms = time.Millisecond
	for _, tc := range []struct {
		jitter, delay time.Duration
		loss          bool
		want          []string
	}{
		{30 * ms, 200 * ms, true, []string{"(1 + 1)·100 + 30 =", "need 230 ms", "have 200 ms", "30 ms short", "Survives no lost packet"}},
		{30 * ms, 260 * ms, true, []string{"need 230 ms", "✓ 30 ms to spare", "Survives one lost packet"}},
		{30 * ms, 230 * ms, true, []string{"✓ 0 ms to spare", "Survives one lost packet"}}, // equality is enough
		{30 * ms, 330 * ms, true, []string{"Survives 2 packets lost in a row."}},
		{30 * ms, 130 * ms, false, []string{"(1 + 0)·100 + 30 =", "need 130 ms", "✓ 0 ms to spare"}},
		{30 * ms, 120 * ms, false, []string{"10 ms short", "Less than one interval and the jitter."}},
	} {
		s := panelScenario()
		s.Settings.SendRate, s.Settings.Down.Jitter = 10*game.Hertz, tc.jitter
		if !tc.loss {
			s.Settings.Down.Loss = 0
		}
		for k := range s.Settings.Policies {
			s.Settings.Policies[k].Delay = tc.delay
		}
		a := testApp(t, s)
		playTo(a, time.Second)
		list := panelText(t, a, a.bufferPanel, a.places.buffer)
		for _, want := range tc.want {
			if !has(t, list, want) {
				t.Errorf("jitter %v, delay %v: %q is not written", tc.jitter, tc.delay, want)
			}
		}
	}
}

// TestFormulaFollowsFocus: the delay that is held against the formula is that of the
// kind in focus, else the smallest.
func TestFormulaFollowsFocus(t *testing.T) {
	a := testApp(t, panelScenario())
	for _, tc := range []struct {
		focus int
		want  time.Duration
	}{{-1, 120 * time.Millisecond}, {int(game.Drone), 120 * time.Millisecond}, {int(game.Car), 200 * time.Millisecond}} {
		a.focusKind = tc.focus
		if got := a.have(); got != tc.want {
			t.Errorf("focus %d: have %v, want %v", tc.focus, got, tc.want)
		}
	}
}

// TestOccupancy: with none in focus it is that of the kind nearest to running dry, the
// drone with the shorter delay.
func TestOccupancy(t *testing.T) {
	s := panelScenario()
	s.Settings.Policies[game.Drone].Delay = 120 * time.Millisecond // 2 slots at 5 Hz
	s.Settings.Policies[game.Car].Delay = 900 * time.Millisecond   // 6 slots
	a := testApp(t, s)
	if ahead, slots := a.occupancy(); ahead != 0 || slots != 2 {
		t.Errorf("before the first packet %d ahead, %d slots, want 0 and 2", ahead, slots)
	}
	playTo(a, 3*time.Second)
	for _, tc := range []struct{ focus, slots int }{{-1, 2}, {int(game.Drone), 2}, {int(game.Car), 6}} {
		a.focusKind = tc.focus
		if ahead, slots := a.occupancy(); slots != tc.slots || ahead >= slots {
			t.Errorf("focus %d: %d ahead, %d slots, want %d slots", tc.focus, ahead, slots, tc.slots)
		}
	}
}

// TestClockWarns: a way that has become 200 ms longer is not seen at once; until then
// the clock is off, and says so.
func TestClockWarns(t *testing.T) {
	a := testApp(t, panelScenario())
	playTo(a, 3*time.Second)
	if list := panelText(t, a, a.bufferPanel, a.places.buffer); has(t, list, "! error") || !has(t, list, "Clock") {
		t.Error("a good clock is warned of")
	}
	a.settings.Down.Latency += 200 * time.Millisecond
	a.apply()
	a.AdvanceTo(4 * time.Second)
	if list := panelText(t, a, a.bufferPanel, a.places.buffer); !has(t, list, "! error -") {
		t.Error("a clock 200 ms off is not warned of")
	}
	for _, size := range []raster.Rect{{W: MinWidth, H: MinHeight}, {W: 1100, H: 640}, {W: smallestWidth, H: smallestHeight}} {
		a.Resize(int(size.W), int(size.H), 1)
		if list := panelText(t, a, a.bufferPanel, a.places.buffer); !has(t, list, "error -") {
			t.Errorf("at %v×%v a clock 200 ms off is not warned of", size.W, size.H)
		}
	}
}

func TestLagPartOf(t *testing.T) {
	for _, tc := range []struct {
		state interp.State
		want  lagPart
	}{
		{interp.Blending, lagAhead}, {interp.Early, lagAhead}, {interp.Extrapolating, lagExtrapolating},
		{interp.Held, lagStill}, {interp.Stale, lagStill},
	} {
		if got := lagPartOf(&game.KindSummary{State: tc.state, Measured: true}); got != tc.want {
			t.Errorf("%v: part %d, want %d", tc.state, got, tc.want)
		}
	}
	if lagPartOf(nil) != lagNothing {
		t.Error("nothing to draw has a part")
	}
}

// TestWorstKind: of all kinds the one with the smallest margin speaks; one that is not
// there says nothing.
func TestWorstKind(t *testing.T) {
	a := testApp(t, panelScenario())
	var f game.FrameSummary
	if a.worstKind(&f) != nil {
		t.Error("an empty frame has a worst kind")
	}
	f.Kinds[game.Car] = game.KindSummary{Delay: 200, Needed: 150, Measured: true}
	f.Kinds[game.Drone] = game.KindSummary{Delay: 120, Needed: 150, Measured: true}
	f.Kinds[game.Ball] = game.KindSummary{Delay: 0, Needed: 900}
	if got := a.worstKind(&f); got != &f.Kinds[game.Drone] {
		t.Errorf("worst %+v, want the drone's", got)
	}
	a.focusKind = int(game.Car)
	if got := a.worstKind(&f); got != &f.Kinds[game.Car] {
		t.Errorf("in focus %+v, want the car's", got)
	}
	a.focusKind = int(game.Ball)
	if a.worstKind(&f) != nil {
		t.Error("a kind that is not measured speaks")
	}
}

// TestNumbersStand: between two readings no number changes while the run goes on.
func TestNumbersStand(t *testing.T) {
	a := testApp(t, panelScenario())
	playTo(a, 3*time.Second)
	a.SetPlaying(true)
	h := hand{app: a}
	h.rest()
	before := a.buffer.numbers
	a.Update(&h.in, 60*time.Millisecond)
	if a.buffer.numbers != before {
		t.Error("the numbers have changed after 60 ms")
	}
	a.Update(&h.in, 250*time.Millisecond)
	if a.buffer.numbers == before {
		t.Error("the numbers have not changed after 310 ms")
	}
}

package ui

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view/viewtest"
)

// asWith returns what a run with another delay for all, set from its start, draws at a moment.
func asWith(t *testing.T, s config.Scenario, delay time.Duration, at time.Duration) []interp.Drawn {
	t.Helper()
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Delay = delay
	}
	run, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	run.AdvanceTo(at)
	return run.AppendDrawn(nil, game.Interpolated)
}

// samePoses compares what is drawn with what should be.
func samePoses(t *testing.T, when string, got, want []interp.Drawn) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%s: %d entities are drawn, want %d", when, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: drawn is %+v, want %+v", when, got[i], want[i])
		}
	}
}

// TestFreezeAndDrag: while the run stands still, dragging a delay by its slider or by the marker
// of the render time redraws the moment: as a run with that delay draws it, with its samples and
// alpha written out. Going on goes on with the run itself.
func TestFreezeAndDrag(t *testing.T) {
	s := config.DefaultScenario()
	h := &hand{app: testAppWith(t, Options{Scenario: s})}
	a := h.app
	const at = 3 * time.Second
	a.AdvanceTo(at)
	a.model.Selected = 3
	h.rest()
	shown := func() []interp.Drawn { return a.model.Run.AppendDrawn(nil, game.Interpolated) }
	delay := func() time.Duration { return a.settings.Policies[0].Delay }
	samePoses(t, "before", shown(), asWith(t, s, delay(), at))
	first := a.List().String()

	a.ctx.SetFocus("delay/all")
	h.rest()
	for _, typed := range []string{"80", "330", "525"} {
		h.write(typed)
		h.key(im.KeyEnter)
		h.rest()
		samePoses(t, "typed "+typed, shown(), asWith(t, s, delay(), at))
		if a.List().String() == first {
			t.Errorf("typed %s: the picture is the same", typed)
		}
		drawn := shown()[0]
		if stats := a.model.Run.Stats(game.Interpolated); stats.Kinds[drawn.Kind].Delay != delay() {
			t.Errorf("typed %s: the marker stands at a delay of %v", typed, stats.Kinds[drawn.Kind].Delay)
		}
	}
	if !viewtest.Has(t, a.List().String(), "α = ") && !viewtest.Has(t, a.List().String(), "extrapolat") {
		t.Error("what it is drawn from is not written out")
	}

	r, ok := a.ctx.RectOf("packets/cursor/walker")
	if !ok {
		t.Fatal("there is no marker of the render time")
	}
	before := delay()
	h.move(r.Centre())
	h.press()
	for dx := range 20 {
		h.in.Pointer = raster.Point{X: r.Centre().X + 3*float32(dx+1), Y: r.Centre().Y}
		h.frame()
	}
	h.release()
	if delay() >= before || delay() < before-300*time.Millisecond {
		t.Errorf("the marker was dragged to the right, and the delay is %v after %v", delay(), before)
	}
	samePoses(t, "the marker dragged", shown(), asWith(t, s, delay(), at))

	h.ctrl(im.KeyZ, 0, 1)
	if delay() != before {
		t.Errorf("undone, the delay is %v, want %v", delay(), before)
	}
	samePoses(t, "undone", shown(), asWith(t, s, before, at))
	a.SetPlaying(true)
	h.rest()
	if a.model.Run != a.session {
		t.Error("it goes on with something else than the run")
	}
}

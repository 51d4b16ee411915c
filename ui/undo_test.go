package ui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// ctrl presses a key with Ctrl, n times in one frame.
func (h *hand) ctrl(k im.Key, mods im.Mods, n int) {
	for range n {
		h.in.Keys = append(h.in.Keys, im.KeyPress{Key: k, Mods: im.ModControl | mods})
	}
	h.frame()
	h.rest()
}

// come plays on until the run is where it goes.
func (a *App) come() {
	for a.seek.busy() {
		a.seek.step(a)
	}
}

// goTo goes to a moment of the run.
func (a *App) goTo(at time.Duration) {
	a.come()
	a.seekTo(at)
	a.come()
}

// undoAll undoes all that can be, and returns how much that was.
func (a *App) undoAll() (steps int) {
	for a.undo(); !strings.Contains(a.message.text, "nothing"); a.undo() {
		steps++
	}
	return steps
}

// undoingApp is a user of a run of a few entities at 0.5 s.
func undoingApp(t *testing.T) *hand {
	t.Helper()
	a := testAppWith(t, Options{Scenario: panelScenario(), Scenarios: assets.FS})
	a.AdvanceTo(500 * time.Millisecond)
	h := &hand{app: a}
	h.rest()
	return h
}

// TestUndoAll: after 1,000 random changes (settings, faults, scenes, seeds and lessons, with time
// between them) undoing them all gives the settings and the digest of the start, and redoing
// them all those of the end.
func TestUndoAll(t *testing.T) {
	h := undoingApp(t)
	a := h.app
	a.loadLessons()
	random := rand.New(rand.NewPCG(1, 2))
	type moment struct {
		settings config.Settings
		digest   uint64
		name     string
	}
	now := func() moment { return moment{a.session.Settings(), a.session.Digest(), a.scenario.Name} }
	start, at := now(), a.session.Now()
	knobs := []*view.Knob{view.RateKnob, view.LatencyKnob, view.JitterKnob, view.LossKnob, view.DelayKnob, view.MaxExtrapolationKnob, view.SmoothingKnob, view.DuplicateKnob}
	for n := range 1000 {
		a.in = im.Input{}
		a.countAct()
		switch what := random.IntN(100); {
		case n == 300:
			a.act.Do(view.StartLesson{Lesson: &a.lessons.All()[random.IntN(4)]})
		case n == 500:
			a.act.Do(view.LeaveLesson{})
		case n == 700:
			a.act.Do(view.LoadScene{Name: "door"})
		case what == 0:
			a.restart(random.Uint64N(3))
		case what < 5:
			a.act.Do(view.Inject{Fault: config.DropPackets.Fault()})
		case what < 7:
			a.act.Do(view.SetLists{Lose: a.scenario.Lose.With(1 + random.Uint64N(12)), Spare: a.scenario.Spare})
		case what < 10:
			a.act.SetAdaptive(random.IntN(3), random.IntN(2) == 0)
		default:
			k := knobs[random.IntN(len(knobs))]
			k.SetAll(&a.settings, (1+random.Int64N(9))*max(k.Step, k.Max/2000))
		}
		a.settle()
		a.come()
		if a.settings != a.session.Settings() {
			a.apply()
		}
		if random.IntN(20) == 0 {
			a.AdvanceTo(max(a.session.Now(), 0) + 3*time.Millisecond)
		}
	}
	end, ended := now(), a.session.Now()
	steps := a.undoAll()
	if steps < 800 {
		t.Errorf("of 1,000 changes %d could be undone", steps)
	}
	a.goTo(at)
	if got := now(); got != start {
		t.Errorf("all undone: digest %x of %q, want %x of %q; the same settings: %v", got.digest, got.name, start.digest, start.name, got.settings == start.settings)
	}
	for range steps {
		a.redo()
	}
	a.goTo(ended)
	if got := now(); got != end {
		t.Errorf("all redone: digest %x of %q, want %x of %q; the same settings: %v", got.digest, got.name, end.digest, end.name, got.settings == end.settings)
	}
}

// TestUndoByHand: Ctrl+Z and the buttons undo and redo; a drag is one step, and so is a key that is
// held; what is set anew forgets what was undone.
func TestUndoByHand(t *testing.T) {
	h := undoingApp(t)
	a := h.app
	delay := func(want time.Duration, after string) {
		t.Helper()
		if got := a.session.Settings().Policies[1].Delay; got != want {
			t.Errorf("%s: the delay is %v, want %v", after, got, want)
		}
	}
	was := a.session.Settings().Policies[1].Delay
	r, _ := a.ctx.RectOf("delay/all")
	track := r.Max().Y - 6
	h.move(raster.Point{X: r.X + 20, Y: track})
	h.press()
	for x := range 30 {
		h.in.Pointer.X = r.X + 20 + 3*float32(x)
		h.frame()
	}
	h.release()
	dragged := a.session.Settings().Policies[1].Delay
	if dragged == was {
		t.Fatal("the drag has not set the delay")
	}
	h.ctrl(im.KeyZ, 0, 1)
	delay(was, "Ctrl+Z after a drag")
	if want := "Undone."; !strings.HasPrefix(a.message.text, want) {
		t.Errorf("it says %q, want %q", a.message.text, want)
	}
	h.ctrl(im.KeyZ, im.ModShift, 1)
	delay(dragged, "Ctrl+Shift+Z")
	h.ctrl(im.KeyZ, im.ModShift, 1)
	if !strings.Contains(a.message.text, "nothing to redo") {
		t.Errorf("it says %q", a.message.text)
	}
	press := func(id string) {
		r, ok := a.ctx.RectOf(id)
		if !ok {
			t.Fatalf("there is no %s", id)
		}
		h.click(r.Centre())
	}
	press("undo")
	delay(was, "the button to undo")
	press("redo")
	delay(dragged, "the button to redo")

	a.ctx.SetFocus("delay/all")
	h.rest()
	for n := range 5 {
		h.in.Keys = []im.KeyPress{{Key: im.KeyRight, Repeat: n > 0}}
		h.frame()
	}
	h.ctrl(im.KeyZ, 0, 1)
	delay(dragged, "a key that was held, undone")
	h.key(im.KeyHome)
	h.ctrl(im.KeyZ, im.ModShift, 1)
	delay(0, "something new")
	h.ctrl(im.KeyZ, 0, 2)
	delay(was, "two undone at once")
}

// TestUndoAsThoughItHadNotBeen: a change that is undone while the run has gone on is taken out of
// it: it is the run that never had it, at the same moment.
func TestUndoAsThoughItHadNotBeen(t *testing.T) {
	h, twin := undoingApp(t), undoingApp(t)
	a := h.app
	a.ctx.SetFocus("link/loss")
	h.rest()
	h.key(im.KeyEnd)
	a.AdvanceTo(1500 * time.Millisecond)
	h.rest()
	h.ctrl(im.KeyZ, 0, 1)
	twin.app.AdvanceTo(1500 * time.Millisecond)
	if got, want := a.session.Digest(), twin.app.session.Digest(); got != want || a.session.Now() != twin.app.session.Now() {
		t.Errorf("digest %x at %v, want %x at %v", got, a.session.Now(), want, twin.app.session.Now())
	}
}

// TestLeavingALessonGivesTheRunBack: with its settings, at its moment and in the view that it was
// seen in; undoing that is in the lesson again, at its step.
func TestLeavingALessonGivesTheRunBack(t *testing.T) {
	h := undoingApp(t)
	a := h.app
	a.ctx.SetFocus("link/loss")
	h.rest()
	h.key(im.KeyEnd)
	h.key(im.KeyF)
	digest, settings := a.session.Digest(), a.session.Settings()
	a.loadLessons()
	for n := range 2 { // the second from within the first
		if err := a.StartLesson(&a.lessons.All()[n]); err != nil {
			t.Fatal(err)
		}
		a.AdvanceTo(2 * time.Second)
		h.rest()
	}
	h.key(im.KeyRight)
	h.key(im.KeyEscape)
	if on, _ := a.lessons.On(); on != nil || a.session.Digest() != digest || a.session.Settings() != settings || !a.model.Simple {
		t.Errorf("lesson %v, digest %x, want %x; simple %v", on, a.session.Digest(), digest, a.model.Simple)
	}
	h.ctrl(im.KeyZ, 0, 1)
	if on, step := a.lessons.On(); on != &a.lessons.All()[1] || step != 1 || a.model.Simple || a.session.Now() != 2*time.Second {
		t.Errorf("undone: lesson %v at step %d, %v", on, step, a.session.Now())
	}
	h.key(im.KeyEscape)
	if on, _ := a.lessons.On(); on != nil || a.session.Digest() != digest {
		t.Error("left once more, it is another run")
	}
}

package ui

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// arrive lets frames pass until the time that is sought is reached, and returns how many
// it took.
func (h *hand) arrive(t *testing.T) int {
	t.Helper()
	for n := range 10_000 {
		if !h.app.seek.busy() {
			return n
		}
		h.frame()
	}
	t.Fatal("the time that is sought is never reached")
	return 0
}

func (h *hand) chord(k im.Key, m im.Mods) {
	h.in.Keys = []im.KeyPress{{Key: k, Mods: m}}
	h.frame()
	h.rest()
}

// play lets real time pass while the run plays.
func (h *hand) play(d time.Duration) {
	const frame = 20 * time.Millisecond
	h.app.SetPlaying(true)
	for range d / frame {
		h.app.Update(&im.Input{Focused: true, Pointer: h.in.Pointer}, frame)
	}
	h.app.SetPlaying(false)
}

// doings are what a user does to a run: the times are of the run.
func (h *hand) doings(t *testing.T) {
	t.Helper()
	a := h.app
	a.AdvanceTo(2 * time.Second)
	a.settings.Down.Loss = 200_000
	h.rest()
	a.AdvanceTo(3 * time.Second)
	h.key(im.KeyB) // a blackout
	a.AdvanceTo(4 * time.Second)
	a.settings.Policies[world.Drone].Delay = 90 * time.Millisecond
	h.rest()
	a.AdvanceTo(6 * time.Second)
	if n := len(a.Session().Recording().Script); n != 3 {
		t.Fatalf("%d things were done, want 3", n)
	}
}

// TestScrubbingBackAndPlayingOn: back to any time and on again is the run that was never
// left, with what was done in it, and with its trails.
func TestScrubbingBackAndPlayingOn(t *testing.T) {
	never := testApp(t, config.DefaultScenario())
	(&hand{app: never}).doings(t)
	want, wanted := never.Session().Digest(), arenaPixels(never)

	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.doings(t)
	for _, back := range []time.Duration{5 * time.Second, 3*time.Second + 1, 2500 * time.Millisecond, 0, 5999 * time.Millisecond} {
		a.seekTo(back)
		h.arrive(t)
		if now := a.Session().Now(); now != back {
			t.Fatalf("it is %v, want %v", now, back)
		}
		if loss := a.settings.Down.Loss; (loss == 200_000) != (back > 2*time.Second) {
			t.Errorf("at %v the slider of the loss is at %d", back, loss)
		}
		if a.model.Reach != 6*time.Second {
			t.Errorf("the run has been as far as %v, want 6s", a.model.Reach)
		}
		h.play(6*time.Second - back)
		a.AdvanceTo(6 * time.Second)
		if got := a.Session().Digest(); got != want {
			t.Errorf("from %v on the run is %016x, want %016x", back, got, want)
		}
	}
	a.seekTo(time.Second)
	h.arrive(t)
	a.seekTo(6 * time.Second)
	h.arrive(t)
	if a.Session().Digest() != want {
		t.Error("sought, the run is another than played")
	}
	if !bytes.Equal(arenaPixels(a), wanted) {
		t.Error("sought, the arenas show something else than played")
	}
}

// arenaPixels returns what the arenas show.
func arenaPixels(a *App) (pixels []byte) {
	a.Update(&im.Input{}, 0)
	img, _ := a.Render()
	for _, r := range a.places.Arenas[:a.places.Shown] {
		for y := int(r.Y); y < int(r.Max().Y); y++ {
			pixels = append(pixels, img.Pix[img.PixOffset(int(r.X), y):img.PixOffset(int(r.Max().X), y)]...)
		}
	}
	return pixels
}

// TestScrubbedBackTheTrailsAreThere: they are as if the run had just come to that time.
func TestScrubbedBackTheTrailsAreThere(t *testing.T) {
	at := testApp(t, config.DefaultScenario())
	at.AdvanceTo(5 * time.Second)
	a := testApp(t, config.DefaultScenario())
	a.AdvanceTo(9 * time.Second)
	a.seekTo(5 * time.Second)
	(&hand{app: a}).arrive(t)
	if !bytes.Equal(arenaPixels(a), arenaPixels(at)) {
		t.Error("the arenas show something else than when the run first came there")
	}
	at.arenas.ToggleTrails()
	if bytes.Equal(arenaPixels(a), arenaPixels(at)) {
		t.Error("trails make no difference")
	}
}

// TestChangingThePast drops what came later and says so, once.
func TestChangingThePast(t *testing.T) {
	for name, change := range map[string]func(*hand){
		"a setting": func(h *hand) { h.app.settings.Down.Jitter = 70 * time.Millisecond; h.rest() },
		"a fault":   func(h *hand) { h.key(im.KeyK) },
	} {
		want := testApp(t, config.DefaultScenario())
		h := &hand{app: want}
		want.AdvanceTo(2 * time.Second)
		want.settings.Down.Loss = 200_000
		h.rest()
		want.AdvanceTo(3 * time.Second)
		if change(h); strings.Contains(want.message.text, English.Time.Branched) {
			t.Errorf("%s: at the run's end it says %q", name, want.message.text)
		}
		want.AdvanceTo(6 * time.Second)

		a := testApp(t, config.DefaultScenario())
		h = &hand{app: a}
		h.doings(t)
		a.seekTo(3 * time.Second)
		h.arrive(t)
		if change(h); !strings.Contains(a.message.text, English.Time.Branched) {
			t.Errorf("%s: it says %q", name, a.message.text)
		}
		if a.model.Reach != 3*time.Second {
			t.Errorf("%s: the run has been as far as %v, want 3s", name, a.model.Reach)
		}
		a.AdvanceTo(6 * time.Second)
		if a.Session().Digest() != want.Session().Digest() {
			t.Errorf("%s: the run goes on as %016x, want %016x", name, a.Session().Digest(), want.Session().Digest())
		}
	}
}

// TestSeekKeys: what each key of time leads to, from 6 s on a paused run.
func TestSeekKeys(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.AdvanceTo(6 * time.Second)
	frame, _ := a.Session().PreviousFrame()
	tick, _ := a.Session().PreviousTick()
	for _, c := range []struct {
		key  im.Key
		mods im.Mods
		want time.Duration
	}{
		{im.KeyLeft, im.ModShift, 5 * time.Second},
		{im.KeyRight, im.ModShift, 7 * time.Second},
		{im.KeyHome, im.ModShift, 0},
		{im.KeyEnd, im.ModShift, 6 * time.Second},
		{im.KeyPeriod, im.ModShift, frame},
		{im.KeyComma, im.ModShift, tick},
	} {
		h.chord(c.key, c.mods)
		h.arrive(t)
		if now := a.Session().Now(); now != c.want {
			t.Errorf("key %d leads to %v, want %v", c.key, now, c.want)
		}
		a.seekTo(6 * time.Second)
		h.arrive(t)
		a.model.Reach = 6 * time.Second
	}
	if frame >= 6*time.Second || 6*time.Second-frame > 17*time.Millisecond || tick >= 6*time.Second || 6*time.Second-tick > 17*time.Millisecond {
		t.Errorf("the frame and the tick before 6 s are at %v and %v", frame, tick)
	}
}

// TestStepsBack: a step back undoes a step on, for frames, ticks and packets.
func TestStepsBack(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.AdvanceTo(3 * time.Second)
	for _, key := range []im.Key{im.KeyPeriod, im.KeyComma, im.KeyN} {
		var times []time.Duration
		for range 4 {
			h.key(key)
			times = append(times, a.Session().Now())
		}
		for i := len(times) - 2; i >= 0; i-- {
			h.chord(key, im.ModShift)
			h.arrive(t)
			if now := a.Session().Now(); now != times[i] {
				t.Fatalf("key %d leads back to %v, want %v", key, now, times[i])
			}
		}
	}
}

// TestDraggingTheLine: the pointer takes the run where it is, which waits meanwhile and
// then goes on as before.
func TestDraggingTheLine(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.AdvanceTo(8 * time.Second)
	h.rest()
	line, _ := a.ctx.RectOf("time")
	at := func(d time.Duration) raster.Point {
		return raster.Point{X: line.X + line.W*float32(d.Seconds()/a.model.Span().Seconds()), Y: line.Centre().Y}
	}
	h.move(at(2 * time.Second))
	h.press()
	h.arrive(t)
	near := func(want time.Duration) {
		t.Helper()
		if now := a.Session().Now(); now < want-20*time.Millisecond || now > want+20*time.Millisecond {
			t.Errorf("it is %v, want %v", now, want)
		}
	}
	near(2 * time.Second)
	a.SetPlaying(true)
	h.in.Pointer = at(5 * time.Second)
	for range 5 {
		a.Update(&im.Input{Focused: true, Down: true, Pointer: h.in.Pointer}, 20*time.Millisecond)
	}
	near(5 * time.Second)
	h.release()
	a.Update(&im.Input{Focused: true, Pointer: h.in.Pointer}, 20*time.Millisecond)
	a.Update(&im.Input{Focused: true, Pointer: h.in.Pointer}, 20*time.Millisecond)
	if a.Session().Now() <= 5*time.Second {
		t.Error("let go, it does not go on")
	}
	if a.model.Reach != 8*time.Second {
		t.Errorf("the run has been as far as %v, want 8s", a.model.Reach)
	}
}

// TestSeekingACrowd takes many updates, of bounded work each, says how far it is, and
// Escape stops it.
func TestSeekingACrowd(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Turret, Count: 2000}}
	a := testApp(t, s)
	h := &hand{app: a}
	a.AdvanceTo(2 * time.Second)
	a.seekTo(time.Second)
	if h.frame(); !a.seek.busy() || a.Session().Now() != 2*time.Second {
		t.Fatal("a second of a crowd is played again in one update")
	}
	if !strings.Contains(a.message.text, "1.00 s: 30 %") { // 600 s ÷ 2000 are 300 ms
		t.Errorf("it says %q", a.message.text)
	}
	if a.Idle() {
		t.Error("it would rest on the way")
	}
	if h.arrive(t); a.Session().Now() != time.Second || a.message.showing() {
		t.Errorf("it comes to %v and says %q", a.Session().Now(), a.message.text)
	}
	a.seekTo(2 * time.Second)
	h.arrive(t)
	a.seekTo(time.Second)
	h.frame()
	h.key(im.KeyEscape)
	if a.seek.busy() || a.Session().Now() != 2*time.Second || a.message.text != English.Time.Stopped {
		t.Errorf("Escape leads to %v and says %q", a.Session().Now(), a.message.text)
	}
}

// TestSeekingKeepsTheMessage: what was said before a quick way to another time stays.
func TestSeekingKeepsTheMessage(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.AdvanceTo(3 * time.Second)
	a.say("Saved.")
	a.seekTo(time.Second)
	if h.arrive(t); a.Session().Now() != time.Second || a.message.text != "Saved." {
		t.Errorf("it comes to %v and says %q", a.Session().Now(), a.message.text)
	}
}

// TestScriptInTheWindow: the controls follow what the script changes, what is set by
// hand stays, and a restart begins with the latter alone.
func TestScriptInTheWindow(t *testing.T) {
	const ms = time.Millisecond
	sc := config.DefaultScenario()
	slower := sc.Settings
	slower.Down.Latency = 130 * ms
	sc.Script = []config.Timed{{At: 2 * time.Second, Settings: slower}}
	a := testApp(t, sc)
	h := &hand{app: a}
	a.AdvanceTo(time.Second)
	a.ctx.SetFocus("link/loss")
	h.key(im.KeyHome)

	want := func(at string, latency time.Duration) {
		t.Helper()
		h.rest()
		set := a.Session().Settings()
		if set != a.settings || set.Down.Latency != latency || set.Down.Loss != 0 {
			t.Errorf("%s: latency %v (shown: %v) and loss %v, want %v and 0%%", at, set.Down.Latency, a.settings.Down.Latency, set.Down.Loss, latency)
		}
	}
	want("after a second", 50*ms)
	a.AdvanceTo(3 * time.Second)
	want("after three", 130*ms)
	h.key(im.KeyR)
	want("again", 50*ms)
	a.AdvanceTo(3 * time.Second)
	want("again after three", 130*ms)
}

package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/raster"
)

// onAShelf is a Host that keeps what it is given.
type onAShelf struct {
	names []string
	data  [][]byte
	err   error
}

func (h *onAShelf) Save(name string, data []byte) (string, error) {
	if h.err != nil {
		return "", h.err
	}
	h.names, h.data = append(h.names, name), append(h.data, data)
	return name, nil
}

// TestSlidersReachTheRun: every slider of the network and of the delays, moved by the
// keyboard alone, changes the setting that it names, and nothing else.
func TestSlidersReachTheRun(t *testing.T) {
	for _, c := range []struct {
		id, setting string
		qualifier   int
	}{
		{"link/rate", "rate", 0},
		{"link/latency", "latency", 0},
		{"link/jitter", "jitter", 0},
		{"link/loss", "loss", 0},
		{"link/outage", "outage", 0},
		{"link/duplicate", "duplicate", 0},
		{"link/order", "order", 0},
		{"delay/all", "delay", 0},
		{"delay/drone", "delay", int(world.Drone)},
		{"delay/door", "delay", int(world.Door)},
		{"underrun/extrapolation", "max-extrapolation", 0},
		{"underrun/policy", "on-underrun", 0},
		{"underrun/smoothing", "smoothing", 0},
		{"underrun/blend", "blend", 0},
		{"underrun/reckoning", "max-dead-reckoning", 0},
		{"underrun/gap", "on-gap", 0},
	} {
		t.Run(c.id, func(t *testing.T) {
			a := testApp(t, config.DefaultScenario())
			h := &hand{app: a}
			if c.id == "underrun/blend" || c.id == "underrun/reckoning" || c.id == "underrun/gap" {
				a.controls.Show("underrun/blend")
			}
			h.rest()
			before := a.Session().Settings()
			a.ctx.SetFocus(c.id)
			h.rest()
			h.key(im.KeyRight)
			after := a.Session().Settings()
			s := config.MustSetting(c.setting)
			if v, was := s.Get(&after, c.qualifier), s.Get(&before, c.qualifier); v <= was {
				t.Errorf("%s is %s after a key to the right, it was %s", c.setting, s.Format(v), s.Format(was))
			}
			for _, other := range config.AllSettings() {
				for q := range other.Qualifiers(&after) {
					if other.Name != c.setting && other.Get(&after, q) != other.Get(&before, q) {
						t.Errorf("%s changed too", other.Name)
					}
				}
			}
		})
	}
}

// TestEveryControlIsReached: Tab leads to every control once and comes back to the
// first, in every size of window.
func TestEveryControlIsReached(t *testing.T) {
	for _, size := range []raster.Rect{{W: 1280, H: 720}, {W: layout.MinWidth, H: layout.MinHeight}, {W: 1920, H: 1080}} {
		a := testApp(t, config.DefaultScenario())
		a.Resize(int(size.W), int(size.H), 1)
		h := &hand{app: a}
		h.rest()
		all := a.ctx.Focusables()
		if len(all) < 30 {
			t.Fatalf("%d controls, want the whole window's", len(all))
		}
		var walked []string
		for range all {
			h.key(im.KeyTab)
			id := a.ctx.Focus()
			if slices.Contains(walked, id) {
				t.Fatalf("Tab came to %s again after %d of %d controls", id, len(walked), len(all))
			}
			r, ok := a.ctx.RectOf(id)
			if !ok || r.X < 0 || r.Y < 0 || r.Max().X > size.W || r.Max().Y > size.H || r.Empty() {
				t.Errorf("%s has the keyboard at %+v, outside the window of %v×%v", id, r, size.W, size.H)
			}
			walked = append(walked, id)
		}
	}
}

// TestUnderrunControlsForOneKind: with a kind chosen, only that kind's policy changes.
func TestUnderrunControlsForOneKind(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	h.playbackFor(world.Car)
	a.ctx.SetFocus("underrun/policy")
	h.rest()
	h.key(im.KeyRight)
	for k := range world.NumBuiltIn {
		want := 0
		if k == world.Car {
			want = 1
		}
		if got := a.Session().Settings().Policies[k].OnUnderrun; int(got) != want {
			t.Errorf("%s has policy %d, want %d", world.BuiltIn(k).Name, got, want)
		}
	}
}

// TestTransport: the keys move time as they say.
func TestTransport(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	a.AdvanceTo(time.Second)

	next := a.Session().NextFrame()
	h.key(im.KeyPeriod)
	if now := a.Session().Now(); now != next {
		t.Errorf("a frame's step led to %v, want %v", now, next)
	}
	next = a.Session().NextTick()
	h.key(im.KeyComma)
	if now := a.Session().Now(); now != next {
		t.Errorf("a tick's step led to %v, want %v", now, next)
	}
	h.key(im.KeyN)
	if at, ok := a.Session().NextPacket(); ok && at <= a.Session().Now() {
		t.Errorf("after a packet's step one is due at %v, now is %v", at, a.Session().Now())
	}
	h.key(im.KeySpace)
	before := a.Session().Now()
	a.Update(&im.Input{Focused: true}, 50*time.Millisecond)
	if got := a.Session().Now() - before; got != 50*time.Millisecond {
		t.Errorf("50 ms moved time by %v", got)
	}
	h.key(im.KeyMinus)
	before = a.Session().Now()
	a.Update(&im.Input{Focused: true}, 50*time.Millisecond)
	if got := a.Session().Now() - before; got != 25*time.Millisecond {
		t.Errorf("at half speed 50 ms moved time by %v", got)
	}
	// A stall is not caught up with.
	before = a.Session().Now()
	a.Update(&im.Input{Focused: true}, time.Hour)
	if got := a.Session().Now() - before; got != maxAdvance {
		t.Errorf("an hour's stall moved time by %v, want %v", got, maxAdvance)
	}
}

// TestRestartIsTheSameRun: R gives the same digest at the same time, Shift+R another.
func TestRestartIsTheSameRun(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	a.AdvanceTo(3 * time.Second)
	first := a.Session().Digest()
	h.key(im.KeyR)
	a.AdvanceTo(3 * time.Second)
	if again := a.Session().Digest(); again != first {
		t.Errorf("the run again has digest %x, want %x", again, first)
	}
	h.in.Keys = []im.KeyPress{{Key: im.KeyR, Mods: im.ModShift}}
	h.frame()
	a.AdvanceTo(3 * time.Second)
	if a.Session().Digest() == first || a.scenario.Seed == config.DefaultScenario().Seed {
		t.Error("a new seed gave the same run")
	}
}

// TestTheWindowChangesNothing: a run shown at odd times has the digest of one that
// nobody looked at.
func TestTheWindowChangesNothing(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	a.SetPlaying(true)
	for i := range 200 {
		a.Update(&im.Input{Focused: true}, time.Duration(7+i%13)*time.Millisecond)
		if i%3 == 0 {
			a.Render()
		}
	}
	alone, err := measure.NewRun(config.DefaultScenario())
	if err != nil {
		t.Fatal(err)
	}
	alone.AdvanceTo(a.Session().Now())
	if a.Session().Digest() != alone.Digest() {
		t.Error("the digest of a run depends on its being shown")
	}
}

// TestRenderOnlyWhatChanged: a paused window is painted once.
func TestRenderOnlyWhatChanged(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	a.Render()
	h.rest()
	if _, changed := a.Render(); changed {
		t.Error("a paused window was painted again")
	}
	if !a.Idle() {
		t.Error("a paused window is not idle")
	}
	h.shift(im.KeyT)
	if _, changed := a.Render(); !changed {
		t.Error("another theme was not painted")
	}
	a.SetPlaying(true)
	if a.Idle() {
		t.Error("a running window is idle")
	}
}

// TestSavePicture: the picture goes to the host under a name that says what it is;
// a failure says why.
func TestSavePicture(t *testing.T) {
	shelf := &onAShelf{}
	a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Host: shelf})
	h := &hand{app: a}
	h.rest()
	a.AdvanceTo(1500 * time.Millisecond)
	save := func() {
		h.in.Keys = []im.KeyPress{{Key: im.KeyS, Mods: im.ModControl}}
		h.frame()
	}
	save()
	if want := []string{"snaplab-unnamed-1.50s.png"}; !slices.Equal(shelf.names, want) {
		t.Errorf("saved %q, want %q", shelf.names, want)
	}
	shelf.err = errors.New("disk full")
	save()
	if !strings.Contains(a.message.text, "disk full") {
		t.Errorf("after a failed save the window says %q", a.message.text)
	}
}

// TestDropMotion: entities move as in a recording that is dropped, by its kinds; one that can't
// be read leaves the run as it was.
func TestDropMotion(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	var text strings.Builder
	text.WriteString("time;id;type;PosX;PosY;PosZ\n")
	for i := range 50 {
		fmt.Fprintf(&text, "%d;1;Tank;%d,5;0;0\n%d;2;Scout;0;%d,5;0\n", 100*i, i, 100*i, i)
	}
	a.Drop("match.csv", []byte(text.String()))
	if kinds := a.Session().Kinds(); kinds.Len() != 2 || kinds.Name(0) != "scout" || kinds.Name(1) != "tank" {
		t.Fatalf("the kinds are %v: %q", kinds.Names(), a.message.text)
	}
	if !strings.Contains(a.message.text, "2 entities") {
		t.Errorf("said %q, want how many entities", a.message.text)
	}
	a.Drop("wide.csv", []byte("t,head_x,head_y,hand_x,hand_y\n0,1,1,2,2\n"))
	if a.Session().Kinds().Len() != 2 || !strings.Contains(a.message.text, "wide") {
		t.Errorf("said %q, want that it is wide", a.message.text)
	}
}

// TestDrop: a scenario dropped on the window runs; anything else says what is wrong
// and leaves the run as it was.
func TestDrop(t *testing.T) {
	a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS})
	s := config.DefaultScenario()
	s.Name, s.Seed = "dropped", 99
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	a.Drop("run.json", data)
	if a.scenario.Name != "dropped" || a.scenario.Seed != 99 {
		t.Errorf("running %q with seed %d, want what was dropped", a.scenario.Name, a.scenario.Seed)
	}
	a.Drop("ping.txt", []byte("64 bytes from 192.0.2.1: icmp_seq=1 ttl=60 time=40.0 ms\n"+
		"64 bytes from 192.0.2.1: icmp_seq=2 ttl=60 time=55.0 ms\n"+
		"64 bytes from 192.0.2.1: icmp_seq=4 ttl=60 time=45.0 ms\n"))
	if m, on := a.Session().Following(); !on || m.File != "ping.txt" || a.settings.Down.Jitter != 15*time.Millisecond {
		t.Errorf("after a trace: following %q (%v) with %v of jitter", m.File, on, a.settings.Down.Jitter)
	}
	if !strings.Contains(a.message.text, "4 packets, 1 of them lost") {
		t.Errorf("after a trace the window says %q", a.message.text)
	}
	for _, name := range []string{"dropped", "ping.txt"} { // the menus say what is run, which is in no list
		h := &hand{app: a}
		if h.rest(); !h.shows(t, name) {
			t.Errorf("the window does not name %s", name)
		}
	}
	a.Drop("photo.jpg", []byte{0xff, 0xd8})
	if a.scenario.Name != "dropped" || !strings.Contains(a.message.text, "photo.jpg") {
		t.Errorf("after a photo: running %q, saying %q", a.scenario.Name, a.message.text)
	}
}

// TestScenes: the list has every scenario, and choosing one runs it.
func TestScenes(t *testing.T) {
	a, err := New(Options{Still: true, View: "full", Scenario: config.DefaultScenario(), Scenarios: assets.FS})
	if err != nil {
		t.Fatal(err)
	}
	a.loadScene("ball")
	if a.scenario.Name != "ball" || a.scenario.Count(world.Ball) == 0 || a.scenario.Count(world.Walker) != 0 {
		t.Errorf("running %q", a.scenario.Name)
	}
	a.options.Scenarios = fstest.MapFS{}
	a.loadScene("ball")
	if a.message.text == "" {
		t.Error("a missing scenario is not spoken of")
	}
}

func TestNewRefuses(t *testing.T) {
	if _, err := New(Options{Still: true, View: "full", Scenario: config.DefaultScenario(), Theme: "drak"}); err == nil || !strings.Contains(err.Error(), "dark") {
		t.Errorf("an unknown theme gives %v, want the nearest", err)
	}
	bad := config.DefaultScenario()
	bad.Duration = 0
	if _, err := New(Options{Still: true, View: "full", Scenario: bad}); err == nil {
		t.Error("a bad scenario was taken")
	}
}

// TestStatus: what a script reads has the controls' places and the metrics.
func TestStatus(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.AdvanceTo(2 * time.Second)
	h.rest()
	var s struct {
		Paused   bool
		TimeS    float64 `json:"time_s"`
		Controls map[string]control
		Link     struct{ Sent int }
	}
	if err := json.Unmarshal(a.AppendStatus(nil), &s); err != nil {
		t.Fatal(err)
	}
	if !s.Paused || s.TimeS != 2 || s.Link.Sent != 21 || s.Controls["link/jitter"].W < 100 {
		t.Errorf("%+v", s)
	}
}

// TestHelp: ? opens the page of keys, and Escape closes it.
func TestHelp(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	h.in.Keys = []im.KeyPress{{Key: im.KeySlash, Mods: im.ModShift}}
	h.frame()
	h.rest()
	if !a.ctx.PopupOpen(controls.HelpPopup) {
		t.Fatal("no page of keys")
	}
	h.key(im.KeyEscape)
	if a.ctx.PopupOpen(controls.HelpPopup) {
		t.Error("Escape left the page open")
	}
}

// BenchmarkFrame is a whole frame of the running window: a sixtieth of a second of
// the lab, every view, and the pixels.
func BenchmarkFrame(b *testing.B) {
	for _, name := range []string{"default", "crowd", "fourth"} {
		b.Run(name, func(b *testing.B) {
			scene := name
			if name == "fourth" {
				scene = "default"
			}
			s, err := config.LoadScenario(assets.FS, scene)
			if err != nil {
				b.Fatal(err)
			}
			if name == "fourth" {
				_ = config.MustSetting("engine").Assign(&s.Settings, "mirror")
			}
			a := testApp(b, s)
			a.SetPlaying(true)
			in := im.Input{Focused: true}
			for range 60 {
				a.Update(&in, time.Second/60)
			}
			b.ReportAllocs()
			for b.Loop() {
				a.Update(&in, time.Second/60)
				a.Render()
			}
		})
	}
}

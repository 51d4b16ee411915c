package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// lastFault returns what the last entry of the recording lets happen.
func lastFault(a *App) game.Fault {
	script := a.Session().Recording().Script
	if len(script) == 0 {
		return game.Fault{}
	}
	return script[len(script)-1].Fault
}

func (h *hand) clickOn(t *testing.T, id string) {
	t.Helper()
	r, ok := h.app.ctx.RectOf(id)
	if !ok {
		t.Fatalf("%s is not there", id)
	}
	h.click(raster.Point{X: r.X + r.W/2, Y: r.Y + r.H/2})
}

// Each fault of the column, of the page and of a key happens, and the window says what
// to look for.
func TestFaultsHappen(t *testing.T) {
	type try struct {
		name  string
		start func(t *testing.T, h *hand)
		want  game.Fault
		watch string
	}
	var tries []try
	for i, k := range columnFaults {
		tries = append(tries, try{columnIDs[i], func(t *testing.T, h *hand) { h.clickOn(t, columnIDs[i]) }, k.Fault(), English.Faults.Watches[k]})
	}
	page := func(id string) func(t *testing.T, h *hand) {
		return func(t *testing.T, h *hand) {
			h.clickOn(t, "faults/more")
			h.clickOn(t, "faults/page/"+id)
			if h.app.ctx.PopupOpen(faultsPopup) {
				t.Error("the page is still open")
			}
		}
	}
	for k := game.NoFault + 1; k < game.NumFaults; k++ {
		tries = append(tries, try{"page/" + k.String(), page(k.String()), k.Fault(), English.Faults.Watches[k]})
	}
	tries = append(tries, try{"page/several", page("several"), game.Fault{Kind: game.DropPackets, Amount: 3}, English.Faults.SeveralWatch})
	for _, key := range faultKeys {
		tries = append(tries, try{"key " + key.name, func(_ *testing.T, h *hand) { h.key(key.key) }, key.fault.Fault(), English.Faults.Watches[key.fault]})
	}
	for _, tt := range tries {
		t.Run(tt.name, func(t *testing.T) {
			a := testApp(t, game.DefaultScenario())
			a.AdvanceTo(time.Second)
			h := &hand{app: a}
			h.rest()
			tt.start(t, h)
			if got := lastFault(a); got != tt.want || len(a.Session().Recording().Script) != 1 {
				t.Errorf("%+v happened, want %+v once", got, tt.want)
			}
			if got := a.message.text; got != "Look for: "+tt.watch {
				t.Errorf("the window says %q", got)
			}
		})
	}
}

// The kind that is looked at is the one that is teleported.
func TestTeleportOfTheKindLookedAt(t *testing.T) {
	a := testApp(t, game.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	if tip := a.faultTip(game.TeleportNow); !strings.Contains(tip, "For all types.") {
		t.Errorf("the tooltip is %q", tip)
	}
	a.focusKind = int(game.Drone)
	h.clickOn(t, "faults/teleport")
	if got, want := lastFault(a), (game.Fault{Kind: game.TeleportNow, Amount: 1 + int64(game.Drone)}); got != want {
		t.Errorf("%+v happened, want %+v", got, want)
	}
	if tip := a.faultTip(game.TeleportNow); !strings.Contains(tip, "For drone.") || !strings.Contains(tip, English.Faults.Watches[game.TeleportNow]) {
		t.Errorf("the tooltip is %q", tip)
	}
}

// The drift is a setting: it stays until it is chosen otherwise.
func TestDriftChoice(t *testing.T) {
	a := testApp(t, game.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	h.clickOn(t, "faults/more")
	a.ctx.SetFocus("faults/page/drift")
	for _, step := range []struct {
		key  im.Key
		want int64
	}{{im.KeyRight, 200}, {im.KeyLeft, 0}, {im.KeyLeft, -200}} {
		if h.key(step.key); a.Session().Settings().DriftPPM != step.want {
			t.Errorf("the drift is %d ppm, want %d", a.Session().Settings().DriftPPM, step.want)
		}
	}
}

// Every word about the faults is there in full in every size of the window, and so is
// the column at 1280×720, without scrolling.
func TestFaultTextsFit(t *testing.T) {
	for i, size := range [][2]int{{MinWidth, MinHeight}, {1280, 720}, {1920, 1080}, {MinWidth, MinHeight}, {1280, 720}, {1920, 1080}} {
		language := Languages[i/3]
		text := &language.Text.Faults
		a := testAppWith(t, Options{Scenario: game.DefaultScenario(), Language: language.Code})
		a.Resize(size[0], size[1], 1)
		h := &hand{app: a}
		h.rest()
		want := []string{text.Heading, text.More}
		for _, k := range columnFaults {
			want = append(want, text.Names[k])
		}
		if size[1] >= 720 {
			for _, w := range want {
				if !strings.Contains(a.List().String(), `"`+w+`"`) {
					t.Errorf("at %v %q is not there, or cut", size, w)
				}
			}
		}
		a.ctx.OpenPopup(faultsPopup)
		h.rest()
		want = []string{text.Page, text.Several, text.SeveralWhat, text.SeveralWatch, text.DriftWhat, text.DriftWatch}
		for k := game.NoFault + 1; k < game.NumFaults; k++ {
			want = append(want, text.Names[k], text.Whats[k], text.Watches[k])
		}
		list := a.List().String()
		for _, w := range want {
			if !strings.Contains(list, `"`+w+`"`) {
				t.Errorf("at %v %q is not there, or cut", size, w)
			}
		}
		for k := game.NoFault + 1; k < game.NumFaults; k++ {
			message := text.Watch + text.Watches[k]
			if room := float32(size[0]) - 2*margin - 2*padding; a.theme.Style.Text.Measure(message) > room {
				t.Errorf("at %v the message %q is cut", size, message)
			}
		}
	}
	if room := layOut(raster.Rect{W: 1280, H: 720}, game.NumLenses).column.H - 12; columnHeight > room {
		t.Errorf("the column needs %v dp, and there are %v", columnHeight, room)
	}
}

// Packets that wait for a frozen client to read them are drawn to where they arrived,
// and no further.
func TestFrozenPacketsWait(t *testing.T) {
	a := testApp(t, game.DefaultScenario())
	a.AdvanceTo(2 * time.Second)
	if err := a.Session().Inject(game.ClientFreeze.Fault()); err != nil {
		t.Fatal(err)
	}
	a.AdvanceTo(4 * time.Second)
	h := &hand{app: a}
	h.rest()
	v, waiting := &a.packets, 0
	for i := range v.packets {
		p := &v.packets[i]
		if f := fateOf(p, v.now); f == fateFlying && p.Link.ArrivesAt < v.now {
			waiting++
			if _, to := v.line(p, f); to.Y != v.plot.Y+v.plot.H || to.X != v.x(p.Link.ArrivesAt) {
				t.Errorf("packet %d is drawn to %v", p.Seq, to)
			}
		}
	}
	if waiting < 10 {
		t.Errorf("%d packets wait, want those of 2 s", waiting)
	}
}

// A key that is held lets its fault happen once.
func TestFaultKeyHeld(t *testing.T) {
	a := testApp(t, game.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	h.key(im.KeyB)
	for range 5 {
		h.in.Keys = []im.KeyPress{{Key: im.KeyB, Repeat: true}}
		h.frame()
	}
	if n := len(a.Session().Recording().Script); n != 1 {
		t.Errorf("%d blackouts, want one", n)
	}
}

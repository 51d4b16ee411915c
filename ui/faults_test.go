package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// columnFaults are the faults that have a button in the column.
var columnFaults = []config.FaultKind{
	config.DropPackets, config.Blackout, config.LagSpike, config.ServerStall, config.ServerRestart, config.TeleportNow,
}

// lastFault returns what the last entry of the recording lets happen.
func lastFault(a *App) config.Fault {
	script := a.Session().Recording().Script
	if len(script) == 0 {
		return config.Fault{}
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
		want  config.Fault
		watch string
	}
	var tries []try
	for _, k := range columnFaults {
		tries = append(tries, try{k.String(), func(t *testing.T, h *hand) { h.clickOn(t, "faults/"+k.String()) }, k.Fault(), English.Faults.Watches[k]})
	}
	page := func(id string) func(t *testing.T, h *hand) {
		return func(t *testing.T, h *hand) {
			h.clickOn(t, "faults/more")
			h.clickOn(t, "faults/page/"+id)
			if h.app.ctx.PopupOpen(controls.FaultsPopup) {
				t.Error("the page is still open")
			}
		}
	}
	for k := config.NoFault + 1; k < config.NumFaults; k++ {
		tries = append(tries, try{"page/" + k.String(), page(k.String()), k.Fault(), English.Faults.Watches[k]})
	}
	tries = append(tries, try{"page/several", page("several"), config.Fault{Kind: config.DropPackets, Amount: 3}, English.Faults.SeveralWatch})
	for _, key := range []im.Key{im.KeyD, im.KeyB, im.KeyK, im.KeyS} {
		f, ok := controls.FaultOf(key)
		if !ok {
			t.Fatalf("key %v has no fault", key)
		}
		tries = append(tries, try{fmt.Sprint("key ", key), func(_ *testing.T, h *hand) { h.key(key) }, f, English.Faults.Watches[f.Kind]})
	}
	for _, tt := range tries {
		t.Run(tt.name, func(t *testing.T) {
			a := testApp(t, config.DefaultScenario())
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
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	if tip := tipOf(t, h, "faults/teleport"); !strings.Contains(tip, "For all types.") {
		t.Errorf("the tooltip is %q", tip)
	}
	a.model.Focus = int(world.Drone)
	h.clickOn(t, "faults/teleport")
	if got, want := lastFault(a), (config.Fault{Kind: config.TeleportNow, Amount: 1 + int64(world.Drone)}); got != want {
		t.Errorf("%+v happened, want %+v", got, want)
	}
	if tip := tipOf(t, h, "faults/teleport"); !strings.Contains(tip, "For drone.") || !strings.Contains(tip, English.Faults.Watches[config.TeleportNow]) {
		t.Errorf("the tooltip is %q", tip)
	}
}

// The drift is a setting: it stays until it is chosen otherwise.
func TestDriftChoice(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
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
	for i, size := range [][2]int{{layout.MinWidth, layout.MinHeight}, {1280, 720}, {1920, 1080}, {layout.MinWidth, layout.MinHeight}, {1280, 720}, {1920, 1080}} {
		text := &texts[i/3].Faults
		a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Language: view.Languages[i/3].Code})
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
		a.ctx.OpenPopup(controls.FaultsPopup)
		h.rest()
		want = []string{text.Page, text.Several, text.SeveralWhat, text.SeveralWatch, text.DriftWhat, text.DriftWatch}
		for k := config.NoFault + 1; k < config.NumFaults; k++ {
			want = append(want, text.Names[k], text.Whats[k], text.Watches[k])
		}
		list := a.List().String()
		for _, w := range want {
			if !strings.Contains(list, `"`+w+`"`) {
				t.Errorf("at %v %q is not there, or cut", size, w)
			}
		}
		for k := config.NoFault + 1; k < config.NumFaults; k++ {
			message := text.Watch + text.Watches[k]
			if room := float32(size[0]) - 2*view.Margin - 2*view.Padding; a.theme.Style.Text.Measure(message) > room {
				t.Errorf("at %v the message %q is cut", size, message)
			}
		}
	}
	if room := layout.Window(raster.Rect{W: 1280, H: 720}, game.NumLenses).Column.H - 12; controls.ColumnHeight > room {
		t.Errorf("the column needs %v dp, and there are %v", controls.ColumnHeight, room)
	}
}

// A key that is held lets its fault happen once.
func TestFaultKeyHeld(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
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

// tipOf returns the tooltip of a control.
func tipOf(t *testing.T, h *hand, id string) string {
	t.Helper()
	h.app.ctx.SetFocus(id)
	h.rest()
	return h.app.ctx.Spoken().Tooltip
}

package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// The tabs of the tuning page.
const (
	tableTab = iota
	versusTab
	lossesTab
	exportTab
)

// tuningApp returns an application with the tuning page open on a tab, and all worked out
// that the page works out in the background.
func tuningApp(t testing.TB, tab int) (*App, *hand) {
	t.Helper()
	s := panelScenario()
	s.Duration = 2 * time.Second // so that little is worked out
	a := testAppWith(t, Options{Scenario: s, Host: &onAShelf{}, Version: "demo v1.2.3"})
	playTo(a, 3200*time.Millisecond)
	h := &hand{app: a}
	h.key(im.KeyT)
	h.tuningTab(tab)
	return a, h
}

// turnTuning turns the tuning page to a tab.
func (h *hand) turnTuning(n int) {
	h.push("tuning/tab", im.KeyHome)
	for range n {
		h.key(im.KeyRight)
	}
	h.app.ctx.SetFocus("")
	h.rest()
}

// tuningTab turns the tuning page to a tab, with all of it worked out.
func (h *hand) tuningTab(n int) {
	h.turnTuning(n)
	h.worked()
}

// worked lets frames pass until the tuning page has nothing left to be worked out.
func (h *hand) worked() {
	h.frame()
	for n := 0; h.app.tuning.Working(); n++ {
		if n > 5000 {
			panic("the work in the background does not end")
		}
		h.frame()
	}
	if h.app.options.Still && h.app.asked().Costs {
		h.app.Study()
	}
	h.frame()
}

// push presses keys on a control.
func (h *hand) push(id string, keys ...im.Key) {
	h.app.ctx.SetFocus(id)
	h.rest()
	for _, k := range keys {
		h.key(k)
	}
}

// twoSettings compares two settings on the page's tab for that.
func (h *hand) twoSettings() {
	h.push("tuning/versus/hold", im.KeyEnter)
	h.app.ctx.SetFocus("")
	h.app.settings.Policies[world.Car].Delay = 400 * time.Millisecond
	h.app.settings.Policies[world.Drone].Smoothing = 10 * time.Millisecond
	h.worked()
}

func (a *App) drawTuning(r raster.Rect) { a.tuning.Draw(&a.ctx, r, &a.model, &a.act) }

// The page is there at every size, and none of its texts leaves it or lies on another.
func TestTuningHoldsItsText(t *testing.T) {
	a, h := tuningApp(t, versusTab)
	s := config.DefaultScenario()
	s.Duration = 2 * time.Second
	s.Settings.Down.Outage, s.Settings.Down.Loss = 300*time.Millisecond, 300_000
	if err := a.Run(s); err != nil {
		t.Fatal(err)
	}
	a.AdvanceTo(8 * time.Second)
	h.twoSettings()
	for range view.Languages {
		for tab := range a.model.Text.Tuning.Tabs {
			a.Resize(1280, 720, 1)
			h.rest()
			h.tuningTab(tab)
			for _, size := range []raster.Rect{{W: 960, H: 600}, {W: 1240, H: 700}, {W: 1280, H: 720}, {W: 1920, H: 1080}, {W: 1100, H: 640}, {W: 853, H: 480}, {W: 800, H: 450}} {
				a.Resize(int(size.W), int(size.H), 1)
				where := fmt.Sprintf("%s, %s, %vx%v", a.model.Language, a.model.Text.Tuning.Tabs[tab], size.W, size.H)
				place := a.places.UnderArenas()
				list := viewtest.Writings(t, panelText(t, a, a.drawTuning, place))
				if len(list) < 14 {
					t.Errorf("%s: only %d texts", where, len(list))
				}
				for i, w := range list {
					// Sentences may be cut where a tooltip has them whole, in a window below
					// the least shorter ones too.
					sentence := 50
					if size.W < layout.MinWidth {
						sentence = 20
					}
					if strings.HasSuffix(w.Text, "…") && len(w.Text) < sentence && w.Text != "…" && !strings.Contains(w.Text, a.model.Text.Tuning.Working) {
						t.Errorf("%s: %q is cut", where, w.Text)
					}
					r := w.Rect
					if r.X < place.X+2 || r.Y < place.Y || r.X+r.W > place.X+place.W-2 || r.Y+r.H > place.Y+place.H {
						t.Errorf("%s: %q at %v leaves the page %v", where, w.Text, r, place)
					}
					for _, other := range list[:i] {
						if !r.Intersect(other.Rect).Empty() {
							t.Errorf("%s: %q lies on %q", where, w.Text, other.Text)
						}
					}
				}
			}
		}
		a.nextLanguage()
	}
}

// TestTuningByKeyboard: T opens the page, Tab leads to every control of every tab, and
// there keys do what it is for. Escape closes it.
func TestTuningByKeyboard(t *testing.T) {
	for tab := range English.Tuning.Tabs {
		a, h := tuningApp(t, tab)
		h.key(im.KeyT)
		if a.model.TuningOpen {
			t.Fatal("T does not close the page")
		}
		h.key(im.KeyT)
		if tab == versusTab {
			h.twoSettings()
		}
		h.rest()
		page := slices.DeleteFunc(a.ctx.Focusables(), func(id string) bool { return !strings.HasPrefix(id, "tuning/") })
		if want := [...]int{25, 5, 5, 6}[tab]; len(page) < want {
			t.Errorf("%s has %d controls, want %d at least: %q", a.model.Text.Tuning.Tabs[tab], len(page), want, page)
		}
		var walked []string
		for range len(a.ctx.Focusables()) {
			h.key(im.KeyTab)
			walked = append(walked, a.ctx.Focus())
		}
		for _, id := range page {
			if !slices.Contains(walked, id) {
				t.Errorf("Tab does not come to %s", id)
			}
			if strings.Contains(id, "apply") { // which is for a recommendation to what is set
				h.worked()
			}
			a.ctx.SetFocus(id)
			h.rest()
			if !h.changesSomething(id) {
				t.Errorf("%s can't be changed by the keyboard", id)
			}
			for a.ctx.WantsKeys() {
				h.key(im.KeyEscape)
			}
			a.model.TuningOpen, a.model.Locked = true, [world.MaxKinds]bool{}
			h.turnTuning(tab)
			switch tab {
			case versusTab:
				h.twoSettings()
			case exportTab:
				h.worked()
			}
		}
		a.ctx.SetFocus("")
		h.rest()
		h.key(im.KeyEscape)
		if a.model.TuningOpen {
			t.Error("Escape leaves the page open")
		}
	}
}

// The page is not there in the presentation mode, and has no costs worked out then.
func TestNoTuningInAPresentation(t *testing.T) {
	s := panelScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}}
	a := studyingApp(t, Options{Scenario: s})
	h := &hand{app: a}
	settle(t, a, h)
	another := func() { a.settings.Policies[world.Car].Delay += time.Millisecond; h.frame() }
	if another(); a.windowStudy.Working() {
		t.Error("another delay has something worked out though no costs are shown")
	}
	h.key(im.KeyT)
	settle(t, a, h)
	if another(); !a.windowStudy.Working() || a.study.Costs == nil || !a.study.CostsStale {
		t.Error("another delay gives the page nothing to work out")
	}
	settle(t, a, h)
	a.Present(true)
	h.rest()
	if another(); a.windowStudy.Working() {
		t.Error("costs are worked out in a presentation")
	}
	h.key(im.KeyT)
	a.Present(false)
	h.frame()
	if !a.model.TuningOpen || !a.windowStudy.Working() {
		t.Error("after it the page is not there, or does not go on with its work")
	}
	settle(t, a, h)
	if got := a.study.Costs.InUse(world.Car); a.study.CostsStale || got != a.settings.Policies[world.Car].Delay {
		t.Errorf("in the end the costs are of %v, want %v", got, a.settings.Policies[world.Car].Delay)
	}
}

// TestLocksHold: what changes all kinds leaves locked ones alone, and what changes one
// kind does not.
func TestLocksHold(t *testing.T) {
	a, h := tuningApp(t, tableTab)
	h.push("tuning/drone/lock", im.KeyEnter)
	was := a.settings.Policies[world.Drone]
	for _, change := range []struct {
		name, id string
		keys     []im.Key
	}{
		{"all types", "delay/all", []im.Key{im.KeyRight}},
		{"auto for all", "delay/auto", []im.Key{im.KeyEnter}},
		{"extrapolation for all", "underrun/extrapolation", []im.Key{im.KeyRight}},
		{"policy for all", "underrun/policy", []im.Key{im.KeyRight}},
		{"apply all", "tuning/apply-all", []im.Key{im.KeyEnter}},
		{"copy to all", "tuning/car/more", []im.Key{im.KeyEnter, im.KeyHome, im.KeyDown, im.KeyEnter}},
		{"copy to it", "tuning/car/more", []im.Key{im.KeyEnter, im.KeyEnd, im.KeyEnter}},
		{"reset all", "tuning/reset-all", []im.Key{im.KeyEnter}},
	} {
		before := a.settings.Policies[world.Car]
		a.settings.Policies[world.Car].Smoothing = 70 * time.Millisecond
		h.worked()
		h.push(change.id, change.keys...)
		if got := a.Session().Settings().Policies[world.Drone]; got != was {
			t.Errorf("%s changes the locked drones to %+v", change.name, got)
		}
		if strings.HasPrefix(change.name, "copy") {
			continue
		}
		if a.Session().Settings().Policies[world.Car] == before {
			t.Errorf("%s does not change cars", change.name)
		}
	}
	h.push("tuning/drone/delay", im.KeyRight)
	if got := a.Session().Settings().Policies[world.Drone].Delay; got != was.Delay+time.Millisecond {
		t.Errorf("its own row sets the delay to %v, want %v", got, was.Delay+time.Millisecond)
	}
}

// TestPageIsAPanel: while the page is open a running window is drawn in part, and nothing
// of the page is missing or left behind.
func TestPageIsAPanel(t *testing.T) {
	a, h := tuningApp(t, tableTab)
	whole := raster.NewCanvas(1280, 720, 1)
	check := func(what string) {
		t.Helper()
		a.list.Replay(whole)
		if img, _ := a.Render(); string(img.Pix) != string(whole.Image().Pix) {
			t.Fatalf("%s: it is another picture than one drawn anew", what)
		}
	}
	check("open")
	partly := 0
	for range 8 {
		a.AdvanceTo(a.session.Now() + 50*time.Millisecond)
		h.frame()
		check("running")
		if n := len(a.painter.Panels()); n > 0 && n < len(a.panels) {
			partly++
		}
	}
	if partly < 6 {
		t.Errorf("%d of 8 pictures were drawn in part", partly)
	}
	for tab, name := range a.model.Text.Tuning.Tabs {
		h.tuningTab(tab)
		check(name)
	}
	h.key(im.KeyT)
	check("closed")
	h.key(im.KeyT)
	check("open again")
}

// exported returns the JSON that the page saves: with the delays in use, or with the
// recommended ones.
func (h *hand) exported(recommended bool) []byte {
	which := im.KeyHome
	if recommended {
		which = im.KeyEnd
	}
	h.worked()
	h.push("tuning/export/which", which)
	h.push("tuning/export/save", im.KeyEnter)
	shelf := h.app.options.Host.(*onAShelf)
	return shelf.data[len(shelf.data)-1]
}

// The JSON that is exported, dropped on a window, is the same run again: with the settings
// in use, even adaptive ones, or with the recommended delays.
func TestExportedAndDropped(t *testing.T) {
	for _, recommended := range []bool{false, true} {
		a, h := tuningApp(t, exportTab)
		a.settings.Policies[world.Car].Delay = 150_300 * time.Microsecond
		a.settings.Policies[world.Drone].Tuning = interp.Adaptive
		a.settings.SendRate = 12 * config.Hertz
		text := h.exported(recommended)
		if recommended {
			h.tuningTab(tableTab)
			h.push("tuning/apply-all", im.KeyEnter)
			if a.settings.Policies[world.Drone].Tuning != interp.ByHand {
				t.Fatal("the recommended delays are not applied")
			}
		}
		want := a.scenario
		want.Rebase(a.settings)
		session, err := measure.NewRun(want)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(4 * time.Second)

		b := testApp(t, config.DefaultScenario())
		b.Drop("tuned.json", text)
		b.AdvanceTo(4 * time.Second)
		if got, want := b.Session().Digest(), session.Digest(); got != want {
			t.Errorf("recommended %v: digest %016x after the drop, want %016x (%s)", recommended, got, want, b.message.text)
		}
		if b.Session().Settings() != want.Settings || b.scenario.Seed != a.scenario.Seed {
			t.Errorf("recommended %v: settings or seed are others", recommended)
		}
	}
}

// A file that is broken is refused in one line that says where.
func TestBrokenFilesAreRefused(t *testing.T) {
	a, h := tuningApp(t, exportTab)
	text := string(h.exported(false))
	for _, c := range []struct{ old, new, says string }{
		{`"delay": `, `"dealy": `, `no setting is called "dealy", did you mean delay?`},
		{`"5hz"`, `"5"`, `rate "5" needs a unit`},
		{config.DelayZero, "the present", "translate the delays first"},
		{`"seed": 5`, `"seed": -5`, "line "},
		{`"entities"`, `"entities": [], "entitties"`, "line "},
	} {
		broken := strings.Replace(text, c.old, c.new, 1)
		if broken == text {
			t.Fatalf("%q is not in\n%s", c.old, text)
		}
		before := a.session
		a.Drop("tuned.json", []byte(broken))
		if !strings.Contains(a.message.text, c.says) || strings.Contains(a.message.text, "\n") || a.session != before {
			t.Errorf("%s: it says %q, want %q", c.new, a.message.text, c.says)
		}
	}
}

// TestBudgetsAgree: the curve and the tuning page recommend the same delay for the same
// budget.
func TestBudgetsAgree(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}}
	s.Settings.DisplayRate = 20 * config.Hertz
	a := testApp(t, s)
	h := &hand{app: a}
	a.studyUntil(settled)
	delay := func() time.Duration { return a.Session().Settings().Policies[world.Car].Delay }
	perMinute := []float64{0.1, 1, 6} // the curve's first three
	var curve []time.Duration
	for n := range perMinute {
		keys := []im.Key{im.KeyEnter, im.KeyHome}
		for range n {
			keys = append(keys, im.KeyDown)
		}
		h.push("curve/budget", append(keys, im.KeyEnter)...)
		a.studyUntil(settled)
		h.push("curve/use", im.KeyEnter)
		curve = append(curve, delay())
	}
	if !(curve[0] > curve[1] && curve[1] > curve[2] && curve[2] > 0) {
		t.Fatalf("the curve says %v", curve)
	}
	h.key(im.KeyT)
	for i, most := range perMinute {
		h.push("tuning/underruns")
		h.write(fmt.Sprint(most))
		h.key(im.KeyEnter)
		h.worked()
		h.push("tuning/car/apply", im.KeyEnter)
		if page := delay(); page != curve[i] {
			t.Errorf("at most %v underruns a minute: the curve says %v, the page %v", most, curve[i], page)
		}
	}
}

package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/recorder"
	"snaplab/ui/view/viewtest"
)

// withAClipboard is a host that has one.
type withAClipboard struct {
	onAShelf
	text string
	err  error
}

func (c *withAClipboard) Copy(text string, done func(error)) {
	if c.err == nil {
		c.text = text
	}
	done(c.err)
}

func (c *withAClipboard) Paste(taken func(string, error)) { taken(c.text, c.err) }

// shows reports whether the window's last frame has a text.
func (h *hand) shows(t *testing.T, text string) bool {
	return viewtest.Has(t, h.app.List().String(), text)
}

func sharingApp(t *testing.T, host Host) *hand {
	t.Helper()
	s, err := config.LoadScenario(assets.FS, "default")
	if err != nil {
		t.Fatal(err)
	}
	a := testAppWith(t, Options{Scenario: s, Scenarios: assets.FS, Host: host})
	h := &hand{app: a}
	h.rest()
	return h
}

// TestCopyAndPaste: Ctrl+C is the run as a text, which another window plays with Ctrl+V,
// to the same digest.
func TestCopyAndPaste(t *testing.T) {
	host := &withAClipboard{}
	h := sharingApp(t, host)
	a := h.app
	a.AdvanceTo(2*time.Second - 1)
	config.MustSetting("loss").SetAll(&a.settings, 200_000)
	h.rest()
	a.AdvanceTo(3*time.Second - 1)
	h.key(im.KeyB)
	a.AdvanceTo(5 * time.Second)
	h.chord(im.KeyC, im.ModControl)
	if want := "snaplab1/default/seed=7/@2s/loss=20%/@3s/fault=blackout=1s"; host.text != want {
		t.Errorf("copied is %s, want %s", host.text, want)
	}
	if a.ctx.PopupOpen(recorder.SharePopup) || !strings.Contains(a.message.text, "58 characters") {
		t.Errorf("it says %q", a.message.text)
	}
	other := sharingApp(t, host)
	other.chord(im.KeyV, im.ModControl)
	other.app.AdvanceTo(5 * time.Second)
	if got, want := other.app.Session().Digest(), a.Session().Digest(); got != want {
		t.Errorf("pasted, the run is %016x, want %016x", got, want)
	}
	if other.app.ctx.PopupOpen(recorder.SharePopup) {
		t.Error("the page is open after all went well")
	}
}

// TestSharePage: the text is in a box. Another one is pasted or typed in its place and
// played, and what is wrong with it is said there.
func TestSharePage(t *testing.T) {
	host := &withAClipboard{text: "snaplab1/defualt"}
	h := sharingApp(t, host)
	a := h.app
	h.chord(im.KeyV, im.ModControl)
	if !h.shows(t, host.text) || !h.shows(t, "did you mean default") {
		t.Errorf("a text that is no good leads to %s", a.List())
	}
	host.text = "snaplab1/car/seed=9"
	h.chord(im.KeyV, im.ModControl)
	if !h.shows(t, host.text) || h.shows(t, "did you mean") || a.scenario.Name != "default" {
		t.Errorf("pasted into the page, %s runs and it shows %s", a.scenario.Name, a.List())
	}
	a.ctx.SetFocus("share/run")
	h.rest()
	h.key(im.KeyEnter)
	if a.ctx.PopupOpen(recorder.SharePopup) || a.scenario.Name != "car" || a.scenario.Seed != 9 {
		t.Errorf("%s with seed %d runs, want car with 9", a.scenario.Name, a.scenario.Seed)
	}

	a.openShare()
	h.rest()
	if !h.shows(t, host.text) {
		t.Errorf("the box does not have %q", host.text)
	}
	a.ctx.SetFocus("share/text")
	h.rest()
	h.write("snaplab1/drone/seed=3") // over what is selected
	host.text = ""
	h.chord(im.KeyC, im.ModControl)
	if host.text != "snaplab1/drone/seed=3" {
		t.Errorf("copied from the box is %q", host.text)
	}
	h.key(im.KeyEnter)
	if a.scenario.Name != "drone" || a.scenario.Seed != 3 {
		t.Errorf("%s with seed %d runs, want drone with 3", a.scenario.Name, a.scenario.Seed)
	}
}

// TestSharingWithoutAClipboard: the text is shown with the reason, and can be typed.
func TestSharingWithoutAClipboard(t *testing.T) {
	for _, host := range []Host{nil, &onAShelf{}, &withAClipboard{err: errors.New("it is full")}} {
		h := sharingApp(t, host)
		for _, key := range []im.Key{im.KeyC, im.KeyV} {
			h.chord(key, im.ModControl)
			why := English.Share.NoClipboard
			if c, ok := host.(*withAClipboard); ok {
				why = c.err.Error()
			}
			if !h.shows(t, "snaplab1/default/seed=7") || !h.shows(t, why) {
				t.Errorf("the page does not show the text and %q: %s", why, h.app.List())
			}
			h.key(im.KeyEscape)
		}
	}
}

// TestDroppedRunText: a run as a text is taken from a file too.
func TestDroppedRunText(t *testing.T) {
	h := sharingApp(t, nil)
	h.app.Drop("run.txt", []byte("https://example.org/lab/#snaplab1/car/seed=4\n"))
	if h.app.scenario.Name != "car" || h.app.scenario.Seed != 4 {
		t.Errorf("%s with seed %d runs, want car with 4: %s", h.app.scenario.Name, h.app.scenario.Seed, h.app.message.text)
	}
	h.app.Drop("run.txt", []byte("snaplab1/caar"))
	if !strings.Contains(h.app.message.text, "did you mean car") {
		t.Errorf("it says %q", h.app.message.text)
	}
}

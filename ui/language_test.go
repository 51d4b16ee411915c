package ui

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/lessons"
	"snaplab/ui/recorder"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// TestLanguageIsSwitchedWhileItRuns: nothing of another language stays on the screen,
// and the way back leads to the very same picture.
func TestLanguageIsSwitchedWhileItRuns(t *testing.T) {
	a := testAppWith(t, Options{Scenario: panelScenario(), Scenarios: assets.FS, Host: &onAShelf{}})
	playTo(a, 3200*time.Millisecond)
	a.model.Selected = 2
	frame := func() string {
		for range 2 {
			a.Update(&im.Input{}, 0)
		}
		return viewtest.Unversioned(a.List().String())
	}
	english := frame()
	a.nextLanguage()
	latin := regexp.MustCompile(`[A-Za-z]{3,}`)
	for _, w := range viewtest.Writings(t, frame()) {
		if word := latin.FindString(w.Text); word != "" && word != "kbit" {
			t.Errorf("%q is written in the Korean window", w.Text)
		}
	}
	if fresh, err := New(Options{Still: true, View: "full", Scenario: panelScenario(), Scenarios: assets.FS, Host: &onAShelf{}, Language: "ko"}); err != nil {
		t.Error(err)
	} else {
		fresh.Resize(1280, 720, 1)
		fresh.SetPlaying(false)
		playTo(fresh, 3200*time.Millisecond)
		fresh.model.Selected = 2
		for range 2 {
			fresh.Update(&im.Input{}, 0)
		}
		if switched := frame(); viewtest.Unversioned(fresh.List().String()) != switched {
			t.Error("a window that is switched to Korean differs from one that began in it")
		}
	}
	for a.language() != 0 {
		a.nextLanguage()
	}
	if frame() != english {
		t.Error("back in English, the picture is another")
	}
	if a.Err() != nil {
		t.Error(a.Err())
	}
}

// eachText visits the texts of a language.
func eachText(v reflect.Value, visit func(string)) {
	switch v.Kind() {
	case reflect.String:
		visit(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachText(v.Index(i), visit)
		}
	}
}

// TestPagesAreInKorean: no page of the Korean window has an English text.
func TestPagesAreInKorean(t *testing.T) {
	english := map[string]bool{}
	eachText(reflect.ValueOf(texts[0]), func(text string) { english[text] = len(text) > 2 })
	eachText(reflect.ValueOf(texts[1]), func(text string) { delete(english, text) }) // the same in both
	a := testAppWith(t, Options{Scenario: panelScenario(), Scenarios: assets.FS, Host: &onAShelf{}, Language: "ko"})
	playTo(a, 3200*time.Millisecond)
	a.Update(&im.Input{}, 0) // gathers the packets
	a.loadLessons()
	for i := range a.lessons.All() {
		title := &a.lessons.All()[i].Title
		english[title.In("en")] = title.In("en") != title.In("ko")
	}
	for _, page := range []struct {
		name string
		open func()
	}{
		{"help", func() { a.ctx.OpenPopup(controls.HelpPopup) }},
		{"look", func() { a.ctx.OpenPopup(controls.LookPopup) }},
		{"faults", func() { a.ctx.OpenPopup(controls.FaultsPopup) }},
		{"share", func() { a.ctx.OpenPopup(recorder.SharePopup) }},
		{"packet", func() {
			h := &hand{app: a}
			a.ctx.SetFocus("packets/plot")
			h.rest()
			h.key(im.KeyLeft)
			h.key(im.KeyEnter)
		}},
		{"mistake", func() { a.settings.Comparison = 3; a.apply() }},
		{"drawing", func() { a.controls.Show("underrun/blend") }},
		{"present", func() { a.Present(true) }},
		{"record", func() { a.ctx.OpenPopup(recorder.Popup) }},
		{"lessons", func() { a.loadLessons(); a.lessons.Open(&a.ctx) }},
		{"table", func() { a.model.TuningOpen = true; (&hand{app: a}).turnTuning(tableTab) }},
		{"versus", func() { a.model.TuningOpen = true; h := &hand{app: a}; h.tuningTab(versusTab); h.twoSettings() }},
		{"losses", func() { a.model.TuningOpen = true; (&hand{app: a}).turnTuning(lossesTab) }},
		{"export", func() { a.model.TuningOpen = true; (&hand{app: a}).turnTuning(exportTab) }},
		{"lesson", func() { _ = a.StartLesson(&a.lessons.All()[0]) }}, // the last, since it starts another run
	} {
		page.open()
		for range 2 {
			a.Update(&im.Input{}, 0)
		}
		for _, w := range viewtest.Writings(t, a.List().String()) {
			if english[w.Text] {
				t.Errorf("%s: %q is written in the Korean window", page.name, w.Text)
			}
		}
		for _, popup := range []string{controls.HelpPopup, controls.LookPopup, controls.FaultsPopup, recorder.SharePopup, "packets/card", recorder.Popup, lessons.Popup} {
			a.ctx.ClosePopup(popup)
		}
		a.Present(false)
		a.model.TuningOpen = false
		a.lessons.Leave()
	}
}

func TestUnknownLanguage(t *testing.T) {
	_, err := New(Options{Still: true, View: "full", Scenario: panelScenario(), Language: "kr"})
	if want := `no language is called "kr"`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s …", err, want)
	}
}

func TestLanguageOf(t *testing.T) {
	for locale, want := range map[string]string{
		"ko-KR": "ko", "ko": "ko", "KO-kr": "ko", "ko_KR.UTF-8": "ko", "ko.UTF-8": "ko", "en-GB": "en", "kok": "", "de_DE": "", "C": "", "": "", "undefined": "",
	} {
		if got := view.LanguageOf(locale); got != want {
			t.Errorf("%q is %q, want %q", locale, got, want)
		}
	}
}

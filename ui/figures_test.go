package ui

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/lessons"
	"snaplab/ui/recorder"
	"snaplab/ui/view"
)

// cutFigure is a text whose dots stand for a part of a number or of the unit after it.
var cutFigure = regexp.MustCompile(`(?m)^text \S+ "([^"\n]*[0-9][^" \n]*( [a-zA-Z/%]{0,6})?…)"`)

func TestCutFiguresAreFound(t *testing.T) {
	for text, want := range map[string]bool{
		"46.2…": true, "46.25…": true, "46.25 …": true, "12 m…": true, "need 120 m…": true, "20초…": true, "seed 184…": true,
		"46.2 s": false, "extrapolating unc…": false, "at 10.46 s, packets were l…": false, "1 run, making it …": false,
	} {
		if got := cutFigure.MatchString(fmt.Sprintf("text 3,4.5 %q bold 12 foreground", text)); got != want {
			t.Errorf("%q is a cut figure: %v, want %v", text, got, want)
		}
	}
}

// wideRuns are runs with figures as wide as they get.
func wideRuns(t *testing.T) map[string]config.Scenario {
	long := config.DefaultScenario()
	long.Seed = math.MaxUint64
	runs := map[string]config.Scenario{"long": long}
	for name, end := range map[string]func(s *config.Setting) int64{
		"least": func(s *config.Setting) int64 { return s.Min },
		"most":  func(s *config.Setting) int64 { return s.Max },
	} {
		run := config.DefaultScenario()
		for _, s := range config.AllSettings() {
			if s.Choices != nil {
				continue
			}
			// What goes with the others: some settings bound each other.
			before := run
			if s.SetAll(&run.Settings, end(&s)); run.Validate() != nil {
				run = before
			}
		}
		runs[name] = run
	}
	return runs
}

// TestNoFigureIsCut: on every page, in both languages and at every size from the smallest
// window that everything fits in, no figure ends in dots: with a clock of 999.9 s, the
// counts of as long a run, the longest seed, every speed, and every setting at its ends.
func TestNoFigureIsCut(t *testing.T) {
	for name, run := range wideRuns(t) {
		t.Run(name, func(t *testing.T) {
			a := testAppWith(t, Options{Scenario: run, Scenarios: assets.FS, Host: &onAShelf{}})
			to := 3 * time.Second
			if name == "long" {
				to = 999900 * time.Millisecond
			}
			a.AdvanceTo(to)
			h := &hand{app: a}
			told := map[string]bool{}
			for range view.Languages {
				for _, size := range [][2]int{{960, 600}, {1280, 720}, {1920, 1080}} {
					a.Resize(size[0], size[1], 1)
					h.everyPage(func(page string) {
						for _, m := range cutFigure.FindAllStringSubmatch(a.List().String(), -1) {
							if !told[m[1]] {
								t.Errorf("%s, %v, %s: %q", a.model.Language, size, page, m[1])
							}
							told[m[1]] = true
						}
					})
				}
				h.shift(im.KeyL)
			}
		})
	}
}

// everyPage leads through all that can be shown of a run.
func (h *hand) everyPage(check func(page string)) {
	a := h.app
	for range view.Speeds {
		h.key(im.KeyMinus)
	}
	for range view.Speeds {
		check("speed")
		h.key(im.KeyPlus)
	}
	h.key(im.KeyF)
	check("simple view")
	h.key(im.KeyF)
	for _, id := range []string{"underrun/policy", "underrun/blend"} {
		a.controls.Show(id)
		h.rest()
		check("column")
	}
	for _, popup := range []string{controls.HelpPopup, controls.FaultsPopup, lessons.Popup, recorder.Popup, recorder.SharePopup, controls.LookPopup} {
		a.ctx.OpenPopup(popup)
		h.rest()
		check(popup)
		a.ctx.ClosePopup(popup)
	}
	a.ctx.SetFocus("packets/plot")
	h.rest()
	h.key(im.KeyLeft)
	h.key(im.KeyEnter)
	check("packet")
	h.key(im.KeyEscape)
	h.key(im.KeyT)
	for tab, name := range a.model.Text.Tuning.Tabs {
		h.turnTuning(tab)
		check("tuning " + name)
	}
	h.key(im.KeyT)
	a.Present(true)
	for page := range numPresentPages {
		a.turnTo(page)
		h.rest()
		check(fmt.Sprint("presentation ", page))
	}
	a.Present(false)
	h.rest()
}

// TestClockIsWholeOnAPhone: in a narrow window the time is shown in its full size next to the
// speeds, and so is the seed.
func TestClockIsWholeOnAPhone(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	a.AdvanceTo(999900 * time.Millisecond)
	h := &hand{app: a}
	for width, seed := range map[int]bool{390: true, 960: true} {
		a.Resize(width, 844, 1)
		h.rest()
		list := a.List().String()
		if !strings.Contains(list, `"999.9 s" bold 15 tabular`) {
			t.Errorf("%d dp: the time is not there in full size", width)
		}
		if got := strings.Contains(list, fmt.Sprintf("%q", fmt.Sprint(a.model.Text.Top.SeedLabel, " ", config.DefaultScenario().Seed))); got != seed {
			t.Errorf("%d dp: the seed is there: %v, want %v", width, got, seed)
		}
	}
}

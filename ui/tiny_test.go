package ui

import (
	"fmt"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/lessons"
	"snaplab/ui/raster"
)

// TestTinyWindows: in a window of any size every view is drawn without a panic and in
// bounded time, whether or not anything can be read in it.
func TestTinyWindows(t *testing.T) {
	for _, size := range [][2]int{{480, 300}, {360, 640}, {320, 200}, {200, 150}, {40, 30}, {1, 1}, {3000, 120}, {120, 2000}} {
		for _, present := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d×%d/present=%v", size[0], size[1], present), func(t *testing.T) {
				a := testAppWith(t, Options{Scenario: panelScenario(), Scenarios: assets.FS, Present: present})
				a.Resize(size[0], size[1], 1)
				h := &hand{app: a}
				a.AdvanceTo(2 * time.Second)
				h.rest()
				a.lookAheadInFilm()
				h.move(raster.Point{X: float32(size[0]) * 0.8, Y: float32(size[1]) * 0.8})
				for page := range numPresentPages {
					a.turnTo(page)
					h.rest()
				}
				for _, popup := range []string{controls.HelpPopup, controls.FaultsPopup, lessons.Popup, recordPopup, sharePopup, controls.LookPopup} {
					a.ctx.OpenPopup(popup)
					h.rest()
					a.ctx.ClosePopup(popup)
				}
				h.key(im.KeyT)
				for range a.model.Text.Tuning.Tabs {
					h.push("tuning/tab", im.KeyRight)
				}
				h.key(im.KeyT)
				l := lessonOfTheGuide(t)
				if err := a.StartLesson(&l); err != nil {
					t.Fatal(err)
				}
				h.rest()
				a.Render()
			})
		}
	}
}

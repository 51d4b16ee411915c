package ui

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/lessons"
	"snaplab/ui/raster"
	"snaplab/ui/recorder"
)

// Drawn in columns at a time, a frame is the same to the last bit.
func TestColumnsMakeTheWindow(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, name := range []string{"default", "crowd"} {
		s, err := config.LoadScenario(assets.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		a := testApp(t, s)
		for _, scale := range []float32{1, 1.25} {
			w, h := int(1280*scale), int(720*scale)
			a.Resize(w, h, scale)
			a.AdvanceTo(a.session.Now() + time.Second)
			a.Update(&im.Input{Focused: true}, 0)
			whole := raster.NewCanvas(w, h, scale)
			a.list.Replay(whole)
			img, _ := a.Render()
			if string(img.Pix) != string(whole.Image().Pix) {
				t.Errorf("%s at scale %v: the columns make another picture", name, scale)
			}
		}
	}
}

// Drawn anew where something has changed, a frame is the same as drawn anew altogether,
// whatever moves, opens and closes; on one core and on several.
func TestPanelsMakeTheWindow(t *testing.T) {
	for _, cores := range []int{1, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		s, err := config.LoadScenario(assets.FS, "default")
		if err != nil {
			t.Fatal(err)
		}
		a := testApp(t, s)
		h := &hand{app: a}
		rng := rand.New(rand.NewPCG(5, uint64(cores)))
		partly, whole := 0, raster.NewCanvas(1, 1, 1)
		check := func(what string) {
			a.Update(&h.in, 0)
			whole.Resize(a.canvas.Image().Rect.Dx(), a.canvas.Image().Rect.Dy(), a.canvas.Scale())
			a.list.Replay(whole)
			img, _ := a.Render()
			if len(a.painter.Panels()) > 0 {
				partly++
			}
			if string(img.Pix) != string(whole.Image().Pix) {
				t.Fatalf("%d cores, %s: the panels make another picture", cores, what)
			}
		}
		for _, size := range []struct{ w, h, scale float32 }{{1280, 720, 1}, {960, 600, 1.25}} {
			scale := size.scale
			w, height := int(size.w*scale), int(size.h*scale)
			a.Resize(w, height, scale)
			for range 12 {
				a.AdvanceTo(a.session.Now() + 16*time.Millisecond)
				check("running")
			}
			if scale == 1 && partly < 11 {
				t.Errorf("%d cores: %d of 12 pictures of a running window were drawn in part", cores, partly)
			}
			for range 10 {
				h.move(raster.Point{X: float32(w) * rng.Float32(), Y: float32(height) * rng.Float32()})
				check("pointing")
				h.press()
				check("pressing")
				h.release()
				check("clicking")
				h.key(im.Key(rng.IntN(int(im.KeySlash))))
				check("typing")
			}
			h.key(im.KeyEscape)
			a.model.Selected = 3
			check("selecting")
		}
	}
}

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
				a.studyForFilm()
				h.move(raster.Point{X: float32(size[0]) * 0.8, Y: float32(size[1]) * 0.8})
				for page := range numPresentPages {
					a.turnTo(page)
					h.rest()
				}
				for _, popup := range []string{controls.HelpPopup, controls.FaultsPopup, lessons.Popup, recorder.Popup, recorder.SharePopup, controls.LookPopup} {
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

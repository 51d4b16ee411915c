package ui

import (
	"runtime"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// Drawn in columns at a time, a frame is the same to the last bit; and no frame takes
// memory for it.
func TestColumnsMakeTheWindow(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, name := range []string{"default", "crowd"} {
		s, err := game.LoadScenario(assets.FS, name)
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
			if !a.columns.cut(a) {
				t.Errorf("%s at scale %v: drawn on one core", name, scale)
			}
		}
	}
}

// Pictures that do not stand side by side are drawn one after the other.
func TestColumnsNeedGaps(t *testing.T) {
	a := testApp(t, game.DefaultScenario())
	a.Update(&im.Input{}, 0)
	a.arenas.views[1].rect.X = a.arenas.views[0].rect.X
	if a.columns.cut(a) {
		t.Error("pictures that overlap were cut")
	}
}

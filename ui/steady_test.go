package ui

import (
	"runtime"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/ui/im"
)

// TestRunningFramesAllocateNothing: once its caches know the letters and discs, a running
// window makes no garbage, with an entity selected too. What is left, far less than an
// allocation a frame, are a letter or a disc at a place within a pixel where it wasn't
// before, a log of packets or frames that grows to twice its length, and the texts of a
// delay that moves by itself.
func TestRunningFramesAllocateNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as AllocsPerRun: columns have caches of their own
	for _, name := range []string{"default", "adaptive"} {
		s, err := config.LoadScenario(assets.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		a := testApp(t, s)
		a.Resize(MinWidth, MinHeight, 1)
		a.SetPlaying(true)
		in := &im.Input{Focused: true}
		frame := func() {
			a.Update(in, time.Second/60)
			a.Render()
		}
		a.AdvanceTo(10 * time.Second)
		for range 180 {
			frame()
		}
		a.model.Selected = a.session.AppendDrawn(nil, game.Raw)[0].ID
		for range 150 {
			frame()
		}
		if n := testing.AllocsPerRun(60, frame); n != 0 {
			t.Errorf("%s: %v allocations a frame, want none", name, n)
		}
	}
}

package ui

import (
	"runtime"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
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
		s, err := game.LoadScenario(assets.FS, name)
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
		a.AdvanceTo(25 * time.Second) // when an adaptive delay no longer moves
		for range 180 {
			frame()
		}
		a.selected = a.arenas.views[game.Raw].next(0, 1)
		for range 150 {
			frame()
		}
		if n := testing.AllocsPerRun(60, frame); n != 0 {
			t.Errorf("%s: %v allocations a frame, want none", name, n)
		}
	}
}

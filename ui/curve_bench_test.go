package ui

import (
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// BenchmarkCurve is what the what-if panel adds to a frame, with the runs ahead known:
// making its list and drawing it.
func BenchmarkCurve(b *testing.B) {
	s, err := config.LoadScenario(assets.FS, "default")
	if err != nil {
		b.Fatal(err)
	}
	a := testApp(b, s)
	a.AdvanceTo(9 * time.Second)
	a.LookAhead()
	a.SetPlaying(true)
	canvas := raster.NewCanvas(1280, 720, 1)
	in := &im.Input{Focused: true}
	b.ReportAllocs()
	for b.Loop() {
		a.ctx.Begin(in, a.canvas.Bounds())
		a.curvePanel(a.places.curve)
		list, _ := a.ctx.End()
		list.Replay(canvas)
	}
}

package curve

import (
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/ui/raster"
)

// BenchmarkCurve is what the panel adds to a frame, with the forecast known: making its
// list and drawing it.
func BenchmarkCurve(b *testing.B) {
	s, err := config.LoadScenario(assets.FS, "default")
	if err != nil {
		b.Fatal(err)
	}
	w, p := window(b, s, 9*time.Second)
	studied(b, w, p, func(*study.Result) bool { return false })
	w.Model.Playing = true
	canvas := raster.NewCanvas(1280, 720, 1)
	b.ReportAllocs()
	for b.Loop() {
		w.Frame().Replay(canvas)
	}
}

package measure_test

import (
	"math"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// TestCard: underruns a minute and the corrections are those of the frames one by one: of the lenses
// as they report them, and of Raw the jumps from one snapshot to the next.
func TestCard(t *testing.T) {
	s := config.DefaultScenario()
	s.Settings.Down.Loss = 200_000
	run, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	jumps := []float64{}
	last := map[interp.EntityID]interp.Drawn{}
	for run.Now() < 8*time.Second {
		run.AdvanceTo(run.NextFrame())
		for _, d := range run.AppendDrawn(nil, game.Raw) {
			if was, ok := last[d.ID]; ok && was.Generation == d.Generation && was.Segment == d.Segment && was.Pose != d.Pose && d.Kind == world.Car {
				jumps = append(jumps, float64(d.Pose.Position.Sub(was.Pose.Position).Len()))
			}
			last[d.ID] = d
		}
	}
	raw := run.Card(game.Raw, int(world.Car))
	below := 0
	for _, j := range jumps {
		if j <= raw.Correction*1.01 {
			below++
		}
	}
	if share := float64(below) / float64(len(jumps)); raw.Correction < 0.5 || share < 0.94 || share > 0.97 {
		t.Errorf("of %d jumps of Raw %.3f are at most %.3f m, want 95 %%", len(jumps), share, raw.Correction)
	}
	if !math.IsNaN(raw.PerMinute) {
		t.Errorf("Raw has %v underruns a minute", raw.PerMinute)
	}
	for _, l := range []game.Lens{game.Interpolated, game.Extrapolated} {
		report := run.LensReport(l)
		want := float64(report.Overall.Underruns) / (run.Now() - run.AppendFrames(nil, 0)[0].At).Minutes()
		got := run.Card(l, -1)
		if math.Abs(got.PerMinute-want) > 0.01*want || want == 0 {
			t.Errorf("%v: %.2f underruns a minute, want %.2f", l, got.PerMinute, want)
		}
		if got.Correction != report.Overall.Correction.P95 || got.CorrectionDeg != report.Overall.CorrectionDeg.P95 || got.Correction == 0 {
			t.Errorf("%v: corrections of %v m, %v°, want %v, %v", l, got.Correction, got.CorrectionDeg, report.Overall.Correction.P95, report.Overall.CorrectionDeg.P95)
		}
		car := report.Kinds["car"]
		if got := run.Card(l, int(world.Car)); got.Correction != car.Correction.P95 {
			t.Errorf("%v, cars: corrections of %v m, want %v", l, got.Correction, car.Correction.P95)
		}
	}
}

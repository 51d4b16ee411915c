package tuning

import (
	"fmt"
	"strconv"
	"strings"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// budgetRow draws the sliders of what may go wrong at most.
func (f *frame) budgetRow(r raster.Rect) {
	text, b := &f.m.Text.Tuning, f.m.Budget
	width := (r.W - 2*12) / 3
	row := func(id string, v *int64, s im.Slider) {
		at := r.CutLeft(width)
		r.CutLeft(12)
		s.Compact, s.LabelWidth, s.ValueWidth = true, f.m.Theme.Style.Text.Measure(s.Label)+12, min(54, 0.26*width)
		f.c.Slider(id, at, v, s)
	}
	row("underruns", &b.Underruns, im.Slider{
		Label: text.Budget[0][0], Tooltip: text.Budget[0][1], Max: 600, Step: 1, Default: view.UsualBudget.Underruns, Scale: im.Quadratic,
		Format: formatPerMinute, Parse: parsePerMinute,
	})
	row("correction", &b.Correction, im.Slider{
		Label: text.Budget[1][0], Tooltip: text.Budget[1][1], Max: 2000, Step: 10, Scale: im.Quadratic,
		Format: formatCorrection, Parse: parseMetres, Unit: "m",
	})
	row("gap", &b.LongestGap, im.Slider{
		Label: text.Budget[2][0], Tooltip: text.Budget[2][1], Max: int64(study.MaxDelay), Step: 10 * view.Msec, Scale: im.Quadratic,
		Format: formatGap, Parse: parseGap, Unit: "ms",
	})
	f.act.SetBudget(b)
}

func formatPerMinute(tenths int64) string {
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
}

// parsePerMinute reads a number of underruns a minute.
func parsePerMinute(text string) (int64, error) { return parseScaled(text, "/min", 10) }

// parseMetres reads a length.
func parseMetres(text string) (int64, error) { return parseScaled(text, "m", 1000) }

// parseScaled reads a number with a unit and returns it in parts of it.
func parseScaled(text, unit string, parts float64) (int64, error) {
	digits := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), unit))
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || !(v >= 0 && v < 1e6) {
		return 0, fmt.Errorf("%q is not understood, want for example 2.5 %s", text, unit)
	}
	return int64(v*parts + 0.5), nil
}

// parseGap reads a duration.
func parseGap(text string) (int64, error) { return config.ParseValue(config.Duration, text) }

// notAsked is what stands for a part of the budget that is 0: nothing is asked.
const notAsked = "–"

func formatCorrection(mm int64) string {
	if mm == 0 {
		return notAsked
	}
	return strconv.FormatFloat(float64(mm)/1000, 'f', -1, 64) + " m"
}

func formatGap(v int64) string {
	if v == 0 {
		return notAsked
	}
	return view.WholeMilliseconds(v) + " ms"
}

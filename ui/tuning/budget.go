package tuning

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// budgetRow draws the sliders of what may go wrong at most with the kind in focus, or with all.
func (f *frame) budgetRow(r raster.Rect) {
	text, b := &f.m.Text.Tuning, *f.m.FocusBudget()
	view.ChooseFocus(f.c, r.CutLeft(92), f.m, f.act)
	r.CutLeft(12)
	width := (r.W - 2*12) / 3
	// row draws a slider, and returns what is asked for if that has changed.
	row := func(id string, v int64, s im.Slider) (int64, bool) {
		at := r.CutLeft(width)
		r.CutLeft(12)
		s.Compact, s.LabelWidth, s.ValueWidth = true, f.m.Theme.Style.Text.Measure(s.Label)+12, min(54, 0.26*width)
		changed := f.c.Slider(id, at, &v, s).Changed
		return v, changed
	}
	perMinute, _ := b.Limits()
	tenths := func(v float64) int64 { return int64(math.Round(10 * v)) }
	if v, changed := row("underruns", tenths(perMinute), im.Slider{
		Label: text.Budget[0][0], Tooltip: text.Budget[0][1], Max: 600, Step: 1, Default: tenths(config.DefaultUnderruns), Scale: im.Quadratic,
		Format: formatPerMinute, Parse: parsePerMinute,
	}); changed {
		if b.Underruns = amount(v, 10); v == tenths(config.DefaultUnderruns) {
			b.Underruns = nil
		}
		f.act.SetBudget(b)
	}
	// Of what only turns, corrections are in degrees.
	correction, parts := &b.Correction, 1000.0
	s := im.Slider{Label: text.Budget[1][0], Tooltip: text.Budget[1][1], Max: 2000, Step: 10, Scale: im.Quadratic, Format: formatCorrection, Parse: parseMetres, Unit: "m"}
	if f.m.FocusVaries() == world.Rotation {
		correction, parts = &b.CorrectionDeg, 10
		s = im.Slider{Label: text.Budget[3][0], Tooltip: text.Budget[3][1], Max: 900, Step: 5, Scale: im.Quadratic, Format: formatDegrees, Parse: parseDegrees, Unit: "°"}
	}
	present := int64(0)
	if *correction != nil {
		present = int64(math.Round(parts * **correction))
	}
	if v, changed := row("correction", present, s); changed {
		if *correction = amount(v, parts); v == 0 {
			*correction = nil
		}
		f.act.SetBudget(b)
	}
	present = 0
	if b.LongestGap != nil {
		present = int64(*b.LongestGap)
	}
	if v, changed := row("gap", present, im.Slider{
		Label: text.Budget[2][0], Tooltip: text.Budget[2][1], Max: int64(config.LongestSurvivable), Step: 10 * view.Msec, Scale: im.Quadratic,
		Format: formatGap, Parse: parseGap, Unit: "ms",
	}); changed {
		if b.LongestGap = (*time.Duration)(&v); v == 0 {
			b.LongestGap = nil
		}
		f.act.SetBudget(b)
	}
}

// amount returns a number that a slider has in parts of it.
func amount(v int64, parts float64) *float64 {
	of := float64(v) / parts
	return &of
}

func formatPerMinute(tenths int64) string {
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
}

// parsePerMinute reads a number of underruns a minute.
func parsePerMinute(text string) (int64, error) { return parseScaled(text, "/min", 10) }

// parseMetres reads a length.
func parseMetres(text string) (int64, error) { return parseScaled(text, "m", 1000) }

// parseDegrees reads an angle.
func parseDegrees(text string) (int64, error) {
	return parseScaled(strings.TrimSuffix(text, "deg"), "°", 10)
}

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

func formatDegrees(tenths int64) string {
	if tenths == 0 {
		return notAsked
	}
	return formatPerMinute(tenths) + "°"
}

func formatGap(v int64) string {
	if v == 0 {
		return notAsked
	}
	return view.WholeMilliseconds(v) + " ms"
}

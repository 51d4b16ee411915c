package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/ui/view"
)

// defaultBudget is one underrun a minute, and nothing else asked for.
var defaultBudget = tuningBudget{underruns: 10}

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
	return string(view.Milliseconds(nil, time.Duration(v))) + " ms"
}

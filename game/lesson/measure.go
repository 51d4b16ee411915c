package lesson

import (
	"fmt"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Measure is something measured of a run over a time up to now.
type Measure uint8

const (
	// Underruns counts those that have begun.
	Underruns Measure = iota
	// UnderrunShare is the share of the time in underrun, in per cent.
	UnderrunShare
	// Latency is the mean display latency in ms.
	Latency
	// Error is the distance to the truth of now, RMS, in m.
	Error
	// PathError is the distance to the truth of the time shown, RMS, in m.
	PathError
	// RotationError is the angle to the truth of now, RMS, in degrees.
	RotationError
	// RotationPathError is the angle to the truth of the time shown, RMS, in degrees.
	RotationPathError
	// StateWrong is the share of the time in which an entity is shown in another discrete
	// state than it is in, in per cent.
	StateWrong
	// Roughness is the change of the drawn velocity beyond that of the truth, RMS,
	// in m/s.
	Roughness
	// Corrections is how many visible corrections an entity had in a second.
	Corrections
	// ClockError is how wrong the client's idea of the offset was at worst, in ms.
	ClockError
	// Needed is the smallest delay that would have been enough, in ms.
	Needed
	// Bits is what the server has sent, in kbit/s.
	Bits
	// NumMeasures is the number of measures.
	NumMeasures
)

// measureInfo describes a measure.
type measureInfo struct {
	name, unit string
	byLens     bool // there is one for each lens
	byKind     bool // and of the interpolated lens one for each kind
}

var measures = [NumMeasures]measureInfo{
	Underruns:         {"underruns", "", true, true},
	UnderrunShare:     {"underrun-share", "%", true, true},
	Latency:           {"latency", "ms", true, false},
	Error:             {"error", "m", true, false},
	PathError:         {"path-error", "m", true, false},
	RotationError:     {"rotation-error", "°", true, true},
	RotationPathError: {"rotation-path-error", "°", true, false},
	StateWrong:        {"state-wrong", "%", true, true},
	Roughness:         {"roughness", "m/s", true, false},
	Corrections:       {"corrections", "/s", true, false},
	ClockError:        {"clock-error", "ms", false, false},
	Needed:            {"needed-delay", "ms", false, true},
	Bits:              {"bits", "kbit/s", false, false},
}

// String returns the measure's name in files.
func (m Measure) String() string {
	if m >= NumMeasures {
		return "unknown"
	}
	return measures[m].name
}

// Unit returns what follows its numbers, "" for a count.
func (m Measure) Unit() string { return measures[m].unit }

// ByLens reports whether there is one for each lens.
func (m Measure) ByLens() bool { return measures[m].byLens }

// parseMeasure returns the measure of a name, or an error that names the nearest ones.
func parseMeasure(name string) (Measure, error) {
	var names []string
	for m := range NumMeasures {
		if m.String() == name {
			return m, nil
		}
		names = append(names, m.String())
	}
	return 0, fmt.Errorf("no measure is called %q%s", name, config.Suggest(name, names))
}

// parse reads a number with the measure's unit.
func (m Measure) parse(text string) (float64, error) {
	number, found := strings.CutSuffix(strings.TrimSpace(text), m.Unit())
	v, ok := config.ParseNumber(strings.TrimSpace(number))
	if !found || !ok {
		return 0, fmt.Errorf("%q is not understood, want a number such as \"3%s\"", text, m.Unit())
	}
	return v, nil
}

// of measures a lens over a time up to the last display frame; kind is of Interpolated
// only, −1 for all.
func (m Measure) of(s *measure.Run, l game.Lens, kind int, over time.Duration) float64 {
	if over <= 0 {
		return 0
	}
	recent := s.Recent(l, over)
	underruns, inUnderrun := recent.Underruns, recent.InUnderrun
	if kind >= 0 && l == game.Interpolated {
		k := s.RecentKind(interp.Kind(kind), over)
		underruns, inUnderrun = k.Underruns, k.InUnderrun
	}
	switch m {
	case Underruns:
		return float64(underruns)
	case UnderrunShare:
		return 100 * inUnderrun.Seconds() / over.Seconds()
	case Latency:
		return config.Milliseconds(recent.Latency)
	case Error:
		return recent.Error
	case PathError:
		return recent.PathError
	case RotationError:
		if kind >= 0 {
			return recent.Kinds[kind].ErrorDeg
		}
		return recent.ErrorDeg
	case RotationPathError:
		return recent.PathErrorDeg
	case StateWrong:
		if kind >= 0 {
			return 100 * recent.Kinds[kind].StateWrong
		}
		return 100 * recent.StateWrong
	case Roughness:
		return recent.Roughness
	case Corrections:
		return recent.Corrections
	case ClockError:
		return config.Milliseconds(s.RecentClockError(over))
	case Needed:
		return config.Milliseconds(needed(s, kind, over))
	}
	return bits(s, over)
}

// needed returns the delay that would have been enough for a kind, or for all.
func needed(s *measure.Run, kind int, over time.Duration) (worst time.Duration) {
	for k := range world.MaxKinds {
		if kind < 0 || kind == int(k) {
			worst = max(worst, s.RecentKind(k, over).Needed)
		}
	}
	return worst
}

// bits returns what was sent to the client over a time up to now, with headers, in kbit/s.
func bits(s *measure.Run, over time.Duration) float64 {
	bytes := 0
	for _, p := range s.AppendPackets(nil, s.Now()-over+1, s.Now()) {
		bytes += p.Link.Size + measure.HeaderBytes
	}
	return float64(bytes) * 8 / 1000 / over.Seconds()
}

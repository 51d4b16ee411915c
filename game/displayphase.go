package game

import (
	"math/rand/v2"
	"time"
)

// DisplayPhase is where the display frames lie between the server's ticks. It holds from
// the start of a session on.
type DisplayPhase uint8

const (
	// DrawnPhase has it drawn from the seed: send and display rates are often in step,
	// and a fixed phase would show one case for all.
	DrawnPhase DisplayPhase = iota
	// InStepPhase has the first frame, and at rates in step each one that can, fall on a
	// tick. Runs that are compared with figures from elsewhere may need it.
	InStepPhase
)

var displayPhaseNames = []string{"drawn", "in-step"}

// String returns the phase's name in settings.
func (p DisplayPhase) String() string {
	if int(p) < len(displayPhaseNames) {
		return displayPhaseNames[p]
	}
	return "unknown"
}

// displayPhase returns when the first display frame is.
func (s *Settings) displayPhase(seed uint64) time.Duration {
	if s.DisplayPhase == InStepPhase {
		return 0
	}
	return time.Duration(rand.New(rand.NewPCG(seed, streamPhase)).Int64N(int64(s.DisplayRate.Period())))
}

// phaseAt returns when the first display frame is at a share of the period, 0 to 1.
func phaseAt(s *Settings, share float64) time.Duration {
	period := s.DisplayRate.Period()
	return min(time.Duration(share*float64(period)), period-1)
}

// SetDisplayPhase has the display frames lie at a share of their period, 0 to 1: see
// TimingRun.SetDisplayPhase. Call it before the first AdvanceTo.
func (s *Session) SetDisplayPhase(share float64) {
	if s.settings.DisplayPhase == DrawnPhase {
		s.frames.anchor = phaseAt(&s.settings, share)
	}
}

package game

import "snaplab/interp/naive"

// Mistake is a common mistake that a lens beside the others makes.
type Mistake uint8

// NoMistake is set where there is no such lens. The others follow it in the order of
// naive.All.
const NoMistake Mistake = 0

var (
	mistakes     = naive.All()
	mistakeNames = namesOfMistakes()
)

func namesOfMistakes() []string {
	names := []string{"none"}
	for _, m := range mistakes {
		names = append(names, m.Name)
	}
	return names
}

// String returns the mistake's name, "none" for NoMistake.
func (m Mistake) String() string {
	if int(m) < len(mistakeNames) {
		return mistakeNames[m]
	}
	return "unknown"
}

// Sentence says what is done wrong and why it is wrong, Watch what to set and what to
// look for then. Both are empty for NoMistake.
func (m Mistake) Sentence() string { return m.known().Sentence }

// Watch: see Sentence.
func (m Mistake) Watch() string { return m.known().Watch }

func (m Mistake) known() naive.Mistake {
	if m == NoMistake || int(m) > len(mistakes) {
		return naive.Mistake{}
	}
	return mistakes[m-1]
}

// setMistake makes the lens of the mistake that is set afresh, or takes it away, and
// forgets what was measured of one before it.
func (s *Session) setMistake() {
	s.lenses[Mistaken] = nil
	if s.settings.Mistake != NoMistake {
		s.lenses[Mistaken] = s.settings.Mistake.known().New()
	}
	s.client.lenses = s.lenses[:s.settings.Lenses()]
	s.metrics.lenses[Mistaken] = lensMetrics{}
	s.metrics.lenses[Mistaken].begin(s.world.Len())
	for i := range s.metrics.recent.ring {
		s.metrics.recent.ring[i].Lenses[Mistaken] = LensSummary{}
	}
}

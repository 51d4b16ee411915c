package game

import "time"

// series is instants at a fixed rate from an anchor. Each is computed
// from its number, never from the one before, so 30 Hz has 1800 instants
// in a minute and not 1799.
type series struct {
	anchor time.Duration
	rate   Rate
	n      int64 // number of the next instant, counted from the anchor
}

// next returns the next instant.
func (s *series) next() time.Duration { return s.at(s.n) }

func (s *series) at(n int64) time.Duration { return s.anchor + s.rate.At(n) }

// before returns the last instant before t among those passed, and whether there is
// one since the rate was set.
func (s *series) before(t time.Duration) (time.Duration, bool) {
	for n := s.n - 1; n >= 0; n-- {
		if at := s.at(n); at < t {
			return at, true
		}
	}
	return 0, false
}

// skipTo leaves out the instants before t.
func (s *series) skipTo(t time.Duration) {
	for s.next() < t {
		s.n++
	}
}

// retune changes the rate from the last instant passed on: the next one comes a new
// period after it, or at once if that is already past.
func (s *series) retune(rate Rate, now time.Duration) {
	if rate == s.rate {
		return
	}
	if s.n > 0 {
		s.anchor = s.at(s.n - 1)
		s.n = 1
	}
	s.rate = rate
	s.skipTo(now)
}

package config

import "time"

// series is instants at a fixed rate from an anchor. Each is computed
// from its number, never from the one before, so 30 Hz has 1800 instants
// in a minute and not 1799.
type Series struct {
	Anchor time.Duration
	Rate   Rate
	N      int64 // number of the next instant, counted from the anchor
}

// next returns the next instant.
func (s *Series) Next() time.Duration { return s.At(s.N) }

func (s *Series) At(n int64) time.Duration { return s.Anchor + s.Rate.At(n) }

// before returns the last instant before t among those passed, and whether there is
// one since the rate was set.
func (s *Series) Before(t time.Duration) (time.Duration, bool) {
	for n := s.N - 1; n >= 0; n-- {
		if at := s.At(n); at < t {
			return at, true
		}
	}
	return 0, false
}

// skipTo leaves out the instants before t.
func (s *Series) SkipTo(t time.Duration) {
	for s.Next() < t {
		s.N++
	}
}

// retune changes the rate from the last instant passed on: the next one comes a new
// period after it, or at once if that is already past.
func (s *Series) Retune(rate Rate, now time.Duration) {
	if rate == s.Rate {
		return
	}
	if s.N > 0 {
		s.Anchor = s.At(s.N - 1)
		s.N = 1
	}
	s.Rate = rate
	s.SkipTo(now)
}

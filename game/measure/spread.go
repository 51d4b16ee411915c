package measure

import "time"

// delaySpread is the range of a duration and its mean.
type delaySpread struct {
	count         int
	sum, min, max time.Duration
}

func (s *delaySpread) add(d time.Duration) { s.merge(&delaySpread{1, d, d, d}) }

func (s *delaySpread) merge(other *delaySpread) {
	switch {
	case other.count == 0:
		return
	case s.count == 0:
		s.min, s.max = other.min, other.max
	}
	s.count += other.count
	s.sum += other.sum
	s.min, s.max = min(s.min, other.min), max(s.max, other.max)
}

// mean returns the mean in nanoseconds, 0 of nothing.
func (s *delaySpread) mean() float64 {
	if s.count == 0 {
		return 0
	}
	return float64(s.sum) / float64(s.count)
}

// occupancy is how many snapshots were ahead of render time.
type occupancy struct {
	min, max int
	sum      moments
}

func (o *occupancy) add(ahead int) {
	if o.sum.count == 0 || ahead < o.min {
		o.min = ahead
	}
	o.max = max(o.max, ahead)
	o.sum.add(float64(ahead))
}

package raster

// slab hands out pieces of larger pieces of memory, so that filling a cache costs
// few allocations. A piece's memory is free when all of its slab are.
type slab[T any] struct{ rest []T }

// take returns n zero values, and allocates several times as many if there are
// not enough.
func (s *slab[T]) take(n, several int) []T {
	if n > len(s.rest) {
		s.rest = make([]T, n*several)
	}
	piece := s.rest[:n:n]
	s.rest = s.rest[n:]
	return piece
}

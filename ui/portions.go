package ui

import "time"

// portionSize is how much background work is done in a frame: more as long as frames
// come in time, and less for good where they don't, since the time that the next one
// may take is known from those before alone.
type portionSize struct {
	size, most int // most: what was too much, less one; 0 for the bound
	calm       int // frames in time since the size was changed
}

const (
	smallestPortion, firstPortion, largestPortion = 1, 3, 12
	calmFrame                                     = 25 * time.Millisecond // a frame of 60 Hz that came in time, and some
	calmFrames                                    = 20
	trustFrames                                   = 600 // after which more may be tried again
)

// next returns how much to do now, elapsed after the frame before.
func (p *portionSize) next(elapsed time.Duration) int {
	if p.size == 0 {
		p.size, p.most = firstPortion, largestPortion
	}
	switch {
	case elapsed > calmFrame:
		p.most = max(p.size-1, smallestPortion)
		p.size = max(p.size/2, smallestPortion)
		p.calm = 0
	case p.calm < calmFrames:
		p.calm++
	case p.size < p.most:
		p.size++
		p.calm = 0
	case p.calm < trustFrames:
		p.calm++
	case p.most < largestPortion:
		p.most++
		p.calm = calmFrames
	}
	return p.size
}

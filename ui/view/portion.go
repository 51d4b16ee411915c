package view

import "time"

// Portion is how much background work is done in a frame: more as long as frames come in
// time, and less for long where they don't, since what time the next one has to spare is
// known from those before alone. Smallest and Largest are to be set, in any unit of work.
type Portion struct {
	Smallest, Largest int

	size, most int // most: what was too much, less one
	calm       int // frames in time since the size was changed
}

const (
	calmFrame   = 25 * time.Millisecond // a frame of 60 Hz that came in time, and some
	calmFrames  = 10                    // after which more is done
	trustFrames = 600                   // after which what was too much is tried again
)

// Next returns how much to do now, elapsed after the frame before.
func (p *Portion) Next(elapsed time.Duration) int {
	if p.size == 0 { // nothing was done in the frame before, so that it says nothing
		p.size, p.most = (3*p.Smallest+p.Largest)/4, p.Largest
		return p.size
	}
	switch {
	case elapsed > calmFrame:
		p.most = max(p.size-1, p.Smallest)
		p.size = max(p.size/2, p.Smallest)
		p.calm = 0
	case p.calm < calmFrames:
		p.calm++
	case p.size < p.most:
		p.size = min(p.size+max(1, p.size/8), p.most)
		p.calm = 0
	case p.calm < trustFrames:
		p.calm++
	case p.most < p.Largest:
		p.most++
		p.calm = calmFrames
	}
	return p.size
}

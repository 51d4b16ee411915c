package game

import "snaplab/interp"

// Lens names one way of drawing the same packets.
type Lens uint8

const (
	// Raw draws the newest snapshot as it comes.
	Raw Lens = iota
	// Interpolated draws between two snapshots, one delay ago.
	Interpolated
	// Extrapolated guesses forward to the server's present.
	Extrapolated
	// NumLenses is the number of lenses; they are 0 to NumLenses-1.
	NumLenses
)

var lensNames = [NumLenses]string{"raw", "interpolated", "extrapolated"}

// String returns the lens's name in lower case.
func (l Lens) String() string {
	if l < NumLenses {
		return lensNames[l]
	}
	return "unknown"
}

func newLens(l Lens) interp.Lens {
	switch l {
	case Raw:
		return new(interp.Raw)
	case Extrapolated:
		return new(interp.Extrapolated)
	}
	return new(interp.Interpolated)
}

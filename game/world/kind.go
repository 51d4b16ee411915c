package world

import "snaplab/interp"

// The kinds of entity in the world. Each moves in a way that is easy or hard to
// interpolate for a reason of its own; see the motions.
const (
	// Walker walks between way points at an easy pace, pauses and turns.
	Walker interp.Kind = iota
	// Car drives round a closed road, fast and smoothly.
	Car
	// Drone circles, climbs and banks, and now and then rolls through 360°.
	Drone
	// Ball bounces off the edges of the field and hops.
	Ball
	// Blinker hovers and teleports.
	Blinker
	// Rocket is spawned, flies straight and fast and is destroyed; its slot is
	// used again.
	Rocket
	// Turret stands still and turns to and fro across the heading of ±180°.
	Turret
	// Door stands still and opens and closes: a discrete state and no motion.
	Door
	// NumKinds is the number of kinds; they are 0 to NumKinds-1.
	NumKinds
)

var kindNames = [NumKinds]string{
	Walker: "walker", Car: "car", Drone: "drone", Ball: "ball",
	Blinker: "blinker", Rocket: "rocket", Turret: "turret", Door: "door",
}

// KindName returns the lower-case name of k, such as "walker", or "unknown" for
// a number that is no kind.
func KindName(k interp.Kind) string {
	if k >= NumKinds {
		return "unknown"
	}
	return kindNames[k]
}

// ParseKind is the inverse of KindName. It is exact: no case is folded and no
// space trimmed.
func ParseKind(s string) (interp.Kind, bool) {
	for k, name := range kindNames {
		if s == name {
			return interp.Kind(k), true
		}
	}
	return 0, false
}

// KindNames returns the names of all kinds, by kind. The slice must not be changed.
func KindNames() []string { return kindNames[:] }

package world

import (
	"slices"

	"snaplab/interp"
)

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

// builtIn are the properties of the kinds.
var builtIn = [NumKinds]struct {
	name string
	// mortal entities are destroyed and spawned again; the others live for ever.
	mortal bool
	// varies is what of an entity changes; see Varies.
	varies Quantity
	// make returns the motion of the ordinal-th entity of the kind.
	make func(seed uint64, ordinal int, places *standing) motion
}{
	Walker:  {"walker", false, Position, func(seed uint64, n int, _ *standing) motion { return newWalker(seed, n) }},
	Car:     {"car", false, Position, func(seed uint64, n int, _ *standing) motion { return newCar(seed, n) }},
	Drone:   {"drone", false, Position, func(seed uint64, n int, _ *standing) motion { return newDrone(seed, n) }},
	Ball:    {"ball", false, Position, func(seed uint64, n int, _ *standing) motion { return newBall(seed, n) }},
	Blinker: {"blinker", false, Position, func(seed uint64, n int, _ *standing) motion { return newBlinker(seed, n) }},
	Rocket:  {"rocket", true, Position, func(seed uint64, n int, _ *standing) motion { return newRocket(seed, n) }},
	Turret:  {"turret", false, Rotation, func(seed uint64, n int, p *standing) motion { return newTurret(seed, n, p.turret(n)) }},
	Door:    {"door", false, Stance, func(seed uint64, n int, p *standing) motion { return newDoor(seed, n, p.door(n)) }},
}

// Quantity is something of a State that changes with time.
type Quantity uint8

const (
	// Position: the entity moves, whatever else it does. Errors are told in metres.
	Position Quantity = iota
	// Rotation: it stays where it is and turns. Errors are told in degrees.
	Rotation
	// Stance: it stays as it is but for its discrete state. Errors are told as the time
	// in which that is wrong.
	Stance
)

// Varies returns what of a kind changes, and so what an error of it is told in: Position
// of whatever moves, and of a number that is no kind.
func Varies(k interp.Kind) Quantity {
	if k >= NumKinds {
		return Position
	}
	return builtIn[k].varies
}

var kindNames = func() (names []string) {
	for k := range builtIn {
		names = append(names, builtIn[k].name)
	}
	return names
}()

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
	k := slices.Index(kindNames, s)
	return interp.Kind(max(k, 0)), k >= 0
}

// KindNames returns the names of all kinds, by kind. The slice must not be changed.
func KindNames() []string { return kindNames }

package world

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"snaplab/interp"
)

// The built-in kinds. Each moves in a way that is easy or hard to interpolate for a reason
// of its own; see the motions.
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
	// NumBuiltIn is the number of built-in kinds; they are 0 to NumBuiltIn-1.
	NumBuiltIn
)

// MaxKinds bounds the kinds of a run; they are 0 to MaxKinds-1.
const MaxKinds = interp.Kind(interp.MaxKinds)

// Shape is what an entity looks like: the shapes of the built-in kinds have their numbers,
// the others come after.
type Shape = interp.Kind

// The shapes that no built-in kind has.
const (
	Capsule Shape = NumBuiltIn + iota
	Box
	Arrow
	Point
	NumShapes
)

var shapeNames = []string{"walker", "car", "drone", "ball", "blinker", "rocket", "turret", "door", "capsule", "box", "arrow", "point"}

// ShapeNames returns the names of all shapes, by shape. The slice must not be changed.
func ShapeNames() []string { return shapeNames }

// motions are the built-in ways to move, by the kind that has each.
var motions = [NumBuiltIn]struct {
	// mortal entities are destroyed and spawned again; the others live for ever.
	mortal bool
	// varies is what of an entity changes; see Kinds.Varies.
	varies Quantity
	// speed is the mean speed in m/s, over the time in which it lives; 0 for what has none
	// that could be set.
	speed float64
	// sharpest and widest are the turn radii that it may be given, in metres; 0 where it has
	// none that could be set.
	sharpest, widest float64
	// make returns the motion of the ordinal-th entity that moves so, with a turn radius
	// in metres or 0 for its own.
	make func(seed uint64, ordinal int, radius float64, places *standing) motion
}{
	Walker:  {false, Position, 1.2, 0.1, 3, func(seed uint64, n int, radius float64, _ *standing) motion { return newWalker(seed, n, radius) }},
	Car:     {false, Position, 11, 1, carRadius, func(seed uint64, n int, radius float64, _ *standing) motion { return newCar(seed, n, radius) }},
	Drone:   {false, Position, 6.3, 0.5, 10, func(seed uint64, n int, radius float64, _ *standing) motion { return newDrone(seed, n, radius) }},
	Ball:    {false, Position, 7.5, 0, 0, func(seed uint64, n int, _ float64, _ *standing) motion { return newBall(seed, n) }},
	Blinker: {false, Position, 0, 0, 0, func(seed uint64, n int, _ float64, _ *standing) motion { return newBlinker(seed, n) }},
	Rocket:  {true, Position, 21, 0, 0, func(seed uint64, n int, _ float64, _ *standing) motion { return newRocket(seed, n) }},
	Turret:  {false, Rotation, 0, 0, 0, func(seed uint64, n int, _ float64, p *standing) motion { return newTurret(seed, n, p.turret(n)) }},
	Door:    {false, Stance, 0, 0, 0, func(seed uint64, n int, _ float64, p *standing) motion { return newDoor(seed, n, p.door(n)) }},
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

// Kind is a kind of entity: a name with properties.
type Kind struct {
	// Name is of lower-case letters, digits and hyphens, and begins with a letter.
	Name string
	// Shape is what it looks like.
	Shape Shape
	// Size is the length of its longest side in metres, 0 for the shape's own. It
	// changes what is drawn only.
	Size float64
	// Motion is the built-in kind as which its entities move, where they are not Recorded.
	Motion interp.Kind
	// File is the name of the file of a recording of their motion, "" for none, Recorded
	// what was read of it.
	File     string
	Recorded *Recording
	// Speed is how fast they do on average, in m/s; 0 for the motion's own. Everything
	// of the motion is that much faster or slower, its turns and pauses too.
	Speed float64
	// TurnRadius is about that of its turns in metres, where there is room for it; 0 for
	// the motion's own. It leaves the speed as it is.
	TurnRadius float64
}

// What a Size may be, in metres, and how many times faster or slower than its own a motion
// may be.
const (
	MinSize, MaxSize = 0.1, 20
	maxPace          = 20
)

// Validate returns an error that names the first property out of range.
func (k *Kind) Validate() error {
	valid := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' }
	switch own := k.builtIn(); {
	case k.Name == "" || len(k.Name) > 20 || k.Name[0] < 'a' || k.Name[0] > 'z' || !validAll(k.Name, valid):
		return fmt.Errorf("name %q is no name of a kind, want 1 to 20 of a-z, 0-9 and -, a letter first", k.Name)
	case k.Name == "all" || k.Name == "packets" || k.Name == "unknown":
		return fmt.Errorf("name %q means something else", k.Name)
	case k.Shape >= NumShapes:
		return fmt.Errorf("shape is %d, want 0 to %d", k.Shape, NumShapes-1)
	case k.Motion >= NumBuiltIn:
		return fmt.Errorf("motion is %d, want 0 to %d", k.Motion, NumBuiltIn-1)
	case own && k.File == "" && k.Motion != interp.Kind(slices.Index(builtInNames, k.Name)):
		return fmt.Errorf("%s is a built-in kind with a motion of its own, want another name", k.Name)
	case k.Size != 0 && !(k.Size >= MinSize && k.Size <= MaxSize):
		return fmt.Errorf("size is %v m, want %v to %v m", k.Size, MinSize, float64(MaxSize))
	}
	if k.File != "" && (k.Speed != 0 || k.TurnRadius != 0) {
		return errors.New("speed and turn-radius are of built-in motions, its own is recorded")
	}
	usual := motions[k.Motion].speed
	if err := k.check("speed", k.Speed, usual/maxPace, usual*maxPace, "m/s"); err != nil {
		return err
	}
	return k.check("turn-radius", k.TurnRadius, motions[k.Motion].sharpest, motions[k.Motion].widest, "m")
}

// check returns an error if a number that its motion is given, 0 for none, is outside a range.
func (k *Kind) check(what string, v, least, most float64, unit string) error {
	switch {
	case v == 0 || v >= least && v <= most:
		return nil
	case most == 0:
		return fmt.Errorf("%s is %v %s, but the motion of a %s has none", what, v, unit, builtInNames[k.Motion])
	}
	return fmt.Errorf("%s is %v %s, want %.3g to %.3g %s for the motion of a %s", what, v, unit, least, most, unit, builtInNames[k.Motion])
}

func validAll(s string, valid func(rune) bool) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !valid(r) })
}

// builtIn reports whether the kind has the name of a built-in one.
func (k *Kind) builtIn() bool { return slices.Contains(builtInNames, k.Name) }

// Kinds are the kinds of a run, numbered from 0. It is never changed after its making, so
// that settings share it. Nil are the built-in kinds.
type Kinds struct{ list []Kind }

var (
	builtInNames = shapeNames[:NumBuiltIn]
	builtInKinds = func() *Kinds {
		var list []Kind
		for k, name := range builtInNames {
			list = append(list, Kind{Name: name, Shape: Shape(k), Motion: interp.Kind(k)})
		}
		return &Kinds{list}
	}()
)

// BuiltIn returns a built-in kind, which its caller may change.
func BuiltIn(k interp.Kind) Kind { return builtInKinds.list[k] }

// NewKinds returns the table of some kinds, which get the numbers of their places. An error
// names the one that is no good.
func NewKinds(list []Kind) (*Kinds, error) {
	if len(list) > int(MaxKinds) {
		return nil, fmt.Errorf("there are %d kinds, want at most %d", len(list), MaxKinds)
	}
	for i := range list {
		if err := list[i].Validate(); err != nil {
			return nil, fmt.Errorf("kind %d: %w", i+1, err)
		}
		if slices.ContainsFunc(list[:i], func(k Kind) bool { return k.Name == list[i].Name }) {
			return nil, fmt.Errorf("kind %d: the name %q is another's", i+1, list[i].Name)
		}
	}
	return &Kinds{slices.Clone(list)}, nil
}

func (t *Kinds) all() []Kind {
	if t == nil {
		return builtInKinds.list
	}
	return t.list
}

// Len returns how many there are; they are 0 to Len()-1.
func (t *Kinds) Len() int { return len(t.all()) }

// Equal reports whether two tables say the same.
func (t *Kinds) Equal(other *Kinds) bool { return t == other || slices.Equal(t.all(), other.all()) }

// Of returns a kind, the zero Kind with the name "unknown" of a number that is none.
func (t *Kinds) Of(k interp.Kind) Kind {
	if int(k) >= t.Len() {
		return Kind{Name: "unknown"}
	}
	return t.all()[k]
}

// Name returns the name of a kind, such as "walker", or "unknown" for a number that is none.
func (t *Kinds) Name(k interp.Kind) string { return t.Of(k).Name }

// Parse is the inverse of Name. It is exact: no case is folded and no space trimmed.
func (t *Kinds) Parse(name string) (interp.Kind, bool) {
	k := slices.IndexFunc(t.all(), func(k Kind) bool { return k.Name == name })
	return interp.Kind(max(k, 0)), k >= 0
}

// Names returns the names of all kinds, by kind. The slice must not be changed.
func (t *Kinds) Names() []string {
	if t == nil {
		return builtInNames
	}
	names := make([]string, len(t.list))
	for i := range names {
		names[i] = t.list[i].Name
	}
	return names
}

// File returns the name of the first recording that a kind moves by, "" if none does.
func (t *Kinds) File() string {
	for _, k := range t.all() {
		if k.File != "" {
			return k.File
		}
	}
	return ""
}

// Field returns how wide and deep the field is, in metres, in whose middle the world's zero
// lies: that of the built-in motions, or as large as recorded ones need.
func (t *Kinds) Field() (width, depth float64) {
	for _, k := range t.all() {
		if k.Recorded != nil {
			width, depth = max(width, k.Recorded.Width), max(depth, k.Recorded.Depth)
		} else if t != nil {
			width, depth = max(width, FieldWidth), max(depth, FieldDepth)
		}
	}
	if width == 0 || depth == 0 {
		return FieldWidth, FieldDepth
	}
	return width, depth
}

// Mortal reports whether entities of a kind are destroyed and spawned again.
func (t *Kinds) Mortal(k interp.Kind) bool {
	if int(k) >= t.Len() {
		return false
	}
	if r := t.all()[k].Recorded; r != nil {
		return slices.ContainsFunc(r.Tracks, func(track Track) bool { return newRecorded(track, r.Length).mortal })
	}
	return motions[t.all()[k].Motion].mortal
}

// Lasting returns the table with entities of a kind that never come or go, for those to whom it
// matters when they are sent and not where they are: if they do, they move as cars instead.
func (t *Kinds) Lasting(k interp.Kind) *Kinds {
	if !t.Mortal(k) {
		return t
	}
	list := slices.Clone(t.all())
	list[k] = Kind{Name: "lasting", Shape: list[k].Shape, Motion: Car}
	return &Kinds{list}
}

// Varies returns what of a kind changes, and so what an error of it is told in: Position
// of whatever moves, and of a number that is no kind.
func (t *Kinds) Varies(k interp.Kind) Quantity {
	if int(k) >= t.Len() {
		return Position
	}
	kind := &t.all()[k]
	if kind.Recorded != nil {
		return kind.Recorded.Varies
	}
	return motions[kind.Motion].varies
}

// Package world is the truth: kinds of entities, how each moves as a closed form in time, and
// the history of a world whose server restarts and whose entities are teleported or respawned.
package world

import (
	"fmt"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// The field: x from -FieldWidth/2 to FieldWidth/2, y from -FieldDepth/2 to
// FieldDepth/2 and z from 0 to FieldHeight, in metres. No entity leaves it.
const (
	FieldWidth  = 44
	FieldDepth  = 32
	FieldHeight = 8
)

// MaxEntities bounds the number of entities in a world.
const MaxEntities = 65535

// Group asks for Count entities of one kind.
type Group struct {
	Kind  interp.Kind
	Count int
}

// State is the truth about one entity at one instant.
type State struct {
	// Pose is in metres; a model's nose points along its +x, its top along +z.
	// Walkers, cars, turrets and doors are placed by the ground under them
	// (z = 0), the others by their middle. A closed door is a wall along its y.
	Pose interp.Pose
	// Velocity is the derivative of the position in m/s. At a corner of the
	// motion (a bounce) it is that of the motion to come.
	Velocity mgl32.Vec3
	// Generation counts the spawns in this slot since time 0. It wraps.
	Generation uint16
	// Segment counts the discontinuities since time 0. It wraps.
	Segment uint8
	// Stance is the discrete state: for a door 0 is closed and 1 is open; for
	// the other kinds it is 0.
	Stance uint8
	// Alive is false from the destruction of a generation until the spawn of
	// the next. Until then Generation is that of the last one, Pose where it
	// was destroyed, and Velocity zero.
	Alive bool
}

// World is a set of entities whose motions are closed forms in time: the truth
// exists at any instant and costs the same whenever it is asked for. The zero
// value is an empty world. A World is never changed after its making.
type World struct{ entities []entity }

type entity struct {
	kind   interp.Kind
	mortal bool
	motion motion
}

// NewWorld places the entities of the groups, in their order, each by the seed,
// its motion and its ordinal among those that move so. So adding a group at the end changes
// none of the entities before. An error names the field and the value that is
// no good.
func NewWorld(seed uint64, kinds *Kinds, groups []Group) (*World, error) {
	total := 0
	for i, g := range groups {
		if int(g.Kind) >= kinds.Len() {
			return nil, fmt.Errorf("groups[%d].Kind: %d is no kind, want 0 to %d", i, g.Kind, kinds.Len()-1)
		}
		if g.Count < 0 || g.Count > MaxEntities {
			return nil, fmt.Errorf("groups[%d].Count: %d, want 0 to %d", i, g.Count, MaxEntities)
		}
		if total += g.Count; total > MaxEntities {
			return nil, fmt.Errorf("groups[%d].Count: %d makes %d entities in all, want at most %d", i, g.Count, total, MaxEntities)
		}
	}
	w := &World{entities: make([]entity, 0, total)}
	places := &standing{seed: seed}
	var ordinals [NumBuiltIn]int // by motion
	var tracks [MaxKinds]int
	for i, g := range groups {
		kind := kinds.Of(g.Kind)
		for range g.Count {
			if r := kind.Recorded; kind.File != "" {
				if r == nil || len(r.Tracks) == 0 {
					return nil, fmt.Errorf("the motion of the kind %s, %s, has not been read", kind.Name, kind.File)
				}
				if tracks[g.Kind] >= len(r.Tracks) {
					return nil, fmt.Errorf("groups[%d].Count: there are %d of the kind %s in %s, want at most so many", i, len(r.Tracks), kind.Name, kind.File)
				}
				m := r.motion(tracks[g.Kind])
				w.entities = append(w.entities, entity{g.Kind, m.mortal, m})
				tracks[g.Kind]++
				continue
			}
			m := motions[kind.Motion].make(seed, ordinals[kind.Motion], kind.TurnRadius, places)
			if kind.Speed != 0 {
				m = newPaced(m, kind.Speed/motions[kind.Motion].speed)
			}
			w.entities = append(w.entities, entity{g.Kind, kinds.Mortal(g.Kind), m})
			ordinals[kind.Motion]++
		}
	}
	return w, nil
}

// Len returns the number of entities.
func (w *World) Len() int { return len(w.entities) }

// ID returns the identity of entity i, 0 ≤ i < Len(). Identities are 1 to Len()
// and never change.
func (w *World) ID(i int) interp.EntityID { return interp.EntityID(i + 1) }

// Kind returns the kind of entity i, 0 ≤ i < Len().
func (w *World) Kind(i int) interp.Kind { return w.entities[i].kind }

// Mortal reports whether entity i, 0 ≤ i < Len(), is ever destroyed.
func (w *World) Mortal(i int) bool { return w.entities[i].mortal }

// At writes the state of entity i, 0 ≤ i < Len(), at time t into s. A time
// before 0 counts as 0. The result depends on nothing but the seed, the groups,
// i and t. Generation, Segment, Stance and Alive, and when they change, are
// integer arithmetic and the same on every machine; floats place poses only.
func (w *World) At(i int, t time.Duration, s *State) {
	w.entities[i].motion.at(max(int64(t), 0), s)
}

package interp

import (
	"errors"
	"time"
)

// EntityID names an entity slot. The server may reuse it; Sample.Generation
// tells the users of one slot apart.
type EntityID uint32

// MaxEntityID bounds entity ids: larger ones are refused, so that a corrupted id
// cannot make a table grow without end.
const MaxEntityID EntityID = 1<<20 - 1

// Kind is an entity type, the unit of tuning: each kind has its own Policy.
type Kind uint8

// MaxKinds bounds Kind: kinds are 0 to MaxKinds-1.
const MaxKinds = 16

// MaxCoordinate bounds the coordinates (m) and velocity components (m/s) that are
// accepted. Anything beyond it is a fault of the sender or the line.
const MaxCoordinate = 1e6

// Pose is where an entity is and how it is turned: metres in a right-handed
// world with z up, and a unit quaternion. In a sample a rotation of zero means none,
// the identity, so that a game without rotations need not set any.
type Pose struct {
	Position Vec3
	Rotation Quat
}

// Sample is one entity's state at one server tick. Everything in it comes from
// the same tick and is replaced as one: a pose is never paired with the
// velocity or stance of another sample.
type Sample struct {
	// Time is the server's stamp of the tick, not after that of the packet's header.
	// To a lens zero means the header's.
	Time ServerTime
	// Pose is the entity's pose at Time.
	Pose Pose
	// Velocity is the entity's velocity at Time in m/s.
	Velocity Vec3
	// Seq is the sequence number of the packet that brought the sample. It is
	// for logs and inspection and never decides anything. A lens sets it.
	Seq uint32
	// Generation counts the reuses of the entity's slot. It wraps.
	Generation uint16
	// Segment counts the discontinuities (teleport, respawn, portal) within a
	// generation. It is a counter in every sample and not a flag in one, so a
	// lost packet cannot lose it. It wraps.
	Segment uint8
	// Stance is the entity's discrete state. It is taken from one sample,
	// never mixed.
	Stance uint8
	// Spawned marks the first snapshot of the generation. A client that meets a
	// generation first in a sample without it knows that it has missed the spawn.
	Spawned bool
	// Destroyed marks the end of the generation: from Time on there is nothing
	// to draw.
	Destroyed bool
	// Absent, in a sample that is Destroyed, says that no generation ends: the entity is
	// no longer sent from Time on, and may be again.
	Absent bool
}

// SameSegment reports whether the motion from a to b is continuous, so that a
// pose between them means something.
func SameSegment(a, b *Sample) bool {
	return a.Generation == b.Generation && a.Segment == b.Segment && !a.Destroyed && !b.Destroyed
}

// What can be wrong with a packet or a sample; see Stats.Refusal.
var (
	ErrTime     = errors.New("absurd time: out of range, after its packet's, or far ahead of all others")
	ErrPosition = errors.New("position or velocity is not finite, or beyond MaxCoordinate")
	ErrRotation = errors.New("rotation is neither zero nor a unit quaternion")
	ErrEntityID = errors.New("entity id is beyond MaxEntityID")
	ErrKind     = errors.New("kind is not below MaxKinds")
	ErrArrival  = errors.New("arrival is long before the last frame: not set, of another clock, or of one that was set back")
)

// fault returns what makes a sample unfit: a number that is not finite or out of
// bounds, or a rotation farther from length 1 than any encoding of one leaves it.
func (s *Sample) fault() error {
	if !s.Time.plausible() {
		return ErrTime
	}
	if s.Destroyed {
		return nil // a destroy carries no pose
	}
	// Nearly always all is far from the bound, which one sum of squares shows.
	p, v := &s.Pose.Position, &s.Velocity
	if !(p[0]*p[0]+p[1]*p[1]+p[2]*p[2]+v[0]*v[0]+v[1]*v[1]+v[2]*v[2] < MaxCoordinate*MaxCoordinate/2) {
		for i := range 3 {
			if !bounded(p[i]) || !bounded(v[i]) {
				return ErrPosition
			}
		}
	}
	q := &s.Pose.Rotation
	norm := q.W*q.W + q.V[0]*q.V[0] + q.V[1]*q.V[1] + q.V[2]*q.V[2]
	if norm > 0.99 && norm < 1.01 || norm == 0 { // false for NaN
		return nil
	}
	return ErrRotation
}

// Update is one entity's sample as a packet carries it.
type Update struct {
	ID     EntityID
	Kind   Kind
	Sample Sample
}

// Header is what one packet says about itself, with the local time of its
// arrival. Packets of one snapshot share Epoch, Tick and Time.
type Header struct {
	// Epoch is the incarnation of the connection or world. Another epoch makes
	// everything of the one before meaningless, its clock included.
	Epoch uint16
	// Seq numbers the packets of an epoch in the order of sending. It wraps past
	// 0, which is no packet that could be missing.
	Seq uint32
	// Tick is the server step that the packet shows.
	Tick uint32
	// Time is the server's stamp of that step.
	Time ServerTime
	// Arrival is the local time of receipt. It serves statistics and the clock
	// offset and is never the denominator of a blend.
	Arrival LocalTime
	// Latency is the client's estimate of the fastest packet's one-way latency,
	// half a round trip, zero while unknown. Only a lens that draws the present
	// needs it.
	Latency time.Duration
	// Full says that the packet has every entity there is to see at Time: those that
	// are not in it are drawn until render time gets there, and no longer. One that
	// comes back starts where it comes back; it does not slide there.
	Full bool
}

package interp

import (
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// EntityID names an entity slot. The server may reuse it; Sample.Generation
// tells the users of one slot apart.
type EntityID uint32

// Kind is an entity type, the unit of tuning: each kind has its own Policy.
type Kind uint8

// MaxKinds bounds Kind: kinds are 0 to MaxKinds-1.
const MaxKinds = 16

// Pose is where an entity is and how it is turned: metres in a right-handed
// world with z up, and a unit quaternion.
type Pose struct {
	Position mgl32.Vec3
	Rotation mgl32.Quat
}

// Sample is one entity's state at one server tick. Everything in it comes from
// the same tick and is replaced as one: a pose is never paired with the
// velocity or stance of another sample.
type Sample struct {
	// Time is the server's stamp of the tick.
	Time ServerTime
	// Pose is the entity's pose at Time.
	Pose Pose
	// Velocity is the entity's velocity at Time in m/s.
	Velocity mgl32.Vec3
	// Seq is the sequence number of the packet that brought the sample. It is
	// for logs and inspection and never decides anything.
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
}

// SameSegment reports whether the motion from a to b is continuous, so that a
// pose between them means something.
func SameSegment(a, b *Sample) bool {
	return a.Generation == b.Generation && a.Segment == b.Segment && !a.Destroyed && !b.Destroyed
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
}

package interp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// snapshot is the entities' samples of one instant, in columns by entity.
type snapshot struct {
	places
	time       ServerTime
	velocities []mgl32.Vec3
	stances    []uint8
}

// places is what of a snapshot a motion can be found from.
type places struct {
	marks []mark
	poses []Pose
}

// aside is each entity's last two samples of the snapshots that have made way, as far
// as it may still be drawn from them.
type aside struct {
	last        snapshot
	lastTimes   []ServerTime
	before      places
	beforeTimes []ServerTime
}

func (s *snapshot) grow(entities int) {
	s.places.grow(entities)
	s.velocities = grown(s.velocities, entities)
	s.stances = grown(s.stances, entities)
}

func (p *places) grow(entities int) {
	p.marks, p.poses = grown(p.marks, entities), grown(p.poses, entities)
}

func (a *aside) grow(entities int) {
	a.last.grow(entities)
	a.before.grow(entities)
	a.lastTimes, a.beforeTimes = grown(a.lastTimes, entities), grown(a.beforeTimes, entities)
}

// grown returns a column with room for n, no more, and what is in the old one.
func grown[E any](column []E, n int) []E {
	grown := make([]E, n)
	copy(grown, column)
	return grown
}

func (s *snapshot) put(i int, m mark, sample *Sample) {
	s.marks[i] = m
	s.stances[i] = sample.Stance
	s.velocities[i] = sample.Velocity
	// Field by field: a copy of the whole would wait for the parts just written.
	q, p := &sample.Pose.Rotation, &s.poses[i]
	n := float32(1)
	if norm := q.W*q.W + q.V[0]*q.V[0] + q.V[1]*q.V[1] + q.V[2]*q.V[2]; norm > 0 {
		n = 1 / float32(math.Sqrt(float64(norm)))
	}
	p.Rotation.W, p.Rotation.V[0], p.Rotation.V[1], p.Rotation.V[2] = q.W*n, q.V[0]*n, q.V[1]*n, q.V[2]*n
	p.Position = sample.Pose.Position
}

// keep takes an entity's sample of a snapshot that makes way.
func (a *aside) keep(i int, from *snapshot) {
	a.before.marks[i], a.before.poses[i], a.beforeTimes[i] = a.last.marks[i], a.last.poses[i], a.lastTimes[i]
	a.last.marks[i], a.last.poses[i], a.lastTimes[i] = from.marks[i], from.poses[i], from.time
	a.last.velocities[i], a.last.stances[i] = from.velocities[i], from.stances[i]
}

// get writes an entity's sample into dst and returns it, nil if there is none.
func (s *snapshot) get(dst *Sample, i int, time ServerTime) *Sample {
	if s.places.get(dst, i, time) == nil {
		return nil
	}
	dst.Velocity, dst.Stance = s.velocities[i], s.stances[i]
	return dst
}

func (p *places) get(dst *Sample, i int, time ServerTime) *Sample {
	m := p.marks[i]
	if m == 0 {
		return nil
	}
	*dst = Sample{
		Time: time, Pose: p.poses[i],
		Generation: m.generation(), Segment: uint8(m >> 8), Destroyed: m&destroyed != 0,
	}
	return dst
}

// mark says what there is of an entity in a snapshot: generation, segment, and from
// the lowest bit whether there is a sample and whether it is a destroy. Two present
// and alive with the same mark are of one segment.
type mark uint32

const (
	present   mark = 1
	destroyed mark = 2
)

func markOf(s *Sample) mark {
	m := mark(s.Generation)<<16 | mark(s.Segment)<<8 | present
	if s.Destroyed {
		m |= destroyed
	}
	return m
}

func (m mark) alive() bool        { return m&(present|destroyed) == present }
func (m mark) generation() uint16 { return uint16(m >> 16) }

// followedBy reports whether a sample marked n may stand next behind one marked m.
func (m mark) followedBy(n mark) bool {
	if m.generation() == n.generation() {
		return m&destroyed == 0 || n&destroyed != 0
	}
	return newer(n.generation(), m.generation())
}

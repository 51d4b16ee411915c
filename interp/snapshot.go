package interp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// snapshot is the entities' samples of one instant, by entity.
type snapshot struct {
	time       ServerTime
	marks      []mark
	poses      []Pose
	velocities []mgl32.Vec3
	stances    []uint8
}

// retired is samples of snapshots that have made way, by entity.
type retired struct {
	snapshot
	times []ServerTime
}

func (s *snapshot) grow(entities int) {
	s.marks = append(make([]mark, 0, entities), s.marks...)[:entities]
	s.poses = append(make([]Pose, 0, entities), s.poses...)[:entities]
	s.velocities = append(make([]mgl32.Vec3, 0, entities), s.velocities...)[:entities]
	s.stances = append(make([]uint8, 0, entities), s.stances...)[:entities]
}

func (r *retired) grow(entities int) {
	r.snapshot.grow(entities)
	r.times = append(make([]ServerTime, 0, entities), r.times...)[:entities]
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

func (r *retired) keep(i int, from *snapshot, time ServerTime) {
	r.marks[i], r.poses[i], r.velocities[i], r.stances[i] = from.marks[i], from.poses[i], from.velocities[i], from.stances[i]
	r.times[i] = time
}

// get writes an entity's sample into dst and returns it, nil if there is none.
func (s *snapshot) get(dst *Sample, i int, time ServerTime) *Sample {
	m := s.marks[i]
	if m == 0 {
		return nil
	}
	*dst = Sample{
		Time: time, Pose: s.poses[i], Velocity: s.velocities[i], Stance: s.stances[i],
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

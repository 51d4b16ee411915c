package world

import (
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// history is the world as its server has had it: in one run of the server after
// another, each beginning at world time zero, and with the cuts made in it on purpose.
// Like the world's it is a closed form in time: At tells of any instant, before and
// after each restart and cut. Its times are simulation times.
type History struct {
	*World
	runs []serverRun // at least one
}

// serverRun is the server's life from one restart to the next.
type serverRun struct {
	began time.Duration
	cuts  [MaxKinds][]cut // in order
}

// cut is a teleport or a respawn of a kind. The counts include those before it.
type cut struct {
	at          time.Duration
	segments    uint8
	generations uint16
}

func NewHistory(w *World) *History { return &History{World: w, runs: make([]serverRun, 1)} }

// epoch returns the present run's number, from 1. It wraps.
func (h *History) Epoch() uint16 { return uint16(len(h.runs)) }

// began returns when the run of an epoch began: the last one of that number.
func (h *History) Began(epoch uint16) time.Duration {
	last := len(h.runs) - 1
	return h.runs[max(0, last-int(h.Epoch()-epoch))].began
}

// epochAt returns the number of the run at a time.
func (h *History) EpochAt(t time.Duration) uint16 { return uint16(h.run(t) + 1) }

// run returns the index of the run at a time.
func (h *History) run(t time.Duration) int {
	i := len(h.runs) - 1
	for i > 0 && h.runs[i].began > t {
		i--
	}
	return i
}

// restart begins a run.
func (h *History) Restart(at time.Duration) { h.runs = append(h.runs, serverRun{began: at}) }

// teleport cuts the motion of a kind: its entities go on on the other side of the
// field, in the next segment.
func (h *History) Teleport(k interp.Kind, at time.Duration) {
	c := h.lastCut(k)
	h.add(k, cut{at, c.segments + 1, c.generations})
}

// respawn destroys the entities of a kind and puts others in their slots, the next
// generation, on the other side of the field.
func (h *History) Respawn(k interp.Kind, at time.Duration) {
	c := h.lastCut(k)
	h.add(k, cut{at, c.segments, c.generations + 1})
}

func (h *History) lastCut(k interp.Kind) (c cut) {
	if cuts := h.runs[len(h.runs)-1].cuts[k]; len(cuts) > 0 {
		c = cuts[len(cuts)-1]
	}
	return c
}

func (h *History) add(k interp.Kind, c cut) {
	r := &h.runs[len(h.runs)-1]
	r.cuts[k] = append(r.cuts[k], c)
}

// At writes the state of entity i at a time, as World.At does.
func (h *History) At(i int, t time.Duration, s *State) {
	r := &h.runs[h.run(t)]
	h.World.At(i, t-r.began, s)
	r.cut(h.Kind(i), t, s)
}

// cut puts the cuts of a kind up to a time into a state.
func (r *serverRun) cut(k interp.Kind, t time.Duration, s *State) {
	cuts := r.cuts[k]
	for j := len(cuts) - 1; j >= 0; j-- {
		if c := &cuts[j]; c.at <= t {
			s.Segment += c.segments
			s.Generation += c.generations
			if (uint16(c.segments)+c.generations)%2 == 1 {
				s.TurnOver()
			}
			return
		}
	}
}

// turnOver turns a state by half a turn about the middle of the field, which keeps it
// in the field. It is exact.
func (s *State) TurnOver() {
	p, v := &s.Pose.Position, &s.Velocity
	p[0], p[1] = -p[0], -p[1]
	v[0], v[1] = -v[0], -v[1]
	// Half a turn about z is the quaternion k, and k·(w + xi + yj + zk) =
	// −z − yi + xj + wk.
	q := s.Pose.Rotation
	s.Pose.Rotation = mgl32.Quat{W: -q.V[2], V: mgl32.Vec3{-q.V[1], q.V[0], q.W}}
}

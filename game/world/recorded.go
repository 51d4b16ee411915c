package world

import (
	"cmp"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"snaplab/interp"
)

// Sample is one row of a recording of an entity: where it truly was at a time.
type Sample struct {
	At   time.Duration // from the recording's start
	Pose interp.Pose
	// Stance is its discrete state.
	Stance uint8
	// Break begins another segment: it did not move here from the sample before.
	Break bool
	// Spawn begins another life: it was not there between the sample before and this.
	Spawn bool
}

// Track is the recording of one entity: its samples in the order of time, at least one.
type Track []Sample

// Recording is the recorded motion of the entities of one kind. What it holds must not be
// changed, since all runs share it.
type Recording struct {
	Tracks []Track
	// Varies is what of them changes.
	Varies Quantity
	// Width and Depth are those of the field that its entities need, in metres.
	Width, Depth float64
	// Length is how long the whole recording lasts, after which it starts again.
	Length time.Duration

	motions []*recorded // by track, once they are prepared
}

// Prepare works out what the worlds of all seeds share, which saves each from doing so. What
// the recording holds is settled then.
func (r *Recording) Prepare() {
	r.motions = nil
	for _, t := range r.Tracks {
		r.motions = append(r.motions, newRecorded(t, r.Length))
	}
}

// motion returns that of the entity of a track.
func (r *Recording) motion(track int) *recorded {
	if track < len(r.motions) {
		return r.motions[track]
	}
	return newRecorded(r.Tracks[track], r.Length)
}

// recorded is the motion of a recorded entity. Between two samples its position goes along
// the cubic Hermite curve whose velocity at each sample is the slope between its neighbours
// (Catmull–Rom, for times that need not be even), its rotation turns the short way at an even
// rate (slerp), and its stance is that of the sample before. No curve crosses a break. After
// its end the recording starts again, with a break.
type recorded struct {
	track        Track
	length, step int64 // of the recording, and between two samples, in ns
	// mortal is whether the entity is ever not there: each of its lives is a generation then.
	mortal bool
	// late and early say that it is not there as the recording begins and ends: that its
	// first sample is more than a second from the one, or its last from the other. Less
	// than that it stands.
	late, early bool
	// Counts of breaks and lives up to each sample, that one included.
	segments, lives []int32
}

func newRecorded(track Track, length time.Duration) *recorded {
	last := len(track) - 1
	r := &recorded{track: track, length: int64(max(length, track[last].At+1)), step: int64(MedianStep(track))}
	segments, lives := int32(0), int32(1)
	for i := range track {
		if i > 0 && track[i].Spawn {
			lives++
		} else if i > 0 && track[i].Break {
			segments++
		}
		r.segments, r.lives = append(r.segments, segments), append(r.lives, lives)
	}
	away := max(int64(time.Second), 5*r.step)
	r.late, r.early = int64(track[0].At) > away, r.length-int64(track[last].At) > away
	r.mortal = lives > 1 || r.late || r.early
	return r
}

func (r *recorded) at(t int64, s *State) {
	lap, now := t/r.length, t%r.length
	i, found := slices.BinarySearchFunc(r.track, time.Duration(now), func(a Sample, t time.Duration) int { return cmp.Compare(a.At, t) })
	if !found {
		i--
	}
	last := len(r.track) - 1
	at := max(i, 0)
	here := &r.track[at]
	*s = State{Alive: i >= 0, Pose: here.Pose, Stance: here.Stance}
	s.Segment = uint8(lap*int64(r.segments[last]) + int64(r.segments[at]))
	if r.mortal {
		s.Generation = uint16(lap*int64(r.lives[last]) + int64(r.lives[at]))
	} else {
		s.Segment += uint8(lap) // which starts again with a break
	}
	switch {
	case i < 0 && !r.late:
		s.Alive = true
	case i < 0: // not there yet: it lies where the lap before left it
		s.Generation--
		if lap > 0 {
			s.Pose = r.track[last].Pose
		}
	case i == last && !r.early:
	case i == last || r.track[i+1].Spawn:
		s.Alive = now <= int64(here.At)+r.step
	case !r.track[i+1].Break:
		r.between(i, now-int64(here.At), s)
	}
}

// between moves a state from sample i on to where it is so many nanoseconds after it.
func (r *recorded) between(i int, since int64, s *State) {
	here, next := &r.track[i], &r.track[i+1]
	span := (next.At - here.At).Seconds()
	u := float64(since) / float64(next.At-here.At)
	v0, v1 := r.slope(i), r.slope(i+1)
	for axis := range v0 {
		// The cubic in u with the slopes m0 and m1 that leads over the distance d.
		d := float64(next.Pose.Position[axis] - here.Pose.Position[axis])
		m0, m1 := float64(v0[axis])*span, float64(v1[axis])*span
		a, b := float64(m0+m1)-2*d, 3*d-float64(2*m0)-m1
		s.Pose.Position[axis] += float32(float64(float64(float64(float64(a*u)+b)*u)+m0) * u)
		velocity := (float64(float64(float64(3*a*u)+2*b)*u) + m0) / span
		s.Velocity[axis] = float32(mgl64.Clamp(velocity, -maxRecordedSpeed, maxRecordedSpeed))
	}
	s.Pose.Rotation = interp.Slerp(here.Pose.Rotation, next.Pose.Rotation, float32(u))
}

// maxRecordedSpeed bounds each component of a velocity, in m/s: a packet holds no more.
const maxRecordedSpeed = 299

// slope is the velocity at sample i in m/s: that between its neighbours, of those that no break
// parts from it. Where it stands still before or after it is zero, so that no curve leaves
// the place.
func (r *recorded) slope(i int) (v mgl32.Vec3) {
	from, to := i, i
	if i > 0 && !r.track[i].Break && !r.track[i].Spawn {
		from--
	}
	if i+1 < len(r.track) && !r.track[i+1].Break && !r.track[i+1].Spawn {
		to++
	}
	if from == to {
		return v
	}
	for j := from; j < to; j++ {
		if r.track[j].Pose.Position == r.track[j+1].Pose.Position {
			return v
		}
	}
	d := r.track[to].Pose.Position.Sub(r.track[from].Pose.Position)
	return d.Mul(float32(1 / (r.track[to].At - r.track[from].At).Seconds()))
}

// MedianStep returns the median time between two samples of a track, 0 of a single one.
func MedianStep(t Track) time.Duration {
	if len(t) < 2 {
		return 0
	}
	steps := make([]time.Duration, len(t)-1)
	for i := range steps {
		steps[i] = t[i+1].At - t[i].At
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

package motion

import (
	"fmt"
	"math"
	"slices"
	"time"

	"snaplab/game/world"
)

// KindMotion is how the entities of a kind move.
type KindMotion struct {
	Kind     string `json:"kind"`
	Entities int    `json:"entities"`
	// RateHz is one over the usual time between two samples of an entity: the mean of those
	// within half of the median, since times that are written in few digits are never the mean.
	RateHz float64 `json:"rate_hz"`
	// Speed and Turn leave jumps and gaps out.
	Speed Quantiles `json:"speed_mps"`
	Turn  Quantiles `json:"turn_dps"`
	// Jumps are steps that nothing moves in so little time: farther than a metre, and faster
	// than JumpMPS. A step next to one as fast, the same way, is fast motion and no jump.
	Jumps   int     `json:"jumps"`
	JumpMPS float64 `json:"jump_mps"`
	// Gaps are times without a sample in which something moved.
	Gaps int `json:"gaps"`
}

// Quantiles are those of some figures, by nearest rank.
type Quantiles struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	Max float64 `json:"max"`
}

func quantiles(v []float32) Quantiles {
	if len(v) == 0 {
		return Quantiles{}
	}
	slices.Sort(v)
	at := func(p float64) float64 { return float64(v[max(0, int(math.Ceil(p*float64(len(v))))-1)]) }
	return Quantiles{at(0.5), at(0.95), float64(v[len(v)-1])}
}

// measure tells jumps and gaps, marks them in the tracks, and sums each kind up.
func (rec *Recording) measure(r *reading) {
	var names []string
	samples := map[string]int{}
	for i := range rec.Entities {
		e := &rec.Entities[i]
		if samples[e.Kind] == 0 {
			names = append(names, e.Kind)
		}
		samples[e.Kind] += len(e.Track)
	}
	slices.Sort(names)
	for _, name := range names {
		k := KindMotion{Kind: name}
		n := samples[name]
		steps, moving := make([]float32, 0, n), make([]float32, 0, n) // seconds, m/s
		for i := range rec.Entities {
			e := &rec.Entities[i]
			if e.Kind != name {
				continue
			}
			k.Entities++
			for j := 1; j < len(e.Track); j++ {
				d, dt := stepOf(e.Track, j)
				steps = append(steps, float32(dt))
				if v := d / dt; v > still && !e.Track[j].Break && !isBurst(e.Track, j, d, v) {
					moving = append(moving, float32(v))
				}
			}
		}
		usual := quantiles(steps).P50
		fast := quantiles(moving).P95
		if k.JumpMPS = jumpSpeed * fast; fast == 0 {
			k.JumpMPS = jumpFromRest
		}
		if mean := meanNear(steps, usual); mean > 0 {
			k.RateHz = 1 / mean
		}
		speeds, turns := moving[:0], steps[:0] // which are not needed any more
		for i := range rec.Entities {
			if e := &rec.Entities[i]; e.Kind == name {
				speeds, turns = k.mark(r, e, usual, fast, speeds, turns)
			}
		}
		k.Speed, k.Turn = quantiles(speeds), quantiles(turns)
		rec.Kinds = append(rec.Kinds, k)
	}
}

// meanNear returns the mean of the values within half of a middle one, 0 if there is none.
func meanNear(values []float32, middle float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if v := float64(v); v > middle/2 && v < middle*1.5 {
			sum, n = sum+v, n+1
		}
	}
	return sum / max(1, float64(n))
}

// stepOf returns how far it is to sample j from the one before it, in metres, and how long,
// in seconds.
func stepOf(t world.Track, j int) (distance, seconds float64) {
	return float64(t[j].Pose.Position.Sub(t[j-1].Pose.Position).Len()), (t[j].At - t[j-1].At).Seconds()
}

// isBurst reports whether the step to sample j stands out from both its neighbours as jumps
// do, other than the way back, so that the usual speed is not told by it.
func isBurst(t world.Track, j int, d, v float64) bool {
	if d <= jumpDistance {
		return false
	}
	for _, n := range [2]int{j - 1, j + 1} {
		if n < 1 || n >= len(t) {
			continue
		}
		if d, dt := stepOf(t, n); v <= jumpSpeed*d/dt && along(t, j, n) > -0.7 {
			return false
		}
	}
	return len(t) > 2
}

// along returns the cosine of the angle between the steps to two samples.
func along(t world.Track, i, j int) float64 {
	a := t[i].Pose.Position.Sub(t[i-1].Pose.Position)
	b := t[j].Pose.Position.Sub(t[j-1].Pose.Position)
	return float64(a.Dot(b)) / max(1e-9, float64(a.Len()*b.Len()))
}

// goesOn reports whether a step next to that to sample j is about as fast and leads the same
// way: what falls or flies is fast for more than one step.
func goesOn(t world.Track, j int, v float64) bool {
	for _, n := range [2]int{j - 1, j + 1} {
		if n < 1 || n >= len(t) {
			continue
		}
		d, dt := stepOf(t, n)
		if d/dt > v/2 && d/dt < v*2 && along(t, j, n) > 0.7 {
			return true
		}
	}
	return false
}

// mark marks the breaks of a track, and appends the speeds and turn rates of its other steps.
func (k *KindMotion) mark(r *reading, e *Entity, usual, fast float64, speeds, turns []float32) (_, _ []float32) {
	var rests []int // samples before which it stood
	e.Track[0].Break = false
	for j := 1; j < len(e.Track); j++ {
		s := &e.Track[j]
		line := int(e.lines[j])
		d, dt := stepOf(e.Track, j)
		long := dt > gapSteps*usual
		// Rows may be left out while nothing moves: then it moved in the last step at most.
		stood := long && d <= 1.5*max(fast, still)*usual
		switch {
		case s.Break:
			k.Jumps++
			r.say("teleports", line, "%s marked as a teleport")
		case d > jumpDistance && d/dt > k.JumpMPS && !goesOn(e.Track, j, d/dt):
			s.Break = true
			k.Jumps++
			r.say("jumps", line, fmt.Sprintf("%%s that no %s reaches from the one before, farther than %v m and faster than %.3g m/s: taken as teleports", k.Kind, jumpDistance, k.JumpMPS))
		case stood:
			if d > 0 && s.At-time.Duration(usual*1e9) > e.Track[j-1].At {
				rests = append(rests, j)
			}
		case long:
			k.Gaps++
			r.say("gaps", line, "%s after a gap in which it moved")
			if dt > max(leftFor.Seconds(), leftSteps*usual) {
				s.Spawn = true
				r.say("left", line, "%s of who had been away for more than a second: taken as a return")
			}
		default:
			speeds = append(speeds, float32(d/dt))
			// By the sine, which is exact for small turns where the cosine is not.
			turn := e.Track[j-1].Pose.Rotation.Conjugate().Mul(s.Pose.Rotation)
			turns = append(turns, float32(2*math.Asin(min(1, float64(turn.V.Len())))*180/math.Pi/dt))
		}
	}
	if len(rests) > 0 {
		e.rest(rests, time.Duration(usual*1e9))
	}
	return speeds, turns
}

// rest has an entity stand where it was until one step before each of some samples.
func (e *Entity) rest(before []int, step time.Duration) {
	track := make(world.Track, 0, len(e.Track)+len(before))
	for j := range e.Track {
		if len(before) > 0 && before[0] == j {
			s := e.Track[j-1]
			s.At, s.Break, s.Spawn = e.Track[j].At-step, false, false
			track, before = append(track, s), before[1:]
		}
		track = append(track, e.Track[j])
	}
	e.Track = track
}

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
	// RateHz is one over the usual time between two samples of an entity.
	RateHz float64 `json:"rate_hz"`
	// Speed and Turn leave jumps and gaps out.
	Speed Quantiles `json:"speed_mps"`
	Turn  Quantiles `json:"turn_dps"`
	// Jumps are steps that nothing moves in so little time: farther than a metre, and faster
	// than JumpMPS.
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

func quantiles(v []float64) Quantiles {
	if len(v) == 0 {
		return Quantiles{}
	}
	slices.Sort(v)
	at := func(p float64) float64 { return v[max(0, int(math.Ceil(p*float64(len(v))))-1)] }
	return Quantiles{at(0.5), at(0.95), v[len(v)-1]}
}

// measure tells jumps and gaps, marks them in the tracks, and sums each kind up.
func (rec *Recording) measure(r *reading) {
	var names []string
	for _, e := range rec.Entities {
		if !slices.Contains(names, e.Kind) {
			names = append(names, e.Kind)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		k := KindMotion{Kind: name}
		var steps, moving []float64 // seconds, m/s
		for i := range rec.Entities {
			e := &rec.Entities[i]
			if e.Kind != name {
				continue
			}
			k.Entities++
			for j := 1; j < len(e.Track); j++ {
				d, dt := stepOf(e.Track, j)
				steps = append(steps, dt)
				if v := d / dt; v > still {
					moving = append(moving, v)
				}
			}
		}
		usual := quantiles(steps).P50
		fast := quantiles(moving).P95
		k.JumpMPS = jumpSpeed * fast
		if usual > 0 {
			k.RateHz = 1 / usual
		}
		var speeds, turns []float64
		for i := range rec.Entities {
			if e := &rec.Entities[i]; e.Kind == name {
				speeds, turns = k.mark(r, e, usual, fast, speeds, turns)
			}
		}
		k.Speed, k.Turn = quantiles(speeds), quantiles(turns)
		rec.Kinds = append(rec.Kinds, k)
	}
}

// stepOf returns how far it is to sample j from the one before it, in metres, and how long,
// in seconds.
func stepOf(t world.Track, j int) (distance, seconds float64) {
	return float64(t[j].Pose.Position.Sub(t[j-1].Pose.Position).Len()), (t[j].At - t[j-1].At).Seconds()
}

// mark marks the breaks of a track, and appends the speeds and turn rates of its other steps.
func (k *KindMotion) mark(r *reading, e *Entity, usual, fast float64, speeds, turns []float64) (_, _ []float64) {
	out := e.Track[:0:0]
	for j := range e.Track {
		s := e.Track[j]
		if j == 0 {
			s.Break = false
			out = append(out, s)
			continue
		}
		line := int(e.lines[j])
		d, dt := stepOf(e.Track, j)
		long := dt > gapSteps*usual
		// Rows may be left out while nothing moves: then it moved in the last step at most.
		stood := long && d <= 1.5*max(fast, still)*usual
		switch {
		case s.Break:
			k.Jumps++
			r.say("teleports", line, "%s marked as a teleport")
		case d > jumpDistance && d/dt > k.JumpMPS && k.JumpMPS > 0:
			s.Break = true
			k.Jumps++
			r.say("jumps", line, fmt.Sprintf("%%s that no %s reaches from the one before, farther than %v m and faster than %.3g m/s: taken as teleports", k.Kind, jumpDistance, k.JumpMPS))
		case stood:
			if d > 0 && dt > 2*usual {
				rest := e.Track[j-1]
				rest.At, rest.Break, rest.Spawn = s.At-time.Duration(usual*1e9), false, false
				if rest.At > e.Track[j-1].At {
					out = append(out, rest)
				}
			}
		case long:
			k.Gaps++
			r.say("gaps", line, "%s after a gap in which it moved")
			if dt > leftFor.Seconds() {
				s.Spawn = true
				r.say("left", line, "%s of who had been away for more than a second: taken as a return")
			}
		default:
			speeds = append(speeds, d/dt)
			// By the sine, which is exact for small turns where the cosine is not.
			turn := e.Track[j-1].Pose.Rotation.Conjugate().Mul(s.Pose.Rotation)
			turns = append(turns, 2*math.Asin(min(1, float64(turn.V.Len())))*180/math.Pi/dt)
		}
		out = append(out, s)
	}
	e.Track = out
	return speeds, turns
}

package interp

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// The crowd of the benchmarks: entities that are sent at 20 Hz and drawn at 60 Hz
// from 6 samples, 125 ms ago. One operation is one snapshot taken in and three frames
// drawn.
const (
	crowdSize      = 10_000
	crowdSamples   = 6
	crowdInterval  = 50 * ms
	crowdDelay     = 125 * ms
	crowdFrames    = 3
	framesInterval = crowdInterval / crowdFrames
)

// crowdMotion returns the samples of two snapshots, there and back, to be sent again
// and again with new times. Each entity goes up to 14 m/s and turns by its own part of
// least to most degrees a snapshot, about its own axis.
func crowdMotion(n int, least, most float64) [2][]Sample {
	var motion [2][]Sample
	r := rand.New(rand.NewPCG(1, 2))
	for i := range motion {
		motion[i] = make([]Sample, n)
	}
	for entity := range n {
		axis := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
		velocity := mgl32.Vec3{float32(r.Float64()*20 - 10), float32(r.Float64()*20 - 10)}
		angle := (least + (most-least)*r.Float64()) * math.Pi / 180
		for i := range motion {
			motion[i][entity] = Sample{
				Pose: Pose{
					velocity.Mul(float32(float64(i) * crowdInterval.Seconds())),
					mgl32.QuatRotate(float32(float64(i)*angle), axis),
				},
				Velocity: velocity,
			}
		}
	}
	return motion
}

// Entities turn 90 to 360°/s.
const leastTurn, mostTurn = 4.5, 18 // degrees a snapshot

// benchmarkCrowd times taking in a snapshot and drawing, which are told the server
// times. Each frame and entity counts 56 bytes read and 28 written. That the samples
// come, which here is to be stamped anew, is counted for all alike.
func benchmarkCrowd(b *testing.B, n int, insert func(at ServerTime, samples []Sample), draw func(at ServerTime)) {
	benchmarkMotion(b, crowdMotion(n, leastTurn, mostTurn), insert, draw)
}

func benchmarkMotion(b *testing.B, motion [2][]Sample, insert func(at ServerTime, samples []Sample), draw func(at ServerTime)) {
	n := len(motion[0])
	now := ServerTime(0)
	step := func(i int) {
		samples := motion[i%len(motion)]
		for j := range samples {
			samples[j].Time = now
		}
		insert(now, samples)
		for frame := range crowdFrames {
			draw(now.Add(time.Duration(frame)*framesInterval - crowdDelay))
		}
		now = now.Add(crowdInterval)
	}
	for i := range 2 * crowdSamples {
		step(i)
	}
	b.ReportAllocs()
	b.SetBytes(int64(n) * crowdFrames * 84)
	for i := 0; b.Loop(); i++ {
		step(i)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*crowdFrames), "ns/entity")
}

func BenchmarkCrowdPose(b *testing.B) {
	benchmarkCrowdPose(b, crowdMotion(crowdSize, leastTurn, mostTurn))
}

// The worst case: nobody turns by little enough for the shorter polynomials.
func BenchmarkCrowdPoseTumbling(b *testing.B) {
	benchmarkCrowdPose(b, crowdMotion(crowdSize, 70, 180))
}

func benchmarkCrowdPose(b *testing.B, motion [2][]Sample) {
	var crowd Crowd
	crowd.Reserve(crowdSize, crowdSamples)
	dst, states := make([]Pose, crowdSize), make([]State, crowdSize)
	policy := DefaultPolicy()
	benchmarkMotion(b, motion, func(_ ServerTime, samples []Sample) {
		for i := range samples {
			crowd.Insert(i, &samples[i])
		}
	}, func(at ServerTime) {
		crowd.Prune(at)
		crowd.Evaluate(dst, states, at, &policy)
	})
}

// The straightforward way: each entity has a list of its samples, and is blended with
// what the vector library brings.
func BenchmarkCrowdPoseMathgl(b *testing.B) {
	type sample struct {
		time     ServerTime
		position mgl32.Vec3
		rotation mgl32.Quat
	}
	entities := make([][]sample, crowdSize)
	for i := range entities {
		entities[i] = make([]sample, 0, crowdSamples)
	}
	dst := make([]Pose, crowdSize)
	benchmarkCrowd(b, crowdSize, func(at ServerTime, samples []Sample) {
		for i := range samples {
			s := entities[i]
			if len(s) == crowdSamples {
				copy(s, s[1:])
				s = s[:crowdSamples-1]
			}
			entities[i] = append(s, sample{at, samples[i].Pose.Position, samples[i].Pose.Rotation})
		}
	}, func(at ServerTime) {
		for i, s := range entities {
			for j := len(s) - 2; j >= 0; j-- {
				if s[j].time <= at {
					x, y := &s[j], &s[j+1]
					t := float32(at.Sub(x.time)) / float32(y.time.Sub(x.time))
					dst[i].Position = x.position.Add(y.position.Sub(x.position).Mul(t))
					dst[i].Rotation = mgl32.QuatSlerp(x.rotation, y.rotation, t)
					break
				}
			}
		}
	})
}

// The bound that no way can pass: moving as many bytes, 42 read and 42 written for 56
// and 28, and the samples as they come in.
func BenchmarkCrowdCopy(b *testing.B) {
	var snapshots [crowdSamples][]Pose
	for i := range snapshots {
		snapshots[i] = make([]Pose, crowdSize)
	}
	incoming := make([]Sample, crowdSize)
	dst := make([]Pose, crowdSize*3/2)
	newest := 0
	benchmarkCrowd(b, crowdSize, func(_ ServerTime, samples []Sample) {
		newest = (newest + 1) % crowdSamples
		copy(incoming, samples)
	}, func(ServerTime) {
		from, to := (newest+3)%crowdSamples, (newest+4)%crowdSamples
		copy(dst, snapshots[from])
		copy(dst[crowdSize:], snapshots[to][:crowdSize/2])
	})
}

// The straightforward lens, a Track and Evaluate for each.
func BenchmarkCrowdTracks(b *testing.B) {
	tracks := make([]Track, crowdSize)
	dst := make([]Pose, crowdSize)
	policy := DefaultPolicy()
	benchmarkCrowd(b, crowdSize, func(_ ServerTime, samples []Sample) {
		for i := range samples {
			tracks[i].Insert(samples[i])
		}
	}, func(at ServerTime) {
		for i := range tracks {
			tracks[i].Prune(at)
			bracket := tracks[i].Bracket(at)
			Evaluate(&dst[i], &bracket, at, &policy)
		}
	})
}

// One entity: its Track with a Clock and a Cursor, and the lens.
func BenchmarkOneEntityTrack(b *testing.B) {
	var clock Clock
	var cursor Cursor
	var track Track
	var pose Pose
	policy := DefaultPolicy()
	policy.Delay = crowdDelay
	benchmarkCrowd(b, 1, func(at ServerTime, samples []Sample) {
		clock.Observe(LocalTime(at), at)
		track.Insert(samples[0])
	}, func(at ServerTime) {
		now := LocalTime(at.Add(crowdDelay))
		clock.Advance(now)
		at = cursor.Advance(&clock, now, policy.Delay)
		track.Prune(at)
		bracket := track.Bracket(at)
		Evaluate(&pose, &bracket, at, &policy)
	})
}

func BenchmarkOneEntityLens(b *testing.B) {
	benchmarkLens(b, 1)
}

func BenchmarkCrowdLens(b *testing.B) {
	benchmarkLens(b, crowdSize)
}

func benchmarkLens(b *testing.B, n int) {
	policy := DefaultPolicy()
	policy.Delay = crowdDelay
	config := everyKind(policy)
	config.Interval, config.Reserve = crowdInterval, 125*ms
	l := new(Interpolated)
	l.Configure(config)
	updates := make([]Update, n)
	drawn := make([]Drawn, 0, n)
	benchmarkCrowd(b, n, func(at ServerTime, samples []Sample) {
		h := Header{Time: at, Arrival: LocalTime(at)}
		for i := range samples {
			updates[i] = Update{ID: EntityID(i), Sample: samples[i]}
		}
		for from := 0; from < n; from += 20 { // entities in a packet
			h.Seq++
			l.Receive(h, updates[from:min(from+20, n)])
		}
	}, func(at ServerTime) {
		now := LocalTime(at.Add(crowdDelay))
		l.Frame(now)
		drawn = l.AppendDrawn(drawn[:0], now)
	})
}

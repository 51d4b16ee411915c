package interp

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// slowTrack is what a Track must be like: it keeps a plain list, sorts it each time,
// and looks at every sample for every question.
type slowTrack struct {
	room    int
	all     []Sample
	pruned  bool
	at      ServerTime
	evicted int
}

func (t *slowTrack) insert(s Sample) Verdict {
	if s.fault() != nil {
		return Refused
	}
	unit(&s.Pose.Rotation)
	behind := false // a newer sample at or before render time is there
	for i := range t.all {
		if t.all[i].Time == s.Time && t.all[i].Generation == s.Generation {
			return Duplicate
		}
		behind = behind || t.all[i].after(s.Time, s.Generation) && t.all[i].Time <= t.at
	}
	late := t.pruned && s.Time <= t.at
	if late && behind {
		return StaleSample
	}
	with := append(slices.Clone(t.all), s)
	slices.SortStableFunc(with, func(a, b Sample) int {
		switch {
		case a.after(b.Time, b.Generation):
			return 1
		case b.after(a.Time, a.Generation):
			return -1
		}
		return 0
	})
	for i := range with[1:] {
		if !follows(&with[i], &with[i+1]) {
			return Foreign
		}
	}
	if len(with) > t.room {
		t.evicted++
		dropped := with[0]
		with = with[1:]
		if dropped == s {
			return StaleSample
		}
	}
	t.all = with
	if late {
		return Late
	}
	return Inserted
}

func (t *slowTrack) prune(at ServerTime) {
	if t.pruned && at <= t.at {
		return
	}
	t.pruned, t.at = true, at
	last := -1 // the last at or before render time
	for i := range t.all {
		if t.all[i].Time <= at {
			last = i
		}
	}
	t.all = t.all[max(0, last-1):]
}

// check compares a track with its slow twin.
func (t *slowTrack) check(fail func(string, ...any), track *Track) {
	if track.Len() != len(t.all) || track.Evicted() != t.evicted {
		fail("%d held and %d evicted, want %d and %d", track.Len(), track.Evicted(), len(t.all), t.evicted)
		return
	}
	for i := range t.all {
		if !sameSample(track.At(i), &t.all[i]) {
			fail("sample %d is %+v, want %+v", i, *track.At(i), t.all[i])
		}
	}
}

// sameSample is equality that a destroy's meaningless NaN pose does not upset.
func sameSample(a, b *Sample) bool {
	return a.Time == b.Time && a.Generation == b.Generation && a.Segment == b.Segment && a.Destroyed == b.Destroyed &&
		(a.Destroyed || a.Pose == b.Pose)
}

func TestTrackEqualsItsSlowTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var track Track
		track.Reserve(8)
		slow := slowTrack{room: 8}
		now := ServerTime(0)
		for range rapid.IntRange(1, 60).Draw(t, "operations") {
			if rapid.IntRange(0, 4).Draw(t, "operation") == 0 {
				now += ServerTime(rapid.IntRange(-1, 4).Draw(t, "on"))
				track.Prune(now)
				slow.prune(now)
			} else {
				s := sampleAt(0, float32(rapid.IntRange(0, 9).Draw(t, "x")))
				s.Time = now + ServerTime(rapid.IntRange(-5, 10).Draw(t, "time"))
				s.Generation = uint16(rapid.SampledFrom([]int{0, 0, 0, 1, 65535}).Draw(t, "generation"))
				s.Destroyed = rapid.IntRange(0, 9).Draw(t, "destroyed") == 0
				if got, want := track.Insert(s), slow.insert(s); got != want {
					t.Fatalf("%+v is %v, want %v", s, got, want)
				}
			}
			slow.check(t.Fatalf, &track)
		}
	})
}

// history is what a server could really have sent: times that rise, generations that
// end with a destroy, segments that count.
func history(r *rand.Rand, n int) []Sample {
	var all []Sample
	at, generation, segment, ended := 0, uint16(65530), uint8(250), false
	for range n {
		at += 1 + r.IntN(50)
		switch {
		case ended:
			generation, segment, ended = generation+1, 0, false
			if r.IntN(2) == 0 {
				at = int(time.Duration(all[len(all)-1].Time) / ms) // in the same tick
			}
		case r.IntN(6) == 0:
			ended = true
			all = append(all, destroyAt(at, generation))
			continue
		case r.IntN(4) == 0:
			segment++
		}
		all = append(all, sampleAt(at, float32(r.IntN(100))).of(generation, segment))
	}
	return all
}

func TestTrackOrderOfArrivalDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		all := history(r, 3+r.IntN(20))
		var inOrder, shuffled Track
		for _, s := range all {
			inOrder.Insert(s)
		}
		for _, i := range r.Perm(len(all)) {
			shuffled.Insert(all[i])
		}
		if inOrder.Len() != min(len(all), 8) || inOrder.Len() != shuffled.Len() {
			t.Fatalf("round %d: %d samples: %d and %d held", round, len(all), inOrder.Len(), shuffled.Len())
		}
		for i := range inOrder.Len() {
			if *inOrder.At(i) != *shuffled.At(i) {
				t.Fatalf("round %d: sample %d is %+v in order and %+v shuffled", round, i, *inOrder.At(i), *shuffled.At(i))
			}
		}
	}
}

// FuzzTrack reads samples and prunings from bytes, and holds a track to its slow twin
// and every pose drawn from it to be finite with a unit rotation.
func FuzzTrack(f *testing.F) {
	record := func(op byte, s Sample) []byte {
		b := []byte{op}
		b = binary.LittleEndian.AppendUint64(b, uint64(s.Time))
		for _, x := range []float32{s.Pose.Position[0], s.Velocity[0], s.Pose.Rotation.W, s.Pose.Rotation.V[2]} {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		b = binary.LittleEndian.AppendUint16(b, s.Generation)
		return append(b, s.Segment)
	}
	const size = 1 + 8 + 4*4 + 2 + 1
	join := func(parts ...[]byte) []byte { return slices.Concat(parts...) }
	f.Add(join(record(0, sampleAt(100, 1)), record(0, sampleAt(200, 2)), record(1, sampleAt(150, 0)), record(0, sampleAt(120, 0))))
	f.Add(join(record(0, sampleAt(100, 1)), record(2, sampleAt(110, 2)), record(0, sampleAt(120, 1).of(1, 0))))
	f.Add(record(0, sampleAt(0, float32(math.NaN()))))
	f.Add(join(record(0, Sample{Time: 1<<62 - 1}), record(0, Sample{Time: math.MinInt64})))
	f.Fuzz(func(t *testing.T, data []byte) {
		var track Track
		track.Reserve(8)
		slow := slowTrack{room: 8}
		policy := Policy{MaxExtrapolation: MaxPolicyTime, Blend: Hermite}
		for ops := 0; len(data) >= size && ops < 64; ops, data = ops+1, data[size:] {
			float := func(i int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[i:])) }
			s := Sample{
				Time:       ServerTime(binary.LittleEndian.Uint64(data[1:])),
				Pose:       Pose{mgl32.Vec3{float(9)}, mgl32.Quat{W: float(17), V: mgl32.Vec3{0, 0, float(21)}}},
				Velocity:   mgl32.Vec3{float(13)},
				Generation: 65400 + uint16(data[25]), // across the wrap, but not half way round
				Segment:    data[27],
				Destroyed:  data[0] == 2,
			}
			if data[0] == 1 {
				if !s.Time.plausible() {
					continue
				}
				track.Prune(s.Time)
				slow.prune(s.Time)
			} else if got, want := track.Insert(s), slow.insert(s); got != want {
				t.Fatalf("%+v is %v, want %v", s, got, want)
			}
			slow.check(t.Fatalf, &track)
			for i := range track.Len() {
				for _, on := range []time.Duration{-1, 0, 1, ms, time.Second, time.Hour} {
					at := track.At(i).Time.Add(on)
					pose := Pose{Rotation: mgl32.QuatIdent()}
					b := track.Bracket(at)
					Evaluate(&pose, &b, at, &policy)
					norm := float64(pose.Rotation.Len())
					if sum := float64(pose.Position.Len()); math.IsNaN(sum) || math.IsInf(sum, 0) || !(math.Abs(norm-1) < 0.01) {
						t.Fatalf("pose %+v at %v of %v", pose, at, times(&track))
					}
				}
			}
		}
	})
}

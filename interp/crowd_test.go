package interp

import (
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// crowdAt returns what a crowd draws at a time in ms: per entity x, or the state where
// there is nothing between two samples.
func crowdAt(c *Crowd, msec int, p *Policy) (x []float32, states []State) {
	poses := make([]Pose, c.Len())
	states = make([]State, c.Len())
	c.Evaluate(poses, states, ServerTime(time.Duration(msec)*ms), p)
	for i := range poses {
		x = append(x, poses[i].Position[0])
	}
	return x, states
}

func crowdInsert(c *Crowd, entity int, s Sample) Verdict { return c.Insert(entity, &s) }

func TestCrowdDrawsBetweenTwoSnapshots(t *testing.T) {
	var c Crowd
	c.Reserve(4, 3)
	p := DefaultPolicy()
	for _, msec := range []int{100, 200, 300} {
		crowdInsert(&c, 0, sampleAt(msec, float32(msec)))
		crowdInsert(&c, 1, sampleAt(msec, -float32(msec)))
	}
	crowdInsert(&c, 2, sampleAt(200, 7)) // absent from the first and the third
	x, states := crowdAt(&c, 225, &p)
	// 0 and 1 are a quarter on, 2 stands where it was last, 3 has never been seen.
	for i, want := range []struct {
		x     float32
		state State
	}{{225, Blending}, {-225, Blending}, {7, Extrapolating}, {0, Empty}} {
		if x[i] != want.x || states[i] != want.state {
			t.Errorf("entity %d: %v at %v, want %v at %v", i, states[i], x[i], want.state, want.x)
		}
	}
	if x, _ := crowdAt(&c, 200, &p); x[0] != 200 {
		t.Errorf("exactly at a sample: %v, want 200", x[0])
	}
}

func TestCrowdVerdicts(t *testing.T) {
	nan := sampleAt(300, 0)
	nan.Pose.Position[2] = float32(math.NaN())
	tests := []struct {
		name   string
		entity int
		sample Sample
		want   Verdict
	}{
		{"newest", 0, sampleAt(400, 4), Inserted},
		{"between", 0, sampleAt(250, 2.5), Inserted},
		{"there already", 0, sampleAt(300, 9), Duplicate},
		{"behind render time, and the newest there", 1, sampleAt(200, 9), Late},
		{"behind render time, a newer one there", 0, sampleAt(150, 9), StaleSample},
		{"older than all", 0, sampleAt(50, 9), StaleSample},
		{"a generation before, later", 2, sampleAt(400, 9).of(1, 0), Foreign},
		{"a generation before, in the same instant", 2, sampleAt(300, 9).of(1, 0), Foreign},
		{"a generation on, in the same instant", 2, sampleAt(300, 9).of(3, 0), Inserted},
		{"not a number", 0, nan, Refused},
		{"no room for the entity", 3, sampleAt(300, 9), Refused},
		{"no such entity", -1, sampleAt(300, 9), Refused},
	}
	for _, test := range tests {
		var c Crowd
		c.Reserve(3, 5)
		for _, msec := range []int{100, 200, 300} {
			crowdInsert(&c, 0, sampleAt(msec, 1))
		}
		crowdInsert(&c, 1, sampleAt(100, 1))
		crowdInsert(&c, 2, sampleAt(300, 1).of(2, 0))
		c.Prune(ServerTime(220 * ms))
		if got := crowdInsert(&c, test.entity, test.sample); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	var c Crowd
	c.Reserve(1, 3)
	for _, msec := range []int{100, 200, 300} {
		crowdInsert(&c, 0, sampleAt(msec, 1))
	}
	if got := crowdInsert(&c, 0, sampleAt(50, 9)); got != StaleSample {
		t.Errorf("older than all of a full crowd: %v, want stale", got)
	}
	c = Crowd{}
	if got := crowdInsert(&c, 0, sampleAt(0, 0)); got != Refused {
		t.Errorf("without room: %v, want refused", got)
	}
}

// An entity that has been missing for longer than there is room is still drawn from
// its last two samples.
func TestCrowdKeepsWhatIsStillNeeded(t *testing.T) {
	var c Crowd
	c.Reserve(2, 3)
	p := DefaultPolicy()
	p.MaxSpeed = 0
	for msec := 100; msec <= 2000; msec += 100 {
		crowdInsert(&c, 0, sampleAt(msec, 0))
		if msec <= 200 {
			crowdInsert(&c, 1, sampleAt(msec, float32(msec)))
		}
		c.Prune(ServerTime(time.Duration(msec) * ms))
	}
	x, states := crowdAt(&c, 2000, &p)
	if states[1] != Held || x[1] != 300 { // 200 and 100 ms of extrapolating at 1 m/ms
		t.Errorf("%v at %v, want held at 300", states[1], x[1])
	}
	if got := crowdInsert(&c, 1, sampleAt(1700, 5)); got != StaleSample || c.Evicted() != 0 {
		t.Errorf("a sample as old as what has made way: %v, with %d evicted; want stale and 0", got, c.Evicted())
	}
	if got := crowdInsert(&c, 1, sampleAt(1900, 5)); got != Late {
		t.Errorf("a sample of a snapshot that is there: %v, want late", got)
	}
	// And from an old sample to a new one: 5 at 1900, 9 at 2100.
	crowdInsert(&c, 1, sampleAt(2100, 9))
	if x, states := crowdAt(&c, 2000, &p); states[1] != Blending || x[1] != 7 {
		t.Errorf("%v at %v, want blending at 7", states[1], x[1])
	}
}

// When snapshots come for longer than there is room before render time gets there,
// the oldest make way, never the newest, and are counted.
func TestCrowdDropsTheOldestWhenFull(t *testing.T) {
	var c Crowd
	c.Reserve(1, 4)
	p := DefaultPolicy()
	c.Prune(0)
	for msec := 100; msec <= 1000; msec += 100 {
		crowdInsert(&c, 0, sampleAt(msec, float32(msec)))
	}
	if c.Evicted() != 6 {
		t.Errorf("%d evicted of 10 with room for 4, want 6", c.Evicted())
	}
	if x, states := crowdAt(&c, 950, &p); states[0] != Blending || x[0] != 950 {
		t.Errorf("%v at %v, want blending at 950", states[0], x[0])
	}
	// 600 has made way, and what has may not be drawn before its time.
	if x, states := crowdAt(&c, 550, &p); states[0] != Early || x[0] != 700 {
		t.Errorf("%v at %v, want early at 700", states[0], x[0])
	}
}

// A destroyed generation stays dead when the snapshot that told of it has made way.
func TestCrowdRemembersTheDead(t *testing.T) {
	var c Crowd
	c.Reserve(2, 3)
	c.Insert(1, &Sample{Time: ServerTime(100 * ms), Generation: 4, Destroyed: true})
	for msec := 100; msec <= 1000; msec += 100 {
		crowdInsert(&c, 0, sampleAt(msec, 1))
		c.Prune(ServerTime(time.Duration(msec) * ms))
	}
	if got := crowdInsert(&c, 1, sampleAt(1000, 1).of(4, 0)); got != Foreign {
		t.Errorf("a sample of the dead generation is %v, want foreign", got)
	}
	if _, states := crowdAt(&c, 1000, &Policy{}); states[1] != Gone {
		t.Errorf("%v, want gone", states[1])
	}
	if got := crowdInsert(&c, 1, sampleAt(1000, 1).of(5, 0)); got != Late {
		t.Errorf("a sample of the next generation is %v, want late", got)
	}
}

func TestCrowdReserveKeepsWhatIsThere(t *testing.T) {
	var c Crowd
	p := DefaultPolicy()
	c.Reserve(1, 0)
	if c.Len() != 1 || c.Snapshots() != 3 {
		t.Errorf("room for %d of %d, want 1 of 3", c.Len(), c.Snapshots())
	}
	crowdInsert(&c, 0, sampleAt(100, 1))
	crowdInsert(&c, 0, sampleAt(200, 2))
	c.Reserve(3, 5)
	crowdInsert(&c, 2, sampleAt(100, 10))
	crowdInsert(&c, 2, sampleAt(200, 20))
	if x, states := crowdAt(&c, 150, &p); x[0] != 1.5 || x[2] != 15 || states[1] != Empty {
		t.Errorf("at %v, %v", x, states)
	}
	c.Reserve(2, 4) // never shrinks
	if c.Len() != 3 || c.Snapshots() != 5 {
		t.Errorf("room for %d of %d, want 3 of 5", c.Len(), c.Snapshots())
	}
	c.Reset()
	if _, states := crowdAt(&c, 150, &p); states[0] != Empty || c.Len() != 3 {
		t.Errorf("after a reset %v with room for %d", states[0], c.Len())
	}
	if got := crowdInsert(&c, 0, sampleAt(50, 1)); got != Inserted {
		t.Errorf("after a reset an older time is %v", got)
	}
}

// A rotation that is not quite of length 1, as after quantisation, is drawn as one.
func TestCrowdScalesRotations(t *testing.T) {
	var c Crowd
	c.Reserve(1, 3)
	for msec := 100; msec <= 200; msec += 100 {
		s := sampleAt(msec, 0)
		s.Pose.Rotation = turn(float64(msec)).Scale(1.004)
		crowdInsert(&c, 0, s)
	}
	poses, states := make([]Pose, 1), make([]State, 1)
	for _, msec := range []int{100, 130, 200} {
		c.Evaluate(poses, states, ServerTime(time.Duration(msec)*ms), &Policy{})
		q := poses[0].Rotation
		if off := between(q, turn(float64(msec))); off > 0.001 || !near(float64(q.Len()), 1, 1e-6) {
			t.Errorf("at %d ms: %v, %v° off", msec, q, off)
		}
	}
}

// 10,000 entities and 6 snapshots, with the poses drawn, take less than 4 MB.
func TestCrowdMemory(t *testing.T) {
	const entities, snapshots, most = 10_000, 6, 4_000_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := new(Crowd)
	c.Reserve(entities, snapshots)
	poses, states := make([]Pose, entities), make([]State, entities)
	runtime.GC()
	runtime.ReadMemStats(&after)
	live := int(after.HeapAlloc) - int(before.HeapAlloc)
	// (4 mark + 28 pose + 12 velocity + 1 stance)·(6 snapshots + the last aside)
	// + (4 mark + 28 pose) of the one before + 2·8 times
	if want := entities * (45*7 + 32 + 16); c.Bytes() != want {
		t.Errorf("Bytes() is %d, want %d", c.Bytes(), want)
	}
	t.Logf("%d bytes of samples, %d live in all", c.Bytes(), live)
	if drawn := entities * 29; c.Bytes()+drawn > most || live > most+most/50 {
		t.Errorf("%d of samples and %d of poses, %d live; want at most %d", c.Bytes(), drawn, live, most)
	}
	runtime.KeepAlive(c)
	runtime.KeepAlive(poses)
	runtime.KeepAlive(states)
}

func TestCrowdDoesNotAllocate(t *testing.T) {
	const n = 50
	motion := crowdMotion(n, leastTurn, mostTurn)
	var c Crowd
	c.Reserve(n, 6)
	poses, states := make([]Pose, n), make([]State, n)
	p := DefaultPolicy()
	now, i := ServerTime(0), 0
	if allocations := testing.AllocsPerRun(100, func() {
		for entity, s := range motion[i%2] {
			s.Time = now
			if (entity+i)%7 != 0 { // some are always missing
				c.Insert(entity, &s)
			}
		}
		c.Prune(now.Add(-crowdDelay))
		c.Evaluate(poses, states, now.Add(-crowdDelay), &p)
		now = now.Add(crowdInterval)
		i++
	}); allocations != 0 {
		t.Errorf("%v allocations per snapshot and frame", allocations)
	}
}

// The polynomial for near pairs is as good as the other, to its very bound.
func TestSharedBlendNearAndFar(t *testing.T) {
	for _, alpha := range []float32{0.1, 0.5, 0.77} {
		var s sharedBlend
		s.fit(alpha)
		for degrees := 0.0; degrees <= 130; degrees += 0.25 {
			a, b := []Pose{{Rotation: turn(20)}}, []Pose{{Rotation: turn(20 + degrees)}}
			var near, far [1]Pose
			isNear := s.nearPoses(near[:], a, b) == 1
			if want := math.Cos(degrees/2*math.Pi/180) > 1-nearest; isNear != want {
				t.Errorf("%v° apart is near: %v, want %v", degrees, isNear, want)
			}
			if n := s.farPoses(far[:], a, b); n != 1 {
				t.Errorf("%v° apart: %d blended as far, want 1", degrees, n)
			}
			exact := exactSlerp(a[0].Rotation, b[0].Rotation, float64(alpha))
			if off, _ := rotationError(far[0].Rotation, exact); off > 1e-6 {
				t.Errorf("%v° apart, far: %.2g rad off", degrees, off)
			}
			if off, _ := rotationError(near[0].Rotation, exact); isNear && off > 1e-6 {
				t.Errorf("%v° apart, near: %.2g rad off", degrees, off)
			}
		}
	}
	// Runs of either, and all are blended.
	for _, apart := range [][]float64{{90}, {5, 90}, {90, 5}, {5, 5, 90, 90, 5, 90, 90}, {90, 5, 5, 90}} {
		var s sharedBlend
		s.fit(0.5)
		dst, a, b := make([]Pose, len(apart)), make([]Pose, len(apart)), make([]Pose, len(apart))
		for i, degrees := range apart {
			a[i].Rotation, b[i].Rotation = turn(10), turn(10+degrees)
		}
		s.poses(dst, a, b)
		for i, degrees := range apart {
			if off := between(dst[i].Rotation, turn(10+degrees/2)); off > 1e-4 {
				t.Errorf("%v apart: the one at %d is %v° off", apart, i, off)
			}
		}
	}
	// A near pair of opposite signs is one all the same.
	var s sharedBlend
	s.fit(0.5)
	var dst [2]Pose
	s.poses(dst[:], []Pose{{Rotation: turn(10)}, {Rotation: turn(50), Position: mgl32.Vec3{2}}},
		[]Pose{{Rotation: turn(20).Scale(-1)}, {Rotation: turn(60), Position: mgl32.Vec3{4}}})
	if off := max(between(dst[0].Rotation, turn(15)), between(dst[1].Rotation, turn(55))); off > 1e-4 || dst[1].Position[0] != 3 {
		t.Errorf("%v", dst)
	}
}

package interp

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

const ms = time.Millisecond

// sampleAt is a sample of an entity that stands at x, at a time in ms.
func sampleAt(msec int, x float32) Sample {
	return Sample{
		Time: ServerTime(time.Duration(msec) * ms),
		Pose: Pose{Position: mgl32.Vec3{x, 0, 0}, Rotation: mgl32.QuatIdent()},
	}
}

// of sets a sample's generation and segment.
func (s Sample) of(generation uint16, segment uint8) Sample {
	s.Generation, s.Segment = generation, segment
	return s
}

func destroyAt(msec int, generation uint16) Sample {
	return Sample{Time: ServerTime(time.Duration(msec) * ms), Generation: generation, Destroyed: true}
}

// times lists what a track holds, in ms.
func times(t *Track) []int {
	got := []int{}
	for i := range t.Len() {
		got = append(got, int(time.Duration(t.At(i).Time)/ms))
	}
	return got
}

func TestTrackSortsByServerTime(t *testing.T) {
	for _, order := range [][]int{{100, 150, 200}, {200, 150, 100}, {150, 200, 100}, {200, 100, 150}} {
		var track Track
		for _, at := range order {
			if v := track.Insert(sampleAt(at, 0)); v != Inserted {
				t.Errorf("order %v: %d is %v, want inserted", order, at, v)
			}
		}
		if got := times(&track); !slices.Equal(got, []int{100, 150, 200}) {
			t.Errorf("order %v: held %v", order, got)
		}
	}
}

func TestTrackFirstArrivalStands(t *testing.T) {
	var track Track
	track.Insert(sampleAt(100, 1))
	if v := track.Insert(sampleAt(100, 2)); v != Duplicate {
		t.Errorf("second sample of the same time is %v, want duplicate", v)
	}
	if x := track.Newest().Pose.Position[0]; x != 1 || track.Len() != 1 {
		t.Errorf("holds x %v in %d samples, want 1 in 1", x, track.Len())
	}
}

func TestTrackVerdicts(t *testing.T) {
	const old, now = uint16(7), uint16(8)
	tests := []struct {
		name   string
		have   []Sample
		pruned int // render time in ms, 0: not pruned
		offer  Sample
		want   Verdict
	}{
		{"ahead of render time", []Sample{sampleAt(100, 0)}, 120, sampleAt(130, 0), Inserted},
		{"behind render time but nearer than what is there", []Sample{sampleAt(100, 0), sampleAt(200, 0)}, 150, sampleAt(140, 0), Late},
		{"exactly at render time", []Sample{sampleAt(100, 0)}, 120, sampleAt(120, 0), Late},
		{"behind what render time stands on", []Sample{sampleAt(100, 0), sampleAt(200, 0)}, 150, sampleAt(90, 0), StaleSample},
		{"first, though behind render time", nil, 150, sampleAt(140, 0), Late},
		{"old generation behind the new one's time", []Sample{sampleAt(100, 0).of(now, 0)}, 0, sampleAt(110, 0).of(old, 0), Foreign},
		{"old generation before the new one's time", []Sample{sampleAt(100, 0).of(now, 0)}, 0, sampleAt(90, 0).of(old, 0), Inserted},
		{"new generation before the old one's time", []Sample{sampleAt(100, 0).of(old, 0)}, 0, sampleAt(90, 0).of(now, 0), Foreign},
		{"generation across the wrap", []Sample{sampleAt(100, 0).of(65535, 0)}, 0, sampleAt(110, 0).of(0, 0), Inserted},
		{"generation back across the wrap", []Sample{sampleAt(100, 0).of(0, 0)}, 0, sampleAt(110, 0).of(65535, 0), Foreign},
		{"respawn in the tick of the destroy", []Sample{destroyAt(100, old)}, 0, sampleAt(100, 0).of(now, 0), Inserted},
		{"destroy that the respawn of its tick overtook", []Sample{sampleAt(100, 0).of(now, 0)}, 0, destroyAt(100, old), Inserted},
		{"sample after its generation's destroy", []Sample{destroyAt(100, now)}, 0, sampleAt(110, 0).of(now, 0), Foreign},
		{"sample before its generation's destroy", []Sample{destroyAt(100, now)}, 0, sampleAt(90, 0).of(now, 0), Inserted},
		{"destroy sent again", []Sample{destroyAt(100, now)}, 0, destroyAt(100, now), Duplicate},
		{"destroy before a sample of its generation", []Sample{sampleAt(100, 0).of(now, 0)}, 0, destroyAt(90, now), Foreign},
	}
	for _, test := range tests {
		var track Track
		for _, s := range test.have {
			if v := track.Insert(s); v != Inserted {
				t.Fatalf("%s: setting up: %v", test.name, v)
			}
		}
		if test.pruned != 0 {
			track.Prune(ServerTime(time.Duration(test.pruned) * ms))
		}
		if got := track.Insert(test.offer); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestTrackRefusesAbsurdValues(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	tests := []struct {
		name  string
		spoil func(*Sample)
	}{
		{"NaN position", func(s *Sample) { s.Pose.Position[1] = nan }},
		{"infinite position", func(s *Sample) { s.Pose.Position[2] = -inf }},
		{"position beyond the bound", func(s *Sample) { s.Pose.Position[0] = 1.1e6 }},
		{"NaN velocity", func(s *Sample) { s.Velocity[0] = nan }},
		{"infinite velocity", func(s *Sample) { s.Velocity[1] = inf }},
		{"NaN in the rotation", func(s *Sample) { s.Pose.Rotation.W = nan }},
		{"rotation of length 2", func(s *Sample) { s.Pose.Rotation.W = 2 }},
		{"time beyond what can be subtracted", func(s *Sample) { s.Time = math.MinInt64 }},
		{"time far in the future", func(s *Sample) { s.Time = 1 << 62 }},
	}
	for _, test := range tests {
		var track Track
		s := sampleAt(100, 1)
		test.spoil(&s)
		if v := track.Insert(s); v != Refused || track.Len() != 0 {
			t.Errorf("%s: %v, %d held; want refused, none", test.name, v, track.Len())
		}
	}
	var track Track
	s := sampleAt(100, MaxCoordinate)
	if v := track.Insert(s); v != Inserted {
		t.Errorf("position exactly at the bound: %v", v)
	}
}

func TestTrackDropsTheOldestWhenFull(t *testing.T) {
	var track Track
	track.Reserve(8)
	for i := range 20 {
		track.Insert(sampleAt(100*i, 0))
	}
	// 20 samples, room for 8: 0 to 1100 ms went, 12 of them.
	if got := times(&track); !slices.Equal(got, []int{1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900}) {
		t.Errorf("held %v", got)
	}
	if track.Evicted() != 12 {
		t.Errorf("evicted %d, want 12", track.Evicted())
	}
	if v := track.Insert(sampleAt(1100, 0)); v != StaleSample || track.Evicted() != 13 {
		t.Errorf("older than all of a full track: %v, evicted %d; want stale, 13", v, track.Evicted())
	}
	if v := track.Insert(sampleAt(1250, 0)); v != Inserted || track.At(0).Time != ServerTime(1250*ms) {
		t.Errorf("in the middle of a full track: %v, oldest %v", v, track.At(0).Time)
	}
}

func TestTrackReserveKeepsWhatIsThere(t *testing.T) {
	var track Track
	for i := range 11 { // wraps around the 8 slots
		track.Insert(sampleAt(100*i, 0))
	}
	track.Reserve(9)
	if track.Slots() != 16 {
		t.Errorf("%d slots, want the power of two above 9", track.Slots())
	}
	track.Insert(sampleAt(1100, 0))
	if got := times(&track); !slices.Equal(got, []int{300, 400, 500, 600, 700, 800, 900, 1000, 1100}) {
		t.Errorf("held %v", got)
	}
	track.Reserve(1)
	if track.Slots() != 16 {
		t.Errorf("shrank to %d", track.Slots())
	}
	track.Reset()
	if track.Len() != 0 || track.Newest() != nil || track.Slots() != 16 || track.Evicted() != 0 {
		t.Errorf("after Reset: %d held, %d slots, %d evicted", track.Len(), track.Slots(), track.Evicted())
	}
}

func TestTrackPruneKeepsOneBehindAndOneToExtrapolateFrom(t *testing.T) {
	tests := []struct {
		at   int
		want []int
	}{
		{50, []int{100, 200, 300, 400}},
		{250, []int{100, 200, 300, 400}}, // 200 is behind, 100 gives the velocity
		{300, []int{200, 300, 400}},      // exactly at 300: that one is behind
		{10_000, []int{300, 400}},        // the newest is never dropped
	}
	for _, test := range tests {
		var track Track
		for _, at := range []int{100, 200, 300, 400} {
			track.Insert(sampleAt(at, 0))
		}
		track.Prune(ServerTime(time.Duration(test.at) * ms))
		track.Prune(0) // back in time: nothing happens
		if got := times(&track); !slices.Equal(got, test.want) {
			t.Errorf("pruned at %d: %v, want %v", test.at, got, test.want)
		}
	}
}

func TestTrackBracketAndAhead(t *testing.T) {
	var track Track
	for _, at := range []int{100, 200, 300} {
		track.Insert(sampleAt(at, 0))
	}
	tests := []struct {
		at           int
		before, a, b int // ms, 0: nil
		ahead        int
	}{
		{50, 0, 0, 100, 3},
		{100, 0, 100, 200, 2},
		{199, 0, 100, 200, 2},
		{200, 100, 200, 300, 1},
		{300, 200, 300, 0, 0},
		{999, 200, 300, 0, 0},
	}
	msec := func(s *Sample) int {
		if s == nil {
			return 0
		}
		return int(time.Duration(s.Time) / ms)
	}
	for _, test := range tests {
		at := ServerTime(time.Duration(test.at) * ms)
		b := track.Bracket(at)
		if msec(b.Before) != test.before || msec(b.A) != test.a || msec(b.B) != test.b || track.Ahead(at) != test.ahead {
			t.Errorf("at %d: %d, %d, %d and %d ahead; want %+v", test.at, msec(b.Before), msec(b.A), msec(b.B), track.Ahead(at), test)
		}
	}
	var empty Track
	if b := empty.Bracket(0); b != (Bracket{}) {
		t.Errorf("bracket of an empty track: %+v", b)
	}
}

func TestTrackDoesNotAllocate(t *testing.T) {
	var track Track
	track.Reserve(8)
	at := 0
	if n := testing.AllocsPerRun(1000, func() {
		at += 100
		track.Insert(sampleAt(at, 0))
		track.Prune(ServerTime(time.Duration(at-250) * ms))
	}); n != 0 {
		t.Errorf("%v allocations per sample", n)
	}
}

func TestVerdictNames(t *testing.T) {
	got := []string{}
	for v := Inserted; v <= Refused+1; v++ {
		got = append(got, v.String())
	}
	want := []string{"inserted", "late", "duplicate", "stale", "foreign", "refused", "unknown"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

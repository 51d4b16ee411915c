package world

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"snaplab/interp"
)

func allKinds(count int) []Group {
	groups := make([]Group, NumBuiltIn)
	for k := range groups {
		groups[k] = Group{interp.Kind(k), count}
	}
	return groups
}

func TestNewWorldSaysWhatIsWrong(t *testing.T) {
	tests := []struct {
		name   string
		groups []Group
		want   string
	}{
		{"no kind", []Group{{Walker, 1}, {NumBuiltIn, 1}}, "groups[1].Kind: 8 is no kind, want 0 to 7"},
		{"negative", []Group{{Car, -1}}, "groups[0].Count: -1, want 0 to 65535"},
		{"too many", []Group{{Car, 65536}}, "groups[0].Count: 65536, want 0 to 65535"},
		{"huge", []Group{{Car, math.MaxInt}, {Car, math.MaxInt}}, fmt.Sprintf("groups[0].Count: %d, want 0 to 65535", math.MaxInt)},
		{"too many in all", []Group{{Door, 65535}, {Car, 0}, {Car, 1}}, "groups[2].Count: 1 makes 65536 entities in all, want at most 65535"},
	}
	for _, tt := range tests {
		w, err := NewWorld(1, nil, tt.groups)
		if w != nil || err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, error %v, want %q", tt.name, w, err, tt.want)
		}
	}
	if w, err := NewWorld(1, nil, []Group{{Door, 65535}}); err != nil || w.Len() != 65535 {
		t.Errorf("65535 doors: %v", err)
	}
}

func TestEmptyWorlds(t *testing.T) {
	var zero World
	if zero.Len() != 0 {
		t.Errorf("the zero value has %d entities", zero.Len())
	}
	if w, err := NewWorld(1, nil, []Group{{Car, 0}}); err != nil || w.Len() != 0 {
		t.Errorf("a group of none: %d entities, error %v", w.Len(), err)
	}
}

func TestIdentitiesAndKindsFollowTheGroups(t *testing.T) {
	w := newTestWorld(t, 1, Group{Drone, 2}, Group{Door, 1}, Group{Drone, 1})
	want := []interp.Kind{Drone, Drone, Door, Drone}
	if w.Len() != len(want) {
		t.Fatalf("%d entities, want %d", w.Len(), len(want))
	}
	for i, k := range want {
		if w.Kind(i) != k || w.ID(i) != interp.EntityID(i+1) {
			t.Errorf("entity %d: kind %d, id %d; want %d, %d", i, w.Kind(i), w.ID(i), k, i+1)
		}
	}
}

func TestAGroupAtTheEndChangesNothingBefore(t *testing.T) {
	few := newTestWorld(t, 5, allKinds(4)...)
	many := newTestWorld(t, 5, append(allKinds(4), allKinds(20)...)...)
	var a, b State
	for i := range few.Len() {
		for at := time.Duration(0); at < 20*time.Second; at += 333 * time.Millisecond {
			few.At(i, at, &a)
			many.At(i, at, &b)
			if a != b {
				t.Fatalf("%s %d at %v: %+v, and %+v with more behind it", (*Kinds)(nil).Name(few.Kind(i)), i, at, a, b)
			}
		}
	}
}

func TestSeedsAndEntitiesDiffer(t *testing.T) {
	one, two := newTestWorld(t, 1, allKinds(3)...), newTestWorld(t, 2, allKinds(3)...)
	var a, b State
	for i := range one.Len() {
		const at = 5 * time.Second
		one.At(i, at, &a)
		two.At(i, at, &b)
		if a.Pose.Position == b.Pose.Position {
			t.Errorf("entity %d is at %v with either seed", i, a.Pose.Position)
		}
		for j := range i {
			one.At(j, at, &b)
			if a.Pose.Position == b.Pose.Position {
				t.Errorf("entities %d and %d are both at %v", i, j, a.Pose.Position)
			}
		}
	}
}

func TestTimesBeforeZeroCountAsZero(t *testing.T) {
	w := newTestWorld(t, 5, allKinds(3)...)
	var zero State
	for i := range w.Len() {
		w.At(i, 0, &zero)
		for _, at := range []time.Duration{-1, -time.Hour, math.MinInt64} {
			// What is left in s from another entity must not show.
			s := State{Stance: 7, Segment: 7, Generation: 7}
			w.At(i, at, &s)
			if s != zero {
				t.Errorf("entity %d at %d: %+v, want %+v", i, at, s, zero)
			}
		}
		w.At(i, math.MaxInt64, &zero)
	}
}

func TestAtDoesNotAllocate(t *testing.T) {
	w := newTestWorld(t, 5, allKinds(3)...)
	at := time.Duration(0)
	var s State
	allocs := testing.AllocsPerRun(100, func() {
		for i := range w.Len() {
			w.At(i, at, &s)
			at += 17 * time.Millisecond
		}
	})
	if allocs != 0 {
		t.Errorf("%g allocations for %d states", allocs, w.Len())
	}
}

func TestACrowdFillsTheField(t *testing.T) {
	const cols, rows = 11, 8 // cells of 4 m by 4 m
	w := newTestWorld(t, 6, allKinds(1250)...)
	for _, at := range []time.Duration{0, 7 * time.Second, time.Hour} {
		var cells [cols * rows]int
		alive := 0
		var s State
		for i := range w.Len() {
			w.At(i, at, &s)
			if s.Alive {
				alive++
				col := min(int((s.Pose.Position[0]+FieldWidth/2)/4), cols-1)
				row := min(int((s.Pose.Position[1]+FieldDepth/2)/4), rows-1)
				cells[row*cols+col]++
			}
		}
		mean := alive / len(cells)
		for i, n := range cells {
			// A corner has a margin on two sides of its cell and a middle none.
			if n < mean/5 || n > 2*mean {
				t.Errorf("at %v: %d in the cell at column %d, row %d; the mean is %d", at, n, i%cols, i/cols, mean)
			}
		}
	}
}

func TestAFewStandingThingsKeepTheirDistance(t *testing.T) {
	for seed := range uint64(100) {
		w := newTestWorld(t, seed, Group{Turret, 3}, Group{Door, 3})
		cars := newTestWorld(t, seed, Group{Car, 3})
		var sites, road []mgl64.Vec2
		var s State
		for i := range w.Len() {
			w.At(i, 0, &s)
			sites = append(sites, mgl64.Vec2{float64(s.Pose.Position[0]), float64(s.Pose.Position[1])})
		}
		for i := range cars.Len() {
			for at := time.Duration(0); at < 10*time.Second; at += 20 * time.Millisecond {
				cars.At(i, at, &s)
				road = append(road, mgl64.Vec2{float64(s.Pose.Position[0]), float64(s.Pose.Position[1])})
			}
		}
		for i, p := range sites {
			if d := nearest(p, road); d < 1.5 {
				t.Errorf("seed %d: site %d is %g m from a road", seed, i, d)
			}
			if d := nearest(p, sites[:i]); d < 4.5 {
				t.Errorf("seed %d: site %d is %g m from another", seed, i, d)
			}
		}
	}
}

func TestAFewDoorsDifferInOrientation(t *testing.T) {
	w := newTestWorld(t, 1, Group{Door, 5})
	var a, b State
	for i := range w.Len() {
		w.At(i, 0, &a)
		for j := range i {
			w.At(j, 0, &b)
			if angle := turnedBy(a.Pose.Rotation, b.Pose.Rotation); angle < 0.3 {
				t.Errorf("doors %d and %d are %g rad apart", i, j, angle)
			}
		}
	}
}

func TestSpreadIsEvenFromTheFirst(t *testing.T) {
	for seed := range uint64(50) {
		for _, count := range []int{3, 8, 100, 1000} {
			var points []mgl64.Vec2
			for n := range count {
				u, v := spread(seed, Walker, n)
				if u < 0 || u >= 1 || v < 0 || v >= 1 {
					t.Fatalf("spread gives (%g, %g)", u, v)
				}
				p := mgl64.Vec2{u, v}
				// Points on a square grid would be 1/√n apart.
				if d := nearest(p, points); d < 0.25/math.Sqrt(float64(count)) {
					t.Fatalf("seed %d: point %d of %d is %g from another", seed, n, count, d)
				}
				points = append(points, p)
			}
		}
	}
}

func TestStreamsOfTheWorldAreItsOwn(t *testing.T) {
	// Streams are numbered 0, 1, 2 … elsewhere; the mark is the word "world".
	if got := string([]byte{worldStream >> 56 & 255, worldStream >> 48 & 255, worldStream >> 40 & 255, worldStream >> 32 & 255, worldStream >> 24 & 255}); !strings.HasPrefix(got, "world") {
		t.Errorf("worldStream reads %q", got)
	}
	if a, b := stream(1, Car, 0).Uint64(), stream(1, Walker, 65534).Uint64(); a == b {
		t.Error("two entities share a stream")
	}
}

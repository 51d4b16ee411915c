package interp

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTimelineEqualsASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(1, 9).Draw(t, "room")
		var line Timeline
		line.Reserve(room)
		var list []ServerTime
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			at := ServerTime(rapid.IntRange(-20, 20).Draw(t, "at"))
			switch rapid.IntRange(0, 4).Draw(t, "operation") {
			case 0:
				line.Prune(at)
				for len(list) > 1 && list[1] <= at {
					list = list[1:]
				}
			case 1:
				room = max(room, int(at))
				line.Reserve(int(at))
			default:
				line.Insert(at)
				if !slices.Contains(list, at) {
					list = append(slices.Clone(list), at)
					slices.Sort(list)
					list = list[max(0, len(list)-room):]
				}
			}
			at = ServerTime(rapid.IntRange(-20, 20).Draw(t, "asked"))
			want := 0
			for _, stamp := range list {
				if stamp > at {
					want++
				}
			}
			if ahead, held := line.Occupancy(at); ahead != want || held != len(list) {
				t.Fatalf("%d ahead of %d at %d, want %d of %v", ahead, held, at, want, list)
			}
			if newest, ok := line.Newest(); ok != (len(list) > 0) || ok && newest != list[len(list)-1] {
				t.Fatalf("newest %d, %v; want the last of %v", newest, ok, list)
			}
		}
	})
}

func TestTimelineZeroValueHoldsNothing(t *testing.T) {
	var line Timeline
	line.Insert(5)
	line.Prune(9)
	if ahead, held := line.Occupancy(0); ahead != 0 || held != 0 {
		t.Errorf("%d ahead of %d", ahead, held)
	}
	line.Reserve(2)
	line.Insert(5)
	line.Reset()
	if _, ok := line.Newest(); ok {
		t.Error("Reset left a snapshot")
	}
}

package interp

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A teleport from 10 to 1000 is never drawn between, whatever is lost and in whatever
// order the packets come.
func TestInterpolatedNeverDrawsWithinATeleport(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for round := range 60 {
		r := interpolated(Policy{Delay: 230 * ms, MaxExtrapolation: 100 * ms})
		type packet struct {
			arrival int
			sample  Sample
		}
		var packets []packet
		place, segment := float32(10), uint8(253)
		for stamp := 0; stamp < 2000; stamp += 100 {
			for range random.IntN(3) { // two in a row as well
				place, segment = 1010-place, segment+1
			}
			if random.IntN(5) > 0 {
				packets = append(packets, packet{stamp + 50 + random.IntN(150), sampleAt(stamp, place).of(0, segment)})
			}
		}
		slices.SortStableFunc(packets, func(a, b packet) int { return a.arrival - b.arrival })
		for at := 0; at < 2400; at += 16 {
			for len(packets) > 0 && packets[0].arrival <= at {
				r.send(int(time.Duration(packets[0].sample.Time)/ms), packets[0].arrival, packets[0].sample)
				packets = packets[1:]
			}
			for _, d := range r.frame(at) {
				if px := d.Pose.Position[0]; px != 10 && px != 1000 {
					t.Fatalf("round %d: at %d drawn at %v", round, at, px)
				}
			}
		}
	}
}

// After a teleport an older packet that comes late does not warp the entity back.
func TestInterpolatedLatePacketDoesNotWarpBack(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms})
	r.send(0, 50, sampleAt(0, 10))
	r.frame(50)
	r.send(200, 250, sampleAt(200, 1000).of(0, 1))
	if got := x(t, r.frame(350)); got != 1000 { // render time 200
		t.Errorf("at its time drawn at %v, want 1000", got)
	}
	if v := r.send(100, 351, sampleAt(100, 10)); v != StaleSample {
		t.Errorf("the late packet is %v", v)
	}
	if got := x(t, r.frame(360)); got != 1000 {
		t.Errorf("warped back to %v", got)
	}
}

func TestInterpolatedSpawnAppearsAtItsTimeAndPlace(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	r.stream(0, 900, 100, 50)
	for stamp := 1000; stamp <= 1500; stamp += 100 {
		r.send(stamp, stamp+50, moving(stamp), sampleAt(stamp, 200))
		for on := 50; on < 150; on += 10 {
			at := stamp + on
			got := r.frame(at)
			if there := len(got) == 2; there != (at-50-200 >= 1000) {
				t.Fatalf("at %d (render time %d) drew %d entities", at, at-250, len(got))
			}
			if len(got) == 2 && got[1].Pose.Position[0] != 200 {
				t.Fatalf("at %d it slides in at %v", at, got[1].Pose.Position[0])
			}
		}
	}
}

func TestInterpolatedStanceIsNeverMixed(t *testing.T) {
	r := interpolated(Policy{Delay: 200 * ms})
	for stamp := 0; stamp <= 1000; stamp += 100 {
		s := sampleAt(stamp, 0)
		s.Stance = uint8(stamp / 100)
		r.send(stamp, stamp+50, s)
		r.frame(stamp + 50)
	}
	for _, test := range []struct {
		at   int
		want uint8
	}{{1050, 8}, {1149, 8}, {1150, 9}, {1200, 9}} { // render times 800, 899, 900, 950
		if got := r.frame(test.at); got[0].Stance != test.want {
			t.Errorf("at render time %v stance %d, want %d", time.Duration(got[0].Time), got[0].Stance, test.want)
		}
	}
}

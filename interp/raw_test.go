package interp

import (
	"slices"
	"testing"
	"time"
)

func TestRawDrawsTheNewestAsItComes(t *testing.T) {
	r := rig{Lens: new(Raw)}
	r.stream(0, 1000, 100, 50)
	for at := 1050; at <= 5000; at += 79 {
		got := r.frame(at)
		if len(got) != 1 || got[0].State != Latest || got[0].Pose != moving(1000).Pose || got[0].Time != ServerTime(1000*ms) || got[0].From != 11 || got[0].To != 11 {
			t.Errorf("at %d drew %+v", at, got)
		}
	}
	s := r.Stats()
	// Nothing to have an underrun of: 0.95 s of streaming and 3.95 of waiting, from 50 on.
	if s.Overall.Underruns != 0 || s.Overall.InUnderrun != 0 || s.Overall.Total != 4950*ms || len(s.Corrections) != 0 {
		t.Errorf("counted %+v", s.Overall)
	}
	// 5000 − 50 − 1000: how old what is shown is, beyond the fastest packet's age.
	if k := s.Kinds[0]; k.Needed != 3950*ms || k.Delay != 0 {
		t.Errorf("needed %v, delay %v", k.Needed, k.Delay)
	}
}

// Raw jumps with every jitter and stays where it was when a packet is lost; only an
// older packet that comes late does it not go back for.
func TestRawShowsEveryFaultButAgeing(t *testing.T) {
	r := rig{Lens: new(Raw)}
	arrivals := []struct {
		stamp, at int
		want      Verdict
		x         float64
	}{
		{0, 50, Inserted, 0},
		{100, 150, Inserted, 1},
		{300, 350, Inserted, 3}, // 200 was overtaken
		{200, 360, StaleSample, 3},
		{300, 370, Duplicate, 3},
		{400, 530, Inserted, 4}, // 80 ms late
		{500, 550, Inserted, 5},
	}
	for _, a := range arrivals {
		if v := r.send(a.stamp, a.at, moving(a.stamp)); v != a.want {
			t.Errorf("%d at %d is %v, want %v", a.stamp, a.at, v, a.want)
		}
		if got := x(t, r.frame(a.at)); got != a.x {
			t.Errorf("at %d drawn at %v, want %v", a.at, got, a.x)
		}
	}
}

func TestRawJumpsAtATeleport(t *testing.T) {
	r := rig{Lens: new(Raw)}
	r.send(0, 50, sampleAt(0, 10))
	var seen []float64
	for at := 50; at < 250; at += 10 {
		if at == 150 {
			r.send(100, 150, sampleAt(100, 1000).of(0, 1))
		}
		seen = append(seen, x(t, r.frame(at)))
	}
	if seen = slices.Compact(seen); !slices.Equal(seen, []float64{10, 1000}) {
		t.Errorf("drawn at %v, want 10 and then 1000", seen)
	}
}

func TestRawCountsItsBytes(t *testing.T) {
	r := rig{Lens: new(Raw)}
	if got := r.Stats().Bytes; got != 0 {
		t.Errorf("%d bytes of nothing", got)
	}
	r.stream(0, 1000, 100, 50)
	one := r.Stats().Bytes
	r.stream(1100, int(time.Minute/ms), 100, 50)
	if got := r.Stats().Bytes; one == 0 || got != one {
		t.Errorf("%d bytes after a second, %d after a minute", one, got)
	}
}

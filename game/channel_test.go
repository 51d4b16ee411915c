package game_test

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/interp"
	"snaplab/netsim"
)

// In a reliable channel one lost packet stops every lens until it is sent again, and
// then all that waited behind it comes at once.
func TestOneLossStopsAReliableChannel(t *testing.T) {
	for _, channel := range []netsim.Channel{netsim.Unreliable, netsim.Reliable} {
		sc := config.DefaultScenario()
		sc.Settings.Down = netsim.Conditions{Latency: 50 * time.Millisecond, Channel: channel}
		sc.Settings.Up = netsim.Conditions{Latency: 50 * time.Millisecond}
		s, err := measure.NewRun(sc)
		if err != nil {
			t.Fatal(err)
		}
		longest, last, clump := time.Duration(0), time.Duration(0), 0
		s.OnPacket(func(r *game.PacketRecord) {
			if !r.Arrived {
				return
			}
			if last > 0 {
				longest = max(longest, r.Link.ArrivesAt-last)
			}
			if r.Link.ArrivesAt == last {
				clump++
			}
			last = r.Link.ArrivesAt
		})
		// shows returns the newest snapshot that anything in the raw arena is of.
		shows := func() time.Duration {
			var newest interp.ServerTime
			for _, d := range s.AppendDrawn(nil, game.Raw) {
				newest = max(newest, d.Time)
			}
			return time.Duration(newest)
		}
		s.AdvanceTo(1090 * time.Millisecond)
		s.DownLink().Lose(netsim.Packets(s.DownLink().Sent() + 1)) // sent at 1.1 s, and again at 1.3 s
		s.AdvanceTo(1340 * time.Millisecond)
		frozenAt := shows()
		s.AdvanceTo(1360 * time.Millisecond)
		thenAt := shows()
		s.AdvanceTo(2 * time.Second)
		link := s.LinkStats()
		switch channel {
		case netsim.Unreliable:
			if link.Lost != 1 || link.Retransmitted != 0 || longest != 200*time.Millisecond || clump != 0 {
				t.Errorf("unreliable: %d lost, %d sent again, longest silence %v, %d in a clump", link.Lost, link.Retransmitted, longest, clump)
			}
			if frozenAt != 1200*time.Millisecond || thenAt != 1300*time.Millisecond {
				t.Errorf("unreliable: 1.34 s shows %v and 1.36 s %v, want 1.2 and 1.3 s", frozenAt, thenAt)
			}
		case netsim.Reliable:
			// Packets of 1.1, 1.2 and 1.3 s arrive at 1.35 s, 300 ms after that
			// of 1.0 s.
			if link.Lost != 0 || link.Retransmitted != 1 || longest != 300*time.Millisecond || clump != 2 {
				t.Errorf("reliable: %d lost, %d sent again, longest silence %v, %d in a clump", link.Lost, link.Retransmitted, longest, clump)
			}
			if frozenAt != time.Second || thenAt != 1300*time.Millisecond {
				t.Errorf("reliable: 1.34 s shows %v and 1.36 s %v, want 1.0 and 1.3 s", frozenAt, thenAt)
			}
		}
	}
}

// A narrow line makes even the fastest packet slower, and the clock is right about it.
func TestTheTrueOffsetCountsTheBottleneck(t *testing.T) {
	sc := config.DefaultScenario()
	sc.Settings.Down = netsim.Conditions{Latency: 50 * time.Millisecond, Bandwidth: 100_000, Queue: 64_000}
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(10 * time.Second)
	slower := time.Duration(s.FastestSize()) * 8 * 10 * time.Microsecond
	if got := s.TrueOffset() - interp.Offset(50*time.Millisecond+slower); got < -1 || got > 1 {
		t.Errorf("the true offset is off by %d ns, with packets of %d bytes", got, s.FastestSize())
	}
	// Packets differ by a few bytes from snapshot to snapshot, of 80 µs each.
	if wrong := s.Stats(game.Interpolated).Applied - s.TrueOffset(); wrong < -interp.Offset(3*time.Millisecond) || wrong > interp.Offset(3*time.Millisecond) {
		t.Errorf("the clock is off by %v", time.Duration(wrong))
	}
}

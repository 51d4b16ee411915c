package game

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/wire"
	"snaplab/game/world"
	"snaplab/interp"
)

// session is a session with a few changes to the default scenario.
func session(t *testing.T, change func(*config.Scenario)) *Session {
	t.Helper()
	sc := config.DefaultScenario()
	change(&sc)
	s, err := NewSession(sc)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// steady makes a link without chance: every packet arrives after the base latency.
func steady(s *config.Settings) {
	s.Down.Jitter, s.Up.Jitter = 0, 0
	s.Down.Loss, s.Up.Loss = 0, 0
}

// sentTimes returns when packets were sent up to a time.
func sentTimes(t *testing.T, s *Session, until time.Duration) []time.Duration {
	t.Helper()
	s.AdvanceTo(until)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	var times []time.Duration
	for _, p := range s.AppendPackets(nil, 0, until) {
		times = append(times, p.Link.SentAt)
	}
	return times
}

// TestSends: the count is exact whatever the display does, because each send has its
// own computed time. A send at 0 makes it one more than rate × time.
func TestSends(t *testing.T) {
	for _, c := range []struct {
		rate, ticks config.Rate
		over        time.Duration
		want        int
		longest     time.Duration
	}{
		{30 * config.Hertz, 60 * config.Hertz, 60 * time.Second, 1801, 33333334},
		{10 * config.Hertz, 60 * config.Hertz, 20 * time.Second, 201, 100 * time.Millisecond},
		{60 * config.Hertz, 60 * config.Hertz, 10 * time.Second, 601, 16666667},
		// Every 4/3 ticks: intervals of 1 and 2 ticks alternate.
		{45 * config.Hertz, 60 * config.Hertz, 60 * time.Second, 2701, 33333334},
		// Every 60/7 = 8.57 ticks: 8 or 9.
		{7 * config.Hertz, 60 * config.Hertz, 60 * time.Second, 421, 150 * time.Millisecond},
		{2500, 60 * config.Hertz, 60 * time.Second, 151, 400 * time.Millisecond},
	} {
		for _, display := range []config.Rate{24 * config.Hertz, 60 * config.Hertz, 144 * config.Hertz, 240 * config.Hertz} {
			s := session(t, func(sc *config.Scenario) {
				sc.Entities = []world.Group{{Kind: world.Door, Count: 1}}
				sc.Settings.SendRate, sc.Settings.TickRate, sc.Settings.DisplayRate = c.rate, c.ticks, display
			})
			times := sentTimes(t, s, c.over)
			if len(times) != c.want {
				t.Errorf("rate %d, display %d: %d sends in %v, want %d", c.rate, display, len(times), c.over, c.want)
			}
			longest := time.Duration(0)
			for i := 1; i < len(times); i++ {
				longest = max(longest, times[i]-times[i-1])
			}
			settings := s.Settings()
			if got := settings.Interval(); got != c.longest || longest > got || longest < got-1 {
				t.Errorf("rate %d: longest interval is said to be %v and was %v, want %v", c.rate, got, longest, c.longest)
			}
		}
	}
}

// TestRateChanges: changing the rate every second for 30 s never stops the sending.
func TestRateChanges(t *testing.T) {
	s := session(t, func(sc *config.Scenario) { sc.Entities = []world.Group{{Kind: world.Door, Count: 1}} })
	rates := []config.Rate{10 * config.Hertz, 60 * config.Hertz, 1 * config.Hertz, 45 * config.Hertz, 20 * config.Hertz}
	ticks := []config.Rate{60 * config.Hertz, 60 * config.Hertz, 128 * config.Hertz}
	for i := range 30 {
		settings := s.Settings()
		settings.SendRate, settings.TickRate = rates[i%len(rates)], ticks[i%len(ticks)]
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
		before := s.Now()
		s.AdvanceTo(time.Duration(i+1) * time.Second)
		times := s.AppendPackets(nil, before+1, s.Now())
		want := int(settings.SendRate / config.Hertz)
		if n := len(times); n < want-1 || n > want+1 {
			t.Errorf("second %d at %d mHz: %d sends, want %d ± 1", i, settings.SendRate, n, want)
		}
	}
}

// TestDestroyIsRepeated: every snapshot says of an empty slot when its entity was
// destroyed, and the time does not change, so no lost packet can lose it.
func TestDestroyIsRepeated(t *testing.T) {
	w, err := world.NewWorld(3, nil, []world.Group{{Kind: world.Rocket, Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	settings := config.DefaultSettings()
	settings.ServerStart = 5 * time.Second
	server := newServer(world.NewHistory(w), &settings)
	var packet wire.Packet
	var last interp.Sample
	destroys, repeats := 0, 0
	for n := range int64(60 * 30) {
		now := server.ticks.Next()
		if !server.step(now, &settings) {
			continue
		}
		err := server.send(now, &settings, func(_, _ uint32, _ interp.ServerTime, bytes []byte) {
			if err := decode(&packet, bytes); err != nil {
				t.Fatal(err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		got := packet.Updates[0].Sample
		var truth world.State
		w.At(0, now, &truth)
		if got.Destroyed == truth.Alive {
			t.Fatalf("tick %d: destroyed %v, alive %v", n, got.Destroyed, truth.Alive)
		}
		switch {
		case got.Destroyed && last.Destroyed && got.Generation == last.Generation:
			if got.Time != last.Time {
				t.Fatalf("tick %d: destroyed at %d, before it was %d", n, got.Time, last.Time)
			}
			repeats++
		case got.Destroyed:
			// Found on the first tick after it happened: one tick ago it lived.
			w.At(0, time.Duration(got.Time)-settings.ServerStart-settings.TickRate.Period(), &truth)
			if n > 0 && !truth.Alive {
				t.Errorf("tick %d: destroyed at %v, but it was dead a tick before", n, time.Duration(got.Time))
			}
			destroys++
		}
		last = got
	}
	if destroys < 5 || repeats < 20 {
		t.Errorf("%d destroys and %d repeats in 30 s: too few to show anything", destroys, repeats)
	}
}

// TestSnapshotsSplit: a crowd's snapshot goes in packets that each fit, and together
// have every entity once.
func TestSnapshotsSplit(t *testing.T) {
	w, err := world.NewWorld(1, nil, []world.Group{{Kind: world.Walker, Count: 300}})
	if err != nil {
		t.Fatal(err)
	}
	settings := config.DefaultSettings()
	server := newServer(world.NewHistory(w), &settings)
	server.step(0, &settings)
	seen := map[interp.EntityID]int{}
	packets := 0
	var packet wire.Packet
	err = server.send(0, &settings, func(_, _ uint32, _ interp.ServerTime, bytes []byte) {
		packets++
		if len(bytes) > wire.MaxDatagram {
			t.Errorf("a packet of %d bytes, want at most %d", len(bytes), wire.MaxDatagram)
		}
		if err := decode(&packet, bytes); err != nil {
			t.Fatal(err)
		}
		for _, u := range packet.Updates {
			seen[u.ID]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := (300 + wire.MaxUpdates() - 1) / wire.MaxUpdates(); packets != want {
		t.Errorf("%d packets, want %d", packets, want)
	}
	for id := interp.EntityID(1); id <= 300; id++ {
		if seen[id] != 1 {
			t.Errorf("entity %d is in %d packets, want 1", id, seen[id])
		}
	}
}

// TestEmptyWorldSends: a world of nothing still says so, or the clock would starve.
func TestEmptyWorldSends(t *testing.T) {
	s := session(t, func(sc *config.Scenario) { sc.Entities = nil })
	if n := len(sentTimes(t, s, time.Second)); n != 11 {
		t.Errorf("%d packets in a second, want 11", n)
	}
}

// decode reads a packet as it comes over the link.
func decode(p *wire.Packet, sealed []byte) error {
	packet, err := wire.Open(sealed)
	if err != nil {
		return err
	}
	return wire.Decode(p, packet)
}

// TestEventsGoAtOnce: an entity that is spawned or destroyed is in the first snapshot after
// that, though its kind is sent once a second only.
func TestEventsGoAtOnce(t *testing.T) {
	w, err := world.NewWorld(1, nil, []world.Group{{Kind: world.Rocket, Count: 3}, {Kind: world.Walker, Count: 2}})
	if err != nil {
		t.Fatal(err)
	}
	settings := config.DefaultSettings()
	settings.SendRate, settings.KindRates[world.Rocket], settings.KindRates[world.Walker] = 20*config.Hertz, config.Hertz, config.Hertz
	history := world.NewHistory(w)
	server := newServer(history, &settings)
	type life struct {
		generation uint16
		alive      bool
	}
	var before [5]life
	events, sent := 0, 0
	for range 60 * 60 {
		now := server.ticks.Next()
		if now >= 20*time.Second && history.Epoch() == 1 && events > 0 && sent%7 == 6 {
			history.Respawn(world.Walker, now)
		}
		if !server.step(now, &settings) {
			continue
		}
		var in [5]bool
		err := server.send(now, &settings, func(_, _ uint32, _ interp.ServerTime, _ []byte) {
			for _, u := range server.packet.Updates {
				in[u.ID-1] = true
				sent++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range before {
			var s world.State
			w := history
			w.At(i, now, &s)
			if l := (life{s.Generation, s.Alive}); l != before[i] {
				before[i] = l
				events++
				if !in[i] {
					t.Errorf("entity %d at %v: %+v, and it isn't in the snapshot", i, now, l)
				}
			}
		}
	}
	if most := 5*61 + events; events < 50 || sent > most {
		t.Errorf("%d events, %d sent, want at most %d", events, sent, most)
	}
}

package game_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/measure"
	"snaplab/game/wire"
	"snaplab/game/world"
	"snaplab/interp"
)

// delta sets the encoding.
func delta(s *config.Settings) { s.Encoding = config.DeltaEncoding }

// Nothing that is drawn or counted depends on the encoding, only the bytes do: of the
// default scenario and of a crowd, most of which moves, they are less than ⅖.
func TestDeltaChangesBytesOnly(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*config.Scenario)
		factor float64
	}{
		{"default", func(*config.Scenario) {}, 2.5},
		{"nothing lost", func(s *config.Scenario) { calm(&s.Settings) }, 2.5},
		{"overtaking, doubled, 10 % lost in outages", func(s *config.Scenario) { *s = configtest.Lively(3) }, 2},
		{"standing", func(s *config.Scenario) { s.Entities = []world.Group{{Kind: world.Door, Count: 40}} }, 10},
		{"a crowd", func(s *config.Scenario) {
			s.Entities = []world.Group{{Kind: world.Walker, Count: 60}, {Kind: world.Rocket, Count: 60}, {Kind: world.Drone, Count: 30}}
		}, 2.5},
	} {
		full := run(t, c.change)
		other := run(t, func(s *config.Scenario) { c.change(s); delta(&s.Settings) })
		full.AdvanceTo(5 * time.Second)
		other.AdvanceTo(5 * time.Second)
		if err := other.Err(); err != nil {
			t.Fatal(err)
		}
		want, got := full.Report(), other.Report()
		payload := func(l *measure.LinkReport) float64 { return float64(l.BytesDown) - float64(l.Sent*measure.HeaderBytes) }
		if shrunk := payload(&want.Link) / payload(&got.Link); shrunk < c.factor {
			t.Errorf("%s: %v bytes became %v, 1/%.2f, want 1/%v at most", c.name, payload(&want.Link), payload(&got.Link), shrunk, c.factor)
		}
		got.Settings, got.Digest, got.Link.KbitSDown, got.Link.BytesDown, got.Link.KbitSIn, got.Link.BytesIn = want.Settings, want.Digest, want.Link.KbitSDown, want.Link.BytesDown, want.Link.KbitSIn, want.Link.BytesIn
		for kind, link := range got.Link.Kinds {
			if full := want.Link.Kinds[kind].KbitSDown; full < 1.5*link.KbitSDown {
				t.Errorf("%s: %s took %.1f kbit/s, and takes %.1f", c.name, kind, full, link.KbitSDown)
			}
			link.KbitSDown = want.Link.Kinds[kind].KbitSDown
			got.Link.Kinds[kind] = link
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-full +delta):\n%s", c.name, diff)
		}
	}
}

// baselines returns, of the packets that arrive from now until a time, how many are whole
// and how many build on others.
func baselines(s *measure.Run, until time.Duration) (whole, built int) {
	s.OnPacket(func(r *game.PacketRecord) {
		if h := s.NewestHeader(); r.Arrived && r.Verdict != interp.Refused {
			if h.Baseline == 0 || h.Baseline == h.Seq {
				whole++
			} else {
				built++
			}
		}
	})
	s.AdvanceTo(until)
	s.OnPacket(nil)
	return whole, built
}

// A client that has forgotten everything counts what it can make nothing of, and has
// whole packets again after a round trip.
func TestMissingBaselinesRecover(t *testing.T) {
	s := run(t, func(sc *config.Scenario) { calm(&sc.Settings); delta(&sc.Settings) })
	if whole, built := baselines(s, time.Second); whole > 3 || built < 6 {
		t.Errorf("%d whole packets and %d built on others at first", whole, built)
	}
	s.ForgetBaselines()
	before := s.LinkStats()
	// The next packet comes within 100 ms, the display frame with the acknowledgement
	// within 17, the way up and down takes 100, and the packet after it 100 more.
	whole, _ := baselines(s, 1400*msec)
	after := s.LinkStats()
	missing := after.MissingBaselines - before.MissingBaselines
	if missing < 1 || missing > 3 || after.Refused-before.Refused != missing || whole < 1 {
		t.Errorf("%d baselines missing, %d packets refused, %d whole, want 1 to 3, as many, and some", missing, after.Refused-before.Refused, whole)
	}
	if whole, built := baselines(s, 3*time.Second); whole > 2 || built < 12 || s.LinkStats().MissingBaselines != after.MissingBaselines {
		t.Errorf("after that %d whole packets, %d built on others, %d baselines missing in all", whole, built, s.LinkStats().MissingBaselines)
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
	if got := s.Report().Link.MissingBaselines; got != after.MissingBaselines {
		t.Errorf("the report says %d", got)
	}
}

// Switching the encoding takes effect with the next snapshot and loses nothing.
func TestEncodingCanBeSwitched(t *testing.T) {
	s := run(t, func(sc *config.Scenario) { calm(&sc.Settings) })
	encode := func(e config.Encoding) {
		settings := s.Settings()
		settings.Encoding = e
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
	}
	if whole, built := baselines(s, 980*msec); whole != 10 || built != 0 {
		t.Errorf("full: %d whole, %d built on others, want 10 and 0", whole, built)
	}
	encode(config.DeltaEncoding)
	if whole, built := baselines(s, 2980*msec); whole < 2 || whole > 4 || whole+built != 20 {
		t.Errorf("delta: %d whole, %d built on others, want 2 to 4 until one is acknowledged, and 20 in all", whole, built)
	}
	encode(config.FullEncoding)
	if whole, built := baselines(s, 3980*msec); built > 1 || whole+built != 10 {
		t.Errorf("full: %d whole, %d built on others, want those under way and 10 in all", whole, built)
	}
	encode(config.DeltaEncoding)
	if whole, built := baselines(s, 4980*msec); built < 9 || whole+built != 10 {
		t.Errorf("delta: %d whole, %d built on others: what was acknowledged is still there", whole, built)
	}
	if n := s.LinkStats().MissingBaselines; n != 0 || s.Err() != nil {
		t.Errorf("%d baselines missing, %v", n, s.Err())
	}
}

// On a narrow line packets of another size take another time, and what was measured is
// measured anew; on a wide one nothing is.
func TestEncodingOnANarrowLine(t *testing.T) {
	for bandwidth, want := range map[int64]bool{0: false, 256_000: true} {
		s := run(t, func(sc *config.Scenario) { sc.Settings.Down.Bandwidth = bandwidth })
		s.AdvanceTo(3 * time.Second)
		before := s.WhatIf(-1).Frames()
		settings := s.Settings()
		delta(&settings)
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(s.Now() + 20*msec)
		if after := s.WhatIf(-1).Frames(); before == 0 || after < before != want {
			t.Errorf("%d bit/s: %d frames measured became %d, begun anew should be %v", bandwidth, before, after, want)
		}
	}
}

// A server that starts again sends whole packets until it hears of the new epoch.
func TestRestartIsWhole(t *testing.T) {
	s := run(t, func(sc *config.Scenario) { delta(&sc.Settings) })
	s.AdvanceTo(3 * time.Second)
	if err := s.Inject(config.ServerRestart.Fault()); err != nil {
		t.Fatal(err)
	}
	s.OnPacket(func(r *game.PacketRecord) {
		h := s.NewestHeader()
		if r.Arrived && h.Epoch == 2 && h.Seq == 1 && h.Baseline != 1 {
			t.Errorf("the first packet builds on %d", h.Baseline)
		}
	})
	s.AdvanceTo(5 * time.Second)
	if h := s.NewestHeader(); h.Epoch != 2 || h.Baseline == h.Seq {
		t.Errorf("after 2 s packet %d of epoch %d builds on %d", h.Seq, h.Epoch, h.Baseline)
	}
	if n := s.LinkStats().MissingBaselines; n != 0 || s.Err() != nil {
		t.Errorf("%d baselines missing, %v", n, s.Err())
	}
}

// A snapshot of more packets than an acknowledgement speaks of is acknowledged by more
// than one, so every part of it has a baseline.
func TestCrowdIsAcknowledged(t *testing.T) {
	parts := 40
	s := run(t, func(sc *config.Scenario) {
		calm(&sc.Settings)
		delta(&sc.Settings)
		sc.Entities = []world.Group{{Kind: world.Walker, Count: parts * wire.MaxUpdates()}}
	})
	s.AdvanceTo(680 * msec)
	if whole, built := baselines(s, 880*msec); whole != 0 || built != 2*parts {
		t.Errorf("%d whole packets and %d built on others, want 0 and %d", whole, built, 2*parts)
	}
}

// No fault that can be injected costs a baseline: what is lost, doubled, swapped or
// damaged on its way is not acknowledged, and who restarts begins whole.
func TestFaultsCostNoBaseline(t *testing.T) {
	for kind := config.NoFault + 1; kind < config.NumFaults; kind++ {
		s := run(t, func(sc *config.Scenario) { delta(&sc.Settings) })
		s.AdvanceTo(3 * time.Second)
		if err := s.Inject(kind.Fault()); err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(8 * time.Second)
		whole, built := baselines(s, 10*time.Second)
		if n := s.LinkStats().MissingBaselines; n != 0 || whole != 0 || built < 15 || s.Err() != nil {
			t.Errorf("%v: %d baselines missing, %d whole packets and %d built on others two seconds on, %v", kind, n, whole, built, s.Err())
		}
	}
}

func TestDeltaSessionDoesNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("150 s simulated")
	}
	s := run(t, func(sc *config.Scenario) { delta(&sc.Settings) })
	wantNoGarbage(t, s)
}

func BenchmarkDeltaSession(b *testing.B) {
	sc := config.DefaultScenario()
	delta(&sc.Settings)
	s, err := measure.NewRun(sc)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := range b.N {
		s.AdvanceTo(time.Duration(i+1) * time.Second)
	}
}

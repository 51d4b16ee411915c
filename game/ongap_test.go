package game_test

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// TestOnGap: rockets behind packets that overtake each other. Without loss every
// packet comes within the jitter of 400 ms, which is less than is waited: waiting jumps
// over nothing, going on at once does. With 10 % loss waiting can only give up on some.
func TestOnGap(t *testing.T) {
	overtaking := func(onGap interp.OnGap, loss netsim.Probability) measure.KindReport {
		s := run(t, func(sc *config.Scenario) {
			sc.Entities = []world.Group{{Kind: world.Rocket, Count: 6}}
			sc.Settings.SendRate = 20 * config.Hertz
			sc.Settings.Down.Jitter, sc.Settings.Down.Order, sc.Settings.Down.Loss = 400*msec, netsim.Free, loss
			for k := range sc.Settings.Policies {
				sc.Settings.Policies[k].OnGap = onGap
			}
		})
		s.AdvanceTo(30 * time.Second)
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		r := s.Report().Lenses["interpolated"]
		if o, k := r.Overall, r.Kinds["rocket"]; o.EventWaits != k.EventWaits || o.EventWaitMS != k.EventWaitMS || o.Resyncs != k.Resyncs {
			t.Errorf("overall %+v, the only kind %+v", o, k)
		}
		return r.Overall
	}
	waited := overtaking(interp.Wait, 0)
	if waited.Resyncs != 0 || waited.EventWaits == 0 || waited.EventWaitMS == 0 {
		t.Errorf("without loss: %d resyncs, %d waits of %v ms, want waits and no resync", waited.Resyncs, waited.EventWaits, waited.EventWaitMS)
	}
	if most := 400.0 * float64(waited.EventWaits); waited.EventWaitMS > most {
		t.Errorf("waited %v ms, want at most %v: each for a packet that is under way", waited.EventWaitMS, most)
	}
	if went := overtaking(interp.Resync, 0); went.Resyncs == 0 || went.EventWaits != 0 {
		t.Errorf("going on at once: %d resyncs, %d waits, want resyncs only", went.Resyncs, went.EventWaits)
	}
	lossy := overtaking(interp.Wait, 100_000)
	if lossy.Resyncs == 0 || lossy.Latency.Max > 250+500+20 {
		t.Errorf("with loss: %d resyncs, at most %v ms late, want some and at most 770", lossy.Resyncs, lossy.Latency.Max)
	}
}

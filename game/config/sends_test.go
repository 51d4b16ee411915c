package config

import (
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
)

// dues returns the snapshots that an entity is in, of so many, by asking for each.
func dues(s *Settings, k interp.Kind, t Turn, snapshots int64) (in []int64) {
	before := int64(-1)
	for n := range snapshots {
		if due := s.Due(k, t, n); n == 0 || due > before {
			in = append(in, n)
			before = due
		}
	}
	return in
}

// TestTurns: at 20 Hz and 5 Hz an entity is in every fourth snapshot. All are in the first.
func TestTurns(t *testing.T) {
	s := DefaultSettings()
	s.SendRate = 20 * Hertz
	s.KindRates[world.Walker] = 5 * Hertz
	for _, c := range []struct {
		order     SendOrder
		place, of int
		want      []int64
	}{
		{TakeTurns, 0, 4, []int64{0, 4, 8}},
		{TakeTurns, 1, 4, []int64{0, 1, 5, 9}},
		{TakeTurns, 3, 4, []int64{0, 3, 7}},
		{TakeTurns, 1, 2, []int64{0, 2, 6}},
		{TakeTurns, 1, 3, []int64{0, 2, 6}}, // 4/3 rounded up
		{AllTogether, 3, 4, []int64{0, 4, 8}},
	} {
		s.SendOrder = c.order
		got := dues(&s, world.Walker, Turn{c.place, c.of}, 10)
		if len(got) != len(c.want) {
			t.Errorf("%v %d of %d is in %v, want %v", c.order, c.place, c.of, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v %d of %d is in %v, want %v", c.order, c.place, c.of, got, c.want)
			}
		}
	}
	if got := s.KindInterval(world.Walker); got != 200*time.Millisecond {
		t.Errorf("the interval of walkers is %v, want 200ms", got)
	}
	if got := s.KindInterval(world.Car); got != 50*time.Millisecond {
		t.Errorf("the interval of cars is %v, want 50ms", got)
	}
}

// TestKindRatesAreExact: for every whole rate from 1 Hz to the packets', each entity is sent
// rate × 60 s times, one more or less, and never later after its last sample than
// KindInterval, which some entity comes to.
func TestKindRatesAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, rates := range [][2]Rate{{60, 60}, {60, 45}, {60, 20}, {60, 7}, {64, 64}, {30, 29}, {128, 100}} {
		s := DefaultSettings()
		s.TickRate, s.SendRate = rates[0]*Hertz, rates[1]*Hertz
		for hertz := Rate(1); hertz <= rates[1]; hertz++ {
			setting := MustSetting("rate")
			setting.Set(&s, setting.Of(world.Walker), int64(hertz*Hertz))
			s.SendOrder = SendOrder(r.IntN(2))
			longest := int64(0)
			for place := range 5 {
				in := dues(&s, world.Walker, Turn{place, 5}, int64(60*rates[1]))
				if n := Rate(len(in)); n < 60*hertz-1 || n > 60*hertz+1 {
					t.Errorf("%d of %d Hz: entity %d is sent %d times in 60 s, want %d", hertz, rates[1], place, n, 60*hertz)
				}
				for i := 1; i < len(in); i++ {
					longest = max(longest, s.SendTicks(in[i])-s.SendTicks(in[i-1]))
				}
			}
			got, want := s.KindInterval(world.Walker), s.TickRate.times(uint64(longest), uint64(s.TickRate)-1)
			if got != want {
				t.Errorf("%d of %d Hz at %d: the interval is %v, but up to %v pass", hertz, rates[1], rates[0], got, want)
			}
		}
	}
}

// TestARateOfItsOwnIsRemembered: a kind that was sent as often as packets, and still is sent so
// often when they come more often, has a rate of its own from then on, in texts too.
func TestARateOfItsOwnIsRemembered(t *testing.T) {
	base := DefaultSettings()
	base.SendRate = 20 * Hertz
	next := base
	rate := MustSetting("rate")
	rate.Set(&next, 0, int64(30*Hertz))
	rate.Set(&next, rate.Of(world.Walker), int64(20*Hertz))
	again := base
	overlay(&again, &base, &next)
	if again != next || again.KindRate(world.Walker) != 20*Hertz || again.KindRate(world.Car) != 30*Hertz {
		t.Errorf("walkers are sent at %d mHz and cars at %d, want 20000 and 30000", again.KindRate(world.Walker), again.KindRate(world.Car))
	}
	if got := changedParts(&next, &base); len(got) != 2 || got[0] != "rate=packets=30hz" || got[1] != "rate=walker=20hz" {
		t.Errorf("as parts of a text: %q", got)
	}
}

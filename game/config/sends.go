package config

import (
	"time"

	"snaplab/interp"
)

// SendOrder is how the entities of a kind that is sent less often than snapshots share
// those.
type SendOrder uint8

const (
	// TakeTurns spreads the entities of a kind evenly over the snapshots of its interval.
	TakeTurns SendOrder = iota
	// AllTogether puts all entities of a kind into the same snapshots.
	AllTogether
)

var sendOrderNames = []string{"turns", "together"}

// String returns the order's name in settings.
func (o SendOrder) String() string { return nameOf(sendOrderNames, int(o)) }

// SendTicks returns the tick, counted from the first, at which the k-th snapshot is
// sent: the first one at or after its due time k ÷ SendRate.
func (s *Settings) SendTicks(k int64) int64 {
	return (k*int64(s.TickRate) + int64(s.SendRate) - 1) / int64(s.SendRate)
}

// Interval returns the longest time between two snapshots, rounded up to the
// nanosecond. Snapshots are sent on ticks, so where SendRate does not divide TickRate
// intervals of two lengths alternate, and formulas need the longer.
func (s *Settings) Interval() time.Duration { return s.spanOf(1) }

// spanOf returns the longest time from a snapshot to the n-th after it.
func (s *Settings) spanOf(n int64) time.Duration {
	return s.TickRate.times(uint64(s.SendTicks(n)), uint64(s.TickRate)-1)
}

// KindRate returns how often each entity of a kind is sent: as often as packets where k is no
// kind.
func (s *Settings) KindRate(k interp.Kind) Rate {
	if int(k) < len(s.KindRates) && s.KindRates[k] > 0 {
		return s.KindRates[k]
	}
	return s.SendRate
}

// InEvery reports whether the entities of a kind are in every snapshot.
func (s *Settings) InEvery(k interp.Kind) bool { return s.KindRate(k) >= s.SendRate }

// AllInEvery reports whether every entity is in every snapshot.
func (s *Settings) AllInEvery() bool {
	for k := range s.KindRates {
		if !s.InEvery(interp.Kind(k)) {
			return false
		}
	}
	return true
}

// KindInterval returns the entity interval of a kind: the longest time between two samples
// of one entity where none is lost. Where the kind's rate does not divide SendRate, a
// sample waits for the next snapshot, and that is in it.
func (s *Settings) KindInterval(k interp.Kind) time.Duration {
	r := int64(s.KindRate(k))
	return s.spanOf((int64(s.SendRate) + r - 1) / r)
}

// LongestInterval returns the longest KindInterval of the kinds that a scenario has, or
// Interval if it has none.
func (s *Scenario) LongestInterval() time.Duration {
	longest := s.Settings.Interval()
	for _, g := range s.Entities {
		if g.Count > 0 {
			longest = max(longest, s.Settings.KindInterval(g.Kind))
		}
	}
	return longest
}

// Turn is an entity's place among those of its kind: from 0 to Of−1.
type Turn struct{ Place, Of int }

// Turns returns the turns of n entities of these kinds.
func Turns(n int, kind func(i int) interp.Kind) []Turn {
	turns := make([]Turn, n)
	var count [interp.MaxKinds]int
	for i := range turns {
		k := kind(i)
		turns[i].Place = count[k]
		count[k]++
	}
	for i := range turns {
		turns[i].Of = count[kind(i)]
	}
	return turns
}

// Due returns how many samples of an entity are due in the snapshots up to the n-th,
// counted from 0. The i-th is due in the first snapshot at or after (i + φ) ÷ KindRate,
// where φ is 0, or Place ÷ Of if entities take turns. It is computed and never
// accumulated, so that no rate drifts.
func (s *Settings) Due(k interp.Kind, t Turn, n int64) int64 {
	place, of := int64(t.Place), int64(max(t.Of, 1))
	if s.SendOrder == AllTogether {
		place, of = 0, 1
	}
	passed := n * int64(s.KindRate(k)) * of / int64(s.SendRate) // turns of the kind's entities
	if passed < place {
		return 0
	}
	return (passed-place)/of + 1
}

// LossesExpected returns how many samples of a kind in a row a delay for this link should
// survive: none without loss, one with it (the usual start), and with outages as
// many as are sent in a mean one.
func (s *Settings) LossesExpected(k interp.Kind) int {
	return s.lossesExpected(s.KindInterval(k))
}

// PacketLossesExpected is LossesExpected of a kind that is in every snapshot.
func (s *Settings) PacketLossesExpected() int { return s.lossesExpected(s.Interval()) }

func (s *Settings) lossesExpected(interval time.Duration) int {
	if s.Down.Loss == 0 {
		return 0
	}
	return max(1, int((s.Down.Outage+interval-1)/interval))
}

// RequiredDelay returns what the formula asks for a kind at its rate, this jitter and k.
func (s *Settings) RequiredDelay(k interp.Kind, losses int) time.Duration {
	return interp.RequiredDelay(s.KindInterval(k), s.Down.Jitter, losses)
}

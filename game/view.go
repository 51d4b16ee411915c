package game

import (
	"time"

	"snaplab/game/world"
	"snaplab/interp"
)

// NextFrame returns when the next virtual display frame is.
func (s *Session) NextFrame() time.Duration { return s.frames.Next() }

// NextTick returns when the server's next tick is.
func (s *Session) NextTick() time.Duration { return s.server.ticks.Next() }

// PreviousFrame and PreviousTick return when the last one before Now was, and whether
// there was one. Only the last rate that was set is looked at.
func (s *Session) PreviousFrame() (time.Duration, bool) { return s.frames.Before(s.now) }

// PreviousTick is described at PreviousFrame.
func (s *Session) PreviousTick() (time.Duration, bool) { return s.server.ticks.Before(s.now) }

// NextPacket returns when the client takes in the next packet, and whether one is
// under way.
func (s *Session) NextPacket() (time.Duration, bool) {
	at, ok := s.down.NextArrival()
	if ok {
		at = max(at, s.frozenUntil)
	}
	return at, ok
}

// AppendDrawn appends what a lens draws at the present: nothing for Fourth where no
// mistake or engine is set.
func (s *Session) AppendDrawn(dst []interp.Drawn, l Lens) []interp.Drawn {
	if s.lenses[l] == nil {
		return dst
	}
	return s.lenses[l].AppendDrawn(dst, s.local(s.drawnAt()))
}

// Local returns the client's local time for which AppendDrawn draws.
func (s *Session) Local() interp.LocalTime { return s.local(s.drawnAt()) }

// drawnAt returns the simulation time that the client draws: while it is frozen, that at
// which it froze.
func (s *Session) drawnAt() time.Duration {
	if at := max(s.now, 0); at >= s.frozenUntil {
		return at
	}
	return s.frozenAt
}

// AppendTruth appends the living entities as they truly are at a simulation time.
// The state of what is drawn is Latest.
func (s *Session) AppendTruth(dst []interp.Drawn, at time.Duration) []interp.Drawn {
	state := &s.state
	for i := range s.world.Len() {
		s.world.At(i, at, state)
		if !state.Alive {
			continue
		}
		dst = append(dst, interp.Drawn{
			ID: s.world.ID(i), Kind: s.world.Kind(i), State: interp.Latest,
			Stance: state.Stance, Segment: state.Segment, Generation: state.Generation,
			Pose: state.Pose, Time: s.stamp(s.world.EpochAt(at), at),
		})
	}
	return dst
}

// Truth writes the true state of an entity at a simulation time, and reports whether
// there is such an entity.
func (s *Session) Truth(id interp.EntityID, at time.Duration, dst *world.State) bool {
	i := int(id) - 1
	if i < 0 || i >= s.world.Len() {
		return false
	}
	s.world.At(i, at, dst)
	return true
}

// SimulationTime returns when the server's clock shows t: of a server that was
// restarted, the clock of the run that the client is in.
func (s *Session) SimulationTime(t interp.ServerTime) time.Duration {
	return s.server.clock.Sim(time.Duration(t.Add(-s.epochShift(s.epoch()))))
}

// AppendSamples appends the samples that the interpolated lens holds of an entity.
func (s *Session) AppendSamples(dst []interp.Sample, id interp.EntityID) []interp.Sample {
	return s.lenses[Interpolated].(*interp.Interpolated).Samples(dst, id)
}

// AppendPackets appends the packets sent from from to to, as far as they are
// remembered, in the order of sending.
func (s *Session) AppendPackets(dst []PacketRecord, from, to time.Duration) []PacketRecord {
	return s.packets.appendSent(dst, from, to)
}

// Stats returns a lens's own counters. They belong to the lens. The session must have
// the lens.
func (s *Session) Stats(l Lens) *interp.Stats { return s.lenses[l].Stats() }

// SentBits returns how many bits the records of a kind have taken in the packets to the
// client so far, without the packets' own headers. k must be below interp.MaxKinds.
func (s *Session) SentBits(k interp.Kind) int64 { return s.server.bits[k] }

// Sending returns what is in the packet that is being sent, during Observer.Sent. It belongs
// to the session.
func (s *Session) Sending() []interp.Update { return s.server.packet.Updates }

// Entities returns the number of entity slots.
func (s *Session) Entities() int { return s.world.Len() }

// Digest returns the hash of everything that has happened, in integers.
func (s *Session) Digest() uint64 { return uint64(s.digest) }

// SmallestDelay returns the smallest delay among the kinds that the scenario has.
func (s *Session) SmallestDelay() time.Duration {
	smallest := time.Duration(-1)
	for _, g := range s.scenario.Entities {
		if d := s.Delay(g.Kind); g.Count > 0 && (smallest < 0 || d < smallest) {
			smallest = d
		}
	}
	return max(smallest, 0)
}

// Delay returns the delay of a kind: the one that is set, or while it adapts the one
// that is applied.
func (s *Session) Delay(k interp.Kind) time.Duration {
	p, stats := &s.settings.Policies[k], s.lenses[Interpolated].Stats()
	if p.Tuning == interp.ByHand || stats.Steps == 0 {
		return p.Delay
	}
	return stats.Kinds[k].Delay
}

// TrueOffset returns what the estimate of a lens's clock ought to be now: the
// difference of the two clocks plus the latency of the fastest packet.
func (s *Session) TrueOffset() interp.Offset {
	now := max(s.now, 0)
	return interp.ObserveOffset(s.local(now+s.settings.Down.Fastest(s.headSize)), s.stamp(s.epoch(), now))
}

// Kind returns the kind of an entity, and whether there is such an entity.
func (s *Session) Kind(id interp.EntityID) (interp.Kind, bool) {
	i := int(id) - 1
	if i < 0 || i >= s.world.Len() {
		return 0, false
	}
	return s.world.Kind(i), true
}

// ServerTime returns what the server's clock shows at a simulation time: of a server that
// was restarted, the clock of the run that the client is in. It is the inverse of
// SimulationTime.
func (s *Session) ServerTime(at time.Duration) interp.ServerTime { return s.stamp(s.epoch(), at) }

// EpochAt returns the epoch of the server at a simulation time up to now, from 1, and
// ClientEpoch the one that the client is in.
func (s *Session) EpochAt(at time.Duration) uint16 { return s.world.EpochAt(at) }

// ClientEpoch is described at EpochAt.
func (s *Session) ClientEpoch() uint16 { return s.epoch() }

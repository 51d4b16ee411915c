package game

import (
	"time"

	"snaplab/game/config"
	"snaplab/interp"
)

// Inject lets a fault happen just after Now. It is part of the Recording. In a run that
// is played again, what was done later is dropped.
func (s *Session) Inject(f config.Fault) error {
	err := s.injectByHand(s.now+1, f)
	if err == nil {
		s.ahead = nil
	}
	return err
}

func (s *Session) injectByHand(at time.Duration, f config.Fault) error {
	if err := s.inject(at, f); err != nil {
		return err
	}
	s.hand = append(s.hand, s.applied[len(s.applied)-1])
	return nil
}

// inject lets a fault happen at a time after which nothing has happened yet.
func (s *Session) inject(at time.Duration, f config.Fault) error {
	if err := f.Validate(); err != nil {
		return err
	}
	s.applied = append(s.applied, config.Timed{At: at, Settings: s.settings, Fault: f})
	n, d := int(f.Amount), time.Duration(f.Amount)
	switch f.Kind {
	case config.DropPackets:
		s.down.DropNext(n)
	case config.Blackout:
		s.down.Blackout(at, d)
		s.up.Blackout(at, d)
	case config.LagSpike:
		s.down.Spike(at, d)
		s.up.Spike(at, d)
	case config.DuplicatePackets:
		s.down.DuplicateNext(n)
	case config.SwapPackets:
		s.down.SwapNext(n, s.settings.Interval())
	case config.CorruptPackets:
		s.down.CorruptNext(n)
	case config.ServerStall:
		s.server.stalledUntil = max(s.server.stalledUntil, at+d)
	case config.ServerRestart:
		s.world.Restart(at)
		s.server.restart(at, &s.settings)
	case config.ClientFreeze:
		s.freeze(at, at+d)
	case config.ClockStep:
		s.clientFloor = s.local(at)
		s.clientClock.Start += d
	case config.TeleportNow:
		f.EachKind(func(k interp.Kind) { s.world.Teleport(k, at) })
	case config.RespawnNow:
		f.EachKind(func(k interp.Kind) { s.world.Respawn(k, at) })
	}
	return nil
}

// freeze stops the client. What arrives waits for it to go on.
func (s *Session) freeze(from, until time.Duration) {
	if from >= s.frozenUntil {
		s.frozenAt = from
	}
	s.frozenUntil = max(s.frozenUntil, until)
	s.frames.SkipTo(s.frozenUntil)
}

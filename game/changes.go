package game

import (
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/netsim"
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
	if err := f.Validate(s.Kinds()); err != nil {
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

// letGo gives the link back to chance when what it was measured to be is set anew: a
// slider that moves means what it says.
func (s *Session) letGo(old, new *netsim.Conditions) {
	if s.measured == nil {
		return
	}
	if old.Jitter != new.Jitter || old.Loss != new.Loss || old.Outage != new.Outage {
		s.measured = nil
		s.down.SetModel(nil)
		return
	}
	s.measured.SetLatency(new.Latency)
}

// Following returns the measured path that the link from the server follows now, and
// whether it follows one.
func (s *Session) Following() (config.Measured, bool) {
	return s.scenario.Measured, s.measured != nil
}

// Recording returns the scenario that gives this run again: what the session was
// started from, with what was done by Apply and Inject since in its script, and in a run
// that is played again with what is yet to be done.
func (s *Session) Recording() config.Scenario {
	var changes []config.Change
	for _, t := range s.ahead {
		d := config.Change{At: t.At, Fault: t.Fault}
		if t.Fault.Kind == config.NoFault {
			d.Set = func(now *config.Settings) error { *now = t.Settings; return nil }
		}
		changes = append(changes, d)
	}
	left, _ := config.WithChanges(s.settings, s.script, changes) // no change of these fails
	r := s.scenario
	r.Script = append(append([]config.Timed(nil), s.applied...), left...)
	return r
}

// Changes returns how often Apply and Inject have changed the run so far, also those times
// that a run that is played again repeats.
func (s *Session) Changes() int { return len(s.hand) }

// Again returns the run from its beginning: a session that does of itself, at its time,
// what was done to this one by Apply and Inject. Advanced as far it is the same run, to
// the digest; and Apply and Inject drop what was done later, so that it goes on as this
// one would have had they been called then. The playbacks of Vary are not taken over.
func (s *Session) Again() (*Session, error) {
	again, err := NewSession(s.scenario)
	if err != nil {
		return nil, err
	}
	again.Repeat(s.ByHand())
	return again, nil
}

// ByHand returns what Apply and Inject have done to the run so far, and in a run that is
// played again what is yet to be done, in the order of time. It must not be changed.
func (s *Session) ByHand() []config.Timed {
	if len(s.ahead) == 0 {
		return slices.Clip(s.hand) // what is appended later is not among it
	}
	return slices.Concat(s.hand, s.ahead)
}

// Repeat has a session that has not been advanced yet do of itself, at its time, what ByHand
// returned of another session of the same scenario.
func (s *Session) Repeat(hand []config.Timed) { s.ahead = hand }

// RepeatNow does what of that comes just after Now, which AdvanceTo leaves for later: what was
// done while the run stood still at this moment.
func (s *Session) RepeatNow() error {
	for len(s.ahead) > 0 && s.ahead[0].At <= s.now+1 {
		if err := s.redo(); err != nil {
			return err
		}
	}
	return nil
}

// redo does what was done by hand.
func (s *Session) redo() error {
	t := s.ahead[0]
	s.ahead = s.ahead[1:]
	if t.Fault.Kind != config.NoFault {
		return s.injectByHand(t.At, t.Fault)
	}
	return s.applyByHand(t.At, t.Settings)
}

package game

import "snaplab/game/config"

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

// Again returns the run from its beginning: a session that does of itself, at its time,
// what was done to this one by Apply and Inject. Advanced as far it is the same run, to
// the digest; and Apply and Inject drop what was done later, so that it goes on as this
// one would have had they been called then. The playbacks of Vary are not taken over.
func (s *Session) Again() (*Session, error) {
	again, err := NewSession(s.scenario)
	if err != nil {
		return nil, err
	}
	again.ahead = append(append([]config.Timed(nil), s.hand...), s.ahead...)
	return again, nil
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

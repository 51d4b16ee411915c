package game

import (
	"snaplab/game/config"
	"snaplab/netsim"
)

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

package study

import (
	"time"

	"snaplab/game/measure"
	"snaplab/interp"
)

// making is a Tuner's run under way.
type making struct {
	tuner   *Tuner
	run     *tuningRun
	session *measure.Run
	last    time.Duration // the run's end
	breaks  []*Break      // to be explained on the way, in their order
}

// begin starts the i-th run of the present stage.
func (u *Tuner) begin(i int) (*making, error) {
	seed := u.tuning.FirstSeed + uint64(i)
	s := u.tuning.Scenario
	s.Seed = seed
	if u.stage != measuring {
		settings := s.Settings
		for k := range settings.Policies {
			settings.Policies[k].Delay, settings.Policies[k].Tuning = u.chosen[k], interp.ByHand
		}
		s.Rebase(settings)
	}
	session, err := measure.NewRun(s)
	if err != nil {
		return nil, err
	}
	u.runs[i] = tuningRun{}
	m := &making{tuner: u, run: &u.runs[i], session: session, last: s.Duration}
	if u.stage == confirming {
		m.breaks = u.breaksOf(seed)
	}
	return m, nil
}

func (m *making) ended() bool { return m.session.Now() >= m.last }

// advance goes on by a simulated time, a second and the run's end at most. What comes
// of a run does not depend on its steps.
func (m *making) advance(by time.Duration) {
	now := max(m.session.Now(), 0)
	second := now.Truncate(pace) + pace
	until := min(now+by, second, m.last)
	switch m.tuner.stage {
	case measuring:
		m.run.needs.watch(m.session, until)
		if until == second || until == m.last {
			m.run.drawn.look(m.session)
			m.run.path.look(m.session)
		}
	case confirming:
		for len(m.breaks) > 0 && m.breaks[0].at <= until {
			m.session.AdvanceTo(m.breaks[0].at)
			m.breaks[0].explain(m.session)
			m.breaks = m.breaks[1:]
		}
	}
	m.session.AdvanceTo(until)
}

// end takes down what the run came to.
func (m *making) end() error {
	m.run.tally.Add(m.session)
	return m.session.Err()
}

// Step makes what there is to make, by itself and one run after the other, as far as so
// much simulated time goes, and reports whether all is done. It is for those who have no
// other thread: instead of Runs, Make and Next.
func (u *Tuner) Step(by time.Duration) (bool, error) {
	for u.stage != done {
		if u.current == nil {
			m, err := u.begin(u.made)
			if err != nil {
				return false, err
			}
			u.current = m
		}
		for m := u.current; !m.ended(); {
			if by <= 0 {
				return false, nil
			}
			before := max(m.session.Now(), 0)
			m.advance(by)
			by -= m.session.Now() - before
		}
		if err := u.current.end(); err != nil {
			return false, err
		}
		u.current = nil
		if u.made++; u.made == len(u.runs) {
			u.made = 0
			u.Next()
		}
	}
	return true, nil
}

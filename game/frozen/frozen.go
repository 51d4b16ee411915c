// Package frozen looks at a moment of a run again with other delays, without running it anew for
// each of them: the same packets up to that moment, kept in a buffer that is long enough for any.
package frozen

import (
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// Longest is the longest delay that a moment can be looked at with.
const Longest = time.Second

// Moment is a moment of a run. Make it with New, and have it come there with Advance.
type Moment struct {
	session *game.Session
	lens    interp.Interpolated
	at      time.Duration
	stats   interp.Stats // of the run's own lens, but for what the delays change
}

// New returns the moment that a run is at. The run is played again for it, by Advance; its error
// is that of beginning it again.
func New(run *game.Session) (*Moment, error) {
	again, err := run.Again()
	if err != nil {
		return nil, err
	}
	m := &Moment{session: again, at: run.Now()}
	again.Feed(&m.lens)
	m.configure(again.Settings())
	return m, nil
}

// configure has the lens keep samples for the longest delay, and else play as is set.
func (m *Moment) configure(s config.Settings) {
	for k := range s.Policies {
		p := &s.Policies[k]
		p.Delay, p.Tuning = Longest, interp.ByHand
	}
	tuned := s.LensConfig()
	m.lens.Configure(&tuned)
}

// Advance goes on by a simulation time at most, and reports whether the moment is reached.
func (m *Moment) Advance(by time.Duration) bool {
	m.session.AdvanceTo(min(max(m.session.Now(), 0)+by, m.at))
	return m.session.Now() >= m.at
}

// times returns the render time of each kind with the delays of settings.
func (m *Moment) times(s *config.Settings) (at [interp.MaxKinds]interp.ServerTime) {
	for k := range world.MaxKinds {
		at[k], _ = m.lens.RenderTimeAt(m.session.Local(), s.Policies[k].Delay)
	}
	return at
}

// AppendDrawn appends what the interpolated lens of a run with the playback of these settings
// would have drawn at the moment, had they been set all along. It is exact but for what such a
// run remembers: what is left of a correction that is smoothed, and render time that was held
// back. Of a delay that adapts the longest delay stands for its own.
func (m *Moment) AppendDrawn(dst []interp.Drawn, s *config.Settings) []interp.Drawn {
	m.configure(*s)
	at := m.times(s)
	return m.lens.AppendDrawnAt(dst, &at, m.session.Local())
}

// AppendSamples appends all samples of an entity, as far back as the longest delay reaches.
func (m *Moment) AppendSamples(dst []interp.Sample, id interp.EntityID) []interp.Sample {
	return m.lens.Samples(dst, id)
}

// Stats returns a lens's counters with the render times, delays and occupancies that the delays
// of settings have at the moment. They belong to the Moment.
func (m *Moment) Stats(of *interp.Stats, s *config.Settings) *interp.Stats {
	m.stats = *of
	at := m.times(s)
	for k := range world.MaxKinds {
		d := &m.stats.Kinds[k]
		d.RenderTime, d.Delay = at[k], s.Policies[k].Delay
	}
	return &m.stats
}

package ui

import (
	"time"

	"snaplab/game"
	"snaplab/game/lesson"
	"snaplab/game/measure"
	"snaplab/ui/arena"
	"snaplab/ui/view"
)

// seek is the way to another time of the run. Forward the run is advanced; backward it is
// played again from its beginning, a bounded piece in each Update, while the picture
// stays what it was. The zero value is a run that has not begun and goes nowhere.
type seek struct {
	session *measure.Run  // on its way; nil when nothing is under way
	to      time.Duration // where it goes
	then    time.Duration // and after that, if there is more
	more    bool
	told    bool          // the message says how far it is
	reach   time.Duration // the farthest that the run has been

	said    []byte              // scratch
	packets []game.PacketRecord // scratch of before
}

const (
	// seekWork bounds what one Update plays: so many entities for so long.
	seekWork = 600 * time.Second
	// fewest entities cost as much as this many.
	fewest = 10
)

// seekPiece returns how far a session is advanced at once.
func seekPiece(s *measure.Run) time.Duration {
	return seekWork / time.Duration(max(s.Entities(), fewest))
}

// seekTo goes to a time of the run. What was done after that is kept: the run does it
// again as it comes to it, until something else is done by hand.
func (a *App) seekTo(t time.Duration) {
	s := &a.seek
	a.progress.fit(a)
	t = min(max(t, 0), a.progress.span)
	switch {
	case s.session == nil:
		s.start(a, t)
	case t >= s.session.Now():
		s.to, s.more = t, false
	default:
		// Of a pointer that is dragged every time that was reached is shown before
		// the next is sought.
		s.then, s.more = t, true
	}
}

func (s *seek) start(a *App, t time.Duration) {
	now := max(a.session.Now(), 0)
	if t == now {
		return
	}
	session := a.session
	if t < now {
		var err error
		if session, err = a.session.Again(); err != nil {
			a.say(err.Error())
			return
		}
	}
	s.session, s.to, s.more = session, t, false
}

// busy reports whether a time is being sought, and the run waits for that.
func (s *seek) busy() bool { return s.session != nil }

// stop stays where the run is.
func (s *seek) stop() { s.session, s.more, s.told = nil, false, false }

// step plays the next piece of the way.
func (s *seek) step(a *App) {
	if !s.busy() {
		return
	}
	again := s.session != a.session
	last := s.to
	if again && s.session.Entities() <= view.Crowd {
		settings := s.session.Settings() // the trails are those of the rest, and go on from a frame
		last = max(last-arena.TrailTime-settings.DisplayRate.Period(), 0)
	}
	next := min(max(s.session.Now(), 0)+seekPiece(s.session), last)
	if again {
		s.session.AdvanceTo(next)
	} else {
		a.AdvanceTo(next)
	}
	if next < last {
		s.said = view.Phrase(s.said[:0], a.model.Text.Time.Seeking, view.Number(s.to.Seconds(), 2), view.Number(100*float64(next)/float64(s.to), 0))
		a.say(string(s.said))
		s.told = true
		return
	}
	if again {
		a.adopt(s.session)
	}
	a.AdvanceTo(s.to)
	if s.told {
		a.message = message{}
	}
	then, more := s.then, s.more
	s.stop()
	if more {
		s.start(a, then)
	}
}

// adopt goes on with a session as the run.
func (a *App) adopt(session *measure.Run) {
	a.session, a.settings = session, session.Settings()
	a.model.Run, a.model.Now = session, max(session.Now(), 0)
	a.model.Goal = func(g *lesson.Goal) lesson.Reading { return g.Read(session) }
	session.OnFrame(a.arenas.Start(session.Entities()))
}

// changed notes that something was done to the run by hand. It reports whether that
// dropped what came later in a run that was played again.
func (a *App) changed() bool {
	a.seek.stop()
	a.progress.stale = true
	now := max(a.session.Now(), 0)
	dropped := now < a.seek.reach
	a.seek.reach = now
	return dropped
}

// stepBack pauses and goes back to the event of a sort before this moment.
func (a *App) stepBack(s view.Event) {
	a.model.Playing = false
	if a.seek.busy() {
		return
	}
	if t, ok := a.before(s); ok {
		a.seekTo(t)
	}
}

// before returns when the last event of a sort was before this moment, and whether it
// is known.
func (a *App) before(s view.Event) (at time.Duration, ok bool) {
	now := max(a.session.Now(), 0)
	switch s {
	case view.Frame:
		at, ok = a.session.PreviousFrame()
	case view.Tick:
		at, ok = a.session.PreviousTick()
	case view.Packet:
		const longestWay = 10 * time.Second
		a.seek.packets = a.session.AppendPackets(a.seek.packets[:0], now-longestWay, now)
		for i := range a.seek.packets {
			p := &a.seek.packets[i]
			if p.Arrived && p.Link.ArrivesAt < now && p.Link.ArrivesAt >= at {
				at, ok = p.Link.ArrivesAt, true
			}
		}
	}
	return at, ok
}

package ui

import (
	"time"

	"snaplab/game/lesson"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/ui/arena"
	"snaplab/ui/undo"
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
	shown   bool // the message says how far it is
	// restores is the state that it brings back with the run, nil for none.
	restores *undo.State
}

// seekTo goes to a time of the run. What was done after that is kept: the run does it
// again as it comes to it, until something else is done by hand.
func (a *App) seekTo(t time.Duration) {
	s := &a.seek
	t = min(max(t, 0), a.model.Span())
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

// seekBy goes on or back from where the run is, or from where it is going.
func (a *App) seekBy(by time.Duration) {
	from := max(a.session.Now(), 0)
	switch s := &a.seek; {
	case s.more:
		from = s.then
	case s.busy():
		from = s.to
	}
	a.seekTo(from + by)
}

// busy reports whether a time is being sought, and the run waits for that.
func (s *seek) busy() bool { return s.session != nil }

// stop stays where the run is.
func (s *seek) stop() { *s = seek{} }

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
	next := min(max(s.session.Now(), 0)+view.PlayedAtOnce(s.session), last)
	if again {
		s.session.AdvanceTo(next)
	} else {
		a.AdvanceTo(next)
	}
	if next < last {
		a.say(view.Fill(a.model.Text.Time.Seeking, view.Number(s.to.Seconds(), 2), view.Number(100*float64(next)/float64(s.to), 0)))
		s.shown = true
		return
	}
	if again {
		a.adopt(s.session)
	}
	a.AdvanceTo(s.to)
	if s.restores != nil {
		a.restored(s.restores)
	}
	if s.shown {
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
	if a.session != nil && !a.session.Kinds().Equal(session.Kinds()) {
		// What was said of kinds by their numbers was said of others.
		a.model.Locked, a.model.Focus = [world.MaxKinds]bool{}, view.AllKinds
		a.model.Budgets = a.scenario.Budgets
	}
	a.session, a.settings = session, session.Settings()
	a.model.Run, a.model.Now = session, max(session.Now(), 0)
	a.model.Goal = func(g *lesson.Goal) lesson.Reading { return g.Read(session) }
	session.OnFrame(a.arenas.Start(session.Kinds(), session.Entities()))
}

// changed notes that something was done to the run by hand. It reports whether that
// dropped what came later in a run that was played again.
func (a *App) changed() bool {
	a.seek.stop()
	now := max(a.session.Now(), 0)
	dropped := now < a.model.Reach
	a.model.Reach = now
	return dropped
}

// nextArrival advances until a packet is under way, for a time that no rate exceeds at
// most, and returns when it arrives.
func (a *App) nextArrival() time.Duration {
	const longest = 2 * time.Second
	for end := a.session.NextTick() + longest; ; {
		at, ok := a.session.NextPacket()
		if ok || a.session.NextTick() > end {
			return max(at, a.session.Now())
		}
		a.AdvanceTo(a.session.NextTick())
	}
}

// stepTo pauses and goes on to the next event of a sort. Server, link and client move
// together, as ever.
func (a *App) stepTo(s view.Event) {
	a.model.Playing = false
	if a.seek.busy() {
		return
	}
	t := a.session.NextFrame()
	switch s {
	case view.Tick:
		t = a.session.NextTick()
	case view.Packet:
		t = a.nextArrival()
	}
	a.AdvanceTo(t)
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
		packets := a.session.AppendPackets(nil, now-longestWay, now)
		for i := range packets {
			p := &packets[i]
			if p.Arrived && p.Link.ArrivesAt < now && p.Link.ArrivesAt >= at {
				at, ok = p.Link.ArrivesAt, true
			}
		}
	}
	return at, ok
}

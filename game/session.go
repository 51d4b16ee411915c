// Package game is the kernel of the lab: a server, a link and a client in virtual time, run
// by one thread in one order of events. It publishes frames and packets to an Observer and
// imports nothing that measures or shows them.
package game

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/wire"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// Session is the lab: one server, one client and the link between them, run in
// virtual time by one thread. Time moves only by AdvanceTo, and every event has its
// place in one order, so the same scenario gives the same run however time is moved
// and however often it is drawn.
type Session struct {
	scenario config.Scenario
	settings config.Settings
	now      time.Duration
	err      error

	world       *world.History
	server      *server
	client      *client
	clientClock netsim.HostClock
	down, up    *netsim.Link
	measured    config.MeasuredLink    // what down follows, nil for chance
	lenses      [MaxLenses]interp.Lens // those that the settings have; nil beyond
	variants    []variant
	frames      config.Series
	// While frozen the client draws what it drew at frozenAt.
	frozenAt, frozenUntil time.Duration
	script                []config.Timed // what has not happened yet
	applied               []config.Timed // what has
	hand                  []config.Timed // what of it was done by Apply and Inject
	ahead                 []config.Timed // what of that is to be done again
	changedAt             time.Duration  // when settings last came into force

	packets  packetLog
	digest   digest
	observer Observer // nil for none
	verdicts [MaxLenses]interp.Verdict
	headSize int          // bytes of the newest snapshot's first packet, the fastest
	arrival  PacketRecord // of the packet being taken in
	buffer   []byte
	state    world.State // of the entity being looked at
}

// NewSession starts a run of a scenario at simulation time 0, before its first
// event, or returns the scenario's error.
func NewSession(scenario config.Scenario) (*Session, error) {
	if err := scenario.Validate(); err != nil {
		return nil, err
	}
	w, err := world.NewWorld(scenario.Seed, scenario.Settings.Kinds, scenario.Entities)
	if err != nil {
		return nil, err
	}
	s := &Session{
		scenario:    scenario,
		settings:    scenario.Settings,
		script:      scenario.Script,
		now:         -1,
		world:       world.NewHistory(w),
		clientClock: scenario.Settings.ClientClock(),
		digest:      digestStart,
	}
	s.server = newServer(s.world, &s.settings)
	if s.down, s.measured, err = scenario.DownLink(); err != nil {
		return nil, err
	}
	if s.up, err = netsim.NewLink(s.settings.Up, scenario.Seed, config.StreamUp); err != nil {
		return nil, err
	}
	for l := range NumLenses {
		s.lenses[l] = newLens(l)
	}
	s.client = newClient()
	s.frames = config.Series{Anchor: s.settings.FirstFrame(scenario.Seed), Rate: s.settings.DisplayRate}
	s.setComparison()
	s.configure()
	return s, nil
}

// Now returns the simulation time that the session has been advanced to. It is -1 ns
// before the first AdvanceTo.
func (s *Session) Now() time.Duration { return s.now }

// Err returns the first fault that the session met in running, nil if none. It goes
// on all the same.
func (s *Session) Err() error { return s.err }

// Settings returns the settings in force.
func (s *Session) Settings() config.Settings { return s.settings }

// Kinds returns the kinds of the run.
func (s *Session) Kinds() *world.Kinds { return s.settings.Kinds }

// LastChange returns when settings last came into force, by Apply or by the script: 0
// if those of the start still are.
func (s *Session) LastChange() time.Duration { return s.changedAt }

// Scenario returns what the session was started from.
func (s *Session) Scenario() config.Scenario { return s.scenario }

// Apply puts settings in force from just after Now on. Packets in flight keep their
// fate, and what is drawn moves on without a jump. The clocks' starts are not changed
// any more. What is left of the script goes on changing what it changes, and nothing
// else. In a run that is played again, what was done later is dropped.
func (s *Session) Apply(settings config.Settings) error {
	before := len(s.hand)
	err := s.applyByHand(s.now+1, settings)
	if len(s.hand) > before {
		s.ahead = nil
	}
	return err
}

// applyByHand puts settings in force and has what is left of the script go on from
// them.
func (s *Session) applyByHand(at time.Duration, settings config.Settings) error {
	before, n := s.settings, len(s.applied)
	if err := s.apply(at, settings); err != nil || len(s.applied) == n {
		return err
	}
	s.hand = append(s.hand, s.applied[n])
	left := config.Scenario{Settings: before, Script: s.script}
	left.Rebase(s.settings)
	s.script = left.Script
	return nil
}

// apply puts settings in force at a time after which nothing has happened yet.
func (s *Session) apply(at time.Duration, settings config.Settings) error {
	settings.ServerStart, settings.ClientStart = s.settings.ServerStart, s.settings.ClientStart
	settings.DisplayPhase = s.settings.DisplayPhase
	if !settings.Kinds.Equal(s.settings.Kinds) {
		return fmt.Errorf("the settings are for the kinds %s, want those of the run: %s", strings.Join(settings.Kinds.Names(), ", "), strings.Join(s.Kinds().Names(), ", "))
	}
	settings.Kinds = s.settings.Kinds // one table, so that settings can be compared
	if err := settings.Validate(); err != nil {
		return err
	}
	if settings == s.settings {
		return nil
	}
	s.applied = append(s.applied, config.Timed{At: at, Settings: settings})
	s.changedAt = at
	old := s.settings
	s.settings = settings
	// Validated above, so neither link can refuse.
	_ = s.down.SetConditions(settings.Down)
	_ = s.up.SetConditions(settings.Up)
	s.letGo(&old.Down, &settings.Down)
	s.server.retune(&old, &settings, at)
	s.frames.Retune(settings.DisplayRate, at)
	s.frames.SkipTo(s.frozenUntil)
	if settings.DriftPPM != old.DriftPPM {
		// The clock goes on from where it is, at its new rate.
		shows := s.clientClock.At(at)
		s.clientClock = netsim.HostClock{DriftPPM: settings.DriftPPM}
		s.clientClock.Start = shows - s.clientClock.At(at)
	}
	if settings.Comparison != old.Comparison {
		s.setComparison()
	}
	s.configure()
	if s.observer != nil {
		s.observer.Changed(at, &old)
	}
	return nil
}

// configure tells every lens the settings in force.
func (s *Session) configure() {
	tuned := s.settings.LensConfig()
	for _, l := range s.client.lenses {
		l.Configure(&tuned)
	}
	for i := range s.variants {
		settings := s.settings
		settings.Policies = s.variants[i].policies
		tuned := settings.LensConfig()
		s.variants[i].lens.Configure(&tuned)
	}
}

// event is what happens next in a session. At equal times the lower class is first.
type event uint8

const (
	eventSettings event = iota
	eventTick           // with the send that may follow it
	eventArrivalUp
	eventArrivalDown // with the client's taking it in
	eventFrame
)

// next returns the next event and its time.
func (s *Session) next() (event, time.Duration) {
	e, at := eventFrame, s.frames.Next()
	if t, ok := s.NextPacket(); ok && t <= at {
		e, at = eventArrivalDown, t
	}
	if t, ok := s.up.NextArrival(); ok && max(t, s.server.stalledUntil) <= at {
		e, at = eventArrivalUp, max(t, s.server.stalledUntil)
	}
	if t := s.server.ticks.Next(); t <= at {
		e, at = eventTick, t
	}
	for _, left := range [...][]config.Timed{s.script, s.ahead} {
		if len(left) > 0 && left[0].At <= at {
			e, at = eventSettings, left[0].At
		}
	}
	return e, at
}

// AdvanceTo runs every event up to and including simulation time t. A time before
// Now does nothing.
func (s *Session) AdvanceTo(t time.Duration) {
	for {
		e, at := s.next()
		if at > t {
			break
		}
		s.now = max(s.now, at)
		switch e {
		case eventSettings:
			s.fail(s.follow())
		case eventTick:
			s.tick(at)
		case eventArrivalUp:
			s.arriveUp(at)
		case eventArrivalDown:
			s.arriveDown(at)
		case eventFrame:
			s.frames.N++
			s.frame(at)
		}
	}
	s.now = max(s.now, t)
}

// follow does what was done by hand before, or what the script says. At equal times
// the hand was first: it sets what is in force just after a moment that had passed.
func (s *Session) follow() error {
	if len(s.ahead) > 0 && (len(s.script) == 0 || s.ahead[0].At <= s.script[0].At) {
		return s.redo()
	}
	t := s.script[0]
	s.script = s.script[1:]
	if t.Fault.Kind != config.NoFault {
		return s.inject(t.At, t.Fault)
	}
	return s.apply(t.At, t.Settings)
}

func (s *Session) fail(err error) {
	if err != nil && s.err == nil {
		s.err = err
	}
}

func (s *Session) tick(now time.Duration) {
	if !s.server.step(now, &s.settings) {
		return
	}
	s.headSize = 0
	s.fail(s.server.send(now, &s.settings, func(seq, tick uint32, stamp interp.ServerTime, packet []byte) {
		e := s.down.Send(now, packet)
		if s.headSize == 0 {
			s.headSize = e.Size
		}
		r := s.packets.add(PacketRecord{Seq: seq, Tick: tick, Stamp: stamp, Link: e})
		s.digest.add(uint64(eventTick), uint64(seq), uint64(tick), uint64(stamp)-uint64(s.settings.ServerStart), uint64(e.Size),
			uint64(e.SentAt), uint64(e.ArrivesAt), uint64(e.Fate), uint64(e.DuplicateAt))
		if s.observer != nil {
			s.observer.Sent(r)
		}
	}))
}

func (s *Session) arriveUp(now time.Duration) {
	var e netsim.Event
	s.buffer, e, _ = s.up.Receive(now, s.buffer)
	s.fail(s.server.receive(now, s.buffer))
	s.digest.add(uint64(eventArrivalUp), e.Seq, uint64(now))
}

func (s *Session) arriveDown(now time.Duration) {
	var e netsim.Event
	s.buffer, e, _ = s.down.Receive(now, s.buffer)
	err := s.client.receive(s.local(now), s.buffer, s.verdicts[:len(s.client.lenses)])
	noBaseline := errors.Is(err, wire.ErrBaseline)
	if !noBaseline && !e.Corrupted {
		s.fail(err)
	}
	if s.client.crowded() {
		s.client.acknowledge(s.local(now), s.sendUp(now))
	}
	verdict := s.verdicts[Interpolated]
	r := &s.arrival
	*r = PacketRecord{}
	if known := s.packets.find(e.Seq); known != nil {
		*r = *known
		if !known.Arrived {
			known.Arrived, known.Verdict, known.NoBaseline = true, verdict, noBaseline
		}
	}
	r.Link, r.Arrived, r.Verdict, r.NoBaseline = e, true, verdict, noBaseline
	s.digest.add(uint64(eventArrivalDown), e.Seq, uint64(now), uint64(verdict))
	if s.observer != nil {
		s.observer.Arrived(r)
	}
}

// sendUp returns what sends the client's packets to the server at a time.
func (s *Session) sendUp(now time.Duration) func(packet []byte) {
	return func(packet []byte) {
		e := s.up.Send(now, packet)
		if s.observer != nil {
			s.observer.Acknowledged(e)
		}
	}
}

func (s *Session) frame(now time.Duration) {
	s.client.frame(s.local(now), s.sendUp(now))
	if s.observer != nil {
		s.observer.Framed(now)
	}
	s.digest.add(uint64(eventFrame), uint64(now))
	// The clocks' starts are only numbers: what is left of an offset without their
	// difference is the same wherever they start.
	starts := interp.Offset(s.settings.ClientStart - s.settings.ServerStart)
	for _, l := range s.client.lenses {
		stats := l.Stats()
		if stats.Steps == 0 {
			continue // no packet yet, and so no offset
		}
		s.digest.add(uint64(stats.Applied-starts), uint64(stats.Overall.Underruns), uint64(stats.Overall.InUnderrun))
	}
}

// local returns the client's time: what its clock shows.
func (s *Session) local(now time.Duration) interp.LocalTime {
	return interp.LocalTime(s.clientClock.At(now))
}

// epoch returns the server's run that the client is in, the present one before it has
// received any packet.
func (s *Session) epoch() uint16 {
	if !s.client.started {
		return s.world.Epoch()
	}
	return s.client.epoch
}

// epochShift returns how much more the clock of an epoch's server would show than that
// of the present one.
func (s *Session) epochShift(epoch uint16) time.Duration {
	return s.world.Began(s.world.Epoch()) - s.world.Began(epoch)
}

// stamp returns what the clock of an epoch's server would show at a simulation time.
func (s *Session) stamp(epoch uint16, at time.Duration) interp.ServerTime {
	return s.server.stamp(at).Add(s.epochShift(epoch))
}

// digest is an FNV-1a hash over the integer events of a run. Floats stay out of it:
// they may differ in their last bits between platforms, and never decide an event.
type digest uint64

const (
	digestStart digest = 14695981039346656037
	digestPrime digest = 1099511628211
)

// add mixes in the eight bytes of each word, the lowest first.
func (d *digest) add(words ...uint64) {
	h := *d
	for _, w := range words {
		for range 8 {
			h = (h ^ digest(w&0xff)) * digestPrime
			w >>= 8
		}
	}
	*d = h
}

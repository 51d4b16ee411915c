package measure

import (
	"errors"
	"fmt"
	"math"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/netsim"
)

// ErrNeedsRun is wrapped by the errors of NewTimingRun: only a run can tell.
var ErrNeedsRun = errors.New("only a run can tell")

// TimingRun is a run of which only that is worked out what decides which delays an
// entity that always lives would have needed: a server that sends nothing but stamps, a
// link, and a client that has nothing but a clock. There need be no world, no packet's
// bytes and no lens. It is exact, and some hundred times as fast as a run.
type TimingRun struct {
	settings       config.Settings
	down           *netsim.Link
	server, client netsim.HostClock
	ticks, frames  config.Series
	sent           int64
	stamps         []interp.ServerTime // by the link's number of the packet, less 1
	clock          interp.Clock
	newest         interp.ServerTime
	last           time.Duration // the frame before, −1 if there was none
	buffer         []byte
}

// NewTimingRun returns a foresight at simulation time 0, before its first event. The
// scenario's Duration does not matter.
//
// An error wraps ErrNeedsRun where the bytes matter (a delta encoding, a limited
// bandwidth) or a script changes the run. It is that of the scenario where that is no
// good. A snapshot of several packets has a need for each entity; what is foreseen is
// the one of its first packet.
func NewTimingRun(s *config.Scenario) (*TimingRun, error) {
	settings := &s.Settings
	switch {
	case settings.Encoding != config.FullEncoding:
		return nil, fmt.Errorf("%w: with %s encoding packets build on others", ErrNeedsRun, settings.Encoding)
	case settings.Down.Bandwidth > 0 || s.Measured.Trace != nil && s.Measured.Trace.Opportunities != nil:
		return nil, fmt.Errorf("%w: on a limited bandwidth the size of packets matters", ErrNeedsRun)
	case len(s.Script) > 0:
		return nil, fmt.Errorf("%w: the script changes the run", ErrNeedsRun)
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	down, _, err := s.DownLink()
	if err != nil {
		return nil, err
	}
	return &TimingRun{
		settings: *settings, down: down,
		server: settings.ServerClock(), client: settings.ClientClock(),
		ticks:  config.Series{Rate: settings.TickRate},
		frames: config.Series{Anchor: settings.FirstFrame(s.Seed), Rate: settings.DisplayRate},
		newest: math.MinInt64, last: -1,
	}, nil
}

// AdvanceTo adds to w every frame up to and including simulation time t.
func (f *TimingRun) AdvanceTo(w *WhatIf, t time.Duration) {
	for at := f.frames.Next(); at <= t; at = f.frames.Next() {
		f.frames.N++
		f.advance(at)
		elapsed := at - f.last
		if f.last < 0 {
			elapsed = 0
		}
		f.last = at
		if !f.clock.Started() {
			w.skip()
			continue
		}
		now := interp.LocalTime(f.client.At(at))
		f.clock.Advance(now)
		w.add(f.clock.Offset(now).ToServer(now).Sub(f.newest), elapsed)
	}
}

// advance runs everything up to and including a time, in a session's order.
func (f *TimingRun) advance(until time.Duration) {
	for {
		sendAt := f.ticks.At(f.settings.SendTicks(f.sent))
		arrival, any := f.down.NextArrival()
		switch {
		case sendAt <= until && (!any || sendAt <= arrival):
			f.sent++
			f.down.Send(sendAt, nil)
			f.stamps = append(f.stamps, interp.ServerTime(f.server.At(sendAt)))
		case any && arrival <= until:
			var e netsim.Event
			f.buffer, e, _ = f.down.Receive(arrival, f.buffer)
			stamp := f.stamps[e.Seq-1]
			f.clock.Observe(interp.LocalTime(f.client.At(arrival)), stamp)
			f.newest = max(f.newest, stamp)
		default:
			return
		}
	}
}

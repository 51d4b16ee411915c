package measure

import (
	"errors"
	"fmt"
	"math"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// ErrNeedsRun is wrapped by the errors of NewTimingRun: only a whole run can tell.
var ErrNeedsRun = errors.New("only a run can tell")

// MaxTimedPackets is how many packets a snapshot may have for a TimingRun.
const MaxTimedPackets = 8

// MaxTimedEntities returns how many entities such a snapshot holds at least.
func MaxTimedEntities() int { return MaxTimedPackets * game.PacketEntities() }

// TimingRun is a run in which only the timing is computed: a server that sends nothing but
// stamps, a link, and a client that is nothing but a clock. The delay that an entity needs
// depends on these alone, so that there need be no world, no bytes and no lens. For kinds
// that always live it is exact, and hundreds of times as fast as a Run; for those that
// come and go it says what they need while they live.
type TimingRun struct {
	settings       config.Settings
	down           *netsim.Link
	server, client netsim.HostClock
	ticks, frames  config.Series
	snapshots      int64
	packets        []TimedPacket // by their number on the link, less 1
	clock          interp.Clock
	newest         []interp.ServerTime // by packet of a snapshot
	groups         []timingGroup
	groupOf        [world.MaxKinds + 1]int // the group of a kind; last that of all kinds together
	last           time.Duration           // the frame before, −1 if there was none
	buffer         []byte

	lag      time.Duration // sum over frames
	lossRuns []int
	lossRun  int
}

// timingGroup is kinds whose entities are in the same packets of each snapshot.
type timingGroup struct {
	first, last int
	needed      time.Duration // in the newest frame
	whatIf      WhatIf
}

// TimedPacket is a packet of a TimingRun: when it was sent and arrived, or would have.
type TimedPacket struct {
	netsim.Event
	Stamp interp.ServerTime
	Part  int // which packet of its snapshot it is, from 0
}

// NewTimingRun returns a run before its first event. Its Duration does not matter.
//
// An error wraps ErrNeedsRun where the bytes matter (delta encoding, limited bandwidth),
// where a script changes the run, and for a snapshot of more than MaxTimedPackets packets.
// It is that of the scenario where that is no good.
func NewTimingRun(s *config.Scenario) (*TimingRun, error) {
	settings := &s.Settings
	parts := packetsPerSnapshot(s)
	switch {
	case settings.Encoding != config.FullEncoding:
		return nil, fmt.Errorf("%w: with %s encoding packets build on others", ErrNeedsRun, settings.Encoding)
	case settings.Down.Bandwidth > 0 || s.Measured.Trace != nil && s.Measured.Trace.Opportunities != nil:
		return nil, fmt.Errorf("%w: on a limited bandwidth the size of packets matters", ErrNeedsRun)
	case len(s.Script) > 0:
		return nil, fmt.Errorf("%w: the script changes the run", ErrNeedsRun)
	case parts > MaxTimedPackets:
		return nil, fmt.Errorf("%w: a snapshot has %d packets, want at most %d", ErrNeedsRun, parts, MaxTimedPackets)
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	down, _, err := s.DownLink()
	if err != nil {
		return nil, err
	}
	f := &TimingRun{
		settings: *settings, down: down,
		server: settings.ServerClock(), client: settings.ClientClock(),
		ticks:  config.Series{Rate: settings.TickRate},
		frames: config.Series{Anchor: settings.FirstFrame(s.Seed), Rate: settings.DisplayRate},
		newest: make([]interp.ServerTime, parts), last: -1,
	}
	for i := range f.newest {
		f.newest[i] = math.MinInt64
	}
	f.group(s)
	return f, nil
}

// packetsPerSnapshot returns how many packets a whole snapshot takes.
func packetsPerSnapshot(s *config.Scenario) int {
	entities := 0
	for _, g := range s.Entities {
		entities += g.Count
	}
	return max(1, (entities+game.PacketEntities()-1)/game.PacketEntities())
}

// group finds out which packets of a snapshot each kind is in.
func (f *TimingRun) group(s *config.Scenario) {
	var first, last [world.MaxKinds + 1]int
	for k := range first {
		first[k], last[k] = len(f.newest), -1
	}
	add := func(k, from, to int) { first[k], last[k] = min(first[k], from), max(last[k], to) }
	entity := 0
	for _, g := range s.Entities {
		if g.Count == 0 {
			continue
		}
		from, to := entity/game.PacketEntities(), (entity+g.Count-1)/game.PacketEntities()
		add(int(g.Kind), from, to)
		add(int(world.MaxKinds), from, to)
		entity += g.Count
	}
	for k := range first {
		if last[k] < 0 { // a kind that isn't there, or a world without entities
			first[k], last[k] = 0, 0
		}
		place := 0
		for place < len(f.groups) && (f.groups[place].first != first[k] || f.groups[place].last != last[k]) {
			place++
		}
		if place == len(f.groups) {
			f.groups = append(f.groups, timingGroup{first: first[k], last: last[k]})
		}
		f.groupOf[k] = place
	}
}

// SetDisplayPhase has the display frames lie at a share of their period, 0 to 1, instead of
// where the seed has them. It is for runs that are to cover all phases evenly; settings with
// a phase of their own keep that. Call it before the first frame.
func (f *TimingRun) SetDisplayPhase(share float64) {
	f.frames.Anchor = f.settings.FrameAt(share)
}

// NextFrame returns when the next display frame is.
func (f *TimingRun) NextFrame() time.Duration { return f.frames.Next() }

// AdvanceTo runs every display frame up to and including simulation time t.
func (f *TimingRun) AdvanceTo(t time.Duration) {
	for at := f.frames.Next(); at <= t; at = f.frames.Next() {
		f.frames.N++
		f.receive(at)
		elapsed := at - f.last
		if f.last < 0 {
			elapsed = 0
		}
		f.last = at
		if !f.clock.Started() {
			for i := range f.groups {
				f.groups[i].whatIf.skip()
			}
			continue
		}
		now := interp.LocalTime(f.client.At(at))
		f.clock.Advance(now)
		present := f.clock.Offset(now).ToServer(now)
		f.lag += interp.ServerTime(f.server.At(at)).Sub(present)
		for i := range f.groups {
			g := &f.groups[i]
			oldest := interp.ServerTime(math.MaxInt64)
			for _, newest := range f.newest[g.first : g.last+1] {
				if newest != math.MinInt64 { // nothing is known yet of what is in that packet
					oldest = min(oldest, newest)
				}
			}
			if oldest == math.MaxInt64 {
				g.whatIf.skip()
				continue
			}
			g.needed = present.Sub(oldest)
			g.whatIf.add(g.needed, elapsed)
		}
	}
}

// receive runs everything up to and including a time, in a session's order.
func (f *TimingRun) receive(until time.Duration) {
	for {
		sendAt := f.ticks.At(f.settings.SendTicks(f.snapshots))
		arrival, any := f.down.NextArrival()
		switch {
		case sendAt <= until && (!any || sendAt <= arrival):
			f.snapshots++
			for part := range f.newest {
				f.send(sendAt, part)
			}
		case any && arrival <= until:
			var e netsim.Event
			f.buffer, e, _ = f.down.Receive(arrival, f.buffer)
			p := &f.packets[e.Seq-1]
			f.clock.Observe(interp.LocalTime(f.client.At(arrival)), p.Stamp)
			f.newest[p.Part] = max(f.newest[p.Part], p.Stamp)
		default:
			return
		}
	}
}

// send sends one packet of a snapshot.
func (f *TimingRun) send(at time.Duration, part int) {
	p := TimedPacket{f.down.Send(at, nil), interp.ServerTime(f.server.At(at)), part}
	f.packets = append(f.packets, p)
	switch {
	case part > 0: // an entity is in one of them
	case p.Fate != netsim.Delivered:
		f.lossRun++
	default:
		f.endLossRun()
	}
}

func (f *TimingRun) endLossRun() {
	if f.lossRun > 0 {
		f.lossRuns = append(f.lossRuns, make([]int, max(0, f.lossRun-len(f.lossRuns)))...)
		f.lossRuns[f.lossRun-1]++
		f.lossRun = 0
	}
}

// WhatIf returns what would have been at each delay for a kind, or for all kinds with the
// same delay if it is none. It belongs to the run.
func (f *TimingRun) WhatIf(kind int) *WhatIf { return &f.of(kind).whatIf }

// Needed returns the delay that a kind, or the most demanding one, needs in the newest
// frame; 0 before the first packet has arrived.
func (f *TimingRun) Needed(kind int) time.Duration { return f.of(kind).needed }

// Parts returns the first and the last of the packets of each snapshot that a kind is in, by
// TimedPacket.Part.
func (f *TimingRun) Parts(kind int) (first, last int) { return f.of(kind).first, f.of(kind).last }

func (f *TimingRun) of(kind int) *timingGroup {
	if kind < 0 || kind > int(world.MaxKinds) {
		kind = int(world.MaxKinds)
	}
	return &f.groups[f.groupOf[kind]]
}

// Groups returns how many different answers there are, and Group which of them is that of
// a kind, or of all kinds if it is none.
func (f *TimingRun) Groups() int { return len(f.groups) }

// Group returns which of the Groups a kind is in.
func (f *TimingRun) Group(kind int) int {
	if kind < 0 || kind > int(world.MaxKinds) {
		kind = int(world.MaxKinds)
	}
	return f.groupOf[kind]
}

// Lag returns the mean of the server's time less the render time at delay 0: how old is what
// is drawn at a delay D, less D. 0 where nothing has arrived.
func (f *TimingRun) Lag() time.Duration {
	if n := f.groups[f.groupOf[world.MaxKinds]].whatIf.frames; n > 0 {
		return f.lag / time.Duration(n)
	}
	return 0
}

// Packets returns all packets so far, in the order of sending. They belong to the run.
func (f *TimingRun) Packets() []TimedPacket { return f.packets }

// LossRuns returns how many runs of i+1 lost packets there were so far, at i, of the first
// packets of the snapshots. They belong to the run.
func (f *TimingRun) LossRuns() []int {
	f.endLossRun()
	return f.lossRuns
}

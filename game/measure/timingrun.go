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
	newest         []interp.ServerTime // by class
	classes        []timingClass
	turns          []timingTurn // of the entities, where not all are in every snapshot
	parts          [][]int32    // otherwise the class of each packet of a snapshot
	groups         []timingGroup
	groupOf        [world.MaxKinds + 1]int // the group of a kind; last that of all kinds together
	last           time.Duration           // the frame before, −1 if there was none
	buffer         []byte

	lag      time.Duration // sum over frames
	lossRuns []int
	lossRun  int
	// kindLosses is lossRuns of the entities of a kind, where not all are in every snapshot.
	kindLosses [world.MaxKinds][]int
}

// timingClass is entities that are always in the same packets: those of a packet of each
// snapshot, or a single one where not all are in every snapshot.
type timingClass struct {
	kind    interp.Kind // of a single one
	lossRun int
}

// timingTurn is an entity that is not in every snapshot, or is.
type timingTurn struct {
	class int32
	kind  interp.Kind
	turn  config.Turn
}

// timingGroup is kinds whose entities are in the same classes.
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
	// Holds are the classes of entities that are in it; see Parts. It belongs to the run.
	Holds []int32
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
		last:   -1,
	}
	if settings.AllInEvery() {
		f.group(s, parts)
	} else {
		f.groupTurns(s)
	}
	f.newest = make([]interp.ServerTime, len(f.classes))
	for i := range f.newest {
		f.newest[i] = math.MinInt64
	}
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

// groupTurns makes each entity a class of its own, those of a kind one behind the other, and
// each kind that is there a group.
func (f *TimingRun) groupTurns(s *config.Scenario) {
	var kinds []interp.Kind
	for _, g := range s.Entities {
		for range g.Count {
			kinds = append(kinds, g.Kind)
		}
	}
	turns := config.Turns(len(kinds), func(i int) interp.Kind { return kinds[i] })
	f.turns = make([]timingTurn, len(kinds))
	for k := range world.MaxKinds {
		g := timingGroup{first: len(f.classes), last: len(f.classes) - 1}
		for i := range kinds {
			if kinds[i] == k {
				g.last++
				f.turns[i] = timingTurn{int32(len(f.classes)), k, turns[i]}
				f.classes = append(f.classes, timingClass{kind: k})
			}
		}
		if f.groupOf[k] = -1; g.last >= g.first {
			f.groupOf[k] = len(f.groups)
			f.groups = append(f.groups, g)
		}
	}
	for k := range f.groupOf {
		if k == int(world.MaxKinds) || f.groupOf[k] < 0 {
			f.groupOf[k] = len(f.groups) // of all
		}
	}
	f.groups = append(f.groups, timingGroup{last: len(f.classes) - 1})
}

// group finds out which packets of a snapshot each kind is in.
func (f *TimingRun) group(s *config.Scenario, parts int) {
	f.classes = make([]timingClass, parts)
	for i := range parts {
		f.parts = append(f.parts, []int32{int32(i)})
	}
	var first, last [world.MaxKinds + 1]int
	for k := range first {
		first[k], last[k] = parts, -1
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
			f.sendSnapshot(sendAt)
			f.snapshots++
		case any && arrival <= until:
			var e netsim.Event
			f.buffer, e, _ = f.down.Receive(arrival, f.buffer)
			p := &f.packets[e.Seq-1]
			f.clock.Observe(interp.LocalTime(f.client.At(arrival)), p.Stamp)
			for _, class := range p.Holds {
				f.newest[class] = max(f.newest[class], p.Stamp)
			}
		default:
			return
		}
	}
}

// sendSnapshot sends the packets of the next snapshot.
func (f *TimingRun) sendSnapshot(at time.Duration) {
	if f.parts != nil {
		for part, holds := range f.parts {
			f.send(at, part, holds)
		}
		return
	}
	part, holds := 0, []int32(nil)
	for i := range f.turns {
		t, n := &f.turns[i], f.snapshots
		if n > 0 && f.settings.Due(t.kind, t.turn, n) == f.settings.Due(t.kind, t.turn, n-1) {
			continue
		}
		if len(holds) == game.PacketEntities() {
			f.send(at, part, holds)
			part, holds = part+1, nil
		}
		holds = append(holds, t.class)
	}
	f.send(at, part, holds)
}

// send sends one packet of a snapshot.
func (f *TimingRun) send(at time.Duration, part int, holds []int32) {
	p := TimedPacket{f.down.Send(at, nil), interp.ServerTime(f.server.At(at)), part, holds}
	f.packets = append(f.packets, p)
	lost := p.Fate != netsim.Delivered
	if part == 0 { // an entity that is in every snapshot is in one of its packets
		f.lossRuns = countRun(f.lossRuns, &f.lossRun, lost)
	}
	if f.turns == nil {
		return
	}
	for _, class := range holds {
		c := &f.classes[class]
		f.kindLosses[c.kind] = countRun(f.kindLosses[c.kind], &c.lossRun, lost)
	}
}

// countRun counts one more that is lost or not: run is how many are in a row up to now, and
// runs how many rows of i+1 there were, at i.
func countRun(runs []int, run *int, lost bool) []int {
	if lost {
		*run++
		return runs
	}
	if n := *run; n > 0 {
		runs = append(runs, make([]int, max(0, n-len(runs)))...)
		runs[n-1]++
		*run = 0
	}
	return runs
}

// WhatIf returns what would have been at each delay for a kind, or for all kinds with the
// same delay if it is none. It belongs to the run.
func (f *TimingRun) WhatIf(kind int) *WhatIf { return &f.of(kind).whatIf }

// Needed returns the delay that a kind, or the most demanding one, needs in the newest
// frame; 0 before the first packet has arrived.
func (f *TimingRun) Needed(kind int) time.Duration { return f.of(kind).needed }

// Parts returns the first and the last of the classes that the entities of a kind are in, by
// TimedPacket.Holds: a class is always in the same packets.
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
	f.lossRuns = countRun(f.lossRuns, &f.lossRun, false)
	return f.lossRuns
}

// KindLossRuns is LossRuns of the samples of a kind's entities, and of how many entities
// that is. There are none where all are in every snapshot.
func (f *TimingRun) KindLossRuns(k interp.Kind) (runs []int, entities int) {
	if f.turns == nil {
		return nil, 0
	}
	for i := range f.classes {
		if c := &f.classes[i]; c.kind == k {
			f.kindLosses[k] = countRun(f.kindLosses[k], &c.lossRun, false)
			entities++
		}
	}
	return f.kindLosses[k], entities
}

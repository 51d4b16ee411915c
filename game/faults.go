package game

import (
	"fmt"
	"slices"
	"time"

	"snaplab/interp"
)

// Fault is one thing that goes wrong on purpose. The zero value is none.
type Fault struct {
	Kind FaultKind
	// Amount is the kind's parameter: packets, nanoseconds, or for whom: 0 for all
	// kinds of entities, else 1 + the kind.
	Amount int64
}

// FaultKind names a sort of fault.
type FaultKind uint8

const (
	// NoFault is none.
	NoFault FaultKind = iota
	// DropPackets loses the next packets to the client.
	DropPackets
	// Blackout loses all packets, both ways, for a time.
	Blackout
	// LagSpike holds all packets, both ways, for a time, and lets them go at once.
	LagSpike
	// DuplicatePackets delivers the next packets to the client twice.
	DuplicatePackets
	// SwapPackets delivers the next packets to the client after the one behind.
	SwapPackets
	// CorruptPackets flips bits in the next packets to the client.
	CorruptPackets
	// ServerStall keeps the server from sending and reading for a time. Its world
	// goes on as if it then caught up.
	ServerStall
	// ServerRestart starts the server's world and clock again, in a new epoch.
	ServerRestart
	// ClientFreeze stops the client's display frames and reading for a time.
	ClientFreeze
	// ClockStep sets the client's clock on or back. The lenses see to it.
	ClockStep
	// TeleportNow puts entities on the other side of the field, in a new segment.
	TeleportNow
	// RespawnNow puts other entities into the slots of some, in a new generation.
	RespawnNow
	// NumFaults is the number of kinds, NoFault included.
	NumFaults
)

// Parameter says what a fault's Amount is.
type Parameter uint8

const (
	// NoParameter: the amount is 0.
	NoParameter Parameter = iota
	// Packets counts packets.
	Packets
	// For is how long it lasts, in nanoseconds.
	For
	// By is how far it goes, in nanoseconds.
	By
	// OfKind says which entities it happens to: 0 for all, else 1 + the kind.
	OfKind
)

// parameterNames are those that files use.
var parameterNames = [...]string{Packets: "packets", For: "for", By: "by", OfKind: "kind"}

// FaultInfo describes a kind of fault.
type FaultInfo struct {
	Name      string // as files call it
	Parameter Parameter
	// Min, Max and Default are of the amount.
	Min, Max, Default int64
	// What says in a sentence what happens, Watch what to look for.
	What, Watch string
}

const (
	maxFaultPackets = 1000
	maxFaultTime    = int64(time.Minute)
	maxClockStep    = int64(10 * time.Second)
)

var faults = [NumFaults]FaultInfo{
	DropPackets: {"drop", Packets, 1, maxFaultPackets, 1,
		"The next packet is lost.",
		"Nothing happens if the delay spans two intervals; with less everything extrapolates once."},
	Blackout: {"blackout", For, int64(time.Millisecond), maxFaultTime, int64(time.Second),
		"All packets of the next second are lost, both ways.",
		"Everything extrapolates, stops, and jumps to where it is when packets come again. No usual delay covers this."},
	LagSpike: {"spike", For, int64(time.Millisecond), maxFaultTime, int64(300 * time.Millisecond),
		"The path holds all packets for 300 ms and lets them go at once.",
		"Nothing is lost, and it still runs dry where the delay is short of an interval and the spike."},
	DuplicatePackets: {"duplicate", Packets, 1, maxFaultPackets, 1,
		"The next packet comes twice.",
		"Nothing changes: the copy is ignored, and the first arrival stands."},
	SwapPackets: {"swap", Packets, 1, maxFaultPackets, 1,
		"The next packet comes after the one behind it.",
		"Interpolated puts it in its place, if the delay is long enough; to the others it comes too late."},
	CorruptPackets: {"corrupt", Packets, 1, maxFaultPackets, 1,
		"Bits of the next packet are flipped on its way.",
		"The checksum gives it away and it is refused, which costs as much as losing it."},
	ServerStall: {"stall", For, int64(time.Millisecond), maxFaultTime, int64(2 * time.Second),
		"The server sends nothing for 2 s.",
		"No packet is lost, there are none: from the client it looks like a blackout."},
	ServerRestart: {"restart", NoParameter, 0, 0, 0,
		"The server starts again: a new world, and its clock at zero.",
		"A new epoch: what is old is forgotten, the offset steps, and after one delay all is well."},
	ClientFreeze: {"freeze", For, int64(time.Millisecond), maxFaultTime, int64(3 * time.Second),
		"The client draws and reads nothing for 3 s.",
		"It goes on with the present at once. The backlog is not played again."},
	ClockStep: {"clock-step", By, -maxClockStep, maxClockStep, int64(time.Second),
		"The client's clock is set on by 1 s.",
		"Nothing is drawn ahead for longer than until the next packet shows the step; then the offset steps."},
	TeleportNow: {"teleport", OfKind, 0, int64(NumKinds), 0,
		"Entities are put on the other side of the field, in a new segment.",
		"They are here and then there, and never drawn on the way between."},
	RespawnNow: {"respawn", OfKind, 0, int64(NumKinds), 0,
		"Other entities get the slots and ids of those that are there.",
		"The old one goes and the new one comes, at one instant, and nothing slides from one to the other."},
}

// Info describes the kind.
func (k FaultKind) Info() *FaultInfo {
	if k >= NumFaults {
		k = NoFault
	}
	return &faults[k]
}

// String returns the kind's name in files, "" for NoFault.
func (k FaultKind) String() string { return k.Info().Name }

// Fault returns the fault of the kind with its default amount.
func (k FaultKind) Fault() Fault { return Fault{k, k.Info().Default} }

// FindFault returns the kind of a name, or an error that names the nearest ones.
func FindFault(name string) (FaultKind, error) {
	var names []string
	for k := NoFault + 1; k < NumFaults; k++ {
		names = append(names, k.String())
	}
	if i := slices.Index(names, name); i >= 0 {
		return NoFault + 1 + FaultKind(i), nil
	}
	return NoFault, fmt.Errorf("no fault is called %q%s", name, Suggest(name, names))
}

// Validate returns an error that names what is out of range.
func (f Fault) Validate() error {
	if f.Kind == NoFault || f.Kind >= NumFaults {
		return fmt.Errorf("fault is %d, want 1 to %d", f.Kind, NumFaults-1)
	}
	i := f.Kind.Info()
	if f.Amount >= i.Min && f.Amount <= i.Max {
		return nil
	}
	switch i.Parameter {
	case For, By:
		return fmt.Errorf("%s: %s is %s, want %s to %s", i.Name, parameterNames[i.Parameter],
			AppendValue(nil, Duration, f.Amount), AppendValue(nil, Duration, i.Min), AppendValue(nil, Duration, i.Max))
	case Packets, OfKind:
		return fmt.Errorf("%s: %s is %d, want %d to %d", i.Name, parameterNames[i.Parameter], f.Amount, i.Min, i.Max)
	}
	return fmt.Errorf("%s: amount is %d, want 0", i.Name, f.Amount)
}

// Inject lets a fault happen just after Now. It is part of the Recording. In a run that
// is played again, what was done later is dropped.
func (s *Session) Inject(f Fault) error {
	err := s.injectByHand(s.now+1, f)
	if err == nil {
		s.ahead = nil
	}
	return err
}

func (s *Session) injectByHand(at time.Duration, f Fault) error {
	if err := s.inject(at, f); err != nil {
		return err
	}
	s.hand = append(s.hand, s.applied[len(s.applied)-1])
	return nil
}

// inject lets a fault happen at a time after which nothing has happened yet.
func (s *Session) inject(at time.Duration, f Fault) error {
	if err := f.Validate(); err != nil {
		return err
	}
	s.applied = append(s.applied, Timed{At: at, Settings: s.settings, Fault: f})
	n, d := int(f.Amount), time.Duration(f.Amount)
	switch f.Kind {
	case DropPackets:
		s.down.DropNext(n)
	case Blackout:
		s.down.Blackout(at, d)
		s.up.Blackout(at, d)
	case LagSpike:
		s.down.Spike(at, d)
		s.up.Spike(at, d)
	case DuplicatePackets:
		s.down.DuplicateNext(n)
	case SwapPackets:
		s.down.SwapNext(n, s.settings.Interval())
	case CorruptPackets:
		s.down.CorruptNext(n)
	case ServerStall:
		s.server.stalledUntil = max(s.server.stalledUntil, at+d)
	case ServerRestart:
		s.world.restart(at)
		s.server.restart(at, &s.settings)
	case ClientFreeze:
		s.freeze(at, at+d)
	case ClockStep:
		s.clientClock.Start += d
	case TeleportNow:
		f.eachKind(func(k interp.Kind) { s.world.teleport(k, at) })
	case RespawnNow:
		f.eachKind(func(k interp.Kind) { s.world.respawn(k, at) })
	}
	return nil
}

// eachKind calls do for the kinds that a fault OfKind happens to.
func (f Fault) eachKind(do func(interp.Kind)) {
	for k := range NumKinds {
		if f.Amount == 0 || f.Amount == 1+int64(k) {
			do(k)
		}
	}
}

// freeze stops the client. What arrives waits for it to go on.
func (s *Session) freeze(from, until time.Duration) {
	if from >= s.frozenUntil {
		s.frozenAt = from
	}
	s.frozenUntil = max(s.frozenUntil, until)
	s.frames.skipTo(s.frozenUntil)
}

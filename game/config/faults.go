package config

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"snaplab/game/world"
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
}

const (
	maxFaultPackets = 1000
	maxFaultTime    = int64(time.Minute)
	maxClockStep    = int64(10 * time.Second)
)

var faults = [NumFaults]FaultInfo{
	DropPackets:      {"drop", Packets, 1, maxFaultPackets, 1},
	Blackout:         {"blackout", For, int64(time.Millisecond), maxFaultTime, int64(time.Second)},
	LagSpike:         {"spike", For, int64(time.Millisecond), maxFaultTime, int64(300 * time.Millisecond)},
	DuplicatePackets: {"duplicate", Packets, 1, maxFaultPackets, 1},
	SwapPackets:      {"swap", Packets, 1, maxFaultPackets, 1},
	CorruptPackets:   {"corrupt", Packets, 1, maxFaultPackets, 1},
	ServerStall:      {"stall", For, int64(time.Millisecond), maxFaultTime, int64(2 * time.Second)},
	ServerRestart:    {"restart", NoParameter, 0, 0, 0},
	ClientFreeze:     {"freeze", For, int64(time.Millisecond), maxFaultTime, int64(3 * time.Second)},
	ClockStep:        {"clock-step", By, -maxClockStep, maxClockStep, int64(time.Second)},
	TeleportNow:      {"teleport", OfKind, 0, int64(world.MaxKinds), 0},
	RespawnNow:       {"respawn", OfKind, 0, int64(world.MaxKinds), 0},
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

// Validate returns an error that names what is out of range, in a run with some kinds.
func (f Fault) Validate(kinds *world.Kinds) error {
	if f.Kind == NoFault || f.Kind >= NumFaults {
		return fmt.Errorf("fault is %d, want 1 to %d", f.Kind, NumFaults-1)
	}
	i := *f.Kind.Info()
	if i.Parameter == OfKind {
		i.Max = int64(kinds.Len())
	}
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

// EachKind calls do for the kinds that a fault OfKind happens to.
func (f Fault) EachKind(do func(interp.Kind)) {
	for k := range world.MaxKinds {
		if f.Amount == 0 || f.Amount == 1+int64(k) {
			do(k)
		}
	}
}

// everyKind is what OfKind is called when it is all of them.
const everyKind = "all"

// withAmount returns the fault of the kind with the amount of a text, in the form that
// amountText has, or an error that says what is wrong with it.
func (k FaultKind) withAmount(kinds *world.Kinds, text string) (Fault, error) {
	f := Fault{Kind: k}
	var err error
	switch k.Info().Parameter {
	case NoParameter:
		return f, fmt.Errorf("%s has no parameter", k)
	case Packets:
		if f.Amount, err = strconv.ParseInt(text, 10, 64); err != nil {
			return f, fmt.Errorf("%s: packets is %s, want a whole number", k, text)
		}
	case For, By:
		if f.Amount, err = ParseValue(Duration, text); err != nil {
			return f, fmt.Errorf("%s: %s %w", k, parameterNames[k.Info().Parameter], err)
		}
	case OfKind:
		if text == everyKind {
			break
		}
		kind, ok := kinds.Parse(text)
		if !ok {
			return f, fmt.Errorf("%s: no kind is called %q%s", k, text, Suggest(text, kinds.Names()))
		}
		f.Amount = 1 + int64(kind)
	}
	return f, f.Validate(kinds)
}

// amountText returns the fault's amount in the form that files have, "" if it has none.
func (f Fault) amountText(kinds *world.Kinds) string {
	switch f.Kind.Info().Parameter {
	case Packets:
		return strconv.FormatInt(f.Amount, 10)
	case For, By:
		return string(AppendValue(nil, Duration, f.Amount))
	case OfKind:
		if f.Amount == 0 {
			return everyKind
		}
		return kinds.Name(interp.Kind(f.Amount - 1))
	}
	return ""
}

// wants says what a fault's parameter is, for errors.
func (i *FaultInfo) wants() string {
	if i.Parameter == NoParameter {
		return "nothing but its name"
	}
	return fmt.Sprintf("%q or nothing", parameterNames[i.Parameter])
}

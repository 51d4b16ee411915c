package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"snaplab/game/world"
	"snaplab/interp"
)

// faultFile is the form of a fault in a scenario's script: its name, and its
// parameter where it is not the default.
type faultFile struct {
	Fault   string          `json:"fault,omitempty"`
	Packets json.RawMessage `json:"packets,omitempty"` // a whole number
	For     string          `json:"for,omitempty"`
	By      string          `json:"by,omitempty"`
	Kind    string          `json:"kind,omitempty"`
}

// everyKind is what OfKind is called when it is all of them.
const everyKind = "all"

// given returns the parameters that are there.
func (f *faultFile) given() (list []Parameter) {
	for p, there := range [...]bool{Packets: f.Packets != nil, For: f.For != "", By: f.By != "", OfKind: f.Kind != ""} {
		if there {
			list = append(list, Parameter(p))
		}
	}
	return list
}

// fault returns the fault, or an error that says what is wrong with it.
func (f *faultFile) fault() (Fault, error) {
	if f.Fault == "" {
		return Fault{}, errors.New("fault is missing")
	}
	kind, err := FindFault(f.Fault)
	if err != nil {
		return Fault{}, err
	}
	out, info := kind.Fault(), kind.Info()
	for _, p := range f.given() {
		if p != info.Parameter {
			return Fault{}, fmt.Errorf("%s has no %q, want %s", kind, parameterNames[p], info.wants())
		}
	}
	switch {
	case f.Packets != nil:
		if out.Amount, err = strconv.ParseInt(string(f.Packets), 10, 64); err != nil {
			return Fault{}, fmt.Errorf("%s: packets is %s, want a whole number", kind, f.Packets)
		}
	case f.For != "":
		if out.Amount, err = ParseValue(Duration, f.For); err != nil {
			return Fault{}, fmt.Errorf("%s: for %w", kind, err)
		}
	case f.By != "":
		if out.Amount, err = ParseValue(Duration, f.By); err != nil {
			return Fault{}, fmt.Errorf("%s: by %w", kind, err)
		}
	case f.Kind != "" && f.Kind != everyKind:
		k, ok := world.ParseKind(f.Kind)
		if !ok {
			return Fault{}, fmt.Errorf("%s: no kind is called %q%s", kind, f.Kind, Suggest(f.Kind, world.KindNames()))
		}
		out.Amount = 1 + int64(k)
	}
	return out, out.Validate()
}

// wants says what a fault's parameter is, for errors.
func (i *FaultInfo) wants() string {
	if i.Parameter == NoParameter {
		return "nothing besides its name"
	}
	return fmt.Sprintf("%q or nothing", parameterNames[i.Parameter])
}

// file returns the fault's form in a file.
func (f Fault) file() faultFile {
	out := faultFile{Fault: f.Kind.String()}
	value := string(AppendValue(nil, Duration, f.Amount))
	switch f.Kind.Info().Parameter {
	case Packets:
		out.Packets = strconv.AppendInt(nil, f.Amount, 10)
	case For:
		out.For = value
	case By:
		out.By = value
	case OfKind:
		out.Kind = everyKind
		if f.Amount > 0 {
			out.Kind = world.KindName(interp.Kind(f.Amount - 1))
		}
	}
	return out
}

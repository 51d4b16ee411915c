package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"snaplab/game/world"
	"snaplab/interp"
)

// ParseScenario reads a scenario file. It is strict: an unknown field, a value without
// its unit, or anything after the end is an error, which wraps ErrScenario and FileErrors
// where the file has a line for it.
func ParseScenario(data []byte) (Scenario, error) {
	root, err := ParseJSON(data)
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: %w", ErrScenario, err)
	}
	var r Reader
	s := r.Scenario(&root)
	if err := r.Err(); err != nil {
		return Scenario{}, fmt.Errorf("%w: %w", ErrScenario, err)
	}
	return s, s.Validate()
}

// Scenario reads a scenario. What has no line of its own is left to Scenario.Validate.
func (r *Reader) Scenario(n *Node) (s Scenario) {
	const what = "the scenario"
	if !r.Fields(n, what, "version", "delay_zero", "name", "about", "seed", "duration", "settings", "kinds", "entities", "budget", "lose", "spare", "trace", "trace_digest", "trace_options", "halve", "script", "motion_options") {
		return s
	}
	s = Scenario{
		Version: r.String(n.Get("version"), "version"),
		Name:    r.Text(r.Need(n, what, "name"), "name"),
		About:   r.String(n.Get("about"), "about"),
		Seed:    r.Seed(n.Get("seed")),
		// The range is left to Validate, which names it.
		Duration: r.Duration(r.Need(n, what, "duration"), "duration", math.MinInt64, math.MaxInt64),
		Settings: DefaultSettings(),
		Lose:     r.Packets(n.Get("lose"), "lose"),
		Spare:    r.Packets(n.Get("spare"), "spare"),
		Measured: Measured{File: r.String(n.Get("trace"), "trace"), Halve: r.Bool(n.Get("halve"), "halve")},
	}
	r.assign(n.Get("trace_options"), "trace_options", "", func(a Assignment) error { return s.Measured.addOption(a) })
	if at := n.Get("trace_digest"); at != nil {
		var err error
		if s.Measured.Digest, err = parseDigest(r.Text(at, "trace_digest")); err != nil {
			r.Fail(at.Line, "trace_digest %v", err)
		}
	}
	r.assign(n.Get("motion_options"), "motion_options", "", func(a Assignment) error {
		if !slices.Contains(motionOptions, a.Name) {
			return fmt.Errorf("motion_options has no %q%s", a.Name, Suggest(a.Name, motionOptions))
		}
		s.MotionOptions = append(s.MotionOptions, a)
		return nil
	})
	if zero := n.Get("delay_zero"); zero != nil && zero.Value != DelayZero {
		r.Fail(zero.Line, "delay_zero is %s, want %q: translate the delays first", zero.Shown(), DelayZero)
	}
	r.Kinds = r.kinds(n.Get("kinds"), n.Get("entities"))
	s.Settings.Kinds = r.Kinds
	r.Settings(n.Get("settings"), "", &s.Settings)
	r.kindSettings(n.Get("kinds"), &s)
	entities := r.List(n.Get("entities"), "entities", 0, world.MaxEntities)
	for i := range entities {
		s.Entities = append(s.Entities, r.group(&entities[i], fmt.Sprintf("entities %d", i+1)))
	}
	r.assign(n.Get("budget"), "budget", "", func(a Assignment) error { return s.Budgets.Assign(r.Kinds, a) })
	now := s.Settings
	script := r.List(n.Get("script"), "script", 0, maxScript)
	for i := range script {
		s.Script = append(s.Script, r.timed(&script[i], fmt.Sprintf("script entry %d", i+1), &now))
	}
	return s
}

func (r *Reader) group(n *Node, what string) (g world.Group) {
	if !r.Fields(n, what, "kind", "count") {
		return g
	}
	if at := r.Need(n, what, "kind"); at != nil {
		g.Kind = r.Kind(at, what)
	}
	g.Count = int(r.Whole(r.Need(n, what, "count"), what+"'s count", 0, world.MaxEntities))
	return g
}

// Kind reads the name of a kind of entities.
func (r *Reader) Kind(n *Node, what string) interp.Kind {
	name := r.Text(n, what+"'s kind")
	k, ok := r.Kinds.Parse(name)
	if !ok && name != "" {
		r.Fail(n.Line, "%s: no kind is called %q%s", what, name, Suggest(name, r.Kinds.Names()))
	}
	return k
}

// timed reads an entry of a script, and puts its settings into now.
func (r *Reader) timed(n *Node, what string, now *Settings) (t Timed) {
	if !r.Fields(n, what, "at", "set", "fault", "packets", "for", "by", "kind") {
		return t
	}
	t.At = r.Duration(r.Need(n, what, "at"), what+"'s at", math.MinInt64, math.MaxInt64)
	set, name := n.Get("set"), r.String(n.Get("fault"), "fault")
	parameter, text := r.parameters(n)
	switch isFault := name != "" || parameter != nil; {
	case set == nil && !isFault:
		r.Fail(n.Line, "%s: nothing happens in it, want \"set\" or \"fault\"", what)
	case set != nil && isFault:
		r.Fail(n.Line, "%s has both \"set\" and \"fault\", want an entry for each", what)
	case set != nil:
		r.Settings(set, what, now)
	default:
		var err error
		if t.Fault, err = faultOf(r.Kinds, name, parameter, text); err != nil {
			r.Fail(n.Line, "%s: %v", what, err)
		}
	}
	t.Settings = *now
	return t
}

// parameters reads the parameters of a fault that are there, and the text of the last.
func (r *Reader) parameters(n *Node) (there []Parameter, text string) {
	for p := Packets; p <= OfKind; p++ {
		at := n.Get(parameterNames[p])
		if at == nil {
			continue
		}
		value := at.Shown()
		if p != Packets {
			value = r.String(at, parameterNames[p])
		}
		if value != "" {
			there, text = append(there, p), value
		}
	}
	return there, text
}

// faultOf returns the fault of a name with the parameters that are there, its default amount
// if there are none.
func faultOf(kinds *world.Kinds, name string, there []Parameter, text string) (Fault, error) {
	if name == "" {
		return Fault{}, errors.New("fault is missing")
	}
	kind, err := FindFault(name)
	if err != nil {
		return Fault{}, err
	}
	for _, p := range there {
		if p != kind.Info().Parameter {
			return Fault{}, fmt.Errorf("%s has no %q, want %s", kind, parameterNames[p], kind.Info().wants())
		}
	}
	if there == nil {
		return kind.Fault(), nil
	}
	return kind.withAmount(kinds, text)
}

// scenarioFile is the form of a scenario that is written. Settings are those that differ
// from the defaults.
type scenarioFile struct {
	Version  string        `json:"version,omitempty"`    // of the program that wrote it
	Zero     string        `json:"delay_zero,omitempty"` // DelayZero or nothing
	Name     string        `json:"name"`
	About    string        `json:"about,omitempty"`
	Seed     uint64        `json:"seed"`
	Duration string        `json:"duration"`
	Settings assignments   `json:"settings,omitempty"`
	Kinds    []kindFile    `json:"kinds,omitempty"`
	Motion   assignments   `json:"motion_options,omitempty"`
	Entities []groupFile   `json:"entities"`
	Budget   assignments   `json:"budget,omitempty"`
	Lose     string        `json:"lose,omitempty"`
	Spare    string        `json:"spare,omitempty"`
	Trace    string        `json:"trace,omitempty"` // a file of a measured path, read by whoever reads the scenario
	Digest   string        `json:"trace_digest,omitempty"`
	Options  assignments   `json:"trace_options,omitempty"`
	Halve    bool          `json:"halve,omitempty"`
	Script   []scriptEntry `json:"script,omitempty"`
}

type groupFile struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// scriptEntry has either settings or a fault.
type scriptEntry struct {
	At  string       `json:"at"`
	Set *assignments `json:"set,omitempty"`

	Fault   string          `json:"fault,omitempty"`
	Packets json.RawMessage `json:"packets,omitempty"` // a whole number
	For     string          `json:"for,omitempty"`
	By      string          `json:"by,omitempty"`
	Kind    string          `json:"kind,omitempty"`
}

// MarshalJSON writes the file that ParseScenario reads.
func (s Scenario) MarshalJSON() ([]byte, error) {
	base := DefaultSettings()
	f := scenarioFile{
		Name: s.Name, About: s.About, Seed: s.Seed,
		Duration: FormatDuration(s.Duration),
		Settings: differences(&s.Settings, &base),
		Kinds:    kindFiles(s.Settings.Kinds),
		Motion:   assignments(s.MotionOptions),
		Entities: []groupFile{},
		Budget:   s.Budgets.assignments(s.Settings.Kinds),
		Lose:     s.Lose.String(),
		Spare:    s.Spare.String(),
		Trace:    s.Measured.File,
		Options:  assignments(s.Measured.request()),
		Halve:    s.Measured.Halve,
	}
	if s.Measured.Digest != 0 {
		f.Digest = formatDigest(s.Measured.Digest)
	}
	if s.Version != "" {
		f.Version, f.Zero = s.Version, DelayZero
	}
	for _, g := range s.Entities {
		f.Entities = append(f.Entities, groupFile{s.Settings.Kinds.Name(g.Kind), g.Count})
	}
	last := &s.Settings
	for i := range s.Script {
		t := &s.Script[i]
		e := scriptEntry{At: FormatDuration(t.At)}
		if t.Fault.Kind != NoFault {
			e.Fault = t.Fault.Kind.String()
			switch text := t.Fault.amountText(s.Settings.Kinds); t.Fault.Kind.Info().Parameter {
			case Packets:
				e.Packets = json.RawMessage(text)
			case For:
				e.For = text
			case By:
				e.By = text
			case OfKind:
				e.Kind = text
			}
		} else {
			set := differences(&t.Settings, last)
			e.Set, last = &set, &t.Settings
		}
		f.Script = append(f.Script, e)
	}
	return json.Marshal(f)
}

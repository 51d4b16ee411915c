package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/netsim"
	"snaplab/netsim/trace"
)

// Request is what is asked of a run, by name: the flags of a command, the parts of an
// address, of a run's text. Of what is given twice the later counts.
//
//	scenario, run, lesson             what to run, one of them: a scenario's name or file,
//	                                  a run as a text, a lesson's name or file
//	seed, duration                    in place of its own
//	lose, spare                       packets from the server that are lost, or are not,
//	                                  whatever else would become of them: 12,40-45, or none
//	network                           a link that people know by name
//	as-shipped                        true: the rates with which the engine ships that is set
//	a setting's name                  a setting, over those of the network and the engine
//	underruns, correction, …          a part of the budget; see BudgetParts
//	trace, flow, seq, clock, unit,    a measured path for the link to follow, and how to
//	halve                             read it
//	motion, motion-map, -unit, -up,   a recording of motion for the entities to follow, and
//	-rate, -from, -to, -only          how to read it
type Request []Assignment

// Environment is where a request finds what it names.
type Environment struct {
	// Carried has the scenarios and networks that the program carries with it.
	Carried fs.FS
	// Open opens a file of the user's; nil where there are none.
	Open func(name string) (io.ReadCloser, error)
	// Lesson returns the run of a lesson, by its name or file; nil where there are none.
	Lesson func(name string) (Scenario, error)
}

// RequestError says which assignment of a request is no good.
type RequestError struct {
	Index int // in the request
	error
}

// Unwrap returns what is wrong with it.
func (e RequestError) Unwrap() error { return e.error }

// ReadError is the error about a file that can't be read, other than one with a fault in
// its text.
type ReadError struct {
	File string
	Err  error
}

// Error says which file, and why.
func (e ReadError) Error() string {
	err := e.Err
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Sprintf("can't read %s: %v", e.File, err)
}

// Unwrap returns why.
func (e ReadError) Unwrap() error { return e.Err }

// requestNames are the names that a request may have in addition to those of settings.
var requestNames = []string{"scenario", "run", "lesson", "seed", "duration", "lose", "spare", "network", "as-shipped", "trace", "flow", "seq", "clock", "unit", "halve", "motion", "motion-map", "motion-unit", "motion-up", "motion-rate", "motion-from", "motion-to", "motion-only"}

// traceOptions are those of them that say how to read a trace.
var traceOptions = append(slices.Clone(readOptions), "halve")

// readOptions are those that matter to how the file is read.
var readOptions = []string{"flow", "seq", "clock", "unit"}

// find returns the place of the last assignment to a name, −1 if there is none.
func (r Request) find(name string) int {
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].Name == name {
			return i
		}
	}
	return -1
}

// value returns what a name is given, "" if nothing.
func (r Request) value(name string) string {
	if i := r.find(name); i >= 0 {
		return r[i].Value
	}
	return ""
}

// read has an assignment to a name read, if there is one.
func (r Request) read(name string, read func(text string) error) error {
	if i := r.find(name); i >= 0 {
		if err := read(r[i].Value); err != nil {
			return RequestError{i, err}
		}
	}
	return nil
}

// Resolve returns the run that a request asks for, the default scenario if for nothing.
// It is how every source of settings is read, so that all of them take and refuse the
// same. An error is a RequestError where it is that of one assignment, and wraps a
// ReadError where a file can't be read.
func Resolve(env Environment, request Request) (Scenario, error) {
	for i, a := range request {
		if a.Value == "" {
			return Scenario{}, RequestError{i, fmt.Errorf("%s is empty", a.Name)}
		}
	}
	s, err := env.base(request)
	if err != nil {
		return s, err
	}
	if err := env.record(&s, request); err != nil {
		return s, err
	}
	start := s.Settings
	for _, part := range []struct {
		name string
		read func(text string) error
	}{
		{"seed", func(text string) (err error) { s.Seed, err = ParseSeed(text); return err }},
		{"duration", func(text string) (err error) { s.Duration, err = parseRunLength(text); return err }},
		{"lose", func(text string) (err error) { s.Lose, err = parsePackets("lose", text); return err }},
		{"spare", func(text string) (err error) { s.Spare, err = parsePackets("spare", text); return err }},
		{"network", func(text string) error { return env.network(&start, text) }},
		{"as-shipped", func(text string) error { return request.ship(&start, text) }},
	} {
		if err := request.read(part.name, part.read); err != nil {
			return s, err
		}
	}
	var given Assigner
	for i, a := range request {
		assign := func(a Assignment) error { return given.Assign(&start, a) }
		if budgetPart(a.Name) != nil {
			assign = func(a Assignment) error { return s.Budgets.Assign(start.Kinds, a) }
		} else if slices.Contains(requestNames, a.Name) {
			continue
		}
		if err := assign(a); err != nil {
			return s, RequestError{i, err}
		}
	}
	if err := start.Validate(); err != nil {
		return s, err
	}
	s.Rebase(start)
	if err := s.Validate(); err != nil {
		return s, bare(err, ErrScenario)
	}
	return s, env.follow(&s, request)
}

// network puts the conditions of a network into the settings.
func (env *Environment) network(s *Settings, name string) error {
	networks, err := LoadNetworks(env.Carried)
	if err != nil {
		return err
	}
	n, err := FindNetwork(networks, name)
	if err != nil {
		return bare(err, ErrNetwork)
	}
	n.Apply(s)
	return nil
}

// noPackets is how an empty list of packets is written.
const noPackets = "none"

// parsePackets reads one of the lists of packets.
func parsePackets(name, text string) (netsim.PacketList, error) {
	if strings.TrimSpace(text) == noPackets {
		return nil, nil
	}
	l, err := netsim.ParsePacketList(text)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return l, err
}

// packetLists returns the lists of packets that differ from those of base.
func (s *Scenario) packetLists(base *Scenario) (list assignments) {
	for _, l := range []struct {
		name      string
		own, base netsim.PacketList
	}{{"lose", s.Lose, base.Lose}, {"spare", s.Spare, base.Spare}} {
		if !slices.Equal(l.own, l.base) {
			list = append(list, Assignment{l.name, cmp.Or(l.own.String(), noPackets)})
		}
	}
	return list
}

// SameLists reports whether two scenarios have the same packets in Lose and in Spare.
func (s *Scenario) SameLists(t *Scenario) bool { return len(s.packetLists(t)) == 0 }

// parseRunLength reads how long a run lasts.
func parseRunLength(text string) (time.Duration, error) {
	d, err := ParseValue(Duration, text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("duration %w", err)
	case d <= 0 || d > int64(MaxDuration):
		return 0, fmt.Errorf("duration %s is out of range, want more than 0s and at most 24h (86400s)", text)
	}
	return time.Duration(d), nil
}

// base returns the run that the rest of a request changes.
func (env *Environment) base(request Request) (Scenario, error) {
	what, at := "", -1
	for _, name := range []string{"scenario", "run", "lesson"} {
		i := request.find(name)
		switch {
		case i < 0:
		case at >= 0:
			return Scenario{}, RequestError{i, fmt.Errorf("both %s and %s are given, want one of them: each says what to run", what, name)}
		default:
			what, at = name, i
		}
	}
	s, err := Scenario{}, error(nil)
	switch what {
	case "":
		return LoadScenario(env.Carried, "default")
	case "scenario":
		s, err = env.scenario(request[at].Value)
	case "run":
		if s, err = ParseRun(env.Carried, request[at].Value); err != nil {
			err = fmt.Errorf("run is %w", err)
		}
	case "lesson":
		if env.Lesson == nil {
			err = errors.New("there are no lessons here")
			break
		}
		s, err = env.Lesson(request[at].Value)
	}
	if err != nil {
		return s, RequestError{at, err}
	}
	return s, nil
}

// NamesFile reports whether something is a file of the user's, and not a name of what the
// program carries with it.
func NamesFile(name string) bool {
	return strings.HasSuffix(name, ".json") || strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator)
}

// scenario returns a scenario by its name or file.
func (env *Environment) scenario(name string) (Scenario, error) {
	if env.Open == nil || !NamesFile(name) {
		s, err := LoadScenario(env.Carried, name)
		return s, bare(err, ErrScenario)
	}
	data, err := env.ReadFile(name)
	if err != nil {
		return Scenario{}, err
	}
	s, err := ParseScenario(data)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return s, err
}

// maxFile is how large a file of a scenario, a lesson or the like may be. Traces have a
// limit of their own.
const maxFile = 8 << 20

// ReadFile reads a file of the user's. An error is a ReadError.
func (env *Environment) ReadFile(name string) ([]byte, error) {
	f, err := env.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, ReadError{name, err}
	}
	if len(data) > maxFile {
		return nil, ReadError{name, fmt.Errorf("it has more than %d MB", maxFile>>20)}
	}
	return data, nil
}

func (env *Environment) open(name string) (io.ReadCloser, error) {
	if env.Open == nil {
		return nil, ReadError{name, errors.New("there are no files here")}
	}
	f, err := env.Open(name)
	if err != nil {
		return nil, ReadError{name, err}
	}
	return f, nil
}

// follow has the scenario follow the trace that the request or its own file names, if
// any. A name in a scenario's file is meant from that file's folder.
func (env *Environment) follow(s *Scenario, request Request) error {
	at, file := request.find("trace"), request.value("trace")
	halve := false
	if err := request.read("halve", func(text string) (err error) {
		if halve, err = strconv.ParseBool(text); err != nil {
			err = fmt.Errorf("halve is %q, want true or false", text)
		}
		return err
	}); err != nil {
		return err
	}
	own := s.Measured
	if at < 0 && own.File != "" {
		file = own.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(request.value("scenario")), file)
		}
	}
	isOwn := own.File != "" && filepath.Base(file) == filepath.Base(own.File) // the request may say where it is
	if isOwn {
		halve = halve || own.Halve
		for _, a := range own.request() {
			if request.find(a.Name) < 0 {
				request = append(slices.Clip(request), a)
			}
		}
	}
	if file == "" {
		for _, name := range traceOptions {
			if i := request.find(name); i >= 0 {
				return RequestError{i, fmt.Errorf("%s says how to read a trace, want trace FILE with it", name)}
			}
		}
		return nil
	}
	t, err := env.ReadTrace(file, request)
	switch {
	case at < 0 && errors.Is(err, fs.ErrNotExist):
		return ReadError{file, errors.New("the run follows this trace, and it is not here; trace FILE says where it is")}
	case err != nil:
		return err
	}
	if isOwn {
		err = own.check(t)
	}
	if err == nil {
		err = s.Follow(Measured{File: file, Halve: halve, Options: request.readOptions(), Trace: t})
	}
	if err != nil {
		err = ReadError{file, err}
	}
	return err
}

// readOptions returns Measured.Options.
func (r Request) readOptions() string {
	var parts []string
	for _, name := range readOptions {
		if value := r.value(name); value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	return strings.Join(parts, " ")
}

// ReadTrace reads a trace as the request's flow, seq, clock and unit say.
func (env *Environment) ReadTrace(name string, request Request) (*trace.Trace, error) {
	options, err := request.traceOptions()
	if err != nil {
		return nil, err
	}
	file, err := env.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t, err := trace.Read(name, file, options)
	var totals *trace.AggregateError
	switch {
	case errors.As(err, &totals):
		if s := totals.Totals.Settings(); s != "" {
			err = fmt.Errorf("%w: %s", err, s)
		}
		return nil, ReadError{name, err}
	case errors.Is(err, trace.ErrOptions):
		return nil, fmt.Errorf("%s: %w", name, bare(err, trace.ErrOptions))
	case err != nil:
		return nil, ReadError{name, err}
	}
	return t, nil
}

// traceUnits are the units that a table's times may be in where it says none.
var traceUnits = map[string]time.Duration{"s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond}

func (r Request) traceOptions() (o trace.Options, err error) {
	o.Flow = r.value("flow")
	field := func(to **trace.Field) func(string) error {
		return func(text string) error {
			f, err := trace.ParseField(text)
			*to = &f
			return bare(err, trace.ErrOptions)
		}
	}
	unit := func(text string) error {
		if o.Unit = traceUnits[text]; o.Unit == 0 {
			return fmt.Errorf("unit %q is not known, want s, ms, us or ns", text)
		}
		return nil
	}
	err = cmp.Or(r.read("seq", field(&o.Seq)), r.read("clock", field(&o.Clock)), r.read("unit", unit))
	return o, err
}

// bareError is an error without the words that say what it is about, where its reader
// knows that.
type bareError struct {
	error
	text string
}

func (e bareError) Error() string { return e.text }
func (e bareError) Unwrap() error { return e.error }

// bare returns an error without the text of its kind, which it goes on to wrap; nil of
// nil.
func bare(err, kind error) error {
	if err == nil {
		return nil
	}
	return bareError{err, strings.Replace(err.Error(), kind.Error()+": ", "", 1)}
}

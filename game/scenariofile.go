package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

// scenarioFile is the form of a scenario in a file. Settings are those that differ
// from the defaults, by name; a value is a string with its unit, or an object of
// them by qualifier.
type scenarioFile struct {
	Version  string        `json:"version,omitempty"`    // of the program that wrote it
	Zero     string        `json:"delay_zero,omitempty"` // DelayZero or nothing
	Name     string        `json:"name"`
	About    string        `json:"about,omitempty"`
	Seed     uint64        `json:"seed"`
	Duration string        `json:"duration"`
	Settings settingsFile  `json:"settings,omitempty"`
	Entities []groupFile   `json:"entities"`
	Trace    string        `json:"trace,omitempty"` // a file of a measured path, read by whoever reads the scenario
	Halve    bool          `json:"halve,omitempty"`
	Script   []scriptEntry `json:"script,omitempty"`
}

type groupFile struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// scriptEntry has either settings or a fault.
type scriptEntry struct {
	At  string        `json:"at"`
	Set *settingsFile `json:"set,omitempty"`
	faultFile
}

// settingsFile is named values in the order of the file.
type settingsFile []assignment

type assignment struct {
	name, text string // text as Setting.Assign reads it
}

// UnmarshalJSON keeps the order of the file, which a map would not, so that of two
// mistakes the first is reported.
func (f *settingsFile) UnmarshalJSON(data []byte) error {
	return eachMember(data, func(name string, value json.RawMessage) error {
		var text string
		if json.Unmarshal(value, &text) == nil {
			*f = append(*f, assignment{name, text})
			return nil
		}
		err := eachMember(value, func(qualifier string, value json.RawMessage) error {
			if err := json.Unmarshal(value, &text); err != nil {
				return atMember(name, fmt.Errorf("%s %s is %s, want a text such as \"30ms\"", name, qualifier, value))
			}
			if qualifier != "all" {
				text = qualifier + "=" + text
			}
			*f = append(*f, assignment{name, text})
			return nil
		})
		if errors.Is(err, errNoObject) {
			return atMember(name, fmt.Errorf("%s is %s, want a text such as \"30ms\" or an object of them", name, value))
		}
		return err
	})
}

var errNoObject = errors.New("want an object")

// eachMember calls f for the members of a JSON object in order.
func eachMember(data []byte, f func(name string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errNoObject
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := f(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON is the inverse of UnmarshalJSON.
func (f settingsFile) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i := 0; i < len(f); {
		if i > 0 {
			out = append(out, ',')
		}
		name := f[i].name
		out = append(appendJSON(out, name), ':')
		if !strings.Contains(f[i].text, "=") {
			out = appendJSON(out, f[i].text)
			i++
			continue
		}
		open := byte('{')
		for ; i < len(f) && f[i].name == name; i++ {
			qualifier, text, _ := strings.Cut(f[i].text, "=")
			out = append(appendJSON(append(out, open), qualifier), ':')
			out = appendJSON(out, text)
			open = ','
		}
		out = append(out, '}')
	}
	return append(out, '}'), nil
}

func appendJSON(dst []byte, text string) []byte {
	b, _ := json.Marshal(text) // a string always has a form
	return append(dst, b...)
}

// apply puts the values into s.
func (f settingsFile) apply(s *Settings) error {
	var beside OneBeside
	for _, a := range f {
		setting, err := FindSetting(a.name)
		if err != nil {
			return atMember(a.name, err)
		}
		if err := beside.Given(a.name, a.text); err != nil {
			return err
		}
		if err := setting.Assign(s, a.text); err != nil {
			return atMember(a.name, err)
		}
	}
	return nil
}

// differences returns the settings in which s differs from base.
func differences(s, base *Settings) settingsFile {
	var f settingsFile
	for i := range settings {
		for q := range settings[i].Qualifiers() {
			if settings[i].Get(s, q) != settings[i].Get(base, q) {
				f = append(f, settings[i].values(s)...)
				break
			}
		}
	}
	return f
}

// values returns a setting's value, or one for each qualifier where they differ.
func (s *Setting) values(in *Settings) settingsFile {
	var f settingsFile
	same := true
	for q, name := range s.Qualifiers() {
		same = same && s.Get(in, q) == s.Get(in, 0)
		f = append(f, assignment{s.Name, name + "=" + s.Format(s.Get(in, q))})
	}
	if same {
		return settingsFile{{s.Name, s.Format(s.Get(in, 0))}}
	}
	return f
}

// placedError is an error about what a file has at a place that a pattern finds.
type placedError struct {
	error
	pattern string
}

func (e placedError) Unwrap() error { return e.error }

// atMember says that an error is about a member of an object.
func atMember(name string, err error) error {
	return placedError{err, regexp.QuoteMeta(string(appendJSON(nil, name))) + `\s*:`}
}

// atValue says that an error is about a value of a member.
func atValue(name, value string, err error) error {
	return placedError{err, regexp.QuoteMeta(string(appendJSON(nil, name))) + `\s*:\s*` + regexp.QuoteMeta(string(appendJSON(nil, value)))}
}

// ParseScenario reads a scenario file. It is strict: an unknown field, a value
// without its unit, or anything after the end is an error, with the line where that
// can be told.
func ParseScenario(data []byte) (Scenario, error) {
	var f scenarioFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return Scenario{}, fmt.Errorf("%w: %s%s", ErrScenario, lineOf(data, err, d.InputOffset()), plain(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return Scenario{}, fmt.Errorf("%w: %ssomething follows the end of the scenario", ErrScenario, lineOf(data, nil, d.InputOffset()))
	}
	s, err := f.scenario()
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: %s%w", ErrScenario, lineOf(data, err, 0), err)
	}
	return s, s.Validate()
}

const unknownField = "unknown field "

// plain cuts the name of the library from an error.
func plain(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return "the file ends too early"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// lineOf returns "line N: " for the place of an error in a file, or nothing if that
// can't be told.
func lineOf(data []byte, err error, offset int64) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var placed placedError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	case errors.As(err, &placed):
		return lineOfOnly(data, placed.pattern)
	case err != nil && strings.HasPrefix(plain(err), unknownField):
		// The library does not say where the field is.
		return lineOfOnly(data, regexp.QuoteMeta(strings.TrimPrefix(plain(err), unknownField))+`\s*:`)
	case err != nil && offset == 0:
		return ""
	}
	return lineAt(data, offset)
}

// lineOfOnly is the line of what a pattern finds, and nothing if there is more than one:
// they can't be told apart.
func lineOfOnly(data []byte, pattern string) string {
	places := regexp.MustCompile(pattern).FindAllIndex(data, 2)
	if len(places) != 1 {
		return ""
	}
	return lineAt(data, int64(places[0][0]))
}

func lineAt(data []byte, offset int64) string {
	offset = max(0, min(offset, int64(len(data))))
	return fmt.Sprintf("line %d: ", 1+bytes.Count(data[:offset], []byte("\n")))
}

func (f *scenarioFile) scenario() (Scenario, error) {
	s := Scenario{
		Version: f.Version, Name: f.Name, About: f.About, Seed: f.Seed, Settings: DefaultSettings(),
		Measured: Measured{File: f.Trace, Halve: f.Halve},
	}
	if f.Name == "" {
		return s, errors.New("name is missing")
	}
	if f.Zero != "" && f.Zero != DelayZero {
		return s, atMember("delay_zero", fmt.Errorf("delay_zero is %q, want %q: translate the delays first", f.Zero, DelayZero))
	}
	duration, err := ParseValue(Duration, f.Duration)
	if err != nil {
		return s, atMember("duration", fmt.Errorf("duration %w", err))
	}
	s.Duration = time.Duration(duration)
	if err := f.Settings.apply(&s.Settings); err != nil {
		return s, err
	}
	for i, g := range f.Entities {
		k, ok := ParseKind(g.Kind)
		if !ok {
			return s, atValue("kind", g.Kind, fmt.Errorf("entities %d: no kind is called %q%s", i+1, g.Kind, Suggest(g.Kind, kindNames[:])))
		}
		s.Entities = append(s.Entities, Group{Kind: k, Count: g.Count})
	}
	now := s.Settings
	for i, e := range f.Script {
		at, err := ParseValue(Duration, e.At)
		if err != nil {
			return s, atValue("at", e.At, fmt.Errorf("script entry %d: at %w", i+1, err))
		}
		t, err := e.timed(time.Duration(at), &now)
		if err != nil {
			return s, fmt.Errorf("script entry %d: %w", i+1, err)
		}
		s.Script = append(s.Script, t)
	}
	return s, nil
}

// timed returns what the entry lets happen, and puts its settings into now.
func (e *scriptEntry) timed(at time.Duration, now *Settings) (t Timed, err error) {
	isFault := e.Fault != "" || len(e.given()) > 0
	switch {
	case e.Set == nil && !isFault:
		return t, errors.New("nothing happens in it, want \"set\" or \"fault\"")
	case e.Set != nil && isFault:
		return t, errors.New("it has both \"set\" and \"fault\", want an entry for each")
	case e.Set != nil:
		err = e.Set.apply(now)
	default:
		t.Fault, err = e.fault()
	}
	t.At, t.Settings = at, *now
	return t, err
}

// MarshalJSON writes the file that ParseScenario reads.
func (s Scenario) MarshalJSON() ([]byte, error) {
	base := DefaultSettings()
	f := scenarioFile{
		Name: s.Name, About: s.About, Seed: s.Seed,
		Duration: string(AppendValue(nil, Duration, int64(s.Duration))),
		Settings: differences(&s.Settings, &base),
		Entities: []groupFile{},
		Trace:    s.Measured.File,
		Halve:    s.Measured.Halve,
	}
	if s.Version != "" {
		f.Version, f.Zero = s.Version, DelayZero
	}
	for _, g := range s.Entities {
		f.Entities = append(f.Entities, groupFile{KindName(g.Kind), g.Count})
	}
	last := &s.Settings
	for i := range s.Script {
		t := &s.Script[i]
		e := scriptEntry{At: string(AppendValue(nil, Duration, int64(t.At)))}
		if t.Fault.Kind != NoFault {
			e.faultFile = t.Fault.file()
		} else {
			set := differences(&t.Settings, last)
			e.Set, last = &set, &t.Settings
		}
		f.Script = append(f.Script, e)
	}
	return json.Marshal(f)
}

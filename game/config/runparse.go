package config

import (
	"bytes"
	"compress/flate"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game/world"
)

// ParseRun reads a run that RunText wrote, from a text with anything before a # cut off,
// as a link has it, and with white space and the escapes of links in it. The scenarios
// that it may name are those in fsys, which may be nil. An error wraps ErrRun and names the part that is
// not understood.
func ParseRun(fsys fs.FS, text string) (Scenario, error) {
	if len(text) > maxRunText {
		return Scenario{}, fmt.Errorf("%w: it has %d characters, want at most %d", ErrRun, len(text), maxRunText)
	}
	if _, end, found := strings.Cut(text, "#"); found {
		text = end
	}
	parts := strings.Split(unescape(strings.Join(strings.Fields(text), "")), "/")
	if parts[0] != runVersion {
		if strings.HasPrefix(parts[0], strings.TrimRight(runVersion, "0123456789")) {
			return Scenario{}, fmt.Errorf("%w: its version is %.20q, want %q", ErrRun, parts[0], runVersion)
		}
		return Scenario{}, fmt.Errorf("%w: it starts with %.20q, want %q", ErrRun, parts[0], runVersion+"/default/seed=7")
	}
	if len(parts) < 2 || parts[1] == "" {
		return Scenario{}, fmt.Errorf("%w: it ends before the name of a scenario", ErrRun)
	}
	if packed, found := strings.CutPrefix(parts[1], runPacked); found {
		if len(parts) > 2 {
			return Scenario{}, fmt.Errorf("%w: %.40q follows what is packed", ErrRun, parts[2])
		}
		return unpackRun(packed)
	}
	if fsys == nil {
		fsys = embed.FS{}
	}
	reading := runReading{request: Request{{"scenario", parts[1]}}}
	if known, err := LoadScenario(fsys, parts[1]); err == nil { // else finish says why not
		reading.kinds = known.Settings.Kinds
	}
	for i, part := range parts[2:] {
		if err := reading.part(part); err != nil {
			return Scenario{}, fmt.Errorf("%w: part %d, %.60q: %w", ErrRun, i+3, part, err)
		}
	}
	s, err := reading.finish(fsys)
	if at := (RequestError{}); errors.As(err, &at) && at.Index > 0 {
		part := reading.places[at.Index-1]
		return Scenario{}, fmt.Errorf("%w: part %d, %.60q: %w", ErrRun, part+3, parts[part+2], err)
	} else if err != nil {
		return Scenario{}, fmt.Errorf("%w: %w", ErrRun, bare(err, ErrScenario))
	}
	return s, nil
}

// textNames are those of requestNames that have a place in a run's text.
var textNames = []string{"seed", "duration", "lose", "spare"}

// runReading is a run of which some parts have been read.
type runReading struct {
	request Request // the scenario, and what differs from it
	places  []int   // of the request's assignments but the first among the parts
	count   int     // of parts
	kinds   *world.Kinds
	entries []runEntry
	alone   bool // without the scenario's own script

	measured Measured // the trace, which has yet to be read
}

// runEntry is what the text lets happen at a time: settings, or a fault.
type runEntry struct {
	at    time.Duration
	fault Fault
	set   []Assignment
}

func (r *runReading) part(part string) error {
	r.count++
	if text, found := strings.CutPrefix(part, "@"); found {
		at, err := ParseValue(Duration, text)
		if err != nil {
			return fmt.Errorf("the time %w", err)
		}
		r.entries = append(r.entries, runEntry{at: time.Duration(at)})
		return nil
	}
	if n := len(r.entries); n > 0 {
		return r.entries[n-1].part(part, r.kinds)
	}
	if part == runScript {
		r.alone = true
		return nil
	}
	a, err := ParseAssignment(part)
	switch {
	case err != nil:
		return err
	case a.Name == "trace":
		name, digest, _ := cutLast(a.Value, ":")
		if r.measured.Digest, err = parseDigest(digest); err != nil {
			return fmt.Errorf("the digest of the trace %s %w", name, err)
		}
		if r.measured.File = name; name == "" || name != filepath.Base(name) {
			return fmt.Errorf("trace is %q, want the name of a file without its folder", name)
		}
		return nil
	case a.Name == "halve":
		if r.measured.Halve, err = strconv.ParseBool(a.Value); err != nil {
			err = fmt.Errorf("halve is %q, want true or false", a.Value)
		}
		return err
	case slices.Contains(readOptions, a.Name):
		return r.measured.addOption(a)
	case !slices.Contains(textNames, a.Name) && slices.Contains(requestNames, a.Name):
		return fmt.Errorf("%s has no place in a run's text", a.Name)
	}
	r.request, r.places = append(r.request, a), append(r.places, r.count-1)
	return nil
}

// part reads one of the parts after the time.
func (e *runEntry) part(part string, kinds *world.Kinds) error {
	text, isFault := strings.CutPrefix(part, runFault)
	if e.fault.Kind != NoFault || isFault && len(e.set) > 0 {
		return errors.New("a fault has a time of its own, want another @ before it")
	}
	if !isFault {
		a, err := ParseAssignment(part)
		if err != nil {
			return err
		}
		e.set = append(e.set, a)
		unused := Settings{Kinds: kinds}
		return e.apply(&unused)
	}
	name, value, given := strings.Cut(text, "=")
	kind, err := FindFault(name)
	if err != nil {
		return err
	}
	if e.fault = kind.Fault(); given {
		e.fault, err = kind.withAmount(kinds, value)
	}
	return err
}

// apply puts the settings that are changed into s.
func (e *runEntry) apply(s *Settings) error {
	var given Assigner
	for _, a := range e.set {
		if err := given.Assign(s, a); err != nil {
			return err
		}
	}
	return nil
}

// finish returns the run.
func (r *runReading) finish(fsys fs.FS) (Scenario, error) {
	s, err := Resolve(Environment{Carried: fsys}, r.request)
	if err != nil {
		return s, err
	}
	if r.alone {
		s.Script = nil
	}
	if s.Measured = r.measured; s.Measured.File == "" && s.Measured != (Measured{}) {
		return s, errors.New("how to read a trace is said, and no trace, want trace=NAME:DIGEST with it")
	}
	var changes []Change
	for i := range r.entries {
		e := &r.entries[i]
		next := Change{At: e.at, Fault: e.fault}
		switch {
		case len(e.set) > 0:
			next.Set = e.apply
		case e.fault.Kind == NoFault:
			return s, fmt.Errorf("nothing happens at @%s", FormatDuration(e.at))
		}
		changes = append(changes, next)
	}
	if s.Script, err = WithChanges(s.Settings, s.Script, changes); err != nil {
		return s, err
	}
	if len(s.Script) == 0 {
		s.Script = nil
	}
	return s, s.Validate()
}

// unpackRun is the inverse. What it unpacks is bounded, whatever the text says.
func unpackRun(text string) (Scenario, error) {
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: what is packed is damaged: want letters, digits, - and _ to the end", ErrRun)
	}
	source := bytes.NewReader(data)
	file, err := io.ReadAll(io.LimitReader(flate.NewReader(source), maxRunText+1))
	if len(file) > maxRunText {
		return Scenario{}, fmt.Errorf("%w: more than %d characters are packed", ErrRun, maxRunText)
	}
	if err != nil || source.Len() > 0 {
		return Scenario{}, fmt.Errorf("%w: what is packed is damaged, or its end is missing", ErrRun)
	}
	s, err := ParseScenario(file)
	if file := s.Settings.Kinds.File(); err == nil && file != "" {
		err = fmt.Errorf("its entities move as recorded in %s, which a text has no room for", file)
	}
	if m := &s.Measured; err == nil && m.File != "" && m.Digest == 0 {
		err = fmt.Errorf("it follows the trace %s, and does not say which by its digest", m.File)
	}
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: %w", ErrRun, bare(err, ErrScenario))
	}
	return s, nil
}

// cutLast cuts a text at the last of a separator; all of it is before that where there is none.
func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
}

// escapeName writes what may have any character with the escapes of links.
func escapeName(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c >= 0x80 || strings.IndexByte(" %/#&?+'\"<>|\\^`", c) >= 0 || c < 0x20 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unescape puts the characters in the place of a link's escapes, %25 for %. A % that
// begins no escape stays what it is.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if v, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

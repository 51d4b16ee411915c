package config

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
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
	s, err := LoadScenario(fsys, parts[1])
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: %s", ErrRun, strings.TrimPrefix(err.Error(), ErrScenario.Error()+": "))
	}
	reading := runReading{scenario: s, settings: s.Settings}
	for i, part := range parts[2:] {
		if err := reading.part(part); err != nil {
			return Scenario{}, fmt.Errorf("%w: part %d, %.60q: %w", ErrRun, i+3, part, err)
		}
	}
	if s, err = reading.finish(); err != nil {
		return Scenario{}, fmt.Errorf("%w: %s", ErrRun, strings.TrimPrefix(err.Error(), ErrScenario.Error()+": "))
	}
	return s, nil
}

// runReading is a run of which some parts have been read.
type runReading struct {
	scenario Scenario // without the settings and script that were read
	settings Settings // of the start
	deeds    []runDeed
	alone    bool // without the scenario's own script
}

// runDeed is what the text lets happen at a time.
type runDeed struct {
	at    time.Duration
	fault Fault
	set   []string // parts
}

func (r *runReading) part(part string) (err error) {
	if text, found := strings.CutPrefix(part, "@"); found {
		at, err := ParseValue(Duration, text)
		if err != nil {
			return fmt.Errorf("the time %w", err)
		}
		r.deeds = append(r.deeds, runDeed{at: time.Duration(at)})
		return nil
	}
	if n := len(r.deeds); n > 0 {
		return r.deeds[n-1].part(part)
	}
	if part == runScript {
		r.alone = true
		return nil
	}
	if text, found := strings.CutPrefix(part, runSeed); found {
		if r.scenario.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return fmt.Errorf("want a whole number from 0 to %d", uint64(1<<64-1))
		}
		return nil
	}
	if text, found := strings.CutPrefix(part, runDuration); found {
		d, err := ParseValue(Duration, text)
		r.scenario.Duration = time.Duration(d)
		return err
	}
	return assignPart(part, &r.settings)
}

// part reads one of the parts after the time.
func (d *runDeed) part(part string) error {
	text, isFault := strings.CutPrefix(part, runFault)
	if d.fault.Kind != NoFault || isFault && len(d.set) > 0 {
		return errors.New("a fault has a time of its own, want another @ before it")
	}
	if !isFault {
		d.set = append(d.set, part)
		var unused Settings
		return assignPart(part, &unused)
	}
	name, value, given := strings.Cut(text, "=")
	kind, err := FindFault(name)
	if err != nil {
		return err
	}
	f := faultFile{Fault: name}
	if given {
		switch kind.Info().Parameter {
		case Packets:
			f.Packets = []byte(value)
		case For:
			f.For = value
		case By:
			f.By = value
		case OfKind:
			f.Kind = value
		default:
			return fmt.Errorf("%s has no parameter", name)
		}
	}
	d.fault, err = f.fault()
	return err
}

// apply puts the settings that are changed into s.
func (d *runDeed) apply(s *Settings) error {
	for _, part := range d.set {
		if err := assignPart(part, s); err != nil {
			return err
		}
	}
	return nil
}

// finish returns the run.
func (r *runReading) finish() (Scenario, error) {
	s := r.scenario
	if r.alone {
		s.Script = nil
	}
	s.Rebase(r.settings)
	var deeds []Change
	for i := range r.deeds {
		d := &r.deeds[i]
		next := Change{At: d.at, Fault: d.fault}
		switch {
		case len(d.set) > 0:
			next.Set = d.apply
		case d.fault.Kind == NoFault:
			return s, fmt.Errorf("nothing happens at @%s", AppendValue(nil, Duration, int64(d.at)))
		}
		deeds = append(deeds, next)
	}
	var err error
	if s.Script, err = WithChanges(s.Settings, s.Script, deeds); err != nil {
		return s, err
	}
	if len(s.Script) == 0 {
		s.Script = nil
	}
	return s, s.Validate()
}

// assignPart reads name=value into settings.
func assignPart(part string, s *Settings) error {
	name, value, found := strings.Cut(part, "=")
	if !found {
		return errors.New("want a setting with its value, such as loss=5%")
	}
	setting, err := FindSetting(name)
	if err != nil {
		return err
	}
	return setting.Assign(s, value)
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

package config

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"snaplab/game/motion"
	"snaplab/game/world"
	"snaplab/interp"
)

// motionOptions are the names of a request, and of a scenario's file, that say how to read a
// recording of motion.
var motionOptions = []string{"motion-map", "motion-unit", "motion-up", "motion-rate", "motion-from", "motion-to", "motion-only"}

// isMotionFile reports whether a kind's motion is the name of a recording's file.
func isMotionFile(name string) bool { return strings.ContainsAny(name, "./\\") }

// ReadMotion reads a recording of motion as the request's motion options say.
func (env *Environment) ReadMotion(name string, request Request) (*motion.Recording, error) {
	options, err := request.motionOptions()
	if err != nil {
		return nil, err
	}
	file, err := env.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	recording, err := motion.Read(file, options)
	if err != nil {
		return nil, ReadError{name, err}
	}
	return recording, nil
}

// motionOptions reads the options of a recording.
func (r Request) motionOptions() (o motion.Options, err error) {
	for _, part := range []struct {
		name string
		read func(text string) error
	}{
		{"motion-map", func(text string) (err error) { o.Map, err = motion.ParseMap(text); return err }},
		{"motion-unit", func(text string) (err error) { o.Metres, err = motion.ParseLength(text); return err }},
		{"motion-up", func(text string) (err error) { o.Up, err = motion.ParseUp(text); return err }},
		{"motion-rate", func(text string) error {
			v, err := ParseValue(Frequency, text)
			if err == nil && v <= 0 {
				err = fmt.Errorf("%q is out of range, want more than 0hz", text)
			}
			o.Rate = float64(v) / float64(Hertz)
			return err
		}},
		{"motion-from", func(text string) error { return parseSpan(text, &o.From) }},
		{"motion-to", func(text string) error { return parseSpan(text, &o.To) }},
		{"motion-only", func(text string) error { o.Only = strings.Split(text, ","); return nil }},
	} {
		if err := r.read(part.name, func(text string) error {
			if err := part.read(text); err != nil {
				return fmt.Errorf("%s %w", part.name, err)
			}
			return nil
		}); err != nil {
			return o, err
		}
	}
	return o, nil
}

func parseSpan(text string, to *time.Duration) error {
	v, err := ParseValue(Duration, text)
	if err == nil && v < 0 {
		err = fmt.Errorf("%q is out of range, want 0s or more", text)
	}
	*to = time.Duration(v)
	return err
}

// record puts the recordings that a request or the scenario's kinds name into the kinds. A
// name in a scenario's file is meant from that file's folder.
func (env *Environment) record(s *Scenario, request Request) error {
	for _, a := range request {
		if slices.Contains(motionOptions, a.Name) {
			s.MotionOptions = append(slices.Clip(s.MotionOptions), a)
		}
	}
	if err := request.read("motion", func(name string) error {
		recording, err := env.ReadMotion(name, s.MotionOptions)
		if err != nil {
			return err
		}
		if err := s.Record(name, recording); err != nil {
			return ReadError{name, err}
		}
		return nil
	}); err != nil {
		return err
	}
	if request.find("motion") >= 0 {
		return nil
	}
	kinds := s.Settings.Kinds
	list := make([]world.Kind, kinds.Len())
	read := map[string]*motion.Recording{}
	named := false
	for k := range list {
		list[k] = kinds.Of(interp.Kind(k))
		name := list[k].File
		if name == "" {
			continue
		}
		named = true
		if read[name] == nil {
			at := name
			if !filepath.IsAbs(at) {
				at = filepath.Join(filepath.Dir(request.value("scenario")), at)
			}
			recording, err := env.ReadMotion(at, s.MotionOptions)
			if err != nil {
				return err
			}
			read[name] = recording
		}
		of, err := recordedKind(read[name], list[k].Name)
		if err != nil {
			return ReadError{name, err}
		}
		list[k].Recorded = of
	}
	if !named {
		if len(s.MotionOptions) > 0 {
			return fmt.Errorf("%s says how to read a recording, want motion FILE with it", s.MotionOptions[0].Name)
		}
		return nil
	}
	return s.useKinds(list)
}

// Record has all entities move as in a recording: its kinds are the scenario's, its entities
// too. An error leaves the scenario as it was.
func (s *Scenario) Record(file string, recording *motion.Recording) error {
	var list []world.Kind
	var entities []world.Group
	for i := range recording.Kinds {
		name := KindNameOf(recording.Kinds[i].Kind)
		for n := 2; slices.ContainsFunc(list, func(k world.Kind) bool { return k.Name == name }); n++ {
			name = fmt.Sprintf("%.17s-%d", KindNameOf(recording.Kinds[i].Kind), n)
		}
		of, err := recordedOf(recording, recording.Kinds[i].Kind)
		if err != nil {
			return err
		}
		if i >= int(world.MaxKinds) {
			return fmt.Errorf("it has %d kinds, want at most %d: motion-map kind=COLUMN says which column they are, motion-only NAME,… which entities count", len(recording.Kinds), world.MaxKinds)
		}
		list = append(list, world.Kind{Name: name, Shape: world.Capsule, File: file, Recorded: of})
		entities = append(entities, world.Group{Kind: interp.Kind(i), Count: len(of.Tracks)})
	}
	if err := s.useKinds(list); err != nil {
		return err
	}
	s.Entities, s.Script, s.Budgets = entities, nil, Budgets{}
	base := filepath.Base(file)
	s.Name, s.About = KindNameOf(strings.TrimSuffix(base, filepath.Ext(base))), fmt.Sprintf("Moves as recorded in %s.", base)
	return nil
}

// IsMotion reports whether a file is a recording of motion: a table with columns of positions.
func IsMotion(data []byte) bool { return motion.Knows(bytes.NewReader(data)) }

// MotionSummary is what a recording has.
type MotionSummary struct {
	Entities, Kinds, Jumps int
	Length                 time.Duration
}

// ReadMotion reads a recording, in which all is said by the names of its columns, and has all
// entities move by it; see Record.
func (s *Scenario) ReadMotion(file string, r io.Reader) (sum MotionSummary, err error) {
	recording, err := motion.Read(r, motion.Options{})
	if err != nil {
		return sum, err
	}
	sum = MotionSummary{Entities: len(recording.Entities), Kinds: len(recording.Kinds), Length: recording.Length}
	for _, k := range recording.Kinds {
		sum.Jumps += k.Jumps
	}
	s.MotionOptions = nil
	return sum, s.Record(file, recording)
}

// useKinds gives all settings of a scenario another table of kinds.
func (s *Scenario) useKinds(list []world.Kind) error {
	kinds, err := world.NewKinds(list)
	if err != nil {
		return err
	}
	s.Settings.Kinds = kinds
	script := slices.Clone(s.Script)
	for i := range script {
		script[i].Settings.Kinds = kinds
	}
	s.Script = script
	return nil
}

// recordedKind returns the motion of a kind by its name: of a recording with one kind all of it.
func recordedKind(recording *motion.Recording, name string) (*world.Recording, error) {
	var names []string
	for _, k := range recording.Kinds {
		if KindNameOf(k.Kind) == name || len(recording.Kinds) == 1 {
			return recordedOf(recording, k.Kind)
		}
		names = append(names, k.Kind)
	}
	return nil, fmt.Errorf("it has no kind %q%s", name, Suggest(name, names))
}

// recordedOf returns the motion of the entities of a kind, in the middle of whose field the
// whole recording's lies.
func recordedOf(recording *motion.Recording, kind string) (*world.Recording, error) {
	low, high := recording.Bounds()
	const margin = 2 // metres
	of := &world.Recording{Length: recording.Length + recording.Step(kind), Varies: recording.Varies(kind)}
	of.Width, of.Depth = max(8, float64(high[0]-low[0])+2*margin), max(8, float64(high[1]-low[1])+2*margin)
	if most := max(of.Width, of.Depth, 2*float64(high[2]-low[2])); most > 2*1000 {
		return nil, fmt.Errorf("it is %.0f m wide, want at most 2000 m: is motion-unit the length of its unit?", math.Ceil(most))
	}
	for i := range recording.Entities {
		if e := &recording.Entities[i]; e.Kind == kind {
			of.Tracks = append(of.Tracks, e.Track)
		}
	}
	of.Prepare()
	return of, nil
}

// KindNameOf makes a kind's name of what a file calls it: small letters, and hyphens for what
// is no letter or digit.
func KindNameOf(text string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(text) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else if b.Len() > 0 {
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" || name[0] >= '0' && name[0] <= '9' || name == everyKind || name == "unknown" {
		name = "kind-" + name
	}
	return strings.Trim(fmt.Sprintf("%.20s", name), "-")
}

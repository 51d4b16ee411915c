package config

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"

	"snaplab/interp"
)

// Scope says what a setting is one of each for.
type Scope uint8

const (
	// PerSession settings have one value.
	PerSession Scope = iota
	// PerDirection settings have one for each way of the link: down and up.
	PerDirection
	// PerKind settings have one for each kind of entity.
	PerKind
	// PacketsAndKinds settings have one for the packets, and one for each kind.
	PacketsAndKinds
)

// Setting describes one of the Settings under the name that files, flags and the
// window share. All values are integers of the unit's smallest step.
type Setting struct {
	Name    string
	Help    string // one plain sentence
	Unit    Unit
	Choices []string // for Unit Choice
	Scope   Scope
	// Min and Max bound the value; Step is what one key press moves it by.
	Min, Max, Step, Default int64

	field field
}

// field reaches one field of a Settings; q is the place of the qualifier.
type field struct {
	scope Scope
	get   func(s *Settings, q int) int64
	set   func(s *Settings, q int, v int64)
}

// directions are the qualifiers of PerDirection settings, in order.
var directions = []string{"down", "up"}

// AllSettings returns every setting in the order in which people think of them. The
// slice is the caller's.
func AllSettings() []Setting { return slices.Clone(settings) }

// FindSetting returns the setting of a name, or an error that names the nearest ones.
func FindSetting(name string) (*Setting, error) {
	names := make([]string, len(settings))
	for i := range settings {
		if settings[i].Name == name {
			return &settings[i], nil
		}
		names[i] = settings[i].Name
	}
	return nil, fmt.Errorf("no setting is called %q%s", name, Suggest(name, names))
}

// MustSetting is FindSetting for names written in the program.
func MustSetting(name string) *Setting {
	s, err := FindSetting(name)
	if err != nil {
		panic(err)
	}
	return s
}

// Qualifiers returns what may stand before a value to mean one of several: directions, the
// kinds of some settings, or the one empty name of a session's setting.
func (s *Setting) Qualifiers(in *Settings) []string {
	switch s.Scope {
	case PerDirection:
		return directions
	case PerKind:
		return in.Kinds.Names()
	case PacketsAndKinds:
		return append([]string{packets}, in.Kinds.Names()...)
	}
	return []string{""}
}

// packets is the qualifier of PacketsAndKinds settings that is no kind.
const packets = "packets"

// KindOf returns the kind that the q-th qualifier is, and whether it is one.
func (s *Setting) KindOf(q int) (interp.Kind, bool) {
	switch s.Scope {
	case PerKind:
		return interp.Kind(q), true
	case PacketsAndKinds:
		return interp.Kind(max(q-1, 0)), q > 0
	}
	return 0, false
}

// Of returns the place of a kind's qualifier, of a PerKind or PacketsAndKinds setting.
func (s *Setting) Of(k interp.Kind) int {
	if s.Scope == PacketsAndKinds {
		return 1 + int(k)
	}
	return int(k)
}

// Get returns the value for the q-th qualifier.
func (s *Setting) Get(in *Settings, q int) int64 { return s.field.get(in, q) }

// Set changes the value for the q-th qualifier. It does not check it.
func (s *Setting) Set(in *Settings, q int, v int64) { s.field.set(in, q, v) }

// SetAll changes the value for all qualifiers. It does not check it.
func (s *Setting) SetAll(in *Settings, v int64) {
	for q := range s.Qualifiers(in) {
		s.Set(in, q, v)
	}
}

// Check returns an error that names the setting and its range if v is outside it.
func (s *Setting) Check(v int64) error {
	if v < s.Min || v > s.Max {
		return fmt.Errorf("%s %s is out of range, want %s to %s", s.Name, s.Format(v), s.Format(s.Min), s.Format(s.Max))
	}
	return nil
}

// Parse reads a value as people write it and checks its range.
func (s *Setting) Parse(text string) (int64, error) {
	if s.Unit == Choice {
		if i := slices.Index(s.Choices, strings.TrimSpace(text)); i >= 0 {
			return int64(i), nil
		}
		return 0, fmt.Errorf("%s %q is not known, want %s", s.Name, text, anyOf(s.Choices))
	}
	v, err := ParseValue(s.Unit, text)
	if err != nil {
		return 0, fmt.Errorf("%s %w", s.Name, err)
	}
	return v, s.Check(v)
}

// changed yields the settings in which s differs from base, with the place of the qualifier.
func changed(s, base *Settings) iter.Seq2[*Setting, int] {
	return func(yield func(*Setting, int) bool) {
		for i := range settings {
			setting := &settings[i]
			for q := range setting.Qualifiers(s) {
				if !setting.same(s, base, q) && !yield(setting, q) {
					return
				}
			}
		}
	}
}

// same reports whether two settings agree in the q-th value. The rate of a kind that is the
// packets' in both does, whatever that is, and not one that is the packets' in one only.
func (s *Setting) same(a, b *Settings, q int) bool {
	if k, is := s.KindOf(q); is && s.Scope == PacketsAndKinds {
		return a.KindRates[k] == b.KindRates[k]
	}
	return s.Get(a, q) == s.Get(b, q)
}

// Append appends a value as Parse reads it.
func (s *Setting) Append(dst []byte, v int64) []byte {
	if s.Unit != Choice {
		return AppendValue(dst, s.Unit, v)
	}
	if v < 0 || v >= int64(len(s.Choices)) {
		return fmt.Appendf(dst, "%d", v)
	}
	return append(dst, s.Choices[v]...)
}

// Format returns a value as Parse reads it.
func (s *Setting) Format(v int64) string { return string(s.Append(nil, v)) }

// Assign reads a value, or qualifier=value, into the settings: "30ms" for all,
// "up=30ms" or "drone=120ms" for one.
func (s *Setting) Assign(in *Settings, text string) error {
	name, value, qualified := strings.Cut(text, "=")
	if !qualified {
		value = text
	}
	q := slices.Index(s.Qualifiers(in), strings.TrimSpace(name))
	switch {
	case qualified && s.Scope == PerSession:
		return fmt.Errorf("%s has no %q: it has one value", s.Name, name)
	case qualified && q < 0:
		return fmt.Errorf("%s has no %q%s", s.Name, name, Suggest(name, s.Qualifiers(in)))
	}
	v, err := s.Parse(value)
	switch {
	case err != nil:
		return err
	case qualified:
		s.Set(in, q, v)
	default:
		s.SetAll(in, v)
	}
	return nil
}

// Key returns the name as a key of a file whose values are bare numbers, with the
// unit as its end: delay_ms, loss_percent, rate_hz, drift_ppm, bandwidth_kbit_s,
// queue_bytes; a choice has none.
func (s *Setting) Key() string {
	return strings.ReplaceAll(s.Name, "-", "_") + keyEnds[s.Unit]
}

var keyEnds = [...]string{Duration: "_ms", Share: "_percent", Frequency: "_hz", Drift: "_ppm", Bandwidth: "_kbit_s", Size: "_bytes", Choice: ""}

// Number returns a value in the unit of Key, a float64, or the word of a choice.
func (s *Setting) Number(v int64) any {
	switch s.Unit {
	case Duration:
		return float64(v) / 1e6
	case Share:
		return float64(v) / 1e4
	case Frequency:
		return float64(v) / float64(Hertz)
	case Bandwidth:
		return float64(v) / 1e3
	case Choice:
		return s.Format(v)
	}
	return float64(v)
}

// Suggest returns the end of an error about an unknown name: the nearest of the
// known ones, or all of them when they are few and none is near. It starts with
// ", " or is empty.
func Suggest(name string, known []string) string {
	var near []string
	for _, k := range known {
		if d := distance(name, k); d <= (len(k)+2)/3 || len(name) > 2 && strings.HasPrefix(k, name) {
			near = append(near, k)
		}
	}
	sort.SliceStable(near, func(i, j int) bool { return distance(name, near[i]) < distance(name, near[j]) })
	switch {
	case len(near) > 3:
		near = near[:3]
	case len(near) == 0 && len(known) <= 16:
		return ", want " + anyOf(known)
	case len(near) == 0:
		return ""
	}
	return ", did you mean " + strings.Join(near, " or ") + "?"
}

// anyOf lists names: a, b or c.
func anyOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// distance is the number of letters to insert, delete or replace to make a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			if a[i] != b[j] {
				diagonal++
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal)
		}
	}
	return row[len(b)]
}

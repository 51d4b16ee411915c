package config

import (
	"bytes"
	"compress/flate"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A run as a text is parts with a slash between them, made of characters that a shell
// and the end of a link leave alone:
//
//	snaplab1/default/seed=7/loss=10%/delay=drone=120ms/@5s/loss=20%/@6.5s/fault=blackout=1s
//
// The version comes first, then the scenario by its name, then what differs from it:
// the seed, the duration, and settings and budgets as a flag takes them. A time, @5s, begins what
// happens then: settings, or one fault with its parameter. The scenario's own script
// goes on as well unless script=none says otherwise. Of a scenario that the program
// does not carry with it, packed=… is the whole. trace=ping.txt:9f86d081884c7d65 is the trace that
// it follows, by the name of its file and the digest of that, which is not in the text.
const (
	runVersion  = "snaplab1"
	runScript   = "script=none"
	runPacked   = "packed="
	runFault    = "fault="
	runSeed     = "seed="
	runDuration = "duration="
	runTrace    = "trace="
	runHalve    = "halve=true"
	// readableRun is how long a text may be before it is packed, if that is shorter.
	readableRun = 600
	// shortPacked is how long a packed text may be before drags are left out of it.
	shortPacked = 1000
	// dragTime is how long a drag may take to be one change.
	dragTime = time.Second
	// maxRunText bounds what is read.
	maxRunText = 1 << 20
)

// ErrRun is wrapped by the errors of run texts.
var ErrRun = errors.New("not a run")

// RunText returns a run as one line, which ParseRun reads: short and readable where the
// scenario is one of those in fsys, packed otherwise. Where it would be long, the settings
// that a slider passed through within a second are one change, at the time of the last;
// what comes after is the same. Of a trace the name and the digest are in it. A run that is too
// long even so is an error, which wraps ErrRun. fsys may be nil.
func RunText(fsys fs.FS, s *Scenario) (string, error) {
	if m := &s.Measured; m.File != "" && m.Digest == 0 {
		return "", fmt.Errorf("%w: it follows the trace %s, which has not been read", ErrRun, m.File)
	}
	if file := s.Settings.Kinds.File(); file != "" {
		return "", fmt.Errorf("%w: its entities move as recorded in %s, which a text has no room for", ErrRun, file)
	}
	if fsys == nil {
		fsys = embed.FS{}
	}
	var base *Scenario
	if known, err := LoadScenario(fsys, s.Name); err == nil {
		base = &known
	}
	short := s.withoutDrags(base)
	for _, run := range []struct {
		*Scenario
		readable, packed int // characters at most
	}{{s, readableRun, 0}, {&short, readableRun, 0}, {s, 0, shortPacked}, {&short, maxRunText, maxRunText}} {
		if text := runText(fsys, run.Scenario, base, run.readable, run.packed); text != "" {
			return text, nil
		}
	}
	return "", fmt.Errorf("%w: its script of %d entries is too long for a text", ErrRun, len(s.Script))
}

// runText returns the shorter of a run as what differs from base and packed, of those that
// are not longer than that and are read again as the same run; "" if there is none.
func runText(fsys fs.FS, s, base *Scenario, readable, packed int) (shortest string) {
	try := func(text string, most int) {
		if len(text) > most || shortest != "" && len(shortest) <= len(text) {
			return
		}
		if again, err := ParseRun(fsys, text); err == nil && again.Equal(s) {
			shortest = text
		}
	}
	for _, own := range []bool{true, false} {
		if base != nil && readable > 0 && shortest == "" {
			try(runParts(s, base, own), readable)
		}
	}
	if packed > 0 {
		if text, err := packRun(s); err == nil {
			try(text, packed)
		}
	}
	return shortest
}

// withoutDrags returns the run without the settings that something was dragged through:
// those that were in force for less than dragTime in a row of changes of the same settings.
// The changes that are base's own stay.
func (s *Scenario) withoutDrags(base *Scenario) Scenario {
	out := *s
	out.Script = nil
	own := ownEntries(s, base)
	last, began, before := &s.Settings, time.Duration(0), []string(nil)
	for i := range s.Script {
		t := &s.Script[i]
		names := changedNames(&t.Settings, last)
		n := len(out.Script)
		dragged := n > 0 && before != nil && !own[i] && t.Fault.Kind == NoFault && slices.Equal(names, before) && t.At-began < dragTime
		switch {
		case dragged:
			out.Script[n-1] = *t
		case own[i] || t.Fault.Kind != NoFault:
			out.Script, before = append(out.Script, *t), nil
		default:
			out.Script, began, before = append(out.Script, *t), t.At, names
		}
		last = &t.Settings
	}
	return out
}

// ownEntries says which entries of a run's script are those of the scenario that it was
// made from, base; none if that is nil.
func ownEntries(s, base *Scenario) []bool {
	own := make([]bool, len(s.Script))
	if base == nil {
		return own
	}
	rebased := *base
	rebased.Rebase(s.Settings)
	theirs, theirLast, last := rebased.Script, &rebased.Settings, &s.Settings
	for i := range s.Script {
		t := &s.Script[i]
		if len(theirs) > 0 && slices.Equal(t.parts(last), theirs[0].parts(theirLast)) {
			theirs, theirLast, own[i] = theirs[1:], &theirs[0].Settings, true
		}
		last = &t.Settings
	}
	return own
}

// changedNames returns the settings in which s differs from last, by name and qualifier.
func changedNames(s, last *Settings) (names []string) {
	for setting, q := range changed(s, last) {
		names = append(names, setting.Name+"="+setting.Qualifiers(s)[q])
	}
	return names
}

// IsRunText reports whether a file seems to be a text for ParseRun.
func IsRunText(data []byte) bool {
	const start = 200 // characters of a link before its end
	return bytes.Contains(data[:min(len(data), start)], []byte(runVersion+"/"))
}

// Equal reports whether two scenarios are the same: of a trace, whether it is the same file, wherever
// it is, whether or not it has been read.
func (s *Scenario) Equal(t *Scenario) bool {
	same := func(a, b Settings) bool {
		if s.Measured.File != "" { // of which the table is
			a.Down.JitterTable, b.Down.JitterTable = nil, nil
		}
		return a.Equal(&b)
	}
	return s.Name == t.Name && s.About == t.About && s.Seed == t.Seed && s.Duration == t.Duration && s.SameLists(t) &&
		same(s.Settings, t.Settings) && slices.Equal(s.Entities, t.Entities) && s.Measured.same(&t.Measured) && s.Budgets.Equal(s.Settings.Kinds, &t.Budgets) &&
		slices.EqualFunc(s.Script, t.Script, func(a, b Timed) bool {
			return a.At == b.At && a.Fault == b.Fault && same(a.Settings, b.Settings)
		})
}

// runParts returns a run as what differs from base. With own the base's script goes on,
// and only what is not in it is written. Whether the text says it all is for the caller
// to try.
func runParts(s, base *Scenario, own bool) string {
	parts := []string{runVersion, s.Name, runSeed + strconv.FormatUint(s.Seed, 10)}
	if s.Duration != base.Duration {
		parts = append(parts, runDuration+FormatDuration(s.Duration))
	}
	for _, a := range s.packetLists(base) {
		parts = append(parts, a.Name+"="+a.Value)
	}
	if m := &s.Measured; m.File != "" {
		parts = append(parts, runTrace+escapeName(filepath.Base(m.File))+":"+formatDigest(m.Digest))
		for _, a := range m.request() {
			parts = append(parts, a.Name+"="+escapeName(a.Value))
		}
		if m.Halve {
			parts = append(parts, runHalve)
		}
	}
	parts = append(parts, changedParts(&s.Settings, &base.Settings)...)
	known := base.Budgets.assignments(base.Settings.Kinds)
	for _, a := range s.Budgets.assignments(s.Settings.Kinds) {
		if slices.Contains(known, a) {
			continue
		}
		parts = append(parts, a.Name+"="+strings.ReplaceAll(a.Value, "/min", perMinuteInText))
	}
	if !own && len(base.Script) > 0 {
		parts = append(parts, runScript)
	}
	var theirs []bool
	if own {
		theirs = ownEntries(s, base)
	}
	last := &s.Settings
	for i := range s.Script {
		if !own || !theirs[i] {
			parts = append(parts, s.Script[i].parts(last)...)
		}
		last = &s.Script[i].Settings
	}
	return strings.Join(parts, "/")
}

// changedParts returns the settings in which s differs from last as parts of a text.
func changedParts(s, last *Settings) []string {
	var parts []string
	whole := "" // the last setting that has one value for all
	for setting, q := range changed(s, last) {
		value := setting.Format(setting.Get(s, q))
		switch all := setting.values(s); {
		case len(all) > 1:
			parts = append(parts, setting.Name+"="+setting.Qualifiers(s)[q]+"="+value)
		case whole != setting.Name:
			whole = setting.Name
			parts = append(parts, setting.Name+"="+value)
		}
	}
	return parts
}

// parts returns what happens then as parts of a text. The settings before it are last.
func (t *Timed) parts(last *Settings) []string {
	parts := []string{"@" + FormatDuration(t.At)}
	if t.Fault.Kind == NoFault {
		return append(parts, changedParts(&t.Settings, last)...)
	}
	part := runFault + t.Fault.Kind.String()
	if amount := t.Fault.amountText(t.Settings.Kinds); amount != "" {
		part += "=" + amount
	}
	return append(parts, part)
}

// packRun returns a whole scenario as a text: its file, deflated.
func packRun(s *Scenario) (string, error) {
	packed := *s
	if packed.Measured.File != "" {
		packed.Measured.File = filepath.Base(packed.Measured.File)
	}
	data, err := json.Marshal(packed)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is one that there is
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return runVersion + "/" + runPacked + base64.RawURLEncoding.EncodeToString(out.Bytes()), nil
}

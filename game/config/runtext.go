package config

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// A run as a text is parts with a slash between them, made of characters that a shell
// and the end of a link leave alone:
//
//	snaplab1/default/seed=7/loss=10%/delay=drone=120ms/@5s/loss=20%/@6.5s/fault=blackout=1s
//
// The version comes first, then the scenario by its name, then what differs from it:
// the seed, the duration, and settings as a flag takes them. A time, @5s, begins what
// happens then: settings, or one fault with its parameter. The scenario's own script
// goes on beside that unless script=none says otherwise. Of a scenario that the program
// does not carry with it, packed=… is the whole.
const (
	runVersion  = "snaplab1"
	runScript   = "script=none"
	runPacked   = "packed="
	runFault    = "fault="
	runSeed     = "seed="
	runDuration = "duration="
	// readableRun is how long a text may be before it is packed, if that is shorter.
	readableRun = 600
	// maxRunText bounds what is read.
	maxRunText = 1 << 20
)

// ErrRun is wrapped by the errors of run texts.
var ErrRun = errors.New("not a run")

// RunText returns a run as one line, which ParseRun reads: short and readable where the
// scenario is one of those in fsys, packed otherwise. A scenario that follows a measured
// path is an error, which wraps ErrRun: the path is in a file of its own. fsys may be
// nil.
func RunText(fsys fs.FS, s *Scenario) (string, error) {
	if file := s.Measured.File; file != "" {
		return "", fmt.Errorf("%w: it follows the trace %s, which a text has no room for", ErrRun, file)
	}
	if fsys == nil {
		fsys = embed.FS{}
	}
	readable := ""
	if base, err := LoadScenario(fsys, s.Name); err == nil {
		for _, own := range []bool{true, false} {
			text := runParts(s, &base, own)
			if again, err := ParseRun(fsys, text); err == nil && again.Equal(s) {
				readable = text
				break
			}
		}
	}
	if readable != "" && len(readable) <= readableRun {
		return readable, nil
	}
	packed, err := packRun(s)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrRun, err)
	}
	if readable != "" && len(readable) <= len(packed) {
		return readable, nil
	}
	return packed, nil
}

// IsRunText reports whether a file seems to be a text for ParseRun.
func IsRunText(data []byte) bool {
	const start = 200 // characters of a link before its end
	return bytes.Contains(data[:min(len(data), start)], []byte(runVersion+"/"))
}

// equal reports whether two scenarios without a measured path are the same.
func (s *Scenario) Equal(t *Scenario) bool {
	return s.Name == t.Name && s.About == t.About && s.Seed == t.Seed && s.Duration == t.Duration &&
		s.Settings == t.Settings && slices.Equal(s.Entities, t.Entities) && slices.Equal(s.Script, t.Script)
}

// runParts returns a run as what differs from base. With own the base's script goes on,
// and only what is not in it is written. Whether the text says it all is for the caller
// to try.
func runParts(s, base *Scenario, own bool) string {
	parts := []string{runVersion, s.Name, runSeed + strconv.FormatUint(s.Seed, 10)}
	if s.Duration != base.Duration {
		parts = append(parts, runDuration+string(AppendValue(nil, Duration, int64(s.Duration))))
	}
	parts = append(parts, changedParts(&s.Settings, &base.Settings)...)
	if !own && len(base.Script) > 0 {
		parts = append(parts, runScript)
	}
	rebased := *base
	rebased.Rebase(s.Settings)
	theirs, last := rebased.Script, &s.Settings
	if !own {
		theirs = nil
	}
	theirLast := &rebased.Settings
	for i := range s.Script {
		what := s.Script[i].parts(last)
		last = &s.Script[i].Settings
		if len(theirs) > 0 && slices.Equal(what, theirs[0].parts(theirLast)) {
			theirs, theirLast = theirs[1:], &theirs[0].Settings
			continue
		}
		parts = append(parts, what...)
	}
	return strings.Join(parts, "/")
}

// changedParts returns the settings in which s differs from last as parts of a text.
func changedParts(s, last *Settings) []string {
	var parts []string
	for i := range settings {
		setting := &settings[i]
		same, changed := true, []string(nil)
		for q, name := range setting.Qualifiers() {
			v := setting.Get(s, q)
			same = same && v == setting.Get(s, 0)
			if v != setting.Get(last, q) {
				changed = append(changed, setting.Name+"="+name+"="+setting.Format(v))
			}
		}
		if len(changed) > 0 && same {
			changed = []string{setting.Name + "=" + setting.Format(setting.Get(s, 0))}
		}
		parts = append(parts, changed...)
	}
	return parts
}

// parts returns what happens then as parts of a text. The settings before it are last.
func (t *Timed) parts(last *Settings) []string {
	parts := []string{"@" + string(AppendValue(nil, Duration, int64(t.At)))}
	if t.Fault.Kind == NoFault {
		return append(parts, changedParts(&t.Settings, last)...)
	}
	f := t.Fault.file()
	part := runFault + f.Fault
	for _, v := range []string{string(f.Packets), f.For, f.By, f.Kind} {
		if v != "" {
			part += "=" + v
		}
	}
	return append(parts, part)
}

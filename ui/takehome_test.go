package ui

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// Every form is saved under a name of its own, as it is shown.
func TestSavedExports(t *testing.T) {
	a := tuningApp(t, tabExport)
	h := &hand{app: a}
	shelf := a.options.Host.(*onAShelf)
	for i, form := range study.ExportForms() {
		a.tuning.export.form = i
		h.rest()
		a.ctx.SetFocus("tuning/export/save")
		h.rest()
		h.key(im.KeyEnter)
		if len(shelf.names) != i+1 {
			t.Fatalf("%s: %d files were saved, want %d", form.Name, len(shelf.names), i+1)
		}
		if want := "snaplab-unnamed-" + form.Name + "." + form.Extension; shelf.names[i] != want {
			t.Errorf("it is called %s, want %s", shelf.names[i], want)
		}
		if !bytes.Contains(shelf.data[i], []byte("demo v1.2.3")) || !bytes.Contains(shelf.data[i], []byte("the fastest packet")) {
			t.Errorf("%s has no version or no zero:\n%s", form.Name, shelf.data[i])
		}
	}
}

// The JSON that is taken home, dropped on a window, is the same run again: with the
// settings in use, even adaptive ones, or with the recommended delays.
func TestTakenHomeAndDropped(t *testing.T) {
	for which, name := range []string{"in use", "recommended"} {
		a := tuningApp(t, tabExport)
		a.settings.Policies[world.Car].Delay = 150_300 * time.Microsecond
		a.settings.Policies[world.Drone].Tuning = interp.Adaptive
		a.settings.SendRate = 12 * config.Hertz
		a.tuning.export.which = which
		worked(t, a)
		text := a.tuning.export.text
		want := a.asSet()
		if which != takeInUse {
			settings := want.Settings
			for _, k := range a.tuning.kinds {
				settings.Policies[k].Delay = time.Duration(a.tuning.tuningStudy.rows[k].DelayMS * 1e6)
				settings.Policies[k].Tuning = interp.ByHand
			}
			want.Rebase(settings)
		}
		session, err := measure.NewRun(want)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(4 * time.Second)

		b := testApp(t, config.DefaultScenario())
		b.Drop("tuned.json", text)
		b.AdvanceTo(4 * time.Second)
		if got, want := b.Session().Digest(), session.Digest(); got != want {
			t.Errorf("%s: digest %016x after the drop, want %016x (%s)", name, got, want, b.message.text)
		}
		if b.Session().Settings() != want.Settings || b.scenario.Seed != a.scenario.Seed {
			t.Errorf("%s: settings or seed are others", name)
		}
	}
}

// The same file twice is the same file, and the last seed of all has runs too.
func TestTakenHomeWithTheLastSeed(t *testing.T) {
	a := tuningApp(t, tabExport)
	s := a.scenario
	s.Seed = math.MaxUint64
	if err := a.Run(s); err != nil {
		t.Fatal(err)
	}
	worked(t, a)
	read, err := config.ParseScenario(a.tuning.export.text)
	if err != nil || read.Seed != math.MaxUint64 {
		t.Errorf("seed %d, %v; %v", read.Seed, err, a.tuning.tuningStudy.err)
	}
}

// A file that is broken is refused in one line that says where.
func TestBrokenFilesAreRefused(t *testing.T) {
	a := tuningApp(t, tabExport)
	text := string(a.tuning.export.text)
	for _, c := range []struct{ old, new, says string }{
		{`"delay": `, `"dealy": `, `no setting is called "dealy", did you mean delay?`},
		{`"5hz"`, `"5"`, `rate "5" needs a unit`},
		{config.DelayZero, "the present", "translate the delays first"},
		{`"seed": 5`, `"seed": -5`, "line "},
		{`"entities"`, `"entities": [], "entitties"`, "line "},
	} {
		broken := strings.Replace(text, c.old, c.new, 1)
		if broken == text {
			t.Fatalf("%q is not in\n%s", c.old, text)
		}
		before := a.session
		a.Drop("tuned.json", []byte(broken))
		if !strings.Contains(a.message.text, c.says) || strings.Contains(a.message.text, "\n") || a.session != before {
			t.Errorf("%s: it says %q, want %q", c.new, a.message.text, c.says)
		}
	}
}

// Lines are cut where they have no room, and nothing of them is lost.
func TestPreviewWraps(t *testing.T) {
	font := raster.Font{Size: 11, Tabular: true}
	text := "short\n\n  indented and much too long for the width that there is\nonewordthatismuchtoolongforthewidththatthereisonewordthat\n// walker      130 ms\nünïcödé \xff broken"
	const width = 120
	lines := wrap(nil, text, font, width)
	var all strings.Builder
	for i, line := range lines {
		if w := lineWidth(line.text, font) + font.Measure("0")*float32(line.indent); w > width {
			t.Errorf("%q is %v dp wide, want at most %v", line.text, w, width)
		}
		if i > 0 && line.indent == 0 {
			all.WriteByte('\n')
		} else if i > 0 && !strings.HasPrefix(line.text, "thewidth") {
			all.WriteByte(' ')
		}
		all.WriteString(line.text)
	}
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	if squeeze(all.String()) != squeeze(text) {
		t.Errorf("wrapped it says\n%q, want\n%q", all.String(), text)
	}
	if len(lines) < 10 {
		t.Errorf("%d lines", len(lines))
	}
	var at []int
	eachPart("// walker      130 ms", func(n int, part string) { at = append(at, n, len(part)) })
	if want := []int{0, 9, 15, 6}; len(at) != 4 || at[0] != want[0] || at[2] != want[2] || at[3] != want[3] {
		t.Errorf("parts at %v, want %v", at, want)
	}
}

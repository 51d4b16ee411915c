package tuning

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"snaplab/game/config"
	home "snaplab/game/export"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// saved presses the button that saves, and returns the file that is wanted.
func (w *page) saved() view.Save {
	w.T.Helper()
	w.Done = nil
	w.use("tuning/export/save", im.KeyEnter)
	if len(w.Done) != 1 {
		w.T.Fatalf("%d things are wanted, want a file saved", len(w.Done))
	}
	return w.Done[0].(view.Save)
}

// Every form is saved under a name of its own, with the version and what its delays are
// counted from.
func TestSavedExports(t *testing.T) {
	w := open(t, tabExport)
	for i, form := range home.Forms() {
		keys := []im.Key{im.KeyEnter, im.KeyHome}
		for range i {
			keys = append(keys, im.KeyDown)
		}
		w.use("tuning/export/form", append(keys, im.KeyEnter)...)
		file := w.saved()
		if want := "snaplab-unnamed-" + form.Name + "." + form.Extension; file.Name != want {
			t.Errorf("it is called %s, want %s", file.Name, want)
		}
		if !bytes.Contains(file.Data, []byte("demo v1.2.3")) || !bytes.Contains(file.Data, []byte("the fastest packet")) {
			t.Errorf("%s has no version or no zero:\n%s", form.Name, file.Data)
		}
	}
}

// While the answer is to other settings nothing can be saved.
func TestOldExportsAreNotSaved(t *testing.T) {
	w := open(t, tabExport)
	w.Model.Settings.Down.Loss++
	stale := *w.Model.Study
	stale.CostsStale = true
	w.SetStudy(stale)
	draw := w.Draw
	w.Draw = func(c *im.Context, m *view.Model, act *view.Actions) {
		w.panel.Draw(c, raster.Rect{W: 1000, H: 330}, m, act) // without the work
	}
	w.Done = nil
	w.Ctx.SetFocus("tuning/export/save")
	w.Rest()
	w.Key(im.KeyEnter)
	if len(w.Done) > 0 {
		t.Errorf("%T is wanted", w.Done[0])
	}
	w.Draw = draw
	w.work()
	w.saved()
}

// The last seed of all has runs too.
func TestExportWithTheLastSeed(t *testing.T) {
	w := open(t, tabExport)
	s := w.Scenario
	s.Seed = math.MaxUint64
	w.Start(s)
	w.work()
	if read, err := config.ParseScenario(w.saved().Data); err != nil || read.Seed != math.MaxUint64 {
		t.Errorf("seed %d, %v", read.Seed, err)
	}
}

// Lines are cut where they have no room, and nothing of them is lost.
func TestPreviewWraps(t *testing.T) {
	font := raster.Font{Size: 10, Mono: true}
	text := "short\n\n  indented and much too long for the width that there is\nonewordthatismuchtoolongforthewidththatthereisonewordthat\n// walker      130 ms\nünïcödé \xff broken"
	const width = 120
	lines := wrap(nil, text, font, width)
	var all strings.Builder
	for i, line := range lines {
		if w := font.Measure(line.text) + font.Measure("0")*float32(line.indent); w > width {
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
}

// The delays in use that are set by hand are written although the study knows nothing yet, and
// those that are recommended, or adapt, are not.
func TestExportsInUseNeedNoRuns(t *testing.T) {
	for _, adaptive := range []bool{false, true} {
		w := open(t, tabExport)
		w.SetStudy(view.Study{})
		w.Draw = func(c *im.Context, m *view.Model, act *view.Actions) { // no study works
			w.panel.Work(m, 0)
			w.panel.Draw(c, raster.Rect{W: 1000, H: 330}, m, act)
		}
		w.set(func(s *config.Settings) {
			for k := range s.Policies {
				if s.Policies[k].Delay += ms; adaptive {
					s.Policies[k].Tuning = interp.Adaptive
				}
			}
		})
		w.Done = nil
		w.use("tuning/export/save", im.KeyEnter)
		if written := len(w.Done) == 1; written == adaptive {
			t.Errorf("adaptive %v: %d files are saved without a study", adaptive, len(w.Done))
		}
	}
}

// Copy puts on the clipboard what Save would save.
func TestCopiedExports(t *testing.T) {
	w := open(t, tabExport)
	saved := w.saved()
	w.Done = nil
	w.use("tuning/export/copy", im.KeyEnter)
	if len(w.Done) != 1 {
		t.Fatalf("%d things are wanted, want a text copied", len(w.Done))
	}
	if c := w.Done[0].(view.Copy); c.Text != string(saved.Data) || c.Done == nil {
		t.Errorf("copied is\n%s", c.Text)
	}
}

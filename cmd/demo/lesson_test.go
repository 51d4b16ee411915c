//go:build headless

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/lesson"
	"snaplab/game/measure"
	"snaplab/ui"
)

// demo lesson lists the lessons, and tells of a file of one's own everything that is
// wrong with it, a line for each.
func TestLessonCommand(t *testing.T) {
	list := good(t, "lesson")
	lessons, err := lesson.Load(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(list, "\n"); n != len(lessons) || n < 12+10 {
		t.Errorf("%d lessons are listed of %d, want 12 and one for each mistake at least", n, len(lessons))
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	own := write("own.json", `{
  "lesson": "own", "title": {"en": "Own", "ko": "나의"}, "scenario": "car", "seed": 3,
  "steps": [{"text": {"en": "Look.", "ko": "보십시오."}}]
}`)
	if got := good(t, "lesson", own, "formula"); !strings.HasPrefix(got, "own ") || strings.Count(got, "\n") != 2 || !strings.Contains(got, "1 step, 0 tasks") {
		t.Errorf("of two lessons it says\n%s", got)
	}
	bad := write("bad.json", `{
  "lesson": "bad", "title": {"en": "Bad"}, "scenario": "cat",
  "steps": []
}`)
	out, errs, status := demo("lesson", bad)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if status != 2 || out != "" || len(lines) != 3 {
		t.Fatalf("status %d, and said is\n%s", status, errs)
	}
	for _, want := range []string{`line 2: title has no "ko"`, `line 2: scenario: no scenario is called "cat"`, "line 3: steps has 0 entries"} {
		if !strings.Contains(errs, "demo: "+bad+": "+want) {
			t.Errorf("it does not say %q:\n%s", want, errs)
		}
	}
}

// --lesson runs a lesson's run, of which the other flags change something.
func TestLessonFlag(t *testing.T) {
	digest := func(args ...string) (digest string, settings map[string]any) {
		t.Helper()
		var r struct {
			Digest   string
			Settings map[string]any
		}
		if err := json.Unmarshal([]byte(good(t, append([]string{"report", "--json"}, args...)...)), &r); err != nil {
			t.Fatal(err)
		}
		return r.Digest, r.Settings
	}
	plain, settings := digest("--lesson", "formula")
	lessons, err := lesson.Load(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	l, err := lesson.Find(lessons, "formula")
	if err != nil {
		t.Fatal(err)
	}
	s, err := measure.NewRun(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(l.Scenario.Duration)
	if want := s.Report().Digest; plain != want || settings["rate"] != "20hz" {
		t.Errorf("the digest is %s and the rate %v, want %s and the lesson's 20hz", plain, settings["rate"], want)
	}
	changed, settings := digest("--lesson", "formula", "--rate", "30hz", "--seed", "8")
	if changed == plain || settings["rate"] != "30hz" || settings["seed"] != "8" {
		t.Errorf("with flags the rate is %v and the seed %v", settings["rate"], settings["seed"])
	}
	for _, c := range []struct{ args, want string }{
		{"report --lesson formulas", "did you mean formula"},
		{"lesson xyzzy", `no lesson is called "xyzzy", want for example `},
		{"report --lesson formula --scenario car", "want one of them"},
		{"shot --lesson formula --at 1s --step 4 x.png", "formula has 1 to 3"},
		{"shot --at 1s --step 2 x.png", "want --lesson too"},
	} {
		_, errs, status := demo(strings.Fields(c.args)...)
		if status != 2 || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d: %s, want %q", c.args, status, errs, c.want)
		}
	}
	if _, errs, status := demo("report", "--lesson", filepath.Join(t.TempDir(), "none.json")); status != 1 || !strings.Contains(errs, "can't read") {
		t.Errorf("a file that is not there: status %d: %s", status, errs)
	}
}

// A lesson's file alone opens the window with it.
func TestNamedLesson(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.json")
	if err := os.WriteFile(path, []byte(`{"lesson": "own", "scenario": {"entities": []}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := namedFile([]string{path, "--theme", "light"}, []string{"lesson"}); got[0] != "--lesson="+path || len(got) != 3 {
		t.Errorf("it is taken for %v", got)
	}
}

var _ ui.Keeper = (*host)(nil)

// What is kept is found again, in the user's own folder, and nothing is an answer too.
func TestKeep(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("HOME", home)
	host := newHost(".")
	if data, err := host.Kept("lessons"); data != nil || err != nil {
		t.Errorf("before anything was kept there is %q, %v", data, err)
	}
	for _, text := range []string{`["a"]`, `["a","b"]`} {
		if err := host.Keep("lessons", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := host.Kept("lessons"); string(data) != text || err != nil {
			t.Errorf("kept is %q, %v, want %q", data, err, text)
		}
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "snaplab", "lessons.json")) // a file
	t.Setenv("HOME", filepath.Join(home, "snaplab", "lessons.json"))
	if err := host.Keep("lessons", nil); err == nil {
		t.Error("what can't be kept is no error")
	}
}

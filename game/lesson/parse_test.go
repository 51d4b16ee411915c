package lesson

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
)

// whole is a lesson with everything in it.
const whole = `{
  "lesson": "all-of-it",
  "order": 5,
  "title": {"en": "All", "ko": "모두"},
  "scenario": "plain",
  "seed": 9,
  "settings": {"rate": "20hz", "delay": {"all": "150ms", "drone": "120ms"}, "mistake": "no-cap"},
  "steps": [
    {"text": {"en": "Look.", "ko": "보십시오."}, "show": ["link/rate", "arena/raw"]},
    {
      "text": {"en": "Which?", "ko": "어느 것?"},
      "question": {
        "choices": [{"en": "A", "ko": "가"}, {"en": "B", "ko": "나"}],
        "answer": 2,
        "because": {"en": "So.", "ko": "그래서."}
      }
    },
    {
      "text": {"en": "Do.", "ko": "하십시오."},
      "task": {
        "goals": [
          {"measure": "underruns", "kind": "drone", "over": "10s", "at_most": 0},
          {"measure": "roughness", "lens": "comparison", "over": "5s", "at_least": "2.5m/s"},
          {"setting": "delay", "of": "drone", "is": "130ms"},
          {"setting": "rate", "at_least": "20hz"}
        ],
        "intended": [{"at": "1s", "control": "link/rate", "type": "30hz"}, {"at": "2s", "keys": ["B"]}],
        "wrong": [{"at": "1s", "control": "mistake", "keys": ["Enter", "Home", "Enter"]}],
        "look": {"en": "There.", "ko": "저기."}
      }
    }
  ],
  "proof": {"measure": "path-error", "over": "4s", "at": "8s", "times": 3, "one": "0.01m"}
}`

// scenarioNamed knows one scenario.
func scenarioNamed(name string) (config.Scenario, error) {
	if name != "plain" {
		return config.Scenario{}, fmt.Errorf("%w: no scenario is called %q", config.ErrScenario, name)
	}
	return config.DefaultScenario(), nil
}

func TestParse(t *testing.T) {
	got, err := Parse([]byte(whole), scenarioNamed)
	if err != nil {
		t.Fatal(err)
	}
	sc := config.DefaultScenario()
	sc.Seed = 9
	sc.Settings.SendRate = 20 * config.Hertz
	for k := range world.NumBuiltIn {
		sc.Settings.Policies[k].Delay = 150 * time.Millisecond
	}
	sc.Settings.Policies[world.Drone].Delay = 120 * time.Millisecond
	sc.Settings.Comparison = 10
	sc.Script = []config.Timed{}
	want := Lesson{
		ID: "all-of-it", Order: 5, Title: Words{"All", "모두"}, Scenario: sc,
		Steps: []Step{
			{Text: Words{"Look.", "보십시오."}, Show: []string{"link/rate", "arena/raw"}},
			{Text: Words{"Which?", "어느 것?"}, Question: &Question{[]Words{{"A", "가"}, {"B", "나"}}, 1, Words{"So.", "그래서."}}},
			{Text: Words{"Do.", "하십시오."}, Task: &Task{
				Goals: []Goal{
					{Of: -1, Measure: Underruns, Lens: game.Interpolated, Kind: int(world.Drone), Over: 10 * time.Second},
					{Of: -1, Measure: Roughness, Lens: game.Fourth, Kind: -1, Over: 5 * time.Second, Bound: AtLeast, Value: 2.5},
					{Setting: "delay", Of: int(world.Drone), Kind: -1, Bound: Exactly, Value: 130e6},
					{Setting: "rate", Of: -1, Kind: -1, Bound: AtLeast, Value: 20_000},
				},
				Intended: []Action{{At: time.Second, Control: "link/rate", Type: "30hz"}, {At: 2 * time.Second, Keys: []string{"B"}}},
				Wrong:    []Action{{At: time.Second, Control: "mistake", Keys: []string{"Enter", "Home", "Enter"}}},
				Look:     Words{"There.", "저기."},
			}},
		},
		Proof: &Proof{Measure: PathError, Over: 4 * time.Second, At: 8 * time.Second, Times: 3, One: 0.01},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !got.Shows("arena/raw") || got.Shows("arena/interpolated") || got.Tasks() != 1 {
		t.Error("it does not know what it shows, or how many tasks it has")
	}
	if w := got.Title; w.In("ko") != "모두" || w.In("en") != "All" || w.In("fr") != "All" {
		t.Error("the languages of the title are mixed up")
	}
}

// TestParseOwnKinds: a lesson may speak of the kinds that its scenario defines, and of no others.
func TestParseOwnKinds(t *testing.T) {
	own := `{"name": "own", "duration": "5s", "kinds": [{"name": "glider", "motion": "car"}, {"name": "mule", "motion": "walker"}],
    "entities": [{"kind": "mule", "count": 2}]}`
	data := strings.ReplaceAll(strings.Replace(whole, `"plain"`, own, 1), "drone", "mule")
	l, err := Parse([]byte(data), nil)
	if err != nil {
		t.Fatal(err)
	}
	goals := l.Steps[2].Task.Goals
	if goals[0].Kind != 1 || goals[2].Of != 1 || l.Scenario.Settings.Policies[1].Delay != 120*time.Millisecond {
		t.Errorf("the goals are of kinds %d and %d, want both of 1", goals[0].Kind, goals[2].Of)
	}
	for old, says := range map[string]string{
		`"kind": "mule", "over"`: `no kind is called "drone"`,
		`"of": "mule"`:           `delay has no "drone"`,
		`"mule": "120ms"`:        `delay has no "drone", want glider or mule`,
	} {
		if _, err := Parse([]byte(strings.Replace(data, old, strings.Replace(old, "mule", "drone", 1), 1)), nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", old, err, says)
		}
	}
}

// A scenario may stand in the lesson itself; the seed and the settings of the lesson are
// put into it.
func TestParseScenarioInline(t *testing.T) {
	inline := `{"name": "own", "seed": 3, "duration": "5s", "entities": [{"kind": "car", "count": 2}],
    "settings": {"loss": "1%"}, "script": [{"at": "2s", "fault": "blackout"}]}`
	data := strings.Replace(whole, `"plain"`, inline, 1)
	l, err := Parse([]byte(data), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &l.Scenario
	if s.Name != "own" || s.Seed != 9 || s.Settings.Down.Loss != 10_000 || s.Settings.SendRate != 20*config.Hertz || len(s.Script) != 1 {
		t.Errorf("the run is %+v", s)
	}
	for old, want := range map[string]string{
		`"count": 2`:    `"count": "2"`,
		`"1%"`:          `"1"`,
		`"blackout"`:    `"blakout"`,
		`"name": "own"`: `"nme": "own"`,
	} {
		_, err := Parse([]byte(strings.Replace(data, old, want, 1)), nil)
		faults, ok := err.(config.FileErrors)
		if !ok || len(faults) == 0 || faults[0].Line < 5 || faults[0].Line > 6 || !strings.HasPrefix(faults[0].Text, "scenario: ") {
			t.Errorf("%s: %v, want faults in its lines, 5 or 6", want, err)
		}
	}
}

// A step's settings are those of the lesson and of the steps before, and its own; it is in the full
// view unless it says otherwise.
func TestParseSteps(t *testing.T) {
	steps := strings.NewReplacer(
		`"show": ["link/rate", "arena/raw"]`, `"show": ["link/rate", "arena/raw"], "view": "simple", "settings": {"loss": "3%"}`,
		`{"en": "Do.", "ko": "하십시오."},`, `{"en": "Do.", "ko": "하십시오."}, "settings": {"jitter": "7ms"}, "view": "full",`)
	data := steps.Replace(whole)
	l, err := Parse([]byte(data), scenarioNamed)
	if err != nil {
		t.Fatal(err)
	}
	first, last := l.Scenario.Settings, l.Scenario.Settings
	config.MustSetting("loss").SetAll(&first, 30_000)
	config.MustSetting("loss").SetAll(&last, 30_000)
	config.MustSetting("jitter").SetAll(&last, int64(7*time.Millisecond))
	if *l.Steps[0].Settings != first || l.Steps[1].Settings != nil || *l.Steps[2].Settings != last {
		t.Error("the steps have other settings")
	}
	if !l.Steps[0].Simple || l.Steps[1].Simple || l.Steps[2].Simple {
		t.Error("the steps are in other views")
	}
	for step, want := range []bool{true, true, true} {
		if l.Shown(step, "link/") != want || l.Shown(step, "delay/") || l.Shown(step, "arena/interpolated") {
			t.Errorf("step %d has shown something else", step+1)
		}
	}
	for old, want := range map[string]string{
		`"view": "simple"`: `step 1's view is "small", want simple or full`,
		`"loss": "3%"`:     "loss",
	} {
		wrong := map[string]string{`"view": "simple"`: `"view": "small"`, `"loss": "3%"`: `"loss": "300%"`}[old]
		if _, err := Parse([]byte(strings.Replace(data, old, wrong, 1)), scenarioNamed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Each thing that can be wrong is one line, which names what and where.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		old, new string
		line     int
		want     string
	}{
		{`"order": 5,`, `"order": 5`, 4, "after object key:value pair"},
		{`"order": 5`, `"ordre": 5`, 3, `has no field "ordre", did you mean order?`},
		{`"order": 5`, `"order": 5, "order": 6`, 3, `has the field "order" twice`},
		{`"order": 5`, `"order": 5.5`, 3, "order is 5.5, want a whole number from 0 to 9999"},
		{`"order": 5`, `"order": "5"`, 3, `order is "5", want a whole number`},
		{`"lesson": "all-of-it"`, `"lesson": "All of it"`, 2, `lesson is "All of it", want small letters`},
		{`  "lesson": "all-of-it",`, ``, 1, `the lesson has no "lesson"`},
		{`"title": {"en": "All", "ko": "모두"}`, `"title": "All"`, 4, "title is a text, want an object"},
		{`"ko": "모두"`, `"ko": ""`, 4, "title in Korean is empty"},
		{`, "ko": "모두"`, ``, 4, `title has no "ko"`},
		{`"plain"`, `"plane"`, 5, `no scenario is called "plane"`},
		{`"seed": 9`, `"seed": -9`, 6, "seed is -9, want a whole number"},
		{`"seed": 9`, `"seed": 9, "lose": "4-2"`, 6, `lose: "4-2" ends before it begins`},
		{`"seed": 9`, `"seed": 9, "lose": "4", "spare": "3-4"`, 5, `packet 4 is in both lose and spare`},
		{`"rate": "20hz"`, `"rate": "20"`, 7, `rate "20" needs a unit`},
		{`"rate": "20hz"`, `"rat": "20hz"`, 7, `no setting is called "rat"`},
		{`"rate": "20hz"`, `"rate": "128hz"`, 7, "above the tick rate"},
		{`"drone": "120ms"`, `"drome": "120ms"`, 7, `delay has no "drome"`},
		{`"rate": "20hz"`, `"rate": "20hz", "engine": "mirror"`, 7, "both engine and mistake are given"},
		{`"show": ["link/rate", "arena/raw"]`, `"show": []`, 9, "show has 0 entries, want 1 to 16"},
		{`"show": ["link/rate", "arena/raw"]`, `"show": [7]`, 9, "show is a number, want a text"},
		{`"show": ["link/rate", "arena/raw"]`, `"question": {}, "task": {}`, 9, "both a question and a task"},
		{`, {"en": "B", "ko": "나"}`, ``, 13, "choices has 1 entries, want 2 to 4"},
		{`"answer": 2`, `"answer": 3`, 14, "answer is 3, want a whole number from 1 to 2"},
		{`"because": {"en": "So.", "ko": "그래서."}`, `"because": null`, 15, "because is null, want an object"},
		{`"measure": "underruns"`, `"measure": "underrun"`, 22, `no measure is called "underrun", did you mean underruns`},
		{`"kind": "drone", "over"`, `"kind": "dron", "over"`, 22, `no kind is called "dron"`},
		{`"over": "10s"`, `"over": "20s"`, 22, "over is 20s, want 1s to 15s"},
		{`"over": "10s", `, ``, 22, `goal 1 has no "over"`},
		{`"at_most": 0`, `"at_most": "0"`, 22, `goal 1 is "0", want a number`},
		{`"at_most": 0`, `"at_most": 0, "is": 1`, 22, "two bounds"},
		{`, "at_most": 0`, ``, 22, `no "at_most", "at_least" or "is"`},
		{`"lens": "comparison"`, `"lens": "comparisons"`, 23, `no lens is called "comparisons"`},
		{`"lens": "comparison"`, `"kind": "car"`, 23, "roughness of one kind is not measured"},
		{`"2.5m/s"`, `"2.5m"`, 23, `"2.5m" is not understood, want a number such as "3m/s"`},
		{`"2.5m/s"`, `2.5`, 23, `is 2.5, want a text such as "3m/s"`},
		{`"setting": "delay"`, `"setting": "dely"`, 24, `no setting is called "dely"`},
		{`"is": "130ms"`, `"is": "9s"`, 24, "delay 9s is out of range"},
		{`"of": "drone"`, `"of": "down"`, 24, `delay has no "down"`},
		{`{"setting": "rate", "at_least": "20hz"}`, `{"rate": "20hz"}`, 25, `wants a "measure" or a "setting"`},
		{`"type": "30hz"}`, `"type": "30hz", "keys": ["A"]}`, 27, `wants either "type" or "keys"`},
		{`"control": "link/rate", "type"`, `"type"`, 27, "types without a control"},
		{`"keys": ["B"]`, `"keys": ["b"]`, 27, `no key is called "b"`},
		{`{"at": "2s", "keys"`, `{"at": "0.5s", "keys"`, 27, "before the one it follows"},
		{`"wrong": [`, `"wrogn": [`, 20, `has no "wrong"`},
		{`"times": 3`, `"times": 1`, 33, "times is 1, want a whole number from 2"},
		{`"at": "8s"`, `"at": "12s"`, 33, "proof's at is 12s, want 4s to 10s"},
		{`, "one": "0.01m"`, ``, 33, `proof has no "one"`},
		{`"measure": "path-error"`, `"measure": "bits"`, 33, "is not a measure of a lens"},
		{`, "mistake": "no-cap"`, ``, 33, "no mistake is set"},
		{`"one": "0.01m"}` + "\n}", `"one": "0.01m"}`, 33, "the file ends too early"},
		{`"one": "0.01m"}` + "\n}", `"one": "0.01m"}` + "\n}\n1", 35, "something follows the end"},
	} {
		if !strings.Contains(whole, c.old) {
			t.Fatalf("%q is not in the lesson", c.old)
		}
		_, err := Parse([]byte(strings.Replace(whole, c.old, c.new, 1)), scenarioNamed)
		var faults config.FileErrors
		if !errors.As(err, &faults) {
			t.Errorf("%q: %v, want a fault", c.new, err)
			continue
		}
		found := false
		for _, f := range faults {
			found = found || f.Line == c.line && strings.Contains(f.Text, c.want)
			if strings.Contains(f.Error(), "\n") {
				t.Errorf("%q is more than a line", f.Error())
			}
		}
		if !found {
			t.Errorf("%q: %v\nwant %q in line %d", c.new, err, c.want, c.line)
		}
	}
}

// All faults are told, by their lines.
func TestAllFaults(t *testing.T) {
	data := strings.NewReplacer(`"order": 5`, `"order": -5`, `"answer": 2`, `"answer": 0`, `"20s"`, `"x"`, `"ko": "저기."`, `"jp": "-"`).Replace(whole)
	_, err := Parse([]byte(data), scenarioNamed)
	want := []int{3, 14, 29, 29} // "jp" is unknown, and "ko" is missing
	var got []int
	for _, f := range err.(config.FileErrors) {
		got = append(got, f.Line)
	}
	if !reflect.DeepEqual(got, want) || strings.Count(err.Error(), "\n") != len(want)-1 {
		t.Errorf("faults in lines %v, want %v:\n%v", got, want, err)
	}
}

func TestTooLargeAndTooDeep(t *testing.T) {
	if _, err := Parse(make([]byte, MaxSize+1), nil); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a file that is too large: %v", err)
	}
	if _, err := Parse([]byte(strings.Repeat("[", 1000)), nil); err == nil || !strings.Contains(err.Error(), "deep") {
		t.Errorf("values that nest too deep: %v", err)
	}
}

func TestIsLesson(t *testing.T) {
	for data, want := range map[string]bool{
		whole: true, `{"lesson": 1}`: true, `{"lesson": "x", "steps": [`: true,
		`{"name": "default", "entities": []}`: false, `[]`: false, ``: false, `{`: false,
	} {
		if got := IsLesson([]byte(data)); got != want {
			t.Errorf("%.40q is a lesson: %v, want %v", data, got, want)
		}
	}
}

func TestLoad(t *testing.T) {
	named := func(id string, order string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.NewReplacer("all-of-it", id, `"order": 5`, `"order": `+order).Replace(whole))}
	}
	scenario := &fstest.MapFile{Data: []byte(`{"name": "plain", "seed": 1, "duration": "5s", "entities": [{"kind": "car", "count": 1}]}`)}
	fsys := fstest.MapFS{"scenarios/plain.json": scenario, "lessons/a.json": named("zebra", "2"), "lessons/b.json": named("ape", "2"), "lessons/c.json": named("cat", "1")}
	all, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, l := range all {
		ids = append(ids, l.ID)
	}
	if want := []string{"cat", "ape", "zebra"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("lessons %v, want %v", ids, want)
	}
	if l, err := Find(all, "ape"); err != nil || l.ID != "ape" {
		t.Errorf("found %v, %v", l, err)
	}
	if _, err := Find(all, "zebr"); err == nil || !strings.Contains(err.Error(), "zebra") {
		t.Errorf("a mistyped name: %v", err)
	}
	fsys["lessons/d.json"] = &fstest.MapFile{Data: []byte("{")}
	if _, err := Load(fsys); err == nil || !strings.Contains(err.Error(), "lessons/d.json: line 1") {
		t.Errorf("a faulty file: %v", err)
	}
}

// FuzzParse: whatever the bytes, there is a valid lesson or faults with lines, and never
// a panic.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"lesson": "x", "title": {"en": "a", "ko": "b"}, "scenario": {"name": "y"}, "steps": [{}]}`))
	f.Add([]byte("[[[{\"a\":\n1e999}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse(data, scenarioNamed)
		if err == nil {
			if err := l.Scenario.Validate(); err != nil || len(l.Steps) == 0 || l.ID == "" {
				t.Errorf("a lesson without %v", err)
			}
			return
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, fault := range err.(config.FileErrors) {
			if fault.Line < 1 || fault.Line > lines || fault.Text == "" {
				t.Errorf("fault %+v of %d lines", fault, lines)
			}
		}
	})
}

package export

import (
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
)

// syntax says for each form what marks a comment, and what the lines look like that are
// none.
var syntax = map[string]struct{ mark, line string }{
	"source":            {"//", `^\w+ [0-9.]+( // .+)?$`},
	"goldsrc":           {"//", `^\w+ [0-9.]+( // .+)?$`},
	"quake3":            {"//", `^seta \w+ -?[0-9]+( // .+)?$`},
	"mirror":            {"//", `^(var )?[\w.]+ = [\w.]+;( // .+)?$`},
	"unity-entities":    {"//", `^((var )?[\w.]+ = [\w. ]+(\(\))?;( // .+)?|\w+\.EntityManager\.CreateSingleton\(\w+\);)$`},
	"unity-gameobjects": {"//", `^[\w.]+ = [\w.]+;( // .+)?$`},
	"lightyear":         {"//", `^(\w+ \{|    \w+: ([0-9]+\.0|[\w:]+\([0-9]+\)),( // .+)?|    \.\.default\(\)|\})$`},
	"geckos":            {"//", `^(const \w+ = new \w+\([0-9.]+\)|\w+(\.\w+)+\([0-9]+\))( // .+)?$`},
	"netfox":            {";", `^(\[\w+\]|[\w/]+=[0-9]+)$`},
	"godot":             {"#", `^\$\w+\.\w+ = [0-9.]+( # .+)?$`},
}

// Whatever is exported has the form that its reader wants, and names the units, the zero
// of the delay and the program's version.
func TestExportsParse(t *testing.T) {
	for _, form := range Forms() {
		text := written(t, exported(), form.Name)
		for _, want := range []string{"demo v1.2.3", "the fastest packet"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", form.Name, want)
			}
		}
		if form.Extension == "" {
			t.Errorf("%s has no extension", form.Name)
		}
		switch form.Name {
		case "json":
			var v map[string]any
			if err := json.Unmarshal([]byte(text), &v); err != nil || v["version"] != "demo v1.2.3" || v["delay_zero"] != config.DelayZero {
				t.Errorf("json: %v, version %v, zero %v", err, v["version"], v["delay_zero"])
			}
			if delays := v["settings"].(map[string]any)["delay"].(map[string]any); delays["drone"] != "182ms" {
				t.Errorf("json: drones have a delay of %v, want it with its unit, 182ms", delays["drone"])
			}
		case "csv":
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil || !strings.HasSuffix(rows[0][1], "_ms") || !strings.HasSuffix(rows[0][8], "_m") {
				t.Errorf("csv: %v, head %q", err, rows[0])
			}
		case "markdown":
			if !strings.Contains(text, "| kind | delay_ms |") {
				t.Error("markdown has no units in its head")
			}
		default:
			checkEngine(t, form, text)
		}
	}
}

func checkEngine(t *testing.T, form Form, text string) {
	t.Helper()
	want, ok := syntax[form.Name]
	if !ok || form.Title == "" {
		t.Errorf("%s has no title, or is not known here", form.Name)
		return
	}
	if !strings.Contains(text, "All times in ms unless a setting says otherwise") {
		t.Errorf("%s does not say its units", form.Name)
	}
	settings := 0
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, want.mark):
		case regexp.MustCompile(want.line).MatchString(line):
			settings++
		default:
			t.Errorf("%s: %q is neither a comment nor a setting", form.Name, line)
		}
	}
	if settings < 1 {
		t.Errorf("%s has %d settings", form.Name, settings)
	}
	if strings.Count(text, "{") != strings.Count(text, "}") || strings.Count(text, "(") != strings.Count(text, ")") {
		t.Errorf("%s: brackets are left open", form.Name)
	}
}

// The JSON plays the same run again, with a script, whatever the seed, and whether the
// recommended delays are taken home or those in use.
func TestExportedJSONPlaysTheSameRun(t *testing.T) {
	digest := func(s config.Scenario) uint64 {
		session, err := measure.NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(4 * time.Second)
		return session.Digest()
	}
	for _, seed := range []uint64{1, 1<<64 - 1} {
		e := exported()
		e.Scenario.Settings.Down.Outage = 120 * time.Millisecond
		e.Scenario.Settings.Policies[world.Car].Blend = 1
		later := e.Scenario.Settings
		later.Down.Loss = 300_000
		e.Scenario.Script = []config.Timed{{At: 2 * time.Second, Settings: later}, {At: 3 * time.Second, Settings: later, Fault: config.Fault{Kind: config.Blackout, Amount: int64(300 * time.Millisecond)}}}
		e.Scenario.Seed = seed
		e.Scenario.Settings.Policies[world.Car].Delay = 150_300 * time.Microsecond
		e.Scenario.Settings.Policies[world.Drone].Tuning = interp.Adaptive
		for name, used := range map[string]bool{"recommended": false, "in use": true} {
			e.InUse = used
			played := e.Scenario
			if !used {
				settings := played.Settings
				for i := range e.Advice.Kinds {
					k, _ := (*world.Kinds)(nil).Parse(e.Advice.Kinds[i].Kind)
					settings.Policies[k].Delay, settings.Policies[k].Tuning = time.Duration(e.Advice.Kinds[i].DelayMS)*time.Millisecond, interp.ByHand
				}
				played.Rebase(settings)
			}
			read, err := config.ParseScenario([]byte(written(t, e, "json")))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := digest(read), digest(played); got != want {
				t.Errorf("%s, seed %d: the file's run has the digest %016x, want %016x", name, seed, got, want)
			}
			if read.Version != e.Version {
				t.Errorf("version %q, want %q", read.Version, e.Version)
			}
		}
	}
}

// Delays in use are taken home in whole milliseconds, with what they cost.
func TestAdviceInUse(t *testing.T) {
	a := &study.Advice{Met: true, Kinds: []study.KindAdvice{
		{Kind: "car", DelayMS: 130, Met: true, Recommended: study.Cost{Underruns: 1}, InUse: study.Cost{DelayMS: 187.2, Underruns: 9}},
		{Kind: "ball", DelayMS: 140, Met: true, InUseMet: true, InUse: study.Cost{DelayMS: 200}},
	}}
	used := a.InUse()
	for i, want := range []study.KindAdvice{{DelayMS: 188, Recommended: study.Cost{DelayMS: 187.2, Underruns: 9}}, {DelayMS: 200, Met: true, Recommended: study.Cost{DelayMS: 200}}} {
		if k := used.Kinds[i]; k.DelayMS != want.DelayMS || k.Met != want.Met || k.Recommended != want.Recommended {
			t.Errorf("%s: %+v, want %+v", k.Kind, k, want)
		}
	}
	if used.Met || !a.Met || a.Kinds[0].DelayMS != 130 {
		t.Error("the budget is not kept by the delays in use, and the advice stays what it was")
	}
}

// What was set by hand is not said to be recommended.
func TestDelaysAsTheyWereSet(t *testing.T) {
	e := exported()
	e.InUse = true
	for i := range e.Advice.Kinds {
		e.Advice.Kinds[i].InUse.DelayMS = 200
	}
	text := written(t, e, "mirror")
	for _, want := range []string{"Interpolation delays as they were set, by demo v1.2.3", "They do not keep to this.", "walker    200 ms", "drone     200 ms"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	if e.Advice.Kinds[1].DelayMS != 182 {
		t.Error("writing it changed the advice")
	}
}

// A file whose delays count from another zero is not taken for one of ours.
func TestAnotherZeroIsRefused(t *testing.T) {
	text := strings.Replace(written(t, exported(), "json"), config.DelayZero, "the server's present", 1)
	_, err := config.ParseScenario([]byte(text))
	if err == nil || !strings.Contains(err.Error(), `delay_zero is "the server's present", want "the fastest packet's view of the server"`) {
		t.Errorf("error is %v", err)
	}
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
)

// settingFlags are the flags that say what to run, the same for every command.
type settingFlags struct {
	Scenario string  `group:"run" placeholder:"default" default:"default" help:"What to run, by name, or a file of your own (FILE.json). It says every setting that no flag says. Those: ${scenarios}."`
	Text     string  `group:"run" name:"run" placeholder:"TEXT" help:"A run as a text, as the window copies it, in place of a scenario. The other flags change it."`
	Lesson   string  `group:"run" placeholder:"NAME" help:"The run of a lesson in place of a scenario, by name, or of a file of your own (FILE.json); the window and pictures show the lesson too. demo lesson lists them."`
	Seed     *string `group:"run" placeholder:"N" help:"Chooses the world, the network's chances and the phase of the display: a whole number."`
	Duration *string `group:"run" placeholder:"20s" help:"How long a run lasts."`

	Network *string `group:"link" placeholder:"'bad Wi-Fi'" help:"A link that people know by name; the flags below change it. Those: ${networks}."`

	traceFlags

	lesson *lesson.Lesson // that of Lesson, once it is read

	// Values has a []string for each setting of the lab, in their order.
	Values kong.Plugins `embed:""`
}

// settingGroups are the headings of the flags in the help, by the settings' scope.
var settingGroups = []kong.Group{
	{Key: "run", Title: "Settings of a run (shown are the defaults; a unit is part of the value; what the scenario's script changes later, it changes):"},
	{Key: "link", Title: "Settings of the link (one direction: down=VALUE or up=VALUE; may be repeated):"},
	{Key: "trace", Title: "A measured link:"},
	{Key: "budget", Title: "The budget:"},
	{Key: "kind", Title: "Settings of playback (one kind: " + kindExample + "; may be repeated):"},
}

const kindExample = "drone=VALUE"

var groupOf = [...]string{config.PerSession: "run", config.PerDirection: "link", config.PerKind: "kind"}

// newSettingFlags makes the flags from the settings, whose names, units and texts
// exist only there.
func newSettingFlags() *settingFlags {
	var fields []reflect.StructField
	for i, s := range config.AllSettings() {
		help := s.Help
		if s.Unit == config.Choice {
			help = strings.TrimSuffix(help, ".") + ": " + strings.Join(s.Choices, ", ") + "."
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Setting%d", i),
			Type: reflect.TypeFor[[]string](),
			Tag: reflect.StructTag(fmt.Sprintf(`name:%q group:%q help:%q placeholder:%q sep:"none"`,
				s.Name, groupOf[s.Scope], help, s.Format(s.Default))),
		})
	}
	return &settingFlags{Values: kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}}
}

// assignment is one flag as it was given.
type assignment struct {
	setting *config.Setting
	text    string
}

// assignments returns the flags that were given, by setting and in each in the order
// of the command line.
func (f *settingFlags) assignments() []assignment {
	var given []assignment
	values := reflect.ValueOf(f.Values[0]).Elem()
	for i, s := range config.AllSettings() {
		for _, text := range values.Field(i).Interface().([]string) {
			given = append(given, assignment{&s, text})
		}
	}
	return given
}

// scenario returns what to run: the scenario with every flag applied.
func (f *settingFlags) scenario() (config.Scenario, error) {
	given := f.assignments()
	for _, a := range given {
		if a.many() {
			return config.Scenario{}, usage("--%s %s is several values, which only demo sweep takes", a.setting.Name, a.text)
		}
	}
	return f.scenarioWith(given)
}

// scenarioWith is scenario with some of the flags.
func (f *settingFlags) scenarioWith(given []assignment) (config.Scenario, error) {
	s, err := f.base()
	if err != nil {
		return s, err
	}
	if f.Seed != nil {
		if s.Seed, err = strconv.ParseUint(*f.Seed, 10, 64); err != nil {
			return s, usage("seed %q is not understood, want a whole number from 0 to %d", *f.Seed, uint64(1<<64-1))
		}
	}
	if f.Duration != nil {
		d, err := config.ParseValue(config.Duration, *f.Duration)
		if err != nil {
			return s, usage("duration %w", err)
		}
		if d <= 0 || d > int64(config.MaxDuration) {
			return s, usage("duration %s is out of range, want more than 0s and at most 24h (86400s)", *f.Duration)
		}
		s.Duration = time.Duration(d)
	}
	settings := s.Settings
	if f.Network != nil {
		if err := applyNetwork(*f.Network, &settings); err != nil {
			return s, err
		}
	}
	var comparison config.OneComparison
	for _, a := range given {
		if err := comparison.Given(a.setting.Name, a.text); err != nil {
			return s, usageError{err}
		}
		if err := a.setting.Assign(&settings, a.text); err != nil {
			return s, usageError{err}
		}
	}
	if err := settings.Validate(); err != nil {
		return s, usageError{err}
	}
	s.Rebase(settings)
	if err := s.Validate(); err != nil {
		return s, bare(err)
	}
	return s, f.follow(&s, filepath.Dir(f.Scenario))
}

// base returns what the other flags change.
func (f *settingFlags) base() (config.Scenario, error) {
	switch {
	case f.Text != "" && f.Scenario != "default":
		return config.Scenario{}, usage("both --run and --scenario are given, want one of them")
	case f.Lesson != "" && (f.Text != "" || f.Scenario != "default"):
		return config.Scenario{}, usage("--lesson says what to run, and so does --run or --scenario: want one of them")
	case f.Lesson != "":
		l, err := loadLesson(f.Lesson)
		if err != nil {
			return config.Scenario{}, err
		}
		f.lesson = l
		return l.Scenario, nil
	case f.Text == "":
		return loadScenario(f.Scenario)
	}
	s, err := config.ParseRun(assets.FS, f.Text)
	if err != nil {
		return s, usage("--run is %w", err)
	}
	return s, nil
}

// namesFile reports whether something is a file of the user's, and not a name of what the
// program carries with it.
func namesFile(name string) bool {
	return strings.HasSuffix(name, ".json") || strings.ContainsRune(name, '/') || strings.ContainsRune(name, os.PathSeparator)
}

// loadScenario reads one of the scenarios that the program carries with it, or a file.
func loadScenario(name string) (config.Scenario, error) {
	if !namesFile(name) {
		s, err := config.LoadScenario(assets.FS, name)
		if err != nil {
			return s, bare(err)
		}
		return s, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return config.Scenario{}, fmt.Errorf("can't read %s: %w", name, cause(err))
	}
	s, err := config.ParseScenario(data)
	if err != nil {
		return s, usage("%s: %w", name, err)
	}
	return s, nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
)

// settingFlags are the flags that say what to run, the same for every command. They are a
// config.Request: a flag that is not given is nil.
type settingFlags struct {
	Scenario *string `group:"run" placeholder:"default" help:"What to run, by name, or a file of your own (FILE.json). It says every setting that no flag says. Those: ${scenarios}."`
	Text     *string `group:"run" name:"run" placeholder:"TEXT" help:"A run as a text, as the window copies it, in place of a scenario. The other flags change it."`
	Lesson   *string `group:"run" placeholder:"NAME" help:"The run of a lesson in place of a scenario, by name, or of a file of your own (FILE.json); the window and pictures show the lesson too. demo lesson lists them."`
	Seed     *string `group:"run" placeholder:"N" help:"Chooses the world, the network's chances and the phase of the display: a whole number."`
	Duration *string `group:"run" placeholder:"20s" help:"How long a run lasts."`

	AsShipped bool `group:"run" help:"Send and simulate as often as the engine of --engine does by default. Without it the engine plays on this link."`

	Lose  *string `group:"link" placeholder:"12,40-45" help:"Packets from the server that are lost, by their numbers from 1 on: no other packet's fate or time changes. none for none."`
	Spare *string `group:"link" placeholder:"17" help:"Packets from the server that are not lost, whatever chance, a trace or a fault would do to them. A full queue drops them all the same."`

	Network *string `group:"link" placeholder:"'bad Wi-Fi'" help:"A link that people know by name; the flags below change it. Those: ${networks}."`

	Trace *string `group:"trace" placeholder:"FILE" help:"A measured trace for the link from the server to follow: what demo link reads. It sets jitter, loss and outage; the latency stays as it is set."`
	Flow  *string `group:"trace" placeholder:"N" help:"Which flow of the file to read: a number, or a part of its name (the one with the most packets)."`
	Seq   *string `group:"trace" placeholder:"u16be@6" help:"Where a datagram of a capture has its sequence number: bits, byte order, @ byte of the payload, % and a number if it starts again before its bits do."`
	Clock *string `group:"trace" placeholder:"u32le@8/ms" help:"Where it has the sender's clock: the same with a unit (s, ms, us, ns, or a frequency such as 90000hz)."`
	Unit  *string `group:"trace" placeholder:"ms" help:"The unit of a table's times that says none: s, ms, us or ns."`
	Halve bool    `group:"trace" help:"Give the link half of the variation of round trips, instead of all of it."`

	Motion     *string `group:"motion" name:"motion" placeholder:"FILE" help:"A recording for the entities to move by: what demo motion reads. Its kinds are the run's."`
	MotionMap  *string `group:"motion" name:"motion-map" placeholder:"FIELD=COLUMN[:UNIT],…" help:"Which columns are which fields, where their names do not say it: time, frame, id, kind, x, y, z, yaw, pitch, roll, qx, qy, qz, qw, state, teleport, longitude, latitude."`
	MotionUnit *string `group:"motion" name:"motion-unit" placeholder:"1m" help:"The length of the unit of its positions, such as 1.905cm or 1yd."`
	MotionUp   *string `group:"motion" name:"motion-up" placeholder:"z" help:"Its axis that points up: z, y or -z."`
	MotionRate *string `group:"motion" name:"motion-rate" placeholder:"64hz" help:"How many of its ticks or frames there are in a second, where it has no times."`
	MotionFrom *string `group:"motion" name:"motion-from" placeholder:"0s" help:"Leave out what is before, counted from its start."`
	MotionTo   *string `group:"motion" name:"motion-to" placeholder:"TIME" help:"Leave out what is after."`
	MotionOnly *string `group:"motion" name:"motion-only" placeholder:"NAME,…" help:"Leave out all entities but these."`

	lesson *lesson.Lesson // that of Lesson, once it is read

	// Values has a []string for each setting of the lab, in their order, and one for each
	// part of a budget after them.
	Values kong.Plugins `embed:""`
}

// settingGroups are the headings of the flags in the help, by the settings' scope.
var settingGroups = []kong.Group{
	{Key: "run", Title: "Settings of a run (shown are the defaults; a unit is part of the value; what the scenario's script changes later, it changes):"},
	{Key: "link", Title: "Settings of the link (one direction: down=VALUE or up=VALUE; may be repeated):"},
	{Key: "trace", Title: "A measured link:"},
	{Key: "motion", Title: "Recorded motion:"},
	{Key: "budget", Title: "The budget for which delays are recommended (one kind: " + kindExample + "; may be repeated):"},
	{Key: "kind", Title: "Settings of playback (one kind: " + kindExample + "; may be repeated):"},
}

const kindExample = "drone=VALUE"

var groupOf = [...]string{config.PerSession: "run", config.PerDirection: "link", config.PerKind: "kind", config.PacketsAndKinds: "run"}

// budgetHelp says what the parts of a budget are.
var budgetHelp = map[string]string{
	"underruns":      "How often a kind may be in underrun: a number for each min, s or h.",
	"underrun-share": "Which share of the time a kind may be in underrun. It holds together with --underruns.",
	"correction":     "How far a drawn entity may jump when data resumes: 95 % of the corrections at most this (m, cm or mm), or how far it may turn (deg), or both, with a comma.",
	"error":          "How far what is drawn may be from the truth of now: in 95 % of the frames at most this (m, cm or mm).",
	"max-latency":    "How old what is drawn may be at most, latency and delay together.",
	"longest-gap":    "For how long nothing may arrive without an underrun.",
}

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
	for i, p := range config.BudgetParts {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Budget%d", i),
			Type: reflect.TypeFor[[]string](),
			Tag:  reflect.StructTag(fmt.Sprintf(`name:%q group:"budget" help:%q placeholder:%q sep:"none"`, p.Name, budgetHelp[p.Name], p.Example)),
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

// budget returns the parts of the budget that were given.
func (f *settingFlags) budget() (request config.Request) {
	values, first := reflect.ValueOf(f.Values[0]).Elem(), len(config.AllSettings())
	for i, p := range config.BudgetParts {
		for _, text := range values.Field(first + i).Interface().([]string) {
			request = append(request, config.Assignment{Name: p.Name, Value: text})
		}
	}
	return request
}

// open opens a file, - for the standard input.
func open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// requestEnvironment is where a request of the command line finds what it names.
func requestEnvironment() config.Environment {
	return config.Environment{Carried: assets.FS, Open: open}
}

// scenario returns what to run: the scenario with every flag applied.
func (f *settingFlags) scenario() (config.Scenario, error) {
	return f.scenarioWith(f.assignments(), f.traceOptions())
}

// scenarioWith is scenario with some of the flags.
func (f *settingFlags) scenarioWith(given []assignment, others config.Request) (config.Scenario, error) {
	request := append(others, requestOf(map[string]*string{
		"scenario": f.Scenario, "run": f.Text, "lesson": f.Lesson, "seed": f.Seed, "duration": f.Duration, "lose": f.Lose, "spare": f.Spare, "network": f.Network, "trace": f.Trace, "motion": f.Motion,
	})...)
	request = append(request, f.motionOptions()...)
	if f.AsShipped {
		request = append(request, config.Assignment{Name: "as-shipped", Value: "true"})
	}
	for _, a := range given {
		if a.many() {
			return config.Scenario{}, usage("--%s %s is several values, which only demo sweep takes", a.setting.Name, a.text)
		}
		request = append(request, config.Assignment{Name: a.setting.Name, Value: a.text})
	}
	s, l, err := lesson.Resolve(requestEnvironment(), append(request, f.budget()...))
	f.lesson = l
	return s, requestError(err)
}

// traceOptions returns the flags that say how to read a trace.
func (f *settingFlags) traceOptions() config.Request {
	options := map[string]*string{"flow": f.Flow, "seq": f.Seq, "clock": f.Clock, "unit": f.Unit}
	if yes := "true"; f.Halve {
		options["halve"] = &yes
	}
	return requestOf(options)
}

// motionOptions returns the flags that say how to read a recording of motion.
func (f *settingFlags) motionOptions() config.Request {
	return requestOf(map[string]*string{
		"motion-map": f.MotionMap, "motion-unit": f.MotionUnit, "motion-up": f.MotionUp, "motion-rate": f.MotionRate,
		"motion-from": f.MotionFrom, "motion-to": f.MotionTo, "motion-only": f.MotionOnly,
	})
}

// requestOf returns a request for the flags that are given. Their order means nothing.
func requestOf(flags map[string]*string) (request config.Request) {
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if value := flags[name]; value != nil {
			request = append(request, config.Assignment{Name: name, Value: *value})
		}
	}
	return request
}

// durationFlag reads the value of a flag.
func durationFlag(name, text string, to *time.Duration) error {
	v, err := config.ParseValue(config.Duration, text)
	if err != nil {
		return usage("%s %w", name, err)
	}
	*to = time.Duration(v)
	return nil
}

// requestError makes an error about a request one of the command line, but for that of a
// file that can't be read.
func requestError(err error) error {
	if err == nil || errors.As(err, new(config.ReadError)) {
		return err
	}
	return usageError{err}
}

// networkNames lists the networks for the help.
func networkNames() string {
	networks, _ := config.LoadNetworks(assets.FS) // a test reads them
	var names []string
	for i := range networks {
		names = append(names, networks[i].Name)
	}
	return strings.Join(names, ", ")
}

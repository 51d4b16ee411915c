package lesson

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"snaplab/game/config"
)

// Limits of a lesson.
const (
	maxSteps   = 12
	maxNames   = 16
	maxActions = 16
	maxOrder   = 9999
	// MaxSize bounds a lesson's file in bytes.
	MaxSize = 1 << 18
)

var plainName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Parse reads a lesson. It is strict: an unknown field, a missing text, a value without
// its unit or out of range is an error. The error is config.FileErrors: all that is wrong, by
// line. scenario finds a scenario by its name.
func Parse(data []byte, scenario func(name string) (config.Scenario, error)) (Lesson, error) {
	if len(data) > MaxSize {
		return Lesson{}, config.FileErrors{{Line: 1, Text: fmt.Sprintf("the file has %d bytes, want at most %d", len(data), MaxSize)}}
	}
	root, err := config.ParseJSON(data)
	if err != nil {
		return Lesson{}, err
	}
	r := reader{scenario: scenario}
	l := r.lesson(&root)
	if errs := r.Errors(); len(errs) > 0 {
		return Lesson{}, errs
	}
	return l, nil
}

// IsLesson reports whether a file is meant for a lesson.
func IsLesson(data []byte) bool {
	root, err := config.ParseJSON(data)
	if err == nil {
		return root.Get("lesson") != nil
	}
	return bytes.Contains(data, []byte(`"lesson"`)) && bytes.Contains(data, []byte(`"steps"`))
}

// reader reads the parts of a lesson's file.
type reader struct {
	config.Reader
	scenario func(name string) (config.Scenario, error)
}

// words reads a text in both languages; nil is nothing.
func (r *reader) words(n *config.Node, field string) (w Words) {
	if n == nil || !r.Fields(n, field, "en", "ko") {
		return w
	}
	w.English = r.Text(r.Need(n, field, "en"), field+" in English")
	w.Korean = r.Text(r.Need(n, field, "ko"), field+" in Korean")
	return w
}

// names reads a list of texts.
func (r *reader) names(n *config.Node, field string) (names []string) {
	items := r.List(n, field, 1, maxNames)
	for i := range items {
		names = append(names, r.Text(&items[i], field))
	}
	return names
}

func (r *reader) lesson(n *config.Node) (l Lesson) {
	const what = "the lesson"
	if !r.Fields(n, what, "lesson", "order", "title", "scenario", "seed", "lose", "spare", "settings", "steps", "proof") {
		return l
	}
	if id := r.Need(n, what, "lesson"); id != nil {
		if l.ID = r.Text(id, "lesson"); !plainName.MatchString(l.ID) {
			r.Fail(id.Line, "lesson is %q, want small letters, digits and hyphens", l.ID)
		}
	}
	l.Order = int(r.Whole(n.Get("order"), "order", 0, maxOrder))
	l.Title = r.words(r.Need(n, what, "title"), "title")
	if at := r.Need(n, what, "scenario"); at != nil {
		l.Scenario = r.run(at, n)
	}
	if at := r.Need(n, what, "steps"); at != nil {
		steps, settings := r.List(at, "steps", 1, maxSteps), l.Scenario.Settings
		for i := range steps {
			l.Steps = append(l.Steps, r.step(&steps[i], fmt.Sprintf("step %d", i+1), &settings))
		}
	}
	if at := n.Get("proof"); at != nil {
		l.Proof = r.proof(at, &l.Scenario)
	}
	return l
}

// run reads the scenario, by its name or as one in the form of a scenario's file, and
// puts the lesson's seed and settings into it.
func (r *reader) run(at, lesson *config.Node) config.Scenario {
	var s config.Scenario
	if at.IsObject() {
		var inline config.Reader
		s = inline.Scenario(at)
		for _, e := range inline.Errors() {
			r.Fail(e.Line, "scenario: %s", e.Text)
		}
		if len(inline.Errors()) > 0 {
			return placeholder()
		}
	} else {
		var err error
		if s, err = r.scenario(r.Text(at, "scenario")); err != nil {
			r.Fail(at.Line, "scenario: %s", reason(err))
			return placeholder()
		}
	}
	r.Kinds = s.Settings.Kinds // those that goals may name
	if seed := lesson.Get("seed"); seed != nil {
		s.Seed = r.Seed(seed)
	}
	if lose := lesson.Get("lose"); lose != nil {
		s.Lose = r.Packets(lose, "lose")
	}
	if spare := lesson.Get("spare"); spare != nil {
		s.Spare = r.Packets(spare, "spare")
	}
	settings := s.Settings
	set := lesson.Get("settings")
	r.Settings(set, "settings", &settings)
	if err := settings.Validate(); err != nil && set != nil {
		r.Fail(set.Line, "settings: %v", err)
		return s
	}
	s.Rebase(settings)
	if err := s.Validate(); err != nil {
		r.Fail(at.Line, "scenario: %s", reason(err))
	}
	return s
}

// placeholder is a scenario to read the rest of a lesson against whose own can't be read,
// so that nothing else is reported for that.
func placeholder() config.Scenario {
	s := config.DefaultScenario()
	s.Settings.Comparison = 1
	return s
}

// reason returns what is wrong with a scenario without saying that it is one.
func reason(err error) string {
	return strings.TrimPrefix(err.Error(), config.ErrScenario.Error()+": ")
}

// step reads a step. settings are those of the step before, and then its own.
func (r *reader) step(n *config.Node, what string, settings *config.Settings) (s Step) {
	if !r.Fields(n, what, "text", "show", "view", "settings", "question", "task") {
		return s
	}
	if at := n.Get("settings"); at != nil {
		set := *settings
		r.Settings(at, what+"'s settings", &set)
		if err := set.Validate(); err != nil {
			r.Fail(at.Line, "%s's settings: %v", what, err)
		} else {
			*settings, s.Settings = set, &set
		}
	}
	if at := n.Get("view"); at != nil {
		switch name := r.Text(at, what+"'s view"); name {
		case "simple", "full":
			s.Simple = name == "simple"
		default:
			r.Fail(at.Line, "%s's view is %q, want simple or full", what, name)
		}
	}
	s.Text = r.words(r.Need(n, what, "text"), what+"'s text")
	s.Show = r.names(n.Get("show"), what+"'s show")
	question, task := n.Get("question"), n.Get("task")
	if question != nil && task != nil {
		r.Fail(task.Line, "%s has both a question and a task, want a step for each", what)
	}
	if question != nil {
		s.Question = r.question(question, what+"'s question")
	}
	if task != nil {
		s.Task = r.task(task, what+"'s task")
	}
	return s
}

func (r *reader) question(n *config.Node, what string) *Question {
	if !r.Fields(n, what, "choices", "answer", "because") {
		return nil
	}
	q := new(Question)
	choices := r.List(r.Need(n, what, "choices"), what+"'s choices", 2, 4)
	for i := range choices {
		q.Choices = append(q.Choices, r.words(&choices[i], fmt.Sprintf("choice %d", i+1)))
	}
	if at := r.Need(n, what, "answer"); at != nil {
		q.Answer = int(r.Whole(at, what+"'s answer", 1, int64(max(len(choices), 1)))) - 1
	}
	q.Because = r.words(r.Need(n, what, "because"), what+"'s because")
	return q
}

func (r *reader) task(n *config.Node, what string) *Task {
	if !r.Fields(n, what, "goals", "intended", "wrong", "look") {
		return nil
	}
	t := new(Task)
	goals := r.List(r.Need(n, what, "goals"), what+"'s goals", 1, 4)
	for i := range goals {
		t.Goals = append(t.Goals, r.goal(&goals[i], fmt.Sprintf("goal %d", i+1)))
	}
	t.Intended = r.actions(r.Need(n, what, "intended"), what+"'s intended")
	t.Wrong = r.actions(r.Need(n, what, "wrong"), what+"'s wrong")
	t.Look = r.words(r.Need(n, what, "look"), what+"'s look")
	return t
}

func (r *reader) actions(n *config.Node, what string) (actions []Action) {
	items := r.List(n, what, 1, maxActions)
	last := time.Duration(0)
	for i := range items {
		at := &items[i]
		what := fmt.Sprintf("%s action %d", what, i+1)
		if !r.Fields(at, what, "at", "control", "type", "keys") {
			continue
		}
		a := Action{
			At:      r.Duration(r.Need(at, what, "at"), what+"'s at", 0, time.Minute),
			Control: r.Text(at.Get("control"), what+"'s control"),
			Type:    r.Text(at.Get("type"), what+"'s type"),
			Keys:    r.names(at.Get("keys"), what+"'s keys"),
		}
		if (a.Type == "") == (len(a.Keys) == 0) {
			r.Fail(at.Line, "%s wants either \"type\" or \"keys\"", what)
		}
		if a.Type != "" && a.Control == "" {
			r.Fail(at.Line, "%s types without a control to type into", what)
		}
		for _, k := range a.Keys {
			if !slices.Contains(KeyNames, k) {
				r.Fail(at.Line, "%s: no key is called %q%s", what, k, config.Suggest(k, KeyNames))
			}
		}
		if a.At < last {
			r.Fail(at.Line, "%s is before the one it follows", what)
		}
		last = a.At
		actions = append(actions, a)
	}
	return actions
}

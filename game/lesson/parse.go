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
// its unit or out of range is a fault. The error is Faults: all that is wrong, by line.
// scenario finds a scenario by its name.
func Parse(data []byte, scenario func(name string) (config.Scenario, error)) (Lesson, error) {
	if len(data) > MaxSize {
		return Lesson{}, Faults{{1, fmt.Sprintf("the file has %d bytes, want at most %d", len(data), MaxSize)}}
	}
	root, err := parseTree(data)
	if err != nil {
		return Lesson{}, Faults{err.(Fault)}
	}
	r := reader{data: data, scenario: scenario}
	l := r.lesson(&root)
	if len(r.faults) > 0 {
		return Lesson{}, r.faults.sorted()
	}
	return l, nil
}

// IsLesson reports whether a file is meant for a lesson.
func IsLesson(data []byte) bool {
	root, err := parseTree(data)
	if err == nil {
		return root.get("lesson") != nil
	}
	return bytes.Contains(data, []byte(`"lesson"`)) && bytes.Contains(data, []byte(`"steps"`))
}

func (r *reader) lesson(n *node) (l Lesson) {
	const what = "the lesson"
	if !r.fields(n, what, "lesson", "order", "title", "scenario", "seed", "settings", "steps", "proof") {
		return l
	}
	if id := r.need(n, what, "lesson"); id != nil {
		if l.ID = r.text(id, "lesson"); !plainName.MatchString(l.ID) {
			r.fault(id, "lesson is %q, want small letters, digits and hyphens", l.ID)
		}
	}
	l.Order = int(r.whole(n.get("order"), "order", 0, maxOrder))
	l.Title = r.words(r.need(n, what, "title"), "title")
	if at := r.need(n, what, "scenario"); at != nil {
		l.Scenario = r.run(at, n)
	}
	if at := r.need(n, what, "steps"); at != nil {
		steps := r.list(at, "steps", 1, maxSteps)
		for i := range steps {
			l.Steps = append(l.Steps, r.step(&steps[i], fmt.Sprintf("step %d", i+1)))
		}
	}
	if at := n.get("proof"); at != nil {
		l.Proof = r.proof(at, &l.Scenario)
	}
	return l
}

// run reads the scenario, by its name or as one in the form of a scenario's file, and
// puts the lesson's seed and settings into it.
func (r *reader) run(at, lesson *node) config.Scenario {
	var s config.Scenario
	var err error
	if at.isObject() {
		// The lines before it are kept, so that an error has the file's line.
		before := bytes.Repeat([]byte("\n"), at.line-1)
		s, err = config.ParseScenario(append(before, r.data[at.from:at.to]...))
	} else {
		s, err = r.scenario(r.text(at, "scenario"))
	}
	if err != nil {
		r.faults = append(r.faults, r.scenarioFault(at, err))
		// What follows is read against some scenario, so that only this is said.
		s = config.DefaultScenario()
		s.Settings.Comparison = 1
		return s
	}
	if seed := lesson.get("seed"); seed != nil {
		s.Seed = uint64(r.whole(seed, "seed", 0, 1<<53))
	}
	settings := s.Settings
	r.settings(lesson.get("settings"), &settings)
	if err := settings.Validate(); err != nil {
		r.fault(lesson.get("settings"), "settings: %v", err)
		return s
	}
	s.Rebase(settings)
	if err := s.Validate(); err != nil {
		r.faults = append(r.faults, r.scenarioFault(at, err))
	}
	return s
}

var lineOfError = regexp.MustCompile(`^line (\d+): `)

// scenarioFault is what is wrong with a scenario, with the line that the error has.
func (r *reader) scenarioFault(at *node, err error) Fault {
	text := strings.TrimPrefix(err.Error(), config.ErrScenario.Error()+": ")
	f := Fault{at.line, "scenario: " + text}
	if m := lineOfError.FindStringSubmatch(text); m != nil {
		fmt.Sscan(m[1], &f.Line)
		f.Text = "scenario: " + text[len(m[0]):]
	}
	return f
}

// settings reads settings by name, each a value or an object of them by qualifier.
func (r *reader) settings(n *node, into *config.Settings) {
	if n == nil {
		return
	}
	if !n.isObject() {
		r.fault(n, "settings is %s, want an object", n.what())
		return
	}
	assign := func(v *node, s *config.Setting, qualifier string) {
		text := r.text(v, s.Name)
		if text == "" {
			return
		}
		if qualifier != "" && qualifier != "all" {
			text = qualifier + "=" + text
		}
		if err := s.Assign(into, text); err != nil {
			r.fault(v, "settings: %v", err)
		}
	}
	for i := range n.members {
		m := &n.members[i]
		s, err := config.FindSetting(m.name)
		if err != nil {
			r.faults = append(r.faults, Fault{m.line, fmt.Sprintf("settings: %v", err)})
			continue
		}
		if !m.isObject() {
			assign(&m.node, s, "")
			continue
		}
		for j := range m.members {
			assign(&m.members[j].node, s, m.members[j].name)
		}
	}
}

func (r *reader) step(n *node, what string) (s Step) {
	if !r.fields(n, what, "text", "show", "question", "task") {
		return s
	}
	s.Text = r.words(r.need(n, what, "text"), what+"'s text")
	s.Show = r.names(n.get("show"), what+"'s show")
	question, task := n.get("question"), n.get("task")
	if question != nil && task != nil {
		r.fault(task, "%s has both a question and a task, want a step for each", what)
	}
	if question != nil {
		s.Question = r.question(question, what+"'s question")
	}
	if task != nil {
		s.Task = r.task(task, what+"'s task")
	}
	return s
}

func (r *reader) question(n *node, what string) *Question {
	if !r.fields(n, what, "choices", "answer", "because") {
		return nil
	}
	q := new(Question)
	choices := r.list(r.need(n, what, "choices"), what+"'s choices", 2, 4)
	for i := range choices {
		q.Choices = append(q.Choices, r.words(&choices[i], fmt.Sprintf("choice %d", i+1)))
	}
	if at := r.need(n, what, "answer"); at != nil {
		q.Answer = int(r.whole(at, what+"'s answer", 1, int64(max(len(choices), 1)))) - 1
	}
	q.Because = r.words(r.need(n, what, "because"), what+"'s because")
	return q
}

func (r *reader) task(n *node, what string) *Task {
	if !r.fields(n, what, "goals", "intended", "wrong", "look") {
		return nil
	}
	t := new(Task)
	goals := r.list(r.need(n, what, "goals"), what+"'s goals", 1, 4)
	for i := range goals {
		t.Goals = append(t.Goals, r.goal(&goals[i], fmt.Sprintf("goal %d", i+1)))
	}
	t.Intended = r.actions(r.need(n, what, "intended"), what+"'s intended")
	t.Wrong = r.actions(r.need(n, what, "wrong"), what+"'s wrong")
	t.Look = r.words(r.need(n, what, "look"), what+"'s look")
	return t
}

func (r *reader) actions(n *node, what string) (actions []Action) {
	items := r.list(n, what, 1, maxActions)
	last := time.Duration(0)
	for i := range items {
		at := &items[i]
		what := fmt.Sprintf("%s action %d", what, i+1)
		if !r.fields(at, what, "at", "control", "type", "keys") {
			continue
		}
		a := Action{
			At:      r.duration(r.need(at, what, "at"), what+"'s at", 0, time.Minute),
			Control: r.text(at.get("control"), what+"'s control"),
			Type:    r.text(at.get("type"), what+"'s type"),
			Keys:    r.names(at.get("keys"), what+"'s keys"),
		}
		if (a.Type == "") == (len(a.Keys) == 0) {
			r.fault(at, "%s wants either \"type\" or \"keys\"", what)
		}
		if a.Type != "" && a.Control == "" {
			r.fault(at, "%s types without a control to type into", what)
		}
		for _, k := range a.Keys {
			if !slices.Contains(KeyNames, k) {
				r.fault(at, "%s: no key is called %q%s", what, k, config.Suggest(k, KeyNames))
			}
		}
		if a.At < last {
			r.fault(at, "%s is before the one it follows", what)
		}
		last = a.At
		actions = append(actions, a)
	}
	return actions
}

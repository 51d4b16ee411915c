// Package lesson reads lessons and checks what they ask for.
//
// A lesson is a file that a teacher can write: a few steps of plain sentences about a
// run of the lab, some with a question to answer before looking, some with a task whose
// goals are measured on the run. The format is described in assets/lessons/README.md.
//
// Nothing here reads a clock or a file; the bytes of a lesson and what finds a scenario
// by its name are given. Goals are read from a measure.Run and change nothing in it.
package lesson

import (
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"time"

	"snaplab/game/config"
)

// Words is a text in the languages that the window speaks.
type Words struct{ English, Korean string }

// In returns the text in a language by its code: "ko" for Korean, English otherwise.
func (w *Words) In(language string) string {
	if language == "ko" {
		return w.Korean
	}
	return w.English
}

// Lesson is one lesson. Parse makes it; a zero one has no steps.
type Lesson struct {
	// ID is its name in lower case with hyphens.
	ID string
	// Order is its place in the list: the lower the earlier.
	Order int
	Title Words
	// Scenario is the run that it is about, with the lesson's seed and settings.
	Scenario config.Scenario
	// Steps are at least one.
	Steps []Step
	// Proof is what shows the mistake that the lesson is about, nil if it is about
	// none.
	Proof *Proof
}

// Step is one page: a text, with a question or a task or neither.
type Step struct {
	Text Words
	// Show names the controls and views that it speaks of, which are marked: a
	// control by its identifier, such as "link/jitter", a view as in Views.
	Show []string
	// Question is what is to be predicted, Task what is to be done; at most one
	// of them is there.
	Question *Question
	Task     *Task
	// Settings come into force when the step is gone to, nil for none.
	Settings *config.Settings
	// Simple says that the step is in the window's simple view, of which only that appears
	// what this step or one before it shows.
	Simple bool
}

// TourID is the name of the lesson that is the tour.
const TourID = "tour"

// Question is a choice to make before looking.
type Question struct {
	Choices []Words // 2 to 4
	Answer  int     // index of the right one
	Because Words
}

// Task is what is to be achieved.
type Task struct {
	// Goals must all be met at once.
	Goals []Goal
	// Intended is one way to achieve it, and Wrong one that looks plausible and
	// does not. Their times count from the beginning of the run.
	Intended, Wrong []Action
	// Look says what to look at when it is achieved.
	Look Words
}

// Action is a use of the keyboard.
type Action struct {
	// At is the simulation time at which it is done.
	At time.Duration
	// Control has the keyboard for it, by its identifier; "" for none.
	Control string
	// Type is typed, and Enter after it, if it is not empty.
	Type string
	// Keys are pressed one after another: names of KeyNames.
	Keys []string
}

// Proof compares the mistake that is set with the right way, the interpolated lens, on
// the same packets.
type Proof struct {
	Measure Measure
	// Over is the time measured, which ends At.
	Over, At time.Duration
	// Times is how many times as much the mistake's measure is at least. Where the
	// right way's is less than One, it counts as One.
	Times, One float64
}

// Views are the names by which steps show what is no control.
var Views = []string{"arena/raw", "arena/interpolated", "arena/extrapolated", "arena/comparison", "packets", "buffer", "curve", "verdict"}

// KeyNames are the names of keys that actions press.
var KeyNames = keyNames()

func keyNames() []string {
	names := []string{"Tab", "Enter", "Escape", "Space", "Delete", "Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"}
	for c := 'A'; c <= 'Z'; c++ {
		names = append(names, string(c))
	}
	for c := '0'; c <= '9'; c++ {
		names = append(names, string(c))
	}
	return names
}

// Shows reports whether a step of the lesson shows a control or view.
func (l *Lesson) Shows(name string) bool {
	for i := range l.Steps {
		if slices.Contains(l.Steps[i].Show, name) {
			return true
		}
	}
	return false
}

// Shown reports whether a step, or one before it, shows something whose name begins with a
// prefix.
func (l *Lesson) Shown(step int, prefix string) bool {
	for i := range l.Steps[:step+1] {
		if slices.ContainsFunc(l.Steps[i].Show, func(name string) bool { return strings.HasPrefix(name, prefix) }) {
			return true
		}
	}
	return false
}

// Tasks returns the number of its tasks.
func (l *Lesson) Tasks() int {
	n := 0
	for i := range l.Steps {
		if l.Steps[i].Task != nil {
			n++
		}
	}
	return n
}

const lessonDir = "lessons"

// Load reads the lessons of a file system, in their order. The error names the first
// file that is wrong.
func Load(fsys fs.FS) ([]Lesson, error) {
	files, err := fs.Glob(fsys, lessonDir+"/*.json")
	if err != nil {
		return nil, err
	}
	var lessons []Lesson
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		l, err := Parse(data, Scenarios(fsys))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		lessons = append(lessons, l)
	}
	Sort(lessons)
	return lessons, nil
}

// Sort orders lessons by Order, and those of one by ID.
func Sort(lessons []Lesson) {
	sort.SliceStable(lessons, func(i, j int) bool {
		a, b := &lessons[i], &lessons[j]
		return a.Order < b.Order || a.Order == b.Order && a.ID < b.ID
	})
}

// Scenarios returns what finds the scenarios of a file system, for Parse.
func Scenarios(fsys fs.FS) func(name string) (config.Scenario, error) {
	return func(name string) (config.Scenario, error) { return config.LoadScenario(fsys, name) }
}

// Find returns the lesson of a name, or an error that names the nearest ones.
func Find(lessons []Lesson, id string) (*Lesson, error) {
	var ids []string
	for i := range lessons {
		if lessons[i].ID == id {
			return &lessons[i], nil
		}
		ids = append(ids, lessons[i].ID)
	}
	hint := config.Suggest(id, ids)
	if hint == "" && len(ids) > 0 {
		hint = ", want for example " + strings.Join(ids[:min(len(ids), 3)], ", ")
	}
	return nil, fmt.Errorf("no lesson is called %q%s", id, hint)
}

// Named returns a lesson by its name or file, for a request: one of those that env.Carried
// has, or a file of the user's where there are any. An error wraps config.FileErrors where
// the file is wrong, and a config.ReadError where it can't be read.
func Named(env *config.Environment, name string) (*Lesson, error) {
	if env.Open == nil || !config.NamesFile(name) {
		lessons, err := Load(env.Carried)
		if err != nil {
			return nil, err
		}
		return Find(lessons, name)
	}
	data, err := env.ReadFile(name)
	if err != nil {
		return nil, err
	}
	l, err := Parse(data, Scenarios(env.Carried))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err.(config.FileErrors).First())
	}
	return &l, nil
}

// Resolve is config.Resolve with lessons. It returns the one that the request is of too,
// nil if it is of none.
func Resolve(env config.Environment, request config.Request) (config.Scenario, *Lesson, error) {
	var found *Lesson
	env.Lesson = func(name string) (s config.Scenario, err error) {
		if found, err = Named(&env, name); err != nil {
			return s, err
		}
		return found.Scenario, nil
	}
	s, err := config.Resolve(env, request)
	return s, found, err
}

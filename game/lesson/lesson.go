package lesson

import (
	"slices"
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

// Step is what is told, asked or given to do at a time.
type Step struct {
	Text Words
	// Show names the controls and views that it speaks of, which are marked: a
	// control by its identifier, such as "link/jitter", a view as in Views.
	Show []string
	// Question is what is to be predicted, Task what is to be done; at most one
	// of them is there.
	Question *Question
	Task     *Task
}

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
var Views = []string{"arena/raw", "arena/interpolated", "arena/extrapolated", "arena/beside", "packets", "buffer", "curve"}

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

// Package undo keeps what the window was before each change of it by hand, to go back to and
// on again.
package undo

import (
	"time"

	"snaplab/game/config"
	"snaplab/ui/lessons"
)

// State is all that a change by hand can change. What is in it must not be changed.
type State struct {
	// Line tells runs apart: of one line are those that differ in what was done by hand.
	Line int
	// Run is what the run was started from, ByHand what was done to it since.
	Run    config.Scenario
	ByHand []config.Timed
	// Start is what a restart begins with, and Budgets what the window recommends delays for.
	Start   config.Scenario
	Budgets config.Budgets
	// Now is where the run is, and Reach the farthest that it has been.
	Now, Reach time.Duration
	// Lesson is the lesson that is on and how far it is, and BeforeLesson the state that
	// leaving it gives back, nil for none.
	Lesson       lessons.State
	BeforeLesson *State
	// Full says that the full view is shown.
	Full bool
}

// Settings returns the settings that were last set by hand, or those of the start.
func (s *State) Settings() config.Settings {
	if n := len(s.ByHand); n > 0 {
		return s.ByHand[n-1].Settings
	}
	return s.Run.Settings
}

// Longest is how many changes can be undone.
const Longest = 4096

// History is the states before changes and after those that were undone. The zero value has
// none.
type History struct {
	past, future []State
	act          int // during which the last change was made, 0 for none that may go on
}

// Changed takes note of a change, with the state before it. act numbers what the user does,
// such as one drag, from 1: all changes of one act are undone together. An act of 0 is one of
// its own.
func (h *History) Changed(before State, act int) {
	h.future = nil
	if act != 0 && act == h.act && len(h.past) > 0 {
		return
	}
	h.act = act
	if len(h.past) == Longest {
		h.past = append(h.past[:0], h.past[1:]...)
	}
	h.past = append(h.past, before)
}

// Undo returns the state before the last change, and whether there is one. now is the present
// state, which Redo returns.
func (h *History) Undo(now State) (State, bool) { return h.move(&h.past, &h.future, now) }

// Redo returns the state that was undone last, and whether there is one since which nothing has
// changed.
func (h *History) Redo(now State) (State, bool) { return h.move(&h.future, &h.past, now) }

func (h *History) move(from, to *[]State, now State) (s State, ok bool) {
	n := len(*from) - 1
	if n < 0 {
		return s, false
	}
	s, *from = (*from)[n], (*from)[:n]
	*to = append(*to, now)
	h.act = 0
	return s, true
}

// Forget forgets all states.
func (h *History) Forget() { *h = History{} }

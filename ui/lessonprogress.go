package ui

import (
	"encoding/json"
	"fmt"
	"slices"

	"snaplab/game/lesson"
)

// Keeper is a Host that keeps something small from one run of the program to the next.
type Keeper interface {
	// Keep keeps data under a name in the place of what was kept under it.
	Keep(name string, data []byte) error
	// Kept returns what is kept under a name, nil if nothing is.
	Kept(name string) ([]byte, error)
}

// progressName is what the progress through the lessons is kept under.
const progressName = "lessons"

// loadLessons reads the lessons and what of them is done, once.
func (a *App) loadLessons() {
	v := &a.lessons
	if v.loaded {
		return
	}
	v.loaded = true
	if a.options.Scenarios != nil {
		var err error
		if v.all, err = lesson.Load(a.options.Scenarios); err != nil {
			a.say(err.Error())
		}
	}
	if host, ok := a.options.Host.(Keeper); ok {
		data, err := host.Kept(progressName)
		if err == nil && data != nil {
			err = json.Unmarshal(data, &v.done)
		}
		if err != nil {
			a.say(fmt.Sprintf(a.model.Text.Lesson.NotKept, err))
		}
	}
}

// achieved reports whether all tasks of the lesson are.
func (v *lessonsView) achieved() bool {
	for i := range v.on.Steps {
		if v.on.Steps[i].Task != nil && !v.solved[i] {
			return false
		}
	}
	return true
}

// finishLesson takes note of a lesson whose last step is reached and whose tasks are
// achieved.
func (a *App) finishLesson() {
	v := &a.lessons
	if !v.achieved() || v.step != len(v.on.Steps)-1 || slices.Contains(v.done, v.on.ID) {
		return
	}
	v.done = append(v.done, v.on.ID)
	slices.Sort(v.done)
	host, ok := a.options.Host.(Keeper)
	if !ok {
		return
	}
	data, err := json.Marshal(v.done)
	if err == nil {
		err = host.Keep(progressName, data)
	}
	if err != nil {
		a.say(fmt.Sprintf(a.model.Text.Lesson.NotKept, err))
	}
}

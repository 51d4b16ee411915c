package ui

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui/im"
)

// lessonsView is the lessons and the one that is on.
type lessonsView struct {
	all    []lesson.Lesson
	loaded bool
	done   []string // the names of those that are finished

	on      *lesson.Lesson // nil for none
	step    int
	answers []int  // of each step: the choice made, or noAnswer, or revealed
	solved  []bool // of each step: its task has been achieved

	of       moment // of the goals
	goals    []goalLine
	layout   lessonLayout
	lines    []string
	buf      []byte
	keys     []im.KeyPress
	controls []string // those that the step shows
	views    []string // and the views
}

const (
	noAnswer = -1
	revealed = -2 // the answer was shown without a choice
)

// StartLesson starts a lesson from its beginning: its run, with its settings and seed.
// An error leaves everything as it was.
func (a *App) StartLesson(l *lesson.Lesson) error {
	a.loadLessons()
	if err := a.Run(l.Scenario); err != nil {
		return err
	}
	v := &a.lessons
	v.on, v.step = l, 0
	v.answers = make([]int, len(l.Steps))
	for i := range v.answers {
		v.answers[i] = noAnswer
	}
	v.solved = make([]bool, len(l.Steps))
	a.playing, a.speed, a.focusKind = true, normalSpeed, -1
	a.controls.forWho = 0
	a.tuning.open = false
	a.ctx.SetFocus("")
	a.showStep()
	return nil
}

// startLesson starts a lesson and says so where it can't be.
func (a *App) startLesson(l *lesson.Lesson) {
	if err := a.StartLesson(l); err != nil {
		a.say(err.Error())
	}
}

// LessonStep goes to a step of the lesson that is on, counted from 0.
func (a *App) LessonStep(n int) {
	v := &a.lessons
	if v.on == nil {
		return
	}
	v.step = min(max(n, 0), len(v.on.Steps)-1)
	a.showStep()
	a.finishLesson()
}

// leaveLesson ends the lesson. The run goes on as it is.
func (a *App) leaveLesson() {
	a.lessons.on = nil
	a.say(a.text.Lesson.Left)
	a.changes++
}

// againLesson sets the lesson's run up anew, at the step that it is at.
func (a *App) againLesson() {
	v := &a.lessons
	if err := a.Run(v.on.Scenario); err != nil {
		a.say(err.Error())
	}
	a.playing = true
}

// nextStep goes on: to the answer of a question that is open, else to the next step, and
// from the last one of a lesson that is achieved to the next lesson.
func (a *App) nextStep() {
	v := &a.lessons
	if q := v.on.Steps[v.step].Question; q != nil && v.answers[v.step] == noAnswer {
		v.answers[v.step] = revealed
		a.changes++
		return
	}
	if v.step == len(v.on.Steps)-1 && v.achieved() {
		a.nextLesson()
		return
	}
	a.LessonStep(v.step + 1)
}

// nextLesson starts the lesson after the one that is on, or shows the list after the last.
func (a *App) nextLesson() {
	v := &a.lessons
	i := slices.IndexFunc(v.all, func(l lesson.Lesson) bool { return l.ID == v.on.ID })
	if i < 0 || i+1 == len(v.all) {
		a.openLessons()
		return
	}
	a.startLesson(&v.all[i+1])
}

// choose answers the question of the step, once.
func (a *App) choose(i int) {
	v := &a.lessons
	q := v.on.Steps[v.step].Question
	if q == nil || i >= len(q.Choices) || v.answers[v.step] != noAnswer {
		return
	}
	v.answers[v.step] = i
	a.changes++
}

// showStep brings what the step speaks of into view.
func (a *App) showStep() {
	v := &a.lessons
	v.of, v.controls, v.views = moment{}, v.controls[:0], v.views[:0]
	for _, name := range v.on.Steps[v.step].Show {
		if slices.Contains(lesson.Views, name) {
			v.views = append(v.views, name)
			continue
		}
		v.controls = append(v.controls, name)
		switch name {
		case "dry/blend", "dry/reckoning", "dry/gap":
			a.controls.underrunPage = whenDrawn
		case "dry/extrapolation", "dry/policy", "dry/smoothing":
			a.controls.underrunPage = whenDry
		}
		a.ctx.Reveal(v.controls[0])
	}
	a.changes++
}

// refresh reads the goals of the step when the other readings are taken, and takes note
// of a task that is achieved.
func (v *lessonsView) refresh(a *App) {
	if v.of == a.moment() {
		return
	}
	v.of, v.goals = a.moment(), v.goals[:0]
	task := v.on.Steps[v.step].Task
	if task == nil {
		return
	}
	met := true
	for i := range task.Goals {
		r := task.Goals[i].Read(a.session)
		v.goals = append(v.goals, a.goalLine(&task.Goals[i], r))
		met = met && r.Met
	}
	if met && !v.solved[v.step] {
		v.solved[v.step] = true
		a.finishLesson()
	}
}

// lessonPages has a presenter's remote turn the pages of a lesson, whatever control has
// the keyboard.
func (a *App) lessonPages() {
	v := &a.lessons
	if v.on == nil || a.lessonCovered() || a.present.blank || a.ctx.WantsKeys() {
		return
	}
	v.keys = v.keys[:0]
	for _, k := range a.in.Keys {
		switch {
		case k.Mods == 0 && k.Key == im.KeyPageDown:
			a.nextStep()
		case k.Mods == 0 && k.Key == im.KeyPageUp:
			a.LessonStep(v.step - 1)
		default:
			v.keys = append(v.keys, k)
		}
	}
	a.in.Keys = v.keys
}

// lessonCovered reports whether the tuning page is in the place of the lesson's panel.
func (a *App) lessonCovered() bool { return a.tuning.open && !a.present.on }

// lessonKey acts on a key that nothing has used, while a lesson is on, and reports
// whether it has.
func (a *App) lessonKey(k im.Key) bool {
	v := &a.lessons
	if v.on == nil || a.lessonCovered() {
		return false
	}
	switch {
	case k >= im.Key1 && k <= im.Key4:
		a.choose(int(k - im.Key1))
	case k == im.KeyRight:
		a.nextStep()
	case k == im.KeyLeft:
		a.LessonStep(v.step - 1)
	default:
		return false
	}
	return true
}

// dropLesson takes a lesson's file, starts it, and puts it into the list.
func (a *App) dropLesson(data []byte) error {
	scenario := func(string) (config.Scenario, error) { return config.Scenario{}, errors.New(a.text.Lesson.NoScenarios) }
	if a.options.Scenarios != nil {
		scenario = lesson.Scenarios(a.options.Scenarios)
	}
	l, err := lesson.Parse(data, scenario)
	if err != nil {
		if faults, ok := err.(config.FileErrors); ok && len(faults) > 1 {
			return fmt.Errorf(a.text.Lesson.MoreFaults, faults[0], len(faults)-1)
		}
		return err
	}
	a.loadLessons()
	return a.StartLesson(a.addLesson(l))
}

// addLesson puts a lesson into the list, in the place of one of the same name, and
// returns it there. The lesson that is on stays what it is.
func (a *App) addLesson(l lesson.Lesson) *lesson.Lesson {
	v := &a.lessons
	all := slices.DeleteFunc(slices.Clone(v.all), func(o lesson.Lesson) bool { return o.ID == l.ID })
	all = append(all, l)
	slices.SortStableFunc(all, lesson.Compare)
	v.all = all
	i := slices.IndexFunc(all, func(o lesson.Lesson) bool { return o.ID == l.ID })
	return &all[i]
}

// isLesson reports whether a file is a lesson's rather than a scenario's.
func isLesson(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) && lesson.IsLesson(data)
}

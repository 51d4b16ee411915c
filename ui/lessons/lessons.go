// Package lessons draws the lesson that is on, step by step, and the list of lessons.
package lessons

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Panel is the lessons and the one that is on. The zero value has none.
type Panel struct {
	all  []lesson.Lesson
	done []string // the names of those that are finished

	on      *lesson.Lesson // nil for none
	step    int
	answers []int  // of each step: the choice made, or noAnswer, or revealed
	solved  []bool // of each step: its task has been achieved

	controls, views []string // those that the step shows

	of     view.Moment // of the goals
	goals  []goalLine
	layout layout
	size   float32 // of the words, in dp
}

const (
	noAnswer = -1
	revealed = -2 // the answer was shown without a choice
)

// Load takes the lessons of a file system, nil for none, and the list of what is done as
// KeepProgress had it, nil for nothing.
func (p *Panel) Load(fsys fs.FS, done []byte) (err error) {
	if fsys != nil {
		if p.all, err = lesson.Load(fsys); err != nil {
			return err
		}
	}
	if done != nil {
		return json.Unmarshal(done, &p.done)
	}
	return nil
}

// All returns the lessons in the order of the list. They belong to the panel.
func (p *Panel) All() []lesson.Lesson { return p.all }

// Add puts a lesson into the list, in the place of one of the same name, and returns it
// there. The lesson that is on stays what it is.
func (p *Panel) Add(l lesson.Lesson) *lesson.Lesson {
	same := func(o lesson.Lesson) bool { return o.ID == l.ID }
	p.all = append(slices.DeleteFunc(slices.Clone(p.all), same), l)
	lesson.Sort(p.all)
	return &p.all[slices.IndexFunc(p.all, same)]
}

// Start puts a lesson on at its first step.
func (p *Panel) Start(l *lesson.Lesson, act *view.Actions) {
	p.on, p.step = l, 0
	p.answers = slices.Repeat([]int{noAnswer}, len(l.Steps))
	p.solved = make([]bool, len(l.Steps))
	p.set(act)
	p.show(act)
}

// set puts the settings in force that the step that it is at has, or else the last one before it
// that has some: of a lesson none of whose steps has any, nothing is changed.
func (p *Panel) set(act *view.Actions) {
	has := func(s *lesson.Step) bool { return s.Settings != nil }
	if !slices.ContainsFunc(p.on.Steps, func(s lesson.Step) bool { return has(&s) }) {
		return
	}
	settings := &p.on.Scenario.Settings
	for i := range p.on.Steps[:p.step+1] {
		if s := &p.on.Steps[i]; has(s) {
			settings = s.Settings
		}
	}
	act.Do(view.PutSettings{Settings: *settings})
}

// State is a lesson that is on with how far it is. The zero value is none.
type State struct {
	on      *lesson.Lesson
	step    int
	answers []int
	solved  []bool
}

// On returns the lesson, nil for none.
func (s *State) On() *lesson.Lesson { return s.on }

// State returns the lesson that is on and how far it is.
func (p *Panel) State() State {
	if p.on == nil {
		return State{}
	}
	return State{p.on, p.step, slices.Clone(p.answers), slices.Clone(p.solved)}
}

// Restore goes on with a lesson where it was.
func (p *Panel) Restore(s State, act *view.Actions) {
	p.on, p.step, p.answers, p.solved = s.on, s.step, slices.Clone(s.answers), slices.Clone(s.solved)
	if p.on != nil {
		p.show(act)
	}
}

// Leave puts no lesson on.
func (p *Panel) Leave() { p.on = nil }

// On returns the lesson that is on, nil if none is, and its step, counted from 0.
func (p *Panel) On() (l *lesson.Lesson, step int) { return p.on, p.step }

// Views returns the names of the views that the step shows.
func (p *Panel) Views() []string {
	if p.on == nil {
		return nil
	}
	return p.views
}

// Controls returns the identifiers of the controls that the step shows.
func (p *Panel) Controls() []string {
	if p.on == nil {
		return nil
	}
	return p.controls
}

// Shows reports whether there is a part of the simple view by now, by its name: one of
// lesson.Views or "controls".
func (p *Panel) Shows(part string) bool {
	if p.on == nil || !p.on.Steps[p.step].Simple {
		return true
	}
	if part == "controls" {
		return p.on.Shown(p.step, "link/") || p.on.Shown(p.step, "delay/")
	}
	return p.on.Shown(p.step, part)
}

// CardHeight returns the height in dp of the card that the panel is drawn in under the bar at the
// top, in the simple view and for the tour; 0 if there is none.
func (p *Panel) CardHeight(simple bool) float32 {
	switch {
	case p.on == nil || !simple && p.on.ID != lesson.TourID:
		return 0
	case p.on.ID == lesson.TourID:
		return 86
	}
	return 170
}

// InBuffersPlace reports whether the panel is where the buffer is, since the lesson speaks
// of the curve.
func (p *Panel) InBuffersPlace() bool { return p.on != nil && p.on.Shows("curve") }

// GoTo goes to a step of the lesson that is on, counted from 0.
func (p *Panel) GoTo(step int, act *view.Actions) {
	if p.on == nil {
		return
	}
	before := p.step
	p.step = min(max(step, 0), len(p.on.Steps)-1)
	if p.step != before {
		p.set(act)
	}
	p.show(act)
	p.finish(act)
}

// Next goes on: to the answer of a question that is open, else to the next step, and
// from the last one of a lesson that is achieved to the next lesson, or to the list.
func (p *Panel) Next(act *view.Actions) {
	last := p.step == len(p.on.Steps)-1
	switch q := p.on.Steps[p.step].Question; {
	case q != nil && p.answers[p.step] == noAnswer:
		p.answers[p.step] = revealed
	case last && p.on.ID == lesson.TourID:
		act.Do(view.LeaveLesson{Full: true})
	case last && p.achieved():
		i := slices.IndexFunc(p.all, func(l lesson.Lesson) bool { return l.ID == p.on.ID })
		if i < 0 || i+1 == len(p.all) {
			act.Do(view.OpenLessons{})
			return
		}
		act.Do(view.StartLesson{Lesson: &p.all[i+1]})
	default:
		p.GoTo(p.step+1, act)
	}
}

// Back goes to the step before.
func (p *Panel) Back(act *view.Actions) { p.GoTo(p.step-1, act) }

// Key acts on a key that nothing has used, while a lesson is on, and reports whether it
// has.
func (p *Panel) Key(k im.Key, act *view.Actions) bool {
	switch {
	case p.on == nil:
		return false
	case k >= im.Key1 && k <= im.Key4:
		p.choose(int(k - im.Key1))
	case k == im.KeyRight:
		p.Next(act)
	case k == im.KeyLeft:
		p.Back(act)
	default:
		return false
	}
	return true
}

// choose answers the question of the step, once.
func (p *Panel) choose(i int) {
	q := p.on.Steps[p.step].Question
	if q != nil && i < len(q.Choices) && p.answers[p.step] == noAnswer {
		p.answers[p.step] = i
	}
}

// show brings what the step speaks of into view.
func (p *Panel) show(act *view.Actions) {
	p.of, p.controls, p.views = view.Moment{}, nil, nil
	for _, name := range p.on.Steps[p.step].Show {
		if slices.Contains(lesson.Views, name) {
			p.views = append(p.views, name)
		} else {
			p.controls = append(p.controls, name)
		}
	}
	act.Do(view.ShowView{Full: !p.on.Steps[p.step].Simple})
	if len(p.controls) > 0 {
		act.Do(view.ShowControls{IDs: p.controls})
	}
}

// achieved reports whether all tasks of the lesson are.
func (p *Panel) achieved() bool {
	for i := range p.on.Steps {
		if p.on.Steps[i].Task != nil && !p.solved[i] {
			return false
		}
	}
	return true
}

// finish takes note of a lesson whose last step is reached and whose tasks are achieved.
func (p *Panel) finish(act *view.Actions) {
	if !p.achieved() || p.step != len(p.on.Steps)-1 || slices.Contains(p.done, p.on.ID) {
		return
	}
	p.done = append(p.done, p.on.ID)
	slices.Sort(p.done)
	data, err := json.Marshal(p.done)
	if err != nil {
		act.Say(fmt.Sprint(err)) // names always have a form
		return
	}
	act.Do(view.KeepProgress{Data: data})
}

// refresh reads the goals of the step when the other readings are taken, and takes note
// of a task that is achieved.
func (fr *frame) refresh() {
	p := fr.p
	if p.of == fr.m.Moment() {
		return
	}
	p.of, p.goals = fr.m.Moment(), nil
	task := p.on.Steps[p.step].Task
	if task == nil {
		return
	}
	met := true
	for i := range task.Goals {
		r := fr.m.Goal(&task.Goals[i])
		p.goals = append(p.goals, fr.goalLine(&task.Goals[i], r))
		met = met && r.Met
	}
	if met && !p.solved[p.step] {
		p.solved[p.step] = true
		p.finish(fr.act)
	}
}

// frame is the panel with the frame that it is drawn in.
type frame struct {
	c   *im.Context
	m   *view.Model
	act *view.Actions
	p   *Panel
}

// Draw draws the step of the lesson that is on.
func (p *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	fr := &frame{c, m, act, p}
	r = view.BeginPanel(c, r)
	fr.refresh()
	head := r.CutTop(24)
	if p.on.ID == lesson.TourID {
		fr.tourButton(&head)
	}
	fr.head(head)
	r.CutTop(4)
	f := flow{frame: fr, at: r, size: fr.size(r), draw: true}
	f.step()
}

// DrawList draws the list of lessons, while it is open, over everything else.
func (p *Panel) DrawList(c *im.Context, m *view.Model, act *view.Actions) {
	(&frame{c, m, act, p}).list()
}

package ui

import (
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/ui/undo"
	"snaplab/ui/view"
)

// state returns what undoing gives back; of what is on its way back, that.
func (a *App) state() undo.State {
	if a.seek.restores != nil {
		return *a.seek.restores
	}
	return undo.State{
		Line: a.line, Run: a.session.Scenario(), ByHand: a.session.ByHand(), Start: a.scenario, Budgets: a.model.Budgets,
		Now: a.session.Now(), Reach: a.model.Reach,
		Lesson: a.lessons.State(), BeforeLesson: a.beforeLesson, Full: a.look.full,
	}
}

// countAct numbers what the user does: from a press of the pointer to its release is one act,
// and so is a key that is held.
func (a *App) countAct() {
	held := len(a.in.Keys) > 0
	for _, k := range a.in.Keys {
		held = held && k.Repeat
	}
	if a.in.Pressed > 0 || !a.in.Down && a.in.Released == 0 && !held {
		a.acts++
	}
}

// noteBudgets takes note of budgets that a frame has changed, for the history.
func (a *App) noteBudgets(before config.Budgets) {
	if state := a.state(); state.Budgets != before && a.seek.restores == nil {
		state.Budgets = before
		a.history.Changed(state, a.acts)
	}
}

// undo goes back to before the last change, redo on to what was undone last.
func (a *App) undo() {
	a.moveTo(a.history.Undo, a.model.Text.Undo.Undone, a.model.Text.Undo.Nothing)
}

func (a *App) redo() {
	a.moveTo(a.history.Redo, a.model.Text.Undo.Redone, a.model.Text.Undo.NothingMore)
}

func (a *App) moveTo(move func(undo.State) (undo.State, bool), done, nothing string) {
	now := a.state()
	then, ok := move(now)
	if !ok {
		a.say(nothing)
		return
	}
	a.restore(then)
	before, after := now.Settings(), then.Settings()
	if list := view.Changes(a.model.Text, &before, &after); len(list) > 0 && now.Line == then.Line {
		done += " " + view.Fill(a.model.Text.Undo.Change, list[0].Name, list[0].Was, list[0].Is)
	}
	a.say(done)
}

// restore goes back to a state. A run of the same line is played to the moment that it is at,
// as though what was undone had never been done; another one to where it was left.
func (a *App) restore(s undo.State) {
	run, err := measure.NewRun(s.Run)
	if err != nil {
		a.say(err.Error())
		return
	}
	run.Repeat(s.ByHand)
	if now := a.state(); now.Line == s.Line {
		s.Now = now.Now
	}
	a.seek.stop()
	a.seek.session, a.seek.to, a.seek.restores = run, s.Now, &s
}

// setLists plays the run again with other lists of packets, as a change that can be undone. A
// restart begins with them too.
func (a *App) setLists(x view.SetLists) {
	before := a.state()
	after := before
	for _, s := range []*config.Scenario{&after.Run, &after.Start} {
		s.Lose, s.Spare = x.Lose, x.Spare
	}
	a.history.Changed(before, 0)
	a.restore(after)
	a.say(x.Said)
}

// restored puts the rest of a state in force, when its run has come to where it goes.
func (a *App) restored(s *undo.State) {
	if err := a.session.RepeatNow(); err != nil {
		a.say(err.Error())
	}
	a.settings = a.session.Settings()
	if a.line != s.Line {
		a.model.Selected = 0
	}
	a.line, a.scenario, a.beforeLesson = s.Line, s.Start, s.BeforeLesson
	a.model.Budgets = s.Budgets
	a.model.Reach = max(s.Reach, a.session.Now())
	if on, _ := a.lessons.On(); on != s.Lesson.On() {
		a.showFull(s.Full)
	}
	a.lessons.Restore(s.Lesson, &a.act)
	a.settle()
}

package ui

import (
	"snaplab/ui/controls"
	"snaplab/ui/recorder"
	"snaplab/ui/view"
)

// settle does what is wanted, and what that wants in its turn.
func (a *App) settle() {
	for x, ok := a.act.Take(); ok; x, ok = a.act.Take() {
		a.do(x)
	}
}

// do does what a panel wanted in the frame.
func (a *App) do(x view.Action) {
	switch x := x.(type) {
	case view.Say:
		a.say(x.Text)
	case view.Play:
		a.model.Playing = x.On
	case view.SetSpeed:
		a.model.Speed = x.Index
	case view.StepTo:
		if x.Back {
			a.stepBack(x.Event)
		} else {
			a.stepTo(x.Event)
		}
	case view.SeekTo:
		a.seekTo(x.At)
	case view.SeekBy:
		a.seekBy(x.By)
	case view.Restart:
		a.restart(x.Seed)
	case view.LoadScene:
		a.loadScene(x.Name)
	case view.Inject:
		a.inject(x.Fault, x.Watch)
	case view.SetLists:
		a.setLists(x)
	case view.ToggleTuning:
		if !a.present.on { // which has no controls to tune with
			a.model.TuningOpen = !a.model.TuningOpen
			a.showFull(true)
		}
	case view.OpenLessons:
		a.loadLessons()
		a.lessons.Open(&a.ctx)
	case view.StartLesson:
		if err := a.StartLesson(x.Lesson); err != nil {
			a.say(err.Error())
		}
	case view.LeaveLesson:
		a.leaveLesson(x.Full)
	case view.StartTour:
		a.startTour()
	case view.DeclineTour:
		a.offersTour = false
	case view.PutSettings:
		a.settings = x.Settings
	case view.ShowView:
		a.showFull(x.Full)
	case view.Undo:
		a.undo()
	case view.Redo:
		a.redo()
	case view.RestartLesson:
		a.restartLesson()
	case view.ShowControls:
		a.showControls(x.IDs)
	case view.KeepProgress:
		a.keep(progressName, x.Data)
	case view.Save:
		a.save(x.Name, x.Data, x.Err)
	case view.SavePicture:
		a.savePicture()
	case view.SaveSettings:
		a.saveSettings()
	case view.OpenFile:
		a.open()
	case view.Copy:
		a.copy(x.Text, x.Done)
	case view.Paste:
		a.paste()
	case view.OpenShare:
		a.openShare()
	case view.PlayText:
		err := a.runFrom(x.Text)
		if err == nil {
			a.ctx.ClosePopup(recorder.SharePopup)
		}
		x.Done(err)
	case view.OpenRecorder:
		a.ctx.OpenPopup(recorder.Popup)
	case view.Record:
		if err := a.record(x); err != nil {
			a.say(err.Error())
		}
	case view.CancelRecording:
		a.recording.Cancel()
		a.say(a.model.Text.Record.Cancelled)
	case view.OpenHelp:
		a.ctx.OpenPopup(controls.HelpPopup)
	case view.OpenLook:
		a.ctx.OpenPopup(controls.LookPopup)
	case view.SetSimple:
		a.setSimple(x.On)
	case view.SetTheme:
		if t, ok := view.ThemeNamed(x.Name); ok {
			a.setTheme(t)
		}
	case view.SetLanguage:
		a.setLanguage(view.LanguageIndex(x.Code))
	case view.SetScale:
		a.setScale(x.Percent)
	case view.SetContrast:
		a.look.contrast = x.On
		a.setTheme(a.base)
	case view.SetCalm:
		a.model.Calm = x.On
	case view.Present:
		a.Present(x.On)
	}
}

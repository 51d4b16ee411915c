package ui

import (
	"snaplab/ui/controls"
	"snaplab/ui/view"
)

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
	case view.ToggleTuning:
		a.toggleTuning()
	case view.OpenLessons:
		a.openLessons()
	case view.StartLesson:
		a.startLesson(x.Lesson)
	case view.LeaveLesson:
		a.leaveLesson()
	case view.RestartLesson:
		a.againLesson()
	case view.Save:
		a.save(x.Name, x.Data, x.Err)
	case view.SavePicture:
		a.savePicture()
	case view.SaveSettings:
		a.saveSettings()
	case view.OpenFile:
		a.open()
	case view.Copy:
		a.copy(x.Text, x.Failed)
	case view.Paste:
		a.paste()
	case view.OpenShare:
		a.openShare()
	case view.PlayText:
		if err := a.runFrom(x.Text); err != nil {
			x.Failed(err)
		}
	case view.OpenRecorder:
		a.ctx.OpenPopup(recordPopup)
	case view.OpenHelp:
		a.ctx.OpenPopup(controls.HelpPopup)
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

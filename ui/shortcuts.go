package ui

import (
	"snaplab/game/config"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/timeline"
	"snaplab/ui/view"
)

// shortcut is a key, with Ctrl for ⌘ too, and what it does.
type shortcut struct {
	key  im.Key
	mods im.Mods
	once bool // not again while the key is held
	do   func(*App)
}

const controlShift = im.ModControl | im.ModShift

// shortcutTable is the shortcuts but for those of the faults, the presentation mode and a
// lesson.
var shortcutTable = []shortcut{
	{im.KeySpace, 0, false, func(a *App) { a.model.Playing = !a.model.Playing }},
	{im.KeyPeriod, 0, false, func(a *App) { a.stepTo(view.Frame) }},
	{im.KeyComma, 0, false, func(a *App) { a.stepTo(view.Tick) }},
	{im.KeyN, 0, false, func(a *App) { a.stepTo(view.Packet) }},
	{im.KeyPeriod, im.ModShift, false, func(a *App) { a.stepBack(view.Frame) }},
	{im.KeyComma, im.ModShift, false, func(a *App) { a.stepBack(view.Tick) }},
	{im.KeyN, im.ModShift, false, func(a *App) { a.stepBack(view.Packet) }},
	{im.KeyLeft, im.ModShift, false, func(a *App) { a.seekBy(-timeline.SeekStep) }},
	{im.KeyRight, im.ModShift, false, func(a *App) { a.seekBy(timeline.SeekStep) }},
	{im.KeyHome, im.ModShift, false, func(a *App) { a.seekTo(0) }},
	{im.KeyEnd, im.ModShift, false, func(a *App) { a.seekTo(a.model.Reach) }},
	{im.KeyMinus, 0, false, func(a *App) { a.stepSpeed(-1) }},
	{im.KeyPlus, 0, false, func(a *App) { a.stepSpeed(1) }},
	{im.KeyPlus, im.ModShift, false, func(a *App) { a.stepSpeed(1) }}, // where + is on a shifted key
	{im.KeyR, 0, false, func(a *App) { a.restart(a.scenario.Seed) }},
	{im.KeyR, im.ModShift, false, func(a *App) { a.restart(a.scenario.Seed + 1) }},

	{im.KeyG, 0, false, func(a *App) { a.arenas.NextTruth() }},
	{im.KeyV, 0, false, func(a *App) { a.arenas.NextCamera() }},
	{im.KeyW, 0, false, func(a *App) { a.arenas.ToggleTrails() }},
	{im.KeyF, 0, true, func(a *App) { a.setSimple(a.look.full) }},
	{im.KeyT, 0, false, func(a *App) { a.act.Do(view.ToggleTuning{}) }},
	{im.KeyL, 0, false, func(a *App) { a.act.Do(view.OpenLessons{}) }},
	{im.KeyI, 0, true, (*App).startTour},
	{im.KeyF1, 0, false, (*App).toggleHelp},
	{im.KeySlash, im.ModShift, false, (*App).toggleHelp},
	{im.KeyEscape, 0, false, (*App).escape},

	{im.KeyT, im.ModShift, false, (*App).nextTheme},
	{im.KeyL, im.ModShift, false, (*App).nextLanguage},
	{im.KeyPlus, im.ModControl, false, func(a *App) { a.stepScale(1) }},
	{im.KeyPlus, controlShift, false, func(a *App) { a.stepScale(1) }},
	{im.KeyMinus, im.ModControl, false, func(a *App) { a.stepScale(-1) }},
	{im.Key0, im.ModControl, false, func(a *App) { a.setScale(100) }},

	{im.KeyZ, im.ModControl, false, (*App).undo},
	{im.KeyZ, controlShift, false, (*App).redo},
	{im.KeyY, im.ModControl, false, (*App).redo},
	{im.KeyS, im.ModControl, true, (*App).savePicture},
	{im.KeyS, controlShift, true, (*App).saveSettings},
	{im.KeyO, im.ModControl, true, (*App).open},
	{im.KeyC, im.ModControl, true, (*App).copyRun},
	{im.KeyV, im.ModControl, true, (*App).paste},
}

// shortcuts acts on the keys that no control has used.
func (a *App) shortcuts() {
	for _, k := range a.ctx.UnusedKeys() {
		if k.Mods&im.ModMeta != 0 {
			k.Mods = k.Mods&^im.ModMeta | im.ModControl
		}
		if k.Mods == 0 && a.modeKey(k.Key) {
			continue
		}
		for i := range shortcutTable {
			if s := &shortcutTable[i]; s.key == k.Key && s.mods == k.Mods && !(s.once && k.Repeat) {
				s.do(a)
			}
		}
		if f, ok := controls.FaultOf(k.Key); ok && k.Mods == 0 && !k.Repeat {
			a.inject(f, a.model.Text.Faults.Watches[f.Kind])
		}
	}
}

// modeKey acts on a key that means something else while a time is sought, in the
// presentation mode or in a lesson, and reports whether it has.
func (a *App) modeKey(k im.Key) bool {
	if k == im.KeyEscape && a.seek.busy() {
		a.seek.stop()
		a.say(a.model.Text.Time.Stopped)
		return true
	}
	return a.presentKey(k) || !a.tuningShown() && a.lessons.Key(k, &a.act)
}

// escape leaves the tuning page, else deselects, else leaves the lesson.
func (a *App) escape() {
	on, _ := a.lessons.On()
	switch {
	case a.tuningShown():
		a.act.Do(view.ToggleTuning{})
	case on != nil && a.model.Selected == 0:
		a.act.Do(view.LeaveLesson{})
	default:
		a.model.Selected = 0
	}
}

// stepSpeed goes n view.Speeds up or down.
func (a *App) stepSpeed(n int) {
	a.model.Speed = min(max(a.model.Speed+n, 0), len(view.Speeds)-1)
}

// toggleHelp shows what the keys do, or not any more.
func (a *App) toggleHelp() {
	if a.ctx.PopupOpen(controls.HelpPopup) {
		a.ctx.ClosePopup(controls.HelpPopup)
	} else {
		a.ctx.OpenPopup(controls.HelpPopup)
	}
}

// loadScene starts a scenario of the list.
func (a *App) loadScene(name string) {
	s, err := config.LoadScenario(a.options.Scenarios, name)
	if err == nil {
		err = a.Run(s)
	}
	if err != nil {
		a.say(err.Error())
	}
}

// inject lets a fault happen, to the kind that is looked at if it is for some, and
// says what to look for.
func (a *App) inject(f config.Fault, watch string) {
	if f.Kind.Info().Parameter == config.OfKind {
		f.Amount = int64(a.model.Focus + 1)
	}
	state := a.state()
	if err := a.session.Inject(f); err != nil {
		a.say(err.Error())
		return
	}
	a.history.Changed(state, 0)
	said := a.model.Text.Faults.Watch + watch
	if a.changed() {
		said += " " + a.model.Text.Time.Branched
	}
	a.say(said)
}

package ui

import (
	"time"

	"snaplab/game/config"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/view"
)

// shortcuts acts on the keys that no control has used.
func (a *App) shortcuts() {
	for _, k := range a.ctx.UnusedKeys() {
		switch k.Mods {
		case 0:
			a.plainKey(k.Key)
			if !k.Repeat {
				if f, ok := controls.FaultOf(k.Key); ok {
					a.inject(f, a.model.Text.Faults.Watches[f.Kind])
				}
			}
		case im.ModShift:
			a.shiftKey(k.Key)
		case im.ModControl, im.ModMeta:
			a.commandKey(k)
		case im.ModControl | im.ModShift, im.ModMeta | im.ModShift:
			switch k.Key {
			case im.KeyS:
				if !k.Repeat {
					a.saveSettings()
				}
			case im.KeyPlus: // where + is on a shifted key
				a.stepScale(1)
			}
		}
	}
}

func (a *App) plainKey(k im.Key) {
	if k == im.KeyEscape && a.seek.busy() {
		a.seek.stop()
		a.say(a.model.Text.Time.Stopped)
		return
	}
	if a.presentKey(k) || !a.tuningShown() && a.lessons.Key(k, &a.act) {
		return
	}
	switch k {
	case im.KeySpace:
		a.model.Playing = !a.model.Playing
	case im.KeyPeriod:
		a.stepTo(view.Frame)
	case im.KeyComma:
		a.stepTo(view.Tick)
	case im.KeyN:
		a.stepTo(view.Packet)
	case im.KeyMinus:
		a.model.Speed = max(a.model.Speed-1, 0)
	case im.KeyPlus:
		a.model.Speed = min(a.model.Speed+1, len(view.Speeds)-1)
	case im.KeyR:
		a.restart(a.scenario.Seed)
	case im.KeyT:
		a.act.Do(view.ToggleTuning{})
	case im.KeyG:
		a.arenas.NextTruth()
	case im.KeyV:
		a.arenas.NextCamera()
	case im.KeyL:
		a.act.Do(view.OpenLessons{})
	case im.KeyW:
		a.arenas.ToggleTrails()
	case im.KeyF1:
		a.toggleHelp()
	case im.KeyEscape:
		if a.tuningShown() {
			a.act.Do(view.ToggleTuning{})
			return
		}
		if on, _ := a.lessons.On(); on != nil && a.model.Selected == 0 {
			a.act.Do(view.LeaveLesson{})
			return
		}
		a.model.Selected = 0
	}
}

func (a *App) commandKey(k im.KeyPress) {
	switch k.Key {
	case im.KeyPlus:
		a.stepScale(1)
	case im.KeyMinus:
		a.stepScale(-1)
	case im.Key0:
		a.setScale(100)
	}
	if k.Repeat {
		return
	}
	switch k.Key {
	case im.KeyS:
		a.savePicture()
	case im.KeyO:
		a.open()
	case im.KeyC:
		a.copyRun()
	case im.KeyV:
		a.paste()
	}
}

func (a *App) shiftKey(k im.Key) {
	switch k {
	case im.KeyR:
		a.restart(a.scenario.Seed + 1)
	case im.KeyL:
		a.nextLanguage()
	case im.KeyLeft:
		a.seekBy(-secondsBack)
	case im.KeyRight:
		a.seekBy(secondsBack)
	case im.KeyHome:
		a.seekTo(0)
	case im.KeyEnd:
		a.seekTo(a.seek.reach)
	case im.KeyPeriod:
		a.stepBack(view.Frame)
	case im.KeyComma:
		a.stepBack(view.Tick)
	case im.KeyN:
		a.stepBack(view.Packet)
	case im.KeySlash:
		a.toggleHelp()
	case im.KeyT:
		a.nextTheme()
	case im.KeyPlus: // where + is on a shifted key
		a.model.Speed = min(a.model.Speed+1, len(view.Speeds)-1)
	}
}

// nextArrival advances until a packet is under way, for a time that no rate exceeds at
// most, and returns when it arrives.
func (a *App) nextArrival() time.Duration {
	const longest = 2 * time.Second
	for end := a.session.NextTick() + longest; ; {
		at, ok := a.session.NextPacket()
		if ok || a.session.NextTick() > end {
			return max(at, a.session.Now())
		}
		a.AdvanceTo(a.session.NextTick())
	}
}

// stepTo pauses and goes on to the next event of a sort. Server, link and client move
// together, as ever.
func (a *App) stepTo(s view.Event) {
	a.model.Playing = false
	if a.seek.busy() {
		return
	}
	t := a.session.NextFrame()
	switch s {
	case view.Tick:
		t = a.session.NextTick()
	case view.Packet:
		t = a.nextArrival()
	}
	a.AdvanceTo(t)
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
	if err := a.session.Inject(f); err != nil {
		a.say(err.Error())
		return
	}
	said := a.model.Text.Faults.Watch + watch
	if a.changed() {
		said += " " + a.model.Text.Time.Branched
	}
	a.say(said)
}

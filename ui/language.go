package ui

import (
	"fmt"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/world"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// texts are the window's texts by view.Languages. New returns textsErr if something is
// wrong with them.
var texts, textsErr = text.Load(assets.FS, view.LanguageCodes()...)

// There are as many names as there are things to be named.
var (
	_ = [config.NumFaults]string(text.FaultsText{}.Names)
	_ = [world.NumKinds]string(text.ControlsText{}.Kinds)
	_ = [game.MaxLenses]string(text.LessonText{}.Lenses)
	_ = [lesson.NumMeasures]string(text.LessonText{}.Measures)
	_ = [netsim.LostFault + 1]string(text.PacketsText{}.Causes)
)

// startIn begins in the language of a code, in the first one for "".
func (a *App) startIn(code string) error {
	if textsErr != nil {
		return textsErr
	}
	if code == "" {
		code = view.Languages[0].Code
	}
	i := view.LanguageIndex(code)
	if i < 0 {
		return fmt.Errorf("no language is called %q%s", code, config.Suggest(code, view.LanguageCodes()))
	}
	a.setLanguage(i)
	return nil
}

// language returns which of view.Languages the window is in.
func (a *App) language() int {
	return view.LanguageIndex(a.model.Language)
}

// setLanguage puts the window into one of view.Languages. What was composed of the texts of
// another is made again when it is next shown.
func (a *App) setLanguage(i int) {
	a.model.Text, a.model.Language = &texts[i], view.Languages[i].Code
	a.ctx.Words = im.Words(a.model.Text.Widgets)
	a.setTheme(a.base)
	a.progress.stale = true
	a.message = message{}
}

// nextLanguage goes to the next language.
func (a *App) nextLanguage() { a.setLanguage((a.language() + 1) % len(view.Languages)) }

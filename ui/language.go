package ui

import (
	"fmt"
	"slices"
	"strings"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/world"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// Language is one that the window's texts are in.
type Language struct {
	Code string // of ISO 639: "en"
	Name string // in the language itself
	Text *text.Text
	// Heading is how headings of groups are written: where there are no capitals to tell
	// them by, larger and heavier.
	Heading raster.Font
}

// Languages are those that can be chosen, the first by default. New returns textsErr if
// something is wrong with their texts.
var Languages, textsErr = func() ([]Language, error) {
	texts, err := text.Load(assets.FS, "en", "ko")
	return []Language{
		{"en", "English", &texts[0], im.DefaultStyle().Heading},
		{"ko", "한국어", &texts[1], raster.Font{Weight: raster.Bold, Size: 11.5}},
	}, err
}()

// There are as many names as there are things to be named.
var (
	_ = [config.NumFaults]string(text.FaultsText{}.Names)
	_ = [world.NumKinds]string(text.ControlsText{}.Kinds)
	_ = [game.MaxLenses]string(text.LessonText{}.Lenses)
	_ = [lesson.NumMeasures]string(text.LessonText{}.Measures)
	_ = [netsim.LostFault + 1]string(text.PacketsText{}.Causes)
	_ = [numQuantities]string(text.CurveText{}.Shows)
)

// languageNames are the languages as they are shown.
var languageNames = func() (names []string) {
	for _, l := range Languages {
		names = append(names, l.Name)
	}
	return names
}()

// LanguageCodes returns the codes of Languages.
func LanguageCodes() (codes []string) {
	for _, l := range Languages {
		codes = append(codes, l.Code)
	}
	return codes
}

// LanguageOf returns the code of the language of a locale or a browser's tag, such as
// "ko_KR.UTF-8" or "ko-KR", "" if the window does not speak it.
func LanguageOf(locale string) string {
	code, _, _ := strings.Cut(strings.NewReplacer("-", "_", ".", "_").Replace(locale), "_")
	for _, known := range LanguageCodes() {
		if strings.EqualFold(code, known) {
			return known
		}
	}
	return ""
}

// startIn begins in the language of a code, in the first one for "".
func (a *App) startIn(code string) error {
	if textsErr != nil {
		return textsErr
	}
	if code == "" {
		code = Languages[0].Code
	}
	i := languageIndex(code)
	if i < 0 {
		return fmt.Errorf("no language is called %q%s", code, config.Suggest(code, LanguageCodes()))
	}
	a.setLanguage(i)
	return nil
}

// languageIndex returns the place in Languages of a code, -1 if it has none.
func languageIndex(code string) int {
	return slices.IndexFunc(Languages, func(l Language) bool { return l.Code == code })
}

// language returns which of Languages the window is in.
func (a *App) language() int {
	return slices.IndexFunc(Languages, func(l Language) bool { return l.Text == a.model.Text })
}

// setLanguage puts the window into one of Languages. What was composed of the texts of
// another is made again when it is next shown.
func (a *App) setLanguage(i int) {
	a.model.Text, a.model.Language = Languages[i].Text, Languages[i].Code
	a.ctx.Words = im.Words(a.model.Text.Widgets)
	a.setTheme(a.base)
	a.controls.name(a.model.Text)
	a.curve.items, a.curve.of, a.curve.tips = nil, view.Moment{}, [len(neededShares)]string{}
	a.faults.made = false
	a.progress.stale = true
	a.message = message{}
}

// nextLanguage goes to the next language.
func (a *App) nextLanguage() { a.setLanguage((a.language() + 1) % len(Languages)) }

// name forgets the names of kinds in another language, and calls scenes and networks by
// theirs in this one.
func (c *controls) name(text *text.Text) {
	c.tips = [world.NumKinds]string{}
	c.who, c.seedLabel = nil, ""
	c.nameScenes(&text.Top)
	c.network.name(&text.Top)
}

// nameScenes calls the scenarios by their names in a language.
func (c *controls) nameScenes(text *text.TopText) {
	c.titles = c.titles[:0]
	for _, name := range c.scenes {
		title, ok := text.Scenes[name]
		if !ok {
			title = name
		}
		c.titles = append(c.titles, title)
	}
}

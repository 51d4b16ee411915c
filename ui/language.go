package ui

import (
	"fmt"
	"slices"
	"strings"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// Language is one that the window's texts are in.
type Language struct {
	Code string // of ISO 639: "en"
	Name string // in the language itself
	Text *Text
	// Heading is how headings of groups are written: where there are no capitals to tell
	// them by, larger and heavier.
	Heading raster.Font
}

// Languages are those that can be chosen, the first by default.
var Languages = []Language{
	{"en", "English", &English, im.DefaultStyle().Heading},
	{"ko", "한국어", &Korean, raster.Font{Weight: raster.Bold, Size: 11.5}},
}

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
	if code == "" {
		code = Languages[0].Code
	}
	i := slices.IndexFunc(Languages, func(l Language) bool { return l.Code == code })
	if i < 0 {
		return fmt.Errorf("no language is called %q%s", code, config.Suggest(code, LanguageCodes()))
	}
	a.setLanguage(i)
	return nil
}

// language returns which of Languages the window is in.
func (a *App) language() int {
	return slices.IndexFunc(Languages, func(l Language) bool { return l.Text == a.text })
}

// languageCode returns the code of the language that the window is in.
func (a *App) languageCode() string { return Languages[max(a.language(), 0)].Code }

// setLanguage puts the window into one of Languages. What was composed of the texts of
// another is made again when it is next shown.
func (a *App) setLanguage(i int) {
	a.text = Languages[i].Text
	a.ctx.Words = a.text.Widgets
	a.setTheme(a.base)
	a.controls.name(a.text)
	a.arenas.unname()
	a.curve.items, a.curve.of, a.curve.tips = nil, moment{}, [len(neededShares)]string{}
	a.faults.made = false
	a.progress.stale = true
	a.message = message{}
	a.readings.stale = true
}

// nextLanguage goes to the next language.
func (a *App) nextLanguage() { a.setLanguage((a.language() + 1) % len(Languages)) }

// name forgets the names of kinds in another language, and calls scenes and networks by
// theirs in this one.
func (c *controls) name(text *Text) {
	c.tips = [world.NumKinds]string{}
	c.who, c.seedLabel = nil, ""
	c.nameScenes(&text.Top)
	c.network.name(&text.Top)
}

// nameScenes calls the scenarios by their names in a language.
func (c *controls) nameScenes(text *TopText) {
	c.titles = c.titles[:0]
	for _, name := range c.scenes {
		title, ok := text.Scenes[name]
		if !ok {
			title = name
		}
		c.titles = append(c.titles, title)
	}
}

// unname forgets the names of entities.
func (v *arenas) unname() {
	v.pick.tag = nameTag{}
}

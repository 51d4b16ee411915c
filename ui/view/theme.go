package view

import (
	"slices"
	"strings"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// Theme is every colour that the application uses beyond those of its widgets. A
// colour never carries a meaning alone: a shape, a dash or a word always says the
// same.
type Theme struct {
	Name  string
	Style im.Style

	// Lens is the colour of what each lens draws.
	Lens [game.MaxLenses]raster.Color
	// Body is the colour of the lit side of what each lens draws.
	Body [game.MaxLenses]raster.Color
	// Truth is the dashed outline of where things really are.
	Truth raster.Color
	// Late, Lost and Good are verdicts: of packets, of buffers, of formulas; Lost is
	// the alarm colour too. They are told from the lens colours, and from each
	// other, by people with any of the three colour deficiencies.
	Late, Lost, Good raster.Color

	Ground, Grid, Shadow raster.Color // the arena's floor
	Plot                 raster.Color // the ground of a plot
	Axis                 raster.Color // lines and ticks of a plot
}

// Themes are the looks that can be chosen, the first by default.
var Themes = []Theme{dark(), light()}

// ThemeNamed returns the theme of a name, and whether there is one.
func ThemeNamed(name string) (Theme, bool) {
	for _, t := range Themes {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

func dark() Theme {
	t := Theme{
		Name:  "dark",
		Style: im.DefaultStyle(),
		Lens: [game.MaxLenses]raster.Color{
			game.Raw:          raster.RGB(0xffb12a),
			game.Interpolated: raster.RGB(0x5da6eb),
			game.Extrapolated: raster.RGB(0x1fdcc0),
			game.Fourth:       raster.RGB(0x8a66fc),
		},
		Truth:  raster.RGB(0xe6ebf2),
		Late:   raster.RGB(0xfff4a4),
		Lost:   raster.RGB(0xff4a90),
		Good:   raster.RGB(0x84a046),
		Ground: raster.RGB(0x10151b),
		Grid:   raster.RGB(0x1c232c),
		Shadow: raster.RGB(0x000000),
		Plot:   raster.RGB(0x10151b),
		Axis:   raster.RGB(0x2a3340),
	}
	t.Body = t.Lens
	t.finish()
	return t
}

func light() Theme {
	t := Theme{
		Name:  "light",
		Style: im.LightStyle(),
		Lens: [game.MaxLenses]raster.Color{
			game.Raw:          raster.RGB(0x996111),
			game.Interpolated: raster.RGB(0x006bcd),
			game.Extrapolated: raster.RGB(0x007066),
			game.Fourth:       raster.RGB(0x4a00ba),
		},
		Truth:  raster.RGB(0x14181f),
		Late:   raster.RGB(0x544b00),
		Lost:   raster.RGB(0xb4005e),
		Good:   raster.RGB(0x275336),
		Ground: raster.RGB(0xeceef2),
		Grid:   raster.RGB(0xd9dde4),
		Shadow: raster.RGB(0x39414d),
		Plot:   raster.RGB(0xf1f2f5),
		Axis:   raster.RGB(0xc9ced7),
	}
	// The colours are dark enough to write in; a solid has its shaded sides to be
	// seen by.
	for l := range t.Body {
		t.Body[l] = raster.Mix(t.Lens[l], raster.RGB(0xffffff), 0.3)
	}
	t.finish()
	return t
}

// finish gives the widgets the theme's own alarm and accent, so that there is one of
// each, and the colours their names in command lists.
func (t *Theme) finish() {
	t.Style.Alarm, t.Style.Accent = t.Lost, t.Lens[game.Interpolated]
	t.Style.Names = []im.NamedColour{
		{Name: "raw", Colour: t.Lens[game.Raw]},
		{Name: "interpolated", Colour: t.Lens[game.Interpolated]},
		{Name: "extrapolated", Colour: t.Lens[game.Extrapolated]},
		{Name: "fourth", Colour: t.Lens[game.Fourth]},
		{Name: "truth", Colour: t.Truth},
		{Name: "late", Colour: t.Late},
		{Name: "lost", Colour: t.Lost},
		{Name: "good", Colour: t.Good},
		{Name: "ground", Colour: t.Ground},
		{Name: "grid", Colour: t.Grid},
		{Name: "plot", Colour: t.Plot},
		{Name: "axis", Colour: t.Axis},
	}
}

// StateColour returns the colour of an entity that a lens draws in a state.
func (t *Theme) StateColour(l game.Lens, s interp.State) raster.Color {
	switch s {
	case interp.Extrapolating:
		return t.Late
	case interp.Held, interp.Stale:
		return t.Lost
	}
	return t.Lens[l]
}

// HighContrast returns the theme with grounds and words as far apart as can be, and
// with edges that can be seen.
func (t Theme) HighContrast() Theme {
	s := &t.Style
	ground, ink := raster.RGB(0x000000), raster.RGB(0xffffff)
	if luma(s.Background) > luma(s.Foreground) {
		ground, ink = ink, ground
	}
	towards := func(share float32) raster.Color { return raster.Mix(ground, ink, share) }
	s.Background, s.Panel, s.Popup, t.Ground, t.Plot = ground, ground, ground, ground, ground
	s.Foreground, s.Fill, t.Truth = ink, ink, ink
	s.Muted = towards(0.8)
	s.PanelBorder, s.PopupBorder, s.Faint, t.Axis = towards(0.55), towards(0.7), towards(0.55), towards(0.5)
	s.Control, s.ControlHover, s.ControlActive = towards(0.16), towards(0.26), towards(0.34)
	s.Track, t.Grid = towards(0.5), towards(0.25)
	t.finish()
	return t
}

// luma is a rough measure of how light a colour is.
func luma(c raster.Color) int { return 2*int(c.R) + 5*int(c.G) + int(c.B) }

// Heading returns how headings of groups are written in a language, by its code: where
// there are no capitals to tell them by, larger and heavier.
func Heading(language string) raster.Font {
	if language == "ko" {
		return raster.Font{Weight: raster.Bold, Size: 11.5}
	}
	return im.DefaultStyle().Heading
}

// Language is one that the window's texts are in.
type Language struct {
	Code string // of ISO 639: "en"
	Name string // in the language itself
}

// Languages are those that can be chosen, the first by default.
var Languages = []Language{{"en", "English"}, {"ko", "한국어"}}

// LanguageCodes returns the codes of Languages.
func LanguageCodes() (codes []string) {
	for _, l := range Languages {
		codes = append(codes, l.Code)
	}
	return codes
}

// LanguageNames returns the names of Languages.
func LanguageNames() (names []string) {
	for _, l := range Languages {
		names = append(names, l.Name)
	}
	return names
}

// LanguageIndex returns the place in Languages of a code, -1 if it has none.
func LanguageIndex(code string) int {
	return slices.IndexFunc(Languages, func(l Language) bool { return l.Code == code })
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

// Scales are the sizes of everything to choose from, in per cent.
var Scales = []int{75, 90, 100, 125, 150, 175, 200}

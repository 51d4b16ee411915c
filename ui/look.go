package ui

import (
	"fmt"
	"math"
	"slices"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/world"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/lessons"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// look is how the window looks other than its theme. The zero value is as designed.
type look struct {
	scale    int  // per cent, one of view.Scales; 0 is 100
	contrast bool // high contrast
	full     bool // the full view rather than the simple one
}

// The window never has fewer dp than this, however large everything is to be.
const smallestWidth, smallestHeight = 800, 450

// percent returns the scale that is chosen.
func (k *look) percent() int {
	if k.scale == 0 {
		return 100
	}
	return k.scale
}

// device is the window in device pixels.
type device struct {
	width, height int
	scale         float32 // device pixels in a dp at 100 %
}

// presentZoom is how many times as large as designed everything is in the presentation mode.
func (d *device) presentZoom() float32 {
	return min(float32(d.width)/layout.PresentationWidth, float32(d.height)/layout.PresentationHeight) / d.scale
}

// largest returns the largest scale that leaves the window enough dp, in per cent; at
// least 100, since a smaller window than that has been allowed.
func (d *device) largest() int {
	fits := min(float64(d.width)/smallestWidth, float64(d.height)/smallestHeight) / float64(d.scale)
	return max(100, int(math.Floor(100*fits)))
}

// zoom returns how many times as large as designed everything is.
func (a *App) zoom() float32 {
	if a.present.on {
		return a.device.presentZoom()
	}
	return float32(min(a.look.percent(), a.device.largest())) / 100
}

// resize fits the canvas and the layout to the window and the scale.
func (a *App) resize() {
	a.canvas.Resize(a.device.width, a.device.height, a.device.scale*a.zoom())
	if a.present.on {
		a.places = layout.Presentation(a.canvas.Bounds(), a.model.Lenses(), a.present.page != presentPackets)
	} else {
		divide := layout.Simple
		switch {
		case a.look.full:
			divide = layout.Window
		case a.onlyArenas():
			divide = layout.Arenas
		}
		if card := a.cardHeight(); card > 0 {
			a.places = layout.WithCard(a.canvas.Bounds(), a.shownArenas(), card, divide)
		} else {
			a.places = divide(a.canvas.Bounds(), a.shownArenas())
		}
	}
	a.model.Arenas, a.model.Pixels, a.model.Presenting = a.places.Shown, a.canvas.Scale(), a.present.on
	a.model.Simple = !a.look.full && !a.present.on
	a.laidFor = laidFor{a.shownArenas(), a.cardHeight(), a.onlyArenas()}
	a.painter.Forget()
}

// laidFor is what the places depend on other than the window and its view.
type laidFor struct {
	arenas game.Lens
	card   float32
	only   bool
}

// onlyArenas reports whether nothing else is shown yet, in the tour.
func (a *App) onlyArenas() bool {
	return !a.lessons.Shows("buffer") && !a.lessons.Shows("controls") && !a.lessons.Shows("verdict")
}

// cardHeight returns the height of the card under the bar at the top, 0 for none.
func (a *App) cardHeight() float32 {
	if on, _ := a.lessons.On(); on == nil && a.offersTour && !a.look.full {
		return lessons.OfferHeight
	}
	return a.lessons.CardHeight(!a.look.full)
}

// shownArenas returns for how many lenses there are arenas: for all but in the tour.
func (a *App) shownArenas() game.Lens {
	n := a.model.Lenses()
	for n > 1 && n <= game.NumLenses && !a.lessons.Shows(lesson.Views[n-1]) {
		n--
	}
	return n
}

// fitArenas lays the window out again if a lens or the card has come or gone.
func (a *App) fitArenas() {
	if a.laidFor != (laidFor{a.shownArenas(), a.cardHeight(), a.onlyArenas()}) {
		a.resize()
	}
}

// setScale makes everything another size, in per cent, and says so. What the window is
// too small for is refused with a word.
func (a *App) setScale(percent int) {
	if a.present.on {
		return // it is as large as can be
	}
	if largest := a.device.largest(); percent > max(largest, a.look.percent()) {
		a.say(fmt.Sprintf(a.model.Text.Look.TooLarge, percent, largest))
		return
	}
	a.look.scale = percent
	a.resize()
	a.say(fmt.Sprintf(a.model.Text.Look.Scaled, percent))
}

// stepScale goes n view.Scales up or down.
func (a *App) stepScale(n int) {
	i, _ := slices.BinarySearch(view.Scales, a.look.percent())
	a.setScale(view.Scales[min(max(i+n, 0), len(view.Scales)-1)])
}

// setTheme changes the colours.
func (a *App) setTheme(t view.Theme) {
	a.base = t
	if a.theme = t; a.look.contrast {
		a.theme = t.HighContrast()
	}
	a.theme.Style.Heading = view.Heading(a.model.Language)
	a.ctx.Style = a.theme.Style
}

// nextTheme goes to the next theme.
func (a *App) nextTheme() {
	for i := range view.Themes {
		if view.Themes[i].Name == a.base.Name {
			a.setTheme(view.Themes[(i+1)%len(view.Themes)])
			return
		}
	}
}

// texts are the window's texts by view.Languages. New returns textsErr if something is
// wrong with them.
var texts, textsErr = text.Load(assets.FS, view.LanguageCodes()...)

// There are as many names as there are things to be named.
var (
	_ = [config.NumFaults]string(text.FaultsText{}.Names)
	_ = [world.NumBuiltIn]string(text.ControlsText{}.Kinds)
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
	a.message = message{}
}

// nextLanguage goes to the next language.
func (a *App) nextLanguage() { a.setLanguage((a.language() + 1) % len(view.Languages)) }

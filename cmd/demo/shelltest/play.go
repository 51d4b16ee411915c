// Package shelltest tests the program's shells from outside: its window on a virtual
// display, its films, and that every shell shows the same application.
package shelltest

import (
	"fmt"
	"regexp"
	"time"

	"snaplab/ui"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// actions are what a user does in Play, a frame or more for each.
var actions = []struct {
	name string
	in   im.Input
}{
	{"step a frame", key(im.KeyPeriod, 0)},
	{"step a packet", key(im.KeyN, 0)},
	{"from the beginning", key(im.KeyR, 0)},
	{"select an entity", im.Input{Pointer: raster.Point{X: 755, Y: 200}, Down: true, Pressed: 1}},
	{showsCosts, key(im.KeyT, 0)},
	{"close it", key(im.KeyT, 0)},
	{"drop the next packet", key(im.KeyD, 0)},
	{"the light theme", key(im.KeyT, im.ModShift)},
	{"Korean", key(im.KeyL, im.ModShift)},
	{"English", key(im.KeyL, im.ModShift)},
	{"the lessons", key(im.KeyL, 0)},
	{"the first of them", key(im.KeyEnter, 0)},
	{"leave it", key(im.KeyEscape, 0)},
	{"present", key(im.KeyP, 0)},
	{"end presenting", key(im.KeyP, 0)},
	{"the keys", key(im.KeyF1, 0)},
}

// showsCosts is the action after which the study goes on with what delays cost.
const showsCosts = "open the tuning page"

func key(k im.Key, mods im.Mods) im.Input {
	return im.Input{Keys: []im.KeyPress{{Key: k, Mods: mods}}}
}

// versions are of floats, in which machines differ.
var versions = regexp.MustCompile(`version \d+`)

// Play does a list of things in an application as a user would, and returns what is shown
// after each. What other delays would bring is known before the first. All shells'
// applications must show the same.
func Play(o ui.Options) (shown []string, err error) {
	app, err := ui.New(o)
	if err != nil {
		return nil, err
	}
	app.Resize(1280, 720, 1)
	app.SetPlaying(false)
	app.AdvanceTo(4 * time.Second)
	now := time.Duration(0)
	frames := func(in im.Input) {
		for range 3 {
			now += time.Second
			in.Focused, in.Now = true, now
			app.Update(&in, 0)
			in = im.Input{Pointer: in.Pointer}
		}
	}
	app.Study()
	frames(im.Input{})
	for _, a := range actions {
		before := app.Session().Settings()
		frames(a.in)
		if app.Session().Settings() != before || a.name == showsCosts { // more is studied, of which some know more by now
			app.Study()
			frames(im.Input{})
		}
		shown = append(shown, fmt.Sprintf("%s\n%s", a.name, versions.ReplaceAllString(app.List().String(), "version")))
	}
	return shown, app.Err()
}

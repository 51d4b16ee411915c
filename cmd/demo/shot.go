package main

import (
	"image"
	"image/png"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"snaplab/cmd/demo/save"
	"snaplab/cmd/demo/shell"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui"
	"snaplab/ui/im"
)

// shotCommand saves the window's picture.
type shotCommand struct {
	At    string `required:"" placeholder:"5s" help:"When, in simulated time."`
	File  string `arg:"" name:"FILE" help:"The picture to write (FILE.png)."`
	View  string `placeholder:"simple" default:"simple" help:"Which view of the window, as it opens at first, or with all of it: ${windows}. A lesson is in the full one."`
	Force bool   `help:"Overwrite the file."`
	pictureFlags
}

// pictureFlags say how the window looks in a picture of it.
type pictureFlags struct {
	Size    string `placeholder:"1280x720" default:"1280x720" help:"Width and height in device-independent pixels, 960x600 at least."`
	Scale   string `placeholder:"1" default:"1" help:"Pixels of the picture for each of those, 0.5 to 4."`
	Theme   string `placeholder:"dark" help:"Colours: ${themes}."`
	Present bool   `help:"In the presentation mode, for the front of a class."`
	Lang    string `placeholder:"en" help:"Language: ${languages}."`
	Step    int    `placeholder:"1" default:"1" help:"With --lesson: the step that it is at."`
}

// maxPixels bounds each side of a picture.
const maxPixels = 16384

// Run is called by kong.
func (c *shotCommand) Run(env *environment) error {
	scenario, err := env.settings.scenario()
	if err != nil {
		return err
	}
	var at time.Duration
	if err := durationFlag("at", c.At, &at); err != nil {
		return err
	}
	if at < 0 || at > config.MaxDuration {
		return usage("at %s is out of range, want 0s to 24h (86400s)", c.At)
	}
	app, err := c.app(env, scenario, c.View)
	if err != nil {
		return err
	}
	defer app.Close()
	if err := mayWritePNG(c.File, c.Force); err != nil { // before the work, and again after it
		return err
	}
	img, err := picture(app, at)
	if err != nil {
		return err
	}
	return writePNG(c.File, c.Force, img)
}

// mayWritePNG returns an error if a picture can't be written under a name.
func mayWritePNG(name string, force bool) error {
	if end := filepath.Ext(name); end != "" && !strings.EqualFold(end, ".png") {
		return usage("%s ends in %s, but the picture is a PNG: want FILE.png", name, end)
	}
	return save.Check(name, force)
}

// writePNG writes a picture.
func writePNG(name string, force bool, img image.Image) error {
	f, err := save.Create(name, force)
	if err != nil {
		return err
	}
	return f.Keep(png.Encode(f, img))
}

// app returns an application that runs a scenario, of the picture's size, looks and view, one of
// ui.Views.
func (c *pictureFlags) app(env *environment, s config.Scenario, view string) (*ui.App, error) {
	w, h, scale, err := c.pixels()
	if err != nil {
		return nil, err
	}
	app, err := ui.New(c.options(env, s, view))
	if err != nil {
		return nil, usageError{err}
	}
	app.Resize(w, h, scale)
	if err := c.atStep(app, env.settings.lesson); err != nil {
		return nil, err
	}
	return app, nil
}

// options returns those of the application that pictures are made of.
func (c *pictureFlags) options(env *environment, s config.Scenario, view string) ui.Options {
	o := shell.Options(shell.Asked{Scenario: s, Lesson: env.settings.lesson, Theme: c.Theme, Language: c.Lang, View: view, Present: c.Present})
	o.Still = true
	return o
}

// atStep turns the pages of a lesson.
func (c *pictureFlags) atStep(app *ui.App, l *lesson.Lesson) error {
	switch {
	case l == nil && c.Step != 1:
		return usage("step %d is of no lesson, want --lesson too", c.Step)
	case l != nil && (c.Step < 1 || c.Step > len(l.Steps)):
		return usage("step %d is out of range, %s has 1 to %d", c.Step, l.ID, len(l.Steps))
	}
	app.LessonStep(c.Step - 1)
	return nil
}

// pixels returns the picture's size and scale.
func (c *pictureFlags) pixels() (w, h int, scale float32, err error) {
	s, ok := config.ParseNumber(c.Scale)
	if !ok || s < 0.5 || s > 4 {
		return 0, 0, 0, usage("scale %q is no good, want a number from 0.5 to 4", c.Scale)
	}
	width, height, found := strings.Cut(c.Size, "x")
	x, errX := strconv.Atoi(width)
	y, errY := strconv.Atoi(height)
	if !found || errX != nil || errY != nil || x < 960 || y < 600 {
		return 0, 0, 0, usage("size %q is no good, want WIDTHxHEIGHT from 960x600 on, for example 1280x720", c.Size)
	}
	w, h = int(math.Round(float64(x)*s)), int(math.Round(float64(y)*s))
	if w > maxPixels || h > maxPixels {
		return 0, 0, 0, usage("size %s at scale %s is %d × %d pixels, want at most %d each way", c.Size, c.Scale, w, h, maxPixels)
	}
	return w, h, float32(s), nil
}

// picture returns the application's picture at a simulated time. It belongs to the
// application.
func picture(app *ui.App, at time.Duration) (image.Image, error) {
	app.SetPlaying(false)
	app.AdvanceTo(at)
	app.Study()
	// A first frame lays out, a second shows what follows from it.
	var in im.Input
	for range 2 {
		app.Update(&in, 0)
	}
	if err := app.Err(); err != nil {
		return nil, err
	}
	img, _ := app.Render()
	return img, nil
}

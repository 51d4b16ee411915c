package main

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"snaplab/cmd/demo/save"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/ui"
	"snaplab/ui/film"
)

// recordCommand makes a film of the window.
type recordCommand struct {
	File  string `arg:"" name:"FILE" help:"The film to write: FILE.gif, or a folder for pictures with numbers."`
	From  string `placeholder:"0s" default:"0s" help:"Where it begins, in simulated time."`
	To    string `placeholder:"20s" help:"Where it ends. Without it, where the run does (--duration)."`
	FPS   string `name:"fps" placeholder:"25" default:"25" help:"Pictures a second. In a GIF 25 or 20, or another whose delay is whole hundredths of a second."`
	Speed string `placeholder:"1" default:"1" help:"How fast the run passes in the film: 0.25 is slow motion."`
	View  string `placeholder:"all" default:"all" help:"The part of the window that is seen: ${views}."`
	CSV   bool   `name:"csv" help:"Write every display frame and every packet of that time too, as tables with -frames.csv and -packets.csv at the end of the name."`
	Force bool   `help:"Overwrite the film."`
	pictureFlags
}

// Run is called by kong.
func (c *recordCommand) Run(env *environment) error {
	scenario, err := env.settings.scenario()
	if err != nil {
		return err
	}
	plan, err := c.plan(scenario.Duration)
	if err != nil {
		return err
	}
	app, err := c.app(env, scenario, "full") // which has all that can be filmed
	if err != nil {
		return err
	}
	defer app.Close()
	out, err := c.outputs()
	if err != nil {
		return err
	}
	defer out.discard()
	sink, err := out.film(c.File, plan.Rate)
	if err != nil {
		return err
	}
	made, err := ui.NewFilm(app, plan, sink)
	if err != nil {
		return err
	}
	if err := makeFilm(made, env); err != nil {
		return save.Failed(c.File, err)
	}
	if c.CSV {
		if err := c.writeTables(scenario, measure.Span{From: plan.From, To: plan.To}, out); err != nil {
			return err
		}
	}
	return out.keep()
}

// plan reads what the film shows.
func (c *recordCommand) plan(end time.Duration) (film.Plan, error) {
	p := film.Plan{To: end, View: c.View}
	err := durationFlag("from", cmp.Or(c.From, "0s"), &p.From)
	if err == nil && c.To != "" {
		err = durationFlag("to", c.To, &p.To)
	}
	switch {
	case err != nil:
		return p, err
	case p.To > config.MaxDuration:
		return p, usage("to %s is out of range, want at most 24h (86400s)", c.To)
	}
	if p.Rate, err = strconv.Atoi(c.FPS); err != nil {
		return p, usage("fps %q is no good, want a whole number such as 25", c.FPS)
	}
	var ok bool
	if p.Speed, ok = config.ParseNumber(c.Speed); !ok || p.Speed <= 0 {
		return p, usage("speed %q is no good, want a number such as 0.25", c.Speed)
	}
	if err := p.Validate(); err != nil {
		return p, bare(err)
	}
	if isGIF(c.File) && 100%p.Rate != 0 {
		return p, usage("fps %d can't be a GIF, whose delays are whole hundredths of a second: want 25 or 20", p.Rate)
	}
	return p, nil
}

func isGIF(file string) bool { return strings.EqualFold(filepath.Ext(file), ".gif") }

// makeFilm does the whole work.
func makeFilm(made *film.Film, env *environment) error {
	_, total := made.Progress()
	say := progressTo(env.stderr, total, "pictures")
	for {
		more, err := made.Step()
		if err != nil {
			return err
		}
		done, _ := made.Progress()
		say(done)
		if !more {
			return nil
		}
	}
}

// outputs returns the files to write, after a look at what there is already.
func (c *recordCommand) outputs() (*filmFiles, error) {
	if ext := strings.ToLower(filepath.Ext(c.File)); ext != "" && !isGIF(c.File) {
		return nil, usage("%s is neither a GIF nor a folder: want FILE.gif, or a name without an end such as %s", c.File, ext)
	}
	names := []string{c.File}
	if c.CSV {
		names = append(names, c.table("frames"), c.table("packets"))
	}
	for _, name := range names {
		if err := save.Check(name, c.Force); err != nil {
			return nil, err
		}
	}
	return &filmFiles{force: c.Force}, nil
}

// table returns the name of a table next to the film.
func (c *recordCommand) table(what string) string {
	return strings.TrimSuffix(filepath.Clean(c.File), filepath.Ext(c.File)) + "-" + what + ".csv"
}

// writeTables plays the run once more and writes every frame and packet of the span.
func (c *recordCommand) writeTables(s config.Scenario, span measure.Span, out *filmFiles) error {
	session, err := measure.NewRun(s)
	if err != nil {
		return usageError{err}
	}
	frames, err := out.create(c.table("frames"))
	if err != nil {
		return err
	}
	packets, err := out.create(c.table("packets"))
	if err != nil {
		return err
	}
	f, p := measure.NewFrames(frames, span), measure.Packets{Span: span}
	session.OnFrame(f.Add)
	session.OnPacket(p.Add)
	session.AdvanceTo(span.To)
	return cmp.Or(save.Failed(frames.Name(), f.Flush()), save.Failed(packets.Name(), p.Write(packets, session)))
}

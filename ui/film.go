package ui

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/ui/film"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// FilmPlan says what a film shows.
type FilmPlan struct {
	// From and To are its part of the run, in simulation time; To is not in it.
	From, To time.Duration
	// Rate is how many pictures there are in a second of the film.
	Rate int
	// Speed is how fast the run passes in it, from MinFilmSpeed to MaxFilmSpeed; 0
	// is 1.
	Speed float64
	// View is the part of the window that is seen, one of FilmViews; "" is the first.
	View string
}

// FilmViews are the parts of the window that a film can show.
var FilmViews = []string{"all", "raw", "interpolated", "extrapolated", "packets", "buffer", "curve"}

// Bounds of a film.
const (
	MaxFilm      = 10 * time.Minute // that it lasts
	MinFilmRate  = 1
	MaxFilmRate  = 60
	MinFilmSpeed = 0.01
	MaxFilmSpeed = 10
)

// ErrFilm is wrapped by the errors about a film that can't be made.
var ErrFilm = errors.New("not a film")

// Pictures returns how many pictures the film has.
func (p *FilmPlan) Pictures() int {
	return int(math.Round((p.To - p.From).Seconds() / p.speed() * float64(p.Rate)))
}

func (p *FilmPlan) speed() float64 { return cmp.Or(p.Speed, 1) }

// At returns when the i-th picture is taken.
func (p *FilmPlan) At(i int) time.Duration {
	return p.From + time.Duration(math.Round(float64(i)*p.speed()*float64(time.Second)/float64(p.Rate)))
}

// Validate returns an error that names what is no good, and wraps ErrFilm.
func (p *FilmPlan) Validate() error {
	seconds := func(d time.Duration) string { return string(config.AppendValue(nil, config.Duration, int64(d))) }
	switch {
	case p.From < 0:
		return fmt.Errorf("%w: it starts at %s, want 0s or later", ErrFilm, seconds(p.From))
	case p.Rate < MinFilmRate || p.Rate > MaxFilmRate:
		return fmt.Errorf("%w: %d pictures a second, want %d to %d", ErrFilm, p.Rate, MinFilmRate, MaxFilmRate)
	case !(p.speed() >= MinFilmSpeed && p.speed() <= MaxFilmSpeed):
		return fmt.Errorf("%w: its speed is %v, want %v to %v", ErrFilm, p.Speed, MinFilmSpeed, MaxFilmSpeed)
	case p.To <= p.From || p.Pictures() < 1:
		return fmt.Errorf("%w: it goes from %s to %s, want at least a picture in between", ErrFilm, seconds(p.From), seconds(p.To))
	case (p.To - p.From).Seconds() > MaxFilm.Seconds()*p.speed():
		return fmt.Errorf("%w: from %s to %s it lasts longer than %s", ErrFilm, seconds(p.From), seconds(p.To), seconds(MaxFilm))
	case p.View != "" && !slices.Contains(FilmViews, p.View):
		return fmt.Errorf("%w: no view is called %q%s", ErrFilm, p.View, config.Suggest(p.View, FilmViews))
	}
	return nil
}

// Film is a film being made: a run that is played again in an application of its own,
// which is drawn at the time of each picture, however long that takes. First some of the
// pictures are drawn for the sink to choose its colours by.
type Film struct {
	app  *App
	plan FilmPlan
	sink film.Sink

	samples []time.Duration // left to draw
	next    int             // picture
	drawn   int             // samples and pictures
	total   int
	pending *image.RGBA // drawn, and not yet with the sink
	in      im.Input
}

// filmSamples is how many pictures the colours are chosen by.
const filmSamples = 8

// NewFilm begins a film of an application's run, which is that of its scenario, at its
// size and with its looks. The application belongs to the film from then on. The error
// is that of the plan.
func NewFilm(app *App, plan FilmPlan, sink film.Sink) (*Film, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	f := &Film{app: app, plan: plan, sink: sink}
	n := plan.Pictures()
	for i := range min(filmSamples, n) {
		f.samples = append(f.samples, plan.At(i*n/min(filmSamples, n)))
	}
	f.total = len(f.samples) + n
	app.SetPlaying(true)
	f.in.Pointer = raster.Point{X: -1, Y: -1}
	return f, f.rewind()
}

// rewind plays the run from its beginning.
func (f *Film) rewind() error {
	session, err := f.app.session.Again()
	if err != nil {
		return err
	}
	f.app.adopt(session)
	f.app.seek.reach = 0
	return nil
}

// Progress returns how much has been done and how much there is.
func (f *Film) Progress() (done, of int) { return f.drawn, f.total }

// Size returns the size of the pictures in pixels.
func (f *Film) Size() image.Point { return f.app.filmed(f.plan.View).Size() }

// Step does a bounded piece of the work, and reports whether there is more: it plays a
// part of the run, or draws a picture, or hands it to the sink. After the last the sink
// is closed. An error is that of the sink or the run.
func (f *Film) Step() (more bool, err error) {
	if f.pending != nil {
		return f.take()
	}
	at := f.plan.At(f.next)
	if len(f.samples) > 0 {
		at = f.samples[0]
	}
	now := max(f.app.session.Now(), 0)
	if next := now + seekPiece(f.app.session); next < at {
		f.app.AdvanceTo(next)
		return true, nil
	}
	f.pending, err = f.picture(at)
	return err == nil, err
}

// take hands the picture that was drawn to the sink.
func (f *Film) take() (more bool, err error) {
	img := f.pending
	f.pending = nil
	f.drawn++
	if len(f.samples) > 0 {
		f.sink.Sample(img)
		if f.samples = f.samples[1:]; len(f.samples) == 0 {
			return true, f.rewind()
		}
		return true, nil
	}
	if err := f.sink.Add(img); err != nil {
		return false, err
	}
	if f.next++; f.next < f.plan.Pictures() {
		return true, nil
	}
	return false, f.sink.Close()
}

// picture draws the application at a time and returns the part that is seen.
func (f *Film) picture(at time.Duration) (*image.RGBA, error) {
	a := f.app
	a.AdvanceTo(at)
	a.lookAheadInFilm()
	frames := 1
	if f.drawn == 0 {
		frames = 2 // a first one lays out, a second shows what follows from it
	}
	for range frames {
		a.Update(&f.in, 0)
	}
	if err := errors.Join(a.Err(), a.session.Err()); err != nil {
		return nil, err
	}
	img, _ := a.Render()
	return img.SubImage(a.filmed(f.plan.View)).(*image.RGBA), nil
}

// filmed returns the part of the window of a view, in device pixels.
func (a *App) filmed(view string) image.Rectangle {
	p, all := &a.places, a.canvas.Image().Bounds()
	var r raster.Rect
	switch view {
	case "raw":
		r = p.arenas[game.Raw]
	case "interpolated":
		r = p.arenas[game.Interpolated]
	case "extrapolated":
		r = p.arenas[game.Extrapolated]
	case "packets":
		r = p.packets
	case "buffer":
		r = p.buffer
	case "curve":
		r = p.curve
	default:
		return all
	}
	scale := a.device.scale * a.zoom()
	pixel := func(v float32) int { return int(math.Round(float64(v * scale))) }
	part := image.Rect(pixel(r.X), pixel(r.Y), pixel(r.X+r.W), pixel(r.Y+r.H)).Intersect(all)
	if part.Empty() {
		return all
	}
	return part
}

package film

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"time"
)

// Plan says what a film shows.
type Plan struct {
	// From and To are its part of the run, in simulation time; To is not in it.
	From, To time.Duration
	// Rate is how many pictures there are in a second of the film.
	Rate int
	// Speed is how fast the run passes in it, from MinSpeed to MaxSpeed; 0 is 1.
	Speed float64
	// View is the part of the window that is seen, one of Views; "" is the first.
	View string
}

// Views are the parts of the window that a film can show.
var Views = []string{"all", "raw", "interpolated", "extrapolated", "packets", "buffer", "curve"}

// Bounds of a film.
const (
	MaxLength = 10 * time.Minute // that it lasts
	MinRate   = 1
	MaxRate   = 60
	MinSpeed  = 0.01
	MaxSpeed  = 10
)

// ErrPlan is wrapped by the errors about a film that can't be made.
var ErrPlan = errors.New("not a film")

// Pictures returns how many pictures the film has.
func (p *Plan) Pictures() int {
	return int(math.Round((p.To - p.From).Seconds() / p.speed() * float64(p.Rate)))
}

func (p *Plan) speed() float64 { return cmp.Or(p.Speed, 1) }

// At returns when the i-th picture is taken, in simulation time.
func (p *Plan) At(i int) time.Duration {
	return p.From + time.Duration(math.Round(float64(i)*p.speed()*float64(time.Second)/float64(p.Rate)))
}

// Validate returns an error that names the field that can't be, and wraps ErrPlan.
func (p *Plan) Validate() error {
	from, to := p.From.Seconds(), p.To.Seconds()
	switch {
	case p.From < 0:
		return fmt.Errorf("%w: it starts at %gs, want 0s or later", ErrPlan, from)
	case p.Rate < MinRate || p.Rate > MaxRate:
		return fmt.Errorf("%w: %d pictures a second, want %d to %d", ErrPlan, p.Rate, MinRate, MaxRate)
	case !(p.speed() >= MinSpeed && p.speed() <= MaxSpeed):
		return fmt.Errorf("%w: its speed is %v, want %v to %v", ErrPlan, p.Speed, MinSpeed, MaxSpeed)
	case p.To <= p.From || p.Pictures() < 1:
		return fmt.Errorf("%w: it goes from %gs to %gs, want at least a picture in between", ErrPlan, from, to)
	case to-from > MaxLength.Seconds()*p.speed():
		return fmt.Errorf("%w: from %gs to %gs it lasts longer than %gs", ErrPlan, from, to, MaxLength.Seconds())
	case p.View != "" && !slices.Contains(Views, p.View):
		return fmt.Errorf("%w: no view is called %q, want %s", ErrPlan, p.View, strings.Join(Views, ", "))
	}
	return nil
}

// Stage is what a film is made of: a run that can be played again and drawn.
type Stage interface {
	// Rewind goes back to the beginning of the run.
	Rewind() error
	// Advance plays the run on towards a time, as far as is done in one step of bounded
	// work, and reports whether it is reached.
	Advance(to time.Duration) bool
	// Picture draws the run where it is. The picture is valid until the next call.
	Picture() (*image.RGBA, error)
}

// Film is a film being made, piece by piece. Some of its pictures are drawn twice: first
// for the sink to choose its colours by.
type Film struct {
	stage Stage
	plan  Plan
	sink  Sink

	samples []time.Duration // left to draw
	next    int             // picture
	drawn   int             // samples and pictures
	total   int
	pending *image.RGBA // drawn, and not yet with the sink
}

// Samples is how many pictures at most the colours are chosen by.
const Samples = 8

// New begins a film. The stage belongs to it from then on. The error is that of the plan,
// or of going back to the beginning.
func New(stage Stage, plan Plan, sink Sink) (*Film, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	f := &Film{stage: stage, plan: plan, sink: sink}
	n := plan.Pictures()
	for i := range min(Samples, n) {
		f.samples = append(f.samples, plan.At(i*n/min(Samples, n)))
	}
	f.total = len(f.samples) + n
	return f, stage.Rewind()
}

// Progress returns how many pictures have been drawn and how many there are to draw.
func (f *Film) Progress() (done, of int) { return f.drawn, f.total }

// Step does a bounded piece of the work, and reports whether there is more: it plays a
// part of the run, or draws a picture, or hands it to the sink. After the last the sink
// is closed. An error is that of the sink or the stage, and ends the film.
func (f *Film) Step() (more bool, err error) {
	if f.pending != nil {
		return f.take()
	}
	at := f.plan.At(f.next)
	if len(f.samples) > 0 {
		at = f.samples[0]
	}
	if !f.stage.Advance(at) {
		return true, nil
	}
	f.pending, err = f.stage.Picture()
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
			return true, f.stage.Rewind()
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

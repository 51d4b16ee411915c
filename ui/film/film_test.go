package film

import (
	"errors"
	"image"
	"math"
	"strings"
	"testing"
	"time"
)

// TestPlanTimes: in slow motion there are more pictures, closer together in the run.
func TestPlanTimes(t *testing.T) {
	for _, c := range []struct {
		speed    float64
		pictures int
		third    time.Duration // when the picture 3 is
	}{{0, 50, 1120 * time.Millisecond}, {1, 50, 1120 * time.Millisecond}, {0.25, 200, 1030 * time.Millisecond}, {2, 25, 1240 * time.Millisecond}} {
		p := Plan{From: time.Second, To: 3 * time.Second, Rate: 25, Speed: c.speed}
		if p.Pictures() != c.pictures || p.At(3) != c.third {
			t.Errorf("at %v× there are %d pictures, number 3 of %v, want %d and %v", c.speed, p.Pictures(), p.At(3), c.pictures, c.third)
		}
	}
}

func TestPlanRefuses(t *testing.T) {
	for says, p := range map[string]Plan{
		"starts at -1s":              {From: -time.Second, To: time.Second, Rate: 25},
		"0 pictures a second":        {To: time.Second},
		"61 pictures a second":       {To: time.Second, Rate: 61},
		"at least a picture":         {From: time.Second, To: time.Second, Rate: 25},
		"from 0s to 0.01s, want":     {To: 10 * time.Millisecond, Rate: 25},
		"lasts longer than 600s":     {To: MaxLength + time.Second, Rate: 25},
		"to 200s it lasts longer":    {To: 200 * time.Second, Rate: 25, Speed: 0.25},
		"its speed is 11, want":      {To: time.Second, Rate: 25, Speed: 11},
		"its speed is NaN, want":     {To: time.Second, Rate: 25, Speed: math.NaN()},
		`no view is called "curves"`: {To: time.Second, Rate: 25, View: "curves"},
	} {
		if err := p.Validate(); !errors.Is(err, ErrPlan) || !strings.Contains(err.Error(), says) {
			t.Errorf("error is %v, want %s", err, says)
		}
	}
}

// track is a stage and a sink that write down what is asked of them. In a step it plays
// piece.
type track struct {
	piece, now time.Duration
	asked      []string
	fails      string // the first that does
}

var errTrack = errors.New("it fails")

func (s *track) note(what string) error {
	s.asked = append(s.asked, what)
	if what == s.fails {
		return errTrack
	}
	return nil
}

func (s *track) Rewind() error { s.now = 0; return s.note("rewind") }

func (s *track) Advance(to time.Duration) bool {
	s.now = min(s.now+s.piece, to)
	return s.now == to
}

func (s *track) Picture() (*image.RGBA, error) {
	return image.NewRGBA(image.Rect(0, 0, 1, 1)), s.note("draw " + s.now.String())
}

func (s *track) Sample(*image.RGBA)    { s.asked = append(s.asked, "sample") }
func (s *track) Add(*image.RGBA) error { return s.note("add") }
func (s *track) Close() error          { return s.note("close") }

// TestFilm: the samples come first, spread over the film, then the run is played again for
// every picture; a step draws one at most, and what fails ends it.
func TestFilm(t *testing.T) {
	plan := Plan{From: time.Second, To: 3 * time.Second, Rate: 5} // 10 pictures, 8 samples
	s := &track{piece: 300 * time.Millisecond}
	f, err := New(s, plan, s)
	if err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		before, _ := f.Progress()
		if more, err = f.Step(); err != nil {
			t.Fatal(err)
		}
		if after, _ := f.Progress(); after > before+1 {
			t.Fatalf("a step draws %d pictures", after-before)
		}
	}
	if done, of := f.Progress(); done != 18 || of != 18 {
		t.Errorf("%d of %d are done, want 18 of 18", done, of)
	}
	want := "rewind, " +
		"draw 1s, sample, draw 1.2s, sample, draw 1.4s, sample, draw 1.6s, sample, draw 2s, sample, draw 2.2s, sample, draw 2.4s, sample, draw 2.6s, sample, rewind, " +
		"draw 1s, add, draw 1.2s, add, draw 1.4s, add, draw 1.6s, add, draw 1.8s, add, draw 2s, add, draw 2.2s, add, draw 2.4s, add, draw 2.6s, add, draw 2.8s, add, close"
	if got := strings.Join(s.asked, ", "); got != want {
		t.Errorf("asked are\n%s, want\n%s", got, want)
	}
	for _, fails := range []string{"rewind", "draw 1.4s", "add", "close"} {
		s := &track{piece: time.Second, fails: fails}
		f, err := New(s, plan, s)
		for more := err == nil; more; {
			more, err = f.Step()
		}
		if !errors.Is(err, errTrack) || s.asked[len(s.asked)-1] != fails {
			t.Errorf("%s fails: error %v after %v", fails, err, s.asked)
		}
	}
}

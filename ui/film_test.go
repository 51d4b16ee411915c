package ui

import (
	"bytes"
	"errors"
	"image"
	"io"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/film"
)

// reel is a sink that keeps the pictures.
type reel struct {
	samples  int
	pictures []*image.RGBA
	closed   bool
	err      error
}

func (r *reel) Sample(*image.RGBA) { r.samples++ }

func (r *reel) Add(img *image.RGBA) error {
	kept := image.NewRGBA(image.Rectangle{Max: img.Rect.Size()})
	for y := range kept.Rect.Dy() {
		copy(kept.Pix[y*kept.Stride:(y+1)*kept.Stride], img.Pix[y*img.Stride:])
	}
	r.pictures = append(r.pictures, kept)
	return r.err
}

func (r *reel) Close() error { r.closed = true; return nil }

func smallApp(t *testing.T, s config.Scenario) *App {
	t.Helper()
	a := testApp(t, s)
	a.Resize(480, 300, 0.5)
	return a
}

// TestFilm: each picture is the application's at its time, and a view is a part of it.
func TestFilm(t *testing.T) {
	make := func(view string) *reel {
		r := new(reel)
		f, err := NewFilm(smallApp(t, config.DefaultScenario()), film.Plan{From: time.Second, To: 2 * time.Second, Rate: 4, View: view}, r)
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
		if done, of := f.Progress(); done != of || done != 4+4 {
			t.Errorf("%d of %d are done, want 8 of 8", done, of)
		}
		return r
	}
	whole, part := make(""), make("interpolated")
	if whole.samples != 4 || len(whole.pictures) != 4 || !whole.closed {
		t.Fatalf("%d samples and %d pictures, closed %v, want 4 and 4", whole.samples, len(whole.pictures), whole.closed)
	}
	for i := range 3 {
		if bytes.Equal(whole.pictures[i].Pix, whole.pictures[i+1].Pix) {
			t.Errorf("pictures %d and %d are the same", i, i+1)
		}
	}
	a := smallApp(t, config.DefaultScenario())
	where := a.filmed("interpolated")
	if part.pictures[2].Rect.Size() != where.Size() || where.Dx() > 200 || where.Dx() < 80 {
		t.Fatalf("the view has %v, want %v", part.pictures[2].Rect, where)
	}
	for y := range where.Dy() {
		for x := range where.Dx() {
			if got, want := part.pictures[2].RGBAAt(x, y), whole.pictures[2].RGBAAt(where.Min.X+x, where.Min.Y+y); got != want {
				t.Fatalf("pixel %d, %d of the view is %v, of the whole %v", x, y, got, want)
			}
		}
	}
}

// TestFilmPlayedBefore: a film of a run that was played is that of its beginning.
func TestFilmPlayedBefore(t *testing.T) {
	var films [2]reel
	for i := range films {
		a := smallApp(t, config.DefaultScenario())
		if i == 1 {
			a.AdvanceTo(3 * time.Second)
		}
		f, err := NewFilm(a, film.Plan{From: time.Second, To: 1200 * time.Millisecond, Rate: 10, View: "raw"}, &films[i])
		if err != nil {
			t.Fatal(err)
		}
		for more := true; more; {
			if more, err = f.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range films[0].pictures {
		if !bytes.Equal(films[0].pictures[i].Pix, films[1].pictures[i].Pix) {
			t.Errorf("picture %d is another", i)
		}
	}
}

// TestFilmOfACrowd comes to its first picture in many steps.
func TestFilmOfACrowd(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Turret, Count: 3000}}
	f, err := NewFilm(smallApp(t, s), film.Plan{From: time.Second, To: 2 * time.Second, Rate: 1}, new(reel))
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for done := 0; done == 0; steps++ {
		if _, err := f.Step(); err != nil {
			t.Fatal(err)
		}
		done, _ = f.Progress()
	}
	if steps != 4+1+1 { // 600 s ÷ 3000 are 200 ms; the last of them comes with the drawing
		t.Errorf("a second of a crowd takes %d steps, want 6", steps)
	}
}

// TestFilmFails: the sink's error ends it.
func TestFilmFails(t *testing.T) {
	r := &reel{err: errors.New("the disk is full")}
	f, err := NewFilm(smallApp(t, config.DefaultScenario()), film.Plan{To: time.Second, Rate: 2}, r)
	if err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		more, err = f.Step()
	}
	if !errors.Is(err, r.err) || r.closed {
		t.Errorf("error is %v, closed %v", err, r.closed)
	}
}

// BenchmarkFilm is a picture of a film at 1280 × 720, drawn and written as a GIF.
func BenchmarkFilm(b *testing.B) {
	a := testApp(b, config.DefaultScenario())
	f, err := NewFilm(a, film.Plan{To: film.MaxLength, Rate: 25}, &film.Animation{Out: io.Discard, Delay: 4})
	if err != nil {
		b.Fatal(err)
	}
	for done := 0; done < film.Samples; done, _ = f.Progress() { // those the colours are chosen by
		if _, err := f.Step(); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for range 2 * b.N { // drawn, and then written
		if more, err := f.Step(); err != nil || !more {
			b.Fatal(more, err)
		}
	}
}

package recorder

import (
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"snaplab/game/measure"
	"snaplab/ui/im"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// window returns a window with the pages of a run of 7 s.
func window(t *testing.T) *viewtest.Window {
	p := new(Panel)
	return viewtest.New(t, viewtest.Scenario(), 7*time.Second, func(c *im.Context, m *view.Model, act *view.Actions) {
		p.Draw(c, m, act)
		p.DrawProgress(c, m, act)
	})
}

// TestRecordPage: what is chosen by the keyboard is what is asked for.
func TestRecordPage(t *testing.T) {
	all := view.Record{From: 2 * time.Second, To: 7 * time.Second, View: "all", Rate: 25, Speed: 1}
	for _, c := range []struct {
		id    string
		right int
		want  func(*view.Record)
	}{
		{"record/span", 0, func(*view.Record) {}},
		{"record/span", 1, func(r *view.Record) { r.From = 0 }},
		{"record/span", 3, func(r *view.Record) { r.From = 0 }},
		{"record/form", 1, func(r *view.Record) { r.Form = view.RecordPictures }},
		{"record/form", 2, func(r *view.Record) { r.Form = view.RecordTables }},
		{"record/view", 6, func(r *view.Record) { r.View = "curve" }},
		{"record/rate", 1, func(r *view.Record) { r.Rate = 20 }},
	} {
		w := window(t)
		w.Ctx.OpenPopup(Popup)
		w.Rest()
		w.Ctx.SetFocus(c.id)
		w.Rest()
		for range c.right {
			w.Key(im.KeyRight)
		}
		w.ClickOn("record/start")
		want := all
		c.want(&want)
		if len(w.Done) != 1 || w.Done[0] != view.Action(want) {
			t.Errorf("%s %d to the right asks for %+v, want %+v", c.id, c.right, w.Done, want)
		}
		if w.Ctx.PopupOpen(Popup) {
			t.Error("the page stays open")
		}
	}
}

// TestNothingToRecord: before the run has begun, and while something is recorded, the button
// can't be pressed.
func TestNothingToRecord(t *testing.T) {
	for name, change := range map[string]func(*view.Model){
		"before the run has begun": func(m *view.Model) { m.Now = 0 },
		"while it records":         func(m *view.Model) { m.Recording.On = true },
	} {
		w := window(t)
		change(&w.Model)
		w.Ctx.OpenPopup(Popup)
		w.Rest()
		w.ClickOn("record/start")
		if len(w.Done) != 0 || !w.Ctx.PopupOpen(Popup) {
			t.Errorf("%s it asks for %+v", name, w.Done)
		}
	}
}

// TestProgress says how far a recording is, with a button that cancels it.
func TestProgress(t *testing.T) {
	w := window(t)
	if list := w.Text(); list != "" {
		t.Errorf("while nothing is recorded it draws %s", list)
	}
	w.Model.Recording = view.Recording{On: true, Done: 12, Of: 48}
	list := w.Text()
	if !viewtest.Has(t, list, "12") || !viewtest.Has(t, list, "48") {
		t.Errorf("12 of 48 are done, and it draws %s", list)
	}
	w.ClickOn("record/cancel")
	if len(w.Done) != 1 || w.Done[0] != view.Action(view.CancelRecording{}) {
		t.Errorf("the button asks for %v", w.Done)
	}
}

// slides is a stage whose pictures are single pixels; what goes wrong is err.
type slides struct{ err error }

func (s *slides) Rewind() error              { return nil }
func (s *slides) Advance(time.Duration) bool { return true }
func (s *slides) Picture() (*image.RGBA, error) {
	return image.NewRGBA(image.Rect(0, 0, 1, 1)), s.err
}

// TestWork gives the files with the last piece, or the error with those that are incomplete.
func TestWork(t *testing.T) {
	fault := errors.New("the run has a fault")
	run := func(w *Work) (names string, err error) {
		t.Helper()
		for range 1000 {
			files, err := w.Step()
			for _, f := range files {
				names += f.Name + " "
				if err == nil && f.Data.Len() == 0 {
					t.Errorf("%s is empty", f.Name)
				}
			}
			if files != nil {
				if w.Progress() != (view.Recording{}) {
					t.Errorf("at its end it is at %+v", w.Progress())
				}
				return names, err
			}
		}
		t.Fatal("it never ends")
		return "", nil
	}
	x := view.Record{To: time.Second, Rate: 4}
	pictures := x
	pictures.Form = view.RecordPictures
	var w Work
	for _, c := range []struct {
		begin func() error
		of    int
		names string
		err   error
	}{
		{func() error { return w.Film(new(slides), x, "a") }, 4 + 4, "a.gif ", nil},
		{func() error { return w.Film(new(slides), pictures, "b") }, 4 + 4, "b.zip ", nil},
		{func() error { return w.Film(&slides{fault}, x, "c") }, 4 + 4, "c.gif ", fault},
		{func() error {
			session, err := measure.NewRun(viewtest.Scenario())
			if err == nil {
				w.Tables(session, 0, time.Second, "d")
			}
			return err
		}, 1000, "d-frames.csv d-packets.csv ", nil},
	} {
		if err := c.begin(); err != nil {
			t.Fatal(err)
		}
		if got, want := w.Progress(), (view.Recording{On: true, Of: c.of}); got != want {
			t.Errorf("%sat its beginning it is at %+v, want %+v", c.names, got, want)
		}
		if names, err := run(&w); names != c.names || !errors.Is(err, c.err) {
			t.Errorf("it makes %s (%v), want %s (%v)", names, err, c.names, c.err)
		}
	}
	if err := w.Film(new(slides), view.Record{To: time.Second}, "e"); err == nil || w.Progress().On {
		t.Errorf("a film without pictures begins: %v", err)
	}
	if err := w.Film(new(slides), x, "f"); err != nil {
		t.Fatal(err)
	}
	w.Cancel()
	if files, err := w.Step(); w.Progress().On || files != nil || err != nil {
		t.Errorf("cancelled, it makes %v (%v)", files, err)
	}
}

// TestShare: the page asks to copy, paste and play what is in its box, and shows what is
// wrong with that until it is changed.
func TestShare(t *testing.T) {
	p := new(Share)
	w := viewtest.New(t, viewtest.Scenario(), time.Second, p.Draw)
	if list := w.Text(); list != "" {
		t.Errorf("closed, it draws %s", list)
	}
	p.Open(&w.Ctx, "snaplab1/default", nil)
	w.ClickOn("share/copy")
	w.ClickOn("share/paste")
	w.ClickOn("share/run")
	if len(w.Done) != 3 {
		t.Fatalf("three buttons ask for %v", w.Done)
	}
	if x, ok := w.Done[0].(view.Copy); !ok || x.Text != "snaplab1/default" {
		t.Errorf("the first asks for %+v", w.Done[0])
	}
	if _, ok := w.Done[1].(view.Paste); !ok {
		t.Errorf("the second asks for %+v", w.Done[1])
	}
	x, ok := w.Done[2].(view.PlayText)
	if !ok || x.Text != "snaplab1/default" {
		t.Fatalf("the third asks for %+v", w.Done[2])
	}
	shows := func(text string) bool { return viewtest.Has(t, w.Text(), text) }
	for _, say := range []func(error){x.Done, w.Done[0].(view.Copy).Done, func(err error) { p.Paste("", err) }} {
		if say(errors.New("it is no good")); !shows("it is no good") || !shows("snaplab1/default") {
			t.Errorf("what is wrong is not shown: %s", w.List)
		}
		if say(nil); shows("it is no good") {
			t.Error("what is well is still wrong")
		}
	}
	p.Paste("snaplab1/car", errors.New("it is no good"))
	if !shows("snaplab1/car") || !shows("it is no good") {
		t.Errorf("pasted, it shows %s", w.List)
	}
	w.ClickOn("share/text")
	w.Type("x")
	if list := w.Text(); strings.Contains(list, "no good") {
		t.Error("what was wrong with another text is still shown")
	}
	p.Open(&w.Ctx, "", errors.New("it has no text"))
	if !shows("it has no text") {
		t.Errorf("without a text it shows %s", w.List)
	}
}

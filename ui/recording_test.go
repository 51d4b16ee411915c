package ui

import (
	"archive/zip"
	"bytes"
	"image/gif"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/recorder"
	"snaplab/ui/view"
)

// shelves keeps every file that is saved.
type shelves struct {
	names []string
	data  map[string][]byte
}

func (s *shelves) Save(name string, data []byte) (string, error) {
	if s.data == nil {
		s.data = map[string][]byte{}
	}
	s.names = append(s.names, name)
	s.data[name] = data
	return name, nil
}

// recordingApp is a user whose application has played a run of 2 s.
func recordingApp(t *testing.T) (*hand, *shelves) {
	t.Helper()
	host := &shelves{}
	a := testApp(t, config.DefaultScenario())
	a.options.Host = host
	a.Resize(480, 300, 0.5)
	h := &hand{app: a}
	a.AdvanceTo(time.Second)
	config.MustSetting("loss").SetAll(&a.settings, 300_000)
	h.rest()
	a.AdvanceTo(2 * time.Second)
	return h, host
}

// finish lets frames pass until the recording is done.
func (h *hand) finish(t *testing.T) {
	t.Helper()
	for range 1000 {
		if h.frame(); !h.app.model.Recording.On {
			return
		}
		if h.app.Idle() {
			t.Fatal("the window would rest while it records")
		}
	}
	t.Fatal("the recording never ends")
}

// TestRecordPage: from the page to the file by keys alone, while the run goes on.
func TestRecordPage(t *testing.T) {
	h, host := recordingApp(t)
	a := h.app
	a.do(view.OpenRecorder{})
	h.rest()
	for _, c := range []struct {
		id    string
		times int
	}{{"record/view", 1}, {"record/rate", 1}} { // raw, 20
		a.ctx.SetFocus(c.id)
		h.rest()
		for range c.times {
			h.key(im.KeyRight)
		}
	}
	a.ctx.SetFocus("record/start")
	h.rest()
	h.key(im.KeyEnter)
	if !a.model.Recording.On || a.ctx.PopupOpen(recorder.Popup) {
		t.Fatalf("it does not record: %s", a.message.text)
	}
	h.play(100 * time.Millisecond)
	digest := a.Session().Digest()
	h.finish(t)
	if a.Session().Digest() != digest {
		t.Error("recording has moved the run")
	}
	if len(host.names) != 1 || host.names[0] != "snaplab-unnamed-2.00s.gif" {
		t.Fatalf("saved are %q", host.names)
	}
	g, err := gif.DecodeAll(bytes.NewReader(host.data[host.names[0]]))
	if err != nil {
		t.Fatal(err)
	}
	if size := a.filmed("raw").Size(); len(g.Image) != 40 || g.Delay[0] != 5 || g.Config.Width != size.X || g.Config.Height != size.Y {
		t.Errorf("%d pictures of %d × %d for %d hundredths of a second, want 40 of %v for 5", len(g.Image), g.Config.Width, g.Config.Height, g.Delay[0], size)
	}
	if !strings.Contains(a.message.text, host.names[0]) {
		t.Errorf("it says %q", a.message.text)
	}
}

// TestRecordLooksAsTheWindow: the last picture of the archive is what the window shows,
// with the settings changed on the way, in the arenas.
func TestRecordLooksAsTheWindow(t *testing.T) {
	h, host := recordingApp(t)
	a := h.app
	a.setTheme(view.Themes[1])
	a.look.contrast = true
	a.setTheme(a.base)
	a.arenas.NextCamera()
	h.rest()
	a.do(view.Record{Form: view.RecordPictures, To: 2 * time.Second, Rate: 25, View: "raw"})
	h.finish(t)
	data := host.data["snaplab-unnamed-2.00s.zip"]
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != 50 || z.File[49].Name != "00050.png" {
		t.Fatalf("the archive has %d files", len(z.File))
	}
	twin, err := a.twin()
	if err != nil {
		t.Fatal(err)
	}
	twin.AdvanceTo(2 * time.Second)
	if twin.Session().Digest() != a.Session().Digest() || twin.theme.Style.Background != a.theme.Style.Background || twin.arenas.Look() != a.arenas.Look() {
		t.Error("the twin is another run, or looks otherwise")
	}
}

// TestRecordTables: they are those of the seconds that are asked for.
func TestRecordTables(t *testing.T) {
	h, host := recordingApp(t)
	a := h.app
	a.AdvanceTo(7 * time.Second)
	a.do(view.Record{Form: view.RecordTables, From: 2 * time.Second, To: 7 * time.Second})
	h.finish(t)
	if got := strings.Join(host.names, " "); got != "snaplab-unnamed-7.00s-frames.csv snaplab-unnamed-7.00s-packets.csv" {
		t.Fatalf("saved are %s", got)
	}
	packets := strings.Split(strings.TrimSpace(string(host.data["snaplab-unnamed-7.00s-packets.csv"])), "\n")
	if n := len(packets) - 1; n < 49 || n > 51 { // 10 Hz for 5 s
		t.Errorf("%d packets are listed, want 50", n)
	}
	frames := bytes.Count(host.data["snaplab-unnamed-7.00s-frames.csv"], []byte("\n"))
	if frames < 300*3*14 { // 60 frames a second for 5 s, three lenses, at least 14 entities
		t.Errorf("%d lines of frames", frames)
	}
}

// TestCancelRecording saves nothing.
func TestCancelRecording(t *testing.T) {
	h, host := recordingApp(t)
	a := h.app
	a.do(view.Record{To: time.Second, Rate: 25})
	h.rest()
	a.ctx.SetFocus("record/cancel")
	h.rest()
	h.key(im.KeyEnter)
	h.rest()
	if a.model.Recording.On || len(host.names) != 0 || a.message.text != English.Record.Cancelled {
		t.Errorf("saved are %q, and it says %q", host.names, a.message.text)
	}
}

// TestRecordRefuses says what is wrong with a film that can't be made, and begins nothing.
func TestRecordRefuses(t *testing.T) {
	h, host := recordingApp(t)
	h.app.do(view.Record{From: time.Second, To: time.Second, Rate: 25})
	h.rest()
	if h.app.model.Recording.On || len(host.names) != 0 || !strings.Contains(h.app.message.text, "at least a picture in between") {
		t.Errorf("it says %q", h.app.message.text)
	}
}

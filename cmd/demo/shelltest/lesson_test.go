package shelltest

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLesson plays the first lesson in the real window, with the keys of a presenter's
// remote and a slider, and finds it among those that are done when the program has ended.
func TestLesson(t *testing.T) {
	binary := os.Getenv("DEMO_BINARY")
	if binary == "" {
		t.Skip("DEMO_BINARY does not name the program; cmd/demo/test does that")
	}
	kept := t.TempDir()
	d := newDisplay(t, 1280, 720)
	p := startWith(t, d, binary, kept)
	d.windowNamed("Snapshot Interpolation Lab")
	eventually(t, "the first status", func() bool { return p.status() != nil })
	at := func(step float64) func() bool {
		return func() bool {
			l, _ := p.status()["lesson"].(map[string]any)
			return l["id"] == "snapping" && l["step"] == step
		}
	}

	d.key('l')
	eventually(t, "L to open the list", func() bool { return p.has("lessons/0") })
	d.key(keyTab) // past the tour
	d.key(keyReturn)
	eventually(t, "Return to start the first lesson", at(1))
	d.key(keyPageDown)
	eventually(t, "Page Down to turn the page", at(2))
	d.key('1')
	eventually(t, "1 to answer", func() bool { return !p.has("lesson/choice/1") })
	d.key(keyPageDown)
	eventually(t, "Page Down to come to the task", at(3))

	rate := p.control("link/rate")
	d.click(image.Pt(rate.Min.X+rate.Dx()/2, rate.Max.Y-8)) // on its track
	d.key(keyEnd)
	eventually(t, "the End key to set the largest send rate", func() bool {
		settings, _ := p.status()["settings"].(map[string]any)
		return settings["rate"] == "60hz"
	})
	eventually(t, "the task to be achieved and kept", func() bool {
		data, _ := os.ReadFile(filepath.Join(kept, "snaplab", "lessons.json"))
		return strings.Contains(string(data), `"snapping"`)
	})
}

package shelltest

import (
	"image"
	"os"
	"testing"
)

// TestTuning opens the tuning page in the real window, applies what it recommends, which
// its runs have worked out between frames, and goes on to the other tabs.
func TestTuning(t *testing.T) {
	binary := os.Getenv("DEMO_BINARY")
	if binary == "" {
		t.Skip("DEMO_BINARY does not name the program; cmd/demo/test does that")
	}
	d := newDisplay(t, 1280, 720)
	p := start(t, d, binary)
	d.windowNamed("Snapshot Interpolation Lab")
	eventually(t, "the first status", func() bool { return p.status() != nil })
	middle := func(id string) image.Point {
		r := p.control(id)
		return image.Pt((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
	}
	delay := func() any {
		settings, _ := p.status()["settings"].(map[string]any)
		return settings["delay"]
	}
	tab := func(n int) {
		r := p.control("tuning/tab")
		d.click(image.Pt(r.Min.X+r.Dx()*(2*n+1)/8, r.Min.Y+r.Dy()/2))
	}

	d.key('t')
	eventually(t, "T to open the page, and its runs to recommend delays", func() bool { return p.has("tuning/apply-all") })
	before, began := delay(), p.number("time_s")
	d.click(middle("tuning/apply-all"))
	eventually(t, "the recommended delays to be in force", func() bool { return delay() != before })
	eventually(t, "the arenas to go on above the page", func() bool { return p.number("time_s") > began })
	tab(1)
	eventually(t, "the comparison", func() bool { return p.has("tuning/versus/hold") })
	d.click(middle("tuning/versus/hold"))
	eventually(t, "A to be held", func() bool { return p.has("tuning/versus/swap") })
	tab(2)
	eventually(t, "the losses", func() bool { return p.has("tuning/losses/gap") })
	tab(3)
	eventually(t, "what is taken home", func() bool { return p.has("tuning/export/save") })
	d.key(keyEscape)
	eventually(t, "Escape to close the page", func() bool { return p.has("curve/yours") })
}

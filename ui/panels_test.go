package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// panelText returns what one panel draws.
func panelText(t testing.TB, a *App, panel func(raster.Rect), r raster.Rect) string {
	t.Helper()
	a.readings.Refresh(&a.model)
	a.ctx.Begin(&im.Input{}, a.canvas.Bounds())
	panel(r)
	list, err := a.ctx.End()
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// panelScenario is a link with a bit of everything, and few frames to draw.
func panelScenario() config.Scenario {
	s := config.DefaultScenario()
	s.Seed = 5
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Drone, Count: 1}}
	set := &s.Settings
	set.SendRate, set.DisplayRate = 5*config.Hertz, 10*config.Hertz
	set.Down.Loss, set.Down.Duplicate = 150_000, 200_000
	set.Policies[world.Drone].Delay = 120 * time.Millisecond
	return s
}

// playTo advances in steps, as a window would.
func playTo(a *App, end time.Duration) {
	for now := time.Duration(0); now < end; now += 50 * time.Millisecond {
		a.AdvanceTo(now)
	}
	a.AdvanceTo(end)
}

// TestPanelsHoldTheirText: whatever the window and the settings, no text of the lower
// panels is cut, leaves its panel, or lies on another.
func TestPanelsHoldTheirText(t *testing.T) {
	scenarios := map[string]func(*config.Settings){
		"plain": func(*config.Settings) {},
		"rough": func(s *config.Settings) {
			s.Down.Loss, s.Down.Outage, s.Down.Jitter = 300_000, 300*time.Millisecond, 333*time.Millisecond
			s.DisplayRate = 30 * config.Hertz
		},
		"fast": func(s *config.Settings) {
			s.SendRate, s.Down.Jitter = 60*config.Hertz, 5*time.Millisecond
			for k := range s.Policies {
				s.Policies[k].Delay = time.Duration(150+37*k) * time.Millisecond
			}
		},
		"long": func(s *config.Settings) {
			s.SendRate, s.Down.Latency = 3*config.Hertz, 700*time.Millisecond
			for k := range s.Policies {
				s.Policies[k].Delay = 1234 * time.Millisecond
			}
		},
	}
	sizes := []raster.Rect{{W: 960, H: 600}, {W: 1280, H: 720}, {W: 1920, H: 1080}, {W: 1100, H: 640}}
	for name, set := range scenarios {
		s := config.DefaultScenario()
		set(&s.Settings)
		if name == "plain" {
			s.Entities[0].Count = 40 // more than are run ahead
		}
		a := testApp(t, s)
		playTo(a, 4*time.Second)
		if name != "long" { // of which only this run is known
			studyEnough(t, a, played)
		}
		for i := range 2 * len(sizes) {
			size := sizes[i/2]
			a.showQuantity(i / 2)
			if a.language() != i%2 {
				a.nextLanguage()
			}
			for focus := -1; focus < 3; focus += 3 {
				a.Resize(int(size.W), int(size.H), 1)
				a.model.Focus = focus
				for panel, draw := range map[string]struct {
					rect raster.Rect
					draw func(raster.Rect)
				}{
					"packets": {a.places.Packets, a.drawTimeline},
					"buffer":  {a.places.Buffer, a.drawBuffer},
					"curve":   {a.places.Curve, a.drawCurve},
				} {
					where := fmt.Sprintf("%s, %s, %vx%v, kind %d, %s", a.model.Language, name, size.W, size.H, focus, panel)
					list := viewtest.Writings(t, panelText(t, a, draw.draw, draw.rect))
					if len(list) < 4 {
						t.Errorf("%s: only %d texts", where, len(list))
					}
					for i, w := range list {
						if strings.HasSuffix(w.Text, "…") && w.Text != a.model.Text.Curve.Heading && w.Text != a.model.Text.Curve.HeadingShort {
							t.Errorf("%s: %q is cut", where, w.Text)
						}
						r, p := w.Rect, draw.rect
						if r.X < p.X+2 || r.Y < p.Y || r.X+r.W > p.X+p.W-2 || r.Y+r.H > p.Y+p.H {
							t.Errorf("%s: %q at %v leaves the panel %v", where, w.Text, r, p)
						}
						for _, other := range list[:i] {
							if !r.Intersect(other.Rect).Empty() {
								t.Errorf("%s: %q lies on %q", where, w.Text, other.Text)
							}
						}
					}
				}
			}
		}
	}
}

func TestPhrase(t *testing.T) {
	for _, tc := range []struct {
		pattern string
		terms   []string
		want    string
	}{
		{"need %s ms", []string{view.Millis(230 * time.Millisecond)}, "need 230 ms"},
		{"need %s ms", []string{view.Millis(96_666_667)}, "need 96.7 ms"},
		{"%s %%, %s", []string{view.Number(3.25, 1), "drone"}, "3.3 %, drone"},
		{"%s", []string{view.Number(-0.04, 1)}, "0.0"},
		{"%s and %s", []string{view.Count(1)}, "1 and %"}, // a term too few is seen, and nothing worse
		{"100 %", nil, "100 %"},
		{"", nil, ""},
	} {
		if got := view.Fill(tc.pattern, tc.terms...); got != tc.want {
			t.Errorf("Fill(%q) = %q, want %q", tc.pattern, got, tc.want)
		}
	}
}

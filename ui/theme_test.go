package ui

import (
	"math"
	"testing"

	"snaplab/game"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// textContrast is what WCAG 2.1 (1.4.3, level AA) asks for text, and
// colourDifference the least CIEDE2000 distance between two colours that mean
// different things. About 2 can be told side by side and 5 at a glance; marks a few
// dp wide need more.
const (
	textContrast     = 4.5
	colourDifference = 10
)

// sights are what colours go through on the way to the one who looks: nothing, or a
// full loss of one sort of cone, as matrices on linear RGB from Machado, Oliveira and
// Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency", IEEE TVCG 15(6), 2009, at severity 1.0.
var sights = []struct {
	name   string
	matrix [3][3]float64
}{
	{"full colour vision", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998},
	}},
	{"deuteranopia", [3][3]float64{
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
	}},
	{"tritanopia", [3][3]float64{
		{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900},
	}},
}

type namedColour struct {
	name   string
	colour raster.Color
}

// meanings are the colours that must not be mistaken for each other.
func meanings(t *view.Theme) []namedColour {
	return []namedColour{
		{"raw", t.Lens[game.Raw]}, {"interpolated", t.Lens[game.Interpolated]}, {"extrapolated", t.Lens[game.Extrapolated]}, {"fourth", t.Lens[game.Fourth]},
		{"late", t.Late}, {"lost", t.Lost}, {"good", t.Good},
	}
}

func TestThemeColoursAreTold(t *testing.T) {
	for i := range view.Themes {
		theme := &view.Themes[i]
		colours := meanings(theme)
		for _, sight := range sights {
			nearest, pair := math.Inf(1), ""
			for a := range colours {
				for b := range a {
					d := ciede2000(lab(seen(colours[a].colour, sight.matrix)), lab(seen(colours[b].colour, sight.matrix)))
					if d < nearest {
						nearest, pair = d, colours[b].name+" and "+colours[a].name
					}
					if d < colourDifference {
						t.Errorf("%s, %s: %s and %s differ by %.1f, want at least %d", theme.Name, sight.name, colours[b].name, colours[a].name, d, colourDifference)
					}
				}
			}
			t.Logf("%s, %s: the nearest are %s, %.1f apart", theme.Name, sight.name, pair, nearest)
		}
	}
}

func TestThemeTextIsReadable(t *testing.T) {
	for i := range view.Themes {
		theme := &view.Themes[i]
		s := &theme.Style
		grounds := []namedColour{{"panel", s.Panel}, {"background", s.Background}, {"plot", theme.Plot}}
		texts := append(meanings(theme), namedColour{"foreground", s.Foreground}, namedColour{"muted", s.Muted}, namedColour{"truth", theme.Truth})
		check := func(text, ground namedColour) {
			if c := contrast(text.colour, ground.colour); c < textContrast {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want at least %v", theme.Name, text.name, ground.name, c, textContrast)
			}
		}
		for _, ground := range grounds {
			for _, text := range texts {
				check(text, ground)
			}
		}
		for _, ground := range []namedColour{{"control", s.Control}, {"hovered control", s.ControlHover}, {"popup", s.Popup}, {"arena", theme.Ground}} {
			check(namedColour{"foreground", s.Foreground}, ground)
		}
		check(namedColour{"text on accent", s.OnAccent}, namedColour{"accent", s.Accent})
		check(namedColour{"panel", s.Panel}, namedColour{"lost", theme.Lost}) // labels on the alarm colour
	}
}

func TestThemeNames(t *testing.T) {
	for _, want := range view.Themes {
		if got, ok := view.ThemeNamed(want.Name); !ok || got.Name != want.Name {
			t.Errorf("ThemeNamed(%q) = %q, %v", want.Name, got.Name, ok)
		}
	}
	if _, ok := view.ThemeNamed("neon"); ok {
		t.Error("there is a theme called neon")
	}
}

// TestCIEDE2000 holds the distance against pairs from Sharma, Wu and Dalal, "The
// CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test Data,
// and Mathematical Observations", Color Research and Application 30(1), 2005.
func TestCIEDE2000(t *testing.T) {
	for _, tc := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{50, 2.5, 0}, [3]float64{50, 0, -2.5}, 4.3065},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := ciede2000(tc.a, tc.b); math.Abs(got-tc.want) > 0.0001 {
			t.Errorf("%v, %v: %.4f, want %.4f", tc.a, tc.b, got, tc.want)
		}
	}
	if c := contrast(raster.RGB(0), raster.RGB(0xffffff)); math.Abs(c-21) > 1e-9 {
		t.Errorf("black on white has a contrast of %v, want 21", c)
	}
	if l := lab(linear(raster.RGB(0xffffff))); math.Abs(l[0]-100)+math.Abs(l[1])+math.Abs(l[2]) > 0.05 {
		t.Errorf("white is %v in Lab, want 100, 0, 0", l)
	}
}

// linear undoes the transfer curve of sRGB (IEC 61966-2-1).
func linear(c raster.Color) (out [3]float64) {
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			out[i] = x / 12.92
		} else {
			out[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return out
}

// seen returns a colour in linear RGB as a sight has it.
func seen(c raster.Color, m [3][3]float64) (out [3]float64) {
	in := linear(c)
	for i := range out {
		out[i] = min(1, max(0, m[i][0]*in[0]+m[i][1]*in[1]+m[i][2]*in[2]))
	}
	return out
}

// contrast is WCAG's ratio of relative luminances, 1 to 21.
func contrast(a, b raster.Color) float64 {
	luminance := func(c raster.Color) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab takes linear RGB to CIE L*a*b* under D65.
func lab(l [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*l[0] + 0.3575761*l[1] + 0.1804375*l[2]) / 0.95047)
	y := f(0.2126729*l[0] + 0.7151522*l[1] + 0.0721750*l[2])
	z := f((0.0193339*l[0] + 0.1191920*l[1] + 0.9503041*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the colour difference of CIE 142-2001 with all weights 1.
func ciede2000(p, q [3]float64) float64 {
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	seventh := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	g := 0.5 * (1 - seventh((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2))
	a1, a2 := p[1]*(1+g), q[1]*(1+g)
	c1, c2 := math.Hypot(a1, p[2]), math.Hypot(a2, q[2])
	hue := func(a, b float64) float64 { return math.Mod(math.Atan2(b, a)*180/math.Pi+360, 360) }
	h1, h2 := hue(a1, p[2]), hue(a2, q[2])
	turn, mean := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		turn, mean = 0, h1+h2
	case math.Abs(h1-h2) > 180:
		turn -= math.Copysign(360, turn)
		mean = math.Mod(mean+180, 360)
	}
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*math.Cos(rad(mean-30)) + 0.24*math.Cos(rad(2*mean)) + 0.32*math.Cos(rad(3*mean+6)) - 0.2*math.Cos(rad(4*mean-63))
	dl := (q[0] - p[0]) / (1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50)))
	dc := (c2 - c1) / (1 + 0.045*c)
	dh := 2 * math.Sqrt(c1*c2) * math.Sin(rad(turn/2)) / (1 + 0.015*c*t)
	rt := -2 * seventh(c) * math.Sin(rad(60*math.Exp(-(mean-275)*(mean-275)/625)))
	return math.Sqrt(dl*dl + dc*dc + dh*dh + rt*dc*dh)
}

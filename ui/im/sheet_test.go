package im

import (
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"snaplab/ui/raster"
)

var sheetDir = flag.String("sheet", "", "a directory for pictures of all widgets")

// TestStatesDiffer draws every widget in every state: no two of one widget may
// have the same pixels, in either look.
func TestStatesDiffer(t *testing.T) {
	for _, style := range []Style{DefaultStyle(), LightStyle()} {
		for _, s := range specimens() {
			drawn := map[string]string{}
			for _, st := range s.states {
				cv := raster.NewCanvas(240, 160, 1)
				cv.FillRect(cv.Bounds(), style.Panel)
				s.show(t, st, style, raster.Rect{X: 20, Y: 10, W: 200, H: s.height}).list.Replay(cv)
				pixels := string(cv.Image().Pix)
				if other, ok := drawn[pixels]; ok {
					t.Errorf("%s: %s has the pixels of %s", s.name, st.name, other)
				}
				drawn[pixels] = st.name
			}
		}
	}
}

// TestSheet draws all widgets in all states on one sheet, dark and light, at two
// scales, for a person to look at: go test -run Sheet -sheet DIRECTORY.
func TestSheet(t *testing.T) {
	if *sheetDir == "" {
		t.Skip("needs -sheet DIRECTORY")
	}
	for _, look := range []struct {
		name  string
		style Style
	}{{"dark", DefaultStyle()}, {"light", LightStyle()}} {
		for _, scale := range []float32{1, 2} {
			t.Run(fmt.Sprintf("%s at %v", look.name, scale), func(t *testing.T) {
				const w, h = 1180, 1220
				cv := raster.NewCanvas(int(w*scale), int(h*scale), scale)
				cv.FillRect(cv.Bounds(), look.style.Panel)
				controlColumn(t, look.style).list.Replay(cv)
				x, y := float32(256), float32(16)
				for _, s := range specimens() {
					row := s.height + 34
					for i, st := range s.states {
						at := raster.Rect{X: x, Y: y + 14, W: 200, H: s.height}
						if i > 0 && i%4 == 0 {
							y += row
							at.Y, at.X, x = y+14, 256, 256
						}
						cv.Text(look.style.Small, raster.Point{X: at.X, Y: at.Y - 5}, s.name+" "+st.name, look.style.Muted)
						s.show(t, st, look.style, at).list.Replay(cv)
						x += 228
					}
					x = 256
					y += row
				}
				save(t, cv, filepath.Join(*sheetDir, fmt.Sprintf("im-%s-%v.png", look.name, scale)))
			})
		}
	}
}

func save(t *testing.T, cv *raster.Canvas, path string) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, cv.Image()); err != nil {
		t.Fatal(err)
	}
}

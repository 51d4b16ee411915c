package im

import (
	"testing"

	"snaplab/ui/raster"
)

// Every icon shows something and keeps within its square, give or take half a
// line's width.
func TestIconsKeepWithinTheirSquare(t *testing.T) {
	for name, icon := range map[string]Icon{
		"play": IconPlay, "pause": IconPause, "step": IconStep, "restart": IconRestart,
		"settings": IconSettings, "help": IconHelp, "save": IconSave, "close": IconClose, "down": IconDown,
	} {
		var l List
		icon(&l, raster.Rect{X: 10, Y: 10, W: 14, H: 14}, rgb(0xffffff))
		cv := raster.NewCanvas(34, 34, 1)
		cv.Clear(rgb(0x000000))
		l.Replay(cv)
		inside := 0
		for y := range 34 {
			for x := range 34 {
				if cv.Image().RGBAAt(x, y).R < 32 {
					continue
				}
				if x < 9 || x > 24 || y < 9 || y > 24 {
					t.Errorf("%s draws at %d,%d outside 10..23", name, x, y)
				}
				inside++
			}
		}
		if inside < 20 {
			t.Errorf("%s draws %d pixels", name, inside)
		}
	}
}

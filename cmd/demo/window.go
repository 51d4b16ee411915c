//go:build !headless && !js

//lint:file-ignore SA1019 A window that rests until its next event needs FPSModeVsyncOffMinimum and ScheduleFrame; what is to replace them draws in every frame.

package main

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"time"
	"unicode/utf8"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"snaplab/ui"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

const (
	longestStep   = 100 * time.Millisecond // after a stall the lab goes on, it does not catch up
	repeatDelay   = 400 * time.Millisecond // a held key repeats after this
	repeatPeriod  = 33 * time.Millisecond  // and then this often
	restAfter     = 500 * time.Millisecond // without input or change, wait for events instead of polling
	statusPeriod  = time.Second
	largestDrop   = 256 << 20 // bytes of a dropped file
	statusEnvName = "DEMO_STATUS"
)

// runWindow shows app in a window until the window is closed or app quits.
//
// With DEMO_STATUS=FILE in the environment the application's settings and
// metrics are written to FILE as one line of JSON, once a second and at the
// end: for tests and scripts.
func runWindow(app *ui.App, h *host) error {
	ebiten.SetWindowTitle("Snapshot Interpolation Lab")
	ebiten.SetWindowSize(1280, 720)
	ebiten.SetWindowSizeLimits(960, 600, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)

	h.wake = ebiten.ScheduleFrame
	start := time.Now()
	w := &window{app: app, host: h, status: os.Getenv(statusEnvName), start: start, last: start, stirred: start}
	if err := ebiten.RunGame(w); err != nil {
		return err
	}
	return w.writeStatus(time.Now())
}

// window passes input to the application and its pixels to the screen.
type window struct {
	app    *ui.App
	host   *host
	status string // file, "" for none

	screen, shown extent // as the engine lays it out, and as the application was last told

	in       im.Input
	pressed  []ebiten.Key
	repeated ebiten.Key // the key pressed last; it repeats while held
	repeatAt time.Time

	start, last time.Time
	interval    time.Duration // since the frame before; 0 if the engine rested
	work        time.Duration // that this frame has taken so far
	stirred     time.Time     // when something happened last
	resting     bool          // the engine waits for events
	repaint     bool          // the screen does not have what was drawn
	statusAt    time.Time
	statusLine  []byte
}

// extent is a size in device pixels, and how many of them a dp has.
type extent struct {
	width, height int
	scale         float64
}

// LayoutF asks for a screen of device pixels, so that nothing is ever scaled.
// The engine calls it before each Update.
func (w *window) LayoutF(width, height float64) (float64, float64) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	width, height = math.Ceil(width*scale), math.Ceil(height*scale)
	w.screen = extent{int(width), int(height), scale}
	return width, height
}

// Layout exists for ebiten.Game; ebiten calls LayoutF instead.
func (w *window) Layout(width, height int) (int, int) { return width, height }

// Update advances the application by the time that has passed since the last
// update, with the input of that time.
func (w *window) Update() error {
	now := time.Now()
	w.interval = 0
	if !w.resting {
		w.interval = now.Sub(w.last)
	}
	w.repaint = w.resting // the event that ends a rest may be that the window was uncovered
	stirs := w.readInput(now)
	stirs = w.host.deliver() || stirs
	if w.screen != w.shown {
		w.app.Resize(w.screen.width, w.screen.height, float32(w.screen.scale))
		w.shown = w.screen
		w.repaint, stirs = true, true
	}
	w.app.Update(&w.in, min(now.Sub(w.last), longestStep))
	w.last = now
	if files := ebiten.DroppedFiles(); files != nil {
		w.drop(files)
		stirs = true
	}
	if w.app.Quit() {
		return ebiten.Termination
	}
	w.rest(now, stirs || !w.app.Idle())
	w.work = time.Since(now)
	if now.Sub(w.statusAt) >= statusPeriod || w.resting {
		return w.writeStatus(now)
	}
	return nil
}

// deliver hands the outcomes that are there to the application. The window calls it
// between two frames. It reports whether there were any.
func (h *host) deliver() (any bool) {
	for {
		select {
		case f := <-h.done:
			f()
			any = true
		default:
			return any
		}
	}
}

// rest lets the engine sleep until the next event when nothing has happened
// for a while.
func (w *window) rest(now time.Time, stirs bool) {
	if stirs || w.resting {
		w.stirred = now
	}
	if resting := now.Sub(w.stirred) >= restAfter; resting != w.resting {
		w.resting = resting
		if resting {
			ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum)
		} else {
			ebiten.SetFPSMode(ebiten.FPSModeVsyncOn)
		}
	}
}

// Draw shows the application's picture if it differs from what is on screen.
func (w *window) Draw(screen *ebiten.Image) {
	begin := time.Now()
	img, changed := w.app.Render()
	if (changed || w.repaint) && img.Bounds() == screen.Bounds() {
		screen.WritePixels(img.Pix)
	}
	if w.interval > 0 {
		w.app.FrameTook(w.interval, w.work+time.Since(begin))
		w.interval = 0
	}
}

// readInput fills w.in and reports whether anything happened or is held.
func (w *window) readInput(now time.Time) bool {
	in := &w.in
	x, y := ebiten.CursorPosition()
	pointer := raster.Point{X: float32(float64(x) / w.screen.scale), Y: float32(float64(y) / w.screen.scale)}
	wheelX, wheelY := ebiten.Wheel()
	focused := ebiten.IsFocused()
	stirs := pointer != in.Pointer || focused != in.Focused

	in.Pointer, in.Focused = pointer, focused
	in.Wheel = raster.Point{X: float32(wheelX), Y: float32(wheelY)}
	in.Down = ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	in.Pressed = times(inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft))
	in.Released = times(inpututil.IsMouseButtonJustReleased(ebiten.MouseButtonLeft))
	in.Chars = ebiten.AppendInputChars(in.Chars[:0])
	if command := heldModifiers(); command&(im.ModControl|im.ModMeta) != 0 && command&im.ModAlt == 0 {
		in.Chars = in.Chars[:0] // a command types nothing; with Alt it is how some layouts reach a sign
	}
	in.Now = now.Sub(w.start)
	w.readKeys(now)

	return stirs || in.Wheel != (raster.Point{}) || in.Down || in.Released > 0 ||
		len(in.Chars)+len(in.Keys) > 0 || w.repeats()
}

// readKeys fills w.in.Keys: the keys that went down, and the last one of them
// again and again while it is held.
func (w *window) readKeys(now time.Time) {
	w.in.Keys = w.in.Keys[:0]
	mods := heldModifiers()
	w.pressed = inpututil.AppendJustPressedKeys(w.pressed[:0])
	for _, k := range w.pressed {
		if key := layoutKey(k); key != im.KeyNone {
			w.in.Keys = append(w.in.Keys, im.KeyPress{Key: key, Mods: mods})
			w.repeated, w.repeatAt = k, now.Add(repeatDelay)
		}
	}
	if w.repeats() && now.After(w.repeatAt) {
		w.in.Keys = append(w.in.Keys, im.KeyPress{Key: layoutKey(w.repeated), Mods: mods, Repeat: true})
		w.repeatAt = now.Add(repeatPeriod)
	}
}

func (w *window) repeats() bool { return !w.repeatAt.IsZero() && ebiten.IsKeyPressed(w.repeated) }

// drop hands the dropped files to the application.
func (w *window) drop(files fs.FS) {
	entries, err := fs.ReadDir(files, ".")
	for _, e := range entries {
		var data []byte
		if info, infoErr := e.Info(); infoErr != nil {
			err = infoErr
		} else if !info.Mode().IsRegular() || info.Size() > largestDrop {
			err = fmt.Errorf("%s: want a file of at most %d MiB", e.Name(), largestDrop>>20)
		} else if data, err = fs.ReadFile(files, e.Name()); err == nil {
			w.app.Drop(e.Name(), data)
		}
	}
	if err != nil {
		w.app.Say(err.Error())
	}
}

// writeStatus replaces the status file at one stroke, so that a reader never
// sees half a line.
func (w *window) writeStatus(now time.Time) error {
	if w.status == "" {
		return nil
	}
	w.statusAt = now
	w.statusLine = append(w.app.AppendStatus(w.statusLine[:0]), '\n')
	next := w.status + ".next"
	err := os.WriteFile(next, w.statusLine, 0o644)
	if err == nil {
		err = os.Rename(next, w.status)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", statusEnvName, err)
	}
	return nil
}

func times(happened bool) int {
	if happened {
		return 1
	}
	return 0
}

func heldModifiers() (m im.Mods) {
	for key, mod := range modifiers {
		if ebiten.IsKeyPressed(key) {
			m |= mod
		}
	}
	return m
}

var modifiers = map[ebiten.Key]im.Mods{
	ebiten.KeyShift: im.ModShift, ebiten.KeyControl: im.ModControl, ebiten.KeyAlt: im.ModAlt, ebiten.KeyMeta: im.ModMeta,
}

// layoutKey returns what the key does: by its place for keys that are the same
// everywhere, by the user's layout for letters and signs.
func layoutKey(k ebiten.Key) im.Key {
	switch {
	case k >= ebiten.KeyDigit0 && k <= ebiten.KeyDigit9:
		return im.Key0 + im.Key(k-ebiten.KeyDigit0)
	case k >= ebiten.KeyNumpad0 && k <= ebiten.KeyNumpad9:
		return im.Key0 + im.Key(k-ebiten.KeyNumpad0)
	case k >= ebiten.KeyF1 && k <= ebiten.KeyF12:
		return im.KeyF1 + im.Key(k-ebiten.KeyF1)
	}
	if key, ok := placedKeys[k]; ok {
		return key
	}
	if r, n := utf8.DecodeRuneInString(ebiten.KeyName(k)); n > 0 {
		return im.KeyOf(r)
	}
	return im.KeyNone
}

var placedKeys = map[ebiten.Key]im.Key{
	ebiten.KeyTab:            im.KeyTab,
	ebiten.KeyEnter:          im.KeyEnter,
	ebiten.KeyNumpadEnter:    im.KeyEnter,
	ebiten.KeyEscape:         im.KeyEscape,
	ebiten.KeySpace:          im.KeySpace,
	ebiten.KeyBackspace:      im.KeyBackspace,
	ebiten.KeyDelete:         im.KeyDelete,
	ebiten.KeyArrowLeft:      im.KeyLeft,
	ebiten.KeyArrowRight:     im.KeyRight,
	ebiten.KeyArrowUp:        im.KeyUp,
	ebiten.KeyArrowDown:      im.KeyDown,
	ebiten.KeyHome:           im.KeyHome,
	ebiten.KeyEnd:            im.KeyEnd,
	ebiten.KeyPageUp:         im.KeyPageUp,
	ebiten.KeyPageDown:       im.KeyPageDown,
	ebiten.KeyNumpadAdd:      im.KeyPlus,
	ebiten.KeyNumpadSubtract: im.KeyMinus,
	ebiten.KeyNumpadDecimal:  im.KeyPeriod,
	ebiten.KeyNumpadDivide:   im.KeySlash,
}

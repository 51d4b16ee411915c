package shelltest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
)

// display is a virtual X display without a window manager, with a hand on its
// keyboard and pointer. Its methods fail the test when the server refuses.
type display struct {
	t    *testing.T
	name string // ":N"
	conn *xgb.Conn
	root xproto.Window
	keys map[xproto.Keysym]xproto.Keycode // of the unshifted keys
}

// newDisplay starts Xvfb with a free number and ends it with the test.
func newDisplay(t *testing.T, width, height int) *display {
	t.Helper()
	ours, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{theirs}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	number, err := bufio.NewReader(ours).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb named no display: %v", err)
	}

	d := &display{t: t, name: ":" + strings.TrimSpace(number)}
	xgb.Logger = log.New(io.Discard, "", 0) // it complains about a display without a password
	if d.conn, err = xgb.NewConnDisplay(d.name); err != nil {
		t.Fatal(err)
	}
	if err := xtest.Init(d.conn); err != nil {
		t.Fatal(err)
	}
	setup := xproto.Setup(d.conn)
	d.root = setup.DefaultScreen(d.conn).Root

	count := byte(setup.MaxKeycode - setup.MinKeycode + 1)
	mapping, err := xproto.GetKeyboardMapping(d.conn, setup.MinKeycode, count).Reply()
	if err != nil {
		t.Fatal(err)
	}
	d.keys = make(map[xproto.Keysym]xproto.Keycode)
	for i := range int(count) {
		d.keys[mapping.Keysyms[i*int(mapping.KeysymsPerKeycode)]] = setup.MinKeycode + xproto.Keycode(i)
	}
	return d
}

// pause is longer than a frame of a slow machine: a program that polls must
// have seen each press before its release.
const pause = 60 * time.Millisecond

func (d *display) fake(kind, detail byte, x, y int) {
	d.t.Helper()
	if err := xtest.FakeInputChecked(d.conn, kind, detail, 0, d.root, int16(x), int16(y), 0).Check(); err != nil {
		d.t.Fatal(err)
	}
	time.Sleep(pause)
}

func (d *display) move(x, y int) { d.t.Helper(); d.fake(xproto.MotionNotify, 0, x, y) }
func (d *display) press()        { d.t.Helper(); d.fake(xproto.ButtonPress, 1, 0, 0) }
func (d *display) release()      { d.t.Helper(); d.fake(xproto.ButtonRelease, 1, 0, 0) }

// drag moves the pointer from one point to another with the button held.
func (d *display) drag(from, to image.Point) {
	d.t.Helper()
	d.move(from.X, from.Y)
	d.press()
	const steps = 5
	for i := 1; i <= steps; i++ {
		d.move(from.X+(to.X-from.X)*i/steps, from.Y+(to.Y-from.Y)*i/steps)
	}
	d.release()
}

// key presses and releases one key. The keysym of a Latin-1 character is the
// character.
func (d *display) key(sym xproto.Keysym) {
	d.t.Helper()
	code, ok := d.keys[sym]
	if !ok {
		d.t.Fatalf("the display's keyboard has no key %#x", sym)
	}
	d.fake(xproto.KeyPress, byte(code), 0, 0)
	d.fake(xproto.KeyRelease, byte(code), 0, 0)
}

// The keysyms of keys that aren't characters.
const (
	keyReturn   xproto.Keysym = 0xff0d
	keyTab      xproto.Keysym = 0xff09
	keyEscape   xproto.Keysym = 0xff1b
	keyPageDown xproto.Keysym = 0xff56
	keyEnd      xproto.Keysym = 0xff57
	keyControl  xproto.Keysym = 0xffe3
)

// with presses and releases a key while another is held.
func (d *display) with(held, sym xproto.Keysym) {
	d.t.Helper()
	d.fake(xproto.KeyPress, byte(d.keys[held]), 0, 0)
	d.key(sym)
	d.fake(xproto.KeyRelease, byte(d.keys[held]), 0, 0)
}

// write types characters, a key after the other.
func (d *display) write(text string) {
	d.t.Helper()
	for _, c := range text {
		d.key(xproto.Keysym(c))
	}
}

// click presses and releases the button at a point, slowly.
func (d *display) click(at image.Point) {
	d.t.Helper()
	d.move(at.X, at.Y)
	d.press()
	time.Sleep(3 * pause)
	d.release()
}

// wheel turns the wheel by notches at a point, away from the user if they are positive.
func (d *display) wheel(at image.Point, notches int) {
	d.t.Helper()
	d.move(at.X, at.Y)
	button := byte(4)
	if notches < 0 {
		button, notches = 5, -notches
	}
	for range notches {
		d.fake(xproto.ButtonPress, button, 0, 0)
		d.fake(xproto.ButtonRelease, button, 0, 0)
	}
}

// windowNamed waits for a visible top-level window with that title.
func (d *display) windowNamed(title string) xproto.Window {
	d.t.Helper()
	var found xproto.Window
	eventually(d.t, "a window named "+title, func() bool {
		tree, err := xproto.QueryTree(d.conn, d.root).Reply()
		if err != nil {
			d.t.Fatal(err)
		}
		for _, w := range tree.Children {
			name, err := xproto.GetProperty(d.conn, false, w, xproto.AtomWmName, xproto.GetPropertyTypeAny, 0, 64).Reply()
			if err != nil || string(name.Value) != title {
				continue // a window may vanish between the two requests
			}
			look, err := xproto.GetWindowAttributes(d.conn, w).Reply()
			if err == nil && look.MapState == xproto.MapStateViewable {
				found = w
				return true
			}
		}
		return false
	})
	return found
}

// resize puts the window at the origin with that size, as a window manager would.
func (d *display) resize(w xproto.Window, width, height int) {
	d.t.Helper()
	const mask = xproto.ConfigWindowX | xproto.ConfigWindowY | xproto.ConfigWindowWidth | xproto.ConfigWindowHeight
	if err := xproto.ConfigureWindowChecked(d.conn, w, mask, []uint32{0, 0, uint32(width), uint32(height)}).Check(); err != nil {
		d.t.Fatal(err)
	}
}

// close asks the window to close, as its close button does.
func (d *display) close(w xproto.Window) {
	d.t.Helper()
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(d.conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			d.t.Fatal(err)
		}
		return reply.Atom
	}
	message := xproto.ClientMessageEvent{
		Format: 32,
		Window: w,
		Type:   atom("WM_PROTOCOLS"),
		Data:   xproto.ClientMessageDataUnionData32New([]uint32{uint32(atom("WM_DELETE_WINDOW")), 0, 0, 0, 0}),
	}
	if err := xproto.SendEventChecked(d.conn, false, w, xproto.EventMaskNoEvent, string(message.Bytes())).Check(); err != nil {
		d.t.Fatal(err)
	}
}

// screenshot returns the pixels 0xRRGGBB of the window, row by row.
func (d *display) screenshot(w xproto.Window) (pixels []uint32, size image.Point) {
	d.t.Helper()
	g, err := xproto.GetGeometry(d.conn, xproto.Drawable(w)).Reply()
	if err != nil {
		d.t.Fatal(err)
	}
	shot, err := xproto.GetImage(d.conn, xproto.ImageFormatZPixmap, xproto.Drawable(w), 0, 0, g.Width, g.Height, 0xffffff).Reply()
	if err != nil {
		d.t.Fatal(err)
	}
	pixels = make([]uint32, len(shot.Data)/4)
	for i := range pixels {
		pixels[i] = binary.LittleEndian.Uint32(shot.Data[4*i:]) & 0xffffff
	}
	return pixels, image.Pt(int(g.Width), int(g.Height))
}

// eventually waits until the condition holds, for up to 15 s: a virtual
// display on a busy machine is slow.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("waited 15 s in vain for %s", what)
}

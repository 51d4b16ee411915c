// Package shelltest drives the real window on a virtual display: what no test
// without a display can see is whether pixels and input reach the right place.
package shelltest

import (
	"encoding/json"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestWindow needs the program, built with its window, in DEMO_BINARY.
func TestWindow(t *testing.T) {
	binary := os.Getenv("DEMO_BINARY")
	if binary == "" {
		t.Skip("DEMO_BINARY does not name the program; cmd/demo/test does that")
	}
	d := newDisplay(t, 2000, 1200)
	p := start(t, d, binary)
	w := d.windowNamed("Snapshot Interpolation Lab")
	fills := func(size image.Point) {
		eventually(t, fmt.Sprintf("a picture that fills %v", size), func() bool {
			pixels, got := d.screenshot(w)
			return got == size && filled(pixels, size)
		})
	}

	fills(image.Pt(1280, 720))
	first, _ := d.screenshot(w)
	eventually(t, "the picture to move", func() bool {
		now, _ := d.screenshot(w)
		return differ(first, now)
	})
	for _, size := range []image.Point{{X: 960, Y: 600}, {X: 1920, Y: 1080}, {X: 1280, Y: 720}} {
		d.resize(w, size.X, size.Y)
		fills(size)
	}

	eventually(t, "the first status", func() bool { return p.status() != nil })
	before := p.number("formula", "required_delay_ms")
	r := p.control("link/jitter")
	track := r.Max.Y - 8 // below the label
	d.drag(image.Pt(r.Min.X+r.Dx()/4, track), image.Pt(r.Max.X-r.Dx()/8, track))
	eventually(t, "a drag to the right on the jitter slider to raise the required delay", func() bool {
		return p.number("formula", "required_delay_ms") > before
	})

	p.useControls(d)

	d.key(' ')
	eventually(t, "the space bar to pause", func() bool { return p.status()["paused"] == true })
	time.Sleep(time.Second)
	used := p.cpu()
	time.Sleep(2 * time.Second)
	if used = p.cpu() - used; used > 100*time.Millisecond {
		t.Errorf("paused, it used %v of processor time in 2 s; want at most 100 ms", used)
	}
	line := p.control("time")
	d.click(image.Pt(line.Min.X+2, line.Min.Y+line.Dy()/2))
	eventually(t, "a click at the left end of the line of time to go back to the beginning", func() bool {
		return p.number("time_s") < 0.1 && p.status()["paused"] == true
	})
	d.key(' ')
	eventually(t, "the space bar to go on", func() bool { return p.status()["paused"] == false })

	d.close(w)
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("closing the window: %v; want exit status 0", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the program still runs 10 s after its window was closed")
	}
}

// useControls clicks, turns, types and scales, slowly, and waits for what it does.
func (p *program) useControls(d *display) {
	t := p.t
	t.Helper()
	setting := func(name, want string) {
		t.Helper()
		eventually(t, name+" to be "+want, func() bool {
			settings, _ := p.status()["settings"].(map[string]any)
			return settings[name] == want
		})
	}
	middle := func(id string) image.Point {
		r := p.control(id)
		return image.Pt((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
	}

	order := p.control("link/order") // two choices side by side
	d.click(image.Pt(order.Max.X-order.Dx()/4, order.Min.Y+order.Dy()/2))
	setting("order", "free")
	d.click(image.Pt(order.Min.X+order.Dx()/4, order.Min.Y+order.Dy()/2))
	setting("order", "fifo")

	latency := p.control("link/latency") // its value is at the right of the upper line
	d.click(image.Pt(latency.Max.X-10, latency.Min.Y+6))
	d.write("120")
	d.key(keyReturn)
	setting("latency", "120ms")
	d.wheel(middle("link/latency"), 3)
	setting("latency", "123ms")
	d.wheel(middle("link/latency"), -3)
	setting("latency", "120ms")

	before := p.control("help")
	d.with(keyControl, '-')
	eventually(t, "Ctrl and minus to make everything smaller", func() bool { return p.control("help").Dx() < before.Dx() })
	d.with(keyControl, '0')
	eventually(t, "Ctrl and 0 to make it as it was", func() bool { return p.control("help") == before })

	d.click(middle("look"))
	eventually(t, "a click to open the page of the look", func() bool { return p.has("look/theme") })
	theme := p.control("look/theme")
	d.click(image.Pt(theme.Max.X-theme.Dx()/4, theme.Min.Y+theme.Dy()/2))
	eventually(t, "a click to choose the light theme", func() bool { return p.status()["theme"] == "light" })
	d.key(keyEscape)
	eventually(t, "Escape to close the page", func() bool { return p.has("help") })
}

// has reports whether there is a control that the keyboard reaches.
func (p *program) has(name string) bool {
	controls, _ := p.status()["controls"].(map[string]any)
	_, ok := controls[name]
	return ok
}

// program is the demo as it runs.
type program struct {
	t          *testing.T
	process    *os.Process
	statusFile string
	ended      chan error
}

func start(t *testing.T, d *display, binary string) *program {
	t.Helper()
	return startWith(t, d, binary, t.TempDir())
}

// startWith starts the demo with a folder for what it keeps.
func startWith(t *testing.T, d *display, binary, kept string) *program {
	t.Helper()
	p := &program{t: t, statusFile: filepath.Join(t.TempDir(), "status.json"), ended: make(chan error, 1)}
	cmd := exec.Command(binary, "--view", "full")
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+kept, "DISPLAY="+d.name, "DEMO_STATUS="+p.statusFile)
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.process = cmd.Process
	gone := make(chan struct{})
	go func() {
		p.ended <- cmd.Wait()
		close(gone)
	}()
	t.Cleanup(func() {
		p.process.Kill()
		<-gone
		if t.Failed() {
			t.Logf("the program said:\n%s", output.String())
		}
	})
	return p
}

// status returns what the program last wrote about itself, nil if nothing yet.
func (p *program) status() map[string]any {
	p.t.Helper()
	line, err := os.ReadFile(p.statusFile)
	if os.IsNotExist(err) {
		return nil
	}
	var s map[string]any
	if err == nil {
		err = json.Unmarshal(line, &s)
	}
	if err != nil {
		p.t.Fatalf("status %q: %v", line, err)
	}
	return s
}

// number returns the number at a path of keys in the status.
func (p *program) number(path ...string) float64 {
	p.t.Helper()
	var v any = p.status()
	for _, key := range path {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	n, ok := v.(float64)
	if !ok {
		p.t.Fatalf("status has no number %s", strings.Join(path, "."))
	}
	return n
}

// control returns where a control is, in dp, by its name.
func (p *program) control(name string) image.Rectangle {
	p.t.Helper()
	controls, _ := p.status()["controls"].(map[string]any)
	if _, ok := controls[name]; !ok {
		p.t.Fatalf("status has no control %s", name)
	}
	side := func(key string) int { return int(p.number("controls", name, key)) }
	x, y := side("x"), side("y")
	return image.Rect(x, y, x+side("w"), y+side("h"))
}

// cpu returns the processor time that the program has used. Linux counts it in
// hundredths of a second.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+2:]))
	var ticks int
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		if err != nil {
			p.t.Fatalf("/proc stat: %v", err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// filled reports whether there is a picture in every corner: no side of the
// window is left black and more than a few colours are there.
func filled(pixels []uint32, size image.Point) bool {
	colours := make(map[uint32]bool)
	for _, p := range pixels {
		colours[p] = true
	}
	at := func(x, y int) uint32 { return pixels[y*size.X+x] }
	right, bottom := size.X-1, size.Y-1
	return len(colours) > 2 && at(0, 0) != 0 && at(right, 0) != 0 && at(0, bottom) != 0 && at(right, bottom) != 0
}

func differ(a, b []uint32) bool {
	if len(a) != len(b) {
		return true
	}
	for i := range a {
		if a[i] != b[i] {
			return true
		}
	}
	return false
}

package shelltest

import (
	"os"
	"testing"
	"time"
)

// TestCurveFollows drags the jitter's slider slowly to and fro, for as long as DEMO_DRAG
// says ("20s"): the runs ahead follow within half a second, and no frame takes long
// to make, unless the machine is too busy to tell.
func TestCurveFollows(t *testing.T) {
	binary, length := os.Getenv("DEMO_BINARY"), os.Getenv("DEMO_DRAG")
	if binary == "" {
		t.Skip("DEMO_BINARY does not name the program; cmd/demo/test does that")
	}
	duration := 4 * time.Second
	if length != "" {
		var err error
		if duration, err = time.ParseDuration(length); err != nil {
			t.Fatalf("DEMO_DRAG: %v", err)
		}
	}
	d := newDisplay(t, 1280, 720)
	p := start(t, d, binary)
	d.windowNamed("Snapshot Interpolation Lab")
	eventually(t, "the first status", func() bool { return p.status() != nil })
	eventually(t, "the first study", func() bool { return p.number("study", "lenses_ms", "max") > 0 })
	time.Sleep(3 * time.Second) // the first frames make the caches
	frames, begun := p.number("frames", "count"), p.number("study", "begun")
	slow, slowWork := p.number("frames", "interval_ms", "over_50"), p.number("frames", "work_ms", "over_50")

	r := p.control("link/jitter")
	y := r.Max.Y - 8 // below the label
	from, to := r.Min.X+r.Dx()/8, r.Max.X-r.Dx()/4
	x, step := from, 1
	waiting := newSleeper()
	d.move(x, y)
	d.press()
	for end := time.Now().Add(duration); time.Now().Before(end); {
		if x += step; x <= from || x >= to {
			step = -step
		}
		d.move(x, y)
	}
	d.release()
	naps, overslept := waiting.stop()
	time.Sleep(2 * time.Second) // until the status tells of it

	count := p.number("frames", "count") - frames
	begun = p.number("study", "begun") - begun
	slow, slowWork = p.number("frames", "interval_ms", "over_50")-slow, p.number("frames", "work_ms", "over_50")-slowWork
	t.Logf("%v: %.0f frames; %.0f came and %.0f were made in more than 50 ms; of all frames: %v", duration, count, slow, slowWork, p.status()["frames"])
	t.Logf("%.0f changes, and the curve after them: %v", begun, p.status()["study"])
	t.Logf("the machine: of %d naps of a frame's length %d took more than 50 ms", naps, overslept)
	if begun < 10 {
		t.Errorf("the slider was changed %.0f times", begun)
	}
	busy := overslept*1000 > naps
	if first := p.number("study", "first_ms", "p99"); first > 500 && !busy {
		t.Errorf("the curve came %v ms after a change; want at most 500", first)
	}
	if slowWork*100 > count && !busy {
		t.Errorf("%.0f of %.0f frames took more than 50 ms to make", slowWork, count)
	}
}

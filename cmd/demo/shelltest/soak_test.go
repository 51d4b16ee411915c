package shelltest

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
)

// TestSoak moves every slider of the real window at random, and lets things go wrong,
// for as long as DEMO_SOAK says ("5m"): nothing fails, memory does not grow, and frames
// come in time, unless the machine is too busy to tell.
func TestSoak(t *testing.T) {
	binary, length := os.Getenv("DEMO_BINARY"), os.Getenv("DEMO_SOAK")
	if binary == "" || length == "" {
		t.Skip("DEMO_BINARY and DEMO_SOAK do not say which program to soak, and how long")
	}
	duration, err := time.ParseDuration(length)
	if err != nil {
		t.Fatalf("DEMO_SOAK: %v", err)
	}
	d := newDisplay(t, 1280, 720)
	p := start(t, d, binary)
	d.windowNamed("Snapshot Interpolation Lab")
	eventually(t, "the first status", func() bool { return p.status() != nil })
	time.Sleep(3 * time.Second) // the first frames make the caches
	frames, slow, slowWork := p.number("frames", "count"), p.number("frames", "interval_ms", "over_50"), p.number("frames", "work_ms", "over_50")

	random := rand.New(rand.NewPCG(7, 11))
	moved := map[string]int{}
	begin, end := time.Now(), time.Now().Add(duration)
	waiting := newSleeper()
	var early, late float64 // the largest resident memory of the second and of the last fifth, MiB
	for time.Now().Before(end) {
		select {
		case err := <-p.ended:
			t.Fatalf("the program ended after %v: %v", time.Since(begin).Round(time.Second), err)
		default:
		}
		if p.status()["paused"] == true {
			d.key(' ')
		}
		p.disturb(d, random, moved)
		switch part := time.Since(begin) * 5 / duration; part {
		case 1:
			early = max(early, p.memory())
		case 4:
			late = max(late, p.memory())
		}
	}
	count := p.number("frames", "count") - frames
	slow, slowWork = p.number("frames", "interval_ms", "over_50")-slow, p.number("frames", "work_ms", "over_50")-slowWork
	t.Logf("%v: %.0f frames, %.1f a second; %.0f came and %.0f were made in more than 50 ms", duration, count, count/duration.Seconds(), slow, slowWork)
	t.Logf("of all frames, start included: %v", p.status()["frames"])
	naps, overslept := waiting.stop()
	t.Logf("the machine: of %d naps of a frame's length %d took more than 50 ms", naps, overslept)
	t.Logf("memory: %.0f MiB in the second fifth, %.0f MiB in the last", early, late)
	sliders := p.sliders()
	for _, id := range sliders {
		t.Logf("%s was moved %d times", id, moved[id])
	}
	if unmoved := slices.DeleteFunc(slices.Clone(sliders), func(id string) bool { return moved[id] > 0 }); duration >= time.Minute && len(unmoved) > 0 {
		t.Errorf("never moved: %v", unmoved)
	}
	if limit := early*1.1 + 8; late > limit {
		t.Errorf("memory grew from %.0f to %.0f MiB", early, late)
	}
	busy := overslept*1000 > naps // a machine with so much else to do delays any program's frames
	if slow*1000 > count && !busy || slowWork*100 > count {
		t.Errorf("%.0f of %.0f frames came later than 50 ms after the one before; want at most 1 in 1,000 (%.0f took as long to make)", slow, count, slowWork)
	}
}

// sleeper sleeps for a frame's length again and again, to tell how long the machine
// keeps a program waiting that has nothing to do.
type sleeper struct {
	end  chan struct{}
	done chan [2]int
}

func newSleeper() sleeper {
	s := sleeper{make(chan struct{}), make(chan [2]int)}
	go func() {
		naps, overslept := 0, 0
		for {
			select {
			case <-s.end:
				s.done <- [2]int{naps, overslept}
				return
			default:
			}
			begin := time.Now()
			time.Sleep(time.Second / 60)
			naps++
			if time.Since(begin) > 50*time.Millisecond {
				overslept++
			}
		}
	}()
	return s
}

// stop returns how many naps there were, and how many took more than 50 ms.
func (s sleeper) stop() (naps, overslept int) {
	close(s.end)
	counts := <-s.done
	return counts[0], counts[1]
}

// disturb does one thing of what a restless user does.
func (p *program) disturb(d *display, random *rand.Rand, moved map[string]int) {
	if keys := "gvwdbks.nrtlp"; random.IntN(8) == 0 {
		d.key(xproto.Keysym(keys[random.IntN(len(keys))]))
		return
	}
	sliders := p.sliders()
	if len(sliders) == 0 { // under a page, or while presenting
		d.key(keyEscape)
		return
	}
	id := sliders[random.IntN(len(sliders))]
	r := p.control(id)
	y := r.Min.Y + r.Dy()/2
	if r.Dy() > 25 { // label and value above the track
		y = r.Max.Y - 8
	}
	track := image.Rect(r.Min.X+6, y, r.Max.X-6, y)
	if r.Dy() <= 25 { // name, track and value on one line
		track.Min.X, track.Max.X = r.Min.X+r.Dx()*2/5, r.Max.X-r.Dx()*3/10
	}
	at := func() image.Point { return image.Pt(track.Min.X+random.IntN(max(track.Dx(), 1)), y) }
	d.drag(at(), at())
	moved[id]++
}

// sliders returns the names of the sliders that can be moved, sorted.
func (p *program) sliders() (ids []string) {
	controls, _ := p.status()["controls"].(map[string]any)
	for id := range controls {
		switch group, name, _ := strings.Cut(id, "/"); {
		case group == "delay" && name != "auto", group == "link" && name != "order" && name != "encoding",
			id == "underrun/extrapolation", id == "underrun/smoothing", id == "underrun/reckoning":
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// memory returns the program's resident memory in MiB.
func (p *program) memory() float64 {
	p.t.Helper()
	path := fmt.Sprintf("/proc/%d/status", p.process.Pid)
	text, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		p.t.Fatalf("%s has no VmRSS", path)
	}
	kilobytes, err := strconv.Atoi(fields[0])
	if err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	return float64(kilobytes) / 1024
}

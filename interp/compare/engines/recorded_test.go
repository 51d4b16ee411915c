package engines

import (
	"compress/gzip"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// recordings is where the real engines' recordings are, which are too large to keep here.
const recordings = "SNAPLAB_ENGINES"

func TestRecorded(t *testing.T) {
	dir := os.Getenv(recordings)
	if dir == "" {
		t.Skipf("no recordings: %s is not set", recordings)
	}
	for _, e := range All() {
		file := e.Name
		if file == "unity-gameobjects" {
			file = "ngo213"
		}
		files, _ := filepath.Glob(filepath.Join(dir, file+".*.csv.gz"))
		for _, f := range files {
			c := play(t, e.New(), f)
			t.Logf("%-34s %d frames: time off by %v at most, in %d by more than 0.1 ms; pose by %.4f m, in %d by more than 5 mm (worst %.4f in %d underruns); %d states differ", filepath.Base(f), c.frames, c.time, c.times, c.pose, c.poses, c.dryPose, c.dry, c.states)
		}
	}
}

type compared struct {
	frames, times, poses, dry, states int
	time                              time.Duration
	pose, dryPose                     float64
}

func play(t *testing.T, l interp.Lens, name string) (c compared) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var drawn []interp.Drawn
	for _, row := range rows[1:] {
		n := func(i int) int64 { v, _ := strconv.ParseInt(row[i], 10, 64); return v }
		x := func(i int) float64 { v, _ := strconv.ParseFloat(row[i], 64); return v }
		switch at := interp.LocalTime(n(1)); row[0] {
		case "config":
			l.Configure(&interp.Config{Interval: time.Duration(at)})
		case "packet":
			s := interp.Sample{Time: interp.ServerTime(n(5)), Pose: interp.Pose{Position: mgl32.Vec3{float32(x(6)), float32(x(7)), float32(x(8))}, Rotation: mgl32.QuatIdent()}}
			l.Receive(interp.Header{Epoch: uint16(n(2)), Seq: uint32(n(3)), Tick: uint32(n(4)), Time: s.Time, Arrival: at, Latency: time.Duration(n(14))}, []interp.Update{{ID: 1, Sample: s}})
		case "frame":
			l.Frame(at)
			if row[9] == "" && row[10] == "" {
				continue
			}
			c.frames++
			if row[9] != "" {
				off := l.Stats().Kinds[0].RenderTime.Sub(interp.ServerTime(n(9))).Abs()
				if off > 100*time.Microsecond {
					c.times++
					if os.Getenv("TRACE") != "" && c.times < 20 {
						t.Logf("%s %v: %v, want %v", filepath.Base(name), time.Duration(at), l.Stats().Kinds[0].RenderTime, n(9))
					}
				}
				c.time = max(c.time, off)
			}
			drawn = l.AppendDrawn(drawn[:0], at)
			if row[10] == "" {
				continue
			}
			if len(drawn) == 0 {
				c.poses++
				continue
			}
			p := drawn[0].Pose.Position
			off := math.Sqrt(math.Pow(float64(p[0])-x(10), 2) + math.Pow(float64(p[1])-x(11), 2) + math.Pow(float64(p[2])-x(12), 2))
			if row[13] == "1" {
				c.dry++
				if off > 5e-3 && os.Getenv("TRACE") != "" && c.dryPose < 5e-3 {
					t.Logf("%s %v: in underrun at %v pose %v, want %v %v %v", filepath.Base(name), time.Duration(at), l.Stats().Kinds[0].RenderTime, p, x(10), x(11), x(12))
				}
				c.dryPose = max(c.dryPose, off)
			} else {
				if off > 5e-3 {
					c.poses++
					if os.Getenv("TRACE") != "" && c.poses < 20 {
						t.Logf("%s %v: at %v pose %v, want %v %v %v", filepath.Base(name), time.Duration(at), l.Stats().Kinds[0].RenderTime, p, x(10), x(11), x(12))
					}
				}
				c.pose = max(c.pose, off)
			}
			if drawn[0].State.InUnderrun() != (row[13] == "1") {
				c.states++
			}
		}
	}
	return c
}

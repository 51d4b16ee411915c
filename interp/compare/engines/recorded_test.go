package engines

import (
	"compress/gzip"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// What a lens may be off the real engine.
const (
	timeWithin = 100 * time.Microsecond
	poseWithin = 5e-3 // m, outside underruns
)

// recorded is what a real engine showed in one frame.
type recorded struct {
	time       time.Duration
	timed      bool
	x, y, z    float64
	posed      bool
	inUnderrun bool
}

// compared is how far a lens was off what was recorded.
type compared struct {
	frames, times, poses int
	time                 time.Duration
	pose                 float64
}

func (c *compared) frame(l interp.Lens, now interp.LocalTime, want recorded) {
	c.frames++
	if want.timed {
		off := (time.Duration(l.Stats().Kinds[0].RenderTime) - want.time).Abs()
		if c.time = max(c.time, off); off > timeWithin {
			c.times++
		}
	}
	drawn := l.AppendDrawn(nil, now)
	if !want.posed || want.inUnderrun && want.timed {
		return
	}
	off := math.Inf(1)
	if len(drawn) == 1 {
		p := drawn[0].Pose.Position
		off = math.Hypot(math.Hypot(float64(p[0])-want.x, float64(p[1])-want.y), float64(p[2])-want.z)
	}
	if c.pose = max(c.pose, off); off > poseWithin {
		c.poses++
	}
}

func (c *compared) check(t *testing.T, name string, least int) {
	t.Helper()
	t.Logf("%-32s %d frames: off by %v at most, in %d by more than %v; poses by %.4f m, in %d by more than %v",
		name, c.frames, c.time, c.times, timeWithin, c.pose, c.poses, poseWithin)
	if c.times > 0 || c.poses > 0 || c.frames < least {
		t.Errorf("%s: not as recorded", name)
	}
}

// rows reads a compressed table.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(z)
	r.FieldsPerRecord = -1
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func whole(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

func real(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// receive gives a lens one packet of one entity.
func receive(l interp.Lens, h interp.Header, x, y, z string) {
	s := interp.Sample{Time: h.Time, Pose: interp.Pose{Rotation: mgl32.QuatIdent()}}
	for i, v := range []string{x, y, z} {
		s.Pose.Position[i] = float32(real(v))
	}
	l.Receive(h, []interp.Update{{ID: 1, Sample: s}})
}

// Of a car at 20 Hz (50 ms of latency, 60 frames a second) testdata has what Mirror, Quake III,
// Netcode for Entities, geckos.io and Netcode for GameObjects showed: base is 24 s with 30 ms of
// jitter and 5 % lost, j100 is 9 s with 100 ms of jitter. A row "p" is a packet: arrival (ns),
// sequence, tick, stamp (ms), x, y, half a round trip (ns). A row "f" is a frame: its time (ns),
// and in some of them for each engine what it showed: the server time (µs), x and y (mm), and u in an
// underrun.
func TestLensesAreAsRecorded(t *testing.T) {
	for _, name := range []string{"recorded-base", "recorded-j100"} {
		all := rows(t, filepath.Join("testdata", name+".csv.gz"))
		for column, engine := range all[0][2:] {
			l := configured(t, engine, time.Duration(whole(all[0][1]))*time.Microsecond)
			var c compared
			for _, row := range all[1:] {
				now := interp.LocalTime(whole(row[1]))
				switch {
				case row[0] == "p":
					receive(l, interp.Header{Seq: uint32(whole(row[2])), Tick: uint32(whole(row[3])), Time: interp.ServerTime(whole(row[4]) * 1e6), Arrival: now, Latency: time.Duration(whole(row[7]))}, row[5], row[6], "0")
				default:
					l.Frame(now)
					if column+2 < len(row) && row[column+2] != "" {
						c.frame(l, now, cell(row[column+2]))
					}
				}
			}
			c.check(t, name+" "+engine, 100)
		}
	}
}

// cell reads what an engine showed in a frame, to the µs and the mm.
func cell(s string) (r recorded) {
	parts := strings.Split(s, ":")
	if r.timed = parts[0] != ""; r.timed {
		r.time = time.Duration(whole(parts[0])) * time.Microsecond
	}
	if r.inUnderrun = parts[len(parts)-1] == "u"; r.inUnderrun {
		parts = parts[:len(parts)-1]
	}
	if r.posed = len(parts) == 3; r.posed {
		r.x, r.y = real(parts[1])/1000, real(parts[2])/1000
	}
	return r
}

// recordings names the environment variable of a folder with more, and longer, recordings of
// real engines: ENGINE.NETWORK.csv.gz, with rows of the columns kind, time_ns, epoch, seq, tick,
// stamp_ns, x, y, z, real_time_ns, real_x, real_y, real_z, real_underrun, half_rtt_ns,
// engine_clock_ns.
const recordings = "SNAPLAB_ENGINES"

func TestLensesAreAsInRecordings(t *testing.T) {
	dir := os.Getenv(recordings)
	if dir == "" {
		t.Skipf("no recordings: %s is not set", recordings)
	}
	for _, e := range All() {
		prefix := e.Name
		if prefix == "unity-gameobjects" {
			prefix = "ngo213"
		}
		files, err := filepath.Glob(filepath.Join(dir, prefix+".*.csv.gz"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			l := e.New()
			var c compared
			for _, row := range rows(t, f)[1:] {
				switch at := interp.LocalTime(whole(row[1])); row[0] {
				case "config":
					l.Configure(&interp.Config{Interval: time.Duration(at)})
				case "packet":
					receive(l, interp.Header{
						Epoch: uint16(whole(row[2])), Seq: uint32(whole(row[3])), Tick: uint32(whole(row[4])), Time: interp.ServerTime(whole(row[5])),
						Arrival: at, Latency: time.Duration(whole(row[14])),
					}, row[6], row[7], row[8])
				case "frame":
					l.Frame(at)
					want := recorded{posed: row[10] != "", x: real(row[10]), y: real(row[11]), z: real(row[12]), inUnderrun: row[13] == "1"}
					if clock := row[9] + row[15]; clock != "" { // the time shown, or the engine's clock
						want.timed, want.time = true, time.Duration(whole(clock))
					}
					if row[9] == "" {
						want.inUnderrun = false // it is beyond the newest all the time, and drawn
					}
					c.frame(l, at, want)
				}
			}
			c.check(t, filepath.Base(f), 500)
		}
	}
}

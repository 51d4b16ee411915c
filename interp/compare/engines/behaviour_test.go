package engines

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// drive is a lens that is driven by hand: packets of an entity at x m, 50 ms under way, and frames.
type drive struct {
	*compare.Lens
	t *testing.T
}

func driven(t *testing.T, name string) drive {
	t.Helper()
	return drive{configured(t, name, 50*ms).(*compare.Lens), t}
}

// packet n shows n·50 ms and arrives at a time.
func (d drive) packet(n int, at time.Duration, x float32) {
	stamp := interp.ServerTime(time.Duration(n) * 50 * ms)
	s := interp.Sample{Time: stamp, Pose: interp.Pose{Position: mgl32.Vec3{x}, Rotation: mgl32.QuatIdent()}}
	d.Receive(interp.Header{Seq: uint32(n + 1), Tick: uint32(3 * n), Time: stamp, Arrival: interp.LocalTime(at), Latency: 50 * ms}, []interp.Update{{ID: 1, Sample: s}})
}

// frame returns the server time shown and where the entity is, NaN if it isn't drawn.
func (d drive) frame(at time.Duration) (shown time.Duration, x float64) {
	d.Frame(interp.LocalTime(at))
	drawn := d.AppendDrawn(nil, interp.LocalTime(at))
	if len(drawn) == 0 {
		return time.Duration(d.Stats().Kinds[0].RenderTime), math.NaN()
	}
	return time.Duration(d.Stats().Kinds[0].RenderTime), float64(drawn[0].Pose.Position[0])
}

func (d drive) want(at, shown time.Duration, x float64) {
	d.t.Helper()
	if s, got := d.frame(at); (s-shown).Abs() > time.Microsecond || math.Abs(got-x) > 1e-4 || math.IsNaN(got) != math.IsNaN(x) {
		d.t.Errorf("at %v: %v is shown, at %v m; want %v, %v m", at, s, got, shown, x)
	}
}

// Without an offset and dynamic adjustment B is 100 ms. Packets 0 and 1 come on time; with 1 the
// timeline is at −40 ms. Then nothing comes for 400 ms: it runs on to 360 ms, 310 ms
// past the last. Packet 2 (100 ms) clamps it to within B of 0: it is set back to 100 ms, and the
// frame of 10 ms counts. The gap is only one interval, so history stays.
func TestMirrorIsSetBackAfterAStall(t *testing.T) {
	d := driven(t, "mirror-notimeline")
	d.frame(40 * ms)
	d.packet(0, 50*ms, 0)
	d.want(50*ms, -90*ms, 0) // the frame of 10 ms counts
	d.packet(1, 100*ms, 1)
	d.want(100*ms, -40*ms, 0)
	d.want(500*ms, 360*ms, 1)
	d.packet(2, 510*ms, 2)
	d.want(510*ms, 110*ms, 2)
	if s := d.Steps(); s.Back != 1 || s.Ahead != 0 {
		t.Errorf("%+v, want one set-back", s)
	}
}

// An overtaken packet clamps the timeline to its own stamp: 2 and 3 come before 1 (50 ms) does, and
// then the timeline may be at B − B after that at the most.
func TestMirrorIsClampedByOvertakenPackets(t *testing.T) {
	d := driven(t, "mirror-notimeline")
	d.packet(0, 50*ms, 0)
	d.want(50*ms, -100*ms, 0)
	d.packet(2, 160*ms, 2)
	d.packet(3, 200*ms, 3)
	d.want(200*ms, 100*ms, 2) // −100 ms, −50 by packet 3, and 150 ms of time
	d.want(220*ms, 120*ms, 2.4)
	d.packet(1, 225*ms, 1.5)
	d.want(230*ms, 60*ms, 1.6) // 50 ms, and the frame; from 1.5 m at 50 ms to 2 m at 100 ms
}

// Packets 2 and 3 are lost. When 4 (200 ms) comes only 1 is left, at which the entity stands (1 m):
// its history becomes 1 m at 150 ms and 9 m at 200 ms. In the middle it is at 5 m, and not at
// 1 + 8 · 125/150 = 7.7 m.
func TestMirrorRewritesHistoryAfterAGap(t *testing.T) {
	d := driven(t, "mirror-notimeline")
	d.packet(0, 50*ms, 0)
	d.frame(50 * ms)
	d.packet(1, 100*ms, 1)
	d.frame(100 * ms)
	d.want(240*ms, 90*ms, 1)
	d.packet(4, 250*ms, 9)
	shown, _ := d.frame(250 * ms)
	for now := 255 * ms; shown < 175*ms; now += 5 * ms {
		var x float64
		shown, x = d.frame(now)
		if want := 1 + 8*max(0, float64(shown-150*ms)/float64(50*ms)); math.Abs(x-want) > 1e-3 {
			t.Fatalf("%v m at %v, want %v", x, shown, want)
		}
	}
}

// Its buffer holds 32: of the packets that came meanwhile the newest are refused.
func TestMirrorRefusesTheNewest(t *testing.T) {
	d := driven(t, "mirror-notimeline")
	for n := range 60 {
		d.packet(n, time.Duration(n)*50*ms+50*ms, float32(n))
	}
	d.frame(time.Hour)
	if _, x := d.frame(2 * time.Hour); x != 31 {
		t.Errorf("drawn at %v m, want the last of 32", x)
	}
}

// The clock is 0 ms at 50 ms of local time, at packet 0: 30 ms later it shows 30 ms, and
// the player stands where packet 0 has it, though a later frame would extrapolate missiles.
func TestQuakePlayersStand(t *testing.T) {
	d := driven(t, "quake3")
	d.packet(0, 50*ms, 4)
	d.want(50*ms, 0, 4)
	d.want(80*ms+400*time.Microsecond, 30*ms, 4)
	d.packet(1, 100*ms, 9)
	d.want(100*ms, 50*ms, 9)
	d.want(105*ms, 53*ms, 9) // it went back by 2 ms
}

// An entity that the newest packet has left out has not moved; another goes on for 250 ms.
func TestSourceExtrapolatesWhatIsSent(t *testing.T) {
	d := driven(t, "source")
	send := func(n int, ids ...interp.EntityID) {
		stamp := interp.ServerTime(time.Duration(n) * 50 * ms)
		var u []interp.Update
		for _, id := range ids {
			u = append(u, interp.Update{ID: id, Sample: interp.Sample{Time: stamp, Pose: interp.Pose{Position: mgl32.Vec3{float32(n)}, Rotation: mgl32.QuatIdent()}}})
		}
		d.Receive(interp.Header{Time: stamp, Tick: uint32(3 * n), Arrival: interp.LocalTime(stamp) + interp.LocalTime(50*ms)}, u)
	}
	for n := range 10 {
		send(n, 1, 2)
		d.Frame(interp.LocalTime(time.Duration(n)*50*ms + 50*ms))
	}
	send(10, 2)
	d.Frame(interp.LocalTime(550 * ms))
	// The delay is 7 ticks, 116.7 ms: 750 ms on, it shows 133 ms after packet 10 (20 m/s).
	d.Frame(interp.LocalTime(800 * ms))
	drawn := d.AppendDrawn(nil, interp.LocalTime(800*ms))
	if x := drawn[0].Pose.Position[0]; x != 9 || drawn[0].State != interp.Held {
		t.Errorf("what isn't sent is at %v m, %v; want it to stand at 9", x, drawn[0].State)
	}
	if x := drawn[1].Pose.Position[0]; math.Abs(float64(x)-(10+133.33/50)) > 0.01 || drawn[1].State != interp.Extrapolating {
		t.Errorf("what is sent is at %v m, %v; want it to go on", x, drawn[1].State)
	}
}

// Packet 0 sets the offset, 50 ms: 150 ms behind that it shows 20 ms at 220 ms. Packet 5 arrives
// 60 ms late, which is more than 50 ms: the frame after shows 60 ms less than it would have, and the
// underrun leaves the entity where it was drawn last, not at the newest sample.
func TestGeckosIsSetBackAndStays(t *testing.T) {
	d := driven(t, "geckos")
	for n := range 4 {
		d.packet(n, time.Duration(n)*50*ms+50*ms, float32(n))
	}
	d.want(220*ms, 20*ms, 0.4)
	d.want(340*ms, 140*ms, 2.8)
	d.want(355*ms, 155*ms, 2.8) // beyond packet 3 at 150 ms
	d.packet(5, 360*ms, 5)
	d.want(365*ms, 105*ms, 2.1)
	if s := d.Steps(); s != (compare.Steps{Back: 1, BackTime: 60 * ms}) {
		t.Errorf("%+v, want one set-back of 60 ms", s)
	}
}

// Nothing is drawn before three pings, one of which is measured every 100 ms.
func TestLightyearWaitsForPings(t *testing.T) {
	d := driven(t, "lightyear")
	for n := range 5 {
		at := time.Duration(n)*50*ms + 50*ms
		d.packet(n, at, float32(n))
		if _, x := d.frame(at); math.IsNaN(x) == (n >= 4) {
			t.Errorf("at %v it is at %v m", at, x)
		}
	}
}

// What is drawn goes a sixth of the way to the newest value in a frame of a sixtieth.
func TestGameObjectsChase(t *testing.T) {
	d := driven(t, "unity-gameobjects")
	frame := time.Second / 60
	d.packet(0, 50*ms, 0)
	if _, x := d.frame(50 * ms); x != 0 {
		t.Errorf("it begins at %v m", x)
	}
	d.packet(1, 100*ms, 6)
	x := 0.0
	for i := range time.Duration(5) {
		x += (6 - x) / 6
		if _, got := d.frame(50*ms + (i+1)*frame); math.Abs(got-x) > 1e-3 {
			t.Errorf("frame %d: %v m, want %v", i+1, got, x)
		}
	}
}

// At a tick it takes the newest state that has come; where none has, it stands.
func TestNetfoxDrawsFromStateToState(t *testing.T) {
	d := driven(t, "netfox")
	d.packet(0, 50*ms, 0)
	d.frame(50 * ms)
	d.packet(2, 150*ms, 8) // packet 1 is lost
	d.frame(150 * ms)
	state := interp.Empty
	moved, stood := 0, 0
	last := 0.0
	for now := 155 * ms; now < 400*ms; now += 5 * ms {
		_, x := d.frame(now)
		drawn := d.AppendDrawn(nil, interp.LocalTime(now))
		if state = drawn[0].State; x > last {
			moved++
		} else if state == interp.Held {
			stood++
		}
		if x < last || x-last > 1.3 { // 8 m in a tick of ten frames, and up to 25 % faster
			t.Errorf("at %v from %v to %v m", now, last, x)
		}
		last = x
	}
	if moved < 8 || moved > 11 || stood < 20 || last != 8 || state != interp.Held {
		t.Errorf("moved in %d frames and stood in %d, ends at %v m, %v", moved, stood, last, state)
	}
}

// A poke is played when its time has come, and nothing is drawn between two.
func TestRocicorpSteps(t *testing.T) {
	d := driven(t, "rocicorp")
	d.packet(0, 50*ms, 0)
	d.packet(1, 100*ms, 1)
	d.packet(2, 150*ms, 2)
	d.want(340*ms, 40*ms, 0)
	d.want(351*ms, 51*ms, 1)
	d.want(399*ms, 99*ms, 1)
	d.want(400*ms, 100*ms, 2)
}

// Settings go by the engine's names and units; each delay is as with the defaults but for them.
func TestSettings(t *testing.T) {
	const tick = time.Second / 60
	for _, c := range []struct {
		engine string
		set    map[string]float64
		want   time.Duration
	}{
		{"source", map[string]float64{"cl_interp": 0.05, "cl_interp_ratio": 1}, 4 * tick}, // 3, and one
		{"source", map[string]float64{"cl_interp": 0.2}, 13 * tick},
		{"mirror", map[string]float64{"dynamicAdjustment": 0, "bufferTimeMultiplier": 3}, 190 * ms}, // 3 + 1 intervals, less a frame
		{"mirror", map[string]float64{"timelineOffset": 0, "dynamicAdjustmentTolerance": 2}, 140 * ms},
		{"unity-entities", map[string]float64{"InterpolationTimeNetTicks": 3}, 150 * ms},
		{"lightyear", map[string]float64{"send_interval_ratio": 3}, 150*ms + tick - 50*ms},
		{"lightyear", map[string]float64{"send_interval_ratio": 0, "min_delay": 120}, 120*ms + tick - 50*ms},
		{"geckos", map[string]float64{"interpolationBuffer": 222}, 222 * ms},
		{"gaffer", map[string]float64{"delay": 2}, 100 * ms},
		{"rocicorp", map[string]float64{"initialBufferSizeMs": 100}, 18 * ms},
		{"quake3", map[string]float64{"cl_timeNudge": 30}, 73 * ms},
	} {
		all := All()
		i := slices.IndexFunc(all, func(e Engine) bool { return e.Name == c.engine })
		l, err := all[i].With(c.set)
		if err != nil {
			t.Fatal(err)
		}
		l.Configure(&interp.Config{Interval: 50 * ms})
		link{50 * ms, steady, 50 * ms}.frames(l, 0, 20*time.Second, nil)
		if got := l.Stats().Kinds[0].Delay; (got - c.want).Abs() > tick {
			t.Errorf("%s with %v: delay %v, want %v", c.engine, c.set, got, c.want)
		}
	}
	if _, err := All()[0].With(map[string]float64{"cl_interp": 0.1}); !errors.Is(err, compare.ErrSetting) {
		t.Errorf("a setting of another engine is taken: %v", err)
	}
}

// The average is that of real numbers, and its variance too: 2·|i mod 3 − 1| is 2, 0, 2, …, 4/3 on
// average.
func TestAverage(t *testing.T) {
	var a average
	for i := range 3000 {
		a.add(2*math.Abs(float64(i%3-1)), 0.001)
	}
	if math.Abs(a.value-4./3) > 0.05 || math.Abs(a.variance-8./9) > 0.06 {
		t.Errorf("%+v, want 4/3 and 8/9", a)
	}
}

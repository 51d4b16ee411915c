package compare_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
	"snaplab/interp/compare"
)

const ms = time.Millisecond

// scripted is a Player that draws what it is told.
type scripted struct {
	compare.Base
	traits  compare.Traits
	policy  interp.Policy
	at      interp.ServerTime
	waits   bool // draws nothing yet
	resets  int
	packets []compare.Packet // of the last frame
	frame   compare.Frame
}

func (s *scripted) Traits() compare.Traits           { return s.traits }
func (s *scripted) Policy(interp.Kind) interp.Policy { return s.policy }
func (s *scripted) Reset(interp.Header)              { s.resets++ }
func (s *scripted) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	s.frame, s.packets = *f, append([]compare.Packet(nil), f.Packets...)
	return s.at, !s.waits
}

// car is a Lens around a scripted Player, with an entity at 10 m/s along x, sent every 100 ms
// and 50 ms under way: it is at x m at 100·x ms.
type car struct {
	*compare.Lens
	player scripted
}

func newCar() *car {
	c := new(car)
	c.Lens = compare.New(&c.player)
	c.Configure(&interp.Config{Interval: 100 * ms})
	return c
}

func (c *car) receive(n int) interp.Verdict {
	stamp := interp.ServerTime(time.Duration(n) * 100 * ms)
	s := interp.Sample{Time: stamp, Pose: interp.Pose{Position: mgl32.Vec3{float32(n)}, Rotation: mgl32.QuatIdent()}}
	return c.Receive(interp.Header{Seq: uint32(n + 1), Tick: uint32(6 * n), Time: stamp, Arrival: interp.LocalTime(stamp) + interp.LocalTime(50*ms)}, []interp.Update{{ID: 1, Sample: s}})
}

// show moves to a frame at which a server time is drawn, and returns the place and state.
func (c *car) show(now, at time.Duration) (x float64, state interp.State) {
	c.player.at = interp.ServerTime(at)
	c.Frame(interp.LocalTime(now))
	drawn := c.AppendDrawn(nil, interp.LocalTime(now))
	if len(drawn) == 0 {
		return math.NaN(), interp.Empty
	}
	return float64(drawn[0].Pose.Position[0]), drawn[0].State
}

func (c *car) want(t *testing.T, now, at time.Duration, x float64, state interp.State) {
	t.Helper()
	if got, s := c.show(now, at); !(math.Abs(got-x) < 1e-4) || s != state {
		t.Errorf("at %v, showing %v: %v m, %v; want %v m, %v", now, at, got, s, x, state)
	}
}

// Frames of 20 ms. The time is set back by 70 ms instead of going on by 20, and then ahead by
// 200 ms: at 10 m/s everything jumps by 0.9 m and 1.8 m. Both are drawn and counted.
func TestSetBacksAreDrawnAndCounted(t *testing.T) {
	c := newCar()
	for n := range 6 {
		c.receive(n)
	}
	c.want(t, 560*ms, 300*ms, 3, interp.Blending)
	c.want(t, 580*ms, 320*ms, 3.2, interp.Blending)
	if got := c.Steps(); got != (compare.Steps{}) || len(c.Stats().Corrections) != 0 || c.Stats().Steps != 1 {
		t.Errorf("%+v, %v and %d steps without any but the first packet's", got, c.Stats().Corrections, c.Stats().Steps)
	}
	c.want(t, 600*ms, 250*ms, 2.5, interp.Blending)
	if k := c.Stats().Corrections; len(k) != 1 || math.Abs(float64(k[0].Metres)-0.9) > 1e-4 {
		t.Errorf("corrections %v, want one of 0.9 m", k)
	}
	c.want(t, 620*ms, 450*ms, 4.5, interp.Blending)
	if k := c.Stats().Corrections; len(k) != 1 || math.Abs(float64(k[0].Metres)-1.8) > 1e-4 {
		t.Errorf("corrections %v, want one of 1.8 m", k)
	}
	// A frame may be slower or faster by a quarter of it and 5 ms: that is slewing.
	c.want(t, 640*ms, 480*ms, 4.8, interp.Blending)
	c.want(t, 660*ms, 490*ms, 4.9, interp.Blending)
	want := compare.Steps{Back: 1, Ahead: 1, BackTime: 90 * ms, AheadTime: 180 * ms}
	if got := c.Steps(); got != want || c.Stats().Steps != 3 {
		t.Errorf("%+v and %d steps in all, want %+v and 3", got, c.Stats().Steps, want)
	}
	// What is Free of the render time has no steps.
	c = newCar()
	c.player.traits.Free = true
	c.Lens = compare.New(&c.player)
	c.receive(0)
	c.receive(5)
	c.show(560*ms, 400*ms)
	if c.show(580*ms, 100*ms); c.Steps() != (compare.Steps{}) || len(c.Stats().Corrections) != 0 {
		t.Errorf("a Free one has %+v, %v", c.Steps(), c.Stats().Corrections)
	}
}

// Render time passes the newest sample, at 2 m, by 150 ms, and 3 and 4 come: at 350 ms it is at
// 3.5 m. Standing it jumps by 1.5 m; extrapolated for 100 ms it was at 3 m and jumps by 0.5 m.
func TestUnderrunsAreCountedAndCorrected(t *testing.T) {
	for _, v := range []struct {
		extrapolate        time.Duration
		drawn, jump        float64
		state              interp.State
		extrapolated, held time.Duration
	}{
		{0, 2, 1.5, interp.Held, 0, 180 * ms},
		{100 * ms, 3, 0.5, interp.Held, 130 * ms, 50 * ms},
	} {
		c := newCar()
		c.player.policy.MaxExtrapolation = v.extrapolate
		c.Configure(&interp.Config{Interval: 100 * ms})
		for n := range 3 {
			c.receive(n)
		}
		c.want(t, 300*ms, 150*ms, 1.5, interp.Blending)
		c.show(370*ms, 220*ms)
		c.show(430*ms, 280*ms)
		c.want(t, 480*ms, 330*ms, v.drawn, v.state)
		c.receive(3)
		c.receive(4)
		c.want(t, 500*ms, 350*ms, 3.5, interp.Blending)
		s := c.Stats()
		if len(s.Corrections) != 1 || math.Abs(float64(s.Corrections[0].Metres)-v.jump) > 1e-4 {
			t.Errorf("corrections %v, want %v m", s.Corrections, v.jump)
		}
		if o := s.Overall; o.Underruns != 1 || o.InUnderrun != 180*ms || o.ExtrapolatedTime != v.extrapolated || o.Held != v.held || o != s.Kinds[0].UnderrunStats {
			t.Errorf("%+v, want one underrun of 180 ms", o)
		}
	}
}

// Delays are told from the fastest packet's view, which at 700 ms is 650 ms; the newest sample
// is from 500 ms, so 150 ms would have been enough, and 3 of 6 snapshots are ahead of 250 ms.
func TestStatsAreThoseOfTheRightLens(t *testing.T) {
	c := newCar()
	for n := range 6 {
		c.receive(n)
	}
	c.show(700*ms, 250*ms)
	s := &c.Stats().Kinds[0]
	if s.RenderTime != interp.ServerTime(250*ms) || s.Delay != 400*ms || s.Wanted != 400*ms || !s.Measured || s.Needed != 150*ms || s.Ahead != 3 || s.Bytes == 0 {
		t.Errorf("%+v", *s)
	}
	if c.player.frame.Tick != 100*ms/6 || c.player.frame.Fastest != interp.ServerTime(650*ms) || c.player.frame.Newest != interp.ServerTime(500*ms) {
		t.Errorf("frame %+v", c.player.frame)
	}
}

// Verdicts are by the time drawn, 350 ms; an Ordered Player drops what was overtaken.
func TestVerdicts(t *testing.T) {
	c := newCar()
	for _, n := range []int{0, 1, 4, 6} {
		c.receive(n)
	}
	c.show(700*ms, 350*ms)
	for _, v := range []struct {
		n    int
		want interp.Verdict
	}{{5, interp.Inserted}, {3, interp.Late}, {2, interp.StaleSample}, {4, interp.Duplicate}, {7, interp.Inserted}} {
		if got := c.receive(v.n); got != v.want {
			t.Errorf("S%d is %v, want %v", v.n, got, v.want)
		}
	}
	c.show(720*ms, 370*ms)
	if len(c.player.packets) != 5 || c.player.packets[0].Stamp != interp.ServerTime(500*ms) {
		t.Errorf("read %+v, want all five in the order of arrival", c.player.packets)
	}
	o := newCar()
	o.player.traits.Ordered = true
	o.Lens = compare.New(&o.player)
	for _, n := range []int{0, 4, 4, 2} {
		o.receive(n)
	}
	o.want(t, 700*ms, 200*ms, 2, interp.Blending)
	if len(o.player.packets) != 2 || o.Stats().Verdicts[interp.StaleSample] != 1 || o.Stats().Verdicts[interp.Duplicate] != 1 {
		t.Errorf("read %+v, verdicts %v", o.player.packets, o.Stats().Verdicts)
	}
}

// Another epoch begins anew; packets of the old one, of absurd times and with nonsense in them
// change nothing.
func TestEpochsAndNonsense(t *testing.T) {
	c := newCar()
	c.receive(3)
	c.show(400*ms, 350*ms)
	begin := func(epoch uint16, stamp time.Duration, x float32, id interp.EntityID, kind interp.Kind) interp.Verdict {
		s := interp.Sample{Time: interp.ServerTime(stamp), Pose: interp.Pose{Position: mgl32.Vec3{x}, Rotation: mgl32.QuatIdent()}}
		return c.Receive(interp.Header{Epoch: epoch, Time: s.Time, Arrival: interp.LocalTime(450 * ms)}, []interp.Update{{ID: id, Kind: kind, Sample: s}})
	}
	if v := begin(1, 0, 7, 1, 0); v != interp.Inserted || c.player.resets != 2 {
		t.Errorf("%v, %d resets", v, c.player.resets)
	}
	for name, v := range map[string]interp.Verdict{
		"an old epoch": begin(0, 100*ms, 0, 1, 0),
		"another kind": begin(1, 100*ms, 0, 1, 2),
	} {
		if v != interp.Foreign {
			t.Errorf("%s is %v", name, v)
		}
	}
	for name, v := range map[string]interp.Verdict{
		"an absurd time": begin(1, math.MinInt64, 0, 1, 0),
		"an absurd id":   begin(1, 0, 0, interp.MaxEntityID+1, 0),
		"no kind":        begin(1, 0, 0, 2, interp.MaxKinds),
		"no number":      begin(1, 100*ms, float32(math.NaN()), 1, 0),
		"a new NaN":      begin(1, 100*ms, float32(math.NaN()), 3, 0),
	} {
		if v != interp.Refused {
			t.Errorf("%s is %v", name, v)
		}
	}
	c.want(t, 460*ms, 10*ms, 7, interp.Held)
	if c.Steps() != (compare.Steps{}) {
		t.Errorf("another epoch is no step: %+v", c.Steps())
	}
	// Nothing is drawn while the Player waits, nor before the first packet.
	w := newCar()
	w.player.waits = true
	if _, s := w.show(0, 0); s != interp.Empty {
		t.Error("drawn before the first packet")
	}
	w.receive(0)
	if _, s := w.show(60*ms, 10*ms); s != interp.Empty || w.Stats().Overall.Total != 0 {
		t.Errorf("drawn while the Player waits: %+v", w.Stats().Overall)
	}
}

// A destroyed entity is gone from its time on, and forgotten ten seconds later; its slot may be
// used again, by another kind.
func TestDestroyedIsForgotten(t *testing.T) {
	c := newCar()
	c.receive(0)
	send := func(stamp time.Duration, generation uint16, kind interp.Kind, destroyed bool) interp.Verdict {
		s := interp.Sample{Time: interp.ServerTime(stamp), Generation: generation, Destroyed: destroyed, Pose: interp.Pose{Rotation: mgl32.QuatIdent()}}
		return c.Receive(interp.Header{Time: s.Time, Arrival: interp.LocalTime(stamp + 50*ms)}, []interp.Update{{ID: 1, Kind: kind, Sample: s}})
	}
	send(100*ms, 0, 0, true)
	c.want(t, 150*ms, 50*ms, 0, interp.Blending)
	if _, s := c.show(200*ms, 100*ms); s != interp.Empty {
		t.Errorf("drawn when destroyed: %v", s)
	}
	if v := send(200*ms, 1, 3, false); v != interp.Inserted {
		t.Errorf("the next user is %v", v)
	}
	c.want(t, 300*ms, 200*ms, 0, interp.Blending)
	if v := send(300*ms, 0, 0, false); v != interp.Foreign {
		t.Errorf("the old user is %v", v)
	}
	send(400*ms, 1, 3, true)
	c.show(500*ms, 500*ms)
	if c.Stats().Bytes == 0 {
		t.Error("nothing is kept of what was destroyed just now")
	}
	if c.show(11*time.Second, 10400*ms); c.Stats().Bytes != 0 {
		t.Errorf("%d bytes of what was destroyed ten seconds ago", c.Stats().Bytes)
	}
}

// Between two frames time passes, what has come in between is used, and nothing changes.
func TestDrawingBetweenFramesIsPure(t *testing.T) {
	c := newCar()
	c.receive(0)
	c.receive(1)
	c.show(200*ms, 90*ms)
	c.receive(2)
	before := *c.Stats()
	for range 2 {
		if d := c.AppendDrawn(nil, interp.LocalTime(240*ms)); len(d) != 1 || math.Abs(float64(d[0].Pose.Position[0])-1.3) > 1e-5 || d[0].Time != interp.ServerTime(130*ms) {
			t.Fatalf("drew %+v, want 1.3 m", d)
		}
	}
	if after := c.Stats(); after.Overall != before.Overall || after.Kinds != before.Kinds {
		t.Error("drawing changed the counters")
	}
}

// A client's clock that goes back stands still; one that leaps ahead is an hour at most.
func TestLeapsOfTheClientsClock(t *testing.T) {
	c := newCar()
	c.receive(0)
	c.show(100*ms, 0)
	if c.show(50*ms, 0); c.player.frame.Elapsed != 0 || c.player.frame.Now != interp.LocalTime(100*ms) {
		t.Errorf("frame %+v", c.player.frame)
	}
	if c.show(100*time.Hour, 0); c.player.frame.Elapsed != time.Hour {
		t.Errorf("%v have passed", c.player.frame.Elapsed)
	}
}

func TestLoadAndWith(t *testing.T) {
	made := map[string]float64{}
	all := compare.Load([]byte(`[{"name": "one", "settings": [{"name": "delay", "unit": "s", "default": 0.1, "min": 0, "max": 1}, {"name": "ratio", "max": 9}]}]`),
		map[string]compare.Maker{"one": func(set map[string]float64) interp.Lens {
			made = set
			return newCar()
		}})
	if all[0].New() == nil || made["delay"] != 0.1 || made["ratio"] != 0 {
		t.Errorf("the defaults are %v", made)
	}
	if _, err := all[0].With(map[string]float64{"ratio": 2}); err != nil || made["delay"] != 0.1 || made["ratio"] != 2 {
		t.Errorf("%v: %v", err, made)
	}
	for _, values := range []map[string]float64{{"delay": 1.1}, {"delay": -1}, {"delay": math.NaN()}, {"Delay": 0.1}, {"delay": 0.1, "other": 0}} {
		if l, err := all[0].With(values); !errors.Is(err, compare.ErrSetting) || l != nil {
			t.Errorf("%v: %v", values, err)
		}
	}
	for _, broken := range []string{`{`, `[]`, `[{"nam": "one"}, {}]`} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", broken)
				}
			}()
			compare.Load([]byte(broken), map[string]compare.Maker{"one": nil})
		}()
	}
}

func TestAround(t *testing.T) {
	list := compare.Samples{{Time: 10}, {Time: 20}, {Time: 30}}
	for at, want := range map[interp.ServerTime][3]interp.ServerTime{9: {0, 0, 10}, 10: {0, 10, 20}, 25: {10, 20, 30}, 31: {20, 30, 0}} {
		b := compare.Around(list, at)
		for i, s := range []*interp.Sample{b.Before, b.A, b.B} {
			if (s == nil) != (want[i] == 0) || s != nil && s.Time != want[i] {
				t.Errorf("at %d: %+v, want %v", at, b, want)
			}
		}
	}
}

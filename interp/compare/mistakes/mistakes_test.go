package mistakes

import (
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

func TestMistakesAreNamed(t *testing.T) {
	want := []string{
		"fixed-delay", "arrival-order", "arrival-times", "offset-once", "offset-snapped", "reliable-ordered",
		"across-teleports", "generations-ignored", "euler-angles", "no-cap",
	}
	var got []string
	for _, m := range All() {
		got = append(got, m.Name)
		if m.Sentence == "" || m.Watch == "" {
			t.Errorf("%s says nothing", m.Name)
		}
		if a, b := m.New(), m.New(); a == b || reflect.TypeOf(a) != reflect.TypeOf(b) {
			t.Errorf("%s: two new lenses are the same, or of two types", m.Name)
		}
		if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(m.Name) {
			t.Errorf("%q is no plain name", m.Name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("mistakes %v, want %v", got, want)
	}
	All()[0].Name = "changed"
	if All()[0].Name != want[0] {
		t.Error("the list can be changed from outside")
	}
}

// Where nothing goes wrong no mistake is to be seen, which is why they are common: at
// 60 Hz, with a constant latency, no loss, no jump, no reuse and no seam, each draws
// and counts exactly as the right lens does.
func TestMistakesDoNotShowWithoutFaults(t *testing.T) {
	packets := stream(180, 1000/60.0, func(k int) interp.Sample {
		s := turned(20 + float64(k)/2)
		s.Pose.Position = mgl32.Vec3{float32(k), float32(math.Sin(float64(k) / 20)), 1}
		s.Velocity = mgl32.Vec3{60, 0, 0}
		return s
	})
	c := config(policy(100, 100))
	for _, m := range All() {
		l, right := m.New(), new(interp.Interpolated)
		wrong, want := watch(l, c, packets, 3000), watch(right, c, packets, 3000)
		for i := range want {
			if len(wrong[i].drawn) != len(want[i].drawn) || len(want[i].drawn) > 0 && !alike(&wrong[i].drawn[0], &want[i].drawn[0]) {
				t.Fatalf("%s at %v ms drew\n%+v, want\n%+v", m.Name, want[i].at, wrong[i].drawn, want[i].drawn)
			}
		}
		if got, want := l.Stats().Overall, right.Stats().Overall; got != want {
			t.Errorf("%s counted %+v, want %+v", m.Name, got, want)
		}
	}
}

// alike compares all but the last bits of the rotation.
func alike(a, b *interp.Drawn) bool {
	c := *a
	c.Pose.Rotation = b.Pose.Rotation
	turn := math.Abs(float64(a.Pose.Rotation.Dot(b.Pose.Rotation)))
	return c == *b && turn > 1-1e-6
}

// storm makes packets of four entities with all that may happen to them: jitter,
// loss, copies, a new epoch, teleports, destroys, reuse, and nonsense.
func storm(seed uint64, n int) []arrival {
	r := rand.New(rand.NewPCG(seed, 1))
	var generation [4]uint16
	var segment [4]uint8
	var packets []arrival
	for k := range n {
		p := arrival{seq: uint32(k), stamp: float64(k) * 50}
		for i := range generation {
			s := turned(r.Float64() * 360)
			s.Pose.Position = mgl32.Vec3{float32(k * i), float32(i), r.Float32()}
			s.Velocity = mgl32.Vec3{float32(i), r.Float32(), 0}
			s.Generation, s.Segment = generation[i], segment[i]
			switch r.IntN(30) {
			case 0:
				s.Destroyed = true
				generation[i]++
			case 1:
				segment[i]++
			case 2:
				s.Pose.Position[1] = float32(math.NaN())
			}
			id := interp.EntityID(i)
			if r.IntN(50) == 0 {
				id += interp.MaxEntityID + 1
			}
			p.updates = append(p.updates, interp.Update{ID: id, Kind: interp.Kind(i * 5), Sample: s})
		}
		for copies := r.IntN(12); copies > 0; copies -= 11 {
			p.at = p.stamp + 50 + r.Float64()*200
			packets = append(packets, p)
		}
	}
	slices.SortFunc(packets, func(a, b arrival) int { return int(math.Copysign(1, a.at-b.at)) })
	return packets
}

// Whatever comes, nothing panics, what is drawn is finite with a unit rotation,
// drawing changes nothing, and the counters add up.
func TestMistakesTakeAnything(t *testing.T) {
	for _, m := range All() {
		for seed := range uint64(4) {
			l := m.New()
			play := func(l interp.Lens, look bool) {
				p := interp.DefaultPolicy()
				p.Smoothing, p.OnUnderrun = 100*ms, interp.OnUnderrun(seed%3)
				l.Configure(config(p))
				packets := storm(seed, 120)
				for now := interp.LocalTime(0); now < interp.LocalTime(8*time.Second); now += interp.LocalTime(16 * ms) {
					for len(packets) > 0 && interp.LocalTime(packets[0].at*1e6) <= now {
						p := packets[0]
						h := interp.Header{Epoch: uint16(p.seq / 80), Seq: p.seq, Time: interp.ServerTime(p.stamp * 1e6), Arrival: now, Latency: 50 * ms}
						if p.seq%40 == 39 {
							h.Time = math.MinInt64
						}
						for i := range p.updates {
							p.updates[i].Sample.Time = h.Time
						}
						l.Receive(h, p.updates)
						packets = packets[1:]
					}
					l.Frame(now)
					if !look {
						continue
					}
					for range 2 {
						for _, d := range l.AppendDrawn(nil, now+interp.LocalTime(5*ms)) {
							far, norm := float64(d.Pose.Position.Len()), float64(d.Pose.Rotation.Len())
							if math.IsNaN(far) || math.IsInf(far, 0) || math.Abs(norm-1) > 0.01 {
								t.Fatalf("%s drew %+v", m.Name, d)
							}
						}
					}
					s := l.Stats()
					if d := &s.Overall; d.InUnderrun != d.ExtrapolatedTime+d.Held+d.Stale || d.InUnderrun > d.Total {
						t.Fatalf("%s counted %+v", m.Name, *d)
					}
				}
			}
			play(l, true)
			alone := m.New()
			play(alone, false)
			if !reflect.DeepEqual(l.Stats(), alone.Stats()) {
				t.Errorf("%s: drawing changed the counters to\n%+v from\n%+v", m.Name, l.Stats(), alone.Stats())
			}
			if alone.Stats().Overall.Total == 0 {
				t.Errorf("%s: nothing was ever shown", m.Name)
			}
		}
	}
}

// In the steady state nothing allocates, per packet or per frame.
func TestMistakesDoNotAllocate(t *testing.T) {
	for _, m := range All() {
		l := m.New()
		l.Configure(config(interp.DefaultPolicy()))
		updates := make([]interp.Update, 8)
		dst := make([]interp.Drawn, 0, len(updates))
		k := 0
		step := func() {
			// Each third packet is overtaken by the next one, each eleventh is lost.
			seq := k
			if k%3 == 1 {
				seq = k + 1
			} else if k%3 == 2 {
				seq = k - 1
			}
			stamp := interp.ServerTime(time.Duration(seq) * 50 * ms)
			for i := range updates {
				s := turned(float64(seq * 30))
				s.Time, s.Segment = stamp, uint8(seq/7)
				updates[i] = interp.Update{ID: interp.EntityID(i), Kind: interp.Kind(i), Sample: s}
			}
			now := interp.LocalTime(time.Duration(k)*50*ms + 80*ms)
			if seq%11 != 0 {
				l.Receive(interp.Header{Seq: uint32(seq), Time: stamp, Arrival: now, Latency: 30 * ms}, updates)
			}
			for on := range 3 {
				l.Frame(now.Add(time.Duration(on) * 16 * ms))
				dst = l.AppendDrawn(dst[:0], now.Add(time.Duration(on)*16*ms))
			}
			k++
		}
		for range 200 {
			step()
		}
		if n := testing.AllocsPerRun(200, step); n != 0 {
			t.Errorf("%s: %v allocations per packet and three frames", m.Name, n)
		}
	}
}

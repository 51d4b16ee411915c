package interp

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// benchWorld is what a server sends: snapshots at 20 Hz, in packets of 100 entities, of
// which each kind has its own rate and takes turns over the packets. Packets take 50 ms;
// some are lost, and some take 150 ms more.
type benchWorld struct {
	updates [4][]Update // of successive snapshots, again and again
	every   [MaxKinds]int
	lost    float64 // share of packets
	late    float64
	random  *rand.Rand
	delayed []benchPacket
	packet  []Update
	sent    int
	seq     uint32
}

type benchPacket struct {
	due     LocalTime
	header  Header
	updates []Update
}

const benchInterval = 50 * ms

// newBenchWorld has n entities, each of the kind that kindOf says, that turn by some
// degrees from snapshot to snapshot.
func newBenchWorld(n int, kindOf func(i int) Kind, degrees func(r *rand.Rand) float64) *benchWorld {
	w := &benchWorld{random: rand.New(rand.NewPCG(1, 2))}
	for k := range w.every {
		w.every[k] = 1
	}
	for i := range n {
		axis := mgl32.Vec3{w.random.Float32() - 0.5, w.random.Float32() - 0.5, 0.3}.Normalize()
		step := degrees(w.random) * 3.14159265 / 180
		for s := range w.updates {
			w.updates[s] = append(w.updates[s], Update{ID: EntityID(i + 1), Kind: kindOf(i), Sample: Sample{
				Pose: Pose{
					Position: mgl32.Vec3{float32(i % 100), float32(i / 100), float32(s&1) * 0.5},
					Rotation: mgl32.QuatRotate(float32(step*float64(s)), axis),
				},
				Velocity: mgl32.Vec3{1, 2, 3},
			}})
		}
	}
	return w
}

// receive gives what has come by a local time.
func (w *benchWorld) receive(now LocalTime, give func(Header, []Update)) {
	for len(w.delayed) > 0 && w.delayed[0].due <= now {
		p := &w.delayed[0]
		p.header.Arrival = now
		give(p.header, p.updates)
		w.delayed = append(w.delayed[:0], w.delayed[1:]...)
	}
	for ; LocalTime(time.Duration(w.sent)*benchInterval+50*ms) <= now; w.sent++ {
		all := w.updates[w.sent%len(w.updates)]
		w.packet = w.packet[:0]
		for i := range all {
			if every := w.every[all[i].Kind]; (w.sent+i)%every == 0 {
				w.packet = append(w.packet, all[i])
			}
			if len(w.packet) == 100 || i == len(all)-1 {
				w.seq++
				h := Header{Seq: w.seq, Time: ServerTime(w.sent+1) * ServerTime(benchInterval), Arrival: now}
				switch p := w.random.Float64(); {
				case p < w.lost:
				case p < w.lost+w.late:
					w.delayed = append(w.delayed, benchPacket{now.Add(150 * ms), h, append([]Update(nil), w.packet...)})
				default:
					give(h, w.packet)
				}
				w.packet = w.packet[:0]
			}
		}
	}
}

// benchLens plays a world to a lens at 60 frames per second and measures what the lens
// takes for an entity and frame, inserts included. What the world takes is measured by
// playing it to nothing, and left out.
func benchLens(b *testing.B, n int, world func() *benchWorld, config *Config) {
	l, err := NewInterpolated(config)
	if err != nil {
		b.Fatal(err)
	}
	var drawn []Drawn
	w, frame := world(), 0
	give := func(h Header, u []Update) { l.Receive(h, u) }
	step := func() {
		now := LocalTime(time.Duration(frame) * time.Second / 60)
		w.receive(now, give)
		l.Frame(now)
		drawn = l.AppendDrawn(drawn[:0], now)
		frame++
	}
	for range 300 {
		step()
	}
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
	if len(drawn) < n*9/10 {
		b.Fatalf("drew %d of %d entities", len(drawn), n)
	}
	perFrame := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	nothing := world()
	start := time.Now()
	for f := range frame {
		nothing.receive(LocalTime(time.Duration(f)*time.Second/60), func(Header, []Update) {})
	}
	perFrame -= float64(time.Since(start).Nanoseconds()) / float64(frame)
	b.ReportMetric(perFrame/float64(n), "ns/entity")
}

func benchConfig() *Config {
	p := DefaultPolicy()
	p.Delay = 150 * ms
	return &Config{Interval: 100 * ms, Reserve: 300 * ms, Default: p}
}

func oneKind(int) Kind { return 0 }

func fewDegrees(r *rand.Rand) float64 { return 40 * r.Float64() }

// BenchmarkLensCrowd is 10,000 entities of one kind at 20 Hz. A frame of 16.6 ms has room
// for it many times: at most 34 ns an entity.
func BenchmarkLensCrowd(b *testing.B) {
	benchLens(b, 10_000, func() *benchWorld { return newBenchWorld(10_000, oneKind, fewDegrees) }, benchConfig())
}

// BenchmarkLensMixed is eight kinds at 20, 10 and 5 Hz in turns, with 2 % of the packets
// lost and 2 % late: at most 38 ns an entity.
func BenchmarkLensMixed(b *testing.B) {
	config, every := benchConfig(), [8]int{1, 1, 1, 2, 2, 2, 4, 4}
	for k, n := range every {
		config.Policies[k] = config.Default
		config.Policies[k].Delay = RequiredDelay(time.Duration(n)*benchInterval, 30*ms, 1)
	}
	benchLens(b, 10_000, func() *benchWorld {
		w := newBenchWorld(10_000, func(i int) Kind { return Kind(i / 4 % 8) }, fewDegrees)
		copy(w.every[:], every[:])
		w.lost, w.late = 0.02, 0.02
		return w
	}, config)
}

// BenchmarkLensTumbling is everything turning by 70° to 180° from snapshot to snapshot:
// at most 50 ns an entity.
func BenchmarkLensTumbling(b *testing.B) {
	benchLens(b, 10_000, func() *benchWorld {
		return newBenchWorld(10_000, oneKind, func(r *rand.Rand) float64 { return 70 + 110*r.Float64() })
	}, benchConfig())
}

// BenchmarkLensOne is a single entity: at most 100 ns a frame.
func BenchmarkLensOne(b *testing.B) {
	benchLens(b, 1, func() *benchWorld { return newBenchWorld(1, oneKind, fewDegrees) }, benchConfig())
}

// BenchmarkLensMathgl is the crowd drawn in the straightforward way: a slice of samples
// for each entity, and mathgl for the blend.
func BenchmarkLensMathgl(b *testing.B) {
	const n = 10_000
	type sample struct {
		time ServerTime
		pose Pose
	}
	entities := make([][]sample, n)
	drawn := make([]Pose, n)
	w, frame := newBenchWorld(n, oneKind, fewDegrees), 0
	give := func(h Header, updates []Update) {
		for i := range updates {
			e := &entities[updates[i].ID-1]
			*e = append(*e, sample{h.Time, updates[i].Sample.Pose})
		}
	}
	step := func() {
		now := LocalTime(time.Duration(frame) * time.Second / 60)
		w.receive(now, give)
		at := ServerTime(now - LocalTime(150*ms))
		for i := range entities {
			s := entities[i]
			for len(s) > 2 && s[1].time <= at {
				s = s[1:]
			}
			entities[i] = s
			if len(s) < 2 {
				continue
			}
			t := float32(at.Sub(s[0].time).Seconds() / s[1].time.Sub(s[0].time).Seconds())
			p, q := s[0].pose, s[1].pose
			if p.Rotation.Dot(q.Rotation) < 0 {
				q.Rotation = q.Rotation.Scale(-1)
			}
			drawn[i] = Pose{
				Position: p.Position.Add(q.Position.Sub(p.Position).Mul(t)),
				Rotation: mgl32.QuatSlerp(p.Rotation, q.Rotation, t),
			}
		}
		frame++
	}
	for range 300 {
		step()
	}
	for b.Loop() {
		step()
	}
	perFrame := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	nothing := newBenchWorld(n, oneKind, fewDegrees)
	start := time.Now()
	for f := range frame {
		nothing.receive(LocalTime(time.Duration(f)*time.Second/60), func(Header, []Update) {})
	}
	perFrame -= float64(time.Since(start).Nanoseconds()) / float64(frame)
	b.ReportMetric(perFrame/n, "ns/entity")
}

// 10,000 entities with the seven samples that the config asks for live in 7 MB: a slot
// more to make their number a power of two, and what finds them.
func TestLensMemory(t *testing.T) {
	const n = 10_000
	config := benchConfig()
	w := newBenchWorld(n, oneKind, fewDegrees)
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	l, err := NewInterpolated(config)
	if err != nil {
		t.Fatal(err)
	}
	for frame := range 120 {
		now := LocalTime(time.Duration(frame) * time.Second / 60)
		w.receive(now, func(h Header, u []Update) { l.Receive(h, u) })
		l.Frame(now)
	}
	used := heap() - before
	stats := l.Stats()
	t.Logf("%d slots: %d bytes live, %d as counted", stats.Kinds[0].Slots, used, stats.Bytes)
	if used > 7_000_000 || int64(stats.Bytes) > used*11/10 || int64(stats.Bytes) < used*9/10 {
		t.Errorf("%d bytes live and %d counted, want at most 7 MB, and the same within a tenth", used, stats.Bytes)
	}
	runtime.KeepAlive(w)
}

package wire

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// sendRotation writes and reads q, and returns the bits between.
func sendRotation(t testing.TB, q mgl32.Quat) (mgl32.Quat, [6]byte) {
	t.Helper()
	var w bitWriter
	sent, err := quantiseRotation(q)
	if err != nil {
		t.Fatalf("quantiseRotation(%v): %v", q, err)
	}
	sent.write(&w)
	var bits [6]byte
	copy(bits[:], w.flush())
	r := bitReader{src: bits[:]}
	var got rotation
	got.read(&r)
	if err := got.check(); err != nil || got != sent || !r.atEnd() {
		t.Fatalf("%v was sent as %v and read as %v: %v, at end %v", q, sent, got, err, r.atEnd())
	}
	return got.value(), bits
}

// angle returns the angle between two rotations in degrees. It goes by the distance
// of the quaternions, as their product is useless for small angles.
func angle(a, b mgl32.Quat) float64 {
	p := [4]float64{float64(a.W), float64(a.V[0]), float64(a.V[1]), float64(a.V[2])}
	q := [4]float64{float64(b.W), float64(b.V[0]), float64(b.V[1]), float64(b.V[2])}
	length := func(v [4]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3]) }
	n, m := length(p), length(q)
	var minus, plus [4]float64
	for i := range p {
		minus[i], plus[i] = p[i]/n-q[i]/m, p[i]/n+q[i]/m
	}
	return 4 * math.Asin(min(length(minus), length(plus))/2) * 180 / math.Pi
}

func quat(w, x, y, z float64) mgl32.Quat {
	n := math.Sqrt(w*w + x*x + y*y + z*z)
	return mgl32.Quat{W: float32(w / n), V: mgl32.Vec3{float32(x / n), float32(y / n), float32(z / n)}}
}

func TestRotationErrorIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	gauss := random.NormFloat64
	sign := func() float64 { return float64(random.IntN(2)*2 - 1) }
	near := func(x, by float64) float64 { return sign() * (x + by*(random.Float64()-0.5)) }
	axis := 0
	groups := []struct {
		name string
		draw func() mgl32.Quat
	}{
		{"any", func() mgl32.Quat { return quat(gauss(), gauss(), gauss(), gauss()) }},
		{"four nearly equal components", func() mgl32.Quat {
			return quat(near(1, 1e-3), near(1, 1e-3), near(1, 1e-3), near(1, 1e-3))
		}},
		{"three nearly equal", func() mgl32.Quat {
			return quat(near(1, 1e-3), near(1, 1e-3), near(0, 1), near(1, 1e-3))
		}},
		{"two nearly equal", func() mgl32.Quat { return quat(near(1, 1e-3), near(0, 1e-3), near(1, 1e-3), near(0, 1)) }},
		{"nearly no turn", func() mgl32.Quat { return quat(1, gauss()*1e-4, gauss()*1e-4, gauss()*1e-4) }},
		{"about one axis", func() mgl32.Quat {
			var v mgl32.Vec3
			axis = (axis + 1) % 3
			v[axis] = 1
			return mgl32.QuatRotate(float32(2*math.Pi*random.Float64()), v)
		}},
		{"length off by 0.4 %", func() mgl32.Quat {
			return quat(gauss(), gauss(), gauss(), gauss()).Scale(float32(near(1, 0.008)))
		}},
	}
	const limit = 0.05 // degrees
	for _, g := range groups {
		worst := 0.0
		for range 20_000 {
			q := g.draw()
			got, bits := sendRotation(t, q)
			worst = max(worst, angle(q, got))
			if n := float64(got.Len()); math.Abs(n-1) > 1e-6 {
				t.Fatalf("%s: length of %v is %v", g.name, got, n)
			}
			if again, same := sendRotation(t, got); again != got {
				t.Fatalf("%s: %v became %v (%x), then %v (%x)", g.name, q, got, bits, again, same)
			}
		}
		if worst > limit {
			t.Errorf("%s: off by %.4f°, want at most %v°", g.name, worst, limit)
		}
		t.Logf("%-28s off by at most %.4f°", g.name, worst)
	}
}

func TestExactRotations(t *testing.T) {
	for _, q := range []mgl32.Quat{
		{W: 1},
		{V: mgl32.Vec3{1, 0, 0}},
		{V: mgl32.Vec3{0, 1, 0}},
		{V: mgl32.Vec3{0, 0, 1}},
		{W: 0.5, V: mgl32.Vec3{0.5, 0.5, 0.5}},
		{W: 0.5, V: mgl32.Vec3{-0.5, 0.5, -0.5}},
	} {
		if got, _ := sendRotation(t, q); got != q {
			t.Errorf("%v became %v", q, got)
		}
		minus := q.Scale(-1)
		if got, _ := sendRotation(t, minus); angle(got, q) != 0 {
			t.Errorf("%v became %v", minus, got)
		}
	}
}

// Every pattern of bits is refused or is a unit quaternion that stays what it is.
func TestEveryRotationPatternIsSound(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	refused, sound := 0, 0
	for range 100_000 {
		var w bitWriter
		w.write(random.Uint32(), 2)
		for range 3 {
			w.write(random.Uint32(), rotationWidth)
		}
		r := bitReader{src: w.flush()}
		var read rotation
		read.read(&r)
		if read.check() != nil {
			refused++
			continue
		}
		sound++
		q := read.value()
		if n := float64(q.Len()); math.Abs(n-1) > 1e-6 {
			t.Fatalf("length of %v is %v", q, n)
		}
		if again, _ := sendRotation(t, q); again != q {
			t.Fatalf("%v became %v", q, again)
		}
	}
	if refused == 0 || sound < 1000 {
		t.Errorf("%d patterns refused, %d read", refused, sound)
	}
}

func TestVectorErrorIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, tt := range []struct {
		format        *vectorFormat
		axis, inSpace float64
	}{
		{&position, 0.000_489, 0.001}, // half of 1/1024 m = 0.4883 mm; at most 1 mm
		{&velocity, 0.001_954, 0.005}, // half of 1/256 m/s = 1.9531 mm/s; at most 5 mm/s
	} {
		f := tt.format
		for range 50_000 {
			var v mgl32.Vec3
			for i := range v {
				v[i] = float32((random.Float64()*2 - 1) * f.limit)
			}
			var w bitWriter
			sent, err := f.quantise(v)
			if err != nil {
				t.Fatal(err)
			}
			f.write(&w, &sent)
			r := bitReader{src: w.flush()}
			var read [3]int32
			f.read(&r, &read)
			if err := f.check(&read); err != nil {
				t.Fatal(err)
			}
			got := f.value(&read)
			square := 0.0
			for i := range v {
				d := float64(got[i]) - float64(v[i])
				square += d * d
				if math.Abs(d) > tt.axis {
					t.Fatalf("%s: %v became %v", f.name, v, got)
				}
			}
			if math.Sqrt(square) > tt.inSpace {
				t.Fatalf("%s: %v became %v, %v away", f.name, v, got, math.Sqrt(square))
			}
		}
	}
}

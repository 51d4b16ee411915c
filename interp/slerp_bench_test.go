package interp

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func BenchmarkSlerp(b *testing.B) {
	p, q := turn(10), mgl32.QuatRotate(0.5, mgl32.Vec3{0.6, 0.8, 0})
	for _, way := range []struct {
		name  string
		slerp func(a, b mgl32.Quat, t float32) mgl32.Quat
	}{{"here", Slerp}, {"textbook", turnBeyond}, {"mathgl", mgl32.QuatSlerp}} {
		b.Run(way.name, func(b *testing.B) {
			sum := float32(0)
			for i := range b.N {
				sum += way.slerp(p, q, float32(i&1023)/1024).W
			}
			if sum == 0 {
				b.Fatal("nothing was turned")
			}
		})
	}
}

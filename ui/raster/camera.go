package raster

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Camera maps the world (metres, right-handed, z up) to the canvas. View takes
// the world to the camera's space (x right, y up, looking along −z) and
// Projection that to the cube from −1 to 1, whose front fills the Viewport.
type Camera struct {
	View, Projection mgl32.Mat4
	Viewport         Rect
}

// TopDown returns a camera that looks straight down at target, with y up the
// screen; see Tilted for the rest.
func TopDown(target mgl32.Vec3, fieldWidth, fieldHeight float32, viewport Rect) Camera {
	return Tilted(target, 90, fieldWidth, fieldHeight, viewport)
}

// Tilted returns a camera without perspective that looks north (along +y) and
// down at target, from an elevation in degrees above the ground; 90 is straight
// down, and it is clamped to [5, 90]. The field, in metres on the ground around
// target, is fitted into the viewport as large as possible and centred.
func Tilted(target mgl32.Vec3, elevation, fieldWidth, fieldHeight float32, viewport Rect) Camera {
	if !(elevation >= 5) {
		elevation = 5
	}
	sin64, cos64 := sincosDegrees(float64(min(elevation, 90)))
	sin, cos := float32(sin64), float32(cos64)
	right := mgl32.Vec3{1, 0, 0}
	up := mgl32.Vec3{0, sin, cos}
	back := mgl32.Vec3{0, -cos, sin}
	view := mgl32.Mat4{
		right[0], up[0], back[0], 0,
		right[1], up[1], back[1], 0,
		right[2], up[2], back[2], 0,
		-dot(right, target), -dot(up, target), -dot(back, target), 1,
	}
	// Pixels per metre; a field or viewport without an extent shows nothing.
	scale := min(viewport.W/fieldWidth, viewport.H/float32(fieldHeight*sin))
	if !(scale > 0) || math.IsInf(float64(scale), 0) {
		scale = 0
	}
	projection := mgl32.Mat4{}
	if viewport.W > 0 && viewport.H > 0 {
		projection[0], projection[5] = 2*scale/viewport.W, 2*scale/viewport.H
	}
	projection[10], projection[15] = -1.0/1024, 1
	return Camera{View: view, Projection: projection, Viewport: viewport}
}

// Project returns where on the canvas a point of the world is seen, and its
// depth: the distance from the plane through the camera's origin, growing away
// from the viewer. A point that a perspective has behind the viewer is NaN,
// which draws nothing.
func (c *Camera) Project(v mgl32.Vec3) (Point, float32) {
	m := c.screen()
	return m.project(v)
}

// Ground returns the point of the plane z = 0 that is seen at p; ok is false if
// there is none.
func (c *Camera) Ground(p Point) (v mgl32.Vec3, ok bool) {
	inverse := mul(&c.Projection, &c.View).Inv()
	x := (p.X-c.Viewport.X)/c.Viewport.W*2 - 1
	y := 1 - (p.Y-c.Viewport.Y)/c.Viewport.H*2
	near := mgl32.TransformCoordinate(mgl32.Vec3{x, y, -1}, inverse)
	far := mgl32.TransformCoordinate(mgl32.Vec3{x, y, 1}, inverse)
	t := near[2] / (near[2] - far[2])
	v = near.Add(far.Sub(near).Mul(t))
	v[2] = 0
	finite := func(f float32) bool { return f-f == 0 }
	return v, finite(v[0]) && finite(v[1]) && finite(t)
}

// screenMatrix is a camera made ready to project many points.
type screenMatrix struct {
	clip           mgl32.Mat4
	depth          mgl32.Vec4 // of the view, negated z row
	x, y           float32    // middle of the viewport
	scaleX, scaleY float32
}

func (c *Camera) screen() screenMatrix {
	centre := c.Viewport.Centre()
	return screenMatrix{
		clip:  mul(&c.Projection, &c.View),
		depth: mgl32.Vec4{-c.View[2], -c.View[6], -c.View[10], -c.View[14]},
		x:     centre.X, y: centre.Y,
		scaleX: c.Viewport.W / 2, scaleY: -c.Viewport.H / 2,
	}
}

func (s *screenMatrix) project(v mgl32.Vec3) (Point, float32) {
	depth := dot(mgl32.Vec3{s.depth[0], s.depth[1], s.depth[2]}, v) + s.depth[3]
	x, y, w := row(&s.clip, 0, v), row(&s.clip, 1, v), row(&s.clip, 3, v)
	if w != 1 {
		if !(w > 0) {
			nan := float32(math.NaN())
			return Point{nan, nan}, depth
		}
		x, y = x/w, y/w
	}
	return Point{s.x + float32(x*s.scaleX), s.y + float32(y*s.scaleY)}, depth
}

// The products below are converted explicitly, which forbids fusing them with
// the sum: mathgl's own are fused on some platforms, and a point would then
// round to different subpixels there.

// dot is the scalar product.
func dot(a, b mgl32.Vec3) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}

// row is one coordinate of m times the point v.
func row(m *mgl32.Mat4, i int, v mgl32.Vec3) float32 {
	return float32(m[i]*v[0]) + float32(m[i+4]*v[1]) + float32(m[i+8]*v[2]) + m[i+12]
}

// mul is the matrix product a·b.
func mul(a, b *mgl32.Mat4) (m mgl32.Mat4) {
	for col := range 4 {
		for r := range 4 {
			m[4*col+r] = float32(a[r]*b[4*col]) + float32(a[r+4]*b[4*col+1]) + float32(a[r+8]*b[4*col+2]) + float32(a[r+12]*b[4*col+3])
		}
	}
	return m
}

// crossProduct is the vector product.
func crossProduct(a, b mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(a[1]*b[2]) - float32(a[2]*b[1]),
		float32(a[2]*b[0]) - float32(a[0]*b[2]),
		float32(a[0]*b[1]) - float32(a[1]*b[0]),
	}
}

// sincosDegrees returns the sine and cosine of an angle in degrees. Those of
// package math differ in the last bit between platforms; these do not, as each
// product is rounded by an explicit conversion and so never fused. The error is
// below 1e-15.
func sincosDegrees(degrees float64) (sin, cos float64) {
	turns := int(degrees / 360)
	degrees -= float64(float64(turns) * 360)
	if degrees < 0 {
		degrees += 360
	}
	quarter := int(degrees/90+0.5) & 3
	if degrees > 315 {
		degrees -= 360
	}
	x := float64((degrees - float64(90*float64(quarter))) * (3.141592653589793 / 180))
	// Taylor series for |x| ≤ π/4.
	x2 := float64(x * x)
	sin, cos = 1, 1
	for n := 18.0; n > 0; n -= 2 {
		sin = 1 - float64(x2*sin)/(n*(n+1))
		cos = 1 - float64(x2*cos)/(n*(n-1))
	}
	sin = float64(sin * x)
	switch quarter {
	case 1:
		return cos, -sin
	case 2:
		return -sin, -cos
	case 3:
		return -cos, sin
	}
	return sin, cos
}

package raster

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

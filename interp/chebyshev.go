package interp

import "math"

// interpolant returns the polynomial, lowest power first, that meets f at the n
// Chebyshev points of 0 to high. These points, dense at the ends, leave an error
// close to the least that a polynomial of n terms can have, and it shrinks with n as
// fast as f is smooth.
func interpolant(n int, high float64, f func(x float64) float64) []float64 {
	sum := make([]float64, n)
	for k, basis := range chebyshevBasis(n, high) {
		y := f(chebyshevPoint(k, n, high))
		for i := range sum {
			sum[i] += y * basis[i]
		}
	}
	return sum
}

// chebyshevPoint returns the k-th of n Chebyshev points of 0 to high; the ends are
// not among them.
func chebyshevPoint(k, n int, high float64) float64 {
	return high / 2 * (1 - math.Cos(math.Pi*(float64(k)+0.5)/float64(n)))
}

// chebyshevBasis returns, for each of n Chebyshev points of 0 to high, the
// polynomial, lowest power first, that is 1 there and 0 at all others (Lagrange's).
func chebyshevBasis(n int, high float64) [][]float64 {
	basis := make([][]float64, n)
	for k := range basis {
		p := make([]float64, n)
		p[0] = 1
		at := chebyshevPoint(k, n, high)
		for other := range n {
			if other == k {
				continue
			}
			zero := chebyshevPoint(other, n, high)
			for i := n - 1; i >= 0; i-- { // p·(x − zero)/(at − zero)
				p[i] *= -zero
				if i > 0 {
					p[i] += p[i-1]
				}
				p[i] /= at - zero
			}
		}
		basis[k] = p
	}
	return basis
}

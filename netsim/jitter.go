package netsim

import (
	"math"
	"strconv"
	"time"
)

// JitterModel is a law of jitter: how the extra delay of packets is spread over the
// range from 0 to Conditions.Jitter. A law without an end is drawn from below its
// 99.9 % quantile only (of the normal law, between the 0.05 % and 99.95 % quantiles),
// and scaled so that its range is Jitter.
type JitterModel uint8

const (
	// Uniform makes every extra delay as likely as any other. Its mean is half of
	// the range.
	Uniform JitterModel = iota
	// Normal crowds around the middle: half of the range is its mean, and 15 % its
	// standard deviation (the range is ±3.29 σ of the law without ends).
	Normal
	// Pareto lets most packets through at once and a few come very late, as
	// queues of busy paths do: P(x > t) = (1 + t)^−3 for t from 0 to 9. Its mean
	// is 5.4 % of the range, 95 % of the packets are within 19 %, 99 % within 39 %.
	Pareto
	// Exponential is between: P(x > t) = e^−t for t from 0 to 6.9. Its mean is
	// 14.4 % of the range, 95 % of the packets are within 43 %, 99 % within 65 %.
	Exponential
	numJitterModels
)

// String returns "uniform", "normal", "pareto" or "exponential".
func (m JitterModel) String() string {
	if m < numJitterModels {
		return jitterModelNames[m]
	}
	return "jitter model " + strconv.Itoa(int(m))
}

var jitterModelNames = [numJitterModels]string{"uniform", "normal", "pareto", "exponential"}

// jitterCut is the share of an endless law that is kept.
const jitterCut = 0.999

var (
	normalTable      = tableOf(func(p float64) float64 { return normalOf(shareOf((1-jitterCut)/2 + float64(p*jitterCut))) })
	paretoTable      = tableOf(func(p float64) float64 { return cubeRoot(1 / (1 - float64(p*jitterCut))) })
	exponentialTable = tableOf(func(p float64) float64 { return -ln(1 - float64(p*jitterCut)) })
)

// jitterTable returns the law's table, nil for the uniform one, which needs none.
func (c *Conditions) jitterTable() *Table {
	if c.JitterTable != nil {
		return c.JitterTable
	}
	switch c.JitterModel {
	case Normal:
		return normalTable
	case Pareto:
		return paretoTable
	case Exponential:
		return exponentialTable
	}
	return nil
}

// JitterMean returns the mean of the extra delay as a share of Jitter, 0 to 1. c must
// be valid.
func (c Conditions) JitterMean() float64 {
	if t := c.jitterTable(); t != nil {
		return t.Mean()
	}
	return 0.5
}

// JitterQuantile returns the p-th quantile of the extra delay as a share of Jitter: 0
// at p = 0 and 1 at p = 1. c must be valid.
func (c Conditions) JitterQuantile(p float64) float64 {
	if t := c.jitterTable(); t != nil {
		return t.Quantile(p)
	}
	return min(max(p, 0), 1)
}

// extraDelay returns the extra delay for a uniform draw. It does not fall as the draw
// rises.
func (c *Conditions) extraDelay(draw uint64) time.Duration {
	if t := c.jitterTable(); t != nil {
		draw = t.at(draw)
	}
	return uniformJitter(draw, c.Jitter)
}

// uniformJitter returns an extra delay that is uniform in [0, span] for a uniform
// draw. span is not negative.
func uniformJitter(draw uint64, span time.Duration) time.Duration {
	return time.Duration(mulShare(draw, uint64(span)+1))
}

// jitterMemory makes uniform draws alike that are near in time: a Gaussian copula. The
// draw becomes a number of the normal distribution, is mixed with what was before,
//
//	z ← a·z + √(1−a²)·Φ⁻¹(draw), a = e^(−Δ/JitterMemory),
//
// which leaves it normal, and Φ(z) is uniform again. So whatever law is made from the
// draws is the same at any memory and any send rate. Draws sent together are the same.
// The zero value remembers nothing.
type jitterMemory struct {
	started bool
	z       float64
	at      time.Duration
}

// next returns the draw of a packet that is sent now.
func (m *jitterMemory) next(memory, now time.Duration, draw uint64) uint64 {
	if memory == 0 {
		m.started = false
		return draw
	}
	z := normalOf(draw)
	if m.started {
		a := float64(decay(now-m.at, memory, 0)) * 0x1p-64
		z = float64(a*m.z) + float64(math.Sqrt(float64((1-a)*(1+a)))*z)
	}
	m.started, m.z, m.at = true, z, now
	return drawOf(z)
}

// cubeRoot returns the cube root of x from 1 to 1000 with the same bits on every
// platform.
func cubeRoot(x float64) float64 {
	y := 1 + x/100 // 11 at 1000, and never far below
	for range 12 { // Newton's method, from anywhere above
		y = (float64(2*y) + x/float64(y*y)) / 3
	}
	return y
}

// ln returns the natural logarithm of x > 0 with the same bits on every platform.
func ln(x float64) float64 {
	m, exponent := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, exponent = 2*m, exponent-1
	}
	// ln m = 2·artanh s, s = (m−1)/(m+1), |s| ≤ 0.172.
	s := (m - 1) / (m + 1)
	square := float64(s * s)
	sum := 0.0
	for k := 23; k >= 1; k -= 2 {
		sum = float64(sum*square) + 1/float64(k)
	}
	return float64(float64(exponent)*math.Ln2) + float64(2*float64(s*sum))
}

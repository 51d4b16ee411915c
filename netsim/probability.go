package netsim

import (
	"math/bits"
	"strconv"
)

// Probability is a chance in parts per million, 0 to Always.
type Probability uint32

// Always is the probability of what is certain.
const Always Probability = 1_000_000

// String returns the probability in per cent with as many digits as it needs:
// "5%", "0.25%".
func (p Probability) String() string {
	return strconv.FormatFloat(float64(p)/float64(Always/100), 'f', -1, 64) + "%"
}

// hits reports whether an event of probability p happens for a uniform draw. A
// draw that hits at p hits at every higher probability too. Nothing hits at 0
// and everything at Always.
func (p Probability) hits(draw uint64) bool {
	return p >= Always || draw < p.share()
}

// share returns p as a fraction of 2^64, rounded down; p must be below Always.
func (p Probability) share() uint64 {
	share, _ := bits.Div64(uint64(p), 0, uint64(Always))
	return share
}

// mulShare returns a·b/2^64, rounded down: the product of two numbers of which
// at least one is a fraction of 2^64.
func mulShare(a, b uint64) uint64 {
	product, _ := bits.Mul64(a, b)
	return product
}

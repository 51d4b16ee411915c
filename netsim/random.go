package netsim

import (
	"math/bits"
	"math/rand/v2"
)

// A purpose names what a random stream decides. Each purpose has a stream of its
// own, so that one decision never shifts another's numbers.
type purpose uint64

const (
	forLoss purpose = iota
	forJitter
	forDuplicate
	numPurposes
)

// newSource returns the random stream of one purpose on one link.
func newSource(seed, stream uint64, p purpose) *rand.PCG {
	return rand.NewPCG(seed, stream*uint64(numPurposes)+uint64(p))
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

package netsim

import "math/rand/v2"

// A purpose names what a random stream decides. Each purpose has a stream of its
// own, so that one decision never shifts another's numbers. New ones go to the end:
// the events of a seed are part of the contract.
type purpose uint64

const (
	forLoss purpose = iota
	forJitter
	forDuplicate
	forStall
	forReorder
	forRetransmission
	forCorruption
	numPurposes
)

// purposesInBlock is how many purposes lie side by side in the numbers of the
// streams. It stays what it is however many there are, so that the streams do too.
const purposesInBlock = 3

// newSource returns the random stream of one purpose on one link. stream is below
// 2^32/purposesInBlock.
func newSource(seed, stream uint64, p purpose) *rand.PCG {
	block, place := uint64(p)/purposesInBlock, uint64(p)%purposesInBlock
	return rand.NewPCG(seed, block<<32+stream*purposesInBlock+place)
}

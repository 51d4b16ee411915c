package netsim

import "strconv"

// Order says what jitter does to the order of the packets.
type Order uint8

const (
	// FIFO keeps the order of sending, as real paths nearly always do: a packet
	// that jitter holds up holds up those behind it, and they arrive in a clump.
	FIFO Order = iota
	// Free delays each packet on its own: one with little jitter overtakes one
	// with much.
	Free
)

// String returns "fifo" or "free".
func (o Order) String() string {
	switch o {
	case FIFO:
		return "fifo"
	case Free:
		return "free"
	}
	return "order " + strconv.Itoa(int(o))
}

package netsim

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// MaxDelay bounds each duration of Conditions.
const MaxDelay = 10 * time.Second

// ErrConditions is wrapped by every error about Conditions.
var ErrConditions = errors.New("netsim: bad conditions")

// Conditions are the properties of one direction of a path. The zero value is a
// perfect path: no delay, no loss, order kept.
type Conditions struct {
	// Latency is the one-way latency of the fastest packet, 0 to MaxDelay.
	Latency time.Duration
	// Jitter is the range of the extra delay: each packet draws it uniformly
	// from [0, Jitter], so the mean delay is Latency + Jitter/2. 0 to MaxDelay.
	Jitter time.Duration
	// Loss is the mean share of the packets that are lost. At 0 none ever is,
	// at Always every one.
	Loss Probability
	// Outage is the mean length of an outage, a time in which everything is
	// lost. Outages begin and end whether or not anything is sent, so the send
	// rate changes how many packets one swallows and not how long it lasts. 0
	// means no outages: each packet is lost on its own. 0 to MaxDelay.
	Outage time.Duration
	// Duplicate is the share of the delivered packets that come twice.
	Duplicate Probability
	// Order says what jitter does to the order of the packets.
	Order Order
}

// Validate returns an error that wraps ErrConditions and names the first field
// out of range with its value and the range, or nil.
func (c Conditions) Validate() error {
	for _, f := range [...]struct {
		name  string
		value time.Duration
	}{{"Latency", c.Latency}, {"Jitter", c.Jitter}, {"Outage", c.Outage}} {
		if f.value < 0 || f.value > MaxDelay {
			return fmt.Errorf("%w: %s is %v, want 0s to %v", ErrConditions, f.name, f.value, MaxDelay)
		}
	}
	for _, f := range [...]struct {
		name  string
		value Probability
	}{{"Loss", c.Loss}, {"Duplicate", c.Duplicate}} {
		if f.value > Always {
			return fmt.Errorf("%w: %s is %v, want 0%% to 100%%", ErrConditions, f.name, f.value)
		}
	}
	if c.Order > Free {
		return fmt.Errorf("%w: Order is %v, want %v or %v", ErrConditions, c.Order, FIFO, Free)
	}
	return nil
}

// Probability is a chance in parts per million, 0 to Always.
type Probability uint32

// Always is the probability of what is certain.
const Always Probability = 1_000_000

// String returns the probability in per cent with as many digits as it needs:
// "5%", "0.25%".
func (p Probability) String() string {
	return strconv.FormatFloat(float64(p)/float64(Always/100), 'f', -1, 64) + "%"
}

// Order says whether packets may overtake each other.
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

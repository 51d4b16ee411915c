package netsim

import (
	"errors"
	"fmt"
	"time"
)

const (
	// MaxDelay bounds each duration of Conditions but StallEvery.
	MaxDelay = 10 * time.Second
	// MaxStallEvery bounds StallEvery.
	MaxStallEvery = time.Hour
	// MaxBandwidth bounds Bandwidth: a terabit in a second.
	MaxBandwidth = 1_000_000_000_000
	// MaxQueue bounds Queue: a gigabyte.
	MaxQueue = 1_000_000_000
	// MaxTransit is longer than any packet is under way, whatever the conditions:
	// it may wait in the queue, take latency and jitter, be stalled and be held
	// back, each for MaxDelay, and be retransmitted.
	MaxTransit = 5*MaxDelay + 2*maxRetransmission
)

// ErrConditions is wrapped by every error about Conditions.
var ErrConditions = errors.New("netsim: bad conditions")

// Conditions are the properties of one direction of a path. The zero value is a
// perfect path: no delay, no loss, order kept. Conditions are comparable.
type Conditions struct {
	// Latency is the one-way latency of the fastest packet, 0 to MaxDelay.
	Latency time.Duration
	// Jitter is the range of the extra delay: the slowest packet's delay less
	// the fastest's, 0 to MaxDelay. How it is spread over the range is
	// JitterModel's; the mean delay is Latency + Jitter·JitterMean().
	Jitter time.Duration
	// JitterModel is the law of the extra delay.
	JitterModel JitterModel
	// JitterTable is a law of its own in place of JitterModel, or nil. It is
	// compared by address.
	JitterTable *Table
	// JitterMemory is how long jitter stays alike: packets that are sent Δ apart
	// have jitter with a correlation of about e^(−Δ/JitterMemory). 0 is none:
	// each packet draws its own. The law is the same at any memory. 0 to MaxDelay.
	JitterMemory time.Duration
	// Loss is the mean share of the packets that are lost. At 0 none ever is,
	// at Always every one.
	Loss Probability
	// Outage is the mean length of an outage, a time in which everything is
	// lost. Outages begin and end whether or not anything is sent, so the send
	// rate changes how many packets one swallows and not how long it lasts. 0
	// means no outages: each packet is lost on its own. 0 to MaxDelay.
	Outage time.Duration
	// Stall is the mean length of a stall, in which the path holds what arrives
	// and then releases it in a clump, and StallEvery the time in which there is
	// one; there are none if either is 0. Nothing is lost in one. Stall is at
	// most MaxDelay and StallEvery at most MaxStallEvery.
	Stall, StallEvery time.Duration
	// Duplicate is the share of the delivered packets that come twice.
	Duplicate Probability
	// Order says what jitter does to the order of the packets.
	Order Order
	// Reorder is the share of packets that are held back by ReorderDelay, alone:
	// those behind them pass. 0 to MaxDelay.
	Reorder      Probability
	ReorderDelay time.Duration
	// Bandwidth is how many bits pass in a second, 0 for no limit, at most
	// MaxBandwidth. What can't pass at once waits its turn.
	Bandwidth int64
	// Queue is how many bytes may wait where Bandwidth is too small; a packet
	// that would be more than that is dropped. At 0 nothing may wait. Nothing
	// waits longer than MaxDelay. 0 to MaxQueue.
	Queue int64
	// Channel says what becomes of a lost packet.
	Channel Channel
}

// Validate returns an error that wraps ErrConditions and names the first field
// out of range with its value and the range, or nil.
func (c Conditions) Validate() error {
	for _, f := range [...]struct {
		name       string
		value, max time.Duration
	}{
		{"Latency", c.Latency, MaxDelay}, {"Jitter", c.Jitter, MaxDelay}, {"JitterMemory", c.JitterMemory, MaxDelay},
		{"Outage", c.Outage, MaxDelay}, {"Stall", c.Stall, MaxDelay}, {"StallEvery", c.StallEvery, MaxStallEvery},
		{"ReorderDelay", c.ReorderDelay, MaxDelay},
	} {
		if f.value < 0 || f.value > f.max {
			return fmt.Errorf("%w: %s is %v, want 0s to %v", ErrConditions, f.name, f.value, f.max)
		}
	}
	for _, f := range [...]struct {
		name  string
		value Probability
	}{{"Loss", c.Loss}, {"Duplicate", c.Duplicate}, {"Reorder", c.Reorder}} {
		if f.value > Always {
			return fmt.Errorf("%w: %s is %v, want 0%% to 100%%", ErrConditions, f.name, f.value)
		}
	}
	for _, f := range [...]struct {
		name       string
		value, max int64
		unit       string
	}{{"Bandwidth", c.Bandwidth, MaxBandwidth, "bit/s"}, {"Queue", c.Queue, MaxQueue, "bytes"}} {
		if f.value < 0 || f.value > f.max {
			return fmt.Errorf("%w: %s is %d %s, want 0 to %d", ErrConditions, f.name, f.value, f.unit, f.max)
		}
	}
	switch {
	case c.JitterModel >= numJitterModels:
		return fmt.Errorf("%w: JitterModel is %v, want %v to %v", ErrConditions, c.JitterModel, Uniform, numJitterModels-1)
	case c.Order > Free:
		return fmt.Errorf("%w: Order is %v, want %v or %v", ErrConditions, c.Order, FIFO, Free)
	case c.Channel > Reliable:
		return fmt.Errorf("%w: Channel is %v, want %v or %v", ErrConditions, c.Channel, Unreliable, Reliable)
	}
	return nil
}

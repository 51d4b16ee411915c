package netsim

import (
	"math"
	"strconv"
	"time"
)

// Channel says what becomes of a lost packet.
type Channel uint8

const (
	// Unreliable lets it be lost, as UDP does.
	Unreliable Channel = iota
	// Reliable sends it again until it arrives, and hands out nothing newer
	// before it, as TCP does: one lost packet stops everything. The order is kept
	// whatever Order says, copies are thrown away, and what Bandwidth can't pass
	// waits in the sender's memory instead of being dropped.
	Reliable
)

// String returns "unreliable" or "reliable".
func (c Channel) String() string {
	switch c {
	case Unreliable:
		return "unreliable"
	case Reliable:
		return "reliable"
	}
	return "channel " + strconv.Itoa(int(c))
}

const (
	// MinRetransmissionTimeout is the least time after which a lost packet is
	// sent again, that of Linux.
	MinRetransmissionTimeout = 200 * time.Millisecond
	// maxRetransmission is how long a packet is sent again before it is given up
	// and lost for good.
	maxRetransmission = time.Minute
)

// RetransmissionTimeout returns how long a reliable channel waits before it sends a
// lost packet again: twice the round trip, taken as twice the slowest packet's latency
// and jitter, and at least MinRetransmissionTimeout. It doubles with each further try,
// as in RFC 6298.
func (c Conditions) RetransmissionTimeout() time.Duration {
	return max(MinRetransmissionTimeout, 4*(c.Latency+c.Jitter))
}

// retransmission is how a lost packet came through after all.
type retransmission struct {
	wait  time.Duration // until the sending that did
	times int           // sendings after the first
}

// retransmit returns how a packet that was lost at its first sending comes through,
// for one uniform draw; ok is false when it is given up. A further try is lost with
// the chance that Loss and Outage give so long after the one before. More loss never
// makes fewer tries.
func (c *Conditions) retransmit(draw uint64) (r retransmission, ok bool) {
	if c.Loss >= Always {
		return r, false
	}
	loss := c.Loss.share()
	lostSoFar := uint64(math.MaxUint64) // the chance that all tries so far are lost
	for timeout := c.RetransmissionTimeout(); r.wait+timeout <= maxRetransmission; timeout *= 2 {
		r.wait += timeout
		r.times++
		again := loss
		if c.Outage > 0 && c.Loss > 0 {
			again = badShare(true, loss, decay(timeout, c.Outage, c.Loss))
		}
		lostSoFar = mulShare(lostSoFar, again)
		if draw >= lostSoFar {
			return r, true
		}
	}
	return retransmission{}, false
}

package game

import (
	"errors"
	"time"

	"snaplab/game/wire"
	"snaplab/interp"
)

// client decodes packets and feeds every lens the same ones. Its only clock is its
// own.
type client struct {
	lenses []interp.Lens // set by the session
	// others are fed the same too, and nobody asks what they make of a packet.
	others []interp.Lens
	packet wire.Packet
	// decoder remembers the packets that others may build on.
	decoder wire.Decoder

	epoch   uint16
	started bool
	ack     wire.Ack
	news    bool // something to acknowledge has arrived
	// many is how many of them, lost whether one built on a packet that is not here.
	many    int
	lost    bool
	ackSent [ackHistory]sentAck
	trips   interp.MinWindow // round trips of the last seconds
	bytes   []byte
}

// sentAck remembers when an acknowledgement left, to measure the round trip.
type sentAck struct {
	seq uint32
	at  interp.LocalTime
}

const (
	ackHistory = 256
	tripWindow = 2 * time.Second
	tripKeep   = 10
)

func newClient() *client {
	c := new(client)
	c.trips.Span, c.trips.Keep = tripWindow, tripKeep
	return c
}

// receive decodes a packet that arrived at a local time and gives it to every lens.
// It returns what each made of it in verdicts, which is as long as lenses. A packet
// that builds on one that is not here is as good as lost, and its error wraps
// wire.ErrBaseline.
func (c *client) receive(now interp.LocalTime, packet []byte, verdicts []interp.Verdict) error {
	packet, err := wire.Open(packet)
	if err == nil {
		err = c.decoder.Decode(&c.packet, packet)
	}
	if err != nil && !errors.Is(err, wire.ErrBaseline) {
		for i := range verdicts {
			verdicts[i] = interp.Refused
		}
		return err
	}
	h := &c.packet.Header
	switch {
	case !c.started || int16(h.Epoch-c.epoch) > 0:
		c.started, c.epoch = true, h.Epoch
		c.ack = wire.Ack{Epoch: h.Epoch}
		c.many, c.lost = 0, false
		c.ackSent = [ackHistory]sentAck{}
		c.trips.Reset()
	case h.Epoch != c.epoch:
		for i := range verdicts {
			verdicts[i] = interp.Foreign
		}
		return nil
	}
	c.news = true
	c.observeTrip(now, h)
	if err != nil {
		c.lost = true
		for i := range verdicts {
			verdicts[i] = interp.Refused
		}
		return err
	}
	c.ack.Record(h.Seq)
	if h.Baseline != 0 {
		c.many++
	}
	header := interp.Header{
		Epoch: h.Epoch, Seq: h.Seq, Tick: h.Tick, Time: h.Time,
		Arrival: now, Latency: c.latency(),
	}
	for i, l := range c.lenses {
		verdicts[i] = l.Receive(header, c.packet.Updates)
	}
	for _, l := range c.others {
		l.Receive(header, c.packet.Updates)
	}
	return nil
}

// observeTrip measures a round trip: from the sending of the acknowledgement that the
// packet answers, less the time the server held it.
func (c *client) observeTrip(now interp.LocalTime, h *wire.Header) {
	sent := &c.ackSent[h.AckSeq%ackHistory]
	if h.AckSeq == 0 || sent.seq != h.AckSeq {
		return
	}
	if trip := now.Sub(sent.at) - h.AckHold; trip >= 0 {
		c.trips.Push(now, interp.Offset(trip))
	}
}

// latency returns the estimate of the fastest one-way latency, half the fastest
// round trip, 0 before there is one.
func (c *client) latency() time.Duration {
	trip, _ := c.trips.Min()
	return time.Duration(trip) / 2
}

// frame moves every lens to a display frame, and sends an acknowledgement if
// anything has come since the last one.
func (c *client) frame(now interp.LocalTime, send func(packet []byte)) {
	for _, l := range c.lenses {
		l.Frame(now)
	}
	for _, l := range c.others {
		l.Frame(now)
	}
	c.acknowledge(now, send)
}

// crowded reports whether so many packets have come since the last acknowledgement that
// the next one could not speak of them all. Where none builds on another the server has
// no use for that.
func (c *client) crowded() bool { return c.many >= wire.AckPackets }

// acknowledge tells the server what has come, if anything has since the last time. One
// that builds on what is not here has the server told that nothing is, so that it sends
// whole ones.
func (c *client) acknowledge(now interp.LocalTime, send func(packet []byte)) {
	if !c.news {
		return
	}
	c.news, c.many = false, 0
	if c.lost {
		c.lost = false
		c.ack.Newest, c.ack.Bits = 0, 0
	}
	c.ack.Seq++
	c.ackSent[c.ack.Seq%ackHistory] = sentAck{c.ack.Seq, now}
	c.bytes = wire.AppendAck(c.bytes[:0], c.ack)
	send(c.bytes)
}

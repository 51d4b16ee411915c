package game

import (
	"time"

	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/netsim"
)

// Observer is called when something happens in a session. It may read the session,
// and must neither move nor change it: with an observer or without, the run is the same.
type Observer interface {
	// Sent is called when a packet to the client is sent. Link has its fate.
	Sent(*PacketRecord)
	// Arrived is called when a packet has arrived at the client, or a copy of one. The
	// record is valid during the call.
	Arrived(*PacketRecord)
	// Acknowledged is called when the client has sent an acknowledgement.
	Acknowledged(netsim.Event)
	// Changed is called when other settings than old have come into force.
	Changed(at time.Duration, old *config.Settings)
	// Framed is called at each display frame, when every lens has moved to it.
	Framed(at time.Duration)
}

// Observe has o called from now on, in place of any other observer; nil for none.
func (s *Session) Observe(o Observer) { s.observer = o }

// PacketRecord is one packet's way from the server to the client.
type PacketRecord struct {
	// Seq and Tick are the packet's own; Stamp is the server's time of Tick.
	Seq, Tick uint32
	Stamp     interp.ServerTime
	// Link is what the link did to it, in simulation time.
	Link netsim.Event
	// Arrived says that it has arrived by now, and Verdict what the
	// interpolated lens made of it then.
	Arrived bool
	Verdict interp.Verdict
	// NoBaseline says that it was refused because it builds on a packet that the client
	// does not have.
	NoBaseline bool
}

// packetHistory is how many packets a session remembers.
const packetHistory = 8192

// packetLog remembers the last packets by their number on the link, which counts
// from 1.
type packetLog struct {
	ring []PacketRecord
	sent uint64
}

// add notes a packet as it is sent and returns its record, which is valid until the
// next add. It allocates only until the ring is full.
func (l *packetLog) add(r PacketRecord) *PacketRecord {
	l.sent = r.Link.Seq
	i := (r.Link.Seq - 1) % packetHistory
	if len(l.ring) < packetHistory {
		l.ring = append(l.ring, r)
	} else {
		l.ring[i] = r
	}
	return &l.ring[i]
}

// find returns the record of a packet, nil if it is forgotten.
func (l *packetLog) find(seq uint64) *PacketRecord {
	if seq == 0 || seq > l.sent || l.sent-seq >= uint64(len(l.ring)) {
		return nil
	}
	return &l.ring[(seq-1)%packetHistory]
}

// appendSent appends the remembered packets sent from from to to, in the order of
// sending.
func (l *packetLog) appendSent(dst []PacketRecord, from, to time.Duration) []PacketRecord {
	first := l.sent + 1 - uint64(len(l.ring))
	// Sending is in the order of time: walk back from the newest.
	start := l.sent + 1
	for start > first && l.find(start-1).Link.SentAt >= from {
		start--
	}
	for seq := start; seq <= l.sent; seq++ {
		r := l.find(seq)
		if r.Link.SentAt > to {
			break
		}
		dst = append(dst, *r)
	}
	return dst
}

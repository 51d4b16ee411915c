package game

import (
	"time"

	"snaplab/game/config"
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

package game

import (
	"time"

	"snaplab/game/wire"
	"snaplab/interp"
	"snaplab/netsim"
)

// What the tests outside of the package need to see of a session's inside.

// DownLink is the link from the server to the client.
func (s *Session) DownLink() *netsim.Link { return s.down }

// NewestHeader is that of the last packet that the client has decoded.
func (s *Session) NewestHeader() *wire.Header { return &s.client.packet.Header }

// ForgetBaselines has the client forget all packets that others may build on.
func (s *Session) ForgetBaselines() { s.client.decoder = wire.Decoder{} }

// FastestSize is the size of the newest snapshot's first packet.
func (s *Session) FastestSize() int { return s.headSize }

// FaultsEnd is when the last stall and freeze are over.
func (s *Session) FaultsEnd() time.Duration { return max(s.frozenUntil, s.server.stalledUntil) }

// ClientTime is what the client's clock shows now.
func (s *Session) ClientTime() interp.LocalTime { return s.local(s.now) }

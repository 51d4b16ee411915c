package trace

import (
	"encoding/binary"
	"net/netip"
	"time"
)

// datagram is a UDP datagram of a capture.
type datagram struct {
	record   int           // its number in the file, from 1
	at       time.Duration // since 1970
	on       uint32        // the interface
	file     int           // of several captures in one
	from, to netip.AddrPort
	ipID     uint16
	isV4     bool
	payload  []byte // as far as it was captured
	length   int    // of the payload on the wire
	part     int    // of the capture: see closeGaps
}

// Link types of captures.
const (
	linkEthernet = 1
	linkWiFi     = 105
	linkCooked   = 113
	linkRadiotap = 127
	linkCooked2  = 276
)

// linkHeaders say how long the header of a link type is, and where in it the type of
// what follows stands; below 0 if the IP header itself says which version it is.
var linkHeaders = map[uint16]struct{ length, ether int }{
	0: {4, -1}, 108: {4, -1}, // of loopback
	12: {0, -1}, 14: {0, -1}, 101: {0, -1}, 228: {0, -1}, 229: {0, -1}, // raw IP
	linkEthernet: {14, 12}, linkCooked: {16, 14}, linkCooked2: {20, 0},
}

const (
	etherIPv4  = 0x0800
	etherIPv6  = 0x86dd
	etherPPPoE = 0x8864
	protoUDP   = 17
)

// readPacket reads a packet of a link; it reports false if there is no datagram in it, or
// only a later fragment of one.
func (d *datagram) readPacket(link uint16, b []byte) bool {
	header := linkHeaders[link]
	if len(b) < header.length {
		return false
	}
	ether := uint16(0)
	if header.ether >= 0 {
		ether = binary.BigEndian.Uint16(b[header.ether:])
	}
	b = b[header.length:]
	for (ether == 0x8100 || ether == 0x88a8 || ether == 0x9100) && len(b) >= 4 { // tags of VLANs
		ether, b = binary.BigEndian.Uint16(b[2:]), b[4:]
	}
	if ether == etherPPPoE {
		ether, b = 0, after(b, 8)
	}
	if ether != 0 && ether != etherIPv4 && ether != etherIPv6 || len(b) == 0 {
		return false
	}
	switch b[0] >> 4 {
	case 4:
		return d.readIPv4(b)
	case 6:
		return d.readIPv6(b)
	}
	return false
}

// after returns b without its first n bytes, nothing if it has less.
func after(b []byte, n int) []byte { return b[min(n, len(b)):] }

func (d *datagram) readIPv4(b []byte) bool {
	if len(b) < 20 {
		return false
	}
	header := int(b[0]&15) * 4
	if header < 20 || len(b) < header+8 || b[9] != protoUDP || binary.BigEndian.Uint16(b[6:])&0x1fff != 0 {
		return false
	}
	d.isV4, d.ipID = true, binary.BigEndian.Uint16(b[4:])
	return d.readUDP(netip.AddrFrom4([4]byte(b[12:16])), netip.AddrFrom4([4]byte(b[16:20])), b[header:])
}

func (d *datagram) readIPv6(b []byte) bool {
	if len(b) < 40 {
		return false
	}
	from, to := netip.AddrFrom16([16]byte(b[8:24])), netip.AddrFrom16([16]byte(b[24:40]))
	next := b[6]
	for b = b[40:]; next != protoUDP; {
		if len(b) < 8 {
			return false
		}
		length := 8 + 8*int(b[1])
		switch next {
		case 0, 43, 60: // hop-by-hop, routing, destination options
		case 44: // fragment
			if length = 8; binary.BigEndian.Uint16(b[2:])&0xfff8 != 0 {
				return false
			}
		default:
			return false
		}
		next, b = b[0], after(b, length)
	}
	return d.readUDP(from, to, b)
}

func (d *datagram) readUDP(from, to netip.Addr, b []byte) bool {
	if len(b) < 8 {
		return false
	}
	length := int(binary.BigEndian.Uint16(b[4:]))
	if length < 8 {
		return false
	}
	d.from = netip.AddrPortFrom(from, binary.BigEndian.Uint16(b))
	d.to = netip.AddrPortFrom(to, binary.BigEndian.Uint16(b[2:]))
	d.length, d.payload = length-8, b[8:min(length, len(b))]
	return true
}

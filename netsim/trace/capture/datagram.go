package capture

import (
	"encoding/binary"
	"time"
)

// datagram is a UDP datagram of a capture.
type Datagram struct {
	// Record is its number in the file, from 1.
	Record int
	// At is when it was captured, since 1970.
	At time.Duration
	// On is the number of the interface; File is which of several captures in one file
	// it is of, Part which part of the capture: see CloseGaps.
	On         uint32
	File, Part int
	From, To   Address
	// IPID is the identification of IPv4, 0 of another version.
	IPID uint16
	IsV4 bool
	// Payload is a part of the file's bytes, as far as it was captured; Length is how
	// long it was on the wire.
	Payload []byte
	Length  int
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
func (d *Datagram) readPacket(link uint16, b []byte) bool {
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

func (d *Datagram) readIPv4(b []byte) bool {
	if len(b) < 20 {
		return false
	}
	header := int(b[0]&15) * 4
	if header < 20 || len(b) < header+8 || b[9] != protoUDP || binary.BigEndian.Uint16(b[6:])&0x1fff != 0 {
		return false
	}
	d.IsV4, d.IPID = true, binary.BigEndian.Uint16(b[4:])
	return d.readUDP(address4(b[12:16]), address4(b[16:20]), b[header:])
}

func (d *Datagram) readIPv6(b []byte) bool {
	if len(b) < 40 {
		return false
	}
	from, to := address6(b[8:24]), address6(b[24:40])
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

func (d *Datagram) readUDP(from, to Address, b []byte) bool {
	if len(b) < 8 {
		return false
	}
	length := int(binary.BigEndian.Uint16(b[4:]))
	if length < 8 {
		return false
	}
	from.port, to.port = binary.BigEndian.Uint16(b), binary.BigEndian.Uint16(b[2:])
	d.From, d.To = from, to
	d.Length, d.Payload = length-8, b[8:min(length, len(b))]
	return true
}

package capture

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Address is where a datagram comes from or goes to: an IP address of either version and a
// port. The library's net/netip has it too, with much that only makes the browser's program
// larger.
type Address struct {
	ip   [16]byte // of IPv4 the first four
	four bool
	port uint16
}

func address4(b []byte) (a Address) {
	copy(a.ip[:4], b)
	a.four = true
	return a
}

func address6(b []byte) (a Address) {
	copy(a.ip[:], b)
	return a
}

// String returns the address in the form of RFC 5952: 192.0.2.1:5000 or [2001:db8::1]:5000.
func (a Address) String() string {
	if a.four {
		return fmt.Sprintf("%d.%d.%d.%d:%d", a.ip[0], a.ip[1], a.ip[2], a.ip[3], a.port)
	}
	if [12]byte(a.ip[:12]) == [12]byte{10: 0xff, 11: 0xff} { // an IPv4 address in IPv6
		return fmt.Sprintf("[::ffff:%d.%d.%d.%d]:%d", a.ip[12], a.ip[13], a.ip[14], a.ip[15], a.port)
	}
	var groups [8]string
	from, to := 0, 0 // the longest run of two zeros or more
	for i, run := 0, 0; i < 8; i++ {
		group := binary.BigEndian.Uint16(a.ip[2*i:])
		groups[i] = fmt.Sprintf("%x", group)
		if run++; group != 0 {
			run = 0
		}
		if run > max(1, to-from) {
			from, to = i+1-run, i+1
		}
	}
	text := strings.Join(groups[:], ":")
	if to > from {
		text = strings.Join(groups[:from], ":") + "::" + strings.Join(groups[to:], ":")
	}
	return fmt.Sprintf("[%s]:%d", text, a.port)
}

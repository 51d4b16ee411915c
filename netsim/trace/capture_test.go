package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The datagrams of two captures as another reader of captures finds them: a digest of
// a line for each with its time, its ends, its length and the start of its payload.
func TestCaptureGolden(t *testing.T) {
	for _, c := range []struct {
		file   string
		n      int
		digest string
	}{
		{"mmo_game_udp_multi_message.pcapng.gz", 6997, "affd0115cc23f051"},
		{"mmo_game_udp_ipid_clean_ns.pcapng.gz", 3338, "43dcc9abd89610b8"},
	} {
		packed, err := os.ReadFile(filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		var m Meta
		data, err := readBytes(bytes.NewReader(packed), &m)
		if err != nil {
			t.Fatal(err)
		}
		file := &capture{meta: &m}
		file.readBlocks(data)
		if len(m.Warnings) > 0 {
			t.Fatal(m.Warnings)
		}
		all := slices.Concat(file.flows.items...)
		slices.SortFunc(all, func(a, b datagram) int { return a.record - b.record })
		h, n := sha256.New(), len(all)
		for _, d := range all {
			fmt.Fprintf(h, "%d %v:%d>%v:%d %d %x\n", d.at, d.from.Addr(), d.from.Port(), d.to.Addr(), d.to.Port(), d.length+8, d.payload[:min(8, len(d.payload))])
		}
		if got := fmt.Sprintf("%x", h.Sum(nil))[:16]; n != c.n || got != c.digest {
			t.Errorf("%s: %d datagrams, digest %s, want %d, %s", c.file, n, got, c.n, c.digest)
		}
	}
}

// sent is a datagram that a test puts into a capture.
type sent struct {
	at      time.Duration
	payload []byte
}

var from, to = netip.MustParseAddrPort("192.0.2.1:27015"), netip.MustParseAddrPort("192.0.2.7:5000")

// ipv4 returns an IP packet with a datagram.
func ipv4(id uint16, payload []byte) []byte {
	b := []byte{0x45, 0, 0, 0, byte(id >> 8), byte(id), 0, 0, 64, protoUDP, 0, 0}
	b = append(append(b, from.Addr().AsSlice()...), to.Addr().AsSlice()...)
	b = append(b, udp(payload)...)
	binary.BigEndian.PutUint16(b[2:], uint16(len(b)))
	return b
}

func udp(payload []byte) []byte {
	b := binary.BigEndian.AppendUint16(nil, from.Port())
	b = binary.BigEndian.AppendUint16(b, to.Port())
	b = binary.BigEndian.AppendUint16(b, uint16(8+len(payload)))
	return append(append(b, 0, 0), payload...)
}

// pcap returns a capture of raw IP packets in microseconds.
func pcap(all []sent) []byte {
	b := []byte("\xa1\xb2\xc3\xd4\x00\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x00\x65")
	for _, s := range all {
		p := ipv4(0, s.payload)
		b = binary.BigEndian.AppendUint32(b, uint32(s.at/time.Second))
		b = binary.BigEndian.AppendUint32(b, uint32(s.at%time.Second/time.Microsecond))
		b = binary.BigEndian.AppendUint32(b, uint32(len(p)))
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(p))), p...)
	}
	return b
}

// block returns a block of pcapng in little endian.
func block(kind uint32, body ...byte) []byte {
	for len(body)%4 != 0 {
		body = append(body, 0)
	}
	b := binary.LittleEndian.AppendUint32(nil, kind)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)+12))
	b = append(b, body...)
	return binary.LittleEndian.AppendUint32(b, uint32(len(body)+12))
}

var section = block(0x0a0d0d0a, 0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)

// packetBlock returns an enhanced packet block of interface 0.
func packetBlock(ticks uint64, data []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(ticks>>32))
	b = binary.LittleEndian.AppendUint32(b, uint32(ticks))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return block(blockPacket, append(b, data...)...)
}

// A datagram is found on every kind of link, under every kind of header.
func TestLinkTypes(t *testing.T) {
	payload := []byte("payload")
	v4 := ipv4(7, payload)
	addresses := append(slices.Repeat([]byte{0x20}, 16), slices.Repeat([]byte{0x30}, 16)...)
	v6 := func(next byte, rest []byte) []byte {
		return append(append([]byte{0x60, 0, 0, 0, 0, 0, next, 64}, addresses...), rest...)
	}
	zero := func(n int, rest ...[]byte) []byte { return append(make([]byte, n), slices.Concat(rest...)...) }
	fragment := slices.Clone(v4)
	fragment[7] = 1
	for _, c := range []struct {
		name string
		link uint16
		data []byte
		want bool
	}{
		{"raw", 101, v4, true},
		{"IPv4", 228, v4, true},
		{"Ethernet", linkEthernet, zero(12, []byte{8, 0}, v4), true},
		{"VLAN in VLAN", linkEthernet, zero(12, []byte{0x88, 0xa8, 0, 1, 0x81, 0, 0, 2, 8, 0}, v4), true},
		{"PPPoE", linkEthernet, zero(12, []byte{0x88, 0x64}, zero(8), v4), true},
		{"ARP", linkEthernet, zero(12, []byte{8, 6}, v4), false},
		{"null", 0, zero(4, v4), true},
		{"cooked", linkCooked, zero(14, []byte{8, 0}, v4), true},
		{"cooked 2", linkCooked2, append([]byte{8, 0}, zero(18, v4)...), true},
		{"IPv6", 101, v6(protoUDP, udp(payload)), true},
		{"IPv6 on Ethernet", linkEthernet, zero(12, []byte{0x86, 0xdd}, v6(protoUDP, udp(payload))), true},
		{"IPv6, hop by hop and first fragment", 101, v6(0, slices.Concat([]byte{44, 0, 0, 0, 0, 0, 0, 0}, []byte{protoUDP, 0, 0, 1, 0, 0, 0, 0}, udp(payload))), true},
		{"IPv6, later fragment", 101, v6(44, slices.Concat([]byte{protoUDP, 0, 0, 8, 0, 0, 0, 0}, udp(payload))), false},
		{"IPv4, later fragment", 101, fragment, false},
		{"TCP over IPv6", 101, v6(6, udp(payload)), false},
		{"padded", linkEthernet, zero(12, []byte{8, 0}, v4, zero(20)), true},
		{"cut in the header", 101, v4[:25], false},
		{"nothing", 0, nil, false},
	} {
		var d datagram
		ok := d.readPacket(c.link, c.data)
		if ok != c.want || ok && (string(d.payload) != "payload" || d.from.Port() != 27015 || d.to.Port() != 5000 || d.length != 7) {
			t.Errorf("%s: %v %q from %v to %v, want %v", c.name, ok, d.payload, d.from, d.to, c.want)
		}
		if ok != c.want {
			continue
		}
		for cut := range c.data { // no length panics
			new(datagram).readPacket(c.link, c.data[:cut])
		}
	}
	var d datagram
	if ok := d.readPacket(101, v4[:len(v4)-3]); !ok || d.length != 7 || string(d.payload) != "payl" {
		t.Errorf("captured in part: %v, %d bytes on the wire, %q", ok, d.length, d.payload)
	}
}

// Times of pcapng have the resolution and the offset that the interface says.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		resolution byte
		offset     int64
		ticks      uint64
		want       time.Duration
		ok         bool
	}{
		{6, 0, 1_500_000, 1500 * time.Millisecond, true},
		{9, 0, 1_500_000_000, 1500 * time.Millisecond, true},
		{3, 100, 1_500, 101500 * time.Millisecond, true},
		{0x80 | 10, 0, 1536, 1500 * time.Millisecond, true}, // 1/1024 s
		{12, -1, 1_500_000_000_000, 500 * time.Millisecond, true},
		{0, 0, 1795998369, 1795998369 * time.Second, true},
		{0, 0, 1 << 60, 0, false},
		{6, 1 << 62, 1, 0, false},
		{25, 0, 1 << 60, 115, true}, // of 10^25 in a second
	} {
		body := binary.LittleEndian.AppendUint64([]byte{1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 1, 0, c.resolution, 0, 0, 0, 14, 0, 8, 0}, uint64(c.offset))
		i := readInterface(body, binary.LittleEndian)
		if got, ok := i.time(c.ticks); ok != c.ok || ok && got != c.want {
			t.Errorf("resolution %d, offset %d: %d ticks are %v, %v, want %v, %v", c.resolution, c.offset, c.ticks, got, ok, c.want, c.ok)
		}
	}
}

// An option before the resolution may be of any length; it is padded to four bytes.
func TestInterfaceOptions(t *testing.T) {
	body := []byte{101, 0, 0, 0, 0, 0, 0, 0, // link type and length
		2, 0, 5, 0, 'e', 't', 'h', '1', '0', 0, 0, 0, // a name
		9, 0, 1, 0, 9, 0, 0, 0, // nanoseconds
		14, 0, 8, 0, 100, 0, 0, 0, 0, 0, 0, 0, // plus 100 s
		0, 0, 0, 0}
	i := readInterface(body, binary.LittleEndian)
	if got, ok := i.time(7); !ok || i.link != 101 || got != 100*time.Second+7 {
		t.Errorf("link %d, 7 ticks are %v, want 101 and 100.000000007s", i.link, got)
	}
}

// A capture that is cut or damaged is read up to there; packets without a time are left
// out and counted.
func TestDamagedCaptures(t *testing.T) {
	var all []sent
	for i := range 5 {
		all = append(all, sent{time.Duration(i) * time.Second, []byte("payload")})
	}
	whole := pcap(all)
	one := (len(whole) - 24) / 5
	oversized := slices.Clone(whole)
	oversized[24+2*one+8] = 0x7f
	swapped := slices.Concat(section, block(blockInterface, 101, 0, 0, 0, 0, 0, 0, 0),
		packetBlock(0, ipv4(0, []byte("payload"))), block(blockSimple, make([]byte, 60)...), packetBlock(1, ipv4(0, []byte("payload"))))
	for _, c := range []struct {
		name string
		data []byte
		n    int
		says string
	}{
		{"whole", whole, 5, ""},
		{"in a packet", whole[:24+3*one+20], 3, "cut here"},
		{"in a record's header", whole[:24+3*one+7], 3, "cut here"},
		{"an endless record", oversized, 2, "damaged from here on"},
		{"pcapng with a packet without time", swapped, 2, "1 packets have no time"},
		{"pcapng, cut", swapped[:len(swapped)-9], 1, "cut here"},
		{"pcapng, a block of 4 bytes", append(slices.Clone(swapped), 6, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0), 2, "a block of 4 bytes"},
		{"pcapng, unknown interface", slices.Concat(section, packetBlock(0, ipv4(0, nil)), block(blockInterface, 101, 0, 0, 0, 0, 0, 0, 0), packetBlock(0, ipv4(0, nil))), 1, "of which nothing is said"},
	} {
		tr, err := Read("", bytes.NewReader(c.data), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(tr.Samples) != c.n || c.says != "" && !strings.Contains(fmt.Sprint(tr.Warnings), c.says) {
			t.Errorf("%s: %d packets, warnings %q, want %d with %q", c.name, len(tr.Samples), tr.Warnings, c.n, c.says)
		}
	}
	for _, c := range []struct{ name, data, says string }{
		{"pcap of nothing", string(whole[:24]), "none is a UDP datagram"},
		{"half a header", string(whole[:20]), "none is a UDP datagram"},
		{"Wi-Fi", string(whole[:20]) + "\x00\x00\x00\x69" + string(whole[24:]), "Wi-Fi frames"},
	} {
		if _, err := Read("", strings.NewReader(c.data), Options{}); !errors.Is(err, ErrNotUnderstood) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.says)
		}
	}
}

// rtpStream is 40 packets of RTP, 20 ms apart, of which numbers 65,534 on wrap and two are
// lost, each 10 to 14 ms on its way.
func rtpStream() (all []sent) {
	for i := range 40 {
		if i != 7 && i != 8 {
			at := time.Duration(i)*20*time.Millisecond + time.Duration(10+i%5)*time.Millisecond
			all = append(all, sent{at, append(rtpPayload(int64(65530+i)&0xffff, int64(i)*160, "abcd"), "sound"...)})
		}
	}
	return all
}

// Two captures in one file, one after the other, are two runs: no packet is a duplicate,
// and the clock of each starts anew.
func TestConcatenatedCaptures(t *testing.T) {
	one := pcap(rtpStream())
	tr, err := Read("x.pcap", bytes.NewReader(append(slices.Clone(one), one...)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := brief(tr.Summarise("")); got != "80 4 0 0 | 0.000 2.0000 4.000 4.000" {
		t.Errorf("%s\n%q", got, tr.Warnings)
	}
	if said := strings.Join(doubts(tr), "\n"); !strings.Contains(said, "another capture begins here") || !strings.Contains(said, "another run begins") {
		t.Errorf("warnings %q", tr.Warnings)
	}
}

// A datagram that two interfaces of a capture saw counts once; the same bytes sent again
// later are another.
func TestTwoInterfaces(t *testing.T) {
	b := slices.Concat(section, block(blockInterface, 101, 0, 0, 0, 0, 0, 0, 0), block(blockInterface, 101, 0, 0, 0, 0, 0, 0, 0))
	for i, s := range rtpStream() {
		p := packetBlock(uint64(s.at/time.Microsecond), ipv4(uint16(i), s.payload))
		again := packetBlock(uint64(s.at/time.Microsecond)+15, ipv4(uint16(i), s.payload))
		again[8] = 1 // the interface
		b = append(append(b, p...), again...)
	}
	tr, err := Read("x.pcapng", bytes.NewReader(b), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := brief(tr.Summarise("")); got != "40 2 0 0 | 0.000 2.0000 4.000 4.000" || !strings.Contains(strings.Join(doubts(tr), "\n"), "38 datagrams of") {
		t.Errorf("%s\n%q", got, tr.Warnings)
	}
}

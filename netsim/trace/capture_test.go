package trace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/netsim/trace/capture"
)

// sent is a datagram that a test puts into a capture.
type sent struct {
	at      time.Duration
	payload []byte
}

var from, to = netip.MustParseAddrPort("192.0.2.1:27015"), netip.MustParseAddrPort("192.0.2.7:5000")

// ipv4 returns an IP packet with a datagram.
func ipv4(id uint16, payload []byte) []byte {
	b := []byte{0x45, 0, 0, 0, byte(id >> 8), byte(id), 0, 0, 64, 17, 0, 0}
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
	return block(6, append(b, data...)...)
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
	swapped := slices.Concat(section, block(1, 101, 0, 0, 0, 0, 0, 0, 0),
		packetBlock(0, ipv4(0, []byte("payload"))), block(3, make([]byte, 60)...), packetBlock(1, ipv4(0, []byte("payload"))))
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
		{"pcapng, unknown interface", slices.Concat(section, packetBlock(0, ipv4(0, nil)), block(1, 101, 0, 0, 0, 0, 0, 0, 0), packetBlock(0, ipv4(0, nil))), 1, "of which nothing is said"},
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
			all = append(all, sent{at, append(capture.RTPPayload(int64(65530+i)&0xffff, int64(i)*160, "abcd"), "sound"...)})
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
	b := slices.Concat(section, block(1, 101, 0, 0, 0, 0, 0, 0, 0), block(1, 101, 0, 0, 0, 0, 0, 0, 0))
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

package capture

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
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
		packed, err := os.Open(filepath.Join("..", "testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		z, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		file := Read(data, func(_ int, format string, args ...any) { t.Errorf(c.file+": "+format, args...) })
		h, n := sha256.New(), len(file.Datagrams)
		for _, d := range file.Datagrams {
			from, to := netip.MustParseAddrPort(d.From.String()), netip.MustParseAddrPort(d.To.String())
			fmt.Fprintf(h, "%d %v:%d>%v:%d %d %x\n", d.At, from.Addr(), from.Port(), to.Addr(), to.Port(), d.Length+8, d.Payload[:min(8, len(d.Payload))])
		}
		if got := fmt.Sprintf("%x", h.Sum(nil))[:16]; n != c.n || got != c.digest {
			t.Errorf("%s: %d datagrams, digest %s, want %d, %s", c.file, n, got, c.n, c.digest)
		}
	}
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
		var d Datagram
		ok := d.readPacket(c.link, c.data)
		if ok != c.want || ok && (string(d.Payload) != "payload" || d.From.port != 27015 || d.To.port != 5000 || d.Length != 7) {
			t.Errorf("%s: %v %q from %v to %v, want %v", c.name, ok, d.Payload, d.From, d.To, c.want)
		}
		if ok != c.want {
			continue
		}
		for cut := range c.data { // no length panics
			new(Datagram).readPacket(c.link, c.data[:cut])
		}
	}
	var d Datagram
	if ok := d.readPacket(101, v4[:len(v4)-3]); !ok || d.Length != 7 || string(d.Payload) != "payl" {
		t.Errorf("captured in part: %v, %d bytes on the wire, %q", ok, d.Length, d.Payload)
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

// TestAddressAgainstTwin: an address is written as the library writes it.
func TestAddressAgainstTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var ip [16]byte
		for i := range ip {
			if r.IntN(3) == 0 {
				ip[i] = byte(r.IntN(256))
			}
		}
		if r.IntN(20) == 0 {
			ip = [16]byte{10: 0xff, 11: 0xff, 12: ip[12], 13: ip[13], 14: ip[14], 15: ip[15]}
		}
		port := uint16(r.IntN(1 << 16))
		six, four := address6(ip[:]), address4(ip[:4])
		six.port, four.port = port, port
		for _, c := range []struct {
			got  Address
			want netip.AddrPort
		}{{six, netip.AddrPortFrom(netip.AddrFrom16(ip), port)}, {four, netip.AddrPortFrom(netip.AddrFrom4([4]byte(ip[:4])), port)}} {
			if c.got.String() != c.want.String() {
				t.Fatalf("%v, want %v", c.got, c.want)
			}
		}
	}
}

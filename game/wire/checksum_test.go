package wire

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
)

func TestSeal(t *testing.T) {
	// The check value of CRC-32 (IEEE 802.3) is that of the digits 1 to 9.
	sealed := Seal([]byte("123456789"))
	if want := []byte("123456789\xcb\xf4\x39\x26"); !bytes.Equal(sealed, want) {
		t.Errorf("sealed %x, want %x", sealed, want)
	}
	packet, err := Open(sealed)
	if string(packet) != "123456789" || err != nil {
		t.Errorf("opened %q, %v", packet, err)
	}
	if packet, err := Open(Seal(nil)); len(packet) != 0 || err != nil {
		t.Errorf("the empty packet is opened as %q, %v", packet, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, tt := range []struct {
		sealed []byte
		want   error
	}{
		{nil, ErrShort},
		{[]byte{1, 2, 3}, ErrShort},
		{[]byte{0, 0, 0, 1}, ErrChecksum},
		{[]byte("123456789\xcb\xf4\x39\x27"), ErrChecksum},
		{Seal(make([]byte, MaxPacket+1)), ErrLong},
	} {
		if packet, err := Open(tt.sealed); !errors.Is(err, tt.want) || packet != nil {
			t.Errorf("%x is opened as %x, %v, want %v", tt.sealed, packet, err, tt.want)
		}
	}
}

// Up to three flipped bits, anywhere, the checksum's own included, are always found.
func TestChecksumFindsThreeBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	packet := make([]byte, MaxPacket)
	for i := range packet {
		packet[i] = byte(r.Uint32())
	}
	sealed := Seal(packet)
	bits := len(sealed) * 8
	for range 20_000 {
		places := [3]int{r.IntN(bits), r.IntN(bits), r.IntN(bits)}
		n := 1 + r.IntN(3)
		if n > 1 && places[0] == places[1] || n > 2 && (places[2] == places[0] || places[2] == places[1]) {
			continue
		}
		flip := func() {
			for _, p := range places[:n] {
				sealed[p/8] ^= 1 << (p % 8)
			}
		}
		flip()
		if _, err := Open(sealed); !errors.Is(err, ErrChecksum) {
			t.Fatalf("bits %v flipped: %v", places[:n], err)
		}
		flip()
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte{})
	f.Add(Seal([]byte("packet")))
	f.Fuzz(func(t *testing.T, sealed []byte) {
		packet, err := Open(sealed)
		if err == nil && !bytes.Equal(Seal(bytes.Clone(packet)), sealed) {
			t.Errorf("%x is opened as %x, which is not sealed so", sealed, packet)
		}
	})
}

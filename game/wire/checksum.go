package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

const (
	// ChecksumBytes is the length of the checksum behind a packet.
	ChecksumBytes = crc32.Size
	// MaxDatagram is the largest packet with its checksum, in bytes. With the
	// headers of UDP and IP it passes every usual path without fragmentation.
	MaxDatagram = 1200
)

// ErrChecksum means that a packet is not what was sent.
var ErrChecksum = errors.New("wire: wrong checksum")

// Seal appends the checksum of a packet to it: its CRC-32 by the polynomial of IEEE
// 802.3, big-endian. In a packet of at most MaxDatagram bytes it finds every change of
// up to three bits, and of any others all but one in 2^32. It keeps out accidents, not
// attackers.
func Seal(packet []byte) []byte {
	return binary.BigEndian.AppendUint32(packet, crc32.ChecksumIEEE(packet))
}

// Open returns the packet that Seal was given, a part of sealed, or an error that
// wraps ErrShort, ErrLong or ErrChecksum.
func Open(sealed []byte) ([]byte, error) {
	n := len(sealed) - ChecksumBytes
	switch {
	case n < 0:
		return nil, fmt.Errorf("%w: %d bytes, want %d or more", ErrShort, len(sealed), ChecksumBytes)
	case len(sealed) > MaxDatagram:
		return nil, fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, len(sealed), MaxDatagram)
	}
	if want, got := binary.BigEndian.Uint32(sealed[n:]), crc32.ChecksumIEEE(sealed[:n]); got != want {
		return nil, fmt.Errorf("%w: %08x, want %08x", ErrChecksum, got, want)
	}
	return sealed[:n:n], nil
}

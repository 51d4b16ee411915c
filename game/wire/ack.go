package wire

import (
	"encoding/binary"
	"fmt"
)

const ackBytes = 15

// ackWindow is how many packets before the newest an Ack speaks of.
const ackWindow = 32

// AckPackets is how many packets an Ack speaks of.
const AckPackets = 1 + ackWindow

// Ack says which packets of an epoch have arrived. It is sent for every packet
// received, and each says it anew of the 32 before, so lost acks hardly matter.
type Ack struct {
	Epoch uint16
	// Seq numbers the acks of an epoch from 1.
	Seq uint32
	// Newest is the newest packet received, 0 for none.
	Newest uint32
	// Bits says of the 32 before whether they were received: bit i, counted from
	// the least significant, is packet Newest−1−i.
	Bits uint32
}

// Record notes that packet seq has arrived. One that is more than 32 before the
// newest is forgotten. Sequence numbers wrap past 0, which stands for no packet.
func (a *Ack) Record(seq uint32) {
	if a.Newest == 0 {
		a.Newest, a.Bits = seq, 0
		return
	}
	if ahead := int32(seq - a.Newest); ahead > 0 {
		// Newest itself becomes bit ahead−1; Go shifts by 32 or more yield 0.
		a.Bits = a.Bits<<uint(ahead) | 1<<uint(ahead-1)
		a.Newest = seq
	} else if ahead < 0 && -int64(ahead) <= ackWindow {
		a.Bits |= 1 << uint(-ahead-1)
	}
}

// Has reports whether the ack says that packet seq has arrived.
func (a *Ack) Has(seq uint32) bool {
	if a.Newest == 0 {
		return false
	}
	behind := a.Newest - seq
	return behind == 0 || a.Bits>>(behind-1)&1 == 1 // no bit is left of a shift by 32 or more
}

// AppendAck appends a's bytes to dst.
func AppendAck(dst []byte, a Ack) []byte {
	dst = append(dst, Version)
	dst = binary.BigEndian.AppendUint16(dst, a.Epoch)
	dst = binary.BigEndian.AppendUint32(dst, a.Seq)
	dst = binary.BigEndian.AppendUint32(dst, a.Newest)
	return binary.BigEndian.AppendUint32(dst, a.Bits)
}

// DecodeAck reads src into a. The error wraps ErrShort, ErrLong or ErrVersion and
// leaves a as it was.
func DecodeAck(a *Ack, src []byte) error {
	if err := checkVersion(src, ackBytes, Version); err != nil {
		return err
	}
	if len(src) > ackBytes {
		return fmt.Errorf("%w: %d bytes, want %d", ErrLong, len(src), ackBytes)
	}
	*a = Ack{
		Epoch:  binary.BigEndian.Uint16(src[1:]),
		Seq:    binary.BigEndian.Uint32(src[3:]),
		Newest: binary.BigEndian.Uint32(src[7:]),
		Bits:   binary.BigEndian.Uint32(src[11:]),
	}
	return nil
}

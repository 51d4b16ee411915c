package study

import (
	"encoding/binary"
	"math/rand/v2"
	"time"
)

// capture returns a pcap file of a game's stream: a packet every 50 ms for half a
// minute, up to 40 ms of jitter, every twentieth lost on average, with a number of 16
// bits at byte 0 and a clock in ms of 32 bits at byte 2. All big-endian.
func capture() []byte {
	u16, u32 := binary.BigEndian.AppendUint16, binary.BigEndian.AppendUint32
	b := []byte("\xa1\xb2\xc3\xd4\x00\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x00\x65") // of raw IP
	r := rand.New(rand.NewPCG(9, 9))
	last := time.Duration(0)
	for i := range 600 {
		sent := time.Duration(i) * 50 * time.Millisecond
		at := max(last, sent+20*time.Millisecond+time.Duration(r.Int64N(int64(40*time.Millisecond))))
		last = at
		if r.IntN(20) == 0 {
			continue
		}
		payload := u32(u16(nil, uint16(i)), uint32(sent/time.Millisecond))
		udp := append(u16(u16(u16(u16(nil, 40000), 7777), uint16(8+len(payload))), 0), payload...)
		ip := u16([]byte{0x45, 0}, uint16(20+len(udp)))
		ip = append(ip, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2)
		packet := append(ip, udp...)
		b = u32(u32(b, uint32(at/time.Second)), uint32(at%time.Second/time.Microsecond))
		b = append(u32(u32(b, uint32(len(packet))), uint32(len(packet))), packet...)
	}
	return b
}

package trace

import (
	"encoding/binary"
	"math"
	"strconv"
)

// The fields of RTP (RFC 3550): version in the two highest bits, payload type, sequence
// number at byte 2, clock at byte 4, source at byte 8.
var (
	rtpSeq    = Field{Offset: 2, Width: 2}
	rtpClock  = Field{Offset: 4, Width: 4}
	rtpSource = Field{Offset: 8, Width: 4}
	// rtpFrequencies are those that payloads have clocks of.
	rtpFrequencies = []int64{8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 90000}
)

// rtpFields reports whether a flow is RTP. Then it returns the fields, the clock only if
// its frequency is a usual one, and the datagrams of the source that most of them have:
// others, as of STUN, share the port.
func rtpFields(ds []datagram, sure bool) (seq, clock *Field, only []datagram, ok bool) {
	counts := map[int64]int{}
	source, most := int64(0), 0
	for i := range ds {
		if v, ok := rtpSourceOf(ds[i].payload); ok {
			counts[v]++
			if counts[v] > most {
				source, most = v, counts[v]
			}
		}
	}
	if !sure && most < 10 || most*10 < len(ds)*8 {
		return nil, nil, ds, false
	}
	ones := 0
	var ticks unwrapper
	ticks.modulus = rtpClock.modulus()
	var firstTick, lastTick, last int64
	for i := range ds {
		if v, ok := rtpSourceOf(ds[i].payload); !ok || v != source {
			continue
		}
		n, _ := rtpSeq.value(ds[i].payload)
		tick, _ := rtpClock.value(ds[i].payload)
		lastTick = ticks.next(tick)
		if len(only) == 0 {
			firstTick = lastTick
		} else if (n-last)&0xffff == 1 {
			ones++
		}
		last = n
		only = append(only, ds[i])
	}
	if !sure && ones*10 < (len(only)-1)*8 {
		return nil, nil, ds, false
	}
	rate := float64(lastTick-firstTick) / (only[len(only)-1].at - only[0].at).Seconds()
	for _, f := range rtpFrequencies {
		if math.Abs(rate/float64(f)-1) < 0.05 {
			clock = &Field{Offset: rtpClock.Offset, Width: rtpClock.Width, Frequency: f}
		}
	}
	return &rtpSeq, clock, only, true
}

// rtpSourceOf returns the source of a payload that may be RTP.
func rtpSourceOf(p []byte) (int64, bool) {
	if len(p) < 12 || p[0]>>6 != 2 {
		return 0, false
	}
	if kind := p[1] & 0x7f; kind >= 72 && kind <= 76 { // RTCP
		return 0, false
	}
	return rtpSource.value(p)
}

// rtpPayload returns the header of RTP with a number, a clock and a source in
// hexadecimal digits.
func rtpPayload(seq, ticks int64, source string) []byte {
	id, _ := strconv.ParseUint(source, 16, 32)
	b := binary.BigEndian.AppendUint16([]byte{2 << 6, 0}, uint16(seq))
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(ticks)), uint32(id))
}

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

// rtpFields reports whether a flow is RTP, unless that is sure. Then it returns the
// fields, the clock only if its frequency is a usual one, and the datagrams of the source
// that most of them have: others, as of STUN, share the port.
func rtpFields(ds []datagram, sure bool) (seq, clock *Field, only []datagram, ok bool) {
	var sources groups[datagram]
	most := 0
	for _, g := range ds {
		if v, ok := rtpSourceOf(g.payload); ok {
			sources.add(strconv.FormatInt(v, 16), g)
		}
	}
	for i, of := range sources.items {
		if len(of) > len(sources.items[most]) {
			most = i
		}
	}
	if len(sources.items) == 0 {
		return nil, nil, ds, false
	}
	only = sources.items[most]
	if n := len(only); !sure && (n < 10 || n*10 < len(ds)*8) {
		return nil, nil, ds, false
	}
	ones, ticks := 0, unwrapper{modulus: rtpClock.modulus()}
	var firstTick, lastTick, last int64
	took := 0.0
	for i := range only {
		n, _ := rtpSeq.value(only[i].payload)
		tick, _ := rtpClock.value(only[i].payload)
		if i == 0 {
			firstTick = tick
		} else {
			ones += b2i((n-last)&0xffff == 1)
		}
		if last = n; only[i].part == only[0].part { // each part has a clock of its own
			lastTick, took = ticks.next(tick), (only[i].at - only[0].at).Seconds()
		}
	}
	if !sure && ones*10 < (len(only)-1)*8 {
		return nil, nil, ds, false
	}
	for _, f := range rtpFrequencies {
		if math.Abs(float64(lastTick-firstTick)/took/float64(f)-1) < 0.05 {
			clock = &Field{Offset: rtpClock.Offset, Width: rtpClock.Width, Frequency: f}
		}
	}
	return &rtpSeq, clock, only, true
}

// rtpSourceOf returns the source of a payload that may be RTP, and is not RTCP.
func rtpSourceOf(p []byte) (int64, bool) {
	if len(p) < 12 || p[0]>>6 != 2 || p[1]&0x7f >= 72 && p[1]&0x7f <= 76 {
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

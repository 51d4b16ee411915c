package capture

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

// RTPFields reports whether a flow is RTP, unless that is sure. Then it returns the
// fields, the clock only if its frequency is a usual one, and the datagrams of the source
// that most of them have: others, as of STUN, share the port.
func RTPFields(ds []Datagram, sure bool) (seq, clock *Field, only []Datagram, ok bool) {
	sources := map[int64][]Datagram{}
	for _, g := range ds {
		if v, ok := rtpSourceOf(g.Payload); ok {
			if sources[v] = append(sources[v], g); len(sources[v]) > len(only) {
				only = sources[v]
			}
		}
	}
	if n := len(only); n == 0 || !sure && (n < 10 || n*10 < len(ds)*8) {
		return nil, nil, ds, false
	}
	ones, ticks := 0, Unwrapper{Modulus: rtpClock.Wraps()}
	var firstTick, lastTick, last int64
	took := 0.0
	for i := range only {
		n, _ := rtpSeq.Value(only[i].Payload)
		tick, _ := rtpClock.Value(only[i].Payload)
		if i == 0 {
			firstTick = tick
		} else if (n-last)&0xffff == 1 {
			ones++
		}
		if last = n; only[i].Part == only[0].Part { // each part has a clock of its own
			lastTick, took = ticks.Next(tick), (only[i].At - only[0].At).Seconds()
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
	return rtpSource.Value(p)
}

// RTPPayload returns the header of RTP with a number, a clock and a source in
// hexadecimal digits.
func RTPPayload(seq, ticks int64, source string) []byte {
	id, _ := strconv.ParseUint(source, 16, 32)
	b := binary.BigEndian.AppendUint16([]byte{2 << 6, 0}, uint16(seq))
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(ticks)), uint32(id))
}

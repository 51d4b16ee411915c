package wire

import (
	"fmt"
	"math"
)

// Encoder writes the packets of a connection as they differ from those that the client
// has acknowledged. The zero value is ready, and has heard nothing.
//
// A snapshot is split into parts, each always of the same entities in the same order as
// long as they are there: a packet of a part builds on the newest one of the same part
// that is known to have arrived.
type Encoder struct {
	epoch uint16
	sent  history
	acked []uint32 // by part: the newest packet acknowledged, 0 for none
}

// AppendPacket appends the bytes of p, which is the given part of its snapshot, and
// remembers it. It chooses p.Baseline: p.Seq, so that the packet is whole, if nothing of
// the part is acknowledged in the epoch, if that is more than MaxBaselineAge packets
// ago, or if building on it would save nothing. Packets must come in the order of Seq.
// Errors are those of the function AppendPacket.
func (e *Encoder) AppendPacket(dst []byte, p *Packet, part int) ([]byte, error) {
	if part < 0 {
		return dst, fmt.Errorf("%w: part is %d, want 0 or more", ErrValue, part)
	}
	if p.Epoch != e.epoch {
		e.epoch = p.Epoch
		clear(e.acked)
	}
	for part >= len(e.acked) {
		e.acked = append(e.acked, 0)
	}
	packet := e.sent.place(p.Seq)
	whole := 0 // bits
	for i := range p.Updates {
		q, err := quantise(p.Time, &p.Updates[i])
		if err != nil {
			return dst, fmt.Errorf("entity %d: %w", p.Updates[i].ID, err)
		}
		packet.records = append(packet.records, q)
		whole += q.bits(p.Time)
	}
	var buf []byte
	var err error
	written := false
	if base := e.baseline(p.Seq, part); base != nil {
		p.Baseline = base.seq
		b := against(base, p.Time)
		if buf, err = appendRecords(dst, p, packet.records, &b); err != nil {
			return dst, err
		}
		written = len(buf)-len(dst)-headerBytes < (whole+7)/8
	}
	if !written {
		p.Baseline = p.Seq
		if buf, err = appendRecords(dst, p, packet.records, nil); err != nil {
			return dst, err
		}
	}
	if size := len(buf) - len(dst); size > MaxPacket {
		return dst, fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, size, MaxPacket)
	}
	packet.seq, packet.epoch, packet.part, packet.time = p.Seq, p.Epoch, part, p.Time
	return buf, nil
}

// baseline returns what the packet of a part may build on, nil if nothing.
func (e *Encoder) baseline(seq uint32, part int) *remembered {
	acked := e.acked[part]
	if acked == 0 || seq-acked > MaxBaselineAge {
		return nil
	}
	return e.sent.find(e.epoch, acked)
}

// Acknowledge takes what the client says has arrived. Acknowledgements must be given in
// the order of their Seq, those overtaken left out. One of another epoch is ignored; one
// of nothing makes everything whole until another comes.
func (e *Encoder) Acknowledge(a Ack) {
	if a.Epoch != e.epoch {
		return
	}
	if a.Newest == 0 {
		clear(e.acked)
		return
	}
	for behind := range uint32(ackWindow + 1) {
		seq := a.Newest - behind
		if !a.Has(seq) {
			continue
		}
		packet := e.sent.find(e.epoch, seq)
		if packet == nil {
			continue
		}
		if acked := &e.acked[packet.part]; *acked == 0 || int32(seq-*acked) > 0 {
			*acked = seq
		}
	}
}

// appendRecords appends a packet of records: whole ones, or what has changed since b.
func appendRecords(dst []byte, p *Packet, records []record, b *baseline) ([]byte, error) {
	if len(records) > math.MaxUint8 {
		return dst, fmt.Errorf("%w: %d updates, want at most %d", ErrLong, len(records), math.MaxUint8)
	}
	buf, err := appendHeader(dst, &p.Header, len(records))
	if err != nil {
		return dst, err
	}
	w := bitWriter{buf: buf}
	for i := range records {
		if b == nil {
			records[i].write(&w, p.Time)
		} else {
			records[i].writeDelta(&w, p.Time, b, i)
		}
	}
	return w.flush(), nil
}

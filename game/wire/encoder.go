package wire

import (
	"fmt"
	"math"

	"snaplab/interp"
)

// Encoder writes the packets of a connection as they differ from those that the client
// has acknowledged. The zero value is ready, and has heard nothing. Of each entity a
// packet builds on the newest record that is known to have arrived.
type Encoder struct {
	epoch uint16
	sent  history
	acked map[interp.EntityID]place
	bases []basis // of the packet being written
	sizes []int   // of the records written last, in bits
}

// AppendPacket appends the bytes of p and remembers it. It chooses p.Baseline: p.Seq, so
// that the packet is whole, if nothing of its entities is acknowledged in the epoch, if that
// is more than MaxBaselineAge packets ago, or if building on it would save nothing. An
// entity must be in a packet once, and packets must come in the order of Seq. Errors are
// those of the function AppendPacket.
func (e *Encoder) AppendPacket(dst []byte, p *Packet) ([]byte, error) {
	if p.Epoch != e.epoch || e.acked == nil {
		e.epoch = p.Epoch
		e.forget()
	}
	packet := e.sent.place(p.Seq)
	e.bases, e.sizes = e.bases[:0], e.sizes[:0]
	whole := 0 // bits
	first, delta, named := place{}, false, false
	for i := range p.Updates {
		q, err := quantise(p.Time, &p.Updates[i])
		if err != nil {
			return dst, fmt.Errorf("entity %d: %w", p.Updates[i].ID, err)
		}
		packet.records = append(packet.records, q)
		e.sizes = append(e.sizes, q.bits(p.Time))
		whole += e.sizes[i]
		base := e.basis(p, q.id)
		if base.record != nil && q.continues(base.record) {
			if !delta {
				delta, first = true, base.at
			}
			// Where all build on the record at their own place in one packet none need say so.
			named = named || base.at != place{first.seq, uint8(i)}
		}
		e.bases = append(e.bases, base)
	}
	var buf []byte
	var err error
	written := false
	if delta {
		p.Baseline = first.seq
		if buf, err = e.appendRecords(dst, p, packet.records, true, named); err != nil {
			return dst, err
		}
		written = len(buf)-len(dst)-headerBytes < (whole+7)/8
	}
	if !written {
		p.Baseline = p.Seq
		if buf, err = e.appendRecords(dst, p, packet.records, false, false); err != nil {
			return dst, err
		}
	}
	if size := len(buf) - len(dst); size > MaxPacket {
		return dst, fmt.Errorf("%w: %d bytes, want at most %d", ErrLong, size, MaxPacket)
	}
	packet.seq, packet.epoch, packet.time, packet.acked = p.Seq, p.Epoch, p.Time, false
	return buf, nil
}

// RecordBits returns the length in bits of each record of the last packet. It belongs to
// the encoder.
func (e *Encoder) RecordBits() []int { return e.sizes }

// basis returns what the record of an entity may build on in a packet.
func (e *Encoder) basis(p *Packet, id interp.EntityID) basis {
	at, any := e.acked[id]
	if !any || p.Seq-at.seq > MaxBaselineAge {
		return basis{}
	}
	if packet := e.sent.find(e.epoch, at.seq); packet != nil {
		return basisOf(packet, at.index, p.Time)
	}
	return basis{}
}

// forget forgets what has been acknowledged.
func (e *Encoder) forget() {
	if e.acked == nil {
		e.acked = map[interp.EntityID]place{}
	}
	clear(e.acked)
	for i := range e.sent.slots {
		e.sent.slots[i].acked = false
	}
}

// Acknowledge takes what the client says has arrived. Acknowledgements must be given in
// the order of their Seq, those overtaken left out. One of another epoch is ignored; one
// of nothing makes everything whole until another comes.
func (e *Encoder) Acknowledge(a Ack) {
	if a.Epoch != e.epoch {
		return
	}
	if a.Newest == 0 {
		e.forget()
		return
	}
	for behind := range uint32(ackWindow + 1) {
		seq := a.Newest - behind
		if !a.Has(seq) {
			continue
		}
		packet := e.sent.find(e.epoch, seq)
		if packet == nil || packet.acked {
			continue
		}
		packet.acked = true
		for i := range packet.records {
			id := packet.records[i].id
			if at, any := e.acked[id]; !any || int32(seq-at.seq) > 0 {
				e.acked[id] = place{seq, uint8(i)}
			}
		}
	}
}

// appendRecords appends a packet of records: whole ones, or as they differ from the bases,
// each of which is named or at the record's own place in the packet's baseline.
func (e *Encoder) appendRecords(dst []byte, p *Packet, records []record, delta, named bool) ([]byte, error) {
	if len(records) > math.MaxUint8 {
		return dst, fmt.Errorf("%w: %d updates, want at most %d", ErrLong, len(records), math.MaxUint8)
	}
	buf, err := appendHeader(dst, &p.Header, len(records))
	if err != nil {
		return dst, err
	}
	var at *places
	if named {
		buf[len(dst)] = VersionNamed
		at = &places{seq: p.Seq, next: place{p.Baseline, 0}}
	}
	w := bitWriter{buf: buf}
	for i := range records {
		before := w.bits()
		switch {
		case !delta:
			records[i].write(&w, p.Time)
		case !named && e.bases[i].at != place{p.Baseline, uint8(i)}:
			records[i].writeDelta(&w, p.Time, basis{}, nil)
		default:
			records[i].writeDelta(&w, p.Time, e.bases[i], at)
		}
		e.sizes[i] = w.bits() - before
	}
	return w.flush(), nil
}

package wire

import "snaplab/interp"

const (
	// historyPackets is how many packets back either side remembers. A power of two,
	// so that sequence numbers wrap in step with it.
	historyPackets = 1024
	// MaxBaselineAge is how many packets back a baseline may be. It is less than what
	// the client remembers by what may overtake a packet on its way.
	MaxBaselineAge = historyPackets - 128
)

// history is the last packets that others may build on: a ring by sequence number. It
// takes its room as it fills and then no more. The zero value is empty.
type history struct {
	slots []remembered
}

// remembered is one packet.
type remembered struct {
	seq     uint32 // 0: none
	epoch   uint16
	acked   bool // the client has said that it has it; only the server knows that
	time    interp.ServerTime
	records []record
}

// find returns a packet, nil if it is not remembered. It is valid until the next place.
func (h *history) find(epoch uint16, seq uint32) *remembered {
	if len(h.slots) == 0 || seq == 0 {
		return nil
	}
	s := &h.slots[seq%historyPackets]
	if s.seq != seq || s.epoch != epoch {
		return nil
	}
	return s
}

// place returns the slot of a packet, which the caller fills: until its seq is set it
// is none.
func (h *history) place(seq uint32) *remembered {
	if h.slots == nil {
		h.slots = make([]remembered, historyPackets)
	}
	s := &h.slots[seq%historyPackets]
	s.seq, s.records = 0, s.records[:0]
	return s
}

package measure

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"

	"snaplab/game"
	"snaplab/netsim"
)

// Packets collects the packets of a run, to be written by sequence. Hand Add to the
// session's OnPacket. The zero value takes all.
type Packets struct {
	// Span is when the packets were sent that are wanted.
	Span Span

	records []game.PacketRecord
}

// PacketsHead is the first line.
const PacketsHead = "seq,copy,tick,size_bytes,sent_ms,arrived_ms,fate,verdict\n"

// Add takes a packet. It keeps a copy.
func (l *Packets) Add(r *game.PacketRecord) {
	if l.Span.has(r.Link.SentAt) {
		l.records = append(l.records, *r)
	}
}

// Write writes the packets of a session, with those that are still under way. A copy
// comes after its original, an arrival that never was is empty.
func (l *Packets) Write(w io.Writer, s *Run) error {
	for _, r := range underWay(s) {
		l.Add(&r)
	}
	slices.SortStableFunc(l.records, func(a, b game.PacketRecord) int {
		return cmp.Or(cmp.Compare(a.Link.Seq, b.Link.Seq), boolOrder(a.Link.Copy)-boolOrder(b.Link.Copy))
	})
	out := bufio.NewWriter(w)
	out.WriteString(PacketsHead)
	var line []byte
	for i := range l.records {
		line = appendPacket(line[:0], &l.records[i])
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// underWay returns the packets that have been sent and not arrived, nor ever will be
// reported lost.
func underWay(s *Run) []game.PacketRecord {
	packets := s.AppendPackets(nil, s.Now()-netsim.MaxTransit, s.Now())
	return slices.DeleteFunc(packets, func(r game.PacketRecord) bool {
		return r.Arrived || r.Link.Fate != netsim.Delivered
	})
}

func appendPacket(b []byte, r *game.PacketRecord) []byte {
	b = append(strconv.AppendUint(b, uint64(r.Seq), 10), ',')
	b = append(strconv.AppendInt(b, int64(boolOrder(r.Link.Copy)), 10), ',')
	b = append(strconv.AppendUint(b, uint64(r.Tick), 10), ',')
	b = append(strconv.AppendInt(b, int64(r.Link.Size), 10), ',')
	b = append(appendMilliseconds(b, r.Link.SentAt), ',')
	if r.Arrived {
		b = appendMilliseconds(b, r.Link.ArrivesAt)
	}
	b = append(append(b, ','), fate(r)...)
	b = append(b, ',')
	if r.Arrived {
		b = append(b, r.Verdict.String()...)
	}
	return append(b, '\n')
}

func fate(r *game.PacketRecord) string {
	switch {
	case r.Link.Copy:
		return "duplicate"
	case r.Link.Fate == netsim.Delivered && !r.Arrived:
		return "under way"
	}
	return r.Link.Fate.String()
}

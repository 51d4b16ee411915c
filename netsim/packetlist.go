package netsim

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// PacketList is a set of packets by their numbers on a link, on which the first packet sent
// is 1: ranges in order that neither overlap nor touch, as every function here makes them.
// The zero value is empty. Two are the same set if slices.Equal says so.
type PacketList []PacketRange

// PacketRange is the packets from First to Last, both included.
type PacketRange struct{ First, Last uint64 }

// MaxPacketRanges is how many ranges a list that is read may have.
const MaxPacketRanges = 10_000

// Packets returns the list of some packets.
func Packets(seqs ...uint64) (l PacketList) {
	for _, seq := range seqs {
		l = append(l, PacketRange{seq, seq})
	}
	return l.tidy()
}

// ParsePacketList reads numbers and ranges with commas between them, in any order:
// "12,40-45". An error says what is wrong with the first that is not understood.
func ParsePacketList(text string) (PacketList, error) {
	var l PacketList
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		r := PacketRange{}
		var err1, err2 error
		r.First, err1 = strconv.ParseUint(strings.TrimSpace(first), 10, 64)
		r.Last, err2 = strconv.ParseUint(strings.TrimSpace(last), 10, 64)
		switch {
		case errors.Is(cmp.Or(err1, err2), strconv.ErrRange):
			return nil, fmt.Errorf("%.30q is out of range, want numbers up to %d", part, uint64(math.MaxUint64))
		case err1 != nil || err2 != nil:
			return nil, fmt.Errorf("%.30q is not understood, want numbers of packets and ranges of them, such as 12,40-45", part)
		case r.First == 0:
			return nil, fmt.Errorf("%q begins with 0, want numbers from 1 on: the first packet sent is 1", part)
		case r.Last < r.First:
			return nil, fmt.Errorf("%q ends before it begins, want the lower number first", part)
		case len(l) == MaxPacketRanges:
			return nil, fmt.Errorf("it has more than %d ranges", MaxPacketRanges)
		}
		l = append(l, r)
	}
	return l.tidy(), nil
}

// tidy sorts the ranges and joins those that overlap or touch.
func (l PacketList) tidy() PacketList {
	slices.SortFunc(l, func(a, b PacketRange) int { return cmp.Compare(a.First, b.First) })
	out := l[:0]
	for _, r := range l {
		if n := len(out); n > 0 && r.First-1 <= out[n-1].Last {
			out[n-1].Last = max(out[n-1].Last, r.Last)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// String returns the list as ParsePacketList reads it, "" if it is empty.
func (l PacketList) String() string {
	var text []byte
	for i, r := range l {
		if i > 0 {
			text = append(text, ',')
		}
		if text = strconv.AppendUint(text, r.First, 10); r.Last > r.First {
			text = strconv.AppendUint(append(text, '-'), r.Last, 10)
		}
	}
	return string(text)
}

// Has reports whether a packet is in the list.
func (l PacketList) Has(seq uint64) bool {
	i, _ := slices.BinarySearchFunc(l, seq, func(r PacketRange, seq uint64) int { return cmp.Compare(r.Last, seq) })
	return i < len(l) && l[i].First <= seq
}

// With returns the list with a packet in addition.
func (l PacketList) With(seq uint64) PacketList {
	return append(slices.Clone(l), PacketRange{seq, seq}).tidy()
}

// Without returns the list without a packet.
func (l PacketList) Without(seq uint64) (out PacketList) {
	for _, r := range l {
		if seq < r.First || seq > r.Last {
			out = append(out, r)
			continue
		}
		if r.First < seq {
			out = append(out, PacketRange{r.First, seq - 1})
		}
		if seq < r.Last {
			out = append(out, PacketRange{seq + 1, r.Last})
		}
	}
	return out
}

// Common returns the first packet that both lists have, 0 if there is none.
func (l PacketList) Common(m PacketList) uint64 {
	for len(l) > 0 && len(m) > 0 {
		if first := max(l[0].First, m[0].First); first <= min(l[0].Last, m[0].Last) {
			return first
		}
		if l[0].Last < m[0].Last {
			l = l[1:]
		} else {
			m = m[1:]
		}
	}
	return 0
}

// Lose adds packets that are to be lost whatever the conditions. Those that have been sent
// already stay as they are. A reliable channel sends them again. It moves no other packet.
func (l *Link) Lose(list PacketList) { l.lose = slices.Concat(l.lose, list).tidy() }

// Spare adds packets that are not to be lost, whatever chance, a model or a fault would do
// to them. Only a full queue drops them all the same, since there is no room for them. It
// moves no other packet.
func (l *Link) Spare(list PacketList) { l.spare = slices.Concat(l.spare, list).tidy() }

// Sent returns the number of packets sent so far, which is the newest one's number.
func (l *Link) Sent() uint64 { return l.sent }

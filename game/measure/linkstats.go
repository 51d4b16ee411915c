package measure

import (
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/netsim"
)

// LinkStats counts packets from the server to the client.
type LinkStats struct {
	Sent      int `json:"sent"`
	Delivered int `json:"delivered"` // arrived, copies left out
	Lost      int `json:"lost"`      // never arrive
	// LostListed is how many of those lost were listed, and Spared how many were listed not to
	// be lost and would have been.
	LostListed int `json:"lost_listed"`
	Spared     int `json:"spared"`
	Duplicated int `json:"duplicated"` // copies that arrived
	// Retransmitted counts how often a reliable channel sent packets again.
	Retransmitted int `json:"retransmitted"`
	// Reordered counts arrivals after a newer packet's.
	Reordered int `json:"reordered"`
	// Late, Stale and Refused count arrivals by the interpolated lens's verdict.
	Late    int `json:"late"`
	Stale   int `json:"stale"`
	Refused int `json:"refused"`
	// MissingBaselines counts those refused because they build on a packet that
	// the client does not have.
	MissingBaselines int `json:"missing_baselines"`
	// LongestLossRun is the most packets lost in a row.
	LongestLossRun int `json:"longest_loss_run"`
	// LossRuns counts runs of lost packets: LossRuns[i] is of length i+1. The
	// last counts all that are longer too.
	LossRuns [32]int `json:"-"`
	// BytesDown and BytesUp count what was sent each way, with HeaderBytes for each packet,
	// and BytesIn what of BytesDown has arrived, copies included.
	BytesDown int64 `json:"-"`
	BytesUp   int64 `json:"-"`
	BytesIn   int64 `json:"-"`
}

// HeaderBytes is what IPv4 (20) and UDP (8) add to every packet. It is counted wherever bytes
// a second are told; the link's bandwidth is that of what is in the packets.
const HeaderBytes = 28

// linkCounter counts LinkStats as packets are sent and arrive.
type linkCounter struct {
	LinkStats
	run    int    // packets lost in a row up to now
	newest uint64 // newest packet that has arrived
}

// sent takes note of a packet on its way.
func (l *linkCounter) sent(r *game.PacketRecord) {
	l.Sent++
	l.BytesDown += int64(r.Link.Size) + HeaderBytes
	l.Retransmitted += r.Link.Retransmissions
	if r.Link.Spared {
		l.Spared++
	}
	if r.Link.Fate != netsim.Delivered {
		l.Lost++
		if r.Link.Fate == netsim.LostListed {
			l.LostListed++
		}
		l.run++
		l.LongestLossRun = max(l.LongestLossRun, l.run)
		return
	}
	l.endRun()
}

func (l *linkCounter) endRun() {
	if l.run > 0 {
		l.LossRuns[min(l.run, len(l.LossRuns))-1]++
		l.run = 0
	}
}

// arrived takes note of an arrival and its verdict.
func (l *linkCounter) arrived(r *game.PacketRecord) {
	l.BytesIn += int64(r.Link.Size) + HeaderBytes
	if r.Link.Copy {
		l.Duplicated++
	} else {
		l.Delivered++
	}
	if r.Link.Seq < l.newest {
		l.Reordered++
	}
	l.newest = max(l.newest, r.Link.Seq)
	if r.NoBaseline {
		l.MissingBaselines++
	}
	switch r.Verdict {
	case interp.Late:
		l.Late++
	case interp.StaleSample:
		l.Stale++
	case interp.Refused, interp.Foreign:
		l.Refused++
	}
}

// finished returns the counts with a run of losses that is still open closed.
func (l linkCounter) finished() LinkStats {
	l.endRun()
	return l.LinkStats
}

// kilobits returns a rate in kbit/s.
func kilobits(bytes int64, over time.Duration) float64 {
	if over <= 0 {
		return 0
	}
	return float64(bytes) * 8 / 1000 / over.Seconds()
}

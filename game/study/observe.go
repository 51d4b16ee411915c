package study

import (
	"fmt"
	"strings"
	"time"

	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// Break is a frame that is not dry with a delay and would be with a millisecond less.
type Break struct {
	// Seed is the run's, AtS when in it the frame is, in seconds.
	Seed uint64  `json:"seed"`
	AtS  float64 `json:"at_s"`
	// NeededMS is the delay that the frame needs.
	NeededMS float64 `json:"needed_ms"`
	// Lost are the packets sent after the newest that had arrived by then, and
	// lost, Late the one of them that was still under way, 0 if none was, and
	// LateMS how much longer than the fastest it took.
	Lost   []uint32 `json:"lost_packets"`
	Late   uint32   `json:"late_packet"`
	LateMS float64  `json:"late_ms"`

	at, needed time.Duration
}

// explain looks for the packets in a session that is at the frame.
func (b *Break) explain(s *measure.Run) {
	b.AtS, b.NeededMS = b.at.Seconds(), toMS(b.needed)
	settings := s.Settings()
	packets := s.AppendPackets(nil, b.at-settings.Down.Latency-b.needed-time.Second, b.at)
	newest := -1
	for i := range packets {
		if p := &packets[i]; p.Arrived && p.Verdict < interp.Refused && (newest < 0 || p.Stamp > packets[newest].Stamp) {
			newest = i
		}
	}
	b.Lost = []uint32{}
	for i := range packets {
		p := &packets[i]
		fastest := p.Link.SentAt + settings.Down.Fastest(p.Link.Size)
		switch {
		case newest >= 0 && p.Stamp <= packets[newest].Stamp, fastest > b.at:
		case p.Link.Fate != netsim.Delivered:
			b.Lost = append(b.Lost, p.Seq)
		case b.Late == 0:
			b.Late, b.LateMS = p.Seq, toMS(p.Link.ArrivesAt-fastest)
		}
	}
}

// String says in words what happened.
func (b *Break) String() string {
	var what []string
	switch n := len(b.Lost); {
	case n == 1:
		what = append(what, fmt.Sprintf("packet %d was lost", b.Lost[0]))
	case n > 1:
		what = append(what, fmt.Sprintf("packets %d to %d were lost", b.Lost[0], b.Lost[n-1]))
	}
	if b.Late != 0 {
		what = append(what, fmt.Sprintf("packet %d came %.1f ms after the fastest", b.Late, b.LateMS))
	}
	if len(what) == 0 {
		what = append(what, "the next packet was not due yet")
	}
	return fmt.Sprintf("at %.3f s of seed %d %s", b.AtS, b.Seed, strings.Join(what, " and "))
}

// speeds sums up how fast what lives moves, by kind.
type speeds struct {
	sum   [world.NumKinds]float64 // m/s
	count [world.NumKinds]int
}

func (v *speeds) look(s *measure.Run) {
	var state world.State
	truth := s.AppendTruth(nil, s.Now())
	for i := range truth {
		if s.Truth(truth[i].ID, s.Now(), &state) {
			v.sum[truth[i].Kind] += float64(state.Velocity.Len())
			v.count[truth[i].Kind]++
		}
	}
}

func (v *speeds) merge(other *speeds) {
	for k := range v.sum {
		v.sum[k] += other.sum[k]
		v.count[k] += other.count[k]
	}
}

func (v *speeds) mean(k interp.Kind) float64 {
	if v.count[k] == 0 {
		return 0
	}
	return v.sum[k] / float64(v.count[k])
}

// pathTaken sums up how much longer than the fastest packets took.
type pathTaken struct {
	seen  time.Duration
	count int
	sum   time.Duration
	most  time.Duration
}

func (p *pathTaken) look(s *measure.Run) {
	settings := s.Settings()
	for _, r := range s.AppendPackets(nil, p.seen, s.Now()) {
		if r.Link.Fate == netsim.Delivered {
			extra := r.Link.ArrivesAt - r.Link.SentAt - settings.Down.Fastest(r.Link.Size)
			p.count++
			p.sum += extra
			p.most = max(p.most, extra)
		}
	}
	p.seen = s.Now() + 1
}

func (p *pathTaken) merge(other *pathTaken) {
	p.count += other.count
	p.sum += other.sum
	p.most = max(p.most, other.most)
}

func (p *pathTaken) mean() time.Duration {
	if p.count == 0 {
		return 0
	}
	return p.sum / time.Duration(p.count)
}

func toMS(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

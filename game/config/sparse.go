package config

import (
	"math/rand/v2"
	"time"

	"snaplab/netsim"
	"snaplab/netsim/trace"
	"snaplab/netsim/trace/replay"
)

// Sparse says what a trace can't tell of a link that carries a packet every Interval: what
// happened between two of its probes.
type Sparse struct {
	// Probe is the time between two packets of the trace, Interval that of what is sent.
	Probe, Interval time.Duration
	// Loss is the share of the probes that were lost, 0 to 1, and Outages how many times two
	// or more in a row were, LongestOutage for how long.
	Loss          float64
	Outages       int
	LongestOutage time.Duration
}

// Sparse returns what the trace can't tell of a link that carries a packet every interval,
// and whether there is anything.
func (m *Measured) Sparse(interval time.Duration) (s Sparse, is bool) {
	if !m.UnderSampled(interval) {
		return Sparse{}, false
	}
	sum := m.Trace.Summarise(m.File)
	s = Sparse{Interval: interval, Loss: lossShare(m.Trace)}
	if sum.Interval != nil {
		s.Probe = time.Duration(*sum.Interval * float64(time.Millisecond))
	}
	for _, r := range sum.LossRuns {
		if r.Length > 1 {
			s.Outages += r.Count
			s.LongestOutage = max(s.LongestOutage, time.Duration(r.Length)*s.Probe)
		}
	}
	return s, true
}

// lossShare returns the share of a trace's packets that were lost.
func lossShare(t *trace.Trace) float64 {
	lost := 0
	for i := range t.Samples {
		if t.Samples[i].State == trace.Lost {
			lost++
		}
	}
	return float64(lost) / float64(max(1, len(t.Samples)))
}

// sparseReplay is a link that does what a trace says as long as packets are sent about as often as
// its probes were. What is sent more often than twice a probe meets chance instead, since on
// the straight line between two probes there are no spikes, and one lost probe is no outage of
// a whole second: a delay is drawn from all that were measured, a loss at their rate, each
// packet on its own.
type sparseReplay struct {
	*replay.Path
	delays  []time.Duration // beyond the smallest
	loss    float64
	copies  float64 // the share that comes twice
	twice   bool    // the newest does, by chance
	drawn   bool    // chance decided about it
	draws   *rand.PCG
	sentAt  time.Duration
	between time.Duration // the newest two times at which something was sent, −1 before
}

// streamSparse is the stream of the seed from which those draws come.
const streamSparse = 8

func newSparseReplay(r *replay.Path, t *trace.Trace, seed uint64) *sparseReplay {
	copies := 0
	for i := range t.Samples {
		if t.Samples[i].Copies > 0 {
			copies++
		}
	}
	return &sparseReplay{Path: r, delays: r.Delays(), loss: lossShare(t), copies: float64(copies) / float64(max(1, len(r.Delays()))), draws: rand.NewPCG(seed, streamSparse), sentAt: -1, between: -1}
}

// Next is that of a netsim.Model.
func (r *sparseReplay) Next(seq uint64, sentAt time.Duration, size int) (time.Duration, netsim.Fate) {
	if sentAt != r.sentAt {
		if r.sentAt >= 0 {
			r.between = sentAt - r.sentAt
		}
		r.sentAt = sentAt
	}
	delay, lost := r.draws.Uint64(), r.draws.Uint64() // two for each packet, whatever comes of them
	if r.drawn = r.between >= 0 && r.UnderSampled(r.between) && len(r.delays) > 0; !r.drawn {
		return r.Path.Next(seq, sentAt, size)
	}
	extra := r.delays[delay%uint64(len(r.delays))]
	if r.Halve {
		extra /= 2
	}
	fate := netsim.Delivered
	if share(lost) < r.loss {
		fate = netsim.LostRandom
	}
	r.twice = share(delay) < r.copies // of which the remainder above says next to nothing
	return r.Latency + extra, fate
}

// share returns a draw as a number from 0 to 1.
func share(draw uint64) float64 { return float64(draw>>11) / (1 << 53) }

// Twice is that of a netsim.Repeater.
func (r *sparseReplay) Twice(sentAt time.Duration) bool {
	if r.drawn {
		return r.twice
	}
	return r.Path.Twice(sentAt)
}

package study

import (
	"time"

	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// timedRun is what the timing of one run says of every delay.
type timedRun struct {
	groups   []needed // of kinds that need the same in every frame
	lag      time.Duration
	lossRuns []int // how many runs of i+1 lost packets there were
	// kindLossRuns is the same of the samples of a kind's entities, and of how many that is.
	kindLossRuns [world.MaxKinds]entityLosses
	sent         int
	lost         int
	path         pathTaken
}

type entityLosses struct {
	runs     []int
	entities int
}

// needed is what one run says of a kind at every delay.
type needed struct {
	underruns []int32   // at 0, 1, 2 … ms; beyond the last there are none
	share     []float32 // of the time that is in underrun
	most      time.Duration
	silent    bool // nothing was ever there to be drawn: an underrun from the beginning to the end
}

// neededIn takes from a histogram what is needed of it.
func neededIn(w *measure.WhatIf) needed {
	if w.Frames() == 0 {
		return needed{silent: true}
	}
	last := w.Needed(1)
	n := needed{most: w.Most()}
	for _, v := range w.AppendUnderruns(nil, last) {
		n.underruns = append(n.underruns, int32(v))
	}
	for _, v := range w.AppendUnderrunShares(nil, last) {
		n.share = append(n.share, float32(v))
	}
	return n
}

// at returns the underruns and the share of time in underrun at d milliseconds.
func (n *needed) at(d int) (underruns, share float64) {
	switch {
	case n.silent:
		return 1, 1
	case d < len(n.underruns):
		return float64(n.underruns[d]), float64(n.share[d])
	}
	return 0, 0
}

// timingUnit is a run of which only the timing is computed.
type timingUnit struct {
	run  *measure.TimingRun
	into *timedRun
	plan *plan
	at   time.Duration
}

func (p *plan) newTimingRun(i int) (*measure.TimingRun, error) {
	s := p.timing
	s.Seed = p.timingSeed(i)
	run, err := measure.NewTimingRun(&s)
	if err == nil {
		run.SetDisplayPhase(phase(i))
	}
	return run, err
}

func (s *Study) beginTiming(i int) (unit, error) {
	run, err := s.plan.newTimingRun(i)
	return &timingUnit{run: run, into: &s.timed[i], plan: s.plan}, err
}

func (u *timingUnit) advance(by time.Duration) (spent time.Duration, ended bool) {
	from := u.at
	u.at = min(u.at+by, u.plan.Span)
	u.run.AdvanceTo(u.at)
	return u.at - from, u.at == u.plan.Span
}

func (u *timingUnit) end() error {
	r := u.into
	r.groups = make([]needed, u.run.Groups())
	for k := 0; k <= AllKinds; k++ {
		if g := &r.groups[u.run.Group(k)]; g.underruns == nil && !g.silent {
			*g = neededIn(u.run.WhatIf(k))
		}
	}
	r.lag, r.lossRuns = u.run.Lag(), u.run.LossRuns()
	for k := range r.kindLossRuns {
		l := &r.kindLossRuns[k]
		l.runs, l.entities = u.run.KindLossRuns(interp.Kind(k))
	}
	fastest := u.plan.Scenario.Settings.Down.Fastest(0)
	for _, p := range u.run.Packets() {
		r.sent++
		if p.Fate != netsim.Delivered {
			r.lost++
			continue
		}
		r.path.add(p.ArrivesAt - p.SentAt - fastest)
	}
	return nil
}

// beginWhole starts a run that is measured where no timing can be computed.
func (s *Study) beginWhole(i int) (unit, error) {
	u, err := s.beginSession(i, s.plan.lens.Settings.Policies, nil, s.plan.Span)
	if err != nil {
		return nil, err
	}
	r := &s.timed[i]
	seen := time.Duration(0)
	settings := u.session.Settings()
	u.each = func() {
		for _, p := range u.session.AppendPackets(nil, seen, u.session.Now()) {
			if p.Link.Fate == netsim.Delivered {
				r.path.add(p.Link.ArrivesAt - p.Link.SentAt - settings.Down.Fastest(p.Link.Size))
			}
		}
		seen = u.session.Now() + 1
	}
	u.take = func() {
		for k := range AllKinds {
			r.groups = append(r.groups, neededIn(u.session.WhatIf(k)))
		}
		r.groups = append(r.groups, neededIn(u.session.WhatIf(-1)))
		link := u.session.LinkStats()
		r.sent, r.lost, r.lossRuns = link.Sent, link.Lost, link.LossRuns[:min(link.LongestLossRun, len(link.LossRuns))]
		if !settings.AllInEvery() {
			for k := range r.kindLossRuns {
				l := &r.kindLossRuns[k]
				l.runs, l.entities = u.session.KindLossRuns(interp.Kind(k))
			}
		}
		r.lag = settings.Down.Latency
	}
	return u, nil
}

// group returns which needed of a timed run is that of a kind.
func (s *Study) group(k int) int {
	if s.plan.blind {
		return k
	}
	return s.plan.groups[k]
}

// pathTaken sums up how much longer than the fastest packets took.
type pathTaken struct {
	count     int
	sum, most time.Duration
}

func (p *pathTaken) add(extra time.Duration) {
	p.count++
	p.sum += extra
	p.most = max(p.most, extra)
}

func (p *pathTaken) merge(other *pathTaken) {
	p.count += other.count
	p.sum += other.sum
	p.most = max(p.most, other.most)
}

func (p *pathTaken) mean() time.Duration { return p.sum / time.Duration(max(p.count, 1)) }

// at returns policies with one delay for all kinds, set by hand.
func at(policies [world.MaxKinds]interp.Policy, delay time.Duration) [world.MaxKinds]interp.Policy {
	for k := range policies {
		policies[k].Delay, policies[k].Tuning = delay, interp.ByHand
	}
	return policies
}

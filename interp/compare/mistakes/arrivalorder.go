package mistakes

import (
	"time"

	"snaplab/interp"
)

// ArrivalOrder keeps the samples of an entity in the order in which they came and
// looks for the bracket from the end of that list. A snapshot that was overtaken by
// newer ones lies behind them: as soon as render time has reached it, it is the last
// one that is not in the future, nothing comes after it, and the entity is dry although
// newer samples have long been there. It is drawn from the old one until the next
// packet comes.
//
// Look for dry spells that no delay takes away, and for steps backwards, where packets
// overtake each other. On a path that keeps their order nothing is to be seen.
//
// Corrections pop; they are not smoothed.
type ArrivalOrder struct {
	interp.Interpolated // what is not a matter of order: clock, delays, verdicts
	epochs
	policies [interp.MaxKinds]interp.Policy
	place    map[interp.EntityID]int // in queues
	queues   []queue
	probe    interp.Track
	framed   bool
	frameAt  interp.LocalTime
	stats    interp.Stats
}

// queue is the samples of one entity, the first to arrive first.
type queue struct {
	id      interp.EntityID
	kind    interp.Kind
	samples []interp.Sample
	// While dry, what it was drawn from at the last frame: the last sample, and the
	// one before it if there was one.
	inUnderrun bool
	last       []interp.Sample
}

// Configure implements interp.Lens.
func (l *ArrivalOrder) Configure(config *interp.Config) {
	l.policies = config.Policies
	l.Interpolated.Configure(config)
}

// Receive implements interp.Lens. It is here that the mistake is made.
func (l *ArrivalOrder) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	fresh, ok := l.enter(h)
	v := l.Interpolated.Receive(h, updates)
	if !ok {
		return v
	}
	if fresh {
		l.place, l.queues = make(map[interp.EntityID]int), l.queues[:0]
	}
	for i := range updates {
		u := &updates[i]
		l.probe.Reset()
		if u.ID > interp.MaxEntityID || u.Kind >= interp.MaxKinds || l.probe.Insert(u.Sample) == interp.Refused {
			continue
		}
		q := l.queue(u.ID)
		q.kind = u.Kind
		if room := l.Interpolated.Stats().Kinds[u.Kind].Slots; len(q.samples) >= room {
			q.samples = append(q.samples[:0], q.samples[len(q.samples)-room+1:]...)
		}
		q.samples = append(q.samples, u.Sample)
		q.samples[len(q.samples)-1].Seq = h.Seq
	}
	return v
}

// queue returns the queue of an entity, which it makes if there is none.
func (l *ArrivalOrder) queue(id interp.EntityID) *queue {
	i, ok := l.place[id]
	if !ok {
		i = len(l.queues)
		l.place[id] = i
		l.queues = append(l.queues, queue{id: id})
	}
	return &l.queues[i]
}

// bracket returns the last of the queue that is not after an instant, and what came
// next to it.
func (q *queue) bracket(at interp.ServerTime) (b interp.Bracket, place int) {
	i := len(q.samples)
	for i > 0 && q.samples[i-1].Time > at {
		i--
	}
	if i < len(q.samples) {
		b.B = &q.samples[i]
	}
	if i > 0 {
		b.A = &q.samples[i-1]
	}
	if i > 1 {
		b.Before = &q.samples[i-2]
	}
	return b, i
}

// Frame implements interp.Lens.
func (l *ArrivalOrder) Frame(now interp.LocalTime) {
	l.Interpolated.Frame(now)
	elapsed := time.Duration(0)
	if l.framed {
		elapsed = max(0, now.Sub(l.frameAt))
	}
	l.framed, l.frameAt = true, now
	counted := l.stats
	l.stats = *l.Interpolated.Stats()
	l.stats.Overall, l.stats.Corrections = counted.Overall, counted.Corrections[:0]
	var worst [interp.MaxKinds]interp.State
	for i := range l.queues {
		q := &l.queues[i]
		if at, ok := l.RenderTime(q.kind, now); ok {
			worst[q.kind] = worse(worst[q.kind], l.settle(q, at))
		}
	}
	overall := interp.Empty
	for k := range worst {
		l.stats.Kinds[k].UnderrunStats = counted.Kinds[k].UnderrunStats
		l.stats.Kinds[k].UnderrunStats.Count(worst[k], elapsed)
		overall = worse(overall, worst[k])
	}
	l.stats.Overall.Count(overall, elapsed)
}

// settle brings a queue to a display frame: it measures the correction if data has
// resumed, forgets what came before the bracket, and returns the state.
func (l *ArrivalOrder) settle(q *queue, at interp.ServerTime) interp.State {
	policy := &l.policies[q.kind]
	b, i := q.bracket(at)
	var pose, drawn interp.Pose
	state := interp.Evaluate(&pose, &b, at, policy)
	if q.inUnderrun && b.A != nil && interp.SameSegment(b.A, &q.last[0]) && (!state.InUnderrun() || b.A.Time != q.last[0].Time) {
		without := interp.Bracket{A: &q.last[0]}
		if len(q.last) > 1 {
			without.Before = &q.last[1]
		}
		interp.Evaluate(&drawn, &without, at, policy)
		jump := drawn.Position.Sub(pose.Position).Len()
		l.stats.Corrections = append(l.stats.Corrections, interp.Correction{ID: q.id, Kind: q.kind, Metres: jump})
	}
	if q.inUnderrun = state.InUnderrun(); q.inUnderrun {
		q.last = append(q.last[:0], *b.A)
		if b.Before != nil {
			q.last = append(q.last, *b.Before)
		}
	}
	if i > 2 {
		q.samples = append(q.samples[:0], q.samples[i-2:]...)
	}
	return state
}

// AppendDrawn implements interp.Lens.
func (l *ArrivalOrder) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	for i := range l.queues {
		q := &l.queues[i]
		at, ok := l.RenderTime(q.kind, now)
		if !ok {
			continue
		}
		policy := &l.policies[q.kind]
		b, _ := q.bracket(at)
		d := interp.Drawn{ID: q.id, Kind: q.kind}
		if b.Draw(&d, at, policy) {
			dst = append(dst, d)
		}
	}
	return dst
}

// Samples appends the samples held of one entity, the first to arrive first.
func (l *ArrivalOrder) Samples(dst []interp.Sample, id interp.EntityID) []interp.Sample {
	if i, ok := l.place[id]; ok {
		dst = append(dst, l.queues[i].samples...)
	}
	return dst
}

// Stats implements interp.Lens. What is dry is told by the order of arrival, all else
// is the right lens's.
func (l *ArrivalOrder) Stats() *interp.Stats { return &l.stats }

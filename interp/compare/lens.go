package compare

import (
	"time"
	"unsafe"

	"snaplab/interp"
)

const (
	reserve  = 2 * time.Second  // how far behind the newest snapshot anything may be drawn
	memory   = 10 * time.Second // how long a destroyed entity is remembered
	maxQueue = 4096             // packets that wait for a frame
)

// Lens is an interp.Lens around a Player. Stats tells delays from what the fastest packet shows
// of the server, as interp.Interpolated does, so that Players can be compared although each
// counts from a zero of its own. Its Steps and Corrections have the Player's set-backs and jumps.
type Lens struct {
	player   Player
	traits   Traits
	epochs   Epochs
	tick     time.Duration
	first    interp.Header
	newest   interp.ServerTime
	waiting  []Packet
	frame    Frame
	framed   bool
	drawn    bool      // something has been
	entities []*Entity // in the order of first appearance
	places   map[interp.EntityID]*Entity
	policies [interp.MaxKinds]interp.Policy
	timeline interp.Timeline
	probe    interp.Track  // tells what is refused
	sample   interp.Sample // being stored
	clock    interp.Clock  // what interp.Interpolated goes by
	settings interp.ClockConfig
	stats    interp.Stats
	steps    Steps
}

// Steps counts the frames in which a Player set its time back or ahead instead of moving it, which
// is seen as a jump of everything: by more than 5 ms and a quarter of the frame, and by how much
// in all.
type Steps struct {
	Back, Ahead         int
	BackTime, AheadTime time.Duration
}

// New returns a Lens around a Player that no other has.
func New(p Player) *Lens {
	l := &Lens{player: p, traits: p.Traits(), places: map[interp.EntityID]*Entity{}}
	l.Configure(&interp.Config{})
	return l
}

// Configure implements interp.Lens.
func (l *Lens) Configure(config *interp.Config) {
	c := *config
	if c.Interval == 0 {
		c.Interval = 100 * time.Millisecond
	}
	l.player.Configure(&c)
	slots := interp.SlotsFor(reserve+max(c.Reserve, 500*time.Millisecond), c.Interval) + 1
	for k := range l.policies {
		l.policies[k], l.stats.Kinds[k].Slots = l.player.Policy(interp.Kind(k)), slots
	}
	for _, e := range l.entities {
		e.Track.Reserve(slots)
	}
	l.timeline.Reserve(slots)
	if l.settings = c.Clock; !l.clock.Started() {
		l.clock.Configure(c.Clock)
	}
}

// Receive implements interp.Lens.
func (l *Lens) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	v, fresh := l.epochs.Enter(h)
	if fresh {
		l.player.Reset(h)
		l.first, l.tick, l.newest, l.waiting = h, time.Second/60, h.Time, l.waiting[:0]
		l.entities, l.drawn = l.entities[:0], false
		clear(l.places)
		for k := range l.stats.Kinds {
			l.stats.Kinds[k].RenderTime, l.stats.Kinds[k].Now, l.stats.Overall.Now = 0, interp.Empty, interp.Empty
		}
		l.clock.Reset()
		l.timeline.Reset()
	}
	if v == interp.Inserted && h.Time < l.newest && l.traits.Ordered {
		v = interp.StaleSample
	}
	if v != interp.Inserted {
		l.stats.Verdicts[v] += len(updates)
		return v
	}
	l.player.Arrive(h, updates)
	if fresh || h.Time > l.newest || !l.traits.Ordered {
		l.waiting = append(l.waiting, Packet{h.Time, h.Arrival, h.Latency})
		l.waiting = l.waiting[max(0, len(l.waiting)-maxQueue):]
	}
	l.newest = max(l.newest, h.Time)
	if n := int32(h.Tick - l.first.Tick); n > 0 && h.Time > l.first.Time {
		l.tick = max(time.Microsecond, min(h.Time.Sub(l.first.Time)/time.Duration(n), time.Second))
	}
	l.clock.Observe(h.Arrival, h.Time)
	l.timeline.Insert(h.Time)
	for i := range updates {
		inserted := l.insert(h.Seq, &updates[i])
		l.stats.Verdicts[inserted]++
		if i == 0 || inserted < v {
			v = inserted
		}
	}
	return v
}

// insert stores one sample.
func (l *Lens) insert(seq uint32, u *interp.Update) interp.Verdict {
	if u.ID > interp.MaxEntityID || u.Kind >= interp.MaxKinds {
		return interp.Refused
	}
	l.probe.Reset()
	if l.probe.Insert(u.Sample) == interp.Refused {
		return interp.Refused
	}
	s, e := &l.sample, l.places[u.ID]
	*s = u.Sample
	s.Seq = seq
	if e == nil {
		e = &Entity{ID: u.ID, Kind: u.Kind}
		e.Track.Reserve(l.stats.Kinds[u.Kind].Slots)
		l.places[u.ID] = e
		l.entities = append(l.entities, e)
	}
	switch n := e.Track.Newest(); {
	case n == nil || int16(s.Generation-n.Generation) > 0:
		e.Kind = u.Kind
	case n.Generation != s.Generation || e.Kind != u.Kind:
		return interp.Foreign
	}
	l.player.File(e, s)
	evicted := e.Track.Evicted()
	v := e.Track.Insert(*s)
	l.stats.Evicted += e.Track.Evicted() - evicted
	if at := l.stats.Kinds[e.Kind].RenderTime; v == interp.Inserted && l.drawn && s.Time <= at {
		v = interp.Late
		if b := Around(&e.Track, at); b.A != nil && b.A.Time > s.Time {
			v = interp.StaleSample
		}
	}
	return v
}

// Frame implements interp.Lens.
func (l *Lens) Frame(now interp.LocalTime) {
	f := &l.frame
	if !l.framed {
		f.Now = now
	}
	now = max(now, f.Now)
	elapsed := now.Sub(f.Now)
	*f = Frame{Now: now, Elapsed: min(elapsed, time.Hour), Packets: l.waiting, Tick: l.tick, Newest: l.newest}
	l.framed = true
	l.stats.Corrections = l.stats.Corrections[:0]
	if !l.epochs.started {
		return
	}
	l.clock.Advance(now)
	l.clock.Configure(l.settings)
	f.Fastest = l.clock.Offset(now).ToServer(now)
	at, ok := l.player.Advance(f)
	l.waiting = l.waiting[:0]
	if ok {
		l.settle(l.move(at, elapsed), elapsed)
	}
	l.stats.Applied, l.stats.Target = l.clock.Offset(now), l.clock.Target()
	l.stats.Steps = l.clock.Steps() + l.steps.Back + l.steps.Ahead
}

// move brings the counters to a render time, and returns by how much that was set.
func (l *Lens) move(at interp.ServerTime, elapsed time.Duration) (off time.Duration) {
	if l.drawn && !l.traits.Free {
		off = l.player.RenderTime(0, at).Sub(l.stats.Kinds[0].RenderTime) - elapsed
	}
	if off.Abs() <= 5*time.Millisecond+elapsed/4 {
		off = 0
	} else if off < 0 {
		l.steps.Back, l.steps.BackTime = l.steps.Back+1, l.steps.BackTime-off
	} else {
		l.steps.Ahead, l.steps.AheadTime = l.steps.Ahead+1, l.steps.AheadTime+off
	}
	l.drawn = true
	for k := range l.stats.Kinds {
		s := &l.stats.Kinds[k]
		s.RenderTime = l.player.RenderTime(interp.Kind(k), at)
		s.Delay = l.frame.Fastest.Sub(s.RenderTime)
		s.Wanted, s.Measured, s.Bytes = s.Delay, false, 0
		s.Ahead, s.Held = l.timeline.Occupancy(s.RenderTime)
	}
	l.timeline.Prune(at)
	return off
}

// settle draws every entity as of the frame, measures what it jumped by, and counts.
func (l *Lens) settle(stepped, elapsed time.Duration) {
	var worst [interp.MaxKinds]interp.State
	kept := l.entities[:0]
	l.stats.Bytes = 0
	for _, e := range l.entities {
		k, n := &l.stats.Kinds[e.Kind], e.Track.Newest()
		if n.Destroyed && k.RenderTime.Sub(n.Time) >= memory {
			delete(l.places, e.ID)
			continue
		}
		kept = append(kept, e)
		was := e.Shown
		b := l.draw(&e.Shown, e, k.RenderTime, elapsed)
		l.correct(e, &was, &b, stepped)
		if needed := l.frame.Fastest.Sub(n.Time); !n.Destroyed && (!k.Measured || needed > k.Needed) {
			k.Needed, k.Measured = needed, true
		}
		worst[e.Kind] = max(worst[e.Kind], e.Shown.State)
		e.Track.Prune(k.RenderTime.Add(-reserve))
		size := int(unsafe.Sizeof(*e)) + e.Track.Slots()*int(unsafe.Sizeof(interp.Sample{}))
		k.Bytes, l.stats.Bytes = k.Bytes+size, l.stats.Bytes+size
	}
	clear(l.entities[len(kept):])
	l.entities = kept
	overall := interp.Empty
	for k := range worst {
		l.stats.Kinds[k].Count(worst[k], elapsed)
		overall = max(overall, worst[k])
	}
	l.stats.Overall.Count(overall, elapsed)
}

// draw writes what an entity shows at a render time into d. since is negative between frames.
func (l *Lens) draw(d *interp.Drawn, e *Entity, at interp.ServerTime, since time.Duration) interp.Bracket {
	policy := &l.policies[e.Kind]
	b := l.player.Bracket(e, at)
	*d = interp.Drawn{ID: e.ID, Kind: e.Kind}
	b.Draw(d, at, policy)
	if d.State >= interp.Early {
		l.player.Pose(d, e, since)
	}
	return b
}

// correct measures how far what is drawn of an entity lies from where it would have been drawn
// without the data that ended an underrun, or without the render time's having been set.
func (l *Lens) correct(e *Entity, was *interp.Drawn, b *interp.Bracket, stepped time.Duration) {
	d := &e.Shown
	if b.A == nil || l.traits.Free {
		return
	}
	resumed := was.State.InUnderrun() && !(d.State.InUnderrun() && b.A.Time == e.last.Time)
	visible := was.State > interp.Early && d.State != interp.Gone
	if (resumed || stepped != 0) && visible && was.Generation == d.Generation && was.Segment == d.Segment {
		expected, at := was.Pose, l.stats.Kinds[e.Kind].RenderTime.Add(-stepped)
		without := interp.Bracket{A: &e.last, Before: &e.before}
		if !resumed {
			without = l.player.Bracket(e, at)
		}
		if policy := &l.policies[e.Kind]; !resumed || policy.MaxExtrapolation > 0 {
			interp.Evaluate(&expected, &without, at, policy)
		}
		l.stats.Corrections = append(l.stats.Corrections, interp.CorrectionOf(e.ID, e.Kind, &expected, &d.Pose))
	}
	if d.State.InUnderrun() {
		e.last, e.before = *b.A, *b.A // as good as none before
		if b.Before != nil {
			e.before = *b.Before
		}
	}
}

// AppendDrawn implements interp.Lens. Between two frames time passes as it should.
func (l *Lens) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	on := now.Sub(l.frame.Now)
	for _, e := range l.entities {
		dst = append(dst, e.Shown)
		d := &dst[len(dst)-1]
		if on != 0 && l.drawn {
			l.draw(d, e, l.stats.Kinds[e.Kind].RenderTime.Add(on), -1)
		}
		if d.State <= interp.Early || d.State == interp.Stale && l.policies[e.Kind].OnUnderrun == interp.Hide {
			dst = dst[:len(dst)-1]
		}
	}
	return dst
}

// Stats implements interp.Lens.
func (l *Lens) Stats() *interp.Stats { return &l.stats }

// Steps returns how often the Player has set its time.
func (l *Lens) Steps() Steps { return l.steps }

package interp

import (
	"slices"
	"time"
	"unsafe"
)

// Interpolated draws every entity at its kind's render time, between two samples
// that the server really sent. The zero value has the defaults. It is the Lens that the
// others are measured against.
type Interpolated struct {
	connection
	gaps     gaps
	adaptive [MaxKinds]adaptive
	newest   newestPacket
	sparse   [MaxKinds]bool // kinds that are not in every snapshot
}

// NewInterpolated returns a lens with a valid config, or the config's error.
func NewInterpolated(config *Config) (*Interpolated, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	l := new(Interpolated)
	l.Configure(config)
	return l, nil
}

// Configure implements Lens.
func (l *Interpolated) Configure(config *Config) {
	l.configure(config)
	for k := range l.adaptive {
		l.adaptive[k].configure(&l.config.Policies[k])
		l.sparse[k] = l.config.sparse(Kind(k)) > 0
		if s := &l.stats.Kinds[k]; !slices.Contains(l.kinds, Kind(k)) {
			s.Delay = l.delay(Kind(k))
			s.Wanted = s.Delay
		}
	}
	for i := range l.entities.list {
		l.reserve(&l.entities.list[i])
	}
}

// Receive implements Lens.
func (l *Interpolated) Receive(h Header, updates []Update) Verdict {
	v, fresh := l.open(h, len(updates))
	if v != Inserted {
		return v
	}
	if fresh {
		l.gaps.reset()
		l.newest = newestPacket{}
		for k := range l.adaptive {
			l.adaptive[k].reset()
		}
	}
	l.gaps.received.note(h.Seq, h.Time)
	l.follow(&l.header)
	return l.each(updates, l.insert)
}

func (l *Interpolated) insert(u *Update, at ServerTime) Verdict {
	a := l.entity(u, at, l.delay)
	if a == nil {
		return StaleSample
	}
	switch {
	case a.track.n == 0:
		l.reserve(a)
	case a.track.pruned: // render time has gone on since the track was last looked at
		a.track.Prune(l.passed[a.kind])
	}
	v, begins := l.put(a, u, at, l.delay)
	if begins {
		l.reserve(a)
		l.watch(a, u.Sample.Generation)
	}
	if v <= StaleSample {
		l.followSample(a)
		a.heard(&l.header)
	}
	return v
}

// Frame implements Lens.
func (l *Interpolated) Frame(now LocalTime) {
	elapsed, ok := l.frame(now, l.delay)
	if !ok {
		return
	}
	l.bridge(elapsed)
	var at [MaxKinds]ServerTime
	for _, k := range l.kinds {
		s := &l.stats.Kinds[k]
		at[k] = s.RenderTime
		if l.sparse[k] {
			s.Ahead = s.Held // the entities' own samples are fewer
		}
	}
	for i := range l.entities.list {
		a := &l.entities.list[i]
		k := a.kind & (MaxKinds - 1)
		if l.sparse[k] {
			s := &l.stats.Kinds[k]
			s.Ahead = min(s.Ahead, a.track.Ahead(at[k]))
		}
		if at[k] < a.until {
			l.worst[k] = max(l.worst[k], Blending)
			l.oldest[k] = min(l.oldest[k], a.until)
			continue
		}
		l.see(a, a.settle(&l.connection, at[k]))
	}
	l.count(elapsed)
	l.adapt(l.clock.at)
	l.weigh(unsafe.Sizeof(l.gaps))
	for _, k := range l.kinds {
		n := l.adaptive[k].bytes()
		l.stats.Kinds[k].Bytes += n
		l.stats.Bytes += n
	}
}

// AppendDrawn implements Lens. Entities that are not there to draw (not yet spawned,
// destroyed, hidden) are left out.
func (l *Interpolated) AppendDrawn(dst []Drawn, now LocalTime) []Drawn {
	var at [MaxKinds]ServerTime
	for _, k := range l.kinds {
		at[k] = l.drawTime(k, now)
	}
	return l.AppendDrawnAt(dst, &at, now)
}

// RenderTimeAt returns the server time that a delay stands for at a local time at or after the
// last Frame: at which a lens that has had this delay all along draws, and that never had to wait
// or to be set anew. There is none before the first packet. It is pure.
func (l *Interpolated) RenderTimeAt(now LocalTime, delay time.Duration) (at ServerTime, ok bool) {
	if !l.clock.Started() {
		return 0, false
	}
	now = l.local.at(now)
	return l.clock.Offset(now).ToServer(now).Add(-delay), true
}

// AppendDrawnAt is AppendDrawn with a render time for each kind, for looking at a moment again
// with other delays. The lens holds samples as far back as its own delay reaches: before that
// the oldest is drawn. Kinds that have not come yet are left out.
func (l *Interpolated) AppendDrawnAt(dst []Drawn, at *[MaxKinds]ServerTime, now LocalTime) []Drawn {
	steady := l.local.at(now)
	var kinds [MaxKinds]struct {
		at     ServerTime
		linear bool
	}
	for _, k := range l.kinds {
		kinds[k].at, kinds[k].linear = at[k], l.config.Policies[k].Blend == Linear
	}
	n := len(dst)
	dst = slices.Grow(dst, len(l.entities.list))[:n+len(l.entities.list)]
	var shared sharedBlend
	for i := range l.entities.list {
		e := &l.entities.list[i]
		kind := &kinds[e.kind&(MaxKinds-1)]
		d, t := &dst[n], &e.track
		count := t.count(kind.at)
		if count > 0 && count < t.n && kind.linear && e.episode == nil {
			a, b := t.sample(count-1), t.sample(count)
			if kind.at > a.Time && SameSegment(a, b) {
				if a.Time != shared.a || b.Time != shared.b || kind.at != shared.at {
					shared.set(a.Time, b.Time, kind.at)
				}
				shared.draw(d, a, b)
				d.ID, d.Kind = e.id, e.kind
				n++
				continue
			}
		}
		if e.draw(d, count, kind.at, steady, &l.config.Policies[e.kind&(MaxKinds-1)]) {
			n++
		}
	}
	return dst[:n]
}

// draw writes what an actor is drawn as at a render time that so many of its samples are
// at or before, and reports whether it is drawn.
func (a *actor) draw(d *Drawn, count int32, at ServerTime, now LocalTime, policy *Policy) bool {
	b := a.track.bracket(count)
	if at == never || !b.Draw(d, at, policy) {
		return false
	}
	d.ID, d.Kind = a.id, a.kind
	if a.episode != nil {
		a.smooth(&d.Pose, b.A, now, policy)
	}
	return true
}

// Samples appends the samples held of one entity, oldest first, for inspection. They are
// those that the last frame has left.
func (l *Interpolated) Samples(dst []Sample, id EntityID) []Sample {
	a := l.entities.get(id)
	if a == nil {
		return dst
	}
	t, first := &a.track, int32(0)
	if at := l.passed[a.kind]; t.pruned && at > t.at {
		first = max(0, t.count(at)-2)
	}
	for i := first; i < t.n; i++ {
		dst = append(dst, *t.sample(i))
	}
	return dst
}

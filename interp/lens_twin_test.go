package interp

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// slowLens is what Interpolated must be like, in the most obvious way: every frame looks
// at every sample of every entity, nothing is remembered that can be found again, and
// poses are in float64 by the textbook. Clock and cursors are the real ones. It resyncs at
// once after a lost spawn, and does not count that.
type slowLens struct {
	config   Config
	clock    Clock
	cursors  map[Kind]*Cursor
	at       map[Kind]ServerTime // render times at the last frame
	entities []*slowEntity
	epoch    uint16
	started  bool
	framed   bool
	frameAt  LocalTime
	// room is how many samples the other lens has room for: more than it needs, where
	// it uses that of an entity that is no more.
	room func(EntityID) int

	verdicts    [Refused + 1]int
	evicted     int
	corrections []Correction
	kinds       [MaxKinds]UnderrunStats
	needed      map[Kind]time.Duration
	overall     UnderrunStats
}

type slowEntity struct {
	id    EntityID
	kind  Kind
	track slowTrack
	// At the last frame, if that was in an underrun: what it was drawn from.
	inUnderrun bool
	drawnFrom  []Sample // the last two
	// The correction that is smoothed.
	smoothing bool
	offset    mgl32.Vec3
	turn      [4]float64
	since     LocalTime
	corrected Sample
	halfTurn  bool // the turn is, or comes of one; see slowDrawn
}

func (l *slowLens) find(id EntityID) *slowEntity {
	for _, e := range l.entities {
		if e.id == id {
			return e
		}
	}
	return nil
}

func (l *slowLens) longAgo(k Kind, at ServerTime) bool {
	now, ok := l.at[k]
	return ok && now.Sub(at) >= 10*time.Second
}

func (l *slowLens) Receive(h Header, updates []Update) {
	switch {
	case !l.started || newer(h.Epoch, l.epoch):
		l.started, l.epoch, l.entities = true, h.Epoch, nil
		l.clock.Reset()
		if l.cursors == nil {
			l.cursors = map[Kind]*Cursor{}
		}
		for _, c := range l.cursors {
			c.Reset()
		}
		l.at = map[Kind]ServerTime{}
		l.framed = false
	case h.Epoch != l.epoch:
		l.verdicts[Foreign] += len(updates)
		return
	}
	l.clock.Observe(h.Arrival, h.Time)
	for _, u := range updates {
		u.Sample.Seq = h.Seq
		l.verdicts[l.insert(u)]++
	}
}

func (l *slowLens) insert(u Update) Verdict {
	e := l.find(u.ID)
	if e == nil {
		if l.longAgo(u.Kind, u.Sample.Time) {
			return StaleSample
		}
		e = &slowEntity{id: u.ID, kind: u.Kind}
		e.track.room = l.room(u.ID)
		l.entities = append(l.entities, e)
		l.arrive(u.Kind)
	}
	if e.track.pruned { // of another kind since, perhaps
		e.track.prune(l.at[e.kind])
	}
	reused := false
	if n := len(e.track.all); n > 0 {
		newest := e.track.all[n-1]
		if newest.Generation == u.Sample.Generation && e.kind != u.Kind {
			return Foreign
		}
		reused = newer(u.Sample.Generation, newest.Generation)
	}
	evicted := e.track.evicted
	v := e.track.insert(u.Sample)
	l.evicted += e.track.evicted - evicted
	if reused && v <= Late {
		e.kind = u.Kind
		e.track.room = l.room(u.ID)
		l.arrive(u.Kind)
	}
	return v
}

// arrive starts the render time of a kind that comes after the first frame.
func (l *slowLens) arrive(k Kind) {
	if l.cursors[k] == nil {
		l.cursors[k] = new(Cursor)
		if l.framed {
			l.at[k] = l.cursors[k].Advance(&l.clock, l.frameAt, l.config.Policies[k].Delay)
		}
	}
}

func (l *slowLens) Configure(c *Config) {
	l.config = *c
	if !l.clock.Started() {
		l.clock.Configure(c.Clock)
	}
	for _, e := range l.entities {
		e.track.room = l.room(e.id)
	}
}

func (t *slowTrack) bracket(at ServerTime) (b Bracket) {
	for i := range t.all {
		if t.all[i].Time <= at {
			b.Before, b.A = b.A, &t.all[i]
		} else if b.B == nil {
			b.B = &t.all[i]
		}
	}
	return b
}

func (l *slowLens) Frame(now LocalTime) {
	elapsed := time.Duration(0)
	if l.framed || l.frameAt != 0 {
		elapsed = now.Sub(l.frameAt)
	}
	l.frameAt, l.corrections = now, nil
	if !l.clock.Started() {
		return
	}
	l.framed = true
	l.clock.Advance(now)
	for k, c := range l.cursors {
		l.at[k] = c.Advance(&l.clock, now, l.config.Policies[k].Delay)
	}
	l.clock.Configure(l.config.Clock)
	worst := [MaxKinds]State{}
	l.needed = map[Kind]time.Duration{}
	var left []*slowEntity
	for _, e := range l.entities {
		p, at := &l.config.Policies[e.kind], l.at[e.kind]
		b := e.track.bracket(at)
		state := b.state(at, p)
		resumed := e.inUnderrun && !(state.InUnderrun() && b.A.Time == e.drawnFrom[len(e.drawnFrom)-1].Time)
		if resumed {
			last := e.drawnFrom[len(e.drawnFrom)-1]
			if b.A == nil || !SameSegment(&last, b.A) {
				e.smoothing = false
			} else {
				without := Bracket{A: &last}
				if len(e.drawnFrom) > 1 {
					without.Before = &e.drawnFrom[0]
				}
				smoothed := e.smoothing
				place, turn := slowPose(&b, at, p)
				was, wasTurned := slowPose(&without, at, p)
				was, wasTurned = e.smooth(was, wasTurned, &last, now, p)
				l.corrections = append(l.corrections, Correction{e.id, e.kind, was.Sub(place).Len(),
					float32(angle4(wasTurned, turn))})
				e.smoothing, e.offset, e.since, e.corrected = p.Smoothing > 0, was.Sub(place), now, *b.A
				e.turn = mul4(wasTurned, conj4(turn))
				if e.halfTurn = e.halfTurn && smoothed; e.halfTurn {
					l.corrections[len(l.corrections)-1].Radians = -1 // which rounding decides
				}
				e.halfTurn = e.halfTurn || math.Abs(e.turn[0]) < 0.005
			}
		}
		e.smoothing = e.smoothing && now.Sub(e.since) < p.Smoothing
		e.inUnderrun = state.InUnderrun()
		if e.inUnderrun {
			e.drawnFrom = nil
			if b.Before != nil {
				e.drawnFrom = append(e.drawnFrom, *b.Before)
			}
			e.drawnFrom = append(e.drawnFrom, *b.A)
		}
		worst[e.kind] = max(worst[e.kind], state)
		e.track.prune(at)
		newest := e.track.all[len(e.track.all)-1]
		if !newest.Destroyed {
			needed := l.clock.Offset(now).ToServer(now).Sub(newest.Time)
			if other, any := l.needed[e.kind]; any {
				needed = max(needed, other)
			}
			l.needed[e.kind] = needed
		} else if l.longAgo(e.kind, newest.Time) {
			continue
		}
		left = append(left, e)
	}
	l.entities = left
	overall := Empty
	for k := range worst {
		l.kinds[k].Count(worst[k], elapsed)
		overall = max(overall, worst[k])
	}
	l.overall.Count(overall, elapsed)
}

// slowPose is Evaluate by the textbook.
func slowPose(b *Bracket, at ServerTime, p *Policy) (mgl32.Vec3, [4]float64) {
	a, next := b.A, b.B
	if a == nil {
		return next.Pose.Position, exactSlerp(next.Pose.Rotation, next.Pose.Rotation, 0)
	}
	turn := exactSlerp(a.Pose.Rotation, a.Pose.Rotation, 0)
	if next == nil {
		d := min(at.Sub(a.Time), p.MaxExtrapolation).Seconds()
		v, paired := a.Velocity, b.Before != nil && SameSegment(b.Before, a)
		span := 1.0
		if paired {
			span = a.Time.Sub(b.Before.Time).Seconds()
			v = a.Pose.Position.Sub(b.Before.Pose.Position).Mul(float32(1 / span))
		}
		if p.MaxSpeed > 0 && v.Len() > p.MaxSpeed || d <= 0 {
			return a.Pose.Position, turn
		}
		if paired {
			// Half of the turn between the two.
			half := angle4(exactSlerp(b.Before.Pose.Rotation, b.Before.Pose.Rotation, 0), turn) / 2
			if half > 1e-6 {
				turn = exactSlerp(b.Before.Pose.Rotation, a.Pose.Rotation, 1+min(d/span, math.Pi/2/half))
			}
		}
		return a.Pose.Position.Add(v.Mul(float32(d))), turn
	}
	if at == a.Time || !SameSegment(a, next) {
		return a.Pose.Position, turn
	}
	span := next.Time.Sub(a.Time).Seconds()
	t := at.Sub(a.Time).Seconds() / span
	turn = exactSlerp(a.Pose.Rotation, next.Pose.Rotation, t)
	var place mgl32.Vec3
	for i := range place {
		from, to := float64(a.Pose.Position[i]), float64(next.Pose.Position[i])
		va, vb := float64(a.Velocity[i])*span, float64(next.Velocity[i])*span
		x := from + (to-from)*t
		if p.Blend == Hermite { // de Casteljau
			c := [4]float64{from, from + va/3, to - vb/3, to}
			for n := 3; n > 0; n-- {
				for j := range n {
					c[j] += (c[j+1] - c[j]) * t
				}
			}
			x = c[0]
		}
		place[i] = float32(x)
	}
	return place, turn
}

func (e *slowEntity) smooth(place mgl32.Vec3, turn [4]float64, from *Sample, now LocalTime, p *Policy) (mgl32.Vec3, [4]float64) {
	left := 1 - now.Sub(e.since).Seconds()/p.Smoothing.Seconds()
	if !e.smoothing || !SameSegment(&e.corrected, from) || !(left > 0) {
		return place, turn
	}
	some := exactSlerp(mgl32.QuatIdent(), quat4(e.turn), left)
	return place.Add(e.offset.Mul(float32(left))), mul4(some, turn)
}

type slowDrawn struct {
	id    EntityID
	state State
	place mgl32.Vec3
	turn  [4]float64
	// halfTurn says that it turns by so near to 180° that rounding decides which way.
	halfTurn bool
}

func (l *slowLens) drawn(now LocalTime) (all []slowDrawn) {
	for _, e := range l.entities {
		if c := l.cursors[e.kind]; c.Started() {
			at, p := c.At(&l.clock, now), &l.config.Policies[e.kind]
			b := e.track.bracket(at)
			d := slowDrawn{id: e.id, state: b.state(at, p)}
			if d.state == Empty || d.state == Early || d.state == Gone || d.state == Stale && p.OnUnderrun == Hide {
				continue
			}
			d.place, d.turn = slowPose(&b, at, p)
			d.place, d.turn = e.smooth(d.place, d.turn, b.A, now, p)
			d.halfTurn = e.smoothing && e.halfTurn
			for _, pair := range [][2]*Sample{{b.A, b.B}, {b.Before, b.A}} {
				if pair[0] != nil && pair[1] != nil && SameSegment(pair[0], pair[1]) {
					dot := pair[0].Pose.Rotation.Dot(pair[1].Pose.Rotation)
					d.halfTurn = d.halfTurn || math.Abs(float64(dot)) < 0.005
				}
			}
			all = append(all, d)
		}
	}
	return all
}

func mul4(a, b [4]float64) [4]float64 {
	return [4]float64{
		a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3],
		a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
		a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1],
		a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0],
	}
}

func conj4(a [4]float64) [4]float64 { return [4]float64{a[0], -a[1], -a[2], -a[3]} }

func quat4(a [4]float64) mgl32.Quat {
	return mgl32.Quat{W: float32(a[0]), V: mgl32.Vec3{float32(a[1]), float32(a[2]), float32(a[3])}}
}

func angle4(a, b [4]float64) float64 {
	d := mul4(a, conj4(b))
	return 2 * math.Atan2(math.Sqrt(d[1]*d[1]+d[2]*d[2]+d[3]*d[3]), math.Abs(d[0]))
}

// twinRun is a server and a network of random vices, the same for both lenses.
type twinRun struct {
	r       *rand.Rand
	slots   [6]Sample
	kind    [6]Kind
	epoch   uint16
	seq     uint32
	stamp   ServerTime
	flying  []wildPacket
	loss    int // in a hundred
	spread  time.Duration
	moving  float32
	nextAt  time.Duration
	every   time.Duration
	seen    [Stale + 1]int
	most    struct{ place, turn float64 }
	far     int // corrections
	evicted int
}

func (w *twinRun) config() *Config {
	// Evictions want little room.
	c := &Config{Interval: time.Duration(40+w.r.IntN(200)) * ms, Reserve: time.Duration(1+w.r.IntN(300)) * ms}
	for k := range c.Policies {
		c.Policies[k] = Policy{
			Delay: time.Duration(w.r.IntN(300)) * ms, MaxExtrapolation: time.Duration(w.r.IntN(200)) * ms,
			Smoothing: time.Duration(max(0, w.r.IntN(400)-200)) * ms, MaxSpeed: 60,
			Blend: Blend(w.r.IntN(4) / 3), OnUnderrun: OnUnderrun(w.r.IntN(3)),
		}
	}
	return c
}

func (w *twinRun) send(now time.Duration) {
	if w.r.IntN(80) == 0 {
		w.epoch++
		w.seq, w.stamp, w.slots = 0, ServerTime(w.r.Int64N(int64(time.Hour))), [6]Sample{}
	}
	w.seq++
	h := Header{Epoch: w.epoch, Seq: w.seq, Time: w.stamp}
	var updates []Update
	for i := range w.slots {
		s := &w.slots[i]
		switch v := w.r.IntN(60); {
		case s.Pose.Rotation == mgl32.Quat{} || s.Destroyed && v < 20:
			*s = Sample{Generation: s.Generation + 1, Spawned: true, Segment: uint8(v)}
			s.Pose.Rotation = mgl32.QuatRotate(w.r.Float32()*6, mgl32.Vec3{0.6, 0, 0.8})
			w.kind[i] = Kind(w.r.IntN(3))
		case s.Destroyed:
		case v == 0:
			*s = Sample{Time: w.stamp, Generation: s.Generation, Destroyed: true, Pose: s.Pose}
		case v < 3:
			s.Segment++
			s.Pose.Position = mgl32.Vec3{w.r.Float32() * 100, w.r.Float32() * 100, 0}
		case v < 50:
			s.Velocity = mgl32.Vec3{w.r.Float32()*9 - 4, w.r.Float32()*9 - 4, 1}.Mul(w.moving)
			s.Pose.Position = s.Pose.Position.Add(s.Velocity.Mul(0.1))
			axis := mgl32.Vec3{w.r.Float32() - 0.5, w.r.Float32() - 0.5, 0.3}.Normalize()
			s.Pose.Rotation = mgl32.QuatRotate(w.r.Float32()*w.moving*2, axis).Mul(s.Pose.Rotation).Normalize()
		}
		if !s.Destroyed {
			s.Time = w.stamp
		}
		if w.r.IntN(6) > 0 {
			updates = append(updates, Update{ID: EntityID(i + 1), Kind: w.kind[i], Sample: *s})
		}
	}
	for copies := 1 + w.r.IntN(15)/14; copies > 0 && w.r.IntN(100) >= w.loss; copies-- {
		w.flying = append(w.flying, wildPacket{now + 40*ms + time.Duration(w.r.Int64N(int64(w.spread))), h, updates})
	}
}

// Over 500 random runs the lens agrees with its slow twin in poses, states, corrections,
// verdicts and counters.
func TestLensEqualsItsSlowTwin(t *testing.T) {
	runs := uint64(500)
	if testing.Short() {
		runs = 60
	}
	var total twinRun
	for seed := range runs {
		w := &twinRun{r: rand.New(rand.NewPCG(seed, 4711)), slots: [6]Sample{}, stamp: ServerTime(time.Hour)}
		w.loss, w.spread, w.moving = w.r.IntN(30), time.Duration(1+w.r.IntN(250))*ms, w.r.Float32()
		w.every = time.Duration(20+w.r.IntN(100)) * ms
		fast := new(Interpolated)
		slow := &slowLens{room: func(id EntityID) int { return fast.entities.get(id).track.Slots() }}
		c := w.config()
		fast.Configure(c)
		slow.Configure(c)
		for now := 16 * ms; now < 8*time.Second; {
			for ; w.nextAt <= now; w.nextAt += w.every {
				w.send(w.nextAt)
				w.stamp += ServerTime(w.every)
			}
			slices.SortStableFunc(w.flying, func(a, b wildPacket) int { return cmp.Compare(a.arrives, b.arrives) })
			for len(w.flying) > 0 && w.flying[0].arrives <= now {
				p := w.flying[0]
				w.flying = w.flying[1:]
				p.header.Arrival = LocalTime(now)
				fast.Receive(p.header, p.updates)
				slow.Receive(p.header, p.updates)
			}
			fast.Frame(LocalTime(now))
			slow.Frame(LocalTime(now))
			w.compare(t, seed, now, fast, slow)
			later := now + time.Duration(w.r.IntN(16))*ms
			w.draw(t, seed, later, fast, slow)
			if t.Failed() {
				return
			}
			now = later + 1*ms
			switch w.r.IntN(150) {
			case 0:
				c := w.config()
				fast.Configure(c)
				slow.Configure(c)
			case 1:
				now += time.Duration(w.r.IntN(1000)) * ms // frozen
			}
		}
		for s, n := range w.seen {
			total.seen[s] += n
		}
		total.most.place, total.most.turn = max(total.most.place, w.most.place), max(total.most.turn, w.most.turn)
		total.far += w.far
		total.evicted += fast.Stats().Evicted
	}
	t.Logf("%d runs: states %v, %d corrections, %d evictions; at most %.2g m and %.2g rad apart",
		runs, total.seen, total.far, total.evicted, total.most.place, total.most.turn)
	n := int(runs)
	if total.seen[Blending] < 500*n || total.seen[Extrapolating] < 50*n || total.seen[Held] < 20*n || total.far < 10*n || total.evicted < n {
		t.Error("too few of something to show anything")
	}
}

func (w *twinRun) compare(t *testing.T, seed uint64, now time.Duration, fast *Interpolated, slow *slowLens) {
	w.draw(t, seed, now, fast, slow)
	s := fast.Stats()
	if s.Verdicts != slow.verdicts || s.Evicted != slow.evicted || s.Overall != slow.overall {
		t.Errorf("run %d at %v: verdicts %v, %d evicted, %+v, want %v, %d, %+v", seed, now,
			s.Verdicts, s.Evicted, s.Overall, slow.verdicts, slow.evicted, slow.overall)
	}
	for k := range s.Kinds {
		needed, measured := slow.needed[Kind(k)]
		if got := &s.Kinds[k]; got.UnderrunStats != slow.kinds[k] || got.Measured != measured || measured && got.Needed != needed {
			t.Errorf("run %d at %v: kind %d: %+v, needed %v, want %+v, %v", seed, now, k, got.UnderrunStats, got.Needed, slow.kinds[k], needed)
		}
	}
	if len(s.Corrections) != len(slow.corrections) {
		t.Fatalf("run %d at %v: corrections %+v, want %+v", seed, now, s.Corrections, slow.corrections)
	}
	for i, got := range s.Corrections {
		want := slow.corrections[i]
		if got.ID != want.ID || got.Kind != want.Kind || !near(float64(got.Metres), float64(want.Metres), 1e-4) || want.Radians >= 0 && !near(float64(got.Radians), float64(want.Radians), 1e-5) {
			t.Errorf("run %d at %v: correction %+v, want %+v", seed, now, got, want)
		}
		if want.Metres > 0.01 {
			w.far++
		}
	}
	for _, e := range slow.entities {
		if got := fast.Samples(nil, e.id); !slices.EqualFunc(got, e.track.all, func(a, b Sample) bool {
			return a.Time == b.Time && a.Seq == b.Seq && a.Generation == b.Generation
		}) {
			t.Errorf("run %d at %v: entity %d holds %+v, want %+v", seed, now, e.id, got, e.track.all)
		}
	}
}

func (w *twinRun) draw(t *testing.T, seed uint64, now time.Duration, fast *Interpolated, slow *slowLens) {
	got, want := fast.AppendDrawn(nil, LocalTime(now)), slow.drawn(LocalTime(now))
	if len(got) != len(want) {
		t.Fatalf("run %d at %v: drew %+v, want %+v", seed, now, got, want)
	}
	for i := range got {
		a, b := &got[i], &want[i]
		w.seen[a.State]++
		place := float64(a.Pose.Position.Sub(b.place).Len())
		turn, _ := rotationError(a.Pose.Rotation, b.turn)
		turn = min(turn, 2*math.Pi-turn)
		if b.halfTurn {
			turn = 0
		}
		w.most.place = max(w.most.place, place)
		if !a.State.InUnderrun() && fast.entities.get(a.ID).episode == nil {
			w.most.turn = max(w.most.turn, turn)
		}
		bound := 1e-6
		rounded := a.State.InUnderrun() || fast.entities.get(a.ID).episode != nil
		if rounded { // that of the samples is extrapolated too, or added in smoothing
			bound = 1e-5
		}
		if a.ID != b.id || a.State != b.state || place > 1e-4 || turn > bound {
			t.Fatalf("run %d at %v: drew %+v, want %+v (%.2g m, %.2g rad)", seed, now, *a, *b, place, turn)
		}
	}
}

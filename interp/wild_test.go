package interp

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// wild is a server, a link and a client without manners: packets are lost, doubled and
// overtake each other; entities die, are born again in the same slot and teleport;
// the server stalls and restarts; the client freezes and its clock drifts and steps;
// and every knob is turned. It is played from a seed and remembers what was sent.
type wild struct {
	r     *rand.Rand
	lens  *Interpolated
	slots [4]Sample
	ended [4]ServerTime // when the generation that is destroyed was

	epoch uint16
	seq   uint32
	stamp ServerTime
	sent  map[wildKey]Sample
	way   []wildPacket

	now   time.Duration // simulation time
	skew  time.Duration // local − simulation time
	drift int64         // ppm
}

type wildKey struct {
	epoch uint16
	seq   uint32
	id    EntityID
}

type wildPacket struct {
	arrives time.Duration
	header  Header
	updates []Update
}

func (w *wild) between(low, high time.Duration) time.Duration {
	return low + time.Duration(w.r.Int64N(int64(high-low)+1))
}

func (w *wild) one(in int) bool { return w.r.IntN(in) == 0 }

func (w *wild) local() LocalTime {
	return LocalTime(w.now + w.skew + time.Duration(int64(w.now)/1_000_000*w.drift))
}

// tick changes the world and sends a snapshot of it, the slots split over two packets.
func (w *wild) tick() {
	if w.one(150) {
		w.epoch++
		w.seq, w.stamp = 0, ServerTime(w.between(-time.Hour, time.Hour))
		w.slots = [4]Sample{}
	}
	for i := range w.slots {
		s := &w.slots[i]
		s.Time = w.stamp
		born := s.Pose.Rotation == mgl32.Quat{}
		switch {
		case s.Destroyed && w.one(4), born:
			*s = Sample{Time: w.stamp, Generation: s.Generation + 1, Spawned: true}
			s.Pose = Pose{w.place(100), mgl32.QuatRotate(w.r.Float32()*6, mgl32.Vec3{0, 0, 1})}
		case s.Destroyed:
			s.Time = w.ended[i]
		case w.one(15):
			*s = Sample{Time: w.stamp, Generation: s.Generation, Destroyed: true, Pose: Pose{Rotation: mgl32.QuatIdent()}}
			w.ended[i] = w.stamp
		case w.one(15):
			s.Segment++
			s.Pose.Position = w.place(100)
			s.Spawned = false
		default:
			s.Pose.Position = s.Pose.Position.Add(w.place(1))
			s.Spawned = false
		}
	}
	for half := range 2 {
		w.seq++
		h := Header{Epoch: w.epoch, Seq: w.seq, Time: w.stamp}
		var updates []Update
		for i := 2 * half; i < 2*half+2; i++ {
			u := Update{ID: EntityID(i), Kind: Kind(i), Sample: w.slots[i]}
			w.sent[wildKey{w.epoch, w.seq, u.ID}] = u.Sample
			updates = append(updates, u)
		}
		for copies := 1 + w.r.IntN(20)/19; copies > 0 && !w.one(6); copies-- {
			w.way = append(w.way, wildPacket{w.now + w.between(20*ms, 250*ms), h, updates})
		}
	}
}

func (w *wild) place(m float32) mgl32.Vec3 {
	return mgl32.Vec3{(w.r.Float32() - 0.5) * m, (w.r.Float32() - 0.5) * m, 0}
}

func (w *wild) turnAKnob() {
	slew := w.between(1, 998*ms)
	c := &Config{
		Clock:    ClockConfig{Window: w.between(100*ms, 5*time.Second), Slew: slew, DelaySlew: w.between(1, time.Second-slew-1), StepAbove: w.between(1, time.Second)},
		Interval: w.between(10*ms, 200*ms),
	}
	for k := range c.Policies {
		c.Policies[k] = Policy{Delay: w.between(0, 600*ms), MaxExtrapolation: w.between(0, 200*ms), OnUnderrun: OnUnderrun(w.r.IntN(3)), OnGap: OnGap(w.r.IntN(2))}
	}
	w.lens.Configure(c)
}

// play goes on until the given time and calls see at each display frame and now and
// then between two.
func (w *wild) play(until time.Duration, see func()) {
	nextTick := time.Duration(0)
	for w.now < until {
		for nextTick <= w.now {
			w.tick()
			interval := w.between(20*ms, 120*ms)
			w.stamp += ServerTime(interval)
			nextTick += interval
			if w.one(120) { // a stall, with its clock or without
				stall := w.between(0, 3*time.Second)
				nextTick += stall
				if w.one(2) {
					w.stamp += ServerTime(stall)
				}
			}
		}
		slices.SortStableFunc(w.way, func(a, b wildPacket) int { return cmp.Compare(a.arrives, b.arrives) })
		for len(w.way) > 0 && w.way[0].arrives <= w.now {
			p := w.way[0]
			w.way = w.way[1:]
			p.header.Arrival = w.local()
			w.lens.Receive(p.header, p.updates)
		}
		w.lens.Frame(w.local())
		see()
		if w.one(60) {
			w.turnAKnob()
		}
		step := w.between(2*ms, 40*ms)
		if w.one(300) { // frozen
			step = w.between(0, 3*time.Second)
		}
		w.now += step / 2
		see()
		w.now += step - step/2
		if w.one(400) {
			w.skew += w.between(0, 2*time.Second)
		}
	}
}

// Whatever happens, what is drawn is justified by what was sent: a pose between two
// samples of one motion is on the line between them, one next to a discontinuity is a
// sample's, one beyond the newest is no farther on than may be extrapolated; nothing is
// drawn of a generation whose end is known; no render time ever goes back, and none
// waits longer than it may.
func TestWhateverHappensWhatIsDrawnIsJustified(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 12
	}
	states := [Stale + 1]int{}
	var events EventStats
	breaks, restarts := 0, 0
	for seed := range seeds {
		w := &wild{r: rand.New(rand.NewPCG(seed, 77)), lens: new(Interpolated), sent: map[wildKey]Sample{}}
		w.drift = int64(w.r.IntN(2001)) - 1000
		w.skew = w.between(-time.Hour, time.Hour)
		w.turnAKnob()
		var last [4]ServerTime
		var started [4]bool
		steps := 0
		epoch := uint16(0)
		var drawn []Drawn
		w.play(20*time.Second, func() {
			l := w.lens
			if !l.clock.Started() {
				return
			}
			if l.epoch != epoch {
				epoch, started = l.epoch, [4]bool{}
				restarts++
			}
			for k := range last {
				if !l.cursors[k].Started() {
					continue
				}
				at := l.cursors[k].At(&l.clock, w.local())
				// But for what a step of the client's clock has put it ahead by.
				if started[k] && at < last[k] && l.Stats().Steps == steps {
					t.Fatalf("seed %d, at %v: kind %d goes back from %v to %v", seed, w.now, k, time.Duration(last[k]), time.Duration(at))
				}
				last[k], started[k] = at, true
				if lag := l.cursors[k].Lag(); lag > MaxEventWait {
					t.Fatalf("seed %d, at %v: kind %d has waited itself %v behind", seed, w.now, k, lag)
				}
			}
			steps = l.Stats().Steps
			drawn = l.AppendDrawn(drawn[:0], w.local())
			for i := range drawn {
				d := &drawn[i]
				states[d.State]++
				if fault := w.fault(d); fault != "" {
					t.Fatalf("seed %d, at %v: %s: %+v", seed, w.now, fault, *d)
				}
				if d.From != d.To && d.Alpha == 0 {
					breaks++
				}
			}
		})
		s := w.lens.Stats().Events
		events.Waits, events.Resyncs = events.Waits+s.Waits, events.Resyncs+s.Resyncs
	}
	for _, s := range []State{Blending, Extrapolating, Held, Stale} {
		if states[s] < int(seeds)*10 {
			t.Errorf("%d poses %v: too few to show anything", states[s], s)
		}
	}
	if n := int(seeds); breaks < 10*n || restarts < n/2 || events.Waits < n || events.Resyncs < n {
		t.Errorf("%d breaks, %d restarts, %+v: too few to show anything", breaks, restarts, events)
	}
}

// fault returns what is wrong with a drawn entity, "" if nothing.
func (w *wild) fault(d *Drawn) string {
	a, ok := w.sent[wildKey{w.lens.epoch, d.From, d.ID}]
	b, okay := w.sent[wildKey{w.lens.epoch, d.To, d.ID}]
	switch {
	case !ok || !okay:
		return "drawn from packets that were never sent"
	case a.Destroyed || a.Generation != d.Generation || a.Segment != d.Segment || a.Time > d.Time:
		return "not of the sample that it says"
	}
	off := d.Pose.Position.Sub(a.Pose.Position)
	switch {
	case d.State == Blending && SameSegment(&a, &b) && b.Time > a.Time:
		share := float32(float64(d.Time-a.Time) / float64(b.Time-a.Time))
		if d.Time > b.Time || off.Sub(b.Pose.Position.Sub(a.Pose.Position).Mul(share)).Len() > 1e-3 {
			return "off the line between its samples"
		}
	case d.State == Blending && off.Len() != 0:
		return "moved across a discontinuity"
	case d.State.InUnderrun() && d.InUnderrun <= 0:
		return "in an underrun with a sample ahead"
	case d.State.InUnderrun():
		most := w.lens.config.Policies[d.Kind].MaxExtrapolation
		if beyond := d.Time.Sub(a.Time); beyond > most {
			return "extrapolated beyond its limit"
		}
	}
	var samples [32]Sample
	for _, s := range w.lens.Samples(samples[:0], d.ID) {
		if s.Destroyed && s.Generation == d.Generation && s.Time <= d.Time {
			return "drawn after its end"
		}
	}
	return ""
}

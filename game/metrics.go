package game

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
	"snaplab/netsim"
)

// metrics measures every lens against the truth on each virtual display frame.
type metrics struct {
	link   LinkStats
	lenses [MaxLenses]lensMetrics
	truth  []trueMotion // of each entity at this frame
	last   time.Duration
	framed bool
	epochs [2]uint16 // the server's and the client's at the last frame
	recent recentFrames
	whatIf whatIfs
}

// lensMetrics is what is measured of one lens.
type lensMetrics struct {
	kinds    [NumKinds]kindMetrics
	needed   distribution // of the frame's most demanding kind, ns
	ahead    occupancy    // of the frame's scarcest kind
	previous []motion     // per entity, of the last frame
	paths    []shownPath  // per entity, of the last frame
}

// kindMetrics is what is measured of one kind as one lens draws it. Durations are in
// nanoseconds, lengths in micrometres.
type kindMetrics struct {
	latency, needed, correction distribution
	pathError, nowError         distribution
	pathSquares, lagSquares     moments // m
	rough                       moments // m/s
	ahead                       occupancy
	delay                       delaySpread
}

// visibleCorrection is the smallest jump, in metres, that somebody watching would call
// one: less is lost in the motion.
const visibleCorrection = 0.1

// FrameRow is one entity as one lens drew it in one display frame.
type FrameRow struct {
	// At is the simulation time of the frame.
	At   time.Duration
	Lens Lens
	// Name is the lens's name, that of the mistake or engine for Fourth.
	Name string
	// RenderTime is the server time that the lens drew at, 0 for Raw.
	RenderTime interp.ServerTime
	Drawn      *interp.Drawn
	// Truth is the entity's true state at the frame.
	Truth *State
	// Correction is the jump owed in this frame in metres, if Corrected.
	Correction float32
	Corrected  bool
}

func (m *metrics) init(s *Session) {
	m.truth = make([]trueMotion, s.world.Len())
	for l := range NumLenses {
		m.lenses[l].begin(s.world.Len())
	}
}

// begin measures a lens from now on.
func (l *lensMetrics) begin(entities int) {
	l.previous = make([]motion, entities)
	l.paths = make([]shownPath, entities)
}

func (m *metrics) sent(r *PacketRecord)         { m.link.sent(r) }
func (m *metrics) arrived(r *PacketRecord)      { m.link.arrived(r) }
func (m *metrics) acknowledging(e netsim.Event) { m.link.BytesUp += int64(e.Size) }

// frame measures a display frame.
func (m *metrics) frame(s *Session, now time.Duration) {
	elapsed := now - m.last
	if !m.framed {
		elapsed = 0
	}
	m.framed, m.last = true, now
	perSecond := float32(0)
	if elapsed > 0 {
		perSecond = float32(1 / elapsed.Seconds())
	}
	var state State
	for i := range m.truth {
		if s.onFrame != nil {
			s.world.At(i, now, &state)
		} else {
			s.world.PlaceAt(i, now, &state)
		}
		m.truth[i].advance(&state, perSecond)
	}
	if e := [2]uint16{s.world.epoch(), s.epoch()}; e != m.epochs {
		m.epochs = e
		for l := range m.lenses {
			m.lenses[l].forgetMotion()
		}
		for i := range s.variants {
			s.variants[i].metrics.forgetMotion()
		}
	}
	summary := FrameSummary{At: now}
	for l := range s.settings.Lenses() {
		m.lens(s, l, now, perSecond, &summary)
	}
	for i := range s.variants {
		v := &s.variants[i]
		s.drawn = v.lens.AppendDrawn(s.drawn[:0], s.local(now))
		var unused LensSummary
		m.drawn(s, v.lens.Stats(), &v.metrics, now, perSecond, false, &unused)
		var nobody FrameSummary
		m.buffers(&v.metrics, v.lens.Stats(), false, &nobody)
	}
	stats := s.lenses[Interpolated].Stats()
	wrong := stats.Applied - s.TrueOffset()
	if stats.Steps > 0 {
		summary.ClockError = time.Duration(wrong)
	}
	m.recent.add(summary)
	m.whatIf.add(stats, elapsed)
	m.whatIf.settle(now, wrong, s.settings.Down.Jitter)
}

// forgetMotion begins the measuring of velocities anew: in another epoch everything is
// elsewhere.
func (l *lensMetrics) forgetMotion() {
	for i := range l.previous {
		l.previous[i].frames = 0
	}
	clear(l.paths)
}

func (m *metrics) lens(s *Session, l Lens, now time.Duration, perSecond float32, summary *FrameSummary) {
	lm := &m.lenses[l]
	stats := s.lenses[l].Stats()
	s.drawn = s.lenses[l].AppendDrawn(s.drawn[:0], s.local(now))
	m.drawn(s, stats, lm, now, perSecond, s.turns(l), &summary.Lenses[l])
	summary.Lenses[l].inUnderrun = underrunCount{stats.Overall.Underruns, stats.Overall.InUnderrun}
	m.buffers(lm, stats, l == Interpolated, summary)
	if s.onFrame != nil {
		s.report(l, now, stats)
	}
}

// drawn measures what a lens has drawn, its rotations too if turns. perSecond is one
// second over the time since the last frame, 0 if none has passed.
func (m *metrics) drawn(s *Session, stats *interp.Stats, lm *lensMetrics, now time.Duration, perSecond float32, turns bool, sums *LensSummary) {
	serverNow := s.stamp(s.epoch(), now)
	var shown shownTime
	for i := range s.drawn {
		d := &s.drawn[i]
		place := int(d.ID) - 1
		truth := &m.truth[place]
		k := &lm.kinds[d.Kind]

		latency := serverNow.Sub(d.Time)
		k.latency.add(int64(latency))
		sums.latency += latency
		sums.drawn++

		if truth.Alive && truth.Generation == d.Generation {
			lag := apart(&d.Pose.Position, &truth.Pose.Position)
			k.nowError.add(micrometres(lag))
			k.lagSquares.add(lag)
			if truth.Segment == d.Segment {
				sums.lag.add(lag)
			}
			if rough, ok := lm.previous[place].step(d, truth, perSecond); ok {
				k.rough.add(rough)
				sums.rough.add(rough)
			}
		} else {
			lm.previous[place].frames = 0
		}
		p := &lm.paths[place]
		if !p.known || p.shown != d.Time || p.drawn != d.Pose.Position {
			p.measure(s, d, &shown, now, turns)
		}
		if p.counted {
			k.pathError.add(micrometres(p.metres))
			k.pathSquares.add(p.metres)
			sums.path.add(p.metres)
			if turns {
				sums.turn.add(p.radians)
			}
		}
	}
	for i := range lm.previous {
		p := &lm.previous[i]
		if !p.seen {
			p.frames = 0
		}
		p.seen = false
	}
	for _, c := range stats.Corrections {
		lm.kinds[c.Kind].correction.add(micrometres(float64(c.Metres)))
		if c.Metres >= visibleCorrection {
			sums.corrections++
		}
	}
}

// turns reports whether a lens's rotations are measured: those of a mistake that is set, and
// of the right way to compare it with. Engines are right about rotations.
func (s *Session) turns(l Lens) bool {
	b := s.settings.Comparison
	return b != NoComparison && !b.Engine() && (l == Fourth || l == Interpolated)
}

// buffers takes note of each kind's occupancy and needed delay.
func (m *metrics) buffers(lm *lensMetrics, stats *interp.Stats, shown bool, summary *FrameSummary) {
	needed, scarcest, any := time.Duration(0), 0, false
	for k := range lm.kinds {
		ks := &stats.Kinds[k]
		if shown {
			summary.Kinds[k] = KindSummary{State: ks.Now, Delay: ks.Delay, Needed: ks.Needed, Ahead: ks.Ahead, Measured: ks.Measured, inUnderrun: underrunCount{ks.Underruns, ks.InUnderrun}}
		}
		if !ks.Measured {
			continue
		}
		lm.kinds[k].needed.add(int64(ks.Needed))
		lm.kinds[k].ahead.add(ks.Ahead)
		lm.kinds[k].delay.add(ks.Delay)
		if !any || ks.Ahead < scarcest {
			scarcest = ks.Ahead
		}
		if !any || ks.Needed > needed {
			needed = ks.Needed
		}
		any = true
	}
	if any {
		lm.needed.add(int64(needed))
		lm.ahead.add(scarcest)
	}
}

// apart returns how far apart two positions are, in metres.
func apart(a, b *mgl32.Vec3) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return float64(float32(math.Sqrt(float64(x*x + y*y + z*z)))) // as Vec3.Len rounds it
}

func micrometres(m float64) int64 { return int64(m*1e6 + 0.5) }

// report gives the rows of a frame to the listener.
func (s *Session) report(l Lens, now time.Duration, stats *interp.Stats) {
	for i := range s.drawn {
		d := &s.drawn[i]
		row := &s.row
		*row = FrameRow{At: now, Lens: l, Name: s.settings.LensName(l), Drawn: d, Truth: &s.metrics.truth[d.ID-1].State}
		if l != Raw {
			row.RenderTime = stats.Kinds[d.Kind].RenderTime
		}
		for _, c := range stats.Corrections {
			if c.ID == d.ID {
				row.Correction, row.Corrected = c.Metres, true
			}
		}
		s.onFrame(row)
	}
}

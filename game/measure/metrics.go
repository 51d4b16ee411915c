package measure

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// Run is a session that is measured: every lens against the truth on each virtual display
// frame, and every packet. Make it with NewRun; what it embeds is moved and changed as a
// session is.
type Run struct {
	*game.Session
	link     LinkStats
	lenses   [game.MaxLenses]lensMetrics
	variants []lensMetrics
	truth    []trueMotion // of each entity at this frame
	last     time.Duration
	framed   bool
	epochs   [2]uint16 // the server's and the client's at the last frame
	recent   recentFrames
	whatIf   whatIfs

	drawn    []interp.Drawn
	state    world.State // of the entity being looked at
	row      FrameRow    // of the entity being reported
	onFrame  func(*FrameRow)
	onPacket func(*game.PacketRecord)
}

// NewRun starts a run of a scenario as NewSession does.
func NewRun(scenario config.Scenario) (*Run, error) {
	s, err := game.NewSession(scenario)
	if err != nil {
		return nil, err
	}
	return newRun(s), nil
}

func newRun(s *game.Session) *Run {
	r := &Run{Session: s, truth: make([]trueMotion, s.Entities())}
	for l := range r.lenses {
		r.lenses[l].begin(s.Entities())
	}
	s.Observe((*observer)(r))
	return r
}

// Again returns the run from its beginning; see Session.Again.
func (r *Run) Again() (*Run, error) {
	s, err := r.Session.Again()
	if err != nil {
		return nil, err
	}
	return newRun(s), nil
}

// Vary is Session.Vary. The variants' metrics are the same as those of a run for each.
func (r *Run) Vary(playbacks [][world.NumKinds]interp.Policy) error {
	if err := r.Session.Vary(playbacks); err != nil {
		return err
	}
	for range playbacks {
		var m lensMetrics
		m.begin(r.Entities())
		r.variants = append(r.variants, m)
	}
	return nil
}

// OnFrame has f called for each entity drawn by each lens at each display frame. The
// row is valid during the call.
func (r *Run) OnFrame(f func(*FrameRow)) { r.onFrame = f }

// OnPacket has f called for each packet when its fate is final: when it is sent if it
// is lost, otherwise at each arrival, copies included. The record is valid during the call.
func (r *Run) OnPacket(f func(*game.PacketRecord)) { r.onPacket = f }

// observer is a run as its session's observer.
type observer Run

func (o *observer) Sent(p *game.PacketRecord) {
	o.link.sent(p)
	if p.Link.Fate != netsim.Delivered && o.onPacket != nil {
		o.onPacket(p)
	}
}

func (o *observer) Arrived(p *game.PacketRecord) {
	o.link.arrived(p)
	if o.onPacket != nil {
		o.onPacket(p)
	}
}

func (o *observer) Acknowledged(e netsim.Event) { o.link.BytesUp += int64(e.Size) }

func (o *observer) Changed(at time.Duration, old *config.Settings) {
	settings := o.Settings()
	if old.Comparison != settings.Comparison {
		// Another lens, or none: what was measured of the one before is forgotten.
		o.lenses[game.Fourth] = lensMetrics{}
		o.lenses[game.Fourth].begin(o.Entities())
		o.recent.forget(game.Fourth)
	}
	if asDifferent(old, &settings) {
		o.whatIf.changed(at)
	}
}

func (o *observer) Framed(at time.Duration) { (*Run)(o).frame(at) }

// lensMetrics is what is measured of one lens.
type lensMetrics struct {
	kinds    [world.NumKinds]kindMetrics
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
	Lens game.Lens
	// Name is the lens's name, that of the mistake or engine for Fourth.
	Name string
	// RenderTime is the server time that the lens drew at, 0 for Raw.
	RenderTime interp.ServerTime
	Drawn      *interp.Drawn
	// Truth is the entity's true state at the frame.
	Truth *world.State
	// Correction is the jump owed in this frame in metres, if Corrected.
	Correction float32
	Corrected  bool
}

// begin measures a lens from now on.
func (l *lensMetrics) begin(entities int) {
	l.previous = make([]motion, entities)
	l.paths = make([]shownPath, entities)
}

// frame measures a display frame.
func (r *Run) frame(now time.Duration) {
	elapsed := now - r.last
	if !r.framed {
		elapsed = 0
	}
	r.framed, r.last = true, now
	perSecond := float32(0)
	if elapsed > 0 {
		perSecond = float32(1 / elapsed.Seconds())
	}
	for i := range r.truth {
		if id := interp.EntityID(i + 1); r.onFrame != nil { // who listens gets whole poses
			r.Truth(id, now, &r.state)
		} else {
			r.TruePlace(id, now, &r.state)
		}
		r.truth[i].advance(&r.state, perSecond)
	}
	if e := [2]uint16{r.EpochAt(now), r.ClientEpoch()}; e != r.epochs {
		r.epochs = e
		for l := range r.lenses {
			r.lenses[l].forgetMotion()
		}
		for i := range r.variants {
			r.variants[i].forgetMotion()
		}
	}
	summary := FrameSummary{At: now}
	settings := r.Settings()
	for l := range game.Lenses(&settings) {
		r.lens(l, &settings, now, perSecond, &summary)
	}
	for i := range r.variants {
		r.drawn = r.AppendVariant(r.drawn[:0], i)
		var unused LensSummary
		r.measure(r.VariantStats(i), &r.variants[i], now, perSecond, false, &unused)
		var nobody FrameSummary
		r.variants[i].buffers(r.VariantStats(i), false, &nobody)
	}
	stats := r.Stats(game.Interpolated)
	wrong := stats.Applied - r.TrueOffset()
	if stats.Steps > 0 {
		summary.ClockError = time.Duration(wrong)
	}
	r.recent.add(summary)
	r.whatIf.add(stats, elapsed)
	r.whatIf.settle(now, wrong, settings.Down.Jitter)
}

// forgetMotion begins the measuring of velocities anew: in another epoch everything is
// elsewhere.
func (l *lensMetrics) forgetMotion() {
	for i := range l.previous {
		l.previous[i].frames = 0
	}
	clear(l.paths)
}

func (r *Run) lens(l game.Lens, settings *config.Settings, now time.Duration, perSecond float32, summary *FrameSummary) {
	lm := &r.lenses[l]
	stats := r.Stats(l)
	r.drawn = r.AppendDrawn(r.drawn[:0], l)
	r.measure(stats, lm, now, perSecond, turns(settings, l), &summary.Lenses[l])
	summary.Lenses[l].inUnderrun = underrunCount{stats.Overall.Underruns, stats.Overall.InUnderrun}
	lm.buffers(stats, l == game.Interpolated, summary)
	if r.onFrame != nil {
		r.report(l, settings, now, stats)
	}
}

// measure measures what a lens has drawn, its rotations too if turns. perSecond is one
// second over the time since the last frame, 0 if none has passed.
func (r *Run) measure(stats *interp.Stats, lm *lensMetrics, now time.Duration, perSecond float32, turns bool, sums *LensSummary) {
	serverNow := r.ServerTime(now)
	var shown shownTime
	for i := range r.drawn {
		d := &r.drawn[i]
		place := int(d.ID) - 1
		truth := &r.truth[place]
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
			p.measure(r, d, &shown, now, turns)
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
func turns(s *config.Settings, l game.Lens) bool {
	return s.Comparison != config.NoComparison && !s.Comparison.Engine() && (l == game.Fourth || l == game.Interpolated)
}

// buffers takes note of each kind's occupancy and needed delay.
func (lm *lensMetrics) buffers(stats *interp.Stats, shown bool, summary *FrameSummary) {
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
func (r *Run) report(l game.Lens, settings *config.Settings, now time.Duration, stats *interp.Stats) {
	for i := range r.drawn {
		d := &r.drawn[i]
		row := &r.row
		*row = FrameRow{At: now, Lens: l, Name: game.LensName(settings, l), Drawn: d, Truth: &r.truth[d.ID-1].State}
		if l != game.Raw {
			row.RenderTime = stats.Kinds[d.Kind].RenderTime
		}
		for _, c := range stats.Corrections {
			if c.ID == d.ID {
				row.Correction, row.Corrected = c.Metres, true
			}
		}
		r.onFrame(row)
	}
}

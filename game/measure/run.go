// Package measure measures a run: every lens against the truth on each virtual display
// frame, and every packet. It reports what it has measured, of the run so far or of the last
// seconds, and writes frames and packets as tables (CSV).
package measure

import (
	"slices"
	"time"

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
	link   linkCounter
	lostOf []int // samples of each entity lost in a row up to now
	// kindRuns is how many runs of i+1 lost samples of one entity there were, at i, by kind.
	kindRuns [interp.MaxKinds][]int
	// changed is when what is sent may last have become another, and how many bits of
	// each kind had been sent then.
	changed  time.Duration
	bitsThen [interp.MaxKinds]int64
	lenses   [game.MaxLenses]lensMetrics
	variants []lensMetrics
	truth    []trueMotion // of each entity at this frame
	last     time.Duration
	framed   bool
	epochs   [2]uint16 // the server's and the client's at the last frame
	recent   recentFrames
	whatIf   whatIfs

	drawn    []interp.Drawn
	state    world.State // of the entity being looked at,
	then     world.State // and at another time
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
	r := &Run{Session: s, truth: make([]trueMotion, s.Entities()), lostOf: make([]int, s.Entities())}
	for l := range r.lenses {
		r.lenses[l].begin(s.Entities())
	}
	r.lenses[game.Raw].snapped = make([]snapped, s.Entities())
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
func (r *Run) Vary(playbacks [][world.MaxKinds]interp.Policy) error {
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

// KindLossRuns returns how many runs of i+1 lost samples of one entity of a kind there were so
// far, at i, and of how many entities that is. One that goes on counts.
func (r *Run) KindLossRuns(k interp.Kind) (runs []int, entities int) {
	runs = slices.Clone(r.kindRuns[k])
	for i, open := range r.lostOf {
		if of, _ := r.Kind(interp.EntityID(i + 1)); of == k {
			runs = countRun(runs, &open, false)
			entities++
		}
	}
	return runs, entities
}

// KindKilobits returns how many kbit a second the records of a kind take in the packets to
// the client, without the packets' headers, since the settings last changed: 0 before a
// snapshot interval has passed.
func (r *Run) KindKilobits(k interp.Kind) float64 {
	settings, elapsed := r.Settings(), max(r.Now(), 0)-r.changed
	if elapsed < settings.KindInterval(k) {
		return 0
	}
	return kilobits((r.SentBits(k)-r.bitsThen[k])/8, elapsed)
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
	sending := o.Sending()
	for i := range sending {
		runs := &o.kindRuns[sending[i].Kind]
		*runs = countRun(*runs, &o.lostOf[sending[i].ID-1], p.Link.Fate != netsim.Delivered)
	}
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

func (o *observer) Acknowledged(e netsim.Event) { o.link.BytesUp += int64(e.Size) + HeaderBytes }

func (o *observer) Changed(at time.Duration, old *config.Settings) {
	settings := o.Settings()
	if old.Comparison != settings.Comparison {
		// Another lens, or none: what was measured of the one before is forgotten.
		o.lenses[game.Fourth] = lensMetrics{}
		o.lenses[game.Fourth].begin(o.Entities())
		o.recent.forget(game.Fourth)
	}
	o.changed = at
	for k := range o.bitsThen {
		o.bitsThen[k] = o.SentBits(interp.Kind(k))
	}
	if asDifferent(old, &settings) {
		o.whatIf.changed(at)
	}
}

func (o *observer) Framed(at time.Duration) { (*Run)(o).frame(at) }

// frameTime is when a display frame is.
type frameTime struct {
	now, elapsed time.Duration // elapsed since the frame before, 0 for the first
	perSecond    float32       // one second over elapsed, 0 if that is 0
}

// frame measures a display frame.
func (r *Run) frame(now time.Duration) {
	at := frameTime{now: now}
	if r.framed && now > r.last {
		at.elapsed = now - r.last
		at.perSecond = float32(1 / at.elapsed.Seconds())
	}
	r.framed, r.last = true, now
	for i := range r.truth {
		r.truth[i].advance(r, interp.EntityID(i+1), &at)
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
	summary := r.recent.add(now)
	settings := r.Settings()
	for l := range game.Lenses(&settings) {
		r.lens(l, &settings, &at, summary)
	}
	for i := range r.variants {
		r.drawn = r.AppendVariant(r.drawn[:0], i)
		var unused LensSummary
		r.measure(r.VariantStats(i), &r.variants[i], &at, &unused)
		r.variants[i].buffers(r.VariantStats(i), settings.Kinds.Len(), false, summary)
	}
	stats := r.Stats(game.Interpolated)
	wrong := stats.Applied - r.TrueOffset()
	if stats.Steps > 0 {
		summary.ClockError = time.Duration(wrong)
	}
	r.whatIf.add(stats, settings.Kinds.Len(), at.elapsed)
	r.whatIf.settle(now, wrong, settings.Down.Jitter)
}

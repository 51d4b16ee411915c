package measure

import (
	"encoding/json"
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/interp"
)

// Report is what a run came to, in the form of `demo report --json`: the unit is part
// of every name. Errors and corrections are distances in metres and angles in degrees.
type Report struct {
	Settings  json.RawMessage       `json:"settings"`
	Digest    string                `json:"digest"`
	DurationS float64               `json:"duration_s"`
	Link      LinkReport            `json:"link"`
	Formula   FormulaReport         `json:"formula"`
	Lenses    map[string]LensReport `json:"lenses"`
}

// LinkReport counts packets from the server to the client. LossRuns[i] is how many
// runs of i+1 lost packets there were, the 32nd of 32 and more. Rates are with HeaderBytes for
// each packet: of what was sent each way, and of what arrived from the server.
type LinkReport struct {
	LinkStats
	LossRuns    []int   `json:"loss_runs"`
	HeaderBytes int     `json:"header_bytes_per_packet"`
	KbitSDown   float64 `json:"kbit_s_down"`
	KbitSIn     float64 `json:"kbit_s_down_delivered"`
	KbitSUp     float64 `json:"kbit_s_up"`
	// Kinds is what is sent of each kind that the scenario has.
	Kinds map[string]KindLinkReport `json:"kinds"`
}

// KindLinkReport is what is sent of a kind: KbitSDown is what its records take in the
// packets, without the packets' headers. LongestLossRun is the most samples of one entity
// lost in a row.
type KindLinkReport struct {
	KbitSDown      float64 `json:"kbit_s_down"`
	LongestLossRun int     `json:"longest_loss_run"`
}

// FormulaReport is D ≥ (1+k)·I + J for the settings: RequiredDelayMS is for
// k = LossesToSurvive, LossesSurvived the k that the smallest delay in use meets, −1
// if it does not even cover the jitter and one interval. They are of packets; Kinds has
// the same of each kind that the scenario has, with its own interval.
type FormulaReport struct {
	IntervalMS      float64 `json:"interval_ms"`
	JitterMS        float64 `json:"jitter_ms"`
	LossesToSurvive int     `json:"losses_to_survive"`
	LossesSurvived  int     `json:"losses_survived"`
	RequiredDelayMS float64 `json:"required_delay_ms"`

	Kinds map[string]KindFormulaReport `json:"kinds"`
}

// KindFormulaReport is the formula for a kind: IntervalMS is the longest time between two
// samples of one of its entities when none is lost.
type KindFormulaReport struct {
	IntervalMS      float64 `json:"interval_ms"`
	LossesToSurvive int     `json:"losses_to_survive"`
	LossesSurvived  int     `json:"losses_survived"`
	RequiredDelayMS float64 `json:"required_delay_ms"`
}

// LensReport is one lens, overall and by kind.
type LensReport struct {
	Overall KindReport            `json:"overall"`
	Kinds   map[string]KindReport `json:"kinds"`
	Clock   ClockReport           `json:"clock"`
}

// ClockReport is a lens's estimate of the offset of local and server time at the end,
// against the truth: the clocks' difference plus the fastest one-way latency.
type ClockReport struct {
	TrueMS    float64 `json:"offset_true_ms"`
	TargetMS  float64 `json:"offset_target_ms"`
	AppliedMS float64 `json:"offset_applied_ms"`
	ErrorMS   float64 `json:"estimator_error_ms"`
	Steps     int     `json:"steps"`
}

// KindReport is one kind as one lens draws it, or all of them. StateWrongMS is the time in
// which an entity was shown in another discrete state than it was in, summed over the
// entities and the display frames, each of which stands for the time since the one before.
// DrawnFrames counts the display frames of each entity in which it was drawn: where it is 0,
// nothing was, and the zeros of all that follows from it say nothing.
type KindReport struct {
	DrawnFrames    int              `json:"drawn_frames"`
	Underruns      int              `json:"underruns"`
	UnderrunMS     float64          `json:"underrun_ms"`
	ExtrapolatedMS float64          `json:"extrapolated_ms"`
	HeldMS         float64          `json:"held_ms"`
	StaleMS        float64          `json:"stale_ms"`
	UnderrunShare  float64          `json:"underrun_share"`
	EventWaits     int              `json:"event_waits"`
	EventWaitMS    float64          `json:"event_wait_ms"`
	Resyncs        int              `json:"resyncs"`
	Latency        QuantilesReport  `json:"latency_ms"`
	NeededDelay    NeededReport     `json:"needed_delay_ms"`
	Delay          SpreadReport     `json:"delay_ms"`
	Correction     CorrectionReport `json:"correction_m"`
	PathError      ErrorReport      `json:"path_error_m"`
	Error          ErrorReport      `json:"error_m"`
	CorrectionDeg  CorrectionReport `json:"correction_deg"`
	PathErrorDeg   ErrorReport      `json:"path_error_deg"`
	ErrorDeg       ErrorReport      `json:"error_deg"`
	StateWrongMS   float64          `json:"state_wrong_ms"`
	RoughnessMPS   float64          `json:"roughness_mps"`
	Occupancy      OccupancyReport  `json:"occupancy"`
	BufferBytes    int              `json:"buffer_bytes"`
}

// QuantilesReport is a distribution in short.
type QuantilesReport struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// SpreadReport is the range of the applied delay over the frames, and its mean.
type SpreadReport struct {
	Min  float64 `json:"min"`
	Mean float64 `json:"mean"`
	Max  float64 `json:"max"`
}

// NeededReport is the delay that would have been enough for that share of frames.
type NeededReport struct {
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	P99  float64 `json:"p99"`
	P995 float64 `json:"p99_5"`
	Max  float64 `json:"max"`
}

// CorrectionReport is the corrections when data resumed.
type CorrectionReport struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// ErrorReport is distances, or angles, from the truth.
type ErrorReport struct {
	RMS float64 `json:"rms"`
	P95 float64 `json:"p95"`
	Max float64 `json:"max"`
}

// OccupancyReport is how many snapshots were ahead of render time.
type OccupancyReport struct {
	Min  int     `json:"min"`
	Mean float64 `json:"mean"`
	Max  int     `json:"max"`
}

// Report sums up the run so far.
func (r *Run) Report() Report {
	elapsed := max(r.Now(), 0)
	link := r.LinkStats()
	settings := r.Settings()
	out := Report{
		Settings:  r.settingsReport(),
		Digest:    fmt.Sprintf("%016x", r.Digest()),
		DurationS: elapsed.Seconds(),
		Link: LinkReport{
			LinkStats:   link,
			LossRuns:    append([]int{}, link.LossRuns[:min(link.LongestLossRun, len(link.LossRuns))]...),
			HeaderBytes: HeaderBytes, KbitSDown: kilobits(link.BytesDown, elapsed), KbitSIn: kilobits(link.BytesIn, elapsed), KbitSUp: kilobits(link.BytesUp, elapsed),
			Kinds: r.kindLinks(elapsed),
		},
		Formula: r.formula(),
		Lenses:  map[string]LensReport{},
	}
	for l := range game.Lenses(&settings) {
		out.Lenses[game.LensName(&settings, l)] = r.LensReport(l)
	}
	return out
}

// settingsReport returns every setting by its name, with what else the run was made
// from.
func (r *Run) settingsReport() json.RawMessage {
	trace := ""
	if m, on := r.Following(); on {
		trace = m.File
	}
	scenario, settings := r.Scenario(), r.Settings()
	return config.SettingsJSON(&scenario, &settings, trace)
}

// LinkStats returns the counts of packets so far.
func (r *Run) LinkStats() LinkStats { return r.link.finished() }

func (r *Run) formula() FormulaReport {
	settings, scenario := r.Settings(), r.Scenario()
	k := settings.PacketLossesExpected()
	interval, jitter := settings.Interval(), settings.Down.Jitter
	f := FormulaReport{
		IntervalMS:      config.Milliseconds(interval),
		JitterMS:        config.Milliseconds(jitter),
		LossesToSurvive: k,
		LossesSurvived:  interp.LossesSurvived(r.SmallestDelay(), interval, jitter),
		RequiredDelayMS: config.Milliseconds(interp.RequiredDelay(interval, jitter, k)),
		Kinds:           map[string]KindFormulaReport{},
	}
	for i := range settings.Kinds.Len() {
		k := interp.Kind(i)
		if scenario.Count(k) == 0 {
			continue
		}
		interval, losses := settings.KindInterval(k), settings.LossesExpected(k)
		f.Kinds[settings.Kinds.Name(k)] = KindFormulaReport{
			IntervalMS:      config.Milliseconds(interval),
			LossesToSurvive: losses,
			LossesSurvived:  interp.LossesSurvived(r.Delay(k), interval, jitter),
			RequiredDelayMS: config.Milliseconds(settings.RequiredDelay(k, losses)),
		}
	}
	return f
}

// kindLinks returns what was sent of each kind.
func (r *Run) kindLinks(elapsed time.Duration) map[string]KindLinkReport {
	scenario, out := r.Scenario(), map[string]KindLinkReport{}
	kinds := r.Kinds()
	for i := range kinds.Len() {
		k := interp.Kind(i)
		if scenario.Count(k) > 0 {
			runs, _ := r.KindLossRuns(k)
			out[kinds.Name(k)] = KindLinkReport{kilobits(r.SentBits(k)/8, elapsed), len(runs)}
		}
	}
	return out
}

// LensReport sums up one lens so far.
func (r *Run) LensReport(l game.Lens) LensReport { return r.reportOf(r.Stats(l), &r.lenses[l]) }

// VariantReport sums up the i-th playback of Vary so far.
func (r *Run) VariantReport(i int) LensReport { return r.reportOf(r.VariantStats(i), &r.variants[i]) }

func (r *Run) reportOf(stats *interp.Stats, m *lensMetrics) LensReport {
	trueOffset := r.TrueOffset()
	out := LensReport{
		Kinds: map[string]KindReport{},
		Clock: ClockReport{
			TrueMS:    config.Milliseconds(time.Duration(trueOffset)),
			TargetMS:  config.Milliseconds(time.Duration(stats.Target)),
			AppliedMS: config.Milliseconds(time.Duration(stats.Applied)),
			ErrorMS:   config.Milliseconds(time.Duration(stats.Applied - trueOffset)),
			Steps:     stats.Steps,
		},
	}
	scenario := r.Scenario()
	var all kindMetrics
	for k := range m.kinds {
		if scenario.Count(interp.Kind(k)) == 0 {
			continue
		}
		km := &m.kinds[k]
		out.Kinds[scenario.Settings.Kinds.Name(interp.Kind(k))] = km.report(&stats.Kinds[k].UnderrunStats, &stats.Kinds[k].Events, &km.needed, &km.ahead, stats.Kinds[k].Bytes)
		all.merge(km)
	}
	out.Overall = all.report(&stats.Overall, &stats.Events, &m.needed, &m.ahead, stats.Bytes)
	return out
}

// merge adds what was measured of another kind, but for needed and ahead, which are
// the worst of each frame and not the sum.
func (k *kindMetrics) merge(other *kindMetrics) {
	k.latency.merge(&other.latency)
	k.delay.merge(&other.delay)
	k.correction.merge(&other.correction)
	k.pathError.merge(&other.pathError)
	k.error.merge(&other.error)
	k.pathSquares.merge(&other.pathSquares)
	k.errorSquares.merge(&other.errorSquares)
	k.rough.merge(&other.rough)
	k.correctionTurn.merge(&other.correctionTurn)
	k.pathErrorTurn.merge(&other.pathErrorTurn)
	k.errorTurn.merge(&other.errorTurn)
	k.stateWrong += other.stateWrong
}

func (k *kindMetrics) report(inUnderrun *interp.UnderrunStats, events *interp.EventStats, needed *signed, ahead *occupancy, bytes int) KindReport {
	return KindReport{
		DrawnFrames: int(k.latency.count()),
		Underruns:   inUnderrun.Underruns,
		UnderrunMS:  config.Milliseconds(inUnderrun.InUnderrun), ExtrapolatedMS: config.Milliseconds(inUnderrun.ExtrapolatedTime), HeldMS: config.Milliseconds(inUnderrun.Held), StaleMS: config.Milliseconds(inUnderrun.Stale),
		UnderrunShare: inUnderrun.UnderrunShare(),
		EventWaits:    events.Waits, EventWaitMS: config.Milliseconds(events.Wait), Resyncs: events.Resyncs,
		Latency: QuantilesReport{
			P50: quantileMS(&k.latency, 0.5), P95: quantileMS(&k.latency, 0.95),
			P99: quantileMS(&k.latency, 0.99), Max: quantileMS(&k.latency, 1),
		},
		NeededDelay: NeededReport{
			P50: quantileMS(needed, 0.5), P95: quantileMS(needed, 0.95), P99: quantileMS(needed, 0.99),
			P995: quantileMS(needed, 0.995), Max: quantileMS(needed, 1),
		},
		Delay: SpreadReport{Min: config.Milliseconds(k.delay.min), Mean: k.delay.mean() / 1e6, Max: config.Milliseconds(k.delay.max)},
		Correction: CorrectionReport{
			Count: int(k.correction.count()),
			P50:   quantileM(&k.correction, 0.5), P95: quantileM(&k.correction, 0.95),
			P99: quantileM(&k.correction, 0.99), Max: quantileM(&k.correction, 1),
		},
		PathError: ErrorReport{RMS: k.pathSquares.rms(), P95: quantileM(&k.pathError, 0.95), Max: quantileM(&k.pathError, 1)},
		Error:     ErrorReport{RMS: k.errorSquares.rms(), P95: quantileM(&k.error, 0.95), Max: quantileM(&k.error, 1)},
		CorrectionDeg: CorrectionReport{
			Count: int(k.correctionTurn.sines.count()),
			P50:   k.correctionTurn.quantile(0.5), P95: k.correctionTurn.quantile(0.95),
			P99: k.correctionTurn.quantile(0.99), Max: k.correctionTurn.quantile(1),
		},
		PathErrorDeg: k.pathErrorTurn.report(),
		ErrorDeg:     k.errorTurn.report(),
		StateWrongMS: config.Milliseconds(k.stateWrong),
		RoughnessMPS: k.rough.rms(),
		Occupancy:    OccupancyReport{Min: ahead.min, Mean: ahead.mean(), Max: ahead.max},
		BufferBytes:  bytes,
	}
}

func quantileMS(d interface{ quantile(float64) float64 }, q float64) float64 {
	return d.quantile(q) / 1e6
}

func quantileM(d *distribution, q float64) float64 { return d.quantile(q) / 1e6 }

package study

import (
	"math"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Cost is what a delay costs. The unit is part of every name.
type Cost struct {
	DelayMS float64 `json:"delay_ms"`
	// UnderrunsPerMin and UnderrunShare are those of all runs of a delay that is set by
	// hand; of one that adapts, those of the real lens.
	UnderrunsPerMin float64 `json:"underruns_per_min"`
	UnderrunShare   float64 `json:"underrun_share"`
	// DrawnFrames and the rest are as the real lens drew it; where it drew nothing, the
	// zeros of the rest say nothing.
	DrawnFrames    int                     `json:"drawn_frames"`
	Underruns      int                     `json:"underruns"`
	UnderrunMS     float64                 `json:"underrun_ms"`
	LatencyMS      measure.QuantilesReport `json:"latency_ms"`
	ErrorM         measure.ErrorReport     `json:"error_m"`
	CorrectionP95M float64                 `json:"correction_p95_m"`
	// ErrorDeg and CorrectionP95Deg are the same of angles, in degrees, and StateWrongMS is
	// for how many milliseconds of a second an entity is shown in another discrete state.
	ErrorDeg         measure.ErrorReport `json:"error_deg"`
	CorrectionP95Deg float64             `json:"correction_p95_deg"`
	StateWrongMS     float64             `json:"state_wrong_ms_per_s"`
	// StalenessM is speed × display latency: how far a kind of this mean speed goes
	// while what is shown of it is on its way.
	SpeedMPS   float64 `json:"speed_mps"`
	StalenessM float64 `json:"staleness_cost_m"`
	// ExtrapolationErrorM is how far off the extrapolated lens is, which shows the present
	// and pays where a kind turns: the root mean square.
	ExtrapolationErrorM   float64 `json:"extrapolation_error_m"`
	ExtrapolationErrorDeg float64 `json:"extrapolation_error_deg"`
}

// costRun is what a run came to with the delays in use and with the recommended ones.
type costRun struct {
	inUse, recommended measure.Tally
	drawn              speeds
}

// beginCost starts a run with the delays in use, and with it the recommended ones on the
// same packets.
func (s *Study) beginCost(i int) (unit, error) {
	policies := s.plan.lens.Settings.Policies
	recommended := at(policies, 0)
	for k := range recommended {
		recommended[k].Delay = s.result.Kinds[k].Recommended.Delay
	}
	u, err := s.beginSession(i, policies, [][world.MaxKinds]interp.Policy{recommended}, s.plan.Span)
	if err != nil {
		return nil, err
	}
	r := &s.costs[i]
	u.each = func() { r.drawn.look(u.session) }
	u.take = func() {
		r.inUse.Add(u.session)
		r.recommended.AddVariant(u.session, 0)
	}
	return u, nil
}

// sumCost adds up one more run of a stage, and reports whether there was one.
func (s *Study) sumCost(st *stage) bool {
	if st.sort != costs || s.costsIn == st.to {
		return false
	}
	c := &s.costs[s.costsIn]
	s.costSum.inUse.Merge(&c.inUse)
	s.costSum.recommended.Merge(&c.recommended)
	s.costSum.drawn.merge(&c.drawn)
	*c = costRun{}
	s.costsIn++
	return true
}

// tellCosts says what so many runs come to.
func (s *Study) tellCosts(r *Result, runs int) {
	sum := &s.costSum
	minutes := s.plan.Span.Minutes() * float64(runs)
	for kind := range world.MaxKinds {
		k := &r.Kinds[kind]
		if !k.Present {
			continue
		}
		speed, extrapolated := sum.drawn.mean(kind), sum.inUse.Kind(game.Extrapolated, kind)
		entitySeconds := 60 * minutes * float64(max(s.entitiesOf(int(kind)), 1))
		cost := func(t *measure.Tally, byHand bool, delay time.Duration) Cost {
			l := t.Kind(game.Interpolated, kind)
			c := Cost{
				DelayMS: toMS(delay), DrawnFrames: l.DrawnFrames, Underruns: l.Underruns, UnderrunMS: l.UnderrunMS, LatencyMS: l.Latency, ErrorM: l.Error, CorrectionP95M: l.Correction.P95,
				SpeedMPS: speed, StalenessM: speed * l.Latency.P50 / 1000, ExtrapolationErrorM: extrapolated.Error.RMS,
				ErrorDeg: l.ErrorDeg, CorrectionP95Deg: l.CorrectionDeg.P95, StateWrongMS: l.StateWrongMS / entitySeconds, ExtrapolationErrorDeg: extrapolated.ErrorDeg.RMS,
			}
			if c.UnderrunsPerMin, c.UnderrunShare = k.At(delay); !byHand {
				c.DelayMS, c.UnderrunsPerMin, c.UnderrunShare = l.Delay.Mean, float64(l.Underruns)/minutes, l.UnderrunShare
			}
			return c
		}
		policy := &s.plan.Scenario.Settings.Policies[kind]
		k.CostRuns = runs
		k.InUse = cost(&sum.inUse, policy.Tuning == interp.ByHand, policy.Delay)
		k.AtRecommended = cost(&sum.recommended, true, k.Recommended.Delay)
	}
}

// speeds sums up how fast what lives moves, by kind.
type speeds struct {
	sum   [world.MaxKinds]float64 // m/s
	count [world.MaxKinds]int
}

func (v *speeds) look(s *measure.Run) {
	var state world.State
	truth := s.AppendTruth(nil, s.Now())
	for i := range truth {
		if s.Truth(truth[i].ID, s.Now(), &state) {
			v.sum[truth[i].Kind] += float64(state.Velocity.Len())
			v.count[truth[i].Kind]++
		}
	}
}

func (v *speeds) merge(other *speeds) {
	for k := range v.sum {
		v.sum[k] += other.sum[k]
		v.count[k] += other.count[k]
	}
}

func (v *speeds) mean(k interp.Kind) float64 { return v.sum[k] / float64(max(v.count[k], 1)) }

func toMS(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// number returns a number with at most so many decimals.
func number(v float64, decimals int) string {
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(v*scale)/scale, 'f', -1, 64)
}

package export

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/interp/compare"
	"snaplab/interp/compare/engines"
)

// engine is what is exported for an engine: an entry of engines.json.
type engine struct {
	Name, Title, Extension, Mark string
	// Lens is the engine whose lens proves it, "raw" for the raw lens; empty for none.
	Lens, Version string
	// Settings are names, each with a number or what it is, the delay's among them.
	Settings [][2]string
	Delay    *delaySetting // nil where it can't be told one
	// Step is how far off it is by itself, in ms, ticks or intervals; that of the delay if empty.
	Step       string
	Lines, Say []string
	Apply
	lens         *compare.Description
	delaySetting string
}

// Apply says where settings are pasted, when they are read or may be changed, and who may set them.
type Apply struct {
	Where string `json:"where"`
	When  string `json:"when"`
	Who   string `json:"who"`
}

// delaySetting is how a delay is set: its unit, the whole steps in which that is done, with how
// many decimals it is written, within which limits (an interval at least, if so), and whether it
// is added to what is there.
type delaySetting struct {
	Unit, Whole string
	Decimals    int
	Least, Most float64
	Interval    bool
	Less        bool
}

//go:embed engines.json
var enginesText []byte

var known = loadEngines()

func loadEngines() (all []engine) {
	if err := json.Unmarshal(enginesText, &all); err != nil {
		panic(err)
	}
	lenses := engines.All()
	for i := range all {
		e := &all[i]
		for j := range lenses {
			if lenses[j].Name == e.Lens {
				e.lens, e.Version = &lenses[j], lenses[j].Version
			}
		}
		for _, s := range e.Settings {
			if s[1] == "delay" {
				e.delaySetting = s[0]
			}
		}
		if e.Delay == nil || e.lens == nil {
			continue
		}
		for _, s := range e.lens.Settings {
			if s.Name == e.delaySetting {
				e.Delay.Least, e.Delay.Most = max(e.Delay.Least, s.Min), s.Max
			}
		}
	}
	return all
}

// quantities are what settings are made from, by name; those of time are in ms.
func quantities(s *config.Settings, extrapolated time.Duration) map[string]float64 {
	rate, ticks := float64(s.SendRate)/float64(config.Hertz), float64(s.TickRate)/float64(config.Hertz)
	interval, tick := toMS(s.Interval()), toMS(s.TickRate.Period())
	return map[string]float64{
		"rate": round(rate, 3), "whole rate": math.Round(rate), "whole tick rate": math.Round(ticks),
		"interval": interval, "interval/100": interval / 100, "interval in s": round(interval/1000, 4), "tick": tick, "ms": 1, "s": 1000,
		"extrapolated ticks": min(300, math.Ceil(toMS(extrapolated)/tick-1e-6)),
	}
}

func value(of map[string]float64, is string) float64 {
	if v, ok := of[is]; ok {
		return v
	}
	v, _ := strconv.ParseFloat(is, 64)
	return v
}

// Proof is an export for an engine, and what the engine's lens shows with the very values that
// are printed. Latency and the rest are null where there is no lens.
type Proof struct {
	Format      string `json:"format"`
	Version     string `json:"version"`
	NotModelled string `json:"not_modelled"`
	Apply
	Settings map[string]float64 `json:"settings"`
	Proved   bool               `json:"proved"`
	// AskedMS is the mean latency with the delay that is exported, of a lens that obeys it to
	// the ms; ExcessMS is how much later the engine shows, StepMS how far off it may be.
	AskedMS         float64  `json:"asked_latency_ms"`
	LatencyMS       *float64 `json:"latency_ms"`
	UnderrunsPerMin *float64 `json:"underruns_per_min"`
	UnderrunShare   *float64 `json:"underrun_share"`
	ExcessMS        *float64 `json:"excess_ms"`
	StepMS          float64  `json:"step_ms"`
	// Met says that it keeps to the budget, and Reason why it is later than a step, over it or not proved.
	Met    bool     `json:"met"`
	Reason string   `json:"reason"`
	Seeds  int      `json:"seeds"`
	Text   []string `json:"lines"`
}

// Work makes the proofs of an export, a little at a time.
type Work struct {
	export *Export
	of     map[string]float64
	left   []*engine
	seeds  int
	span   time.Duration
	tapes  []*tape
	tape   *tape   // being recorded
	exact  played  // what a lens shows that obeys the delay
	asked  float64 // its latency, ms; 0 while that isn't known
	search search
	trying *trial
	played int // of the tapes, by the trial or that lens
	proofs []Proof
	err    error
}

// Work begins the proofs for the engines of these names, of all if there are none.
func (e *Export) Work(names ...string) *Work {
	e = e.resolved()
	w := &Work{export: e, span: time.Duration(e.Advice.DurationS * float64(time.Second))}
	w.span = max(time.Second, w.span)
	w.seeds = e.Advice.Seeds
	if w.seeds == 0 {
		w.seeds = proofSeeds
	}
	w.seeds = max(1, min(w.seeds, int(proofTime/w.span)))
	if shared(&e.Scenario) { // all entities are needed
		w.seeds = min(w.seeds, max(2, proofEntities/max(1, countEntities(&e.Scenario))))
	}
	extrapolated := time.Duration(0)
	for i := range e.Advice.Kinds {
		extrapolated = max(extrapolated, e.policy(&e.Advice.Kinds[i]).MaxExtrapolation)
	}
	w.of = quantities(&e.Scenario.Settings, extrapolated)
	for i := range known {
		if len(names) == 0 || slices.Contains(names, known[i].Name) {
			w.left = append(w.left, &known[i])
		}
	}
	return w
}

// tapesPerStep are played in about the time that one takes to be recorded.
const tapesPerStep = 8

// proofSeeds are played where the advice is from no runs.
const proofSeeds = 20

// proofEntities bounds the entities of all runs of a proof.
const proofEntities = 800

func countEntities(s *config.Scenario) (n int) {
	for _, g := range s.Entities {
		n += g.Count
	}
	return n
}

// Step works for some milliseconds, and reports whether all is done. It stops at an error.
func (w *Work) Step() (done bool) {
	switch {
	case w.err != nil || len(w.left) == 0:
		return true
	case len(w.tapes) < w.seeds:
		if w.tape == nil {
			w.tape, w.err = newTape(w.export.Scenario, w.export.strictest(), w.export.Advice.FirstSeed+uint64(len(w.tapes)), w.span)
		}
		if w.err == nil && w.tape.record(w.span) {
			w.err = w.tape.session.Err()
			w.tapes, w.tape = append(w.tapes, w.tape), nil
		}
	case w.asked == 0:
		w.ideal()
	case w.trying == nil:
		w.start()
	case w.played < len(w.tapes):
		for range min(tapesPerStep, len(w.tapes)-w.played) {
			l, err := w.left[0].make(w.settings(w.trying.steps))
			if w.err = err; err != nil {
				return true
			}
			w.trying.play(l, w.tapes[w.played])
			w.played++
		}
	default:
		w.decide()
	}
	return w.err != nil || len(w.left) == 0
}

// Proofs returns what is proved by now, in the order of the engines, and the first error.
func (w *Work) Proofs() ([]Proof, error) { return w.proofs, w.err }

// ideal plays on with a lens that obeys the delay, to know what latency is asked for.
func (w *Work) ideal() {
	for range min(tapesPerStep, len(w.tapes)-w.played) {
		exact := *w.tapes[w.played]
		for k := range exact.config.Policies {
			exact.config.Policies[k] = interp.DefaultPolicy()
			exact.config.Policies[k].Delay = time.Duration(w.export.delay() * 1e6)
		}
		w.exact.play(new(interp.Interpolated), &exact)
		w.played++
	}
	if w.played == len(w.tapes) {
		w.asked = max(w.exact.latencyMS(), 1e-3)
	}
}

// start begins with the engine that is next.
func (w *Work) start() {
	e := w.left[0]
	w.trying, w.played, w.search = new(trial), 0, search{asked: w.asked}
	if d := e.Delay; d != nil {
		s := &w.search
		s.stepMS = value(w.of, d.Whole)
		perStep := s.stepMS / value(w.of, d.Unit)
		s.least, s.most = int(math.Ceil(d.Least/perStep-1e-9)), int(d.Most/perStep+1e-9)
		if d.Interval {
			s.least = max(s.least, min(int(math.Ceil(w.of["interval"]/s.stepMS-1e-9)), s.most))
		}
		w.trying.steps = s.least
		if !d.Less {
			w.trying.steps = max(s.least, min(int(math.Ceil(w.export.delay()/s.stepMS-1e-9)), s.most))
		}
		s.keeps = func(p *played) bool { return w.export.InUse || !w.export.Advice.Met || w.export.keeps(p) }
	}
	if e.Lens == "" {
		w.finish(w.trying)
	}
}

// decide goes on after a trial: with another, or with the next engine.
func (w *Work) decide() {
	t := *w.trying
	if w.left[0].Delay == nil {
		w.finish(&t)
		return
	}
	w.search.tried = append(w.search.tried, t)
	steps, done, answer := w.search.next()
	if done {
		w.finish(&w.search.tried[answer])
		return
	}
	w.trying, w.played = &trial{steps: steps}, 0
}

// settings returns an engine's settings with so many steps of delay, as they are printed.
func (w *Work) settings(steps int) map[string]float64 {
	e, set := w.left[0], map[string]float64{}
	for _, s := range e.Settings {
		if set[s[0]] = value(w.of, s[1]); s[1] == "delay" {
			set[s[0]] = round(float64(steps)*value(w.of, e.Delay.Whole)/value(w.of, e.Delay.Unit), e.Delay.Decimals)
		}
	}
	return set
}

// make returns the engine's lens with those of the settings that it knows.
func (e *engine) make(set map[string]float64) (interp.Lens, error) {
	if e.lens == nil {
		return new(interp.Raw), nil
	}
	known := map[string]float64{}
	for _, s := range e.lens.Settings {
		if v, ok := set[s.Name]; ok {
			known[s.Name] = v
		}
	}
	return e.lens.With(known)
}

// finish notes what a trial showed, and goes on to the next engine.
func (w *Work) finish(t *trial) {
	e := w.left[0]
	p := Proof{Format: e.Name, Version: e.Version, Apply: e.Apply, Settings: w.settings(t.steps), Proved: e.Lens != "", AskedMS: round(w.asked, 2), Seeds: len(w.tapes)}
	if e.lens != nil {
		p.NotModelled = e.lens.NotModelled
	}
	if e.Delay != nil {
		p.StepMS = round(max(1, value(w.of, e.Delay.Whole)), 3)
	}
	if e.Step != "" {
		p.StepMS = round(value(w.of, e.Step), 3)
	}
	if p.Proved {
		latency, perMinute, share := round(t.latencyMS(), 2), round(t.perMinute(), 3), round(t.share(), 5)
		excess := round(latency-p.AskedMS, 2)
		p.LatencyMS, p.UnderrunsPerMin, p.UnderrunShare, p.ExcessMS = &latency, &perMinute, &share, &excess
		if p.Met = w.export.keeps(&t.played); e.lens == nil { // raw: past its newest sample all the time
			p.Met, share, p.UnderrunsPerMin = false, 1, nil
		}
	}
	p.Reason = w.reason(e, t, &p)
	w.proofs = append(w.proofs, p)
	out := &w.proofs[len(w.proofs)-1]
	out.Text = e.lines(out.Settings)
	w.left, w.trying = w.left[1:], nil
}

// reason says why an engine is later or earlier than asked by more than its step, over the budget or
// not proved.
func (w *Work) reason(e *engine, t *trial, p *Proof) string {
	if !p.Proved {
		return "there is no lens of it"
	}
	s := &w.search
	late := math.Abs(*p.ExcessMS) > p.StepMS
	switch {
	case !late && p.Met:
		return ""
	case e.Delay == nil:
		return "it can't be told a delay"
	case t.steps == s.most:
		return fmt.Sprintf("%s is %s at most", e.delaySetting, number(p.Settings[e.delaySetting], 3))
	case t.steps == s.least && late:
		return fmt.Sprintf("%s is %s at least", e.delaySetting, number(p.Settings[e.delaySetting], 3))
	case !p.Met && w.export.InUse:
		return "the delay in use is too small for the budget"
	case !p.Met:
		return "no delay that it can be set to keeps to the budget"
	case len(s.tried) > s.matched && s.tried[s.matched].steps < t.steps:
		m := &s.tried[s.matched]
		return fmt.Sprintf("its clock is not as steady: at %s ms it has %s underruns a minute, %s %% of the time", number(m.latencyMS(), 0), number(m.perMinute(), 2), number(100*m.share(), 2))
	}
	return "its clock is left where it is between corrections"
}

// lines are what is to be pasted, with the settings filled in.
func (e *engine) lines(set map[string]float64) []string {
	var pairs []string
	for _, s := range e.Settings {
		v := set[s[0]]
		pairs = append(pairs, "{"+s[0]+"}", number(v, 4), "{"+s[0]+"?}", strconv.FormatBool(v != 0))
	}
	fill, out := strings.NewReplacer(pairs...), make([]string, len(e.Lines))
	for i, line := range e.Lines {
		out[i] = fill.Replace(line)
	}
	return out
}

package export

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/interp/compare/engines"
	"snaplab/netsim"
)

// network is an export for a random network, with a delay that is ample for it: three
// intervals and the jitter.
func network(n int) *Export {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	s := config.DefaultScenario()
	g := &s.Settings
	g.SendRate = []config.Rate{10, 20, 30, 60}[random.IntN(4)] * config.Hertz
	g.Down.Latency = time.Duration(10+random.IntN(140)) * time.Millisecond
	g.Up.Latency = g.Down.Latency
	g.Down.Jitter = time.Duration(random.IntN(40)) * time.Millisecond
	g.Down.Loss = netsim.Probability(random.IntN(5)) * 10_000
	interval := g.Interval()
	delay := math.Ceil(toMS(3*interval + g.Down.Jitter + 20*time.Millisecond))
	return &Export{
		Scenario: s, Version: "demo v1.2.3",
		Advice: &study.Advice{
			Scenario: "random", Zero: config.DelayZero, Seeds: 6, FirstSeed: uint64(100 * n), DurationS: 10, Met: true,
			Budget: study.BudgetAdvice{UnderrunsPerMin: 6, UnderrunShare: 0.05},
			Kinds:  []study.KindAdvice{{Kind: "car", DelayMS: delay}},
		},
	}
}

// watcher plays a lens in a session of its own and sums up how late it is: what a proof says,
// found without a tape.
type watcher struct {
	*game.Session
	*tape   // for what isn't watched
	lens    interp.Lens
	latency time.Duration
	frames  int
	first   time.Duration
	last    time.Duration
}

func (w *watcher) Framed(at time.Duration) {
	if w.first < 0 {
		w.first = at
	}
	w.last = at
	s := w.Settings()
	clock := s.ClientClock()
	if drawn := w.lens.AppendDrawn(nil, interp.LocalTime(clock.At(at))); len(drawn) > 0 {
		w.latency += w.ServerTime(at).Sub(drawn[0].Time)
		w.frames++
	}
}

// separately returns the latency in ms and the underruns a minute of an engine with these settings,
// and the share of the time in underrun since the first sample was reached.
func separately(t *testing.T, e *Export, l func() interp.Lens) (latency, perMinute, share float64) {
	t.Helper()
	sum, frames, underruns, all := time.Duration(0), 0, 0, time.Duration(0)
	var inUnderrun, shown time.Duration
	for i := range e.Advice.Seeds {
		s := e.Scenario
		s.Seed, s.Entities = e.Advice.FirstSeed+uint64(i), []world.Group{{Kind: world.Car, Count: 1}}
		session, err := game.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		w := &watcher{Session: session, tape: new(tape), lens: l(), first: -1}
		session.Feed(w.lens)
		session.Observe(w)
		session.AdvanceTo(time.Duration(e.Advice.DurationS) * time.Second)
		sum, frames = sum+w.latency, frames+w.frames
		stats := &w.lens.Stats().Kinds[world.Car]
		underruns, all = underruns+stats.Underruns, all+w.last-w.first
		inUnderrun, shown = inUnderrun+stats.InUnderrun, shown+stats.Total
	}
	return toMS(sum) / float64(frames), float64(underruns) / all.Minutes(), inUnderrun.Seconds() / shown.Seconds()
}

// Of 10 random networks each proof is what that engine's lens shows in runs of its own with the
// values of the export, and is as late as was asked for within one of the engine's steps, and
// within the budget, or says why not.
func TestProofsAreSeparateRuns(t *testing.T) {
	for n := range 10 {
		e := network(n)
		proofs, err := e.Prove()
		if err != nil || len(proofs) != len(known) {
			t.Fatalf("network %d: %d proofs, %v", n, len(proofs), err)
		}
		for i := range proofs {
			p := &proofs[i]
			if !p.Proved {
				if p.Reason == "" || p.LatencyMS != nil {
					t.Errorf("network %d, %s: not proved, %v ms and the reason %q", n, p.Format, p.LatencyMS, p.Reason)
				}
				continue
			}
			if p.Reason == "" && (math.Abs(*p.ExcessMS) > p.StepMS || !p.Met) {
				t.Errorf("network %d, %s: %+.1f ms and no reason", n, p.Format, *p.ExcessMS)
			}
			if p.Met && (*p.UnderrunsPerMin > 6 || *p.UnderrunShare > 0.05) {
				t.Errorf("network %d, %s: %v underruns a minute are said to be within the budget", n, p.Format, *p.UnderrunsPerMin)
			}
			if slices.Contains([]string{"mirror", "geckos", "lightyear", "source", "unity-entities"}, p.Format) && !p.Met {
				t.Errorf("network %d, %s: can be told a delay and isn't within the budget: %s", n, p.Format, p)
			}
			latency, perMinute, share := separately(t, e, func() interp.Lens { return lensOf(t, p) })
			if math.Abs(latency-*p.LatencyMS) > 0.01 || p.UnderrunsPerMin != nil && math.Abs(perMinute-*p.UnderrunsPerMin) > 0.001 {
				t.Errorf("network %d, %s %v: shows %.3f ms and %.3f a minute, the proof says %v and %v", n, p.Format, p.Settings, latency, perMinute, *p.LatencyMS, *p.UnderrunsPerMin)
			}
			if p.UnderrunsPerMin != nil && math.Abs(share-*p.UnderrunShare) > 1e-5 {
				t.Errorf("network %d, %s: is in underrun %.5f of the time shown, the proof says %v", n, p.Format, share, *p.UnderrunShare)
			}
		}
	}
}

// The kind with the largest delay is played, by its number in the scenario's own table, and the
// budget of each is said and kept to.
func TestKindsOfTheirOwn(t *testing.T) {
	rocket, walker, ball := world.BuiltIn(world.Rocket), world.BuiltIn(world.Walker), world.BuiltIn(world.Ball)
	kinds, err := world.NewKinds([]world.Kind{rocket, walker, ball})
	if err != nil {
		t.Fatal(err)
	}
	e := network(3)
	e.Scenario.Settings.Kinds = kinds
	strict := study.BudgetAdvice{UnderrunsPerMin: 2, UnderrunShare: 0.01}
	loose := study.BudgetAdvice{UnderrunsPerMin: 60, UnderrunShare: 0.5}
	e.Advice.Kinds = []study.KindAdvice{
		{Kind: "rocket", DelayMS: 400, Budget: loose}, {Kind: "walker", DelayMS: 60, Budget: loose}, {Kind: "ball", DelayMS: 130, Budget: strict},
	}
	if k := e.strictest(); k != 2 {
		t.Errorf("kind %d is played, want that of the ball: rockets come and go", k)
	}
	proofs, err := e.Prove("geckos")
	if err != nil {
		t.Fatal(err)
	}
	if p := &proofs[0]; !p.Met || *p.LatencyMS == 0 || *p.UnderrunsPerMin > 2 {
		t.Errorf("geckos: %s", p)
	}
	text := written(t, e, "geckos")
	for _, want := range []string{"rocket, walker: underruns a minute: at most 60, ", "; ball: underruns a minute: at most 2, ", "Who may set it: the game"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

// lensOf returns the lens of a proof with those of its settings that the engine has.
func lensOf(t *testing.T, p *Proof) interp.Lens {
	t.Helper()
	for _, e := range engines.All() {
		if e.Name != p.Format {
			continue
		}
		set := map[string]float64{}
		for _, s := range e.Settings {
			if v, ok := p.Settings[s.Name]; ok {
				set[s.Name] = v
			}
		}
		l, err := e.With(set)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	return new(interp.Raw)
}

// What is printed are the values that were played.
func TestPrintedValuesAreThosePlayed(t *testing.T) {
	e := exported()
	proofs, err := e.Prove()
	if err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)
	for i := range proofs {
		p := &proofs[i]
		text := ""
		for _, line := range p.Text {
			code, _, _ := strings.Cut(strings.ReplaceAll(line, " # ", " // "), " // ")
			text += strings.NewReplacer("false", "0", "true", "1").Replace(code) + "\n"
		}
		for name, v := range p.Settings {
			if !slices.ContainsFunc(numbers.FindAllString(text, -1), func(s string) bool { x, _ := strconv.ParseFloat(s, 64); return x == v }) {
				t.Errorf("%s: %s is %v in the JSON and not in\n%s", p.Format, name, v, text)
			}
		}
		if strings.Contains(text, "{min") || strings.Contains(text, "?}") || p.Version == "" {
			t.Errorf("%s %q: left open:\n%s", p.Format, p.Version, text)
		}
	}
	var back []map[string]any
	b, err := json.Marshal(proofs)
	if err == nil {
		err = json.Unmarshal(b, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range back {
		for _, name := range []string{"format", "version", "settings", "latency_ms", "underruns_per_min", "excess_ms", "where", "when", "who"} {
			if v, ok := row[name]; !ok || v == "" {
				t.Errorf("%v has no %s", row["format"], name)
			}
		}
	}
}

// A setting that changes nothing that is drawn, that players can't set, or that does something
// else is not exported; what can't be told a delay says so.
func TestNothingWithoutEffectIsExported(t *testing.T) {
	for format, not := range map[string]string{
		"source": "cl_extrapolate_amount", "unity-gameobjects": "ServerBufferSec =", "netfox": "display_offset=",
	} {
		if text := written(t, exported(), format); strings.Contains(text, not) {
			t.Errorf("%s sets %s:\n%s", format, not, text)
		}
	}
	for _, format := range []string{"unity-gameobjects", "netfox", "godot"} {
		text := written(t, exported(), format)
		if !strings.Contains(text, "it can't be told a delay") || !strings.Contains(text, "What can be done instead") {
			t.Errorf("%s doesn't say what it can't do:\n%s", format, text)
		}
	}
	if text := written(t, exported(), "unity-entities"); strings.Count(text, "CreateSingleton(") != 2 {
		t.Errorf("two singletons are wanted:\n%s", text)
	}
}

// One timeline for all kinds is the largest delay's: it says whose that is, and that the walker, which
// needs 130 ms, asks for 182 - 130 = 52 ms less. Where no delay can be told, none decides.
func TestOneTimelineSaysWhoDecides(t *testing.T) {
	for format, want := range map[string][]string{
		"source":            {"the largest delay is asked for", "walker    130 ms, 52 ms less than asked for\n", "drone     182 ms, which decides\n"},
		"unity-gameobjects": {"one timeline for all kinds, which can't be told a delay", "walker    130 ms\n", "drone     182 ms\n"},
	} {
		text := written(t, exported(), format)
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("%s doesn't say %q:\n%s", format, line, text)
			}
		}
	}
}

// Delays in use are taken as they are, whatever the budget; a limit of the engine is said.
func TestLimitsAreReasons(t *testing.T) {
	e := exported()
	e.InUse = true
	for i := range e.Advice.Kinds {
		e.Advice.Kinds[i].InUse.DelayMS = 700
	}
	proofs, err := e.Prove("source", "mirror")
	if err != nil {
		t.Fatal(err)
	}
	if p := &proofs[0]; p.Settings["cl_interp"] < 0.48 || !strings.Contains(p.Reason, "at most") {
		t.Errorf("source of 700 ms: %v, %s", p.Settings, p)
	}
	if p := &proofs[1]; math.Abs(*p.ExcessMS) > p.StepMS {
		t.Errorf("mirror of 700 ms: %v, %s", p.Settings, p)
	}
}

// A session runs as it does without a lens that is fed beside, and that lens shows what one of
// the session's own does.
func TestFedLensChangesNothing(t *testing.T) {
	run := func(fed *interp.Raw) *game.Session {
		s := network(1).Scenario
		session, err := game.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		if fed != nil {
			session.Feed(fed)
		}
		session.AdvanceTo(3 * time.Second)
		return session
	}
	fed := new(interp.Raw)
	with, without := run(fed), run(nil)
	if with.Digest() != without.Digest() {
		t.Error("the run is another one")
	}
	if got, want := fed.Stats().Verdicts, with.Stats(game.Raw).Verdicts; got != want || got[interp.Inserted] == 0 {
		t.Errorf("it got %v, the session's own %v", got, want)
	}
}

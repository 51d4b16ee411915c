package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"snaplab/cmd/demo/shell"
	"snaplab/game/export"
	"snaplab/game/study"
	"snaplab/game/world"
)

// tuneCommand recommends a delay for each kind.
type tuneCommand struct {
	outputFlags
	plotFlags
	Seeds  string `placeholder:"50" help:"How many seeds there are, from 1, or --seed, on. (8 with --trace.)"`
	Export string `placeholder:"FORMAT" help:"Print the delays as settings instead: ${exports}, or all for every engine. With --json as its list of exports, each with what the engine shows with those values."`
	InUse  bool   `help:"Export the delays of the settings instead of the recommended ones: numbers that were chosen by hand."`
	Check  bool   `help:"Exit with status 3 when the delays of the settings are not enough, for a test of a game."`
}

// Help is what kong prints below the command's one line.
func (c *tuneCommand) Help() string {
	return "For each kind, the smallest delay that keeps to the budget (1 underrun a minute and 0.5 % of the time in underrun, unless others are given) with a confidence of 90 %, " +
		"the interval of 90 % in which it lies, why a smaller one would not do, and what it costs. The script of a scenario is left out: the delays are for the settings that it begins with. " +
		"With --trace FILE a run lasts as long as the trace and 20 s at least, unless --duration says otherwise. Exit status 3: no delay up to 2 s keeps to the budget."
}

// tuned is the JSON of the command.
type tuned struct {
	Version string `json:"version"`
	*study.Advice
	Exports []export.Proof `json:"exports,omitempty"`
}

// Run is called by kong.
func (c *tuneCommand) Run(env *environment) error {
	question, err := c.question(env.settings)
	if err != nil {
		return err
	}
	if c.InUse && c.Export == "" {
		return usage("--in-use is for --export, want for example --export mirror with it")
	}
	form, err := c.form()
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if used := study.AdviceInUse(&question.Scenario); used != nil && c.atOnce(form) {
		if used.FirstSeed, used.Seeds = question.FirstSeed, question.Seeds; question.Span > 0 {
			used.DurationS = question.Span.Seconds()
		}
		home := &export.Export{Advice: used, InUse: true, Scenario: question.Scenario, Version: "demo " + shell.Version()}
		return c.writeHome(env.stdout, home, form)
	}
	st, err := study.New(question)
	if err != nil {
		return bare(err)
	}
	if err := workStudy(st, env.stderr); err != nil {
		return err
	}
	advice := st.Result().Advice()
	home := &export.Export{Advice: advice, InUse: c.InUse, Scenario: question.Scenario, Version: "demo " + shell.Version()}
	if c.Export != "" && !c.JSON {
		err = c.writeHome(env.stdout, home, form)
	} else {
		var proofs []export.Proof
		if c.Export == allExports {
			proofs, err = home.Prove()
		} else if c.Export != "" {
			proofs, err = home.Prove(form.Name)
		}
		if err != nil {
			return bare(err)
		}
		err = c.print(env.stdout, tuned{home.Version, advice, proofs}, func(rows *csvRows) { addAdvice(rows, advice) }, func(w io.Writer) { writeAdvice(w, question, advice) })
	}
	if err == nil {
		err = c.write(tunePlots(st.Result(), question))
	}
	switch {
	case err != nil:
		return err
	case !advice.Met && !c.InUse:
		first := slices.IndexFunc(advice.Kinds, func(k study.KindAdvice) bool { return !k.Met })
		return overBudget(fmt.Sprintf("no delay keeps to the budget for %s: %s", kindsWhere(advice, func(k *study.KindAdvice) bool { return !k.Met }), advice.Kinds[first].Text))
	case c.Check && !advice.InUseMet:
		return overBudget("the delay in use is over the budget for " + kindsWhere(advice, func(k *study.KindAdvice) bool { return !k.InUseMet }))
	}
	return nil
}

// allExports exports to every engine.
const allExports = "all"

// form returns the form that is wanted, nil for none or for all.
func (c *tuneCommand) form() (*export.Form, error) {
	switch {
	case c.Export == "":
		return nil, nil
	case c.CSV:
		return nil, usage("--export and --csv can't be used together, want --export csv")
	case c.Export == allExports:
		return nil, nil
	}
	form, err := export.Find(c.Export)
	switch {
	case err != nil:
		return nil, bare(err)
	case c.JSON && form.Title == "":
		return nil, usage("--export %s and --json can't be used together, want an engine, or all", form.Name)
	}
	return form, nil
}

// atOnce reports whether an export needs no study: that of delays in use, without what they cost.
func (c *tuneCommand) atOnce(form *export.Form) bool {
	return c.InUse && !c.JSON && !c.Check && c.Plot == "" && (form == nil || form.Title != "" || form.Name == "json")
}

// writeHome writes an export in a form, or those of all engines, one text after the other.
func (c *tuneCommand) writeHome(w io.Writer, e *export.Export, form *export.Form) error {
	if form != nil {
		return printed(w, func(w io.Writer) error { return e.Write(w, form.Name) })
	}
	proofs, err := e.Prove()
	if err != nil {
		return bare(err)
	}
	return printed(w, func(w io.Writer) error {
		for i := range proofs {
			if i > 0 {
				io.WriteString(w, "\n") // an error comes again
			}
			if err := e.WriteProof(w, &proofs[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// question makes a question of the flags.
func (c *tuneCommand) question(flags *settingFlags) (*study.Question, error) {
	scenario, err := flags.scenario()
	if err != nil {
		return nil, err
	}
	q := &study.Question{Scenario: scenario, FirstSeed: study.FirstSeed, Costs: true, AtOnce: true}
	if c.Seeds != "" {
		if q.Seeds, err = parseSeeds(c.Seeds); err != nil {
			return nil, err
		}
	}
	switch length := scenario.Measured.Length(); {
	case flags.Duration != nil:
		q.Span = scenario.Duration
	case length > 0:
		span, _ := study.DefaultRuns(&scenario.Measured)
		q.Span = max(span, length) // all of it, however long
	}
	if flags.Seed != nil {
		q.FirstSeed = scenario.Seed
	}
	if trace := scenario.Measured.Trace; scenario.Settings.Down.Bandwidth == 0 && (trace == nil || trace.Opportunities == nil) {
		q.Entities = crowd // where the bandwidth is limited, all count
	}
	return q, nil
}

// crowd is how many entities a run with lenses has at most: what a delay costs does not depend
// on how many there are, and a run of thousands takes minutes.
const crowd = 200

// parseSeeds reads a number of seeds.
func parseSeeds(text string) (int, error) {
	seeds, err := strconv.Atoi(text)
	if err != nil || seeds < 1 || seeds > study.MaxSeeds {
		return 0, usage("seeds %q is not understood, want a whole number from 1 to %d", text, study.MaxSeeds)
	}
	return seeds, nil
}

// workStudy makes a study's runs on all cores, stage by stage.
func workStudy(st *study.Study, stderr io.Writer) error {
	for done := false; !done; done = st.Next() {
		said := progressTo(stderr, st.Runs(), "runs")
		var made atomic.Int64
		err := onAllCores(st.Runs(), func(i int) error {
			err := st.Make(i)
			said(int(made.Add(1)))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func kindsWhere(a *study.Advice, is func(*study.KindAdvice) bool) string {
	var names []string
	for i := range a.Kinds {
		if is(&a.Kinds[i]) {
			names = append(names, a.Kinds[i].Kind)
		}
	}
	return strings.Join(names, ", ")
}

// writeAdvice writes an advice for people.
func writeAdvice(w io.Writer, q *study.Question, a *study.Advice) {
	fmt.Fprintf(w, "%s: %s each of %s from seed %d on, each timed %s and played %s\n\nnetwork  %s\nextra    the mean packet takes %s ms longer than the fastest, the slowest %s ms\nlosses   %s %%; %s; (1 + %d) · %s + %s = %s ms\n",
		a.Scenario, counted(a.Seeds, "run", "runs"), fixed(a.DurationS, 0)+" s", a.FirstSeed, counted(a.TimedRuns/a.Seeds, "time", "times"), counted(min(1, a.LensRuns), "time", "times"),
		networkLine(&q.Scenario.Settings), trimmed(a.Link.MeanExtraMS), trimmed(a.Link.MaxExtraMS),
		fixed(100*a.Link.LossShare, 2), a.Link.SurviveText, a.Link.Survive, trimmed(a.Link.IntervalMS), trimmed(a.Link.JitterMS), trimmed(a.Link.FormulaMS))
	for _, g := range grouped(a, func(k *study.KindAdvice) string { return budgetLine(&k.Budget) }) {
		if len(g.kinds) < len(a.Kinds) {
			g.text += " (" + strings.Join(g.kinds, ", ") + ")"
		}
		fmt.Fprintf(w, "budget   %s\n", g.text)
	}
	if m := q.Scenario.Measured; m.Trace != nil {
		fmt.Fprintf(w, "follows  %s\n", m.File)
	}
	kinds := q.Scenario.Settings.Kinds
	t := new(table)
	t.add("")
	t.add("", "rate", "records", "k", "formula", "delay", "90 %", "underruns", "in underrun", "latency", "error", "corrections", "staleness cost", "extrapolation error", "in use", "underruns", "in underrun", "latency", "error")
	t.add("", "hz", "kbit/s", "", "ms", "ms", "ms", "a minute", "% of time", "ms", "m rms", "m 95 %", "m", "m rms", "ms", "a minute", "% of time", "ms", "m rms")
	for i := range a.Kinds {
		k := &a.Kinds[i]
		n, u := &k.Recommended, &k.InUse
		mark, delay := "", trimmed(k.DelayMS)
		if !k.InUseMet {
			mark = " !"
		}
		band := trimmed(k.LowMS) + "–" + trimmed(k.HighMS)
		if !k.Met {
			delay = "not met"
		}
		if !k.Met && k.LowMS == k.HighMS { // none, however sure
			band = "–"
		}
		// What only turns is told in degrees, and a state in the time in which it is wrong.
		error, correction, staleness, extrapolation, errorInUse := fixed(n.ErrorM.RMS, 3), fixed(n.CorrectionP95M, 3), fixed(n.StalenessM, 2), fixed(n.ExtrapolationErrorM, 3), fixed(u.ErrorM.RMS, 3)
		switch kind, _ := kinds.Parse(k.Kind); kinds.Varies(kind) {
		case world.Rotation:
			error, correction, staleness, extrapolation, errorInUse = fixed(n.ErrorDeg.RMS, 1)+"°", fixed(n.CorrectionP95Deg, 1)+"°", "–", fixed(n.ExtrapolationErrorDeg, 1)+"°", fixed(u.ErrorDeg.RMS, 1)+"°"
		case world.Stance:
			error, correction, staleness, extrapolation, errorInUse = fixed(n.StateWrongMS, 0)+" ms/s", "–", "–", "–", fixed(u.StateWrongMS, 0)+" ms/s"
		}
		latency, latencyInUse := fixed(n.LatencyMS.P50, 0), fixed(u.LatencyMS.P50, 0)
		if n.DrawnFrames == 0 {
			latency, error, correction, staleness, extrapolation = "–", "–", "–", "–", "–"
		}
		if u.DrawnFrames == 0 {
			latencyInUse, errorInUse = "–", "–"
		}
		t.add(k.Kind, trimmed(k.RateHz), fixed(k.KbitSDown, 1), count(k.Survive), trimmed(k.FormulaMS), delay, band, fixed(n.UnderrunsPerMin, 2), fixed(100*n.UnderrunShare, 2), latency, error, correction,
			staleness, extrapolation, fixed(u.DelayMS, 0)+mark, fixed(u.UnderrunsPerMin, 2), fixed(100*u.UnderrunShare, 2), latencyInUse, errorInUse)
	}
	t.write(w)
	text := "\n"
	for _, g := range grouped(a, kindText) {
		text += fmt.Sprintf("%s\n  %s\n", strings.Join(g.kinds, ", "), g.text)
	}
	for _, warning := range a.Warnings {
		text += "\nwarning: " + warning + "\n"
	}
	fmt.Fprintf(w, "%s\nDelays count from %s. --export FORMAT prints them for: %s.\n", text, a.Zero, strings.Join(export.Names(), ", "))
}

// group is kinds of which the same is to be said.
type group struct {
	kinds []string
	text  string
}

// grouped says something of each kind, once for those of which it is the same.
func grouped(a *study.Advice, say func(*study.KindAdvice) string) (groups []group) {
	for i := range a.Kinds {
		text := say(&a.Kinds[i])
		at := slices.IndexFunc(groups, func(g group) bool { return g.text == text })
		if at < 0 {
			at, groups = len(groups), append(groups, group{text: text})
		}
		groups[at].kinds = append(groups[at].kinds, a.Kinds[i].Kind)
	}
	return groups
}

// kindText says why a kind's delay is recommended.
func kindText(k *study.KindAdvice) string {
	if !k.Met {
		return k.Text
	}
	return fmt.Sprintf("%s ms, %s–%s: %s", trimmed(k.DelayMS), trimmed(k.LowMS), trimmed(k.HighMS), k.Text)
}

func budgetLine(b *study.BudgetAdvice) string {
	parts := []string{fmt.Sprintf("at most %s and %s %% of the time in underrun", underrunsText(b.UnderrunsPerMin), trimmed(100*b.UnderrunShare))}
	for _, part := range []struct {
		format string
		value  *float64
	}{
		{"95 %% of the corrections at most %g m", b.CorrectionP95M},
		{"95 %% of the corrections at most %g°", b.CorrectionP95Deg},
		{"95 %% of the errors at most %g m", b.ErrorP95M},
		{"a latency of %g ms at most", b.LatencyMS},
		{"a gap of %g ms survived", b.LongestGapMS},
	} {
		if part.value != nil {
			parts = append(parts, fmt.Sprintf(part.format, *part.value))
		}
	}
	if k := b.LossesToSurvive; k != nil {
		parts[len(parts)-1] += fmt.Sprintf(" (k = %d)", *k)
	}
	return strings.Join(parts, ", ")
}

// underrunsText is a number of underruns a minute.
func underrunsText(perMinute float64) string {
	if perMinute == 1 {
		return "1 underrun a minute"
	}
	return fmt.Sprintf("%g underruns a minute", perMinute)
}

// tuneRow is a row of the CSV.
type tuneRow struct {
	Kind        string     `json:"kind"`
	DelayMS     float64    `json:"delay_ms"`
	LowMS       float64    `json:"delay_ms_low"`
	HighMS      float64    `json:"delay_ms_high"`
	Met         bool       `json:"met"`
	InUseMet    bool       `json:"in_use_met"`
	Decided     string     `json:"decided"`
	LessPerMin  float64    `json:"one_ms_less_underruns_per_min"`
	Recommended study.Cost `json:"recommended"`
	InUse       study.Cost `json:"in_use"`

	RateHz     float64 `json:"rate_hz"`
	IntervalMS float64 `json:"interval_ms"`
	FormulaMS  float64 `json:"formula_ms"`
	KbitSDown  float64 `json:"kbit_s_down"`
}

func addAdvice(rows *csvRows, a *study.Advice) {
	for i := range a.Kinds {
		k := &a.Kinds[i]
		rows.add(nil, nil, tuneRow{k.Kind, k.DelayMS, k.LowMS, k.HighMS, k.Met, k.InUseMet, k.Why.Decided, k.Why.LessPerMin, k.Recommended, k.InUse, k.RateHz, k.IntervalMS, k.FormulaMS, k.KbitSDown})
	}
}

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"snaplab/cmd/demo/shell"
	"snaplab/game/study"
)

// tuneCommand recommends a delay for each kind.
type tuneCommand struct {
	outputFlags
	budgetFlags
	Seeds  string `placeholder:"50" help:"How many runs there are, with the seeds from 1, or --seed, on. (8 with --trace.)"`
	Export string `xor:"form" placeholder:"FORMAT" help:"Print the delays as settings instead: ${exports}."`
	InUse  bool   `help:"Export the delays of the settings instead of the recommended ones: numbers that were chosen by hand."`
	Check  bool   `help:"Exit with status 3 when the delays of the settings are not enough, for a test of a game."`
}

// Help is what kong prints below the command's one line.
func (c *tuneCommand) Help() string {
	return "For each kind, the smallest delay in whole milliseconds that keeps to the budget (--underruns 1/min unless another is given), why a smaller one would not do, and what it costs. " +
		"With --trace FILE a run lasts as long as the trace and 20 s at least, unless --duration says otherwise. Exit status 3: no delay up to 2 s keeps to the budget."
}

// tuned is the JSON of the command.
type tuned struct {
	Version string `json:"version"`
	*study.Advice
}

// Run is called by kong.
func (c *tuneCommand) Run(env *environment) error {
	tuning, err := c.tuning(env.settings)
	if err != nil {
		return err
	}
	if c.InUse && c.Export == "" {
		return usage("--in-use is for --export, want for example --export mirror with it")
	}
	if c.Export != "" {
		if _, err := study.FindExportForm(c.Export); err != nil {
			return bare(err)
		}
	}
	tuner, err := study.NewTuner(tuning)
	if err != nil {
		return bare(err)
	}
	if err := workTuner(tuner, env.stderr); err != nil {
		return err
	}
	advice := tuner.Advice()
	version := "demo " + shell.Version()
	if c.Export != "" {
		export := &study.Export{Advice: advice, InUse: c.InUse, Scenario: tuning.Scenario, Version: version}
		err = printed(env.stdout, func(w io.Writer) error { return export.Write(w, c.Export) })
	} else {
		err = c.print(env.stdout, tuned{version, advice}, func(rows *csvRows) { addAdvice(rows, advice) }, func(w io.Writer) { writeAdvice(w, tuning, advice) })
	}
	switch {
	case err != nil:
		return err
	case !advice.Met && !c.InUse:
		return overBudget("no delay keeps to the budget for " + kindsWhere(advice, func(k *study.KindAdvice) bool { return !k.Met }))
	case c.Check && !advice.InUseMet:
		return overBudget("the delay in use is over the budget for " + kindsWhere(advice, func(k *study.KindAdvice) bool { return !k.InUseMet }))
	}
	return nil
}

// tuning makes a tuning of the flags.
func (c *tuneCommand) tuning(flags *settingFlags) (*study.Tuning, error) {
	scenario, err := flags.scenario()
	if err != nil {
		return nil, err
	}
	if !c.given() {
		c.Underruns = "1/min"
	}
	budget, err := c.budget()
	if err != nil {
		return nil, err
	}
	span, seeds := study.DefaultRuns(&scenario.Measured)
	if c.Seeds != "" {
		if seeds, err = parseSeeds(c.Seeds); err != nil {
			return nil, err
		}
	}
	if length := scenario.Measured.Length(); length > 0 && flags.Duration == nil {
		scenario.Duration = max(span, length) // all of it, however long
	}
	tuning := &study.Tuning{Scenario: scenario, Budget: budget, Seeds: seeds, FirstSeed: study.FirstSeed}
	if flags.Seed != nil {
		tuning.FirstSeed = scenario.Seed
	}
	if err := tuning.Validate(); err != nil {
		return nil, bare(err)
	}
	return tuning, nil
}

// parseSeeds reads a number of seeds.
func parseSeeds(text string) (int, error) {
	seeds, err := strconv.Atoi(text)
	if err != nil || seeds < 1 || seeds > study.MaxSeeds {
		return 0, usage("seeds %q is not understood, want a whole number from 1 to %d", text, study.MaxSeeds)
	}
	return seeds, nil
}

// workTuner makes a tuner's runs on all cores, stage by stage.
func workTuner(tuner *study.Tuner, stderr io.Writer) error {
	for done := false; !done; done = tuner.Next() {
		said := progressTo(stderr, tuner.Runs(), "runs")
		var made atomic.Int64
		err := onAllCores(tuner.Runs(), func(i int) error {
			err := tuner.Make(i)
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
func writeAdvice(w io.Writer, tuning *study.Tuning, a *study.Advice) {
	settings := &tuning.Scenario.Settings
	fmt.Fprintf(w, "%s: %s each of %s from seed %d on\n\nnetwork  %s\nextra    the mean packet takes %s ms longer than the fastest, the slowest %s ms\nlosses   %s\nbudget   %s\n",
		a.Scenario, counted(a.Seeds, "run", "runs"), seconds(tuning.Scenario.Duration), a.FirstSeed,
		networkLine(settings), trimmed(a.Link.MeanExtraMS), trimmed(a.Link.MaxExtraMS), lossRunsLine(a.Link.LossRuns), budgetLine(a))
	if m := tuning.Scenario.Measured; m.Trace != nil {
		fmt.Fprintf(w, "follows  %s\n", m.File)
	}
	t := new(table)
	t.add("")
	t.add("", "delay", "runs dry", "shows", "off now", "jumps", "goes meanwhile", "guessing: off", "in use", "runs dry", "shows", "off now")
	t.add("", "ms", "a minute", "ms ago", "m rms", "m 95 %", "m", "m rms", "ms", "a minute", "ms ago", "m rms")
	for i := range a.Kinds {
		k := &a.Kinds[i]
		n, u := &k.Recommended, &k.InUse
		mark := ""
		if !k.InUseMet {
			mark = " !"
		}
		t.add(k.Kind, fixed(k.DelayMS, 0), fixed(n.UnderrunsPerMin, 2), fixed(n.LatencyMS.P50, 0), fixed(n.ErrorM.RMS, 3), fixed(n.CorrectionP95M, 3),
			fixed(n.StalenessM, 2), fixed(n.ExtrapolationErrorM, 3), fixed(u.DelayMS, 0)+mark, fixed(u.UnderrunsPerMin, 2), fixed(u.LatencyMS.P50, 0), fixed(u.ErrorM.RMS, 3))
	}
	t.write(w)
	fmt.Fprintf(w, "\n%s\nDelays count from %s. --export FORMAT prints them for: %s.\n", whyText(a), a.Zero, strings.Join(study.ExportNames(), ", "))
}

// whyText says why, once for the kinds of which the same is to be said.
func whyText(a *study.Advice) string {
	var texts []string
	kinds := map[string][]string{}
	for i := range a.Kinds {
		k := &a.Kinds[i]
		text := fmt.Sprintf("%.0f ms: %s", k.DelayMS, k.Text)
		if kinds[text] == nil {
			texts = append(texts, text)
		}
		kinds[text] = append(kinds[text], k.Kind)
	}
	var all strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&all, "%s\n  %s\n", strings.Join(kinds[text], ", "), text)
	}
	return all.String()
}

// lossRunsLine says how many packets in a row were lost how often.
func lossRunsLine(runs []int) string {
	var parts []string
	for i, n := range runs {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d in a row: %d×", i+1, n))
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func budgetLine(a *study.Advice) string {
	var parts []string
	if v := a.Budget.UnderrunsPerMin; v != nil {
		parts = append(parts, "at most "+underrunsText(*v))
	}
	if v := a.Budget.CorrectionP95M; v != nil {
		parts = append(parts, fmt.Sprintf("95 %% of the jumps at most %g m", *v))
	}
	if v := a.Budget.LongestGapMS; v != nil {
		parts = append(parts, fmt.Sprintf("%g ms of silence survived (k = %d)", *v, *a.Budget.LossesToSurvive))
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
	Met         bool       `json:"met"`
	InUseMet    bool       `json:"in_use_met"`
	Decided     string     `json:"decided"`
	LessPerMin  float64    `json:"one_ms_less_underruns_per_min"`
	Recommended study.Cost `json:"recommended"`
	InUse       study.Cost `json:"in_use"`
}

func addAdvice(rows *csvRows, a *study.Advice) {
	for i := range a.Kinds {
		k := &a.Kinds[i]
		rows.add(nil, nil, tuneRow{k.Kind, k.DelayMS, k.Met, k.InUseMet, k.Why.Decided, k.Why.LessPerMin, k.Recommended, k.InUse})
	}
}

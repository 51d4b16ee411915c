package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"snaplab/game/study"
)

// sweepCommand runs a scenario for every value of one setting, or of two.
type sweepCommand struct {
	outputFlags
	plotFlags
	Seeds string `placeholder:"200" default:"200" help:"How many runs there are of each value, with the seeds from 1, or --seed, on."`
}

// Help is what kong prints below the command's one line.
func (c *sweepCommand) Help() string {
	return "One setting has several values: a range such as --delay 50ms..400ms/10ms (from, to, step) or a list such as --delay 100ms,150ms,200ms,330ms; or two have, as a grid. " +
		"With a budget, exit status 3 says that a value is over it for some kind, on average over the seeds. " +
		"Every value meets the same chances, so what differs is due to the value. The result does not depend on the number of cores."
}

// Run is called by kong.
func (c *sweepCommand) Run(env *environment) error {
	plan, err := c.plan(env.settings)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if _, number := plan.Setting.Number(plan.Values[0]).(float64); c.Plot != "" && !number {
		return usage("--plot is for a setting of numbers, and %s is none", plan.Setting.Name)
	}
	jobs, err := work(plan, progressTo(env.stderr, plan.Runs(), "runs"))
	if err != nil {
		return err
	}
	rows := study.Rows(plan, jobs...)
	err = c.print(env.stdout, rows, func(out *csvRows) { addSweep(out, rows) }, func(w io.Writer) {
		if plan.Other != nil {
			writeGrid(w, plan, rows)
		} else {
			writeSweep(w, plan, rows)
		}
	})
	if err != nil {
		return err
	}
	if err := c.write(sweepPlots(plan, rows)); err != nil {
		return err
	}
	if !plan.Scenario.Budgets.Given() {
		return nil
	}
	if over := plan.Over(rows); len(over) > 0 {
		return overBudget(fmt.Sprintf("%s over the budget, the first %s", counted(len(over), "value is", "values are"), plan.Label(over[0])))
	}
	return nil
}

// plan makes a plan of the flags.
func (c *sweepCommand) plan(flags *settingFlags) (*study.Plan, error) {
	var fixed []assignment
	var several []*assignment
	given := flags.assignments()
	for i := range given {
		a := &given[i]
		if !a.many() {
			if n := len(several); n > 0 && several[n-1].setting.Name == a.setting.Name {
				return nil, usage("--%s %s comes after the values to run through, want it before", a.setting.Name, a.text)
			}
			fixed = append(fixed, *a)
			continue
		}
		if len(several) == 2 {
			return nil, usage("--%s, --%s and --%s are several values each, want one or two settings with several", several[0].setting.Name, several[1].setting.Name, a.setting.Name)
		}
		several = append(several, a)
	}
	if several == nil {
		return nil, usage("no setting has several values, want one as a range or a list, for example --delay 50ms..400ms/10ms")
	}
	scenario, err := flags.scenarioWith(fixed, flags.traceOptions())
	if err != nil {
		return nil, err
	}
	var axes []*study.Axis
	for _, a := range several {
		qualifier, values, err := a.values(&scenario.Settings)
		if err != nil {
			return nil, err
		}
		axes = append(axes, &study.Axis{Setting: a.setting, Qualifier: qualifier, Values: values})
	}
	seeds, err := parseSeeds(c.Seeds)
	if err != nil {
		return nil, err
	}
	// The last one is of the playback, if any is: its values can share the packets.
	inner := axes[len(axes)-1]
	plan := &study.Plan{Scenario: scenario, Setting: inner.Setting, Qualifier: inner.Qualifier, Values: inner.Values, Seeds: seeds, FirstSeed: 1}
	if len(axes) == 2 {
		plan.Other = axes[0]
	}
	if flags.Seed != nil {
		plan.FirstSeed = scenario.Seed
	}
	if err := plan.Validate(); err != nil {
		return nil, bare(err)
	}
	return plan, nil
}

// work makes a plan's runs on all cores. said is called now and then with the number
// of runs made.
func work(plan *study.Plan, said func(made int)) ([]*study.Job, error) {
	jobs := make([]*study.Job, min(runtime.GOMAXPROCS(0), plan.Runs()))
	for i := range jobs {
		var err error
		if jobs[i], err = study.NewJob(plan, i, len(jobs)); err != nil {
			return nil, usageError{err}
		}
	}
	var made atomic.Int64
	err := onAllCores(len(jobs), func(i int) error {
		j := jobs[i]
		for done := false; !done; {
			before, until := j.Made(), time.Now().Add(100*time.Millisecond)
			done = j.Step(func() bool { return time.Now().After(until) })
			said(int(made.Add(int64(j.Made() - before))))
		}
		return j.Err()
	})
	return jobs, err
}

// onAllCores does n things, as many at a time as there are cores, and returns the error of
// the first that has one.
func onAllCores(n int, do func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = do(i)
			}
		}()
	}
	wait.Wait()
	return cmp.Or(errs...)
}

// progressTo returns what says how far the work is, on a terminal and nowhere else.
func progressTo(w io.Writer, total int, what string) func(made int) {
	f, ok := w.(*os.File)
	if !ok {
		return func(int) {}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return func(int) {}
	}
	var lock sync.Mutex
	last := 0
	return func(made int) {
		lock.Lock()
		defer lock.Unlock()
		if last = max(last, made); last == total {
			fmt.Fprintf(f, "\r\x1b[K") // the result follows
			return
		}
		fmt.Fprintf(f, "\r%d of %d %s", last, total, what)
	}
}

// addSweep adds a line for each row.
func addSweep(out *csvRows, rows []study.Row) {
	for _, r := range rows {
		var head, lead []string
		if o := r.Other; o != nil {
			head = []string{"other_setting", "other_qualifier", "other_value"}
			lead = []string{o.Setting, o.Qualifier, plain(reflect.ValueOf(o.Value))}
		}
		out.add(head, lead, r)
	}
}

// writeSweep writes, for people, a table for each lens with a line for each value.
func writeSweep(w io.Writer, plan *study.Plan, rows []study.Row) {
	fmt.Fprintf(w, "%s: %d values of %s, %s each of %s from seed %d on\n", plan.Scenario.Name, len(plan.Values),
		plan.First().Name(&plan.Scenario.Settings), counted(plan.Seeds, "run", "runs"), seconds(plan.Scenario.Duration), plan.FirstSeed)
	for _, lens := range lensOrder(lensIn(rows)) {
		sweepTable(plan, rows, lens).write(w)
	}
	fmt.Fprintln(w, "\nAll kinds together; --json and --csv have each kind.")
}

// lensIn tells the lenses that rows are of.
func lensIn(rows []study.Row) func(lens string) bool {
	return func(lens string) bool {
		return slices.ContainsFunc(rows, func(r study.Row) bool { return r.Lens == lens })
	}
}

func sweepTable(plan *study.Plan, rows []study.Row, lens string) *table {
	t := new(table)
	t.add("")
	t.add(heading(lens), "underruns", "", "", "", "", "in underrun", "", "share", "delay", "error", "", "correction", "")
	t.add(plan.Setting.Name, "mean", "sd", "least", "median", "most", "ms mean", "ms sd", "% mean", "ms mean", "m rms mean", "° rms mean", "m 95 % mean", "° 95 % mean")
	for i := range rows {
		r := &rows[i]
		if r.Lens != lens || r.Kind != "all" {
			continue
		}
		t.add(valueOf(plan, r),
			fixed(r.Underruns.Mean, 3), fixed(r.Underruns.SD, 2), fixed(r.Underruns.Min, 0), fixed(r.Underruns.Median, 1), fixed(r.Underruns.Max, 0),
			fixed(r.UnderrunMS.Mean, 1), fixed(r.UnderrunMS.SD, 1), fixed(100*r.UnderrunShare.Mean, 2), fixed(r.AppliedDelayMS.Mean, 0), fixed(r.ErrorM.Mean, 3), fixed(r.ErrorDeg.Mean, 1), fixed(r.CorrectionP95M.Mean, 3), fixed(r.CorrectionP95Deg.Mean, 1))
	}
	return t
}

// valueOf is the value that a row is of. A lens may have rows of some values only.
func valueOf(plan *study.Plan, r *study.Row) string {
	for _, v := range plan.Values {
		if plan.Setting.Number(v) == r.Value {
			return plan.Setting.Format(v)
		}
	}
	return ""
}

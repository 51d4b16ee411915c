package main

import (
	"fmt"
	"io"

	"snaplab/game"
	"snaplab/game/study"
)

// writeGrid writes, for people, tables of two settings for each lens: a line for
// each value of the one, a column for each of the other.
func writeGrid(w io.Writer, plan *study.Plan, rows []study.Row) {
	other := plan.Other
	fmt.Fprintf(w, "%s: %d × %d values of %s and %s, %s each of %s from seed %d on\n", plan.Scenario.Name, len(other.Values), len(plan.Values),
		other.Name(&plan.Scenario.Settings), plan.First().Name(&plan.Scenario.Settings), counted(plan.Seeds, "run", "runs"), seconds(plan.Scenario.Duration), plan.FirstSeed)
	for _, lens := range lensOrder(lensIn(rows)) {
		for _, figure := range []struct {
			name       string
			inUnderrun bool
			of         func(r *study.Row) string
		}{
			{"underruns, mean", true, func(r *study.Row) string { return fixed(r.Underruns.Mean, 2) }},
			{"underrun share, %", true, func(r *study.Row) string { return fixed(100*r.UnderrunShare.Mean, 2) }},
			{"error, m rms", false, func(r *study.Row) string { return fixed(r.ErrorM.Mean, 3) }},
		} {
			if lens == game.Raw.String() && figure.inUnderrun {
				continue // it has no underruns
			}
			fmt.Fprintf(w, "\n%s: %s\n", heading(lens), figure.name)
			gridTable(plan, rows, lens, figure.of).write(w)
		}
	}
	fmt.Fprintln(w, "\nAll kinds together; --json and --csv have each kind, and more figures.")
}

func gridTable(plan *study.Plan, rows []study.Row, lens string, of func(*study.Row) string) *table {
	t := new(table)
	head := []string{plan.Other.Name(&plan.Scenario.Settings) + " \\ " + plan.First().Name(&plan.Scenario.Settings)}
	for _, v := range plan.Values {
		head = append(head, plan.Setting.Format(v))
	}
	t.add(head...)
	for _, o := range plan.Other.Values {
		line := []string{plan.Other.Setting.Format(o)}
		for _, v := range plan.Values {
			cell := ""
			for i := range rows {
				r := &rows[i]
				if r.Lens == lens && r.Kind == "all" && r.Value == plan.Setting.Number(v) && r.Other.Value == plan.Other.Setting.Number(o) {
					cell = of(r)
				}
			}
			line = append(line, cell)
		}
		t.add(line...)
	}
	return t
}

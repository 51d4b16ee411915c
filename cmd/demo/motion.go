package main

import (
	"fmt"
	"io"

	"snaplab/game/motion"
)

// motionCommand reads a recording of motion and says what was understood.
type motionCommand struct {
	File string `arg:"" name:"FILE" help:"A recording: a table with a row for each entity and time, as text or packed by gzip."`
	JSON bool   `name:"json" help:"Print JSON instead of text."`
}

// motionReport is the JSON of the command.
type motionReport struct {
	File      string              `json:"file"`
	DurationS float64             `json:"duration_s"`
	Entities  int                 `json:"entities"`
	Kinds     []motion.KindMotion `json:"kinds"`
	Warnings  []motion.Warning    `json:"warnings"`
}

// Run is called by kong.
func (c *motionCommand) Run(env *environment) error {
	files := requestEnvironment()
	recording, err := files.ReadMotion(c.File, env.settings.motionOptions())
	if err != nil {
		return requestError(err)
	}
	report := motionReport{
		File: c.File, DurationS: recording.Length.Seconds(), Entities: len(recording.Entities),
		Kinds: recording.Kinds, Warnings: append([]motion.Warning{}, recording.Warnings...),
	}
	return outputFlags{JSON: c.JSON}.print(env.stdout, report, nil, report.write)
}

// write writes the report for people.
func (r *motionReport) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s over %s s\n", r.File, counted(r.Entities, "entity", "entities"), trimmed(r.DurationS))
	t := new(table)
	t.add("")
	t.add("kind", "entities", "rate", "speed", "95 %", "most", "turns", "95 %", "most", "jumps", "faster than", "gaps")
	t.add("", "", "Hz", "p50 m/s", "m/s", "m/s", "p50 °/s", "°/s", "°/s", "", "m/s", "")
	for i := range r.Kinds {
		k := &r.Kinds[i]
		t.add(k.Kind, count(k.Entities), fixed(k.RateHz, 1), fixed(k.Speed.P50, 2), fixed(k.Speed.P95, 2), fixed(k.Speed.Max, 2),
			fixed(k.Turn.P50, 0), fixed(k.Turn.P95, 0), fixed(k.Turn.Max, 0), count(k.Jumps), fixed(k.JumpMPS, 1), count(k.Gaps))
	}
	t.write(w)
	for _, warning := range r.Warnings {
		if warning.Line > 0 {
			fmt.Fprintf(w, "line %d: ", warning.Line)
		}
		fmt.Fprintln(w, warning.Text)
	}
}

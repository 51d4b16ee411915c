package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// reportCommand runs once and prints what it came to.
type reportCommand struct {
	outputFlags
	Frames  string `placeholder:"FILE" help:"Write a line (CSV) for each display frame, lens and entity to a file."`
	Packets string `placeholder:"FILE" help:"Write a line (CSV) for each packet to a file."`
	Force   bool   `help:"Overwrite files."`
}

// outputFlags choose the form of what is printed.
type outputFlags struct {
	JSON bool `name:"json" xor:"form" help:"Print JSON instead of a table."`
	CSV  bool `name:"csv" xor:"form" help:"Print CSV instead of a table."`
}

// Run is called by kong.
func (c *reportCommand) Run(env *environment) error {
	scenario, err := env.settings.scenario()
	if err != nil {
		return err
	}
	session, err := measure.NewRun(scenario)
	if err != nil {
		return usageError{err}
	}
	if err := c.advance(session, scenario.Duration); err != nil {
		return err
	}
	if err := session.Err(); err != nil {
		return err
	}
	report := session.Report()
	return printed(env.stdout, func(w io.Writer) error {
		switch {
		case c.JSON:
			return writeJSON(w, report)
		case c.CSV:
			return writeReportCSV(w, &report)
		}
		return writeReportTable(w, session, &report)
	})
}

// advance runs the session to its end and writes the logs that are asked for.
func (c *reportCommand) advance(session *measure.Run, end time.Duration) error {
	if c.Frames != "" && c.Frames == c.Packets {
		return usage("both --frames and --packets are %s, want a file for each", c.Frames)
	}
	var logs []func() error
	if c.Frames != "" {
		f, err := create(c.Frames, c.Force)
		if err != nil {
			return err
		}
		defer f.Close()
		log := measure.NewFrames(f, measure.Span{})
		session.OnFrame(log.Add)
		logs = append(logs, func() error { return finish(f, log.Flush()) })
	}
	if c.Packets != "" {
		f, err := create(c.Packets, c.Force)
		if err != nil {
			return err
		}
		defer f.Close()
		log := new(measure.Packets)
		session.OnPacket(log.Add)
		logs = append(logs, func() error { return finish(f, log.Write(f, session)) })
	}
	session.AdvanceTo(end)
	for _, write := range logs {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// printed has f write to w and puts a failure into words.
func printed(w io.Writer, f func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	err := f(b)
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return fmt.Errorf("can't write the output: %w", cause(err))
	}
	return nil
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// lensOrder is the names of the lenses that there are, those that every run has first.
func lensOrder(has func(name string) bool) []string {
	var names []string
	for l := range game.NumLenses {
		names = append(names, l.String())
	}
	for _, b := range config.AllComparisons() {
		if has(b.String()) {
			names = append(names, b.String())
		}
	}
	return names
}

// lensOf tells the lenses that a report has.
func lensOf(r *measure.Report) func(name string) bool {
	return func(name string) bool { _, ok := r.Lenses[name]; return ok }
}

// kindOrder is the kinds that a report has, in the order of the world.
func kindOrder(kinds map[string]measure.KindReport) []string {
	var names []string
	for k := range world.NumKinds {
		if _, ok := kinds[world.KindName(k)]; ok {
			names = append(names, world.KindName(k))
		}
	}
	return names
}

// writeReportCSV writes a row for each lens, for all kinds together and for each.
func writeReportCSV(w io.Writer, r *measure.Report) error {
	rows := csvRows{out: csv.NewWriter(w)}
	for _, lens := range lensOrder(lensOf(r)) {
		l := r.Lenses[lens]
		rows.add([]string{"lens", "kind"}, []string{lens, "all"}, l.Overall)
		for _, kind := range kindOrder(l.Kinds) {
			rows.add([]string{"lens", "kind"}, []string{lens, kind}, l.Kinds[kind])
		}
	}
	return rows.end()
}

package main

import (
	"cmp"
	"io"
	"time"

	"snaplab/cmd/demo/save"
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
	return c.print(env.stdout, report, func(rows *csvRows) { addReport(rows, session.Kinds(), &report) }, func(w io.Writer) { writeReport(w, session, &report) })
}

// advance runs the session to its end and writes the logs that are asked for.
func (c *reportCommand) advance(session *measure.Run, end time.Duration) error {
	if c.Frames != "" && c.Frames == c.Packets {
		return usage("both --frames and --packets are %s, want a file for each", c.Frames)
	}
	var logs []func() error
	var broken error // of the first log that can't be written on
	for _, log := range []struct {
		file  string
		start func(io.Writer) (end func() error)
	}{
		{c.Frames, func(w io.Writer) func() error {
			frames := measure.NewFrames(w, measure.Span{})
			session.OnFrame(frames.Add)
			return frames.Flush
		}},
		{c.Packets, func(w io.Writer) func() error {
			packets := new(measure.Packets)
			session.OnPacket(packets.Add)
			return func() error { return packets.Write(w, session) }
		}},
	} {
		if log.file == "" {
			continue
		}
		f, err := save.Create(log.file, c.Force)
		if err != nil {
			return err
		}
		defer f.Discard()
		write := log.start(writerFunc(func(data []byte) (int, error) {
			n, err := f.Write(data)
			broken = cmp.Or(broken, save.Failed(log.file, err))
			return n, err
		}))
		logs = append(logs, func() error { return f.Keep(write()) })
	}
	for at := time.Second; broken == nil; at += time.Second { // a reader may be gone long before the end
		session.AdvanceTo(min(at, end))
		if at >= end {
			break
		}
	}
	if broken != nil {
		return broken
	}
	for _, write := range logs {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// writerFunc is an io.Writer of a function.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(data []byte) (int, error) { return f(data) }

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

// kindOrder is the kinds that a report has, in the order of the run's.
func kindOrder(kinds *world.Kinds, of map[string]measure.KindReport) (names []string) {
	for _, name := range kinds.Names() {
		if _, ok := of[name]; ok {
			names = append(names, name)
		}
	}
	return names
}

// addReport adds a row for each lens, for all kinds together and for each.
func addReport(rows *csvRows, kinds *world.Kinds, r *measure.Report) {
	head := []string{"lens", "kind"}
	for _, lens := range lensOrder(lensOf(r)) {
		l := r.Lenses[lens]
		rows.add(head, []string{lens, "all"}, l.Overall)
		for _, kind := range kindOrder(kinds, l.Kinds) {
			rows.add(head, []string{lens, kind}, l.Kinds[kind])
		}
	}
}

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/study"
	"snaplab/interp"
	"snaplab/ui/plot"
	"snaplab/ui/view"
)

// plotFlags write the curves as a picture.
type plotFlags struct {
	Plot  string `group:"plot" placeholder:"FILE.png" help:"Write the curves as a picture too."`
	Theme string `group:"plot" placeholder:"light" help:"Its colours: ${themes}."`
	Force bool   `group:"plot" help:"Overwrite the picture."`
}

const plotWidth, plotScale = 900, 2

// check returns an error if the picture can't be written, before the work.
func (f *plotFlags) check() error {
	if f.Plot == "" {
		return nil
	}
	if _, ok := view.ThemeNamed(f.theme()); !ok {
		return usage("theme %q is not known, want %s", f.Theme, themeNames())
	}
	return mayWritePNG(f.Plot, f.Force)
}

func (f *plotFlags) theme() string {
	if f.Theme == "" {
		return "light"
	}
	return f.Theme
}

// write writes the picture of plots, if one is wanted.
func (f *plotFlags) write(plots []plot.Plot) error {
	if f.Plot == "" {
		return nil
	}
	theme, _ := view.ThemeNamed(f.theme())
	return writePNG(f.Plot, f.Force, plot.Render(plots, &theme, plotWidth, plotScale))
}

// tunePlots are two plots for the kinds that need the same: of underruns and of the time in
// underrun, at every delay.
func tunePlots(r *study.Result, q *study.Question) (plots []plot.Plot) {
	var done []*study.Needed
	for k := range study.AllKinds {
		kind := &r.Kinds[k]
		if !kind.Present || slices.Contains(done, kind.Needed) {
			continue
		}
		done = append(done, kind.Needed)
		var names []string
		for other := k; other < study.AllKinds; other++ {
			if r.Kinds[other].Needed == kind.Needed {
				names = append(names, q.Scenario.Settings.Kinds.Name(interp.Kind(other)))
			}
		}
		underruns, share := q.Scenario.Budgets[k].Limits()
		rec, inUse := &kind.Recommended, r.InUse(interp.Kind(k))
		ms := func(d time.Duration) string { return trimmed(float64(d) / float64(time.Millisecond)) }
		in := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
		marks := []plot.Mark{
			{Name: "recommended " + ms(rec.Delay) + " ms (" + ms(rec.Low) + "–" + ms(rec.High) + ")", At: in(rec.Delay), Low: in(rec.Low), High: in(rec.High), Good: true},
			{Name: "in use " + ms(inUse) + " ms", At: in(inUse), Bad: !r.Keeps(k, inUse, &q.Scenario.Budgets[k])},
		}
		if !rec.Met {
			marks = marks[1:]
		}
		end := min(len(kind.Underruns.Mean), int(max(inUse, rec.Delay)/time.Millisecond)*3/2+50)
		curve := func(title, y string, b *study.Bands, factor, limit float64, name string) plot.Plot {
			s := plot.Series{Name: fmt.Sprintf("mean of %d runs of %s, and 80 %% of them", kind.Runs, seconds(kind.Span))}
			for d := range end {
				s.X = append(s.X, float64(d))
				s.Y, s.Low, s.High = append(s.Y, factor*b.Mean[d]), append(s.Low, factor*b.Low[d]), append(s.High, factor*b.High[d])
			}
			return plot.Plot{Title: title, X: "delay, ms from " + r.Advice().Zero, Y: y, Decades: true, Series: []plot.Series{s}, Limit: factor * limit, LimitName: name, Marks: marks}
		}
		plots = append(plots,
			curve(strings.Join(names, ", "), "underruns a minute", &kind.Underruns, 1, underruns, "budget: "+trimmed(underruns)+" a minute"),
			curve("", "time in underrun, %", &kind.InUnderrun, 100, share, "budget: "+trimmed(100*share)+" %"))
	}
	return plots
}

// sweepPlots are plots of what the interpolated lens came to over the values of a setting, a
// line for each value of the other one if there is one. The setting must be one of numbers.
func sweepPlots(p *study.Plan, rows []study.Row) (plots []plot.Plot) {
	for _, figure := range []struct {
		y       string
		decades bool
		of      func(r *study.Row) study.Statistics
		factor  float64
	}{
		{"underruns a minute", true, func(r *study.Row) study.Statistics { return r.Underruns }, 1 / p.Scenario.Duration.Minutes()},
		{"time in underrun, %", true, func(r *study.Row) study.Statistics { return r.UnderrunShare }, 100},
		{"error, m rms", false, func(r *study.Row) study.Statistics { return r.ErrorM }, 1},
	} {
		pl := plot.Plot{X: strings.ReplaceAll(p.Setting.Key(), "_", " "), Y: figure.y + ", mean and least to most", Decades: figure.decades}
		for i := range rows {
			r := &rows[i]
			if r.Lens != game.Interpolated.String() || r.Kind != "all" {
				continue
			}
			x, _ := r.Value.(float64)
			name := "all kinds"
			if r.Other != nil {
				name = fmt.Sprintf("%s %v", strings.ReplaceAll(r.Other.Setting, "_", " "), r.Other.Value)
			}
			if n := len(pl.Series); n == 0 || pl.Series[n-1].Name != name {
				pl.Series = append(pl.Series, plot.Series{Name: name})
			}
			s, of := &pl.Series[len(pl.Series)-1], figure.of(r)
			s.X, s.Y = append(s.X, x), append(s.Y, figure.factor*of.Mean)
			s.Low, s.High = append(s.Low, figure.factor*of.Min), append(s.High, figure.factor*of.Max)
		}
		for i := range pl.Series {
			if len(pl.Series) > 2 { // too many bands
				pl.Series[i].Low, pl.Series[i].High = nil, nil
			}
		}
		plots = append(plots, pl)
	}
	plots[0].Title = fmt.Sprintf("%s: %s each of %s", p.Scenario.Name, counted(p.Seeds, "run", "runs"), seconds(p.Scenario.Duration))
	return plots
}

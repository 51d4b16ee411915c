package lessons

import (
	"fmt"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// goalLine is a goal and what it comes to, in words.
type goalLine struct {
	name, value, bound string
	measured, whole    string // for how long it has been measured; what that comes to in the end
	met, open          bool   // open: not measured for long enough yet
}

// task sets the goals with what they come to now, and of an achieved task what to look
// at.
func (f *flow) task(t *lesson.Task, solved bool) {
	columns := goalColumns{}
	if f.draw {
		columns = f.goalColumns(f.size, f.at.W)
	}
	for i := range f.p.goals {
		row := raster.Rect{X: f.at.X, Y: f.at.Y, W: f.at.W, H: f.size * 1.5}
		f.at.Y += row.H
		if f.draw {
			f.goal(row, &f.p.goals[i], &columns)
		}
	}
	if solved {
		f.skip(0.3)
		f.paragraph(f.font(), f.m.Text.Lesson.Solved+" "+t.Look.In(f.m.Language), f.m.Theme.Good)
	}
}

// goalColumns is how wide what the goals say is, in a font in which all of it fits.
type goalColumns struct {
	font, bold             raster.Font
	mark, bounds, measured float32
}

// goalColumns finds the columns for a row's width, in words of at most a size.
func (fr *frame) goalColumns(size, width float32) (c goalColumns) {
	const smallest = 10
	for size = min(size, 14); ; size -= 0.5 {
		c = goalColumns{font: fr.m.Theme.Style.Text}
		c.font.Size = size
		c.bold = c.font
		c.bold.Weight, c.bold.Tabular = raster.Bold, true
		c.mark = 1.5 * size
		left := float32(0)
		for i := range fr.p.goals {
			g := &fr.p.goals[i]
			c.bounds = max(c.bounds, c.font.Measure(g.bound)+1)
			c.measured = max(c.measured, c.font.Measure(g.whole)+1)
			left = max(left, c.font.Measure(g.name)+c.bold.Measure(g.value))
		}
		if size <= smallest || c.mark+left+c.bounds+c.measured+2.4*size <= width {
			return c
		}
	}
}

// goal draws a goal on one line: whether it is met, what it is about, what it comes to
// and its bound, and for how long it has been measured.
func (fr *frame) goal(r raster.Rect, g *goalLine, c *goalColumns) {
	style, l := &fr.m.Theme.Style, fr.c.List()
	mark, colour := "✗", fr.m.Theme.Lost
	if g.met {
		mark, colour = "✓", fr.m.Theme.Good
	} else if g.open {
		mark, colour = "…", style.Foreground
	}
	right := func(font raster.Font, width float32, words string, align im.Align, colour raster.Color) {
		l.TextIn(font, r.CutRight(width), words, align, colour)
		r.CutRight(0.7 * c.font.Size)
	}
	l.TextIn(c.bold, r.CutLeft(c.mark), mark, im.Left, colour)
	right(c.font, c.measured, g.measured, im.Right, style.Muted)
	right(c.font, c.bounds, g.bound, im.Left, style.Muted)
	right(c.bold, c.bold.Measure(g.value)+1, g.value, im.Right, colour)
	l.TextIn(c.font, r, g.name, im.Left, style.Foreground)
}

// goalLine puts a goal and its reading into words.
func (fr *frame) goalLine(g *lesson.Goal, now lesson.Reading) goalLine {
	text := &fr.m.Text.Lesson
	line := goalLine{
		name:  fr.goalName(g),
		value: fr.goalValue(g, now.Value, goalPlaces[g.Measure]),
		bound: fmt.Sprintf(text.Bounds[g.Bound], fr.goalValue(g, g.Value, -1)),
		met:   now.Met,
	}
	if g.Setting == "" {
		line.open = now.Measured < g.Over
		line.measured = fmt.Sprintf(text.MeasuredFor, int(now.Measured/time.Second), int(g.Over/time.Second))
		line.whole = fmt.Sprintf(text.MeasuredFor, int(g.Over/time.Second), int(g.Over/time.Second))
	}
	return line
}

// goalName says what a goal is about: of the interpolated lens where it does not say.
func (fr *frame) goalName(g *lesson.Goal) string {
	text := &fr.m.Text.Lesson
	of, name := "", text.Measures[g.Measure]
	switch {
	case g.Setting != "":
		name = fr.m.Text.Setting(g.Setting)
		if s := config.MustSetting(g.Setting); g.Of >= 0 && s.Scope == config.PerKind {
			of = fr.m.KindName(interp.Kind(g.Of))
		}
	case g.Kind >= 0:
		of = fr.m.KindName(interp.Kind(g.Kind))
	case g.Lens == game.Fourth:
		of = fr.m.Text.Comparison.Names[fr.m.Run.Settings().Comparison]
	case g.Measure.ByLens() && g.Lens != game.Interpolated:
		of = text.Lenses[g.Lens]
	}
	if of == "" {
		return name
	}
	return fmt.Sprintf(text.NameOf, name, of)
}

// goalPlaces are the places after the point of what is measured.
var goalPlaces = [lesson.NumMeasures]int{
	lesson.Error: 2, lesson.PathError: 2, lesson.RotationError: 1, lesson.RotationPathError: 1, lesson.StateWrong: 1, lesson.Roughness: 1, lesson.Corrections: 1, lesson.UnderrunShare: 1,
}

// goalValue is a value of a goal with its unit, a measured one with places after the
// point, as many as it needs for −1.
func (fr *frame) goalValue(g *lesson.Goal, v float64, places int) string {
	if g.Setting != "" {
		return fr.settingValue(config.MustSetting(g.Setting), int64(v))
	}
	return fmt.Sprintf(fr.m.Text.Lesson.Units[g.Measure], strconv.FormatFloat(v, 'f', places, 64))
}

// settingValue is a setting's value as the controls write it.
func (fr *frame) settingValue(s *config.Setting, v int64) string {
	var names []string
	switch s.Name {
	case "blend":
		names = fr.m.Text.Controls.Blends
	case "order":
		names = fr.m.Text.Controls.Orders
	case "on-underrun":
		names = fr.m.Text.Controls.Policies
	case "mistake":
		names = fr.m.Text.Comparison.Names
	}
	if v >= 0 && v < int64(len(names)) {
		return names[v]
	}
	if s.Unit == config.Choice {
		return s.Format(v)
	}
	return view.Spaced(s.Format(v))
}

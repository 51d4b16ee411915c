package lessons

import (
	"strconv"

	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// sizes are the sizes of a lesson's words, in dp: the largest that fits is taken.
var sizes = []float32{24, 22, 20, 18, 17, 16, 15, 14, 13, 12.5, 12, 11.5, 11}

// layout is what the size of the words depends on: while it is the same, that stands.
type layout struct {
	of     *lesson.Lesson
	step   int
	answer int
	solved bool
	w, h   float32
	text   *text.Text
}

// head draws the title, the step and the buttons.
func (fr *frame) head(r raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Lesson, fr.c.List()
	button := func(id string, gap float32, b im.Button) bool {
		at := r.CutRight(26)
		r.CutRight(gap)
		return fr.c.Button("lesson/"+id, at, b)
	}
	if button("leave", 0, im.Button{Icon: im.IconClose, Tooltip: text.LeaveTip, Quiet: true}) {
		fr.act.Do(view.LeaveLesson{})
	}
	if button("again", 4, im.Button{Icon: im.IconRestart, Tooltip: text.AgainTip, Quiet: true}) {
		fr.act.Do(view.RestartLesson{})
	}
	if fr.p.on.ID != lesson.TourID && button("next", 4, im.Button{Icon: iconNext, Tooltip: text.NextTip, Accent: true}) {
		v.Next(fr.act)
	}
	if button("back", 8, im.Button{Icon: iconBack, Tooltip: text.BackTip}) {
		v.Back(fr.act)
	}
	pattern := text.StepOf
	if r.W < 300 {
		pattern = "%s / %s"
	}
	of := view.Fill(pattern, view.Count(v.step+1), view.Count(len(v.on.Steps)))
	at := r.CutRight(style.Small.Measure(of) + 1)
	l.TextIn(style.Small, at, of, im.Right, style.Muted)
	r.CutRight(8)
	title := style.Strong
	name := v.on.Title.In(fr.m.Language)
	for title.Size = 14; title.Size > 11 && title.Measure(name) > r.W; title.Size-- {
	}
	l.TextIn(title, r, name, im.Left, style.Accent)
}

// iconNext and iconBack are arrow heads.
func iconNext(l *im.List, r raster.Rect, c raster.Color) { arrowHead(l, r, 1, c) }
func iconBack(l *im.List, r raster.Rect, c raster.Color) { arrowHead(l, r, -1, c) }

func arrowHead(l *im.List, r raster.Rect, way float32, c raster.Color) {
	m, d := r.Centre(), r.W*0.3
	l.StrokePolyline([]raster.Point{m.Add(-way*d*0.6, -d), m.Add(way*d*0.6, 0), m.Add(-way*d*0.6, d)}, raster.Stroke{Width: 2}, c)
}

// size returns the largest size at which the step fits.
func (fr *frame) size(r raster.Rect) float32 {
	v := fr.p
	now := layout{v.on, v.step, v.answers[v.step], v.solved[v.step], r.W, r.H, fr.m.Text}
	if v.layout == now {
		return v.size
	}
	v.layout = now
	for _, v.size = range sizes {
		f := flow{frame: fr, at: r, size: v.size}
		f.step()
		if f.at.Y <= r.Y+r.H {
			break
		}
	}
	return v.size
}

// flow sets the parts of a step one under the other, and draws them if draw.
type flow struct {
	*frame
	at   raster.Rect // what is left
	size float32
	draw bool
}

func (f *flow) font() raster.Font {
	font := f.m.Theme.Style.Text
	font.Size = f.size
	return font
}

// skip leaves a space of a part of the size.
func (f *flow) skip(part float32) { f.at.Y += f.size * part }

// paragraph sets a text.
func (f *flow) paragraph(font raster.Font, text string, c raster.Color) {
	height := font.Size * 1.34
	for _, line := range im.Wrap(font, text, f.at.W) {
		if f.draw {
			f.c.List().TextIn(font, raster.Rect{X: f.at.X, Y: f.at.Y, W: f.at.W + 1, H: height}, line, im.Left, c)
		}
		f.at.Y += height
	}
}

// step sets the step that the lesson is at.
func (f *flow) step() {
	v := f.p
	s := &v.on.Steps[v.step]
	f.paragraph(f.font(), s.Text.In(f.m.Language), f.m.Theme.Style.Foreground)
	if s.Question != nil {
		f.skip(0.4)
		f.question(s.Question, v.answers[v.step])
	}
	if s.Task != nil {
		f.skip(0.4)
		f.task(s.Task, v.solved[v.step])
	}
}

// question sets the choices, or of an answered one what was chosen and what is right,
// and why.
func (f *flow) question(q *lesson.Question, answer int) {
	for i := range q.Choices {
		if answer == noAnswer || i == answer || i == q.Answer {
			f.choice(i, q, answer)
		}
	}
	if answer != noAnswer {
		f.skip(0.2)
		f.paragraph(f.font(), q.Because.In(f.m.Language), f.m.Theme.Style.Foreground)
	}
}

// choice sets a choice, which is a button while the question is open.
func (f *flow) choice(i int, q *lesson.Question, answer int) {
	font, style, l, words := f.font(), &f.m.Theme.Style, f.c.List(), q.Choices[i].In(f.m.Language)
	r := raster.Rect{X: f.at.X, Y: f.at.Y, W: f.at.W, H: f.size * 1.75}
	f.at.Y += r.H + 3
	if !f.draw {
		if font.Measure(words) > r.W-2*style.Padding-1.6*f.size {
			f.at.Y += 1e4 // it would be cut
		}
		return
	}
	mark, colour, ground := strconv.Itoa(i+1), style.Muted, style.Control // the mark is its key
	if answer == noAnswer {
		id := "lesson/choice/" + mark
		x := f.c.Interact(id, r, im.Region{Name: words, Tooltip: f.m.Text.Lesson.ChooseTip})
		if x.Hovered || x.Active {
			ground = style.ControlHover
		}
		if x.Clicked || view.Pushed(f.c, id) {
			f.p.choose(i)
		}
		if x.Ring {
			defer f.c.FocusRing(r, style.Radius)
		}
	} else if i == q.Answer {
		mark, colour = "✓", f.m.Theme.Good
	} else {
		mark, colour = "✗", f.m.Theme.Lost
	}
	l.FillRound(r, style.Radius, ground)
	inner := r.InsetXY(style.Padding, 0)
	bold := font
	bold.Weight = raster.Bold
	l.TextIn(bold, inner.CutLeft(1.6*f.size), mark, im.Left, colour)
	l.TextIn(font, inner, words, im.Left, style.Foreground)
}

package ui

import (
	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// lessonSizes are the sizes of a lesson's words, in dp: the largest that fits is taken.
var lessonSizes = []float32{24, 22, 20, 18, 17, 16, 15, 14, 13, 12.5, 12, 11.5, 11}

// lessonLayout is the size that fits, of what it was found.
type lessonLayout struct {
	of     *lesson.Lesson
	step   int
	answer int
	solved bool
	w, h   float32
	text   *text.Text
	size   float32
}

var choiceIDs = [4]string{"lesson/choice/1", "lesson/choice/2", "lesson/choice/3", "lesson/choice/4"}

// choiceKeys are the keys of choices as they are shown.
var choiceKeys = [4]string{"1", "2", "3", "4"}

// lessonPanel draws the step of the lesson that is on.
func (a *App) lessonPanel(r raster.Rect) {
	r = view.BeginPanel(&a.ctx, r)
	a.lessons.refresh(a)
	a.lessonHead(r.CutTop(24))
	if a.lessons.on == nil { // it has just been left
		return
	}
	r.CutTop(4)
	flow := lessonFlow{app: a, at: r, size: a.lessonSize(r), draw: true}
	flow.step()
}

// lessonHead draws the title, the step and the buttons.
func (a *App) lessonHead(r raster.Rect) {
	v, style, text, l := &a.lessons, &a.theme.Style, &a.model.Text.Lesson, a.ctx.List()
	if a.ctx.Button("lesson/leave", r.CutRight(26), im.Button{Icon: im.IconClose, Tooltip: text.LeaveTip, Quiet: true}) {
		a.leaveLesson()
		return
	}
	if a.ctx.Button("lesson/again", r.CutRight(26), im.Button{Icon: im.IconRestart, Tooltip: text.AgainTip, Quiet: true}) {
		a.againLesson()
	}
	r.CutRight(4)
	if a.ctx.Button("lesson/next", r.CutRight(26), im.Button{Icon: iconNext, Tooltip: text.NextTip, Accent: true}) {
		a.nextStep()
	}
	r.CutRight(4)
	if a.ctx.Button("lesson/back", r.CutRight(26), im.Button{Icon: iconBack, Tooltip: text.BackTip}) {
		a.LessonStep(v.step - 1)
	}
	r.CutRight(8)
	pattern := text.StepOf
	if r.W < 300 {
		pattern = "%s / %s"
	}
	v.buf = view.Phrase(v.buf[:0], pattern, view.Count(v.step+1), view.Count(len(v.on.Steps)))
	at := r.CutRight(view.WidthOf(l, style.Small, v.buf) + 1)
	l.TextInBytes(style.Small, at, v.buf, im.Right, style.Muted)
	r.CutRight(8)
	title := style.Strong
	name := v.on.Title.In(a.model.Language)
	for title.Size = 14; title.Size > 11 && title.Measure(name) > r.W; title.Size-- {
	}
	l.TextIn(title, r, name, im.Left, style.Accent)
}

// iconNext and iconBack are arrow heads.
func iconNext(l *im.List, r raster.Rect, c raster.Color) { arrowHead(l, r, 1, c) }
func iconBack(l *im.List, r raster.Rect, c raster.Color) { arrowHead(l, r, -1, c) }

func arrowHead(l *im.List, r raster.Rect, way float32, c raster.Color) {
	m, d := r.Centre(), r.W*0.3
	points := [3]raster.Point{m.Add(-way*d*0.6, -d), m.Add(way*d*0.6, 0), m.Add(-way*d*0.6, d)}
	l.StrokePolyline(points[:], raster.Stroke{Width: 2}, c)
}

// lessonSize returns the largest size at which the step fits.
func (a *App) lessonSize(r raster.Rect) float32 {
	v := &a.lessons
	want := lessonLayout{of: v.on, step: v.step, answer: v.answers[v.step], solved: v.solved[v.step], w: r.W, h: r.H, text: a.model.Text}
	if was := v.layout; was.size != 0 {
		want.size = was.size
		if want == was {
			return was.size
		}
	}
	for _, want.size = range lessonSizes {
		flow := lessonFlow{app: a, at: r, size: want.size}
		flow.step()
		if flow.at.Y <= r.Y+r.H {
			break
		}
	}
	v.layout = want
	return want.size
}

// lessonFlow sets the parts of a step one under the other, and draws them if draw.
type lessonFlow struct {
	app  *App
	at   raster.Rect // what is left
	size float32
	draw bool
}

func (f *lessonFlow) font() raster.Font {
	font := f.app.theme.Style.Text
	font.Size = f.size
	return font
}

// skip leaves a space of a part of the size.
func (f *lessonFlow) skip(part float32) { f.at.Y += f.size * part }

// paragraph sets a text.
func (f *lessonFlow) paragraph(font raster.Font, text string, c raster.Color) {
	v := &f.app.lessons
	v.lines = im.Wrap(v.lines[:0], font, text, f.at.W)
	height := font.Size * 1.34
	for _, line := range v.lines {
		if f.draw {
			f.app.ctx.List().TextIn(font, raster.Rect{X: f.at.X, Y: f.at.Y, W: f.at.W + 1, H: height}, line, im.Left, c)
		}
		f.at.Y += height
	}
}

// step sets the step that the lesson is at.
func (f *lessonFlow) step() {
	a := f.app
	v, style := &a.lessons, &a.theme.Style
	s := &v.on.Steps[v.step]
	f.paragraph(f.font(), s.Text.In(a.model.Language), style.Foreground)
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
func (f *lessonFlow) question(q *lesson.Question, answer int) {
	a := f.app
	for i := range q.Choices {
		if answer == noAnswer || i == answer || i == q.Answer {
			f.choice(i, q, answer)
		}
	}
	if answer != noAnswer {
		f.skip(0.2)
		f.paragraph(f.font(), q.Because.In(a.model.Language), a.theme.Style.Foreground)
	}
}

// choice sets a choice, which is a button while the question is open.
func (f *lessonFlow) choice(i int, q *lesson.Question, answer int) {
	a, font := f.app, f.font()
	style, l := &a.theme.Style, a.ctx.List()
	r := raster.Rect{X: f.at.X, Y: f.at.Y, W: f.at.W, H: f.size * 1.75}
	f.at.Y += r.H + 3
	if !f.draw {
		if font.Measure(q.Choices[i].In(a.model.Language)) > r.W-2*style.Padding-1.6*f.size {
			f.at.Y += 1e4 // it would be cut
		}
		return
	}
	mark, colour, ground := choiceKeys[i], style.Muted, style.Control
	if answer == noAnswer {
		x := a.ctx.Interact(choiceIDs[i], r, im.Region{Name: q.Choices[i].In(a.model.Language), Tooltip: a.model.Text.Lesson.ChooseTip})
		if x.Hovered || x.Active {
			ground = style.ControlHover
		}
		if x.Clicked || view.Pushed(&a.ctx, choiceIDs[i]) {
			a.choose(i)
		}
		if x.Ring {
			defer a.ctx.FocusRing(r, style.Radius)
		}
	} else if i == q.Answer {
		mark, colour = "✓", a.theme.Good
	} else {
		mark, colour = "✗", a.theme.Lost
	}
	l.FillRound(r, style.Radius, ground)
	inner := r.InsetXY(style.Padding, 0)
	bold := font
	bold.Weight = raster.Bold
	l.TextIn(bold, inner.CutLeft(1.6*f.size), mark, im.Left, colour)
	l.TextIn(font, inner, q.Choices[i].In(a.model.Language), im.Left, style.Foreground)
}

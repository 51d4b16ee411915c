package ui

import (
	"slices"
	"strconv"

	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

const lessonsPopup = "lessons"

// lessonIDs are the identifiers of the list's rows, made once.
var lessonIDs = func() (ids [64]string) {
	for i := range ids {
		ids[i] = "lessons/" + strconv.Itoa(i)
	}
	return ids
}()

// openLessons opens the list, with the keyboard on the first lesson that is not done.
func (a *App) openLessons() {
	a.loadLessons()
	a.ctx.OpenPopup(lessonsPopup)
	v := &a.lessons
	next := slices.IndexFunc(v.all, func(l lesson.Lesson) bool { return !slices.Contains(v.done, l.ID) })
	if v.on != nil {
		next = slices.IndexFunc(v.all, func(l lesson.Lesson) bool { return l.ID == v.on.ID })
	}
	a.ctx.SetFocus(lessonIDs[min(max(next, 0), len(lessonIDs)-1)])
}

// lessonsPage shows the lessons to choose from, those about a mistake in a column of
// their own, with a tick at those that are done.
func (a *App) lessonsPage(window raster.Rect) {
	if !a.ctx.PopupOpen(lessonsPopup) {
		return
	}
	v := &a.lessons
	const row, foot, gap = 27, 34, 24
	rows := [2]int{}
	for i := range v.all {
		rows[lessonColumn(&v.all[i])]++
	}
	width := min(float32(860), window.W-2*view.Margin)
	list := float32(row * max(rows[0], rows[1], 1))
	height := min(2*view.PagePad+2*view.PageTitle+list+foot, window.H-2*view.Margin)
	style, text, l := &a.theme.Style, &a.model.Text.Lesson, a.ctx.List()
	r, open := view.BeginPage(&a.ctx, lessonsPopup, width, height, text.Heading)
	if !open {
		return
	}
	names := r.CutTop(view.PageTitle)
	for i, name := range text.Columns {
		l.TextIn(style.Heading, names.Column(i, 2, gap), name, im.Left, style.Muted)
	}
	bottom := r.CutBottom(foot)
	const ring = 4
	content := a.ctx.BeginScroll("lessons/list", r.InsetXY(-ring, 0), list)
	content = content.InsetXY(ring, 0)
	var chosen *lesson.Lesson
	at := [2]int{}
	for i := range min(len(v.all), len(lessonIDs)) {
		c := lessonColumn(&v.all[i])
		line := content.Column(c, 2, gap)
		line.Y, line.H = line.Y+float32(at[c]*row), row
		at[c]++
		if a.lessonRow(lessonIDs[i], line.InsetXY(0, 2), &v.all[i]) {
			chosen = &v.all[i]
		}
	}
	a.ctx.EndScroll()
	bottom.CutTop(6)
	if a.ctx.Button("lessons/close", bottom.CutRight(80), im.Button{Label: a.model.Text.Help.Close}) || chosen != nil {
		a.ctx.ClosePopup(lessonsPopup)
	}
	l.TextIn(style.Small, bottom, text.Drop, im.Left, style.Muted)
	a.ctx.EndPopup()
	if chosen != nil {
		a.startLesson(chosen)
	}
}

// lessonColumn is which column of the list a lesson is in: 1 for those about a mistake.
func lessonColumn(l *lesson.Lesson) int {
	if l.Proof != nil {
		return 1
	}
	return 0
}

// lessonRow draws a lesson's row and reports whether it was chosen.
func (a *App) lessonRow(id string, r raster.Rect, l *lesson.Lesson) bool {
	style, list := &a.theme.Style, a.ctx.List()
	title := l.Title.In(a.model.Language)
	x := a.ctx.Interact(id, r, im.Region{Name: title})
	ground := style.Control
	if x.Hovered || x.Active {
		ground = style.ControlHover
	}
	list.FillRound(r, style.Radius, ground)
	list.StrokeRound(r, style.Radius, 1, style.PopupBorder)
	inner := r.InsetXY(8, 0)
	if tick := inner.CutRight(16); slices.Contains(a.lessons.done, l.ID) {
		list.TextIn(style.Strong, tick, "✓", im.Right, a.theme.Good)
	}
	list.TextIn(style.Text, inner, title, im.Left, style.Foreground)
	if x.Ring {
		a.ctx.FocusRing(r, style.Radius)
	}
	return x.Clicked || view.Pushed(&a.ctx, id)
}

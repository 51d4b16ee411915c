package lessons

import (
	"slices"
	"strconv"

	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Popup is the list, as a popup.
const Popup = "lessons"

// rowID is the identifier of a row of the list.
func rowID(i int) string { return "lessons/" + strconv.Itoa(i) }

// Open opens the list, with the keyboard on the lesson that is on, or the first one that is
// not done.
func (p *Panel) Open(c *im.Context) {
	c.OpenPopup(Popup)
	next := slices.IndexFunc(p.all, func(l lesson.Lesson) bool { return !slices.Contains(p.done, l.ID) })
	if p.on != nil {
		next = slices.IndexFunc(p.all, func(l lesson.Lesson) bool { return l.ID == p.on.ID })
	}
	c.SetFocus(rowID(max(next, 0)))
}

// list shows the lessons to choose from, those about a mistake in a column of
// their own, with a tick at those that are done.
func (fr *frame) list() {
	if !fr.c.PopupOpen(Popup) {
		return
	}
	v, window := fr.p, fr.c.Bounds()
	const row, foot, gap = 27, 34, 24
	rows := [2]int{}
	for i := range v.all {
		rows[columnOf(&v.all[i])]++
	}
	width := min(float32(860), window.W-2*view.Margin)
	list := float32(row * max(rows[0], rows[1], 1))
	height := min(2*view.PagePad+2*view.PageTitle+list+foot, window.H-2*view.Margin)
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Lesson, fr.c.List()
	r, open := view.BeginPage(fr.c, Popup, width, height, text.Heading)
	if !open {
		return
	}
	names := r.CutTop(view.PageTitle)
	for i, name := range text.Columns {
		l.TextIn(style.Heading, names.Column(i, 2, gap), name, im.Left, style.Muted)
	}
	bottom := r.CutBottom(foot)
	const ring = 4
	content := fr.c.BeginScroll("lessons/list", r.InsetXY(-ring, 0), list)
	content = content.InsetXY(ring, 0)
	var chosen *lesson.Lesson
	at := [2]int{}
	for i := range v.all {
		c := columnOf(&v.all[i])
		line := content.Column(c, 2, gap)
		line.Y, line.H = line.Y+float32(at[c]*row), row
		at[c]++
		if fr.row(rowID(i), line.InsetXY(0, 2), &v.all[i]) {
			chosen = &v.all[i]
		}
	}
	fr.c.EndScroll()
	bottom.CutTop(6)
	if fr.c.Button("lessons/close", bottom.CutRight(80), im.Button{Label: fr.m.Text.Help.Close}) || chosen != nil {
		fr.c.ClosePopup(Popup)
	}
	l.TextIn(style.Small, bottom, text.Drop, im.Left, style.Muted)
	fr.c.EndPopup()
	if chosen != nil {
		fr.act.Do(view.StartLesson{Lesson: chosen})
	}
}

// columnOf is which column of the list a lesson is in: 1 for those about a mistake.
func columnOf(l *lesson.Lesson) int {
	if l.Proof != nil {
		return 1
	}
	return 0
}

// row draws a lesson's row and reports whether it was chosen.
func (fr *frame) row(id string, r raster.Rect, l *lesson.Lesson) bool {
	style, list := &fr.m.Theme.Style, fr.c.List()
	title := l.Title.In(fr.m.Language)
	x := fr.c.Interact(id, r, im.Region{Name: title})
	ground := style.Control
	if x.Hovered || x.Active {
		ground = style.ControlHover
	}
	list.FillRound(r, style.Radius, ground)
	list.StrokeRound(r, style.Radius, 1, style.PopupBorder)
	inner := r.InsetXY(8, 0)
	if tick := inner.CutRight(16); slices.Contains(fr.p.done, l.ID) {
		list.TextIn(style.Strong, tick, "✓", im.Right, fr.m.Theme.Good)
	}
	list.TextIn(style.Text, inner, title, im.Left, style.Foreground)
	if x.Ring {
		fr.c.FocusRing(r, style.Radius)
	}
	return x.Clicked || view.Pushed(fr.c, id)
}

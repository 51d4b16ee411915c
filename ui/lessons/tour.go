package lessons

import (
	"slices"

	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Tour returns the lesson that is the tour, nil if there is none.
func (p *Panel) Tour() *lesson.Lesson {
	i := slices.IndexFunc(p.all, func(l lesson.Lesson) bool { return l.ID == lesson.TourID })
	if i < 0 {
		return nil
	}
	return &p.all[i]
}

// tourButton cuts the button that goes on from the right of the tour's head: with its word, for
// who is here for the first time.
func (fr *frame) tourButton(head *raster.Rect) {
	text, style := &fr.m.Text.Lesson, &fr.m.Theme.Style
	label := text.Next
	if fr.p.step == len(fr.p.on.Steps)-1 {
		label = text.Finish
	}
	at := head.CutRight(style.Button.Measure(label) + 2*style.Padding + 10)
	head.CutRight(view.Margin)
	if fr.c.Button("lesson/go", at, im.Button{Label: label, Tooltip: text.NextTip, Accent: true}) {
		fr.p.Next(fr.act)
	}
}

// OfferHeight is the height of the card that offers the tour, in dp.
const OfferHeight = 44

// DrawOffer draws the card that offers the tour.
func (p *Panel) DrawOffer(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	style, text := &m.Theme.Style, &m.Text.Lesson
	c.Panel(r)
	r = r.InsetXY(view.Padding, 9)
	button := func(id, label string, accent bool) bool {
		at := r.CutRight(style.Button.Measure(label) + 2*style.Padding + 10)
		r.CutRight(view.Margin)
		return c.Button(id, at, im.Button{Label: label, Tooltip: text.TourTip, Accent: accent})
	}
	if button("offer/no", text.NoTour, false) {
		act.Do(view.DeclineTour{})
	}
	if button("offer/yes", text.TakeTour, true) {
		act.Do(view.StartTour{})
	}
	c.List().TextIn(style.Strong, r, view.Longest(style.Strong, r.W, text.Offer, text.OfferShort), im.Left, style.Foreground)
}

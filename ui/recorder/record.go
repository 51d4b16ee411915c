// Package recorder draws the pages by which a run leaves the window: the one on which a part
// of it is recorded, with how far that is, and the one where it is a text. It also does
// the work of a recording, piece by piece.
package recorder

import (
	"strconv"
	"time"

	"snaplab/ui/film"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Panel is the page on which a part of the run is recorded. The zero value records the
// last 5 s as a GIF of the whole window.
type Panel struct {
	span, form, view, rate int // which of what there is to choose from
}

// Popup is the page, as a popup.
const Popup = "record"

// What can be chosen on the page; the forms are those of view.Record.
var (
	spans = []time.Duration{5 * time.Second, 10 * time.Second, 30 * time.Second, 0} // the last ones of the run; 0: all of it
	rates = []int{25, 20}
)

// frame is the panel with the frame that it is drawn in.
type frame struct {
	c   *im.Context
	m   *view.Model
	act *view.Actions
	p   *Panel
}

// Draw draws the page if it is open, over everything else.
func (p *Panel) Draw(c *im.Context, m *view.Model, act *view.Actions) {
	if c.PopupOpen(Popup) {
		(&frame{c, m, act, p}).page()
	}
}

// span returns the part of the run that is chosen.
func (fr *frame) span() (from, to time.Duration) {
	if span := spans[fr.p.span]; span > 0 {
		from = max(fr.m.Now-span, 0)
	}
	return from, fr.m.Now
}

// page lets the user choose what to record.
func (fr *frame) page() {
	const width, row, label = 530, 32, 128
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Record, fr.c.List()
	body, open := view.BeginPage(fr.c, Popup, width, view.PageTitle+4*row+24+row+2*view.PagePad, text.Heading)
	if !open {
		return
	}
	rows := im.Rows{Area: body}
	choice := func(id, name string, chosen *int, items []string, tip string) {
		line := rows.Next(row)
		l.TextIn(style.Text, line.CutLeft(label), name, im.Left, style.Foreground)
		fr.c.Choice(id, line.InsetXY(0, 4), chosen, im.Choice{Items: items, Tooltip: tip})
	}
	choice("record/span", text.Span, &v.span, text.Spans[:], text.SpanTip)
	choice("record/form", text.Form, &v.form, text.Forms[:], text.FormTip)
	if view.RecordForm(v.form) == view.RecordTables {
		rows.Skip(2 * row)
	} else {
		var names []string
		for _, rate := range rates {
			names = append(names, strconv.Itoa(rate))
		}
		choice("record/view", text.View, &v.view, text.Views[:], text.ViewTip)
		choice("record/rate", text.Rate, &v.rate, names, text.RateTip)
	}
	from, to := fr.span()
	extent := view.Fill(text.Extent, view.Number(from.Seconds(), 2), view.Number(to.Seconds(), 2), view.SpeedNames[fr.m.Speed])
	l.TextIn(style.Small, rows.Next(24), extent, im.Left, style.Muted)
	buttons := rows.Next(row)
	at := buttons.CutLeft(110).InsetXY(0, 2)
	if fr.c.Button("record/start", at, im.Button{Label: text.Start, Tooltip: text.StartTip, Accent: true, Disabled: fr.m.Recording.On || to <= from}) {
		fr.c.ClosePopup(Popup)
		fr.act.Do(view.Record{
			Form: view.RecordForm(v.form), From: from, To: to,
			View: film.Views[v.view], Rate: rates[v.rate], Speed: view.Speeds[fr.m.Speed],
		})
	}
	if fr.c.Button("record/close", buttons.CutRight(80).InsetXY(0, 2), im.Button{Label: fr.m.Text.Help.Close}) {
		fr.c.ClosePopup(Popup)
	}
	fr.c.EndPopup()
}

// DrawProgress shows how far a recording is, over the lower edge of the window above the
// message, with a button to cancel it.
func (p *Panel) DrawProgress(c *im.Context, m *view.Model, act *view.Actions) {
	if !m.Recording.On {
		return
	}
	const width, height, gap = 380, 32, 10
	window, style, text, l := c.Bounds(), &m.Theme.Style, &m.Text.Record, c.List()
	r := raster.Rect{X: window.X + (window.W-width)/2, Y: window.Y + window.H - 44 - 8 - height, W: width, H: height}
	l.FillRound(r, style.PanelRadius, style.Popup)
	l.StrokeRound(r, style.PanelRadius, 1, style.PopupBorder)
	r = r.InsetXY(gap, 4)
	if c.Button("record/cancel", r.CutRight(86), im.Button{Label: text.Cancel, Tooltip: text.CancelTip}) {
		act.Do(view.CancelRecording{})
	}
	r.CutRight(gap)
	words := view.Fill(text.Progress, view.Count(m.Recording.Done), view.Count(m.Recording.Of))
	l.TextIn(style.Text, r.CutLeft(160), words, im.Left, style.Foreground)
	bar := raster.Rect{X: r.X, Y: r.Y + r.H/2 - 3, W: r.W, H: 6}
	l.FillRound(bar, 3, style.Track)
	bar.W *= float32(m.Recording.Done) / float32(max(m.Recording.Of, 1))
	l.FillRound(bar, 3, style.Accent)
}

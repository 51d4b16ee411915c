package ui

import (
	"bytes"
	"fmt"
	"time"

	"snaplab/game/measure"
	"snaplab/ui/film"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// recording is the page on which a part of the run is made into a film or tables, and the
// work on it, which goes on while the run does.
type recording struct {
	span, view, form, rate int // which of what there is to choose from

	job   recordJob // nil while there is none
	files []recordFile
	buf   []byte // scratch
}

// recordJob is work in bounded pieces.
type recordJob interface {
	Step() (more bool, err error)
	Progress() (done, of int)
}

// recordFile is a file on its way.
type recordFile struct {
	name string
	data *bytes.Buffer
}

// What can be chosen on the page.
var (
	recordSpans = []time.Duration{5 * time.Second, 10 * time.Second, 30 * time.Second, 0} // the last ones of the run; 0: all of it
	recordRates = []int{25, 20}
	rateNames   = []string{"25", "20"}
)

// The forms of a recording, by TextRecord.Forms.
const (
	recordGIF = iota
	recordPNG
	recordCSV
)

const recordPopup = "record"

// recordedSpan returns the part of the run that is chosen.
func (a *App) recordedSpan() (from, to time.Duration) {
	to = max(a.session.Now(), 0)
	if span := recordSpans[a.recording.span]; span > 0 {
		from = max(to-span, 0)
	}
	return from, to
}

// recordPage lets the user choose what to record.
func (a *App) recordPage(window raster.Rect) {
	if !a.ctx.PopupOpen(recordPopup) {
		return
	}
	const width, row, label = 530, 32, 128
	v, style, text, l := &a.recording, &a.theme.Style, &a.model.Text.Record, a.ctx.List()
	body, open := view.BeginPage(&a.ctx, recordPopup, width, view.PageTitle+4*row+24+row+2*view.PagePad, text.Heading)
	if !open {
		return
	}
	rows := im.Rows{Area: body}
	choice := func(id, name string, chosen *int, items []string, tip string) {
		line := rows.Next(row)
		l.TextIn(style.Text, line.CutLeft(label), name, im.Left, style.Foreground)
		a.ctx.Choice(id, line.InsetXY(0, 4), chosen, im.Choice{Items: items, Tooltip: tip})
	}
	choice("record/span", text.Span, &v.span, text.Spans[:], text.SpanTip)
	choice("record/form", text.Form, &v.form, text.Forms[:], text.FormTip)
	if v.form == recordCSV {
		rows.Skip(2 * row)
	} else {
		choice("record/view", text.View, &v.view, text.Views[:], text.ViewTip)
		choice("record/rate", text.Rate, &v.rate, rateNames, text.RateTip)
	}
	from, to := a.recordedSpan()
	v.buf = view.Phrase(v.buf[:0], text.Extent, view.Number(from.Seconds(), 2), view.Number(to.Seconds(), 2), view.Word(view.SpeedNames[a.model.Speed]))
	l.TextInBytes(style.Small, rows.Next(24), v.buf, im.Left, style.Muted)
	buttons := rows.Next(row)
	at := buttons.CutLeft(110).InsetXY(0, 2)
	if a.ctx.Button("record/start", at, im.Button{Label: text.Start, Tooltip: text.StartTip, Accent: true, Disabled: v.job != nil || to <= from}) {
		a.ctx.ClosePopup(recordPopup)
		if err := a.record(); err != nil {
			a.say(err.Error())
		}
	}
	if a.ctx.Button("record/close", buttons.CutRight(80).InsetXY(0, 2), im.Button{Label: a.model.Text.Help.Close}) {
		a.ctx.ClosePopup(recordPopup)
	}
	a.ctx.EndPopup()
}

// record begins to record what is chosen.
func (a *App) record() error {
	v := &a.recording
	from, to := a.recordedSpan()
	name := a.model.FileName(fmt.Sprintf("%.2fs", to.Seconds()))
	if v.form == recordCSV {
		return v.startTables(a, measure.Span{From: from, To: to}, name)
	}
	twin, err := a.twin()
	if err != nil {
		return err
	}
	plan := FilmPlan{From: from, To: to, Rate: recordRates[v.rate], Speed: view.Speeds[a.model.Speed], View: FilmViews[v.view]}
	file := recordFile{name + ".gif", new(bytes.Buffer)}
	var sink film.Sink = &film.Animation{Out: file.data, Delay: 100 / plan.Rate}
	if v.form == recordPNG {
		file.name = name + ".zip"
		sink = film.NewArchive(file.data)
	}
	job, err := NewFilm(twin, plan, sink)
	if err != nil {
		return err
	}
	v.job, v.files = job, []recordFile{file}
	return nil
}

// twin returns an application that plays this one's run and looks as it does.
func (a *App) twin() (*App, error) {
	t, err := New(Options{
		Scenario: a.session.Recording(), Scenarios: a.options.Scenarios,
		Theme: a.base.Name, Language: a.model.Language, Still: true,
	})
	if err != nil {
		return nil, err
	}
	t.look, t.model.Calm = a.look, a.model.Calm
	t.setTheme(a.base)
	t.present.on, t.present.page = a.present.on, a.present.page
	t.device = a.device
	t.resize()
	t.controls = a.controls
	t.arenas.SetLook(a.arenas.Look())
	t.model.Selected, t.model.Focus, t.model.Speed = a.model.Selected, a.model.Focus, a.model.Speed
	t.curve.SetLook(a.curve.Look())
	if from := &a.lookAhead; from.began && from.known.done { // it holds where the same is set
		t.lookAhead.of, t.lookAhead.began, t.lookAhead.known = from.of, true, from.known
		t.study = t.lookAhead.study(t)
	}
	return t, nil
}

// step does the next piece of the work, and saves the files after the last.
func (v *recording) step(a *App) {
	if v.job == nil {
		return
	}
	more, err := v.job.Step()
	if more && err == nil {
		return
	}
	files := v.files
	v.stop()
	for _, f := range files {
		a.save(f.name, f.data.Bytes(), err)
	}
}

// stop gives the work up. Nothing has been saved of it.
func (v *recording) stop() { v.job, v.files = nil, nil }

// strip shows how far the work is, over the lower edge of the window above the message,
// with a button to give it up.
func (v *recording) strip(a *App, window raster.Rect) {
	if v.job == nil {
		return
	}
	const width, height, gap = 380, 32, 10
	style, text, l := &a.theme.Style, &a.model.Text.Record, a.ctx.List()
	r := raster.Rect{X: window.X + (window.W-width)/2, Y: window.Y + window.H - 44 - 8 - height, W: width, H: height}
	l.FillRound(r, style.PanelRadius, style.Popup)
	l.StrokeRound(r, style.PanelRadius, 1, style.PopupBorder)
	r = r.InsetXY(gap, 4)
	if a.ctx.Button("record/cancel", r.CutRight(86), im.Button{Label: text.Cancel, Tooltip: text.CancelTip}) {
		v.stop()
		a.say(text.Cancelled)
		return
	}
	r.CutRight(gap)
	done, of := v.job.Progress()
	v.buf = view.Phrase(v.buf[:0], text.Progress, view.Count(done), view.Count(of))
	words := r.CutLeft(160)
	l.TextInBytes(style.Text, words, v.buf, im.Left, style.Foreground)
	bar := raster.Rect{X: r.X, Y: r.Y + r.H/2 - 3, W: r.W, H: 6}
	l.FillRound(bar, 3, style.Track)
	bar.W *= float32(done) / float32(max(of, 1))
	l.FillRound(bar, 3, style.Accent)
}

// tables writes every frame and packet of a part of a run.
type tables struct {
	session *measure.Run
	span    measure.Span
	frames  *measure.Frames
	packets measure.Packets
	out     *bytes.Buffer // of the packets
}

func (v *recording) startTables(a *App, span measure.Span, name string) error {
	session, err := a.session.Again()
	if err != nil {
		return err
	}
	files := []recordFile{{name + "-frames.csv", new(bytes.Buffer)}, {name + "-packets.csv", new(bytes.Buffer)}}
	t := &tables{session: session, span: span, frames: measure.NewFrames(files[0].data, span), out: files[1].data}
	t.packets.Span = span
	session.OnFrame(t.frames.Add)
	session.OnPacket(t.packets.Add)
	v.job, v.files = t, files
	return nil
}

// Step plays a piece of the run. The last one finishes the tables.
func (t *tables) Step() (more bool, err error) {
	t.session.AdvanceTo(min(max(t.session.Now(), 0)+seekPiece(t.session), t.span.To))
	if t.session.Now() < t.span.To {
		return true, nil
	}
	if err := t.frames.Flush(); err != nil {
		return false, err
	}
	return false, t.packets.Write(t.out, t.session)
}

// Progress returns milliseconds of the run.
func (t *tables) Progress() (done, of int) {
	return int(max(t.session.Now(), 0).Milliseconds()), int(t.span.To.Milliseconds())
}

package tuning

import (
	"strings"
	"unicode/utf8"

	"snaplab/game/config"
	home "snaplab/game/export"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// export is the tab that exports the delays as settings for this program and for engines.
type export struct {
	which, form int
	text        string
	of          exported // what the text is of
	wanted      exported // what is being written
	writing     *home.Writing
	failed      string          // why it could not be copied
	scenario    config.Scenario // that it is of
	preview     preview
}

// work goes on with the proof of what is wanted, a few milliseconds in a frame.
func (v *export) work() {
	if v.writing != nil && v.writing.Step() {
		v.text, v.of, v.writing = v.writing.Text(), v.wanted, nil
	}
}

// exported names a text that can be exported.
type exported struct {
	answer      *answer // nil for the delays in use that are set by hand, for which it needn't be known
	which, form int
	known       bool // false for none
}

// exportInUse is the choice of the delays in use, the other one that of the recommended.
const exportInUse = 0

// exportTab draws the tab; status is the place to the right of the tabs.
func (f *frame) exportTab(status, r raster.Rect) {
	v, text, style, l := &f.export, &f.m.Text.Tuning.Export, &f.m.Theme.Style, f.c.List()
	f.c.PushID("export")
	defer f.c.PopID()
	f.studyStatus(status)
	forms := home.Forms()
	titles := text.Forms[:]
	for _, form := range forms[len(titles):] {
		titles = append(titles, form.Title)
	}
	row := r.CutTop(24)
	f.c.Choice("which", row.CutLeft(min(212, row.W*0.32)), &v.which, im.Choice{Items: text.Which[:], Tooltips: text.WhichTips[:]})
	row.CutLeft(8)
	f.c.Dropdown("form", row.CutLeft(min(230, row.W*0.5)), &v.form, im.Dropdown{Items: titles, Tooltip: text.FormTip})
	row.CutLeft(8)
	form := &forms[v.form]
	wanted := exported{f.answer, v.which, v.form, true}
	s, current := asSet(f.m), f.current
	var atOnce *study.Advice
	if v.which == exportInUse {
		atOnce = study.AdviceInUse(&s)
	}
	if atOnce != nil {
		wanted.answer, current = nil, true
	}
	if current && (v.of != wanted && (v.writing == nil || v.wanted != wanted) || !sameWorld(&s, &v.scenario) || s.Settings != v.scenario.Settings) {
		if atOnce == nil {
			atOnce = f.answer.advice
		}
		e := home.Export{Advice: atOnce, InUse: v.which == exportInUse, Scenario: s, Version: f.m.Version}
		v.scenario, v.writing, v.wanted, v.failed = s, e.Begin(form), wanted, ""
	}
	ready := current && v.of == wanted && v.writing == nil
	save := row.CutLeft(style.Button.Measure(text.Save) + 2*style.Padding + 8)
	if f.c.Button("save", save, im.Button{Label: text.Save, Tooltip: text.SaveTip, Accent: true, Disabled: !ready}) {
		f.act.Do(view.Save{Name: f.m.FileName(form.Name + "." + form.Extension), Data: []byte(v.text)})
	}
	row.CutLeft(8)
	if f.c.Button("copy", row.CutLeft(style.Button.Measure(text.Copy)+2*style.Padding+8), im.Button{Label: text.Copy, Tooltip: text.CopyTip, Disabled: !ready}) {
		f.act.Do(view.Copy{Text: v.text, Done: func(err error) {
			if v.failed = ""; err != nil {
				v.failed = err.Error()
			}
		}})
	}
	about := text.Cannot[v.form]
	if v.failed != "" {
		about = v.failed
	}
	l.TextIn(style.Text, r.CutTop(22), about, im.Left, style.Foreground)
	r.CutTop(2)
	l.FillRect(r, f.m.Theme.Plot)
	if !v.of.known || v.of.which != v.which || v.of.form != v.form {
		l.TextIn(style.Text, r, text.Working, im.Centre, style.Muted)
		return
	}
	v.preview.draw(f.c, "text", r, v.text, text.TextTip)
}

// preview shows a file of text, which scrolls, in cells of equal width, so that what is under
// one another in the file is so here.
type preview struct {
	text  string     // that was cut
	width float32    // to which
	lines []textLine // into these
	first int        // line in sight
	grab  float32    // lines scrolled when the pointer seized it
	from  raster.Point
}

// textLine is a line as it is shown, and the cell it begins in: what is too long goes on
// in the next one.
type textLine struct {
	text   string
	indent int
}

const (
	previewLine   = 15 // dp
	previewSize   = 10
	previewIndent = 4 // cells
	previewBar    = 6
)

// draw shows a text, which the wheel, the pointer and the keyboard scroll. Another text is
// scrolled as the one before it, as far as it can be.
func (p *preview) draw(c *im.Context, id string, r raster.Rect, text, tip string) {
	style, l := &c.Style, c.List()
	font := style.Small
	font.Size, font.Mono = previewSize, true
	x := c.Interact(id, r, im.Region{Wheel: true, Tooltip: tip})
	inner := r.InsetXY(8, 4)
	if p.width != inner.W || p.text != text {
		p.width, p.text = inner.W, text
		p.lines = wrap(p.lines[:0], text, font, inner.W-previewBar-4)
	}
	shown := max(1, int(inner.H/previewLine))
	p.scroll(c, id, &x, shown)
	cell := font.Measure("0")
	for i, line := range p.lines[p.first:min(p.first+shown, len(p.lines))] {
		y := inner.Y + previewLine*float32(i)
		l.Text(font, raster.Point{X: inner.X + cell*float32(line.indent), Y: im.Baseline(font, raster.Rect{Y: y, H: previewLine})}, line.text, style.Foreground)
	}
	if n := len(p.lines); n > shown {
		bar := raster.Rect{X: inner.Max().X - previewBar, Y: inner.Y, W: previewBar, H: inner.H}
		bar.Y += bar.H * float32(p.first) / float32(n)
		bar.H *= float32(shown) / float32(n)
		l.FillRound(bar, previewBar/2, style.Track)
	}
	if x.Ring {
		c.FocusRing(r.Inset(1), 0)
	}
}

// scroll applies wheel, pointer and keys.
func (p *preview) scroll(c *im.Context, id string, x *im.Interaction, shown int) {
	times := func(k im.Key) int { return c.TakeKey(id, k, 0) }
	p.first += times(im.KeyDown) - times(im.KeyUp) + (shown-1)*(times(im.KeyPageDown)-times(im.KeyPageUp))
	p.first -= int(3 * x.Wheel.Y)
	last := max(0, len(p.lines)-shown)
	if times(im.KeyHome) > 0 {
		p.first = 0
	}
	if times(im.KeyEnd) > 0 {
		p.first = last
	}
	switch {
	case x.Pressed:
		p.from, p.grab = x.Pointer, float32(p.first)
	case x.Active && x.Pointer != p.from:
		p.first = int(p.grab - (x.Pointer.Y-p.from.Y)/previewLine)
	}
	p.first = min(max(p.first, 0), last)
}

// wrap cuts a text into lines of a width in dp at most, at blanks where there are any.
func wrap(dst []textLine, text string, font raster.Font, width float32) []textLine {
	cell := font.Measure("0")
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		indent := 0
		for {
			cut := fits(line, font, width-cell*float32(indent))
			dst = append(dst, textLine{strings.TrimRight(line[:cut], " "), indent})
			if line = strings.TrimLeft(line[cut:], " "); line == "" {
				break
			}
			indent = previewIndent
		}
	}
	return dst
}

// fits returns how many bytes of a line have room: all, or as far as the last blank that
// leaves room, or if there is none as many as have, one character at least.
func fits(line string, font raster.Font, width float32) int {
	if font.Measure(line) <= width {
		return len(line)
	}
	most := 0
	for i, r := range line {
		if r == ' ' && strings.TrimLeft(line[:i], " ") != "" {
			if font.Measure(line[:i]) > width {
				break
			}
			most = i
		}
	}
	if most > 0 {
		return most
	}
	_, most = utf8.DecodeRuneInString(line)
	for i := range line {
		if i > most && font.Measure(line[:i]) <= width {
			most = i
		}
	}
	return most
}

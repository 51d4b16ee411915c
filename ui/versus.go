package ui

import (
	"math"
	"slices"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/sweep"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// versusView is the tab that holds two settings against each other.
type versusView struct {
	held bool
	a    game.Settings

	asked   versusQuestion
	pending *sweep.Comparison // under way, nil when all is done
	shown   *sweep.Comparison // the newest with a run made
	about   versusQuestion    // what shown is about
	taken   int               // runs of shown that the figures are of
	sides   [game.NumKinds][2]game.KindReport
	err     error

	differs string // what B differs in
	of      versusQuestion
	in      *Text
}

// versusQuestion is what a comparison is about.
type versusQuestion struct {
	a, b game.Settings
	run  uint64
}

// versusRuns is how many runs a comparison has.
const versusRuns = 8

func (v *versusView) question(a *App) versusQuestion {
	return versusQuestion{v.a, a.settings, a.tuning.run}
}

// hold keeps settings as A.
func (v *versusView) hold(s game.Settings) {
	*v = versusView{held: true, a: s}
}

func (v *versusView) working() bool { return v.held && v.pending != nil }

// work goes on with the comparison. The first run is made before another is begun, so
// that there are figures while a slider is dragged.
func (v *versusView) work(a *App, pace time.Duration) {
	if !v.held {
		return
	}
	if q := v.question(a); q != v.asked {
		made := versusRuns
		if v.pending != nil {
			made, _ = v.pending.Runs()
		}
		if made > 0 || q.run != v.asked.run {
			v.begin(a, q)
		}
	}
	if v.pending == nil {
		return
	}
	// Two lenses or two sessions: half as far as one would go.
	done, err := v.pending.Step(pace / 2)
	if v.err = err; err != nil {
		v.pending = nil
		return
	}
	if made, _ := v.pending.Runs(); made > 0 && (v.shown != v.pending || made > v.taken) {
		v.shown, v.about, v.taken = v.pending, v.asked, made
		for k := range v.sides {
			v.sides[k][0], v.sides[k][1] = v.shown.Kind(interp.Kind(k))
		}
	}
	if done {
		v.pending = nil
	}
}

func (v *versusView) begin(a *App, q versusQuestion) {
	v.asked = q
	trial := a.trial()
	sides := [2]game.Settings{q.a, q.b}
	for i := range sides {
		sides[i].Beside = game.NothingBeside
		// The clocks' starts are the session's own.
		sides[i].ServerStart, sides[i].ClientStart = trial.Settings.ServerStart, trial.Settings.ClientStart
	}
	v.pending, v.err = sweep.NewComparison(&trial, &sides[0], &sides[1], versusRuns)
}

// versusTab draws the tab; status is the place beside the tabs.
func (a *App) versusTab(status, r raster.Rect) {
	v, text, style, l := &a.tuning.versus, &a.text.Tuning.Versus, &a.theme.Style, a.ctx.List()
	a.ctx.PushID("versus")
	defer a.ctx.PopID()
	a.versusStatus(status)
	row := r.CutTop(24)
	const gap = 6
	button := func(id, label, tip string) bool {
		at := row.CutLeft(style.Button.Measure(label) + 2*style.Padding + 4)
		row.CutLeft(gap)
		return a.ctx.Button(id, at, im.Button{Label: label, Tooltip: tip, Accent: !v.held})
	}
	if !v.held {
		if button("hold", text.Hold, text.HoldTip) {
			v.hold(a.settings)
		}
		row.CutLeft(gap)
		l.TextIn(style.Text, row, text.Intro, im.Left, style.Foreground)
		return
	}
	if button("hold", text.HoldAgain, text.HoldTip) {
		v.hold(a.settings)
	}
	if button("swap", text.Swap, text.SwapTip) {
		held := v.a
		v.hold(a.settings)
		a.settings = held
	}
	if button("drop", text.Drop, text.DropTip) {
		*v = versusView{}
		return
	}
	row.CutLeft(gap)
	v.refreshDiffers(a)
	a.ctx.Interact("differs", row, im.Region{Tooltip: v.differs, NoFocus: true})
	l.TextIn(style.Text, row, v.differs, im.Left, style.Foreground)
	a.versusTable(r)
}

// versusStatus says what packets both play.
func (a *App) versusStatus(r raster.Rect) {
	v, text, style, l := &a.tuning.versus, &a.text.Tuning.Versus, &a.theme.Style, a.ctx.List()
	if !v.held {
		return
	}
	if v.err != nil {
		l.TextIn(style.Small, r, v.err.Error(), im.Right, style.Alarm)
		return
	}
	if v.shown == nil {
		l.TextIn(style.Small, r, text.Working, im.Right, style.Muted)
		return
	}
	pattern, tip := text.SameChances, text.ChancesTip
	if v.shown.SamePackets() {
		pattern, tip = text.SamePackets, text.PacketsTip
	}
	first, last := v.shown.Seeds()
	a.ctx.Interact("status", r, im.Region{Tooltip: tip, NoFocus: true})
	t := &a.tuning
	t.buf = phrase(t.buf[:0], pattern, count(v.taken), whole(first), whole(last))
	l.TextInBytes(style.Small, r, t.buf, im.Right, style.Muted)
}

// versusTable draws a row for each kind, with A's figures, B's and what differs.
func (a *App) versusTable(r raster.Rect) {
	v, text, style, l := &a.tuning.versus, &a.text.Tuning.Versus, &a.theme.Style, a.ctx.List()
	nameWidth, gap := float32(80), float32(14)
	if r.W < 960 {
		nameWidth, gap = 66, 8
	}
	measures := min(len(text.Measures), max(1, int((r.W-nameWidth)/100))) // the first, where there is no room for all
	// In a narrow window there is no room for A's figures: B's and the difference say
	// them too.
	narrow := r.W < 960
	cells := func(row raster.Rect, measure int) (out [3]raster.Rect) {
		at := row.Column(measure, measures, gap)
		share := float32(0.42)
		if narrow {
			share = 0.56
		}
		out[2] = at.CutRight(at.W * share)
		if !narrow {
			out[0] = at.CutLeft(at.W / 2)
		}
		out[1] = at
		return out
	}
	head := r.CutTop(30)
	head.CutLeft(nameWidth)
	words := head.CutTop(15)
	for m := range measures {
		at := words.Column(m, measures, gap)
		a.ctx.Interact(versusIDs[m], at, im.Region{Tooltip: text.Measures[m][2], NoFocus: true})
		t := &a.tuning
		t.buf = phrase(t.buf[:0], "%s %s", word(text.Measures[m][0]), word(text.Measures[m][1]))
		l.TextInBytes(style.Small, at, t.buf, im.Right, style.Foreground)
		for i, name := range [3]string{text.A, text.B, text.Difference} {
			l.TextIn(style.Small, cells(head, m)[i], name, im.Right, style.Muted)
		}
	}
	if v.shown == nil {
		return
	}
	outdated := v.about != v.question(a)
	minutes := v.shown.Duration().Minutes() * float64(v.taken)
	height := min(28, r.H/float32(max(1, len(a.tuning.kinds))))
	for _, k := range a.tuning.kinds {
		row := r.CutTop(height)
		name := row.CutLeft(nameWidth)
		icon := name.CutLeft(13)
		kindIcons[k](l, raster.Rect{X: icon.X, Y: icon.Y + (icon.H-10)/2, W: 10, H: 10}, style.Muted)
		l.TextIn(style.Text, name, a.text.Controls.Kinds[k], im.Left, style.Foreground)
		for m := range measures {
			of := func(side int) float64 { return versusFigure(&v.sides[k][side], m, minutes) }
			a.versusCells(cells(row, m), of(0), of(1), versusPlaces[m], outdated)
		}
	}
}

var (
	versusIDs    = [...]string{"head-underruns", "head-dry", "head-ago", "head-off", "head-jump", "head-rough"}
	versusPlaces = [...]int{1, 2, 0, 3, 2, 2}
)

// versusFigure returns one of the measures of a kind.
func versusFigure(r *game.KindReport, measure int, minutes float64) float64 {
	switch measure {
	case 0:
		return float64(r.Underruns) / minutes
	case 1:
		return 100 * r.GapRatio
	case 2:
		return r.DisplayLatency.P50
	case 3:
		return r.LagError.RMS
	case 4:
		return r.Correction.P95
	}
	return r.RoughnessMPS
}

// versusCells writes A's figure, B's and the difference, with its sign and an arrow that
// says which way: every measure is better the less it is.
func (a *App) versusCells(cells [3]raster.Rect, was, is float64, places int, outdated bool) {
	style, l := &a.theme.Style, a.ctx.List()
	strong, muted := style.Foreground, style.Muted
	if outdated {
		strong = muted
	}
	a.numeral(cells[0], number(was, places), muted)
	a.numeral(cells[1], number(is, places), strong)
	v := &a.tuning
	colour, worse, sign := a.theme.Good, false, "−"
	if is > was {
		colour, worse, sign = a.theme.Lost, true, "+"
	}
	v.buf = strconv.AppendFloat(append(v.buf[:0], sign...), math.Abs(is-was), 'f', places, 64)
	if zero(v.buf) {
		l.TextIn(v.figures, cells[2], "0", im.Right, muted)
		return
	}
	if outdated {
		colour = muted
	}
	font := v.figures
	font.Weight = raster.Bold
	width := l.TextInBytes(font, cells[2], v.buf, im.Right, colour)
	arrow(l, raster.Point{X: cells[2].Max().X - width - 7, Y: cells[2].Centre().Y}, worse, colour)
}

// zero reports whether a number is nothing but noughts as it is written.
func zero(figures []byte) bool {
	return !slices.ContainsFunc(figures, func(c byte) bool { return c >= '1' && c <= '9' })
}

// arrow draws a small triangle that points up or down.
func arrow(l *im.List, p raster.Point, up bool, colour raster.Color) {
	d := float32(3)
	if !up {
		d = -d
	}
	corners := [3]raster.Point{{X: p.X, Y: p.Y - d}, {X: p.X - 3, Y: p.Y + d*0.7}, {X: p.X + 3, Y: p.Y + d*0.7}}
	l.FillPolygon(corners[:], colour)
}

// refreshDiffers puts into words what B differs in, when that has changed.
func (v *versusView) refreshDiffers(a *App) {
	q := v.question(a)
	if q == v.of && v.in == a.text && v.differs != "" {
		return
	}
	v.of, v.in = q, a.text
	v.differs = a.text.Tuning.Versus.Alike
	if list := differences(a.text, &v.of.a, &v.of.b); len(list) > 0 {
		v.differs = string(phrase(nil, a.text.Tuning.Versus.Differ, word(string(list))))
	}
}

// differences lists the settings in which two differ, in a language.
func differences(text *Text, a, b *game.Settings) (list []byte) {
	for _, s := range game.AllSettings() {
		was, is, same := s.Get(a, 0), s.Get(b, 0), true
		for i := range s.Qualifiers() {
			same = same && s.Get(a, i) == was && s.Get(b, i) == is
		}
		for i, name := range s.Qualifiers() {
			from, to := s.Get(a, i), s.Get(b, i)
			if from == to || same && i > 0 {
				continue
			}
			if len(list) > 0 {
				list = append(list, ", "...)
			}
			list = append(list, text.setting(s.Name)...)
			if !same && name != "" {
				list = append(append(list, ' '), text.setting(name)...)
			}
			list = phrase(list, " %s → %s", word(text.setting(s.Format(from))), word(text.setting(s.Format(to))))
		}
	}
	return list
}

package ui

import (
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// versusView is the tab that holds two settings against each other.
type versusView struct {
	held bool
	a    config.Settings

	asked   versusQuestion
	pending *study.Comparison // under way, nil when all is done
	shown   *study.Comparison // the newest with a run made
	about   versusQuestion    // what shown is about
	taken   int               // runs of shown that the figures are of
	sides   [world.NumKinds][2]measure.KindReport
	err     error

	differs string // what B differs in
	of      versusQuestion
	in      *text.Text
}

// versusQuestion is what a comparison is about.
type versusQuestion struct {
	a, b config.Settings
	run  uint64
}

// versusRuns is how many runs a comparison has.
const versusRuns = 8

func (v *versusView) question(a *App) versusQuestion {
	return versusQuestion{v.a, a.settings, a.tuning.run}
}

// hold keeps settings as A.
func (v *versusView) hold(s config.Settings) {
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
	sides := [2]config.Settings{q.a, q.b}
	for i := range sides {
		sides[i].Comparison = config.NoComparison
		// The clocks' starts are the session's own.
		sides[i].ServerStart, sides[i].ClientStart = trial.Settings.ServerStart, trial.Settings.ClientStart
	}
	v.pending, v.err = study.NewComparison(&trial, &sides[0], &sides[1], versusRuns)
}

// versusTab draws the tab; status is the place beside the tabs.
func (a *App) versusTab(status, r raster.Rect) {
	v, text, style, l := &a.tuning.versus, &a.model.Text.Tuning.Versus, &a.theme.Style, a.ctx.List()
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
	v, text, style, l := &a.tuning.versus, &a.model.Text.Tuning.Versus, &a.theme.Style, a.ctx.List()
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
	pattern, short, tip := text.SameChances, text.ChancesShort, text.ChancesTip
	if v.shown.SamePackets() {
		pattern, short, tip = text.SamePackets, text.PacketsShort, text.PacketsTip
	}
	first, last := v.shown.Seeds()
	a.ctx.Interact("status", r, im.Region{Tooltip: tip, NoFocus: true})
	t := &a.tuning
	t.buf = view.Phrase(t.buf[:0], pattern, view.Count(v.taken), view.Whole(first), view.Whole(last))
	if view.WidthOf(l, style.Small, t.buf) > r.W {
		t.buf = view.Phrase(t.buf[:0], short, view.Count(v.taken))
	}
	l.TextInBytes(style.Small, r, t.buf, im.Right, style.Muted)
}

// refreshDiffers puts into words what B differs in, when that has changed.
func (v *versusView) refreshDiffers(a *App) {
	q := v.question(a)
	if q == v.of && v.in == a.model.Text && v.differs != "" {
		return
	}
	v.of, v.in = q, a.model.Text
	v.differs = a.model.Text.Tuning.Versus.Alike
	var list []byte
	for i, c := range appendChanges(nil, a.model.Text, &v.of.a, &v.of.b) {
		if i > 0 {
			list = append(list, ", "...)
		}
		list = view.Phrase(list, "%s %s → %s", view.Word(c.name), view.Word(c.was), view.Word(c.is))
	}
	if len(list) > 0 {
		v.differs = string(view.Phrase(nil, a.model.Text.Tuning.Versus.Differ, view.Word(string(list))))
	}
}

package tuning

import (
	"math"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// versus is the tab that compares two settings, A and B: those that were held and those in
// use.
type versus struct {
	held bool
	a    config.Settings

	asked   pair
	pending *study.Comparison // under way, nil when all is done
	shown   *study.Comparison // the newest with a run made
	about   pair              // what shown is about
	taken   int               // runs of shown that the figures are of
	sides   [world.MaxKinds][2]measure.KindReport
	err     error
}

// pair is what a comparison is about.
type pair struct {
	a, b     config.Settings
	scenario config.Scenario // its own settings count for nothing
}

func (q *pair) is(other pair) bool {
	return q.a == other.a && q.b == other.b && sameWorld(&q.scenario, &other.scenario)
}

// versusRuns is how many runs a comparison has.
const versusRuns = 8

func (v *versus) pair(m *view.Model) pair { return pair{v.a, *m.Settings, *m.Scenario} }

// hold keeps settings as A.
func (v *versus) hold(s *config.Settings) { *v = versus{held: true, a: *s} }

func (v *versus) working() bool { return v.pending != nil }

// work goes on with the comparison. The first run is made before another is begun, so
// that there are figures while a slider is dragged.
func (v *versus) work(m *view.Model, by time.Duration) {
	if !v.held {
		return
	}
	if !v.a.Kinds.Equal(m.Settings.Kinds) {
		*v = versus{} // settings of other kinds
		return
	}
	v.a.Kinds = m.Settings.Kinds
	if q := v.pair(m); !v.asked.is(q) {
		made := versusRuns
		if v.pending != nil {
			made, _ = v.pending.Runs()
		}
		if made > 0 || !sameWorld(&q.scenario, &v.asked.scenario) {
			v.begin(m, q)
		}
	}
	if v.pending == nil {
		return
	}
	// Two lenses or two sessions: half as far as one would go.
	done, err := v.pending.Step(by / 2)
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

func (v *versus) begin(m *view.Model, q pair) {
	v.asked = q
	trial := trial(m)
	sides := [2]config.Settings{q.a, q.b}
	for i := range sides {
		sides[i].Comparison = config.NoComparison
		// The clocks' starts are the session's own.
		sides[i].ServerStart, sides[i].ClientStart = trial.Settings.ServerStart, trial.Settings.ClientStart
	}
	v.pending, v.err = study.NewComparison(&trial, &sides[0], &sides[1], versusRuns)
}

// versusTab draws the tab; status is the place to the right of the tabs.
func (f *frame) versusTab(status, r raster.Rect) {
	v, text, style, l := &f.versus, &f.m.Text.Tuning.Versus, &f.m.Theme.Style, f.c.List()
	f.c.PushID("versus")
	defer f.c.PopID()
	f.versusStatus(status)
	row := r.CutTop(24)
	const gap = 6
	button := func(id, label, tip string) bool {
		at := row.CutLeft(style.Button.Measure(label) + 2*style.Padding + 4)
		row.CutLeft(gap)
		return f.c.Button(id, at, im.Button{Label: label, Tooltip: tip, Accent: !v.held})
	}
	if !v.held {
		if button("hold", text.Hold, text.HoldTip) {
			v.hold(f.m.Settings)
		}
		row.CutLeft(gap)
		l.TextIn(style.Text, row, text.Intro, im.Left, style.Foreground)
		return
	}
	if button("hold", text.HoldAgain, text.HoldTip) {
		v.hold(f.m.Settings)
	}
	if button("swap", text.Swap, text.SwapTip) {
		held := v.a
		v.hold(f.m.Settings)
		*f.act.Settings() = held
	}
	if button("drop", text.Drop, text.DropTip) {
		*v = versus{}
		return
	}
	row.CutLeft(gap)
	differs := f.differs()
	f.c.Hint("differs", row, differs)
	l.TextIn(style.Text, row, differs, im.Left, style.Foreground)
	f.versusTable(r)
}

// versusStatus says what packets both play.
func (f *frame) versusStatus(r raster.Rect) {
	v, text, style, l := &f.versus, &f.m.Text.Tuning.Versus, &f.m.Theme.Style, f.c.List()
	switch {
	case !v.held:
		return
	case v.err != nil:
		l.TextIn(style.Small, r, v.err.Error(), im.Right, style.Alarm)
		return
	case v.shown == nil:
		l.TextIn(style.Small, r, text.Working, im.Right, style.Muted)
		return
	}
	pattern, short, tip := text.SameChances, text.ChancesShort, text.ChancesTip
	if v.shown.SamePackets() {
		pattern, short, tip = text.SamePackets, text.PacketsShort, text.PacketsTip
	}
	first, last := v.shown.Seeds()
	f.c.Hint("status", r, tip)
	said := view.Fill(pattern, view.Count(v.taken), view.Count(first), view.Count(last))
	if style.Small.Measure(said) > r.W {
		said = view.Fill(short, view.Count(v.taken))
	}
	l.TextIn(style.Small, r, said, im.Right, style.Muted)
}

// differs says what B differs in from A.
func (f *frame) differs() string {
	var list []string
	for _, c := range view.Changes(f.m.Text, &f.versus.a, f.m.Settings) {
		list = append(list, c.Name+" "+c.Was+" → "+c.Is)
	}
	if len(list) == 0 {
		return f.m.Text.Tuning.Versus.Alike
	}
	return view.Fill(f.m.Text.Tuning.Versus.Differ, strings.Join(list, ", "))
}

// versusTable draws a row for each kind, with A's figures, B's and what differs.
func (f *frame) versusTable(r raster.Rect) {
	v, text, style, l := &f.versus, &f.m.Text.Tuning.Versus, &f.m.Theme.Style, f.c.List()
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
			share = 0.62
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
		f.c.Hint(versusIDs[m], at, text.Measures[m][2])
		l.TextIn(style.Small, at, text.Measures[m][0]+" "+text.Measures[m][1], im.Right, style.Foreground)
		for i, name := range [3]string{text.A, text.B, text.Difference} {
			l.TextIn(style.Small, cells(head, m)[i], name, im.Right, style.Muted)
		}
	}
	if v.shown == nil {
		return
	}
	outdated := !v.about.is(v.pair(f.m))
	minutes := v.shown.Duration().Minutes() * float64(v.taken)
	kinds := f.m.Kinds()
	height := min(28, r.H/float32(max(1, len(kinds))))
	for _, k := range kinds {
		row := r.CutTop(height)
		view.KindLabel(f.c, row.CutLeft(nameWidth), f.m, k)
		for m := range measures {
			unit, places := "", versusPlaces[m]
			of := func(side int) (figure float64) {
				r := &v.sides[k][side]
				switch varies := f.m.Settings.Kinds.Varies(k); {
				case m == 3 && varies == world.Rotation:
					figure, unit, places = r.ErrorDeg.RMS, "°", 1
				case m == 4 && varies == world.Rotation:
					figure, unit, places = r.CorrectionDeg.P95, "°", 1
				case m == 3 && varies == world.Stance:
					entities := float64(max(1, f.m.Scenario.Count(k)))
					figure, unit, places = 100*r.StateWrongMS/(minutes*60_000*entities), " %", 1
				default:
					figure = versusFigure(r, m, minutes)
				}
				return figure
			}
			was, is := of(0), of(1)
			f.versusCells(cells(row, m), was, is, places, unit, outdated)
		}
	}
}

var (
	versusIDs    = [...]string{"head-underruns", "head-underrun-share", "head-latency", "head-error", "head-correction", "head-roughness"}
	versusPlaces = [...]int{1, 2, 0, 3, 2, 2}
)

// versusFigure returns one of the measures of a kind.
func versusFigure(r *measure.KindReport, measure int, minutes float64) float64 {
	switch measure {
	case 0:
		return float64(r.Underruns) / minutes
	case 1:
		return 100 * r.UnderrunShare
	case 2:
		return r.Latency.P50
	case 3:
		return r.Error.RMS
	case 4:
		return r.Correction.P95
	}
	return r.RoughnessMPS
}

// versusCells writes A's figure, B's and the difference, with its sign and an arrow that
// says which way: every measure is better the less it is.
func (f *frame) versusCells(cells [3]raster.Rect, was, is float64, places int, unit string, outdated bool) {
	style, l := &f.m.Theme.Style, f.c.List()
	strong, muted := style.Foreground, style.Muted
	if outdated {
		strong = muted
	}
	f.number(cells[0], view.Number(was, places)+unit, muted)
	f.number(cells[1], view.Number(is, places)+unit, strong)
	colour, worse, sign := f.m.Theme.Good, false, "−"
	if is > was {
		colour, worse, sign = f.m.Theme.Lost, true, "+"
	}
	difference := sign + strconv.FormatFloat(math.Abs(is-was), 'f', places, 64)
	font := f.figures()
	if !strings.ContainsAny(difference, "123456789") { // as it is written
		l.TextIn(font, cells[2], "0", im.Right, muted)
		return
	}
	if outdated {
		colour = muted
	}
	font.Weight = raster.Bold
	width := l.TextIn(font, cells[2], difference, im.Right, colour)
	arrow(l, raster.Point{X: cells[2].Max().X - width - 7, Y: cells[2].Centre().Y}, worse, colour)
}

// arrow draws a small triangle that points up or down.
func arrow(l *im.List, p raster.Point, up bool, colour raster.Color) {
	d := float32(3)
	if !up {
		d = -d
	}
	l.FillPolygon([]raster.Point{{X: p.X, Y: p.Y - d}, {X: p.X - 3, Y: p.Y + d*0.7}, {X: p.X + 3, Y: p.Y + d*0.7}}, colour)
}

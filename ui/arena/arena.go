// Package arena draws what each lens draws: pictures side by side, seen with one camera.
package arena

import (
	"math"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Panel is the arenas: three, or four where there is a comparison and room for it. The
// entity that is selected in one is marked in all. The zero value is ready to use; a Panel
// must not be copied after its first Draw.
type Panel struct {
	pictures [game.MaxLenses]picture
	looks    looks
	look     Look
	trails   trails
	pointer  pointer
	followed interp.EntityID // the selection whose kind the focus is on
}

// Look is what the user has chosen to see, the same in all arenas. The zero value is how
// they look at first: the whole field at a tilt, the truth of the present, trails.
type Look struct {
	camera   camera
	truth    truthMode
	noTrails bool
}

// Look returns how the arenas look.
func (p *Panel) Look() Look { return p.look }

// SetLook has the arenas look as others do.
func (p *Panel) SetLook(l Look) {
	l.camera.width, l.camera.depth = p.look.camera.width, p.look.camera.depth
	p.look = l
}

// NextTruth goes on to the next truth to show: of the present, of the time shown, none.
func (p *Panel) NextTruth() { p.look.truth = (p.look.truth + 1) % numTruthModes }

// NextCamera looks straight down, or at a tilt again.
func (p *Panel) NextCamera() { p.look.camera.turn() }

// ToggleTrails shows trails, or does not any more.
func (p *Panel) ToggleTrails() { p.look.noTrails = !p.look.noTrails }

// Start begins with a run that has some kinds and a number of entities. It returns what must be called for
// each entity of each display frame that the run draws from then on, nil if there is nothing
// to be called: of a crowd no trails are kept. The Panel copies what it needs of a row.
func (p *Panel) Start(kinds *world.Kinds, entities int) func(*measure.FrameRow) {
	p.pointer = pointer{}
	p.looks = newLooks(kinds)
	p.look.camera.fit(kinds)
	return p.trails.start(&p.looks, entities)
}

// frame is one call of Draw.
type frame struct {
	*Panel
	c     *im.Context
	m     *view.Model
	act   *view.Actions
	sizes sizes
}

// Draw draws an arena in each place, as many as the model says that there are.
func (p *Panel) Draw(c *im.Context, places []raster.Rect, m *view.Model, act *view.Actions) {
	f := frame{Panel: p, c: c, m: m, act: act, sizes: sizesFor(m)}
	f.followSelection()
	for l, r := range places {
		f.arena(r, game.Lens(l))
	}
}

// followSelection puts the focus on the kind of what is selected.
func (f *frame) followSelection() {
	if f.followed == f.m.Selected {
		return
	}
	f.followed = f.m.Selected
	focus := view.AllKinds
	if k, ok := f.m.KindOf(f.followed); ok {
		focus = int(k)
	}
	f.act.FocusOn(focus)
}

const (
	padding       = 8                     // at the sides of what is written; the picture is as wide as the panel
	edge          = 5                     // above and below it
	nowWithin     = 20 * time.Millisecond // a latency that is shown as "now"
	pictureRadius = 4
)

// sizes is how large an arena's words are.
type sizes struct {
	heading, figures, label float32 // heights in dp
	title, note, value      raster.Font
}

// sizesFor returns them for the window, or, larger, for the presentation mode.
func sizesFor(m *view.Model) sizes {
	style := &m.Theme.Style
	s := sizes{20, 32, 14, style.Strong, style.Small, style.Strong}
	s.value.Size = 13
	if m.Presenting {
		s.heading, s.figures, s.label = 24, 42, 17
		s.title.Size, s.note.Size, s.value.Size = 16, 13, 17
	}
	s.title.Tabular = false
	return s
}

// ids name the pictures as controls.
var ids = [game.MaxLenses]string{"arena/raw", "arena/interpolated", "arena/extrapolated", "arena/fourth"}

// arena draws one lens: its name and what it does, its picture, and its figures.
func (f *frame) arena(r raster.Rect, l game.Lens) {
	const border, gap = 1, 2
	f.c.Panel(r)
	r = r.InsetXY(border, edge)
	f.c.PushID(ids[l])
	f.heading(r.CutTop(f.sizes.heading).InsetXY(padding, 0), f.m.LensIn(l))
	figures := r.CutBottom(f.sizes.figures)
	r.CutTop(gap)
	r.CutBottom(gap)
	f.figures(figures.InsetXY(padding+4, 0), l)
	f.c.PopID()
	f.picture(r, l)
}

// heading writes a lens's name and what it does in one sentence, or in a shorter one where
// there is not the room.
func (f *frame) heading(r raster.Rect, l game.Lens) {
	const bar, gap = 4, 8
	var title, sentence, short, tip string
	if text := &f.m.Text.Comparison; l == game.Fourth {
		chosen := f.m.Run.Settings().Comparison
		group := view.ComparisonGroup(chosen)
		title, sentence, short, tip = text.Titles[chosen], text.What[group], text.Short[group], text.Watches[chosen]
	} else {
		text := &f.m.Text.Arena
		title, sentence, short, tip = text.Names[l], text.Sentences[l], text.Short[l], text.Tips[l]
	}
	colour, list, note := f.m.Theme.Lens[l], f.c.List(), f.sizes.note
	f.c.Hint("name", r, tip)
	mark := r.CutLeft(bar)
	list.FillRound(mark.InsetXY(0, 2), bar/2, colour)
	r.CutLeft(gap)
	r.CutLeft(list.TextIn(f.sizes.title, r, title, im.Left, colour) + gap)
	if note.Measure(sentence) > r.W {
		sentence = short
	}
	if note.Measure(sentence) <= r.W {
		list.TextIn(note, r, sentence, im.Left, f.m.Theme.Style.Muted)
	}
}

// picture draws the arena itself and answers to pointer and keys.
func (f *frame) picture(r raster.Rect, l game.Lens) {
	v, list, theme := &f.pictures[l], f.c.List(), f.m.Theme
	v.gather(f, l)
	x := f.c.Interact(ids[l], r, im.Region{Tooltip: f.tip(v), Wheel: true})
	f.steer(v, r, &x)
	v.aim(f, r)
	f.hover(v, &x)

	list.FillRect(r, theme.Ground)
	list.Custom(r, l.String(), v.version(), v.paint)
	if v.shows == game.Fourth {
		v.free = f.caption(r)
	}
	list.PushClip(r)
	f.marks(v)
	list.PopClip()
	if l == game.Raw {
		f.switches(r)
	}
	if x.Ring {
		list.StrokeRound(r.Inset(1), pictureRadius, theme.Style.FocusWidth, theme.Style.Focus)
	}
}

// engineLine says which version of an engine is played, how late it shows and what it counts
// that from.
func (f *frame) engineLine(c config.Comparison) string {
	text := &f.m.Text.Comparison
	version, _, _ := strings.Cut(c.Version(), " (")
	zero := text.Zeros[len(text.Zeros)-len(text.Names)+int(c)] // engines are the last
	delay := f.m.Run.Stats(game.Fourth).Kinds[0].Delay         // one timeline for all kinds
	return view.Fill(text.Line, version, view.Milliseconds(delay)+" ms", zero)
}

// caption writes over the comparison's picture what is done in it, of a mistake why
// that is wrong, and of an engine its version, delay and zero. It returns what of the picture is left below.
func (f *frame) caption(r raster.Rect) raster.Rect {
	const pad = 6
	font, list, style := f.sizes.note, f.c.List(), &f.m.Theme.Style
	chosen := f.m.Run.Settings().Comparison
	lines := im.Wrap(font, f.m.Text.Comparison.Sentences[chosen], r.W-2*pad)
	if chosen.Engine() {
		lines = append(lines, im.Wrap(font, f.engineLine(chosen), r.W-2*pad)...)
	}
	height, left := font.LineHeight(), r
	r = left.CutTop(height*float32(len(lines)) + pad)
	list.FillRound(r, pictureRadius, raster.Alpha(style.Popup, 0.85))
	r = r.InsetXY(pad, pad/2)
	for _, line := range lines {
		list.TextIn(font, r.CutTop(height), line, im.Left, style.Foreground)
	}
	return left
}

// switches are the small buttons in a corner that say what all pictures show, and change
// it.
func (f *frame) switches(r raster.Rect) {
	const gap, pad = 2, 6
	text, font, look := &f.m.Text.Arena, f.m.Theme.Style.Button, &f.look
	line := r.InsetXY(2, 0)
	line = line.CutBottom(underField)
	f.c.List().FillRect(line, raster.Alpha(f.m.Theme.Ground, 0.8))
	button := func(id, label, tip string) bool {
		at := line.CutLeft(font.Measure(label) + 2*pad)
		line.CutLeft(gap)
		return f.c.Button(id, at, im.Button{Label: label, Tooltip: tip, Quiet: true})
	}
	f.c.PushID("arena")
	defer f.c.PopID()
	if button("truth", text.Truths[look.truth], text.TruthTip) {
		f.NextTruth()
	}
	if button("camera", text.Cameras[second(look.camera.straight)], text.CameraTip) {
		f.NextCamera()
	}
	if f.m.Run.Entities() <= view.Crowd && button("trails", text.Trails[second(look.noTrails)], text.TrailsTip) {
		f.ToggleTrails()
	}
}

// second returns 1, the index of the second of two, if something is so, and 0 otherwise.
func second(is bool) int {
	if is {
		return 1
	}
	return 0
}

// figure is one number of a lens's scorecard.
type figure struct{ id, label, short, tip, value string }

// card returns the scorecard of a lens, which has the same figures in every arena.
func (f *frame) card(l game.Lens) [4]figure {
	text, now, card := &f.m.Text.Arena, &f.m.Readings.Lenses[l], &f.m.Readings.Cards[l]
	if now.Drawn == 0 {
		label, tip, _ := f.offBy(now)
		return [...]figure{
			{"shows", text.Shows, text.Shows, text.ShowsTip, text.None},
			{"off", label, label, tip, text.None},
			{"underruns", text.Underruns, text.Underruns, text.UnderrunsTip, text.None},
			{"corrections", text.Corrections, text.CorrectionsShort, text.CorrectionsTip, text.None},
		}
	}
	latency := text.Now
	if now.Latency >= nowWithin || now.Latency <= -nowWithin {
		latency = view.Fill(text.Ago, view.Number(now.Latency.Seconds()*1000, 0))
	}
	label, tip, off := f.offBy(now)
	underruns := text.None
	if !math.IsNaN(card.PerMinute) {
		underruns = view.Fill(text.PerMinute, short(card.PerMinute))
	}
	correction := view.Fill(text.Metres, view.Number(card.Correction, 2))
	switch f.m.FocusVaries() {
	case world.Rotation:
		correction = view.Fill(text.Degrees, view.Number(card.CorrectionDeg, 1))
	case world.Stance:
		correction = text.None
	}
	return [...]figure{
		{"shows", text.Shows, text.Shows, text.ShowsTip, latency},
		{"off", label, label, tip, off},
		{"underruns", text.Underruns, text.Underruns, text.UnderrunsTip, underruns},
		{"corrections", text.Corrections, text.CorrectionsShort, text.CorrectionsTip, correction},
	}
}

// figures writes the scorecard of a lens in columns, in smaller words where there is little room.
func (f *frame) figures(r raster.Rect, l game.Lens) {
	const least, gap = 9.5, 8
	card, label, value := f.card(l), f.sizes.note, f.sizes.value
	var widths [len(card)]float32
	all := float32(0)
	measure := func() (sum float32) {
		for i := range card {
			widths[i] = max(label.Measure(card[i].label), value.Measure(card[i].value)) + 1
			sum += widths[i]
		}
		return sum
	}
	if all = measure(); all+gap*float32(len(card)-1) > r.W {
		for i := range card {
			card[i].label = card[i].short
		}
		all = measure()
	}
	for ; all+gap*float32(len(card)-1) > r.W && label.Size > least; all = measure() {
		label.Size, value.Size = label.Size-0.5, value.Size-0.5
	}
	between := max(r.W-all, 0) / float32(len(card)-1)
	for i := range card {
		at := r.CutLeft(widths[i])
		r.CutLeft(between)
		f.c.Hint(card[i].id, at, card[i].tip)
		list, style := f.c.List(), &f.m.Theme.Style
		list.TextIn(label, at.CutTop(f.sizes.label), card[i].label, im.Left, style.Muted)
		list.TextIn(value, at, card[i].value, im.Left, style.Foreground)
	}
}

// offBy returns the error of a lens with its label and tooltip: in degrees where what is in
// focus only turns, and as the share of the time in a wrong state where it does not even that.
func (f *frame) offBy(now *measure.Recent) (label, tip, value string) {
	text := &f.m.Text.Arena
	of := measure.RecentRotation{ErrorDeg: now.ErrorDeg, StateWrong: now.StateWrong}
	if k := f.m.Focus; k >= 0 {
		of = now.Kinds[k]
	}
	switch f.m.FocusVaries() {
	case world.Rotation:
		return text.OffBy, text.OffDegreesTip, view.Fill(text.Degrees, view.Number(of.ErrorDeg, 1))
	case world.Stance:
		return text.OffState, text.OffStateTip, view.Fill(text.Percent, view.Number(100*of.StateWrong, 0))
	}
	return text.OffBy, text.OffByTip, view.Fill(text.Metres, view.Number(now.Error, 2))
}

// short is a number with one place, or none where it is large.
func short(v float64) string {
	if v >= 99.95 {
		return view.Number(v, 0)
	}
	return view.Number(v, 1)
}

// Package arena draws what each lens draws: pictures side by side, seen with one camera.
package arena

import (
	"time"

	"snaplab/game"
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
	width, depth := kinds.Field()
	p.look.camera.width, p.look.camera.depth = float32(width), float32(depth)
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
	three                   float32 // the least width for three figures
	title, note, value      raster.Font
}

// sizesFor returns them for the window, or, larger, for the presentation mode.
func sizesFor(m *view.Model) sizes {
	style := &m.Theme.Style
	s := sizes{20, 32, 14, 195, style.Strong, style.Small, style.Strong}
	s.value.Size = 13
	if m.Presenting {
		s.heading, s.figures, s.label, s.three = 24, 42, 17, 265
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

// caption writes over the comparison's picture what is done in it, and of a mistake why
// that is wrong. It returns what of the picture is left below.
func (f *frame) caption(r raster.Rect) raster.Rect {
	const pad = 6
	font, list, style := f.sizes.note, f.c.List(), &f.m.Theme.Style
	lines := im.Wrap(font, f.m.Text.Comparison.Sentences[f.m.Run.Settings().Comparison], r.W-2*pad)
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

// figures writes the three numbers of a lens, or two where there is no room.
func (f *frame) figures(r raster.Rect, l game.Lens) {
	text, now, width := &f.m.Text.Arena, &f.m.Readings.Lenses[l], r.W
	left, middle := float32(0.4), float32(0.28) // of the width; the third has the rest
	narrow := width < f.sizes.three
	switch {
	case narrow:
		left, middle = 0.58, 0.42
	case width < 1.2*f.sizes.three:
		left, middle = 0.43, 0.275 // as much air between the one and the other
	}
	latency := text.Now
	if now.Latency >= nowWithin || now.Latency <= -nowWithin {
		latency = view.Fill(text.Ago, view.Number(now.Latency.Seconds()*1000, 0))
	}
	f.figure("shows", r.CutLeft(width*left), text.Shows, text.ShowsTip, latency)
	label, tip, off := f.offBy(now)
	f.figure("off", r.CutLeft(width*middle), label, tip, off)
	switch {
	case narrow:
	case l == game.Extrapolated:
		f.figure("corrections", r, text.Corrections, text.CorrectionsTip, view.Fill(text.PerSecond, short(now.Corrections)))
	default:
		f.figure("roughness", r, text.Rough, text.RoughTip, view.Fill(text.MetresPerSecond, short(now.Roughness)))
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

// figure writes one number under its label.
func (f *frame) figure(id string, r raster.Rect, label, tip, value string) {
	style, list := &f.m.Theme.Style, f.c.List()
	f.c.Hint(id, r, tip)
	list.TextIn(f.sizes.note, r.CutTop(f.sizes.label), label, im.Left, style.Muted)
	list.TextIn(f.sizes.value, r, value, im.Left, style.Foreground)
}

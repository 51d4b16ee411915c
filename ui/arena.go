package ui

import (
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// arenas is the pictures side by side, with one camera, one truth and one selected
// entity: three, or four where there is a fourth lens and room for it.
type arenas struct {
	views  [game.MaxLenses]arenaView
	camera camera
	truth  truthMode
	trails bool
	trail  trails

	known    bool   // begun before: what the user has chosen stays
	gathered uint64 // App.changes of what the views hold
	fresh    bool

	pick  picking
	label []byte   // scratch
	lines []string // scratch of comparisonCaption
}

// start begins with a new run.
func (v *arenas) start(a *App) {
	if !v.known {
		v.known, v.trails = true, true
		for l := range game.MaxLenses {
			view := &v.views[l]
			view.lens, view.paint = l, view.paintAll
		}
	}
	v.fresh = false
	v.pick = picking{followed: v.pick.followed}
	v.trail.start(a.session)
}

// nextTruth goes on to the next truth to show.
func (v *arenas) nextTruth() { v.truth = (v.truth + 1) % numTruthModes }

// nextCamera goes on to the next angle.
func (v *arenas) nextCamera() { v.camera.turn() }

// gather takes what the lenses draw, if anything has changed.
func (v *arenas) gather(a *App) {
	if v.fresh && v.gathered == a.changes {
		return
	}
	v.fresh, v.gathered = true, a.changes
	for l := range a.model.Arenas {
		v.views[l].gather(a)
	}
}

const (
	arenaPadding  = 8
	arenaHeading  = 20
	arenaFigures  = 34
	figureLabel   = 14
	threeFigures  = 195                   // dp that three figures need
	nowWithin     = 20 * time.Millisecond // what is shown as "now"
	pictureRadius = 4
)

// arenaIDs name the pictures as controls.
var arenaIDs = [game.MaxLenses]string{"arena/raw", "arena/interpolated", "arena/extrapolated", "arena/fourth"}

// arena draws one lens: its name and what it does, its picture, and its figures.
func (a *App) arena(r raster.Rect, l game.Lens) {
	v := &a.arenas
	if l == 0 {
		v.followSelection(a)
	}
	v.gather(a)
	a.ctx.Panel(r)
	r = r.Inset(arenaPadding)
	a.ctx.PushID(arenaIDs[l])
	sizes := a.arenaSizes()
	a.arenaHeading(r.CutTop(sizes.heading), l)
	figures := r.CutBottom(sizes.figures)
	r.CutTop(4)
	r.CutBottom(4)
	a.arenaFigures(figures.InsetXY(4, 0), l)
	a.ctx.PopID()
	a.picture(r, l)
}

// arenaHeading writes the lens's name and what it does in one sentence.
func (a *App) arenaHeading(r raster.Rect, l game.Lens) {
	if a.model.LensIn(l) == game.Fourth {
		a.comparisonHeading(r)
		return
	}
	text := &a.model.Text.Arena
	a.headingOf(r, text.Names[l], text.Sentences[l], text.Short[l], text.Tips[l], a.theme.Lens[l])
}

// headingOf writes a name in a colour and a sentence beside it, or a shorter one where
// there is not the room.
func (a *App) headingOf(r raster.Rect, title, sentence, short, tip string, c raster.Color) {
	const bar, gap = 4, 8
	style, list := &a.theme.Style, a.ctx.List()
	a.ctx.Interact("name", r, im.Region{Tooltip: tip, NoFocus: true})
	mark := r.CutLeft(bar)
	list.FillRound(mark.InsetXY(0, 2), bar/2, c)
	r.CutLeft(gap)
	sizes := a.arenaSizes()
	r.CutLeft(list.TextIn(sizes.title, r, title, im.Left, c) + gap)
	if sizes.note.Measure(sentence) > r.W {
		sentence = short
	}
	if sizes.note.Measure(sentence) <= r.W {
		list.TextIn(sizes.note, r, sentence, im.Left, style.Muted)
	}
}

// picture draws the arena itself and answers to pointer and keys.
func (a *App) picture(r raster.Rect, l game.Lens) {
	v := &a.arenas
	view, list, style := &v.views[l], a.ctx.List(), &a.theme.Style
	x := a.ctx.Interact(arenaIDs[l], r, im.Region{Tooltip: v.pick.tip(a, l), Wheel: true})
	v.steer(a, view, r, &x)
	view.aim(a, r)
	v.pick.hover(view, &x)

	list.FillRound(r, pictureRadius, a.theme.Ground)
	list.Custom(r, l.String(), a.changes, view.paint)
	if view.shows == game.Fourth {
		view.free = a.comparisonCaption(r)
	}
	list.PushClip(r)
	a.marks(view)
	list.PopClip()
	if l == game.Raw {
		a.arenaSwitches(r)
	}
	if x.Ring {
		list.StrokeRound(r.Inset(-1), pictureRadius+1, style.FocusWidth, style.Focus)
	}
}

// arenaSwitches are the small buttons in a corner that say what all pictures show, and
// change it.
func (a *App) arenaSwitches(r raster.Rect) {
	const gap, pad = 2, 6
	v, text, font := &a.arenas, &a.model.Text.Arena, a.theme.Style.Button
	line := r.InsetXY(2, 0)
	line = line.CutBottom(underField)
	a.ctx.List().FillRect(line, raster.Alpha(a.theme.Ground, 0.8))
	button := func(id, label, tip string) bool {
		at := line.CutLeft(font.Measure(label) + 2*pad)
		line.CutLeft(gap)
		return a.ctx.Button(id, at, im.Button{Label: label, Tooltip: tip, Quiet: true})
	}
	a.ctx.PushID("arena")
	defer a.ctx.PopID()
	if button("truth", text.Truths[v.truth], text.TruthTip) {
		v.nextTruth()
		a.changes++
	}
	camera := 0
	if v.camera.straight {
		camera = 1
	}
	if button("camera", text.Cameras[camera], text.CameraTip) {
		v.nextCamera()
		a.changes++
	}
	trail := 0
	if !v.trails {
		trail = 1
	}
	if a.session.Entities() <= view.Crowd && button("trails", text.Trails[trail], text.TrailsTip) {
		v.trails = !v.trails
		a.changes++
	}
}

// arenaFigures writes the three numbers of a lens, or two where there is no room.
func (a *App) arenaFigures(r raster.Rect, l game.Lens) {
	text, now, width := &a.model.Text.Arena, &a.readings.Lenses[l], r.W
	first, second := float32(0.4), float32(0.28) // of the width; the third has the rest
	narrow := width < a.arenaSizes().three
	switch {
	case narrow:
		first, second = 0.58, 0.42
	case width < 1.2*a.arenaSizes().three:
		first, second = 0.43, 0.275 // as much air between the one and the other
	}
	buf := a.arenas.label[:0]

	if shown := now.Latency; shown < nowWithin && shown > -nowWithin {
		buf = append(buf, text.Now...)
	} else {
		buf = view.Phrase(buf, text.Ago, view.Number(shown.Seconds()*1000, 0))
	}
	a.figure("shows", r.CutLeft(width*first), text.Shows, text.ShowsTip, buf)
	buf = view.Phrase(buf[:0], text.Metres, view.Number(now.Error, 2))
	a.figure("off", r.CutLeft(width*second), text.OffBy, text.OffByTip, buf)
	if narrow {
		a.arenas.label = buf
		return
	}
	if l == game.Extrapolated {
		buf = view.Phrase(buf[:0], text.PerSecond, short(now.Corrections))
		a.figure("corrections", r, text.Corrections, text.CorrectionsTip, buf)
	} else {
		buf = view.Phrase(buf[:0], text.MetresPerSecond, short(now.Roughness))
		a.figure("roughness", r, text.Rough, text.RoughTip, buf)
	}
	a.arenas.label = buf
}

// short is a number with one place, or none where it is large.
func short(v float64) view.Term {
	if v >= 99.95 {
		return view.Number(v, 0)
	}
	return view.Number(v, 1)
}

// figure writes one number under its label.
func (a *App) figure(id string, r raster.Rect, label, tip string, value []byte) {
	style, list, sizes := &a.theme.Style, a.ctx.List(), a.arenaSizes()
	a.ctx.Interact(id, r, im.Region{Tooltip: tip, NoFocus: true})
	list.TextIn(sizes.note, r.CutTop(sizes.label), label, im.Left, style.Muted)
	list.TextInBytes(sizes.value, r, value, im.Left, style.Foreground)
}

// followSelection lets buffer and curve speak of the kind of what is selected.
func (v *arenas) followSelection(a *App) {
	if v.pick.followed == a.model.Selected {
		return
	}
	v.pick.followed = a.model.Selected
	a.model.Focus = -1
	if k, ok := a.model.KindOf(a.model.Selected); ok {
		a.model.Focus = int(k)
	}
}

package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

const (
	pickReach  = 16   // dp from the pointer to an entity's middle, at most
	dragReach  = 4    // dp that a click may slip
	wheelStep  = 1.15 // zoom of one notch
	keyZoom    = 1.5  // zoom of Page Up
	resetClick = 2    // a double click shows the whole field
)

// picking is what the pointer does in the arenas.
type picking struct {
	followed interp.EntityID // the selection that focusKind follows

	over     interp.EntityID // under the pointer, 0 for none
	overLens game.Lens

	pressed interp.EntityID // under the pointer when it was pressed
	from    raster.Point    // where it was pressed
	grabbed mgl32.Vec3      // the ground that was there
	moved   bool            // it is a drag

	tag nameTag // the tooltip

	// Scratch memory of bracket.
	samples    []interp.Sample
	which, how []byte
}

// nearest returns the entity drawn nearest to p within reach, 0 for none.
func (v *arenaView) nearest(p raster.Point) interp.EntityID {
	best, id := float32(pickReach*pickReach), interp.EntityID(0)
	for i := range v.drawn {
		d := &v.drawn[i]
		at := v.see.at(modelOf(d.Kind).centre(&d.Pose))
		dx, dy := at.X-p.X, at.Y-p.Y
		if distance := dx*dx + dy*dy; distance <= best {
			best, id = distance, d.ID
		}
	}
	return id
}

// steer moves the camera and the selection.
func (v *arenas) steer(a *App, view *arenaView, r raster.Rect, x *im.Interaction) {
	before, selected := v.camera, a.model.Selected
	p := &v.pick
	if x.Wheel.Y != 0 {
		v.camera.zoomAt(x.Pointer, float32(math.Pow(wheelStep, float64(x.Wheel.Y))), r)
	}
	if x.Pressed {
		cam := v.camera.in(r)
		p.grabbed, _ = cam.Ground(x.Pointer)
		p.from, p.moved, p.pressed = x.Pointer, false, view.nearest(x.Pointer)
		if x.Clicks == resetClick {
			v.camera.reset()
		}
	}
	if x.Active && !x.Pressed {
		dx, dy := x.Pointer.X-p.from.X, x.Pointer.Y-p.from.Y
		p.moved = p.moved || dx*dx+dy*dy > dragReach*dragReach
		if p.moved {
			v.camera.bring(p.grabbed, x.Pointer, r)
		}
	}
	if x.Clicked && !p.moved {
		a.model.Selected = p.pressed
	}
	v.keys(a, view, r)
	if v.camera != before || a.model.Selected != selected {
		a.changes++
	}
}

// keys are those of an arena that has the keyboard: arrows, Home and End walk through
// the entities, Enter selects the first or none, Page Up and Page Down zoom.
func (v *arenas) keys(a *App, view *arenaView, r raster.Rect) {
	id := arenaIDs[view.lens]
	took := func(k im.Key) int { return a.ctx.TakeKey(id, k, 0) }
	for range took(im.KeyRight) + took(im.KeyDown) {
		a.model.Selected = view.next(a.model.Selected, 1)
	}
	for range took(im.KeyLeft) + took(im.KeyUp) {
		a.model.Selected = view.next(a.model.Selected, -1)
	}
	if took(im.KeyHome) > 0 {
		a.model.Selected = view.next(0, 1)
	}
	if took(im.KeyEnd) > 0 {
		a.model.Selected = view.next(0, -1)
	}
	if took(im.KeyEnter)%2 == 1 {
		if a.model.Selected != 0 {
			a.model.Selected = 0
		} else {
			a.model.Selected = view.next(0, 1)
		}
	}
	if took(im.KeyDelete)+took(im.KeyBackspace) > 0 {
		a.model.Selected = 0
		v.camera.reset()
	}
	for range took(im.KeyPageUp) {
		v.camera.zoomAt(r.Centre(), keyZoom, r)
	}
	for range took(im.KeyPageDown) {
		v.camera.zoomAt(r.Centre(), 1/keyZoom, r)
	}
}

// next returns the drawn entity that follows (step 1) or precedes (step -1) id, round
// and round; id itself if none is drawn.
func (v *arenaView) next(id interp.EntityID, step int) interp.EntityID {
	n := len(v.index)
	at := int(id)
	for range n {
		at = (at + step + n) % n
		if at < n && v.index[at] != 0 {
			return interp.EntityID(at)
		}
	}
	return id
}

// hover finds what is under the pointer, for the next frame's tooltip.
func (p *picking) hover(view *arenaView, x *im.Interaction) {
	if x.Hovered && !p.moved {
		p.over, p.overLens = view.nearest(x.Pointer), view.lens
	} else if p.overLens == view.lens {
		p.over = 0
	}
	if !x.Active {
		p.moved = false
	}
}

// tip returns the tooltip of a lens's picture: the name of what is under the pointer
// and what becomes of it.
func (p *picking) tip(a *App, l game.Lens) string {
	if p.over == 0 || p.overLens != l {
		return ""
	}
	d := a.arenas.views[l].find(p.over)
	if d == nil {
		return ""
	}
	return p.tag.of(a, a.arenas.views[l].shows, d)
}

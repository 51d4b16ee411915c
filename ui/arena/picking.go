package arena

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

// pointer is what the pointer does in the arenas.
type pointer struct {
	over  interp.EntityID // the entity under it, 0 for none
	arena game.Lens       // in which

	pressed interp.EntityID // what was under it when it was pressed
	from    raster.Point    // where it was pressed
	grabbed mgl32.Vec3      // the ground that was there
	moved   bool            // it is a drag
}

// nearest returns the entity drawn nearest to p within reach, 0 for none.
func (v *picture) nearest(p raster.Point) interp.EntityID {
	best, id := float32(pickReach*pickReach), interp.EntityID(0)
	for i := range v.drawn {
		d := &v.drawn[i]
		at := v.middle(d)
		dx, dy := at.X-p.X, at.Y-p.Y
		if distance := dx*dx + dy*dy; distance <= best {
			best, id = distance, d.ID
		}
	}
	return id
}

// steer moves the camera and the selection.
func (f *frame) steer(v *picture, r raster.Rect, x *im.Interaction) {
	p, camera := &f.pointer, &f.look.camera
	if x.Wheel.Y != 0 {
		camera.zoomAt(x.Pointer, float32(math.Pow(wheelStep, float64(x.Wheel.Y))), r)
	}
	if x.Pressed {
		cam := camera.in(r)
		p.grabbed, _ = cam.Ground(x.Pointer)
		p.from, p.moved, p.pressed = x.Pointer, false, v.nearest(x.Pointer)
		if x.Clicks == resetClick {
			camera.reset()
		}
	}
	if x.Active && !x.Pressed {
		dx, dy := x.Pointer.X-p.from.X, x.Pointer.Y-p.from.Y
		p.moved = p.moved || dx*dx+dy*dy > dragReach*dragReach
		if p.moved {
			camera.bring(p.grabbed, x.Pointer, r)
		}
	}
	if x.Clicked && !p.moved {
		f.act.Select(p.pressed)
	}
	f.keys(v, r)
}

// keys are those of an arena that has the keyboard: arrows, Home and End walk through
// the entities, Enter selects the first or none, Page Up and Page Down zoom.
func (f *frame) keys(v *picture, r raster.Rect) {
	camera := &f.look.camera
	took := func(k im.Key) int { return f.c.TakeKey(ids[v.arena], k, 0) }
	for range took(im.KeyRight) + took(im.KeyDown) {
		f.act.Select(v.next(f.m.Selected, 1))
	}
	for range took(im.KeyLeft) + took(im.KeyUp) {
		f.act.Select(v.next(f.m.Selected, -1))
	}
	if took(im.KeyHome) > 0 {
		f.act.Select(v.next(0, 1))
	}
	if took(im.KeyEnd) > 0 {
		f.act.Select(v.next(0, -1))
	}
	if took(im.KeyEnter)%2 == 1 {
		if f.m.Selected != 0 {
			f.act.Select(0)
		} else {
			f.act.Select(v.next(0, 1))
		}
	}
	if took(im.KeyDelete)+took(im.KeyBackspace) > 0 {
		f.act.Select(0)
		camera.reset()
	}
	for range took(im.KeyPageUp) {
		camera.zoomAt(r.Centre(), keyZoom, r)
	}
	for range took(im.KeyPageDown) {
		camera.zoomAt(r.Centre(), 1/keyZoom, r)
	}
}

// next returns the drawn entity that follows (step 1) or precedes (step -1) id, round
// and round; id itself if none is drawn.
func (v *picture) next(id interp.EntityID, step int) interp.EntityID {
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
func (f *frame) hover(v *picture, x *im.Interaction) {
	p := &f.pointer
	if x.Hovered && !p.moved {
		p.over, p.arena = v.nearest(x.Pointer), v.arena
	} else if p.arena == v.arena {
		p.over = 0
	}
	if !x.Active {
		p.moved = false
	}
}

// tip returns the tooltip of a picture: the name of what is under the pointer and what the
// lens does with it, "" for nothing.
func (f *frame) tip(v *picture) string {
	if f.pointer.over == 0 || f.pointer.arena != v.arena {
		return ""
	}
	d := v.find(f.pointer.over)
	if d == nil {
		return ""
	}
	return f.doing(v.shows, d)
}

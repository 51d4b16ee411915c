package view

import (
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// ShapeIcons tell the kinds apart by shape, in lists and next to sliders.
var ShapeIcons = [world.NumShapes]im.Icon{
	world.Walker:  iconDisc,
	world.Car:     iconSquare,
	world.Drone:   iconPlus,
	world.Ball:    iconRing,
	world.Blinker: iconDiamond,
	world.Rocket:  iconTriangle,
	world.Turret:  iconHalf,
	world.Door:    iconBars,
	world.Capsule: iconCapsule,
	world.Box:     iconBox,
	world.Arrow:   iconArrow,
	world.Point:   iconPoint,
}

func iconDisc(l *im.List, r raster.Rect, c raster.Color) {
	l.FillCircle(r.Centre(), r.W*0.3, c)
}

func iconRing(l *im.List, r raster.Rect, c raster.Color) {
	l.StrokeCircle(r.Centre(), r.W*0.28, 1.5, c)
}

func iconSquare(l *im.List, r raster.Rect, c raster.Color) {
	l.FillRect(r.Inset(r.W*0.23), c)
}

func iconPlus(l *im.List, r raster.Rect, c raster.Color) {
	l.FillRect(r.InsetXY(r.W*0.2, r.H*0.42), c)
	l.FillRect(r.InsetXY(r.W*0.42, r.H*0.2), c)
}

func iconDiamond(l *im.List, r raster.Rect, c raster.Color) {
	m, d := r.Centre(), r.W*0.32
	l.StrokePolyline([]raster.Point{m.Add(0, -d), m.Add(d, 0), m.Add(0, d), m.Add(-d, 0)}, raster.Stroke{Width: 1.5, Closed: true}, c)
}

func iconTriangle(l *im.List, r raster.Rect, c raster.Color) {
	m, d := r.Centre(), r.W*0.32
	l.FillPolygon([]raster.Point{m.Add(0, -d), m.Add(d, d), m.Add(-d, d)}, c)
}

func iconHalf(l *im.List, r raster.Rect, c raster.Color) {
	m, radius := r.Centre(), r.W*0.3
	l.StrokeCircle(m, radius-0.5, 1, c)
	l.PushClip(raster.Rect{X: m.X - radius, Y: r.Y, W: radius, H: r.H})
	l.FillCircle(m, radius, c)
	l.PopClip()
}

func iconBars(l *im.List, r raster.Rect, c raster.Color) {
	box := r.Inset(r.W * 0.22)
	l.StrokeRound(box, 1, 1, c)
	for i := range 2 {
		y := box.Y + box.H*float32(i+1)/3
		l.FillRect(raster.Rect{X: box.X, Y: y - 0.5, W: box.W, H: 1}, c)
	}
}

func iconCapsule(l *im.List, r raster.Rect, c raster.Color) {
	l.FillRound(r.InsetXY(r.W*0.32, r.H*0.18), r.W*0.18, c)
}

func iconBox(l *im.List, r raster.Rect, c raster.Color) {
	l.StrokeRound(r.Inset(r.W*0.22), 0, 1.5, c)
}

func iconArrow(l *im.List, r raster.Rect, c raster.Color) {
	m, d := r.Centre(), r.W*0.34
	l.StrokePolyline([]raster.Point{m.Add(-d*0.6, -d), m.Add(d*0.7, 0), m.Add(-d*0.6, d)}, raster.Stroke{Width: 1.5}, c)
}

func iconPoint(l *im.List, r raster.Rect, c raster.Color) {
	l.FillCircle(r.Centre(), r.W*0.16, c)
}

// IconLocked is a padlock.
func IconLocked(l *im.List, r raster.Rect, c raster.Color) {
	m := r.Centre()
	l.StrokeRound(raster.Rect{X: m.X - 2.75, Y: m.Y - 5, W: 5.5, H: 8}, 2.75, 1.5, c)
	l.FillRound(raster.Rect{X: m.X - 4, Y: m.Y - 1, W: 8, H: 6}, 1, c)
}

// IconUnlocked is an open padlock.
func IconUnlocked(l *im.List, r raster.Rect, c raster.Color) {
	m := r.Centre()
	l.PushClip(raster.Rect{X: m.X - 7, Y: m.Y - 6, W: 14, H: 5})
	l.StrokeRound(raster.Rect{X: m.X - 6, Y: m.Y - 5, W: 5.5, H: 8}, 2.75, 1, raster.Alpha(c, 0.7))
	l.PopClip()
	l.StrokeRound(raster.Rect{X: m.X - 3.5, Y: m.Y - 0.5, W: 7, H: 5}, 1, 1, raster.Alpha(c, 0.7))
}

// IconTable is three rows of a table.
func IconTable(l *im.List, r raster.Rect, c raster.Color) {
	for i := range 3 {
		y := r.Y + r.H*(float32(i)+0.5)/3 - 1
		l.FillRect(raster.Rect{X: r.X, Y: y, W: 3, H: 2}, c)
		l.FillRect(raster.Rect{X: r.X + 5, Y: y, W: r.W - 5, H: 2}, c)
	}
}

// IconLessons is an open book.
func IconLessons(l *im.List, r raster.Rect, c raster.Color) {
	m := r.Centre()
	half, high := r.W*0.46, r.H*0.36
	for _, way := range [2]float32{-1, 1} {
		l.StrokePolyline([]raster.Point{m.Add(0, -high+1.5), m.Add(way*half, -high), m.Add(way*half, high-1.5), m.Add(0, high)}, raster.Stroke{Width: 1.4}, c)
	}
	l.Line(m.Add(0, -high+1.5), m.Add(0, high), 1.4, c)
}

// IconTour is a flag.
func IconTour(l *im.List, r raster.Rect, c raster.Color) {
	m := r.Centre()
	d := r.W * 0.45
	l.Line(m.Add(-d*0.6, -d), m.Add(-d*0.6, d), 1.4, c)
	l.StrokePolyline([]raster.Point{m.Add(-d*0.6, -d*0.9), m.Add(d*0.8, -d*0.4), m.Add(-d*0.6, d*0.15)}, raster.Stroke{Width: 1.4}, c)
}

// IconUndo is an arrow that turns back to the left, IconRedo one to the right.
func IconUndo(l *im.List, r raster.Rect, c raster.Color) { turningArrow(l, r, -1, c) }

// IconRedo is described at IconUndo.
func IconRedo(l *im.List, r raster.Rect, c raster.Color) { turningArrow(l, r, 1, c) }

func turningArrow(l *im.List, r raster.Rect, way float32, c raster.Color) {
	m, d := r.Centre(), r.W*0.4
	tip := m.Add(way*d, -d*0.4)
	l.StrokePolyline([]raster.Point{m.Add(way*d*0.5, -d), tip, m.Add(way*d*0.5, d*0.2)}, raster.Stroke{Width: 1.5}, c)
	l.StrokePolyline([]raster.Point{tip, m.Add(-way*d*0.3, -d*0.4), m.Add(-way*d*0.85, -d*0.05), m.Add(-way*d*0.85, d*0.5), m.Add(-way*d*0.3, d*0.9), m.Add(way*d*0.5, d*0.9)}, raster.Stroke{Width: 1.5}, c)
}

package im

import "snaplab/ui/raster"

// Icon draws a small picture into a square. Icons are plain functions, so that
// an application adds its own.
type Icon func(l *List, r raster.Rect, c raster.Color)

// IconPlay is a triangle that points right.
func IconPlay(l *List, r raster.Rect, c raster.Color) {
	p := [3]raster.Point{on(r, 0.2, 0.08), on(r, 0.92, 0.5), on(r, 0.2, 0.92)}
	l.FillPolygon(p[:], c)
}

// IconPause is two bars.
func IconPause(l *List, r raster.Rect, c raster.Color) {
	l.FillRect(part(r, 0.14, 0.1, 0.28, 0.8), c)
	l.FillRect(part(r, 0.58, 0.1, 0.28, 0.8), c)
}

// IconStep is a triangle that runs against a bar: one step on.
func IconStep(l *List, r raster.Rect, c raster.Color) {
	p := [3]raster.Point{on(r, 0.12, 0.1), on(r, 0.7, 0.5), on(r, 0.12, 0.9)}
	l.FillPolygon(p[:], c)
	l.FillRect(part(r, 0.74, 0.1, 0.16, 0.8), c)
}

// IconRestart is a triangle that runs back against a bar: to the start.
func IconRestart(l *List, r raster.Rect, c raster.Color) {
	p := [3]raster.Point{on(r, 0.88, 0.1), on(r, 0.3, 0.5), on(r, 0.88, 0.9)}
	l.FillPolygon(p[:], c)
	l.FillRect(part(r, 0.1, 0.1, 0.16, 0.8), c)
}

// IconSettings is two sliders.
func IconSettings(l *List, r raster.Rect, c raster.Color) {
	for i, x := range [...]float32{0.68, 0.32} {
		y := 0.28 + 0.44*float32(i)
		l.Line(on(r, 0.02, y), on(r, 0.98, y), 1.5, c)
		l.FillCircle(on(r, x, y), r.W*0.17, c)
	}
}

// IconHelp is a question mark.
func IconHelp(l *List, r raster.Rect, c raster.Color) {
	l.TextIn(raster.Font{Weight: raster.Bold, Size: r.H * 1.1}, r, "?", Centre, c)
}

// IconSave is an arrow down into a tray.
func IconSave(l *List, r raster.Rect, c raster.Color) {
	l.Line(on(r, 0.5, 0.04), on(r, 0.5, 0.6), 1.5, c)
	head := [3]raster.Point{on(r, 0.22, 0.4), on(r, 0.5, 0.68), on(r, 0.78, 0.4)}
	l.StrokePolyline(head[:], raster.Stroke{Width: 1.5}, c)
	tray := [4]raster.Point{on(r, 0.06, 0.66), on(r, 0.06, 0.94), on(r, 0.94, 0.94), on(r, 0.94, 0.66)}
	l.StrokePolyline(tray[:], raster.Stroke{Width: 1.5}, c)
}

// IconClose is a cross.
func IconClose(l *List, r raster.Rect, c raster.Color) {
	l.Line(on(r, 0.14, 0.14), on(r, 0.86, 0.86), 1.5, c)
	l.Line(on(r, 0.86, 0.14), on(r, 0.14, 0.86), 1.5, c)
}

// IconDown is a small triangle that points down: there is a list.
func IconDown(l *List, r raster.Rect, c raster.Color) {
	p := [3]raster.Point{on(r, 0.1, 0.28), on(r, 0.9, 0.28), on(r, 0.5, 0.78)}
	l.FillPolygon(p[:], c)
}

// on returns the point at fractions of a rectangle.
func on(r raster.Rect, x, y float32) raster.Point {
	return raster.Point{X: r.X + x*r.W, Y: r.Y + y*r.H}
}

// part returns the rectangle at fractions of another.
func part(r raster.Rect, x, y, w, h float32) raster.Rect {
	return raster.Rect{X: r.X + x*r.W, Y: r.Y + y*r.H, W: w * r.W, H: h * r.H}
}

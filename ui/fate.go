package ui

import (
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// fate is what has become of a packet by now, from the least remarkable on.
type fate uint8

const (
	fateFlying fate = iota
	fateUsed
	fateLate  // used, though after it was needed
	fateStale // of no use any more
	fateLost
	numFates
)

// fateOf returns a packet's fate at a simulation time. That a packet is lost is told
// when half its way would be behind it.
func fateOf(p *game.PacketRecord, now time.Duration) fate {
	switch {
	case p.Link.Fate != netsim.Delivered:
		if now >= p.Link.SentAt+(p.Link.ArrivesAt-p.Link.SentAt)/2 {
			return fateLost
		}
		return fateFlying
	case !p.Arrived:
		return fateFlying
	case p.Verdict == interp.Inserted || p.Verdict == interp.Duplicate:
		return fateUsed
	case p.Verdict == interp.Late:
		return fateLate
	}
	return fateStale
}

// fateColour returns a fate's colour; its mark has a shape of its own too.
func fateColour(t *view.Theme, f fate) raster.Color {
	switch f {
	case fateUsed:
		return t.Lens[game.Interpolated]
	case fateLate:
		return t.Late
	case fateStale, fateLost:
		return t.Lost
	}
	return t.Style.Muted
}

// fateMark draws a fate: a disc, a diamond, a hollow square, a cross; nothing for a
// packet on its way.
func fateMark(l *im.List, p raster.Point, f fate, c raster.Color) {
	switch f {
	case fateUsed:
		l.FillCircle(p, 3.5, c)
	case fateLate:
		const d = 5
		corners := [4]raster.Point{p.Add(0, -d), p.Add(d, 0), p.Add(0, d), p.Add(-d, 0)}
		l.FillPolygon(corners[:], c)
	case fateStale:
		const d = 3.5
		l.StrokeRound(raster.Rect{X: p.X - d, Y: p.Y - d, W: 2 * d, H: 2 * d}, 0, 1.5, c)
	case fateLost:
		const d = 3.5
		l.Line(p.Add(-d, -d), p.Add(d, d), 1.8, c)
		l.Line(p.Add(-d, d), p.Add(d, -d), 1.8, c)
	}
}

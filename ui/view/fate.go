package view

import (
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// Fate is what has become of a packet by now, from the least remarkable on.
type Fate uint8

const (
	FateFlying Fate = iota
	FateUsed
	FateLate  // used, though after it was needed
	FateStale // of no use any more
	FateLost
	NumFates
)

// FateOf returns a packet's fate at a simulation time. That a packet is lost is told
// when half its way would be behind it.
func FateOf(p *game.PacketRecord, now time.Duration) Fate {
	switch {
	case p.Link.Fate != netsim.Delivered:
		if now >= p.Link.SentAt+(p.Link.ArrivesAt-p.Link.SentAt)/2 {
			return FateLost
		}
		return FateFlying
	case !p.Arrived:
		return FateFlying
	case p.Verdict == interp.Inserted || p.Verdict == interp.Duplicate:
		return FateUsed
	case p.Verdict == interp.Late:
		return FateLate
	}
	return FateStale
}

// FateColour returns a fate's colour; its mark has a shape of its own too.
func FateColour(t *Theme, f Fate) raster.Color {
	switch f {
	case FateUsed:
		return t.Lens[game.Interpolated]
	case FateLate:
		return t.Late
	case FateStale, FateLost:
		return t.Lost
	}
	return t.Style.Muted
}

// FateMark draws a fate: a disc, a diamond, a hollow square, a cross; nothing for a
// packet on its way.
func FateMark(l *im.List, p raster.Point, f Fate, c raster.Color) {
	switch f {
	case FateUsed:
		l.FillCircle(p, 3.5, c)
	case FateLate:
		const d = 5
		l.FillPolygon([]raster.Point{p.Add(0, -d), p.Add(d, 0), p.Add(0, d), p.Add(-d, 0)}, c)
	case FateStale:
		const d = 3.5
		l.StrokeRound(raster.Rect{X: p.X - d, Y: p.Y - d, W: 2 * d, H: 2 * d}, 0, 1.5, c)
	case FateLost:
		const d = 3.5
		l.Line(p.Add(-d, -d), p.Add(d, d), 1.8, c)
		l.Line(p.Add(-d, d), p.Add(d, -d), 1.8, c)
	}
}

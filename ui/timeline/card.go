package timeline

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

const (
	packetsPlot     = "packets/plot"
	packetCardPopup = "packets/card"
)

// packetCard is a packet whose numbers stay on the screen.
type packetCard struct {
	packet game.PacketRecord
	at     float32 // x of where it was sent, dp
}

const (
	cardWidth = 264
	cardRow   = 18
	cardPad   = 12
)

// pinPacket opens the card of a packet.
func (fr *frame) pinPacket(p *game.PacketRecord) {
	fr.card = packetCard{*p, fr.x(p.Link.SentAt)}
	fr.c.OpenPopup(packetCardPopup)
}

// DrawCard draws the card of the packet that is pinned, if one is, above the timeline.
func (p *Panel) DrawCard(c *im.Context, m *view.Model, _ *view.Actions) {
	if !c.PopupOpen(packetCardPopup) {
		return
	}
	fr, style, window, pinned := &frame{p, c, m, nil}, &m.Theme.Style, c.Bounds(), &p.card.packet
	if newer := p.find(pinned.Link.Seq); newer != nil {
		*pinned = *newer
	}
	fate := view.FateOf(pinned, p.now)
	numbers := fr.packetRows(pinned)
	words := im.Wrap(style.Small, packetFate(pinned, fate, &m.Text.Packets), cardWidth-2*cardPad)
	line := style.Small.LineHeight()
	height := float32(len(numbers)-1)*cardRow + float32(len(words))*line + 2*cardPad + 26
	r := raster.Rect{X: p.card.at - cardWidth/2, Y: p.plot.Y - 14 - height, W: cardWidth, H: height}
	r.X = min(max(r.X, window.X+view.Margin), window.X+window.W-view.Margin-r.W)
	r.Y = max(r.Y, window.Y+view.Margin)
	if !c.BeginPopup(packetCardPopup, r) {
		return
	}
	l := c.List()
	rows := im.Rows{Area: r.Inset(cardPad)}
	head := rows.Next(22)
	view.FateMark(l, raster.Point{X: head.X + 5, Y: head.Y + head.H/2 - 1}, fate, view.FateColour(m.Theme, fate))
	if c.Button("packets/card/close", head.CutRight(22), im.Button{Icon: im.IconClose, Tooltip: m.Text.Help.Close, Quiet: true}) {
		c.ClosePopup(packetCardPopup)
	}
	head.CutLeft(16)
	l.TextIn(style.Strong, head, numbers[0][0]+" "+numbers[0][1], im.Left, style.Foreground)
	for _, row := range numbers[1:] {
		at := rows.Next(cardRow)
		l.TextIn(style.Text, at, row[0], im.Left, style.Muted)
		l.TextIn(style.Strong, at, row[1], im.Right, style.Foreground)
	}
	rows.Skip(4)
	for _, said := range words {
		l.TextIn(style.Small, rows.Next(line), said, im.Left, style.Foreground)
	}
	c.EndPopup()
}

// packetRows writes out a packet's numbers: what, and how much.
func (fr *frame) packetRows(p *game.PacketRecord) [][2]string {
	text := &fr.m.Text.Packets
	seconds := func(d time.Duration) string { return view.Number(d.Seconds(), 4) + " s" }
	apart := func(d time.Duration) string { return view.Number(float64(d)/1e6, 2) + " ms" }
	rows := [][2]string{
		{text.Number, view.Count(int(p.Seq))},
		{text.Tick, view.Count(int(p.Tick))},
		{text.Stamp, seconds(time.Duration(p.Stamp) - fr.m.Settings.ServerStart)}, // since its clock began, as elsewhere
		{text.Size, fmt.Sprintf(text.Bytes, p.Link.Size)},
		{text.SentAt, seconds(p.Link.SentAt)},
	}
	if fate := view.FateOf(p, fr.now); fate == view.FateFlying || fate == view.FateLost {
		return rows
	}
	rows = append(rows, [2]string{text.ArrivedAt, seconds(p.Link.ArrivesAt)}, [2]string{text.Took, apart(p.Link.ArrivesAt - p.Link.SentAt)})
	if n := p.Link.Retransmissions; n > 0 {
		rows = append(rows, [2]string{text.SentAgain, view.Count(int(n))})
	}
	if fr.twice(p) {
		rows = append(rows, [2]string{text.CopyAfter, apart(p.Link.DuplicateAt - p.Link.ArrivesAt)})
	}
	return rows
}

// packetFate says what became of a packet, and why.
func packetFate(p *game.PacketRecord, fate view.Fate, text *text.PacketsText) string {
	switch {
	case fate == view.FateFlying:
		return text.Flying
	case fate == view.FateLost:
		return text.Causes[p.Link.Fate]
	case p.Link.Corrupted:
		return text.Corrupted
	}
	return fateTip(text, fate)
}

// fateTip explains the fate of a packet that arrived.
func fateTip(t *text.PacketsText, f view.Fate) string {
	return [view.NumFates]string{view.FateUsed: t.UsedTip, view.FateLate: t.LateTip, view.FateStale: t.StaleTip, view.FateLost: t.LostTip}[f]
}

// twice reports whether a copy of a packet has come too.
func (v *Panel) twice(p *game.PacketRecord) bool {
	return p.Link.Duplicated && p.Link.DuplicateAt <= v.now
}

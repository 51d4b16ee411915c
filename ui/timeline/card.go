package timeline

import (
	"fmt"
	"strconv"
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
	is     tipState
	rows   [][2]string // what, how much
	words  []string    // what became of it, in lines
}

const (
	cardWidth = 264
	cardRow   = 18
	cardPad   = 12
)

// pinPacket opens the card of a packet.
func (fr *frame) pinPacket(p *game.PacketRecord) {
	c := &fr.p.card
	*c = packetCard{packet: *p, at: fr.p.x(p.Link.SentAt)}
	fr.c.OpenPopup(packetCardPopup)
}

// card draws the card of the pinned packet above the timeline.
func (fr *frame) card(window raster.Rect) {
	if !fr.c.PopupOpen(packetCardPopup) {
		return
	}
	v, style := fr.p, &fr.m.Theme.Style
	c := &v.card
	if p := v.find(c.packet.Link.Seq); p != nil {
		c.packet = *p
	}
	if is := stateOf(&c.packet, v.now); is != c.is || c.rows == nil {
		c.is = is
		c.rows = fr.packetRows(&c.packet, is)
		c.words = im.Wrap(c.words[:0], style.Small, fr.packetFate(&c.packet, is), cardWidth-2*cardPad)
	}
	line := style.Small.LineHeight()
	height := float32(len(c.rows)-1)*cardRow + float32(len(c.words))*line + 2*cardPad + 26
	r := raster.Rect{X: c.at - cardWidth/2, Y: v.plot.Y - 14 - height, W: cardWidth, H: height}
	r.X = min(max(r.X, window.X+view.Margin), window.X+window.W-view.Margin-r.W)
	r.Y = max(r.Y, window.Y+view.Margin)
	if !fr.c.BeginPopup(packetCardPopup, r) {
		return
	}
	l := fr.c.List()
	rows := im.Rows{Area: r.Inset(cardPad)}
	head := rows.Next(22)
	view.FateMark(l, raster.Point{X: head.X + 5, Y: head.Y + head.H/2 - 1}, c.is.fate, view.FateColour(fr.m.Theme, c.is.fate))
	if fr.c.Button("packets/card/close", head.CutRight(22), im.Button{Icon: im.IconClose, Tooltip: fr.m.Text.Help.Close, Quiet: true}) {
		fr.c.ClosePopup(packetCardPopup)
	}
	head.CutLeft(16)
	l.TextIn(style.Strong, head, c.rows[0][0]+" "+c.rows[0][1], im.Left, style.Foreground)
	for _, row := range c.rows[1:] {
		at := rows.Next(cardRow)
		l.TextIn(style.Text, at, row[0], im.Left, style.Muted)
		l.TextIn(style.Strong, at, row[1], im.Right, style.Foreground)
	}
	rows.Skip(4)
	for _, words := range c.words {
		l.TextIn(style.Small, rows.Next(line), words, im.Left, style.Foreground)
	}
	fr.c.EndPopup()
}

// packetRows writes out a packet's numbers.
func (fr *frame) packetRows(p *game.PacketRecord, is tipState) [][2]string {
	text := &fr.m.Text.Packets
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 4, 64) + " s" }
	apart := func(d time.Duration) string { return strconv.FormatFloat(float64(d)/1e6, 'f', 2, 64) + " ms" }
	rows := [][2]string{
		{text.Number, number(int64(p.Seq))},
		{text.Tick, number(int64(p.Tick))},
		{text.Stamp, seconds(time.Duration(p.Stamp) - fr.m.Settings.ServerStart)}, // since its clock began, as elsewhere
		{text.Size, fmt.Sprintf(text.Bytes, p.Link.Size)},
		{text.SentAt, seconds(p.Link.SentAt)},
	}
	if is.fate == view.FateFlying || is.fate == view.FateLost {
		return rows
	}
	rows = append(rows, [2]string{text.ArrivedAt, seconds(p.Link.ArrivesAt)}, [2]string{text.Took, apart(p.Link.ArrivesAt - p.Link.SentAt)})
	if n := p.Link.Retransmissions; n > 0 {
		rows = append(rows, [2]string{text.SentAgain, number(int64(n))})
	}
	if is.twice {
		rows = append(rows, [2]string{text.CopyAfter, apart(p.Link.DuplicateAt - p.Link.ArrivesAt)})
	}
	return rows
}

// packetFate says what became of a packet, and why.
func (fr *frame) packetFate(p *game.PacketRecord, is tipState) string {
	text := &fr.m.Text.Packets
	switch {
	case is.fate == view.FateFlying:
		return text.Flying
	case is.fate == view.FateLost:
		return text.Causes[p.Link.Fate]
	case p.Link.Corrupted:
		return text.Corrupted
	}
	return fateTip(text, is.fate)
}

// fateTip explains the fate of a packet that arrived.
func fateTip(t *text.PacketsText, f view.Fate) string {
	return [view.NumFates]string{view.FateUsed: t.UsedTip, view.FateLate: t.LateTip, view.FateStale: t.StaleTip, view.FateLost: t.LostTip}[f]
}

// stateOf returns what a packet's numbers are written from at a simulation time.
func stateOf(p *game.PacketRecord, now time.Duration) tipState {
	return tipState{p.Link.Seq, view.FateOf(p, now), p.Link.Duplicated && p.Link.DuplicateAt <= now}
}

package timeline

import (
	"fmt"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/netsim"
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

	cardButton = 26
)

// pinPacket opens the card of a packet.
func (fr *frame) pinPacket(p *game.PacketRecord) {
	fr.card = packetCard{*p, fr.x(p.Link.SentAt)}
	fr.c.OpenPopup(packetCardPopup)
}

// DrawCard draws the card of the packet that is pinned, if one is, above the timeline.
func (p *Panel) DrawCard(c *im.Context, m *view.Model, act *view.Actions) {
	if !c.PopupOpen(packetCardPopup) {
		return
	}
	fr, style, window, pinned := &frame{p, c, m, act}, &m.Theme.Style, c.Bounds(), &p.card.packet
	if newer := p.find(pinned.Link.Seq); newer != nil {
		*pinned = *newer
	}
	fate := view.FateOf(pinned, p.now)
	numbers := fr.packetRows(pinned)
	words := im.Wrap(style.Small, packetFate(pinned, fate, &m.Text.Packets), cardWidth-2*cardPad)
	line := style.Small.LineHeight()
	height := float32(len(numbers)-1)*cardRow + float32(len(words))*line + 2*cardPad + 26
	canList := pinned.Link.Fate != netsim.LostQueue // for which there is no room
	if canList {
		height += cardButton + 8
	}
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
	if canList {
		rows.Skip(8)
		fr.listButton(rows.Next(cardButton), &pinned.Link)
	}
	c.EndPopup()
}

// listButton has a packet that arrives lost, or spared one that does not.
func (fr *frame) listButton(r raster.Rect, p *netsim.Event) {
	text, s := &fr.m.Text.Packets, fr.m.Scenario
	set := view.SetLists{Lose: s.Lose, Spare: s.Spare}
	if p.Fate == netsim.Delivered && p.Retransmissions == 0 {
		if set.Spare = s.Spare.Without(p.Seq); !p.Spared {
			set.Lose = s.Lose.With(p.Seq)
		}
		set.Said = view.Fill(text.NowLost, strconv.FormatUint(p.Seq, 10))
		if fr.c.Button("packets/card/lose", r, im.Button{Label: text.Lose, Tooltip: text.LoseTip}) {
			fr.act.Do(set)
		}
		return
	}
	if set.Lose = s.Lose.Without(p.Seq); p.Fate != netsim.LostListed && (p.Fate != netsim.Delivered || !s.Lose.Has(p.Seq)) {
		set.Spare = s.Spare.With(p.Seq)
	}
	set.Said = view.Fill(text.NowSpared, strconv.FormatUint(p.Seq, 10))
	if fr.c.Button("packets/card/spare", r, im.Button{Label: text.Spare, Tooltip: text.SpareTip}) {
		fr.act.Do(set)
	}
}

// packetRows writes out a packet's numbers: what, and how much.
func (fr *frame) packetRows(p *game.PacketRecord) [][2]string {
	text := &fr.m.Text.Packets
	seconds := func(d time.Duration) string { return view.Number(d.Seconds(), 4) + " s" }
	apart := func(d time.Duration) string { return view.Number(float64(d)/1e6, 2) + " ms" }
	rows := [][2]string{
		{text.Number, view.Count(int(p.Link.Seq))},
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
	if p.Link.Spared {
		return text.Spared
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

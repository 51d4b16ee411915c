package ui

import (
	"time"

	"snaplab/ui/view"
)

// lossCount is how many packets of the timeline's time were lost, of those whose fate
// is known.
type lossCount struct {
	of         view.Moment
	start, end time.Duration
	lost, sent int
}

// appendLosses appends what is shown of the time, and the losses in it: "last 3 s: 2
// lost of 30". They are counted when the other numbers are.
func (a *App) appendLosses(dst []byte) []byte {
	v, text := &a.packets, &a.model.Text.Packets
	n := &v.lost
	if of := a.model.Moment(); n.of != of {
		*n = lossCount{of: of, start: v.start(), end: v.end()}
		for i := range v.packets {
			p := &v.packets[i]
			f := view.FateOf(p, v.now)
			if f == view.FateFlying || p.Link.SentAt < n.start {
				continue
			}
			n.sent++
			if f == view.FateLost {
				n.lost++
			}
		}
	}
	if v.window.moves() {
		dst = view.Phrase(dst, text.Between, view.Number(max(n.start, 0).Seconds(), 2), view.Number(n.end.Seconds(), 2))
	} else {
		dst = append(dst, text.Span...)
	}
	return view.Phrase(append(dst, ": "...), text.Losses, view.Count(n.lost), view.Count(n.sent))
}

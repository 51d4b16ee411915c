package controls

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// presented writes what is run, and the clock.
func (fr *frame) presented(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Present, fr.c.List()
	r = r.InsetXY(4, 0)
	strong, plain := style.Strong, style.Text
	strong.Size, plain.Size = 17, 15
	l.TextIn(strong, r.CutRight(96), view.Number(fr.m.Now.Seconds(), 2)+" s", im.Right, style.Foreground)
	pace, colour := view.SpeedNames[fr.m.Speed], style.Muted
	if !fr.m.Playing {
		pace, colour = text.Paused, style.Foreground
	}
	if fr.m.Speed != view.NormalSpeed || !fr.m.Playing {
		l.TextIn(plain, r.CutRight(plain.Measure(pace)+1), pace, im.Right, colour)
		r.CutRight(12)
	}
	scene := fr.m.Scenario.Name
	if i := fr.sceneIndex(); i >= 0 {
		scene = fr.sceneTitles()[i]
	}
	strong.Tabular = false
	r.CutLeft(l.TextIn(strong, r, scene, im.Left, style.Foreground) + 14)
	if len(fr.p.networks) > 0 {
		items, _, _ := fr.networkItems()
		r.CutLeft(l.TextIn(plain, r, items[fr.currentNetwork()], im.Left, style.Muted) + 14)
	}
	var link []string
	for _, k := range []*view.Knob{view.RateKnob, view.JitterKnob, view.LossKnob} {
		link = append(link, k.Format(k.Get(fr.m.Settings, 0)))
	}
	l.TextIn(plain, r, view.Fill(text.Setting, link...), im.Left, style.Muted)
}

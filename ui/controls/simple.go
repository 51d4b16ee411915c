package controls

import (
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// simpleFaults are those of the simple view.
var simpleFaults = [...]config.FaultKind{config.DropPackets, config.Blackout, config.LagSpike}

// strip draws the controls of the simple view: the sliders of the network and of the delay,
// which is twice as wide, and the faults that are seen at a glance.
func (fr *frame) strip(r raster.Rect) {
	r = view.BeginPanel(fr.c, r)
	r = r.InsetXY(4, 0)
	const gap, buttons = 28, 24
	columns := 3
	if r.W < 520 {
		columns = 1
	}
	bottom := r.CutBottom(buttons)
	rows := 1 + 3/columns
	if columns == 1 {
		rows = 5
	}
	height := min(r.H/float32(rows), 3*view.SliderHeight)
	place := func(row, column, span int) raster.Rect {
		line := raster.Rect{X: r.X, Y: r.Y + float32(row)*height, W: r.W, H: min(height, view.SliderHeight+4)}
		first := line.Column(column, columns, gap)
		first.W = line.Column(column+span-1, columns, gap).Max().X - first.X
		return first
	}
	text := &fr.m.Text.Controls
	sliders := []struct {
		id         string
		knob       *view.Knob
		label, tip string
		low, high  int64
	}{
		{"link/rate", view.RateKnob, text.Rate, text.RateTip, 1000, min(60_000, int64(fr.m.Settings.TickRate))},
		{"link/latency", view.LatencyKnob, text.Latency, text.LatencyTip, 0, 500 * view.Msec},
		{"link/jitter", view.JitterKnob, text.Jitter, text.JitterTip, 0, 400 * view.Msec},
		{"link/loss", view.LossKnob, text.Loss, text.LossTip, 0, 1_000_000},
	}
	for i, s := range sliders {
		v := fr.get(s.knob)
		slider := s.knob.Slider(s.label, s.tip, view.Span{Min: s.low, Max: s.high, Scale: im.Quadratic})
		if fr.c.Slider(s.id, place(i/columns, i%columns, 1), &v, slider).Changed {
			fr.act.SetAll(s.knob, v)
		}
	}
	delay := place(1, 1%columns, min(2, columns))
	if columns == 1 {
		delay = place(len(sliders), 0, 1)
	}
	fr.simpleDelay(delay)
	fr.simpleFaults(bottom)
}

// simpleDelay draws the slider of the delay of the kind in focus, or of all, with a mark where
// it is recommended.
func (fr *frame) simpleDelay(r raster.Rect) {
	text := &fr.m.Text
	s := view.DelayKnob.Slider((*text).Simple.Delay, (*text).Controls.AllKindsTip, view.Span{Max: 600 * view.Msec, Scale: im.Linear})
	s.Colour = fr.m.Theme.Lens[game.Interpolated]
	if v := fr.m.Verdict(); v.Known && v.Settled && v.Met {
		s.Marks = append(s.Marks, im.Mark{Value: int64(v.Recommendation.Delay), Colour: fr.m.Theme.Good})
	}
	v := int64(fr.m.FocusDelay())
	if fr.c.Slider("delay/all", r, &v, s).Changed {
		fr.act.SetFocusDelay(time.Duration(v))
	}
}

// simpleFaults draws the buttons of the faults, and at their right what the dashed circles are.
func (fr *frame) simpleFaults(r raster.Rect) {
	text, style := &fr.m.Text.Faults, &fr.m.Theme.Style
	for _, k := range simpleFaults {
		label := text.Names[k]
		at := r.CutLeft(style.Button.Measure(label) + 2*style.Padding)
		r.CutLeft(view.Margin)
		if fr.c.Button("faults/"+k.String(), at, im.Button{Label: label, Tooltip: fr.faultTip(k)}) {
			fr.act.Do(view.Inject{Fault: k.Fault(), Watch: text.Watches[k]})
		}
	}
	if said := fr.m.Text.Simple.Dashed; style.Small.Measure(said) <= r.W {
		fr.c.List().TextIn(style.Small, r, said, im.Right, style.Muted)
	}
}

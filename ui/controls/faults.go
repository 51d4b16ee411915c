package controls

import (
	"fmt"
	"strings"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// columnFaults are those in the column, the common ones; the others are a button away.
var columnFaults = [...]config.FaultKind{
	config.DropPackets, config.Blackout, config.LagSpike,
	config.ServerStall, config.ServerRestart, config.TeleportNow,
}

// faultKeys are the keys of some, as they are printed.
var faultKeys = map[config.FaultKind]im.Key{
	config.DropPackets: im.KeyD, config.Blackout: im.KeyB, config.LagSpike: im.KeyK, config.ServerStall: im.KeyS,
}

const (
	faultHeight   = 22
	faultGap      = 4
	faultsHeight  = view.HeadingHeight + 2*(faultHeight+faultGap)
	faultPageRow  = 34
	driftStep     = 200 // ppm
	severalLosses = 3
)

// faultControls draws the common faults, and the button for all.
func (fr *frame) faultControls(rows *im.Rows) {
	text := &fr.m.Text.Faults
	head := rows.Next(view.HeadingHeight)
	if fr.c.Button("faults/more", head.CutRight(46), im.Button{Label: text.More, Tooltip: text.MoreTip, Quiet: true}) {
		fr.c.OpenPopup(FaultsPopup)
	}
	fr.c.Heading(head, text.Heading)
	const columns = 3
	var row raster.Rect
	for i, k := range columnFaults {
		if i%columns == 0 {
			rows.Skip(faultGap)
			row = rows.Next(faultHeight)
		}
		if fr.c.Button("faults/"+k.String(), row.Column(i%columns, columns, faultGap), im.Button{Label: text.Names[k], Tooltip: fr.faultTip(k)}) {
			fr.act.Do(view.Inject{Fault: k.Fault(), Watch: text.Watches[k]})
		}
	}
}

// FaultOf returns the fault of a key, and whether it has one.
func FaultOf(key im.Key) (f config.Fault, ok bool) {
	for fault, k := range faultKeys {
		if k == key {
			return fault.Fault(), true
		}
	}
	return f, false
}

// faultTip returns the tooltip of a fault's button.
func (fr *frame) faultTip(k config.FaultKind) string {
	text := &fr.m.Text.Faults
	parts := []string{text.Whats[k]}
	if k.Info().Parameter == config.OfKind {
		parts = append(parts, fmt.Sprintf(text.For, fr.m.FocusName()))
	}
	parts = append(parts, text.Watch+text.Watches[k])
	if key, ok := faultKeys[k]; ok {
		parts = append(parts, fmt.Sprintf(text.Key, string(rune(key))))
	}
	return strings.Join(parts, " ")
}

// faultsPage shows all that can be made to go wrong, with what happens and what to look
// for, over everything else. Choosing closes it, so that there is something to see. In a
// low window it scrolls.
func (fr *frame) faultsPage() {
	const rowsOfFaults = int(config.NumFaults) - 1 + 2 // with three losses, and the drift
	const foot = 32
	style, text, list := &fr.m.Theme.Style, &fr.m.Text.Faults, float32(rowsOfFaults*faultPageRow)
	r, open := view.BeginPage(fr.c, FaultsPopup, 700, min(list+2*view.PagePad+view.PageTitle+foot, fr.c.Bounds().H-2*view.Margin), text.Page)
	if !open {
		return
	}
	bottom := r.CutBottom(foot)
	const ring = 4 // around the control that has the keyboard
	content := fr.c.BeginScroll("faults/list", r.InsetXY(-ring, 0), list)
	rows := im.Rows{Area: content.InsetXY(ring, 0)}
	chosen := false
	row := func(id, label string, f config.Fault, what, watch string) {
		line := rows.Next(faultPageRow)
		button := pageButton(&line)
		fr.c.List().StrokeRound(button, style.Radius, 1, style.PopupBorder)
		if fr.c.Button(id, button, im.Button{Label: label}) {
			fr.act.Do(view.Inject{Fault: f, Watch: watch})
			chosen = true
		}
		fr.faultWords(line, what, watch)
	}
	for k := config.NoFault + 1; k < config.NumFaults; k++ {
		row("faults/page/"+k.String(), text.Names[k], k.Fault(), text.Whats[k], text.Watches[k])
		if k == config.DropPackets {
			row("faults/page/several", text.Several, config.Fault{Kind: k, Amount: severalLosses}, text.SeveralWhat, text.SeveralWatch)
		}
	}
	fr.driftRow(rows.Next(faultPageRow))
	fr.c.EndScroll()
	bottom.CutTop(4)
	if fr.c.Button("faults/close", bottom.CutRight(80), im.Button{Label: text.Close}) || chosen {
		fr.c.ClosePopup(FaultsPopup)
	}
	fr.c.EndPopup()
}

// pageButton cuts a row's button from it.
func pageButton(row *raster.Rect) raster.Rect {
	r := row.CutLeft(100)
	return raster.Rect{X: r.X, Y: r.Y + 5, W: r.W, H: 24}
}

// faultWords writes what happens, and under it what to look for.
func (fr *frame) faultWords(r raster.Rect, what, watch string) {
	style, l := &fr.m.Theme.Style, fr.c.List()
	r.CutLeft(14)
	l.TextIn(style.Text, r.CutTop(faultPageRow/2), what, im.Left, style.Foreground)
	l.TextIn(style.Small, r.CutTop(faultPageRow/2-3), watch, im.Left, style.Muted)
}

var driftKnob = view.NewKnob("drift")

// driftChoices are the drifts to choose from, slow to fast.
var driftChoices = []string{"−200", "0", "+200"}

// driftRow draws the choice of the client clock's drift, which is a setting and stays.
func (fr *frame) driftRow(r raster.Rect) {
	text := &fr.m.Text.Faults
	choice := pageButton(&r)
	drift := driftKnob.Get(fr.m.Settings, 0)
	i := -1 // none of them
	if drift%driftStep == 0 && drift >= -driftStep && drift <= driftStep {
		i = int(drift/driftStep) + 1
	}
	if fr.c.Choice("faults/page/drift", choice, &i, im.Choice{Items: driftChoices, Tooltip: text.DriftWhat}).Changed {
		fr.act.SetAll(driftKnob, int64(i-1)*driftStep)
	}
	fr.faultWords(r, text.DriftWhat, text.DriftWatch)
}

package ui

import (
	"fmt"
	"strings"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// faultsView is the buttons that make something go wrong. Their tooltips are made once
// for each choice of whom they are for.
type faultsView struct {
	tips  [config.NumFaults]string
	focus int
	made  bool
}

// columnFaults are those in the column, the common ones; the others are a button away.
var columnFaults = [...]config.FaultKind{
	config.DropPackets, config.Blackout, config.LagSpike,
	config.ServerStall, config.ServerRestart, config.TeleportNow,
}

// columnIDs are their identifiers, made once.
var columnIDs = func() (ids [len(columnFaults)]string) {
	for i, k := range columnFaults {
		ids[i] = "faults/" + k.String()
	}
	return ids
}()

// faultKeys are the keys of some.
var faultKeys = [...]struct {
	key   im.Key
	name  string
	fault config.FaultKind
}{
	{im.KeyD, "D", config.DropPackets},
	{im.KeyB, "B", config.Blackout},
	{im.KeyK, "K", config.LagSpike},
	{im.KeyS, "S", config.ServerStall},
}

const (
	faultsPopup   = "faults"
	faultHeight   = 22
	faultGap      = 4
	faultsHeight  = view.HeadingHeight + 2*(faultHeight+faultGap)
	faultPageRow  = 34
	driftStep     = 200 // ppm
	severalLosses = 3
)

// faultControls draws the common faults, and the button for all.
func (a *App) faultControls(rows *im.Rows) {
	text := &a.model.Text.Faults
	head := rows.Next(view.HeadingHeight)
	if a.ctx.Button("faults/more", head.CutRight(46), im.Button{Label: text.More, Tooltip: text.MoreTip, Quiet: true}) {
		a.ctx.OpenPopup(faultsPopup)
	}
	a.ctx.Heading(head, text.Heading)
	const columns = 3
	var row raster.Rect
	for i, k := range columnFaults {
		if i%columns == 0 {
			rows.Skip(faultGap)
			row = rows.Next(faultHeight)
		}
		if a.ctx.Button(columnIDs[i], row.Column(i%columns, columns, faultGap), im.Button{Label: text.Names[k], Tooltip: a.faultTip(k)}) {
			a.inject(k.Fault(), text.Watches[k])
		}
	}
}

// inject lets a fault happen, to the kind that is looked at if it is for some, and
// says what to look for.
func (a *App) inject(f config.Fault, watch string) {
	if f.Kind.Info().Parameter == config.OfKind {
		f.Amount = int64(a.model.Focus + 1)
	}
	if err := a.session.Inject(f); err != nil {
		a.say(err.Error())
		return
	}
	said := a.model.Text.Faults.Watch + watch
	if a.changed() {
		said += " " + a.model.Text.Time.Branched
	}
	a.say(said)
}

// faultKey lets the fault of a key happen, if it has one.
func (a *App) faultKey(key im.Key) {
	for _, k := range faultKeys {
		if k.key == key {
			a.inject(k.fault.Fault(), a.model.Text.Faults.Watches[k.fault])
		}
	}
}

// faultTip returns the tooltip of a fault's button.
func (a *App) faultTip(k config.FaultKind) string {
	v := &a.faults
	if !v.made || v.focus != a.model.Focus {
		for k := config.NoFault + 1; k < config.NumFaults; k++ {
			v.tips[k] = a.newFaultTip(k)
		}
		v.made, v.focus = true, a.model.Focus
	}
	return v.tips[k]
}

func (a *App) newFaultTip(k config.FaultKind) string {
	text := &a.model.Text.Faults
	parts := []string{text.Whats[k]}
	if k.Info().Parameter == config.OfKind {
		parts = append(parts, fmt.Sprintf(text.For, a.model.FocusName()))
	}
	parts = append(parts, text.Watch+text.Watches[k])
	for _, f := range faultKeys {
		if f.fault == k {
			parts = append(parts, fmt.Sprintf(text.Key, f.name))
		}
	}
	return strings.Join(parts, " ")
}

// faultsPage shows all that can be made to go wrong, with what happens and what to look
// for, over everything else. Choosing closes it, so that there is something to see. In a
// low window it scrolls.
func (a *App) faultsPage(window raster.Rect) {
	const rowsOfFaults = int(config.NumFaults) - 1 + 2 // with three losses, and the drift
	const foot = 32
	list := float32(rowsOfFaults * faultPageRow)
	style, text := &a.theme.Style, &a.model.Text.Faults
	r, open := view.BeginPage(&a.ctx, faultsPopup, 700, min(list+2*view.PagePad+view.PageTitle+foot, window.H-2*view.Margin), text.Page)
	if !open {
		return
	}
	bottom := r.CutBottom(foot)
	const ring = 4 // around the control that has the keyboard
	content := a.ctx.BeginScroll("faults/list", r.InsetXY(-ring, 0), list)
	rows := im.Rows{Area: content.InsetXY(ring, 0)}
	chosen := false
	row := func(id, label string, f config.Fault, what, watch string) {
		line := rows.Next(faultPageRow)
		button := pageButton(&line)
		a.ctx.List().StrokeRound(button, style.Radius, 1, style.PopupBorder)
		if a.ctx.Button(id, button, im.Button{Label: label}) {
			a.inject(f, watch)
			chosen = true
		}
		a.faultWords(line, what, watch)
	}
	for k := config.NoFault + 1; k < config.NumFaults; k++ {
		row("faults/page/"+k.String(), text.Names[k], k.Fault(), text.Whats[k], text.Watches[k])
		if k == config.DropPackets {
			row("faults/page/several", text.Several, config.Fault{Kind: k, Amount: severalLosses}, text.SeveralWhat, text.SeveralWatch)
		}
	}
	a.driftRow(rows.Next(faultPageRow))
	a.ctx.EndScroll()
	bottom.CutTop(4)
	if a.ctx.Button("faults/close", bottom.CutRight(80), im.Button{Label: text.Close}) || chosen {
		a.ctx.ClosePopup(faultsPopup)
	}
	a.ctx.EndPopup()
}

// pageButton cuts a row's button from it.
func pageButton(row *raster.Rect) raster.Rect {
	r := row.CutLeft(100)
	return raster.Rect{X: r.X, Y: r.Y + 5, W: r.W, H: 24}
}

// faultWords writes what happens, and under it what to look for.
func (a *App) faultWords(r raster.Rect, what, watch string) {
	style, l := &a.theme.Style, a.ctx.List()
	r.CutLeft(14)
	l.TextIn(style.Text, r.CutTop(faultPageRow/2), what, im.Left, style.Foreground)
	l.TextIn(style.Small, r.CutTop(faultPageRow/2-3), watch, im.Left, style.Muted)
}

var driftKnob = view.NewKnob("drift")

// driftChoices are the drifts to choose from, slow to fast.
var driftChoices = []string{"−200", "0", "+200"}

// driftRow draws the choice of the client clock's drift, which is a setting and stays.
func (a *App) driftRow(r raster.Rect) {
	text := &a.model.Text.Faults
	choice := pageButton(&r)
	drift := driftKnob.Get(&a.settings, 0)
	i := -1 // none of them
	if drift%driftStep == 0 && drift >= -driftStep && drift <= driftStep {
		i = int(drift/driftStep) + 1
	}
	if a.ctx.Choice("faults/page/drift", choice, &i, im.Choice{Items: driftChoices, Tooltip: text.DriftWhat}).Changed {
		driftKnob.Set(&a.settings, 0, int64(i-1)*driftStep)
	}
	a.faultWords(r, text.DriftWhat, text.DriftWatch)
}

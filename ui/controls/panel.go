// Package controls draws what sets the lab: the bar at the top, the column of controls,
// and the pages of faults, of keys and of how the window looks.
package controls

import (
	"io/fs"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Panel is the controls with what they remember. The zero value has no scenarios and no
// networks to choose from.
type Panel struct {
	scenes   []string // names of the scenarios to choose from
	networks []config.Network
	network  int // the one chosen last: two may be alike
	forWho   int // whom the settings of playback are for: 0 all, else 1 + kind
	page     int // whenInUnderrun or whenDrawn
}

// The heights of the bar at the top, of one row and of two.
const (
	TopHeight = 40
	// NarrowTop is the width in dp below which the bar has two rows.
	NarrowTop = 940
	// ColumnWidth is the width of the column of controls in dp.
	ColumnWidth = 224
)

// The pages, as popups.
const (
	HelpPopup   = "help"
	LookPopup   = "look"
	FaultsPopup = "faults"
)

// Load takes the scenarios and networks of a file system to choose from.
func (p *Panel) Load(fsys fs.FS) (err error) {
	p.scenes = config.ScenarioNames(fsys)
	p.networks, err = config.LoadNetworks(fsys)
	return err
}

// Playback has the settings of playback be for all kinds again.
func (p *Panel) Playback() { p.forWho = 0 }

// Show turns the pages so that a control is to be seen, by its identifier.
func (p *Panel) Show(id string) {
	switch id {
	case "underrun/blend", "underrun/reckoning", "underrun/gap":
		p.page = whenDrawn
	case "underrun/extrapolation", "underrun/policy", "underrun/smoothing":
		p.page = whenInUnderrun
	}
}

// frame is the panel with the frame that it is drawn in.
type frame struct {
	c   *im.Context
	m   *view.Model
	act *view.Actions
	p   *Panel
}

// DrawTop draws the bar at the top.
func (p *Panel) DrawTop(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	(&frame{c, m, act, p}).topBar(r)
}

// DrawPresented draws what is run, in place of the bar, for the front of a class.
func (p *Panel) DrawPresented(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	(&frame{c, m, act, p}).presented(r)
}

// DrawColumn draws the column of controls, or the strip that the simple view has of them.
func (p *Panel) DrawColumn(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	if fr := (&frame{c, m, act, p}); m.Simple {
		fr.strip(r)
	} else {
		fr.column(r)
	}
}

// DrawPages draws the page that is open, if one is, over everything else. The page of how
// the window looks hangs below top.
func (p *Panel) DrawPages(c *im.Context, top raster.Rect, m *view.Model, act *view.Actions) {
	fr := &frame{c, m, act, p}
	fr.faultsPage()
	fr.helpPage()
	fr.lookPage(top)
}

package ui

import (
	"fmt"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// networkChoices is the networks that people know by name, to choose from.
type networkChoices struct {
	networks       []config.Network
	items, details []string // of the list; the last item stands for none of them
	tips           []string
	chosen         int // the last one chosen: two may be alike
}

// load reads the networks of the program.
func (c *networkChoices) load(a *App) error {
	networks, err := config.LoadNetworks(a.options.Scenarios)
	if err != nil {
		return err
	}
	*c = networkChoices{networks: networks}
	c.name(&a.text.Top)
	return nil
}

// name calls the networks by their names in the window's language.
func (c *networkChoices) name(text *TopText) {
	c.items, c.details, c.tips = nil, nil, nil
	for i := range c.networks {
		n := &c.networks[i]
		words, ok := text.Networks[n.Name]
		if !ok {
			words = NetworkText{n.Name, n.About, n.Source}
		}
		c.items = append(c.items, words.Name)
		c.details = append(c.details, networkFigures(text.NetworkFigures, n))
		c.tips = append(c.tips, words.About+" "+fmt.Sprintf(text.NetworkSource, words.Source))
	}
	c.items = append(c.items, text.Custom)
	c.details = append(c.details, "")
	c.tips = append(c.tips, text.NetworkTip)
}

// networkFigures puts what matters most of a network into figures.
func networkFigures(format string, n *config.Network) string {
	of := func(name string, v int64) string { return spaced(config.MustSetting(name).Format(v)) }
	return fmt.Sprintf(format, of("latency", int64(n.Down.Latency)), of("jitter", int64(n.Down.Jitter)), of("loss", int64(n.Down.Loss)))
}

// current returns the item that the settings are of.
func (c *networkChoices) current(s *config.Settings) int {
	if n := &c.networks[c.chosen]; n.Down == s.Down && n.Up == s.Up {
		return c.chosen
	}
	if i := config.NetworkOf(c.networks, s); i >= 0 {
		return i
	}
	return len(c.networks)
}

// networkChoice draws the choice of a network. Once a slider of the link is moved, it
// is of the user's own.
func (a *App) networkChoice(r raster.Rect, label string) {
	c := &a.controls.network
	current := c.current(&a.settings)
	d := im.Dropdown{Label: label, Items: c.items, Details: c.details, Tooltip: c.tips[current]}
	if a.ctx.Dropdown("network", r, &current, d).Changed && current < len(c.networks) {
		c.chosen = current
		c.networks[current].Apply(&a.settings)
	}
}

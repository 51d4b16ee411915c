package controls

import (
	"fmt"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// networkItems returns the networks in the window's language: their names, their figures
// and their tooltips. The last one stands for none of them.
func (fr *frame) networkItems() (items, details, tips []string) {
	text := &fr.m.Text.Top
	for i := range fr.p.networks {
		n := &fr.p.networks[i]
		words, ok := text.Networks[n.Name]
		if !ok {
			words.Name, words.About, words.Source = n.Name, n.About, n.Source
		}
		items = append(items, words.Name)
		details = append(details, networkFigures(text.NetworkFigures, n))
		tips = append(tips, words.About+" "+fmt.Sprintf(text.NetworkSource, words.Source))
	}
	return append(items, text.Custom), append(details, ""), append(tips, text.NetworkTip)
}

// networkFigures puts what matters most of a network into figures.
func networkFigures(format string, n *config.Network) string {
	of := func(name string, v int64) string { return view.Spaced(config.MustSetting(name).Format(v)) }
	return fmt.Sprintf(format, of("latency", int64(n.Down.Latency)), of("jitter", int64(n.Down.Jitter)), of("loss", int64(n.Down.Loss)))
}

// currentNetwork returns the item that the settings are of.
func (fr *frame) currentNetwork() int {
	p := fr.p
	if n := &p.networks[p.network]; n.Down == fr.m.Settings.Down && n.Up == fr.m.Settings.Up {
		return p.network
	}
	if i := config.NetworkOf(p.networks, fr.m.Settings); i >= 0 {
		return i
	}
	return len(p.networks)
}

// networkChoice draws the choice of a network. Once a slider of the link is moved, it
// is of the user's own.
func (fr *frame) networkChoice(r raster.Rect, label string) {
	p := fr.p
	current := fr.currentNetwork()
	items, details, tips := fr.networkItems()
	d := im.Dropdown{Label: label, Items: items, Details: details, Tooltip: tips[current]}
	if fr.c.Dropdown("network", r, &current, d).Changed && current < len(p.networks) {
		p.network = current
		p.networks[current].Apply(fr.act.Settings())
	}
}

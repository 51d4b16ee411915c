package ui

import (
	"strings"

	"snaplab/game"
)

// ComparisonText is what may be shown beside the three: the common mistakes, then the
// engines, in the order of game.AllComparisons.
type ComparisonText struct {
	Label, Tip string
	Groups     [2]string // what the mistakes and the engines are called in the list
	Names      []string  // the choices
	Titles     []string  // the same, as an arena's name
	// What stands beside the title of a mistake and of an engine, Short in its place
	// where it is narrow.
	What, Short [2]string

	Sentences []string // what is done, and of a mistake why it is wrong; "" for none
	Watches   []string // what to look for, and of an engine what its delay is counted from; "" for none
}

// englishComparison is the texts in English, with the lab's own sentences.
var englishComparison = func() ComparisonText {
	t := ComparisonText{
		Label:  "Beside",
		Tip:    "Show a common mistake, or how an engine plays the same packets, beside the three. Its heading says what to look for.",
		Groups: [2]string{"mistakes", "engines"},
		What:   [2]string{"a common mistake", "as this engine plays"},
		Short:  [2]string{"wrong", "engine"},
		Names: []string{
			"none", "fixed delay", "arrival order", "arrival times", "offset taken once", "offset snapped", "reliable channel",
			"across teleports", "generations ignored", "Euler angles", "extrapolating uncapped",
			"Quake III", "Source", "Mirror", "Mirror, no offset", "Unity Entities", "Unity GameObjects", "lightyear", "geckos.io", "netfox", "Gaffer", "Rocicorp",
		},
	}
	for _, name := range t.Names {
		t.Titles = append(t.Titles, strings.ToUpper(name))
	}
	for _, b := range game.AllComparisons() {
		t.Sentences = append(t.Sentences, b.Sentence())
		watch := b.Watch()
		if b.Engine() {
			watch += "\nIts delay is counted from " + b.Zero() + "."
		}
		t.Watches = append(t.Watches, watch)
	}
	return t
}()

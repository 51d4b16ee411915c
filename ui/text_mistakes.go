package ui

import (
	"strings"

	"snaplab/game"
)

// MistakesText is the common mistakes.
type MistakesText struct {
	Label, Tip  string
	Names       []string // as the setting's choices
	Titles      []string // the same, as an arena's name
	What, Short string   // beside the title; for narrow windows

	Sentences, Watches []string // what is done wrong and why it is; what to look for. "" for none
}

// englishMistakes is the mistakes' texts in English, with the lab's own sentences.
var englishMistakes = func() MistakesText {
	t := MistakesText{
		Label: "Mistake",
		Tip:   "Show a common mistake, fed the same packets, in the place of the raw arena. Its heading says what to look for.",
		What:  "a common mistake", Short: "wrong",
		Names: []string{
			"none", "fixed delay", "arrival order", "arrival times", "offset taken once", "offset snapped", "reliable channel",
			"across teleports", "generations ignored", "Euler angles", "coasting uncapped",
		},
	}
	for i, name := range t.Names {
		m := game.Mistake(i)
		t.Titles = append(t.Titles, strings.ToUpper(name))
		t.Sentences, t.Watches = append(t.Sentences, m.Sentence()), append(t.Watches, m.Watch())
	}
	return t
}()

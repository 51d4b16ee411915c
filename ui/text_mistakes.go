package ui

import "strings"

// MistakesText is the common mistakes. Their sentences come from the lab itself.
type MistakesText struct {
	Label, Tip  string
	Names       []string // as the setting's choices
	Titles      []string // the same, as an arena's name
	What, Short string   // beside the title; for narrow windows
}

// englishMistakes is the mistakes' texts in English.
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
	for _, name := range t.Names {
		t.Titles = append(t.Titles, strings.ToUpper(name))
	}
	return t
}()

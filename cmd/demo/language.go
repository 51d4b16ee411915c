package main

import (
	"os"
	"strings"

	"snaplab/ui/view"
)

// windowLanguage returns the code of the language to open the window in: the one that was
// asked for, or else the one of the user's environment if there is such a one. Where the
// environment says nothing it is "", the first.
func windowLanguage(asked string) string {
	if asked != "" {
		return asked
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			return view.LanguageOf(locale)
		}
	}
	return ""
}

func languageCodes() string { return strings.Join(view.LanguageCodes(), ", ") }

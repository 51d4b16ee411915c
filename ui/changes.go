package ui

import (
	"snaplab/game/config"
	"snaplab/ui/text"
)

// change is a setting that has another value, in the words of a language: of one kind, or
// of all where they agree before and after.
type change struct{ name, was, is string }

// appendChanges lists the settings in which b differs from a, in the order of the table.
func appendChanges(dst []change, text *text.Text, a, b *config.Settings) []change {
	for _, s := range config.AllSettings() {
		was, is, alike := s.Get(a, 0), s.Get(b, 0), true
		for q := range s.Qualifiers() {
			alike = alike && s.Get(a, q) == was && s.Get(b, q) == is
		}
		for q, of := range s.Qualifiers() {
			from, to := s.Get(a, q), s.Get(b, q)
			if from == to || alike && q > 0 {
				continue
			}
			name := text.Setting(s.Name)
			if !alike && of != "" {
				name += " " + text.Setting(of)
			}
			dst = append(dst, change{name, text.Setting(s.Format(from)), text.Setting(s.Format(to))})
		}
	}
	return dst
}

package view

import (
	"slices"
	"strings"
)

// Language is one that the window's texts are in.
type Language struct {
	Code string // of ISO 639: "en"
	Name string // in the language itself
}

// Languages are those that can be chosen, the first by default.
var Languages = []Language{{"en", "English"}, {"ko", "한국어"}}

// LanguageCodes returns the codes of Languages.
func LanguageCodes() (codes []string) {
	for _, l := range Languages {
		codes = append(codes, l.Code)
	}
	return codes
}

// LanguageNames returns the names of Languages.
func LanguageNames() (names []string) {
	for _, l := range Languages {
		names = append(names, l.Name)
	}
	return names
}

// LanguageIndex returns the place in Languages of a code, -1 if it has none.
func LanguageIndex(code string) int {
	return slices.IndexFunc(Languages, func(l Language) bool { return l.Code == code })
}

// LanguageOf returns the code of the language of a locale or a browser's tag, such as
// "ko_KR.UTF-8" or "ko-KR", "" if the window does not speak it.
func LanguageOf(locale string) string {
	code, _, _ := strings.Cut(strings.NewReplacer("-", "_", ".", "_").Replace(locale), "_")
	for _, known := range LanguageCodes() {
		if strings.EqualFold(code, known) {
			return known
		}
	}
	return ""
}

// Scales are the sizes of everything to choose from, in per cent.
var Scales = []int{75, 90, 100, 125, 150, 175, 200}

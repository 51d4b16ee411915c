package main

import "testing"

func TestLanguageOfTheEnvironment(t *testing.T) {
	for _, tc := range []struct {
		asked, all, messages, lang, want string
	}{
		{"", "", "", "", ""},
		{"", "", "", "C.UTF-8", ""},
		{"", "", "", "ko_KR.UTF-8", "ko"},
		{"", "", "", "KO", "ko"},
		{"", "", "", "kok_IN", ""}, // another language whose code begins alike
		{"", "en_GB.UTF-8", "", "ko_KR.UTF-8", "en"},
		{"", "", "ko_KR", "en_GB", "ko"},
		{"", "de_DE", "", "ko_KR", ""},
		{"en", "", "", "ko_KR.UTF-8", "en"},
		{"kr", "", "", "", "kr"}, // refused by the window, which names those there are
	} {
		t.Setenv("LC_ALL", tc.all)
		t.Setenv("LC_MESSAGES", tc.messages)
		t.Setenv("LANG", tc.lang)
		if got := windowLanguage(tc.asked); got != tc.want {
			t.Errorf("asked for %q, with %q, %q, %q: %q, want %q", tc.asked, tc.all, tc.messages, tc.lang, got, tc.want)
		}
	}
}

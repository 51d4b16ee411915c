package text

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui/raster"
)

// The program's own texts, English and Korean.
func ours(t *testing.T) (english, korean *Text) {
	t.Helper()
	all, err := Load(assets.FS, "en", "ko")
	if err != nil {
		t.Fatal(err)
	}
	return &all[0], &all[1]
}

// TestTexts: both files are in order.
func TestTexts(t *testing.T) {
	english, _ := ours(t)
	if n := len(entries(nil, "", reflect.ValueOf(*english))); n < 300 {
		t.Errorf("only %d texts are found", n)
	}
}

// mayBeEmpty are the texts that stand for nothing on purpose.
var mayBeEmpty = map[string]bool{
	"Comparison.Sentences[0]": true, "Comparison.Watches[0]": true,
	"Faults.Names[0]": true, "Faults.Whats[0]": true, "Faults.Watches[0]": true,
	"Packets.Causes[0]":       true,
	"Tuning.SettingsShort[1]": true, // the button says it
	"Tuning.Settings[0][2]":   true, // the kind's own tip is there
	"Tuning.Settings[1][1]":   true, "Tuning.Settings[3][1]": true, "Tuning.Settings[4][1]": true,
}

func TestEnglishHasNoGaps(t *testing.T) {
	english, _ := ours(t)
	for _, e := range entries(nil, "", reflect.ValueOf(*english)) {
		if (e.text == "") != mayBeEmpty[e.key] {
			t.Errorf("%s is %q", e.key, e.text)
		}
	}
}

// TestKoreanIsKorean: what is a word in English is one in Korean, but for terms, names
// of keys and engines, and formulas that are the same in both.
func TestKoreanIsKorean(t *testing.T) {
	english, korean := ours(t)
	same := map[string]bool{}
	for _, e := range entries(nil, "", reflect.ValueOf(*english)) {
		same[e.key+e.text] = true
	}
	engines := map[string]bool{}
	for i, b := range config.AllComparisons() {
		engines[english.Comparison.Names[i]] = b.Engine()
	}
	letters, unit := regexp.MustCompile(`[a-z]{4,}`), "kbit"
	for _, e := range entries(nil, "", reflect.ValueOf(*korean)) {
		if same[e.key+e.text] && letters.MatchString(strings.ReplaceAll(e.text, unit, "")) && !strings.HasPrefix(e.key, "Help.Keys") && !engines[e.text] {
			t.Errorf("%s is %q in both languages", e.key, e.text)
		}
	}
}

// TestKoreanNamesWhatTheProgramHas: settings, scenarios and networks that come with the
// program have Korean names, and there are none for others.
func TestKoreanNamesWhatTheProgramHas(t *testing.T) {
	_, korean := ours(t)
	scenes := config.ScenarioNames(assets.FS)
	for _, name := range scenes {
		if korean.Top.Scenes[name] == "" {
			t.Errorf("the scenario %s has no Korean name", name)
		}
	}
	networks, err := config.LoadNetworks(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range networks {
		if k := korean.Top.Networks[n.Name]; k.Name == "" || k.About == "" || k.Source == "" {
			t.Errorf("the network %s is %+v in Korean", n.Name, k)
		}
	}
	known := map[string]bool{}
	for _, s := range config.AllSettings() {
		for _, name := range append(append([]string{s.Name}, s.Choices...), s.Qualifiers(&config.Settings{})...) {
			if known[name] = true; name != "" && korean.Settings[name] == "" {
				t.Errorf("%q of the setting %s has no Korean name", name, s.Name)
			}
		}
	}
	for name := range korean.Settings {
		if !known[name] {
			t.Errorf("%q has a Korean name, and is of no setting", name)
		}
	}
	if len(scenes) != len(korean.Top.Scenes) || len(networks) != len(korean.Top.Networks) {
		t.Errorf("%d scenarios and %d networks have Korean names, there are %d and %d", len(korean.Top.Scenes), len(korean.Top.Networks), len(scenes), len(networks))
	}
}

// TestEveryCharacterHasAGlyph: no language needs a character that would be a hollow box.
// If a syllable is missing, bash assets/hangul/make.sh makes the faces anew.
func TestEveryCharacterHasAGlyph(t *testing.T) {
	english, korean := ours(t)
	for code, texts := range map[string]*Text{"en": english, "ko": korean} {
		all := entries(nil, "", reflect.ValueOf(*texts))
		for name, scene := range texts.Top.Scenes {
			all = append(all, entry{"Scenes " + name, scene})
		}
		for name, word := range texts.Settings {
			all = append(all, entry{"Settings " + name, word})
		}
		for name, n := range texts.Top.Networks {
			all = append(all, entry{"Networks " + name, n.Name + n.About + n.Source})
		}
		for _, e := range all {
			for _, r := range e.text {
				for _, w := range []raster.Weight{raster.Regular, raster.Medium, raster.Bold} {
					if r != '\n' && !(raster.Font{Weight: w}).Has(r) {
						t.Errorf("%s: %s has %q, for which weight %d has no glyph", code, e.key, r, w)
					}
				}
			}
		}
	}
}

// TestWords: texts and lessons use the field's terms, and not the words that stood in
// their places once.
func TestWords(t *testing.T) {
	english, korean := ours(t)
	never := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)\b(dry|coasts?|beside|owed|silence|foresee|look(ing)? ahead|take home|off by|(ms|delay) ago|guess\w*|leaps?)\b`),
		"ko": regexp.MustCompile(`조율|가져가기|침묵|자취|고갈|관성 이동|원본|추측(?: 항법)?`),
	}
	for code, texts := range map[string]*Text{"en": english, "ko": korean} {
		for _, e := range entries(nil, "", reflect.ValueOf(*texts)) {
			if word := never[code].FindString(e.text); word != "" && word != "추측 항법" {
				t.Errorf("%s: %s says %q in %q", code, e.key, word, e.text)
			}
		}
	}
	lessons, err := lesson.Load(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	visit := func(id string, w lesson.Words) {
		for code, said := range map[string]string{"en": w.English, "ko": w.Korean} {
			if word := never[code].FindString(said); word != "" {
				t.Errorf("lesson %s says %q in %q", id, word, said)
			}
		}
	}
	for _, l := range lessons {
		visit(l.ID, l.Title)
		for _, step := range l.Steps {
			visit(l.ID, step.Text)
			if q := step.Question; q != nil {
				visit(l.ID, q.Because)
				for _, choice := range q.Choices {
					visit(l.ID, choice)
				}
			}
			if step.Task != nil {
				visit(l.ID, step.Task.Look)
			}
		}
	}
}

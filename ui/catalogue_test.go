package ui

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/raster"
)

// entry is one text of a catalogue, with where it stands: "Arena.Tips[2]".
type entry struct{ at, text string }

// entries lists all texts of a catalogue.
func entries(dst []entry, at string, v reflect.Value) []entry {
	switch v.Kind() {
	case reflect.String:
		return append(dst, entry{at, v.String()})
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if at != "" {
				name = at + "." + name
			}
			dst = entries(dst, name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			dst = entries(dst, fmt.Sprintf("%s[%d]", at, i), v.Index(i))
		}
	case reflect.Map:
		// One language may have words for what another calls by its name in files.
	default:
		panic("a catalogue has a " + v.Kind().String() + " at " + at)
	}
	return dst
}

var verb = regexp.MustCompile(`%[a-z]|%%`)

// verbs lists what the program fills into a text, in order.
func verbs(text string) (all []string) {
	for _, v := range verb.FindAllString(text, -1) {
		if v != "%%" {
			all = append(all, v)
		}
	}
	return all
}

// TestCatalogues: every text exists in every language, and takes the same things in the
// same order.
func TestCatalogues(t *testing.T) {
	want := entries(nil, "", reflect.ValueOf(English))
	if len(want) < 300 {
		t.Fatalf("only %d texts are found", len(want))
	}
	for _, l := range Languages {
		got := entries(nil, "", reflect.ValueOf(*l.Text))
		texts := map[string]string{}
		for _, e := range got {
			texts[e.at] = e.text
			if e.text != strings.Trim(e.text, "\n") {
				t.Errorf("%s: %s begins or ends with a new line", l.Code, e.at)
			}
		}
		for _, e := range want {
			text, ok := texts[e.at]
			if !ok || text == "" && e.text != "" {
				t.Errorf("%s: %s lacks a text for %q", l.Code, e.at, e.text)
				continue
			}
			if !slices.Equal(verbs(text), verbs(e.text)) {
				t.Errorf("%s: %s is %q, want %v to be filled in as into %q", l.Code, e.at, text, verbs(e.text), e.text)
			}
			if strings.HasPrefix(e.text, " ") != strings.HasPrefix(text, " ") || strings.HasSuffix(e.text, " ") != strings.HasSuffix(text, " ") {
				t.Errorf("%s: %s is %q, want blanks around it as around %q", l.Code, e.at, text, e.text)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has %d texts, English has %d", l.Code, len(got), len(want))
		}
	}
}

// mayBeEmpty are the texts that stand for nothing on purpose.
var mayBeEmpty = map[string]bool{
	"Comparison.Sentences[0]": true, "Comparison.Watches[0]": true,
	"Faults.Names[0]": true, "Faults.Whats[0]": true, "Faults.Watches[0]": true,
	"Packets.Causes[0]":     true,
	"Tuning.Settings[0][2]": true, // the kind's own tip is there
	"Tuning.Settings[1][1]": true, "Tuning.Settings[3][1]": true, "Tuning.Settings[4][1]": true,
}

func TestEnglishHasNoGaps(t *testing.T) {
	for _, e := range entries(nil, "", reflect.ValueOf(English)) {
		if (e.text == "") != mayBeEmpty[e.at] {
			t.Errorf("%s is %q", e.at, e.text)
		}
	}
}

// TestKoreanIsKorean: what is a word in English is one in Korean, but for terms, names
// of keys and engines, and formulas that are the same in both.
func TestKoreanIsKorean(t *testing.T) {
	same := map[string]bool{}
	for _, e := range entries(nil, "", reflect.ValueOf(English)) {
		same[e.at+e.text] = true
	}
	engines := map[string]bool{}
	for i, b := range config.AllComparisons() {
		engines[English.Comparison.Names[i]] = b.Engine()
	}
	letters, unit := regexp.MustCompile(`[a-z]{4,}`), "kbit"
	for _, e := range entries(nil, "", reflect.ValueOf(Korean)) {
		if same[e.at+e.text] && letters.MatchString(strings.ReplaceAll(e.text, unit, "")) && !strings.HasPrefix(e.at, "Help.Keys") && !engines[e.text] {
			t.Errorf("%s is %q in both languages", e.at, e.text)
		}
	}
}

// TestKoreanNamesWhatTheProgramHas: settings, scenarios and networks that come with the
// program have Korean names, and there are none for others.
func TestKoreanNamesWhatTheProgramHas(t *testing.T) {
	scenes := config.ScenarioNames(assets.FS)
	for _, name := range scenes {
		if Korean.Top.Scenes[name] == "" {
			t.Errorf("the scenario %s has no Korean name", name)
		}
	}
	networks, err := config.LoadNetworks(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range networks {
		if k := Korean.Top.Networks[n.Name]; k.Name == "" || k.About == "" || k.Source == "" {
			t.Errorf("the network %s is %+v in Korean", n.Name, k)
		}
	}
	known := map[string]bool{}
	for _, s := range config.AllSettings() {
		for _, name := range append(append([]string{s.Name}, s.Choices...), s.Qualifiers()...) {
			if known[name] = true; name != "" && Korean.Settings[name] == "" {
				t.Errorf("%q of the setting %s has no Korean name", name, s.Name)
			}
		}
	}
	for name := range Korean.Settings {
		if !known[name] {
			t.Errorf("%q has a Korean name, and is of no setting", name)
		}
	}
	if len(scenes) != len(Korean.Top.Scenes) || len(networks) != len(Korean.Top.Networks) {
		t.Errorf("%d scenarios and %d networks have Korean names, there are %d and %d", len(Korean.Top.Scenes), len(Korean.Top.Networks), len(scenes), len(networks))
	}
}

// TestEveryCharacterHasAGlyph: no language needs a character that would be a hollow box.
// If a syllable is missing, bash assets/hangul/make.sh makes the faces anew.
func TestEveryCharacterHasAGlyph(t *testing.T) {
	for _, l := range Languages {
		all := entries(nil, "", reflect.ValueOf(*l.Text))
		all = append(all, entry{"its name", l.Name})
		for name, scene := range l.Text.Top.Scenes {
			all = append(all, entry{"Scenes " + name, scene})
		}
		for name, word := range l.Text.Settings {
			all = append(all, entry{"Settings " + name, word})
		}
		for name, n := range l.Text.Top.Networks {
			all = append(all, entry{"Networks " + name, n.Name + n.About + n.Source})
		}
		for _, e := range all {
			for _, r := range e.text {
				for _, w := range []raster.Weight{raster.Regular, raster.Medium, raster.Bold} {
					if r != '\n' && !(raster.Font{Weight: w}).Has(r) {
						t.Errorf("%s: %s has %q, for which weight %d has no glyph", l.Code, e.at, r, w)
					}
				}
			}
		}
	}
}

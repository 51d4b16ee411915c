//go:build headless

package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/export"
	"snaplab/interp/compare/engines"
)

// All engines are exported in one run, as text and as JSON.
func TestExportsOfAllEngines(t *testing.T) {
	args := []string{"tune", "--scenario", "car", "--duration", "4s", "--seeds", "2", "--rate", "20hz", "--export"}
	text := good(t, append(args, "all")...)
	var tuned struct {
		Version string
		Exports []export.Proof
	}
	if err := json.Unmarshal([]byte(good(t, append(args, "all", "--json")...)), &tuned); err != nil {
		t.Fatal(err)
	}
	if len(tuned.Exports) != len(export.Names())-3 { // all but json, csv and markdown
		t.Errorf("%d exports, want those of %v", len(tuned.Exports), export.Names()[3:])
	}
	for i := range tuned.Exports {
		p := &tuned.Exports[i]
		if p.Format != export.Names()[3+i] || p.Version == "" || len(p.Settings) == 0 || p.Proved != (p.LatencyMS != nil) {
			t.Errorf("export %d is %+v", i, p)
		}
		for _, line := range append([]string{p.String()}, p.Text...) {
			if !strings.Contains(text, line) {
				t.Errorf("%s: the text has no %q", p.Format, line)
			}
		}
	}
	one := good(t, append(args, "mirror", "--json")...)
	if strings.Count(one, `"format"`) != 1 || !strings.Contains(one, `"bufferTimeMultiplier"`) {
		t.Errorf("of one engine:\n%s", one)
	}
	if plain := good(t, args[:len(args)-1]...); strings.Contains(plain, "Proved") {
		t.Error("nothing is to be proved without an export")
	}
}

// The version of each engine and what isn't modelled stand in the guide and in the window's texts.
func TestEnginesAreDescribedAlike(t *testing.T) {
	guide, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	en, err := assets.FS.ReadFile("text/en.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range engines.All() {
		for where, text := range map[string]string{"README.md": string(guide), "en.json": string(en)} {
			if !strings.Contains(text, e.Version) || !strings.Contains(text, e.NotModelled) {
				t.Errorf("%s doesn't say of %s that %q is modelled and %q isn't", where, e.Name, e.Version, e.NotModelled)
			}
		}
	}
	for _, name := range export.Names()[3:] {
		if !strings.Contains(string(guide), "`"+name+"`") {
			t.Errorf("README.md doesn't name the export %s", name)
		}
	}
}

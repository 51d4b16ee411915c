package config

import (
	"strings"
	"testing"
)

// A file that asks for both is refused; one that changes from the one to the other is as
// it was written.
func TestMistakeAndEngineExclude(t *testing.T) {
	file := func(settings, later string) ([]byte, error) {
		s, err := ParseScenario([]byte(`{"name":"x","seed":1,"duration":"2s","settings":` + settings + `,"entities":[{"kind":"car","count":1}],"script":[{"at":"1s","set":` + later + `}]}`))
		if err != nil {
			return nil, err
		}
		return s.MarshalJSON()
	}
	if _, err := file(`{"mistake":"no-cap","engine":"source"}`, `{"loss":"1%"}`); err == nil || !strings.Contains(err.Error(), "both mistake and engine are given") {
		t.Errorf("both are accepted, or refused with %v", err)
	}
	out, err := file(`{"mistake":"no-cap"}`, `{"engine":"source"}`)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseScenario(out)
	if err != nil || again.Settings.Comparison.String() != "no-cap" || again.Script[0].Settings.Comparison.String() != "source" {
		t.Errorf("%v: from %v to %v in %s", err, again.Settings.Comparison, again.Script[0].Settings.Comparison, out)
	}
}

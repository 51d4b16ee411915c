package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Assignment gives something a value by name: a setting, as Setting.Assign reads it, or
// in a Request what else a run is made from.
type Assignment struct{ Name, Value string }

// ParseAssignment reads name=value.
func ParseAssignment(text string) (Assignment, error) {
	name, value, found := strings.Cut(text, "=")
	if !found {
		return Assignment{}, errors.New("want a setting with its value, such as loss=5%")
	}
	return Assignment{name, value}, nil
}

// Assigner assigns settings by name, wherever they are written: one after another, the
// later over the earlier. It refuses a mistake and an engine together, which are one
// lens. The zero value has assigned none.
type Assigner struct{ comparison string }

// Assign puts a value into s, or returns an error that says what is wrong with it.
func (g *Assigner) Assign(s *Settings, a Assignment) error {
	setting, err := FindSetting(a.Name)
	if err != nil {
		return err
	}
	if (a.Name == "mistake" || a.Name == "engine") && strings.TrimSpace(a.Value) != NoComparison.String() {
		if g.comparison != "" && g.comparison != a.Name {
			return fmt.Errorf("both %s and %s are given, want one of them: they are the same lens", g.comparison, a.Name)
		}
		g.comparison = a.Name
	}
	return setting.Assign(s, a.Value)
}

// assignments is settings by name in the order of AllSettings, as files have them.
type assignments []Assignment

// differences returns the settings in which s differs from base.
func differences(s, base *Settings) assignments {
	var list assignments
	for setting := range changed(s, base) {
		if n := len(list); n == 0 || list[n-1].Name != setting.Name {
			list = append(list, setting.values(s)...)
		}
	}
	return list
}

// values returns a setting's value, or one for each qualifier where they differ.
func (s *Setting) values(in *Settings) assignments {
	var list assignments
	same := true
	for q, name := range s.Qualifiers(in) {
		same = same && s.Get(in, q) == s.Get(in, 0)
		list = append(list, Assignment{s.Name, name + "=" + s.Format(s.Get(in, q))})
	}
	if same {
		return assignments{{s.Name, s.Format(s.Get(in, 0))}}
	}
	return list
}

// MarshalJSON writes the object that Reader.Settings reads.
func (list assignments) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i := 0; i < len(list); {
		if i > 0 {
			out = append(out, ',')
		}
		name := list[i].Name
		out = append(appendJSON(out, name), ':')
		if !strings.Contains(list[i].Value, "=") {
			out = appendJSON(out, list[i].Value)
			i++
			continue
		}
		open := byte('{')
		for ; i < len(list) && list[i].Name == name; i++ {
			qualifier, text, _ := strings.Cut(list[i].Value, "=")
			out = append(appendJSON(append(out, open), qualifier), ':')
			out = appendJSON(out, text)
			open = ','
		}
		out = append(out, '}')
	}
	return append(out, '}'), nil
}

func appendJSON(dst []byte, text string) []byte {
	b, _ := json.Marshal(text) // a string always has a form
	return append(dst, b...)
}

// SettingsJSON returns every setting by its name, with what else a run of the scenario is
// made from: the trace is the file that its link follows, "" for none.
func SettingsJSON(scenario *Scenario, s *Settings, trace string) []byte {
	list := assignments{
		{"scenario", scenario.Name},
		{"seed", strconv.FormatUint(scenario.Seed, 10)},
		{"duration", FormatDuration(scenario.Duration)},
	}
	list = append(list, scenario.packetLists(new(Scenario))...)
	if trace != "" {
		list = append(list, Assignment{"trace", trace})
	}
	for i := range settings {
		list = append(list, settings[i].values(s)...)
	}
	out, _ := list.MarshalJSON() // names and texts always have a form
	return out
}

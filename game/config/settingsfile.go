package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// settingsFile is named values in the order of the file.
type settingsFile []assignment

type assignment struct {
	name, text string // text as Setting.Assign reads it
}

// UnmarshalJSON keeps the order of the file, which a map would not, so that of two
// mistakes the first is reported.
func (f *settingsFile) UnmarshalJSON(data []byte) error {
	return eachMember(data, func(name string, value json.RawMessage) error {
		var text string
		if json.Unmarshal(value, &text) == nil {
			*f = append(*f, assignment{name, text})
			return nil
		}
		err := eachMember(value, func(qualifier string, value json.RawMessage) error {
			if err := json.Unmarshal(value, &text); err != nil {
				return atMember(name, fmt.Errorf("%s %s is %s, want a text such as \"30ms\"", name, qualifier, value))
			}
			if qualifier != "all" {
				text = qualifier + "=" + text
			}
			*f = append(*f, assignment{name, text})
			return nil
		})
		if errors.Is(err, errNoObject) {
			return atMember(name, fmt.Errorf("%s is %s, want a text such as \"30ms\" or an object of them", name, value))
		}
		return err
	})
}

var errNoObject = errors.New("want an object")

// eachMember calls f for the members of a JSON object in order.
func eachMember(data []byte, f func(name string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errNoObject
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := f(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON is the inverse of UnmarshalJSON.
func (f settingsFile) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i := 0; i < len(f); {
		if i > 0 {
			out = append(out, ',')
		}
		name := f[i].name
		out = append(appendJSON(out, name), ':')
		if !strings.Contains(f[i].text, "=") {
			out = appendJSON(out, f[i].text)
			i++
			continue
		}
		open := byte('{')
		for ; i < len(f) && f[i].name == name; i++ {
			qualifier, text, _ := strings.Cut(f[i].text, "=")
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

// apply puts the values into s.
func (f settingsFile) apply(s *Settings) error {
	var comparison OneComparison
	for _, a := range f {
		setting, err := FindSetting(a.name)
		if err != nil {
			return atMember(a.name, err)
		}
		if err := comparison.Given(a.name, a.text); err != nil {
			return err
		}
		if err := setting.Assign(s, a.text); err != nil {
			return atMember(a.name, err)
		}
	}
	return nil
}

// differences returns the settings in which s differs from base.
func differences(s, base *Settings) settingsFile {
	var f settingsFile
	for i := range settings {
		for q := range settings[i].Qualifiers() {
			if settings[i].Get(s, q) != settings[i].Get(base, q) {
				f = append(f, settings[i].values(s)...)
				break
			}
		}
	}
	return f
}

// values returns a setting's value, or one for each qualifier where they differ.
func (s *Setting) values(in *Settings) settingsFile {
	var f settingsFile
	same := true
	for q, name := range s.Qualifiers() {
		same = same && s.Get(in, q) == s.Get(in, 0)
		f = append(f, assignment{s.Name, name + "=" + s.Format(s.Get(in, q))})
	}
	if same {
		return settingsFile{{s.Name, s.Format(s.Get(in, 0))}}
	}
	return f
}

// SettingsJSON returns every setting by its name, with what else a run of the scenario is
// made from: the trace is the file that its link follows, "" for none.
func SettingsJSON(scenario *Scenario, s *Settings, trace string) []byte {
	f := settingsFile{
		{"scenario", scenario.Name},
		{"seed", strconv.FormatUint(scenario.Seed, 10)},
		{"duration", string(AppendValue(nil, Duration, int64(scenario.Duration)))},
	}
	if trace != "" {
		f = append(f, assignment{"trace", trace})
	}
	for i := range settings {
		f = append(f, settings[i].values(s)...)
	}
	out, _ := f.MarshalJSON() // names and texts always have a form
	return out
}

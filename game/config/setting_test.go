package config

import (
	"strings"
	"testing"

	"snaplab/game/world"
	"snaplab/interp/compare/engines"
	"snaplab/interp/compare/mistakes"
	"snaplab/netsim"
)

// every calls f for each place of each setting.
func every(t *testing.T, f func(t *testing.T, s *Setting, q int)) {
	for _, s := range AllSettings() {
		t.Run(s.Name, func(t *testing.T) {
			for q := range s.Qualifiers(&Settings{}) {
				f(t, &s, q)
			}
		})
	}
}

func TestSettingsReadWhatTheyWrite(t *testing.T) {
	every(t, func(t *testing.T, s *Setting, q int) {
		for _, v := range []int64{s.Min, s.Max, s.Default, s.Min + s.Step} {
			text := s.Format(v)
			if got, err := s.Parse(text); got != v || err != nil {
				t.Errorf("%d is written %q and read as %d, %v", v, text, got, err)
			}
		}
	})
}

// A value arrives in its own place and no other.
func TestSettingsReachTheirOwnPlace(t *testing.T) {
	every(t, func(t *testing.T, s *Setting, q int) {
		v := s.Max
		if s.Default == v {
			v = s.Min
		}
		settings, base := DefaultSettings(), DefaultSettings()
		s.Set(&settings, q, v)
		for _, other := range AllSettings() {
			for p := range other.Qualifiers(&base) {
				want := other.Get(&base, p)
				if other.Name == s.Name && (p == q || s.Scope == PacketsAndKinds && q == 0) {
					want = v // the kinds are sent as often as packets
				}
				if got := other.Get(&settings, p); got != want {
					t.Errorf("after setting place %d, place %d of %s is %d, want %d", q, p, other.Name, got, want)
				}
			}
		}
	})
}

func TestSettingsNameTheirRange(t *testing.T) {
	every(t, func(t *testing.T, s *Setting, q int) {
		for _, v := range []int64{s.Min - 1, s.Max + 1} {
			err := s.Check(v)
			if err == nil {
				t.Fatalf("%d is within the range", v)
			}
			for _, part := range []string{s.Name, s.Format(v), s.Format(s.Min), s.Format(s.Max)} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not say %q", err, part)
				}
			}
		}
		for _, v := range []int64{s.Min, s.Default, s.Max} {
			if err := s.Check(v); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestSettingsSayWhatTheyAre(t *testing.T) {
	for _, s := range AllSettings() {
		if s.Help == "" || !strings.HasSuffix(s.Help, ".") {
			t.Errorf("the help of %s is %q, want a sentence", s.Name, s.Help)
		}
		if s.Step <= 0 || s.Min >= s.Max {
			t.Errorf("%s goes from %d to %d by %d", s.Name, s.Min, s.Max, s.Step)
		}
		if s.Unit == Choice && s.Max != int64(len(s.Choices)-1) {
			t.Errorf("%s has %d choices and goes to %d", s.Name, len(s.Choices), s.Max)
		}
	}
}

func TestAssign(t *testing.T) {
	assign := func(texts ...string) func(name string) (Settings, error) {
		return func(name string) (Settings, error) {
			s := DefaultSettings()
			for _, text := range texts {
				if err := MustSetting(name).Assign(&s, text); err != nil {
					return s, err
				}
			}
			return s, nil
		}
	}
	s, err := assign("150ms", "drone=120ms", " car = 90ms ")("delay")
	if err != nil {
		t.Fatal(err)
	}
	for k := range world.NumBuiltIn {
		want := int64(150e6)
		switch k {
		case world.Drone:
			want = 120e6
		case world.Car:
			want = 90e6
		}
		if got := int64(s.Policies[k].Delay); got != want {
			t.Errorf("the delay of %s is %d, want %d", world.BuiltIn(k).Name, got, want)
		}
	}
	// A value for all comes after one for one: the last wins.
	if s, _ = assign("drone=120ms", "150ms")("delay"); s.Policies[world.Drone].Delay != 150e6 {
		t.Errorf("the drone's delay is %v, want 150ms", s.Policies[world.Drone].Delay)
	}
	if s, _ = assign("up=80ms")("latency"); s.Up.Latency != 80e6 || s.Down.Latency != 50e6 {
		t.Errorf("latency is %v down and %v up, want 50ms and 80ms", s.Down.Latency, s.Up.Latency)
	}
	for _, c := range []struct{ name, text, says string }{
		{"delay", "dron=1ms", `delay has no "dron", did you mean drone or door?`},
		{"latency", "left=1ms", `latency has no "left", want down or up`},
		{"rate", "down=10hz", `rate has no "down", did you mean door?`},
		{"delay", "drone=5", `delay "5" needs a unit`},
		{"delay", "=5ms", `delay has no ""`},
		{"order", "fifth", `order "fifth" is not known, want fifo or free`},
		{"on-underrun", "", `on-underrun "" is not known, want hold, stale or hide`},
	} {
		_, err := assign(c.text)(c.name)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: error is %v, want %q", c.name, c.text, err, c.says)
		}
	}
}

func TestFindSetting(t *testing.T) {
	if s, err := FindSetting("max-extrapolation"); err != nil || s.Name != "max-extrapolation" {
		t.Errorf("found %v, %v", s, err)
	}
	if _, err := FindSetting("jiter"); err == nil || err.Error() != `no setting is called "jiter", did you mean jitter?` {
		t.Error(err)
	}
}

func TestKeysCarryTheUnit(t *testing.T) {
	for _, c := range []struct {
		name  string
		value int64
		key   string
		want  any
	}{
		{"delay", 100e6, "delay_ms", 100.0},
		{"max-extrapolation", 1500e3, "max_extrapolation_ms", 1.5},
		{"loss", 50_000, "loss_percent", 5.0},
		{"rate", 12_500, "rate_hz", 12.5},
		{"drift", -200, "drift_ppm", -200.0},
		{"order", 1, "order", "free"},
		{"bandwidth", 256_000, "bandwidth_kbit_s", 256.0},
		{"queue", 64_000, "queue_bytes", 64_000.0},
	} {
		s := MustSetting(c.name)
		if s.Key() != c.key || s.Number(c.value) != c.want {
			t.Errorf("%s is %v under %s, want %v under %s", c.name, s.Number(c.value), s.Key(), c.want, c.key)
		}
	}
}

func TestSuggest(t *testing.T) {
	fruit := []string{"apple", "pear", "plum"}
	for _, c := range []struct {
		name, want string
		known      []string
	}{
		{"aple", ", did you mean apple?", fruit},
		{"plume", ", did you mean plum?", fruit},
		{"app", ", did you mean apple?", fruit}, // the beginning of it
		{"paer", ", did you mean pear?", fruit},
		{"quince", ", want apple, pear or plum", fruit},
		{"quince", ", want apple", fruit[:1]},
		{"quince", "", make([]string, 17)}, // too many to list
	} {
		if got := Suggest(c.name, c.known); got != c.want {
			t.Errorf("Suggest(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "xabc", 1}, {"kitten", "sitting", 3},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q is %d letters, want %d", c.a, c.b, got, c.want)
		}
	}
}

// The table of settings is a file: what it bounds is what the link and the clocks bound.
func TestSettingsEndWhereTheLinkDoes(t *testing.T) {
	for _, c := range []struct {
		name        string
		least, most int64
	}{
		{"jitter-memory", 0, int64(netsim.MaxDelay)},
		{"loss", 0, int64(netsim.Always)},
		{"duplicate", 0, int64(netsim.Always)},
		{"reorder", 0, int64(netsim.Always)},
		{"drift", -netsim.MaxDriftPPM, netsim.MaxDriftPPM},
		{"mistake", 0, int64(len(mistakes.All()))}, // and none
		{"engine", 0, int64(len(engines.All()))},
	} {
		if s := MustSetting(c.name); s.Min != c.least || s.Max != c.most {
			t.Errorf("%s goes from %d to %d, want %d to %d", c.name, s.Min, s.Max, c.least, c.most)
		}
	}
}

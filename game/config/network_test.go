package config

import (
	"errors"
	"strings"
	"testing"
	"time"
)

const twoNetworks = `[
  {"name": "near by", "about": "A.", "source": "B.", "settings": {"latency": "5ms", "bandwidth": {"down": "2Mbit", "up": "256kbit"}}},
  {"name": "Far 4G", "about": "C.", "source": "D.", "settings": {"latency": "95ms", "loss": "1%"}}
]`

func TestNetworksSetTheWholeLinkAndNothingElse(t *testing.T) {
	networks, err := ParseNetworks([]byte(twoNetworks))
	if err != nil {
		t.Fatal(err)
	}
	s, before := DefaultSettings(), DefaultSettings()
	s.Down.Outage, s.Up.Duplicate = time.Second, 1 // of what was there nothing is left
	networks[0].Apply(&s)
	if s.Down.Latency != 5*time.Millisecond || s.Down.Bandwidth != 2_000_000 || s.Up.Bandwidth != 256_000 {
		t.Errorf("down is %+v, up %+v", s.Down, s.Up)
	}
	if s.Down.Jitter != 0 || s.Down.Loss != 0 || s.Down.Outage != 0 || s.Up.Duplicate != 0 {
		t.Errorf("what the network does not say is %+v and %+v, want a perfect path's", s.Down, s.Up)
	}
	if i := NetworkOf(networks, &s); i != 0 {
		t.Errorf("they are those of network %d, want 0", i)
	}
	s.Up.Latency++
	if i := NetworkOf(networks, &s); i != -1 {
		t.Errorf("changed, they are those of network %d, want -1", i)
	}
	s.Down, s.Up = before.Down, before.Up
	if s != before {
		t.Error("something other than the link was changed")
	}
}

func TestFindNetwork(t *testing.T) {
	networks, err := ParseNetworks([]byte(twoNetworks))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Far 4G", "far4g", "far-4g", "FAR_4G"} {
		if n, err := FindNetwork(networks, name); err != nil || n != &networks[1] {
			t.Errorf("FindNetwork(%q) = %v, %v", name, n, err)
		}
	}
	_, err = FindNetwork(networks, "far 5G")
	if want := `bad network: no network is called "far 5G", did you mean far 4g?`; !errors.Is(err, ErrNetwork) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestParseNetworksRefuses(t *testing.T) {
	for _, c := range []struct{ file, says string }{
		{``, "the file ends too early"},
		{`{}`, "line 1: the file is an object, want a list"},
		{"[\n{\"name\": \"a\",\n\"speed\": 1}]", `line 3: entry 1 has no field "speed"`},
		{`[] []`, "line 1: something follows the end"},
		{`[{"about": "A."}]`, `entry 1 has no "name"`},
		{`[{"name": "a", "settings": {"rate": "10hz"}}]`, "a: rate is not a setting of the link"},
		{`[{"name": "a", "settings": {"latncy": "10ms"}}]`, `a: no setting is called "latncy", did you mean latency?`},
		{`[{"name": "a", "settings": {"latency": "10"}}]`, `a: latency "10" needs a unit`},
		{`[{"name": "a", "settings": {"latency": "3s"}}]`, "a: latency 3s is out of range"},
		{`[{"name": "a b"}, {"name": "A-B"}]`, "there are two called A-B"},
	} {
		_, err := ParseNetworks([]byte(c.file))
		if err == nil || !errors.Is(err, ErrNetwork) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want %q", c.file, err, c.says)
		}
	}
}

// FuzzParseNetworks: whatever the bytes, there are networks that are in range and told apart
// by their names, or an error with a line.
func FuzzParseNetworks(f *testing.F) {
	f.Add([]byte(`[{"name": "a", "settings": {"loss": {"down": "5%"}}}, {"name": "b"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		networks, err := ParseNetworks(data)
		if err != nil {
			if !errors.Is(err, ErrNetwork) || !strings.Contains(err.Error(), "line ") {
				t.Errorf("error %v does not say what it is about, or where", err)
			}
			return
		}
		for i := range networks {
			s := DefaultSettings()
			networks[i].Apply(&s)
			if err := s.Validate(); err != nil {
				t.Errorf("%s: %v", networks[i].Name, err)
			}
			if n, err := FindNetwork(networks, networks[i].Name); err != nil || n != &networks[i] {
				t.Errorf("%s is found as %v, %v", networks[i].Name, n, err)
			}
		}
	})
}

package config

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"snaplab/game/world"
)

// TestRunTextReads: what each part of a text means.
func TestRunTextReads(t *testing.T) {
	base, err := LoadScenario(carried, "default")
	if err != nil {
		t.Fatal(err)
	}
	faulty, err := LoadScenario(carried, "faults")
	if err != nil {
		t.Fatal(err)
	}
	change := func(s *Scenario, f func(*Scenario)) Scenario { c := *s; f(&c); return c }
	lossy := func(s Settings, p int) Settings {
		MustSetting("loss").SetAll(&s, int64(p)*10_000)
		return s
	}
	for _, c := range []struct {
		text string
		want Scenario
	}{
		{"snaplab1/default", base},
		{"snaplab1/default/seed=9/duration=5s", change(&base, func(s *Scenario) { s.Seed, s.Duration = 9, 5*time.Second })},
		{"snaplab1/default/loss=10%/delay=drone=90ms", change(&base, func(s *Scenario) {
			s.Settings = lossy(s.Settings, 10)
			s.Settings.Policies[world.Drone].Delay = 90 * time.Millisecond
		})},
		{"https://example.org/lab/#snaplab1%2Fdefault/loss=10%25/\n seed=8", change(&base, func(s *Scenario) { s.Seed, s.Settings = 8, lossy(s.Settings, 10) })},
		{"snaplab1/default/@2s/loss=1%/@2s/loss=2%/@3s/fault=drop=4/@3.5s/fault=restart/@4s/fault=teleport=drone", change(&base, func(s *Scenario) {
			two := lossy(s.Settings, 2)
			s.Script = []Timed{
				{At: 2 * time.Second, Settings: lossy(s.Settings, 1)},
				{At: 2 * time.Second, Settings: two},
				{3 * time.Second, two, Fault{DropPackets, 4}},
				{3500 * time.Millisecond, two, Fault{ServerRestart, 0}},
				{4 * time.Second, two, Fault{TeleportNow, 1 + int64(world.Drone)}},
			}
		})},
		{"snaplab1/faults", faulty},
		{"snaplab1/faults/script=none", change(&faulty, func(s *Scenario) { s.Script = nil })},
		{"snaplab1/faults/@3s/fault=swap", change(&faulty, func(s *Scenario) {
			s.Script = append([]Timed{{3 * time.Second, s.Settings, SwapPackets.Fault()}}, s.Script...)
		})},
	} {
		got, err := ParseRun(carried, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if !got.Equal(&c.want) {
			t.Errorf("%s is\n%+v, want\n%+v", c.text, got, c.want)
		}
	}
}

// TestRunTextRefuses: an error says which part is wrong, and what would be right.
func TestRunTextRefuses(t *testing.T) {
	packed, err := packRun(new(Scenario))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", `it starts with "", want "snaplab1/default/seed=7"`},
		{"hello", `it starts with "hello"`},
		{"snaplab2/default", `its version is "snaplab2", want "snaplab1"`},
		{"snaplab1", "it ends before the name"},
		{"snaplab1/defualt", `no scenario is called "defualt", did you mean default?`},
		{"snaplab1/default/los=5%", `part 3, "los=5%": no setting is called "los", did you mean loss`},
		{"snaplab1/default/loss", "want a setting with its value"},
		{"snaplab1/default/loss=5", `"5" needs a unit`},
		{"snaplab1/default/loss=drone=5%", `loss has no "drone"`},
		{"snaplab1/default/seed=-1", "want a whole number"},
		{"snaplab1/default/seed=1/", `part 4, "": want a setting`},
		{"snaplab1/default/duration=0s", "duration is 0ms"},
		{"snaplab1/default/rate=100hz", "above the tick rate"},
		{"snaplab1/default/@5", `the time "5" needs a unit`},
		{"snaplab1/default/@5s", "nothing happens at @5s"},
		{"snaplab1/default/@5s/@6s/loss=1%", "nothing happens at @5s"},
		{"snaplab1/default/@5s/fault=drop/loss=1%", "a fault has a time of its own"},
		{"snaplab1/default/@5s/loss=1%/fault=drop", "a fault has a time of its own"},
		{"snaplab1/default/@5s/fault=dorp", `no fault is called "dorp", did you mean drop`},
		{"snaplab1/default/@5s/fault=drop=x", "packets is x, want a whole number"},
		{"snaplab1/default/@5s/fault=restart=1s", "restart has no parameter"},
		{"snaplab1/default/@5s/seed=3", `no setting is called "seed"`},
		{"snaplab1/default/@5s/loss=1%/@4s/loss=2%", "before the one it follows"},
		{"snaplab1/packed=!", "damaged"},
		{packed[:len(packed)-4], "damaged, or its end is missing"},
		{packed + "/loss=5%", `"loss=5%" follows what is packed`},
		{packed, "name is missing"},
		{strings.Repeat("x", maxRunText+1), "it has 1048577 characters"},
	} {
		_, err := ParseRun(carried, c.text)
		if err == nil || !errors.Is(err, ErrRun) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s: error is %v, want %s", c.text, err, c.want)
		}
	}
}

// TestPackedRunIsBounded: a small text can't unpack to a large one.
func TestPackedRunIsBounded(t *testing.T) {
	s := DefaultScenario()
	s.About = strings.Repeat("x", 2*maxRunText)
	text, err := packRun(&s)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > maxRunText/100 {
		t.Fatalf("the text has %d characters", len(text))
	}
	if _, err := ParseRun(carried, text); err == nil || !strings.Contains(err.Error(), "are packed") {
		t.Errorf("error is %v", err)
	}
}

// TestRunTextHasNoRoomForATrace: what follows a measured path says so.
func TestRunTextHasNoRoomForATrace(t *testing.T) {
	s := DefaultScenario()
	s.Measured.File = "ping.txt"
	if _, err := RunText(carried, &s); !errors.Is(err, ErrRun) || !strings.Contains(err.Error(), "ping.txt") {
		t.Errorf("error is %v", err)
	}
	text, err := packRun(&s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseRun(carried, text); !errors.Is(err, ErrRun) || !strings.Contains(err.Error(), "ping.txt") {
		t.Errorf("error is %v", err)
	}
}

func FuzzParseRun(f *testing.F) {
	f.Add("snaplab1/default/seed=7/loss=10%/delay=drone=120ms/@5s/loss=20%/@6.5s/fault=blackout=1s")
	f.Add("snaplab1/faults/script=none/@3s/fault=drop=3/@3s/fault=teleport=all")
	f.Add("x#snaplab1%2Ffaults/duration=3s/@3s/mistake=euler/@12.345678901s/rate=11.001hz")
	scenario := randomScenario(rand.New(rand.NewPCG(3, 3)))
	packed, err := packRun(&scenario)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseRun(carried, text)
		if err != nil {
			if !errors.Is(err, ErrRun) {
				t.Errorf("error %v does not say what it is about", err)
			}
			return
		}
		written, err := RunText(carried, &s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseRun(carried, written)
		if err != nil || !again.Equal(&s) {
			t.Errorf("%q is read as %+v, written as %q and read again as %+v: %v", text, s, written, again, err)
		}
	})
}

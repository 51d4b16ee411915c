package config

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/world"
	"snaplab/interp"
)

const goodScenario = `{
  "name": "good",
  "about": "A file in which everything is used.",
  "seed": 42,
  "duration": "30s",
  "settings": {
    "rate": "20hz",
    "latency": {"down": "40ms", "up": "60ms"},
    "delay": {"all": "150ms", "drone": "120ms"}
  },
  "entities": [
    {"kind": "drone", "count": 3},
    {"kind": "door", "count": 1}
  ],
  "script": [
    {"at": "5s", "set": {"loss": "20%"}},
    {"at": "10s", "set": {"loss": "0%", "delay": {"door": "300ms"}}}
  ]
}
`

func TestParseScenario(t *testing.T) {
	got, err := ParseScenario([]byte(goodScenario))
	if err != nil {
		t.Fatal(err)
	}
	start := DefaultSettings()
	start.SendRate = 20 * Hertz
	start.Down.Latency, start.Up.Latency = 40*time.Millisecond, 60*time.Millisecond
	for k := range world.NumBuiltIn {
		start.Policies[k].Delay = 150 * time.Millisecond
	}
	start.Policies[world.Drone].Delay = 120 * time.Millisecond
	// Each entry of the script changes what the one before has left.
	at5 := start
	at5.Down.Loss, at5.Up.Loss = 200_000, 200_000
	at10 := at5
	at10.Down.Loss, at10.Up.Loss = 0, 0
	at10.Policies[world.Door].Delay = 300 * time.Millisecond
	want := Scenario{
		Name: "good", About: "A file in which everything is used.", Seed: 42, Duration: 30 * time.Second,
		Settings: start,
		Entities: []world.Group{{Kind: world.Drone, Count: 3}, {Kind: world.Door, Count: 1}},
		Script:   []Timed{{At: 5 * time.Second, Settings: at5}, {At: 10 * time.Second, Settings: at10}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Count(world.Drone) != 3 || got.Count(world.Car) != 0 {
		t.Errorf("counts %d drones and %d cars, want 3 and 0", got.Count(world.Drone), got.Count(world.Car))
	}
}

func TestParseScenarioRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`"seed": 42,`, `"sead": 42,`, `line 4: the scenario has no field "sead", did you mean seed?`},
		{`"seed": 42,`, `"seed": 42, "at": "5s",`, `line 4: the scenario has no field "at"`},
		{`"seed": 42,`, `"seed": 42`, `line 5: invalid character '"'`},
		{`"seed": 42`, `"seed": -1`, `line 4: `},
		{`"seed": 42`, `"seed": "x"`, `line 4: `},
		{"}\n", "}\n{}", `line 20: something follows the end`},
		{"  ]\n}\n", "  ]\n", `the file ends too early`},
		{`"20hz"`, `"20"`, `line 7: rate "20" needs a unit, want for example 10hz`},
		{`"20hz"`, `20`, `line 7: rate is 20, want a text such as "30ms"`},
		{`"20hz"`, `"200hz"`, `rate 200hz is out of range`},
		{`"20hz"`, `"61hz"`, `rate 61hz is above the tick rate 60hz`},
		{`"rate"`, `"rats"`, `line 7: no setting is called "rats", did you mean rate`},
		{`"drone": "120ms"`, `"drome": "120ms"`, `line 9: delay has no "drome", did you mean drone`},
		{`"up": "60ms"`, `"up": 60`, `line 8: latency is 60, want a text`},
		{`"kind": "door"`, `"kind": "dor"`, `line 13: entities 2: no kind is called "dor", did you mean door`},
		{`"duration": "30s"`, `"duration": "0s"`, `duration is 0ms, want more than 0 and at most 86400s`},
		{`"duration": "30s"`, `"duration": "30"`, `line 5: duration "30" needs a unit`},
		{`"duration": "30s",`, ``, `line 1: the scenario has no "duration"`},
		{`"name": "good",`, ``, `line 1: the scenario has no "name"`},
		{`"at": "10s"`, `"at": "4s"`, `script entry 2 is at 4s, before the one it follows`},
		{`"at": "5s"`, `"at": "5"`, `line 16: script entry 1's at "5" needs a unit`},
		{`"loss": "20%"`, `"loss": "120%"`, `script entry 1: loss 120% is out of range`},
		{`"settings": {`, `"settings": [`, `line `},
		{`"seed": 42,`, `"seed": 42, "lose": "12,x",`, `line 4: lose: "x" is not understood, want numbers of packets`},
		{`"seed": 42,`, `"seed": 42, "lose": 12,`, `line 4: lose is a number, want a text`},
		{`"seed": 42,`, `"seed": 42, "lose": "1-9", "spare": "7-12",`, `packet 7 is in both lose and spare, want it in one of them`},
		{goodScenario, ``, `the file ends too early`},
		{goodScenario, `null`, `line 1: the scenario is null, want an object`},
		{goodScenario, `[]`, `line 1: `},
	} {
		text := strings.Replace(goodScenario, c.from, c.to, 1)
		if c.from == "}\n" {
			text = goodScenario + "{}"
		}
		_, err := ParseScenario([]byte(text))
		if !errors.Is(err, ErrScenario) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s instead of %s: error is %v, want %q", c.to, c.from, err, c.says)
		}
	}
}

// randomScenario has settings of all kinds, and a script.
func randomScenario(r *rand.Rand) Scenario {
	s := DefaultScenario()
	s.Name, s.About, s.Seed = "random", "", r.Uint64()
	s.Entities = []world.Group{{Kind: interp.Kind(r.IntN(int(world.NumBuiltIn))), Count: r.IntN(4)}, {Kind: world.Rocket, Count: 1}}
	s.Settings = randomSettings(r, s.Settings)
	for seq := uint64(1); seq < 30; seq++ {
		switch r.IntN(6) {
		case 0:
			s.Lose = s.Lose.With(seq)
		case 1:
			s.Spare = s.Spare.With(seq)
		}
	}
	now := s.Settings
	for at := time.Duration(0); len(s.Script) < 3; {
		at += time.Duration(r.Int64N(int64(2 * time.Second)))
		next := now
		for next == now { // an entry that changes nothing would not come back
			next = randomSettings(r, now)
		}
		now = next
		s.Script = append(s.Script, Timed{At: at, Settings: now})
	}
	return s
}

// randomSettings changes about a third of the settings' values.
func randomSettings(r *rand.Rand, from Settings) Settings {
	for i := range settings {
		s := &settings[i]
		if s.Name == "tick-rate" || strings.HasSuffix(s.Name, "-start") {
			continue // rates must fit each other, and clocks start only once
		}
		for q := range s.Qualifiers(&from) {
			if r.IntN(3) > 0 {
				continue
			}
			hi := s.Max
			if s.Name == "rate" {
				hi = int64(from.TickRate)
				if q > 0 {
					hi = s.Get(&from, 0) // a kind is in every packet at most
				}
			}
			s.Set(&from, q, s.Min+r.Int64N(hi-s.Min+1))
		}
	}
	return from
}

func TestScenariosReadWhatTheyWrite(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		s := randomScenario(r)
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseScenario(data)
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		if diff := cmp.Diff(s, again); diff != "" {
			t.Fatalf("%s\n%s", diff, data)
		}
	}
}

// A file says only what differs from the defaults.
func TestScenarioFilesAreShort(t *testing.T) {
	s := DefaultScenario()
	s.Entities = s.Entities[:1]
	s.Settings.Policies[world.Drone].Delay = 120 * time.Millisecond
	got, err := json.Marshal(s)
	want := `{"name":"unnamed","seed":1,"duration":"20s",` +
		`"settings":{"delay":{"walker":"200ms","car":"200ms","drone":"120ms","ball":"200ms","blinker":"200ms","rocket":"200ms","turret":"200ms","door":"200ms"}},` +
		`"entities":[{"kind":"walker","count":2}]}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s, want\n%s", err, got, want)
	}
}

func TestRebase(t *testing.T) {
	s, err := ParseScenario([]byte(goodScenario))
	if err != nil {
		t.Fatal(err)
	}
	original := s
	start := s.Settings
	start.Down.Jitter = 77 * time.Millisecond                  // the script never changes it
	start.Down.Loss = 10_000                                   // it does
	start.Policies[world.Door].Delay = 250 * time.Millisecond  // so it does, in the second entry
	start.Policies[world.Drone].Delay = 250 * time.Millisecond // but not here
	s.Rebase(start)
	if s.Settings != start {
		t.Error("it does not start with the settings given")
	}
	for i, want := range []struct {
		loss        int64
		door, drone time.Duration
	}{{200_000, 250, 250}, {0, 300, 250}} {
		got := s.Script[i].Settings
		if got.Down.Jitter != 77*time.Millisecond || int64(got.Down.Loss) != want.loss ||
			got.Policies[world.Door].Delay != want.door*time.Millisecond || got.Policies[world.Drone].Delay != want.drone*time.Millisecond {
			t.Errorf("entry %d has jitter %v, loss %v, door %v and drone %v", i+1, got.Down.Jitter, got.Down.Loss, got.Policies[world.Door].Delay, got.Policies[world.Drone].Delay)
		}
	}
	if original.Script[0].Settings.Down.Jitter == 77*time.Millisecond {
		t.Error("the script of the scenario that it was copied from has changed")
	}
}

func TestLoadScenario(t *testing.T) {
	fsys := fstest.MapFS{
		"scenarios/zebra.json":   {Data: []byte(goodScenario)},
		"scenarios/default.json": {Data: []byte(goodScenario)},
		"scenarios/broken.json":  {Data: []byte("{\n?")},
		"scenarios/notes.txt":    {Data: []byte("no scenario")},
	}
	if diff := cmp.Diff([]string{"default", "broken", "zebra"}, ScenarioNames(fsys)); diff != "" {
		t.Error(diff)
	}
	if s, err := LoadScenario(fsys, "zebra"); err != nil || s.Name != "good" {
		t.Errorf("loaded %q, %v", s.Name, err)
	}
	for _, c := range []struct{ name, says string }{
		{"broken", "broken: bad scenario: line 2: "},
		{"zebar", `no scenario is called "zebar", did you mean zebra?`},
		{"", `no scenario is called ""`},
		{"../x", `no scenario is called "../x"`},
	} {
		if _, err := LoadScenario(fsys, c.name); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: error is %v, want %q", c.name, err, c.says)
		}
	}
	if names := ScenarioNames(fstest.MapFS{}); names != nil {
		t.Errorf("an empty file system has %q", names)
	}
	if _, err := LoadScenario(unreadable{fsys}, "zebra"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error is %v, want that of the file system", err)
	}
}

// unreadable lists files and opens none of them.
type unreadable struct{ fstest.MapFS }

func (u unreadable) ReadFile(string) ([]byte, error) { return nil, fs.ErrPermission }

func FuzzParseScenario(f *testing.F) {
	f.Add([]byte(goodScenario))
	f.Add([]byte(`{"name":"x","duration":"1s","settings":{"delay":{"all":"1ms","all":"2ms"}}}`))
	f.Add([]byte(`{"name":"x","duration":"1s","settings":{"delay":{}},"script":[{"at":"0","set":{}}]}`))
	f.Add([]byte(`{"name":"x","duration":"1s","settings":null,"entities":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseScenario(data)
		if err != nil {
			if !errors.Is(err, ErrScenario) {
				t.Errorf("error %v does not say what it is about", err)
			}
			return
		}
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseScenario(written)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		rewritten, err := json.Marshal(again)
		if err != nil || string(rewritten) != string(written) {
			t.Errorf("%v: written\n%s\nand then\n%s", err, written, rewritten)
		}
	})
}

// carried are the scenarios that the program carries with it.
var carried = os.DirFS("../../assets")

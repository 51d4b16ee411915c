package config

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/game/world"
)

const ownKinds = `{
  "name": "own", "seed": 3, "duration": "10s",
  "settings": {"delay": "200ms"},
  "kinds": [
    {"name": "striker", "shape": "capsule", "size": "1.8m", "motion": "walker", "speed": "6m/s",
     "delay": "150ms", "on-underrun": "hide", "budget": {"correction": "0.2m"}},
    {"name": "courier", "motion": "drone", "turn-radius": "2.5m"},
    {"name": "rocket"},
    {"name": "camera-rig", "motion": "turret", "budget": {"correction": "5deg"}},
    {"name": "ball", "size": "0.25m"}
  ],
  "entities": [{"kind": "striker", "count": 6}, {"kind": "camera-rig", "count": 2}, {"kind": "car", "count": 1}],
  "script": [{"at": "1s", "fault": "teleport", "kind": "striker"}, {"at": "2s", "set": {"delay": {"striker": "100ms"}}}]
}`

// TestOwnKinds: the kinds of a run are the built-in ones that its entities name, in their
// order, and then those that it defines; each has its settings and its budget, and all of it
// is written and read again, in a file and in a run's text.
func TestOwnKinds(t *testing.T) {
	s, err := ParseScenario([]byte(ownKinds))
	if err != nil {
		t.Fatal(err)
	}
	kinds := s.Settings.Kinds
	if got := strings.Join(kinds.Names(), " "); got != "car striker courier rocket camera-rig ball" {
		t.Fatalf("the kinds are %s", got)
	}
	if got, want := kinds.Of(1), (world.Kind{Name: "striker", Shape: world.Capsule, Size: 1.8, Motion: world.Walker, Speed: 6}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := kinds.Of(5), (world.Kind{Name: "ball", Shape: world.Ball, Size: 0.25, Motion: world.Ball}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := kinds.Of(3), world.BuiltIn(world.Rocket); got != want || kinds.Of(2).TurnRadius != 2.5 {
		t.Errorf("%+v, want %+v, and the courier with turns of 2.5 m", got, want)
	}
	for k, want := range []time.Duration{200, 150, 200, 200, 200, 200} {
		if got := s.Settings.Policies[k].Delay; got != want*time.Millisecond {
			t.Errorf("the delay of %s is %v, want %d ms", kinds.Name(world.Shape(k)), got, want)
		}
	}
	if c := s.Budgets[1].Correction; c == nil || *c != 0.2 || s.Budgets[4].CorrectionDeg == nil || s.Budgets[0].Correction != nil {
		t.Errorf("the budgets are %+v", s.Budgets)
	}
	if got := s.Script[0].Fault.Amount; got != 2 {
		t.Errorf("the teleport is of kind %d - 1, want 1", got)
	}
	file, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseScenario(file)
	if err != nil || !again.Equal(&s) {
		t.Errorf("%v: it is read again as\n%+v\nof\n%s", err, again, file)
	}
	text, err := RunText(nil, &s)
	if err != nil {
		t.Fatal(err)
	}
	if again, err = ParseRun(nil, text); err != nil || !again.Equal(&s) {
		t.Errorf("%v: the text is read again as\n%+v", err, again)
	}
	for _, request := range []Request{{{"delay", "striker=70ms"}}, {{"correction", "striker=1m"}}} {
		request = append(Request{{"run", text}}, request...)
		if _, err := Resolve(Environment{}, request); err != nil {
			t.Errorf("%v: %v", request, err)
		}
	}
}

// TestBadKinds: each fault of a kind is said with its line and what would do, and is not
// followed by others that it is to blame for.
func TestBadKinds(t *testing.T) {
	many := `{"name": "a", "motion": "car"}`
	for i := range 16 {
		many += fmt.Sprintf(`, {"name": "a%d", "motion": "car"}`, i)
	}
	for _, c := range []struct{ kinds, says string }{
		{`{"motion": "car"}`, `kinds 1 has no "name"`},
		{`{"name": "Bus", "motion": "car"}`, `name "Bus" is no name of a kind, want 1 to 20 of a-z, 0-9 and -`},
		{`{"name": "7bus", "motion": "car"}`, "a letter first"},
		{`{"name": "all", "motion": "car"}`, `name "all" means something else`},
		{`{"name": "bus"}`, "motion is missing, want the built-in kind as which a bus moves"},
		{`{"name": "bus", "motion": "cart"}`, `no built-in kind is called "cart", did you mean car?`},
		{`{"name": "drone", "motion": "car"}`, "drone is a built-in kind with a motion of its own, want another name"},
		{`{"name": "bus", "motion": "car", "shape": "boks"}`, `no shape is called "boks", want walker, car`},
		{`{"name": "bus", "motion": "car", "size": "2"}`, `size is "2", want a number above 0 with its unit such as 2m`},
		{`{"name": "bus", "motion": "car", "size": "99m"}`, "size is 99 m, want 0.1 to 20 m"},
		{`{"name": "bus", "motion": "car", "speed": "0m/s"}`, `speed is "0m/s", want a number above 0`},
		{`{"name": "bus", "motion": "car", "speed": "900m/s"}`, "speed is 900 m/s, want 0.55 to 220 m/s for the motion of a car"},
		{`{"name": "bus", "motion": "car", "turn-radius": "90m"}`, "turn-radius is 90 m, want 1 to 8 m for the motion of a car"},
		{`{"name": "bus", "motion": "ball", "turn-radius": "1m"}`, "turn-radius is 1 m, but the motion of a ball has none"},
		{`{"name": "bus", "motion": "door", "speed": "1m/s"}`, "the motion of a door has none"},
		{`{"name": "bus", "motion": "car", "delay": "200"}`, `delay "200" needs a unit`},
		{`{"name": "bus", "motion": "car", "delay": 200}`, `is no text such as "150ms"`},
		{`{"name": "bus", "motion": "car", "loss": "5%"}`, `kinds 1 has no field "loss"`},
		{`{"name": "bus", "motion": "car", "budget": {"correction": "1s"}}`, `correction "1s" needs a unit`},
		{`{"name": "bus", "motion": "car"}, {"name": "bus", "motion": "ball"}`, `the name "bus" is another's`},
		{many, "17 entries, want 1 to 16"},
		{``, "0 entries, want 1 to 16"},
	} {
		_, err := ParseScenario([]byte(`{"name": "x", "duration": "1s",
"kinds": [` + c.kinds + `], "entities": [{"kind": "car", "count": 1}]}`))
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "line 2") || strings.Contains(err.Error(), "more)") {
			t.Errorf("%s: %v, want line 2: … %s", c.kinds, err, c.says)
		}
	}
}

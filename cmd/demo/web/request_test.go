package main

import (
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/cmd/demo/shell"
	"snaplab/cmd/demo/shelltest"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/world"
	"snaplab/interp"
)

func TestParseRequest(t *testing.T) {
	r, err := parseRequest([]string{"scenario=drone", "seed=7", "duration=3s", "theme=light", "loss=5%", "latency=up=80ms", "delay=drone=120ms", "network=4G", "jitter=12ms", "lang=ko", "view=full"})
	if err != nil {
		t.Fatal(err)
	}
	s := &r.Scenario
	drone, _ := (*world.Kinds)(nil).Parse("drone")
	walker, _ := (*world.Kinds)(nil).Parse("walker")
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"theme", r.Theme, "light"},
		{"language", r.Language, "ko"},
		{"view", r.View, "full"},
		{"scenario", s.Name, "drone"},
		{"seed", s.Seed, uint64(7)},
		{"duration", s.Duration, 3 * time.Second},
		{"jitter, which comes after the network", s.Settings.Down.Jitter, 12 * time.Millisecond},
		{"latency up", s.Settings.Up.Latency, 80 * time.Millisecond},
		{"the drones' delay", s.Settings.Policies[drone].Delay, 120 * time.Millisecond},
		{"the walkers' delay", s.Settings.Policies[walker].Delay, interp.DefaultPolicy().Delay},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestParseRequestOfNothing(t *testing.T) {
	r, err := parseRequest(nil)
	if err != nil || r.Scenario.Name != "default" || r.Theme != "" {
		t.Errorf("got %q in the theme %q, %v; want the default scenario", r.Scenario.Name, r.Theme, err)
	}
}

func TestParseRequestNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ assignment, want string }{
		{"scenario=dron", "drone"},
		{"seed=-1", `seed "-1"`},
		{"duration=5", `duration "5" needs a unit`},
		{"network=5H", "5H"},
		{"run=snaplab1/default/los=5%", "loss"},
		{"lesson=formla", "formula"},
		{"los=5%", "loss"},
		{"loss=5", `"5" needs a unit`},
		{"loss=", "loss"},
		{"send=10hz", "send"},
	} {
		if _, err := parseRequest([]string{c.assignment}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.assignment, err, c.want)
		}
	}
}

// A run's text says what a scenario's name would, and settings may follow it.
func TestParseRequestOfARun(t *testing.T) {
	r, err := parseRequest([]string{"run=snaplab1/drone/seed=9/loss=10%25/@5s/loss=20%25", "jitter=12ms"})
	if err != nil {
		t.Fatal(err)
	}
	s := &r.Scenario
	if s.Name != "drone" || s.Seed != 9 || s.Settings.Down.Loss == config.DefaultSettings().Down.Loss || s.Settings.Down.Jitter != 12*time.Millisecond || len(s.Script) != 1 {
		t.Errorf("it is %s with seed %d, settings %+v and script %v", s.Name, s.Seed, s.Settings.Down, s.Script)
	}
}

// The address makes of the table of requests what the command line makes of it: the same
// runs, and the same refusals.
func TestRequests(t *testing.T) {
	for _, asked := range configtest.Requests(t) {
		r, err := parseRequest(asked.Parts())
		if asked.Run == "" {
			if err == nil || !strings.Contains(err.Error(), asked.Says) {
				t.Errorf("%s: %v, want an error with %q", asked.Asked, err, asked.Says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", asked.Asked, err)
			continue
		}
		if text, err := config.RunText(assets.FS, &r.Scenario); err != nil || asked.Run != "*" && text != asked.Run {
			t.Errorf("%s: the run is %s, %v, want %s", asked.Asked, text, err, asked.Run)
		}
	}
}

// The page shows the same application as the other shells, whatever the user does.
func TestPageShowsTheSame(t *testing.T) {
	asked, err := parseRequest(nil)
	if err != nil {
		t.Fatal(err)
	}
	page := pageOptions(asked, nil)
	if page.Still || page.Version == "" {
		t.Errorf("the page: still %v, version %q", page.Still, page.Version)
	}
	got, err := shelltest.Play(page)
	if err != nil {
		t.Fatal(err)
	}
	want, err := shelltest.Play(shell.Options(shell.Asked{Scenario: asked.Scenario}))
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("after action %d the page shows\n%s\nwant\n%s", i+1, got[i], want[i])
		}
	}
}

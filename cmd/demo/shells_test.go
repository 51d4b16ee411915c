package main

import (
	"testing"

	"snaplab/cmd/demo/shell"
	"snaplab/cmd/demo/shelltest"
	"snaplab/ui"
)

// TestShellsShowTheSame: what a user does in the window and what a picture or a film is
// made of show the same application, with a host or without one but for its buttons.
func TestShellsShowTheSame(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	env := &environment{settings: newSettingFlags()}
	window, err := new(windowCommand).options(env, newHost(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	// All remember the same: the full view, and that the tour was offered.
	if err := window.Host.(ui.Keeper).Keep("window", []byte(`{"view": "full", "tour": true}`)); err != nil {
		t.Fatal(err)
	}
	picture := new(pictureFlags).options(env, window.Scenario, "")
	for name, o := range map[string]*ui.Options{"window": &window, "picture": &picture} {
		if o.Version == "" || o.Scenarios == nil || o.Still != (name == "picture") {
			t.Errorf("%s: version %q, scenarios %v, still %v", name, o.Version, o.Scenarios, o.Still)
		}
	}
	picture.Host = window.Host
	shared := shell.Options(shell.Asked{Scenario: window.Scenario, Language: window.Language})
	shared.Host = window.Host
	want, err := shelltest.Play(shared)
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]ui.Options{"window": window, "picture": picture} {
		got, err := shelltest.Play(o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s shows something else after action %d:\n%s\nwant\n%s", name, i+1, got[i], want[i])
				break
			}
		}
	}
}

//go:build headless

package main

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"snaplab/cmd/demo/shelltest"
	"snaplab/ui"
	"snaplab/ui/im"
)

// TestShellsRecommendTheSame: of six runs the window, a picture and tune recommend the same
// delays to the tenth of a millisecond, with the same interval, for every kind. (TestPage has
// the browser recommend them too.)
func TestShellsRecommendTheSame(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // what the window remembers is not the user's
	for _, run := range shelltest.Recommended {
		out, errs, status := demo("tune", "--run", run, "--json")
		var want struct{ Kinds []shelltest.Recommendation }
		if err := json.Unmarshal([]byte(out), &want); err != nil || status != 0 && status != 3 {
			t.Fatalf("%s: status %d, %s, %v", run, status, errs, err)
		}
		env := &environment{settings: newSettingFlags()}
		env.settings.Text = &run
		options, err := new(windowCommand).options(env, newHost(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		window, err := ui.New(options)
		if err != nil {
			t.Fatal(err)
		}
		window.Resize(1280, 720, 1)
		var got []shelltest.Recommendation
		for end := time.Now().Add(time.Minute); got == nil && time.Now().Before(end); {
			var in im.Input
			window.Update(&in, 16*time.Millisecond)
			window.Render()
			if r := recommendedBy(t, window); len(r) > 0 {
				got = r
			}
		}
		window.Close()
		if !slices.Equal(got, want.Kinds) {
			t.Errorf("%s: the window recommends %v, tune %v", run, got, want.Kinds)
		}
		flags := &pictureFlags{Size: "1280x720", Scale: "1", Step: 1}
		shot, err := flags.app(env, options.Scenario, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := picture(shot, time.Second); err != nil {
			t.Fatal(err)
		}
		if got := recommendedBy(t, shot); !slices.Equal(got, want.Kinds) {
			t.Errorf("%s: the picture recommends %v, tune %v", run, got, want.Kinds)
		}
		shot.Close()
		t.Logf("%s: %v", run, want.Kinds)
	}
}

func recommendedBy(t *testing.T, app *ui.App) []shelltest.Recommendation {
	t.Helper()
	r, err := shelltest.RecommendedBy(app.AppendStatus(nil))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

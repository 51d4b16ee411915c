//go:build headless

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/measure"
)

// TestRequests: the command line makes of the table of requests what the browser's address
// makes of it: the same runs, and the same refusals.
func TestRequests(t *testing.T) {
	data, err := os.ReadFile("../../game/config/testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		request, run, accepted := strings.Cut(line, " => ")
		request, says, _ := strings.Cut(request, " ! ")
		args := []string{"report", "--json"}
		for _, part := range strings.Split(request, "&") {
			if part != "" {
				args = append(args, "--"+part)
			}
		}
		out, errs, status := demo(args...)
		if !accepted {
			if name, found := strings.CutPrefix(says, "no setting is called "); found {
				says = "no flag is called --" + strings.Trim(name, `"`)
			}
			if status == 0 || !strings.Contains(errs, says) && !strings.Contains(errs, "several values") || strings.Count(errs, "\n") != 1 {
				t.Errorf("%s: status %d: %s, want an error with %q", request, status, errs, says)
			}
			continue
		}
		var report struct{ Digest string }
		if err := json.Unmarshal([]byte(out), &report); err != nil || status != 0 {
			t.Errorf("%s: status %d: %s", request, status, errs)
			continue
		}
		if run == "*" {
			continue
		}
		s, err := config.ParseRun(assets.FS, run)
		if err != nil {
			t.Fatal(err)
		}
		session, err := measure.NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(s.Duration)
		if want := fmt.Sprintf("%016x", session.Digest()); report.Digest != want {
			t.Errorf("%s: the run has the digest %s, that of %s has %s", request, report.Digest, run, want)
		}
	}
}

//go:build headless

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/measure"
)

// TestRequests: the command line makes of the table of requests what the browser's address
// makes of it: the same runs, and the same refusals.
func TestRequests(t *testing.T) {
	for _, r := range configtest.Requests(t) {
		args := []string{"report", "--json"}
		for _, part := range r.Parts() {
			args = append(args, "--"+part)
		}
		out, errs, status := demo(args...)
		if says := r.Says; r.Run == "" {
			if name, found := strings.CutPrefix(says, "no setting is called "); found {
				says = "no flag is called --" + strings.Trim(name, `"`)
			}
			if status == 0 || !strings.Contains(errs, says) && !strings.Contains(errs, "several values") || strings.Count(errs, "\n") != 1 {
				t.Errorf("%s: status %d: %s, want an error with %q", r.Asked, status, errs, says)
			}
			continue
		}
		var report struct{ Digest string }
		if err := json.Unmarshal([]byte(out), &report); err != nil || status != 0 {
			t.Errorf("%s: status %d: %s", r.Asked, status, errs)
			continue
		}
		if r.Run == "*" {
			continue
		}
		s, err := config.ParseRun(assets.FS, r.Run)
		if err != nil {
			t.Fatal(err)
		}
		session, err := measure.NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(s.Duration)
		if want := fmt.Sprintf("%016x", session.Digest()); report.Digest != want {
			t.Errorf("%s: the run has the digest %s, that of %s has %s", r.Asked, report.Digest, r.Run, want)
		}
	}
}

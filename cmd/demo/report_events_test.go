//go:build headless

package main

import (
	"strings"
	"testing"
)

// Packets that overtake each other and are not lost: what is waited for comes, and
// without waiting some of it is skipped. The numbers are those of the JSON.
func TestEventsLine(t *testing.T) {
	args := []string{"report", "--scenario", "lifecycle", "--loss", "0%"}
	for _, tt := range []struct{ onGap, want string }{
		{"wait", "ms in all; skipped 0\n"},
		{"resync", "\nevents   waited 0 times for a spawn or destroy, 0 ms in all; skipped "},
	} {
		out := good(t, append(args, "--on-gap", tt.onGap)...)
		if !strings.Contains(out, tt.want) {
			t.Errorf("with %s it does not say %q:\n%s", tt.onGap, tt.want, out)
		}
	}
	rows := readCSV(t, good(t, append(args, "--csv")...))
	for i, name := range rows[0] {
		for _, row := range rows[1:] {
			if row[0] == "interpolated" && (name == "event_waits" || name == "event_wait_ms") && row[i] == "0" {
				t.Errorf("%s is 0 though it waits", name)
			}
			if row[0] == "interpolated" && name == "resyncs" && row[i] != "0" {
				t.Errorf("%s resyncs though nothing is lost", row[i])
			}
		}
	}
}

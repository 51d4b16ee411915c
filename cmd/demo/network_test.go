//go:build headless

package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// A network sets the link, a flag of the link changes it whatever the order, and the
// rest stays the scenario's.
func TestNetworkFlag(t *testing.T) {
	out := good(t, "report", "--jitter=up=7ms", "--network", "bad wifi", "--duration=1s", "--json")
	var report struct {
		Settings map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"latency": `"20ms"`, "outage": `"73ms"`, "stall": `"500ms"`, "stall-every": `"15s"`, "jitter-model": `"exponential"`,
		"jitter": `{"down":"80ms","up":"7ms"}`, "delay": `"200ms"`,
	} {
		if got := strings.Join(strings.Fields(string(report.Settings[name])), ""); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func TestNetworkFlagRefuses(t *testing.T) {
	for name, says := range map[string]string{
		"bad wify": `demo: no network is called "bad wify", did you mean bad wi-fi?`,
		"xyzzy":    `demo: no network is called "xyzzy", want for example the example, perfect, LAN`,
	} {
		if _, errs, status := demo("report", "--network", name); status != 2 || !strings.HasPrefix(errs, says) {
			t.Errorf("%s: status %d, %s", name, status, errs)
		}
	}
}

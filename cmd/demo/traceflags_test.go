//go:build headless

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const pings = `PING host (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=60 time=40.0 ms
64 bytes from 192.0.2.1: icmp_seq=2 ttl=60 time=70.0 ms
64 bytes from 192.0.2.1: icmp_seq=4 ttl=60 time=50.0 ms
64 bytes from 192.0.2.1: icmp_seq=5 ttl=60 time=45.0 ms
`

// TestReportFollowsATrace: the settings that the report prints are the trace's, and a
// scenario file finds its trace next to itself.
func TestReportFollowsATrace(t *testing.T) {
	dir := t.TempDir()
	ping := filepath.Join(dir, "ping.txt")
	if err := os.WriteFile(ping, []byte(pings), 0o644); err != nil {
		t.Fatal(err)
	}
	scenario := filepath.Join(dir, "mine.json")
	if err := os.WriteFile(scenario, []byte(`{"name":"mine","seed":1,"duration":"5s","entities":[{"kind":"car","count":1}],"trace":"ping.txt","halve":true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		jitter string
	}{
		{"report --json --duration 5s --trace " + ping, "30ms"},
		{"report --json --duration 5s --halve --trace " + ping, "15ms"},
		{"report --json --scenario " + scenario, "15ms"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(c.args), &stdout, &stderr); status != 0 {
			t.Fatalf("%s: status %d, %s", c.args, status, stderr.String())
		}
		var r struct {
			Settings struct {
				Trace  string
				Jitter json.RawMessage
			}
		}
		if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Settings.Trace != ping || !strings.Contains(string(r.Settings.Jitter), `"`+c.jitter+`"`) {
			t.Errorf("%s: trace %q with a jitter of %s, want %q with %s", c.args, r.Settings.Trace, r.Settings.Jitter, ping, c.jitter)
		}
	}
}

func TestNoTraceNoRun(t *testing.T) {
	dir := t.TempDir()
	words := filepath.Join(dir, "words.txt")
	if err := os.WriteFile(words, []byte("hello\nworld\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"report --trace " + words, 1, "words.txt"},
		{"report --trace " + filepath.Join(dir, "none"), 1, "no such file"},
		{"report --unit fortnight --trace " + words, 2, "fortnight"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(strings.Fields(c.args), &stdout, &stderr)
		if status != c.status || !strings.Contains(stderr.String(), c.says) || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%s: status %d and %q, want %d and a line with %q", c.args, status, stderr.String(), c.status, c.says)
		}
	}
}

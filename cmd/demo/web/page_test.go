//go:build !js

package main

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// serveBuilt serves the folder that DEMO_WEB names, as bash cmd/demo/run web makes it.
func serveBuilt(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("DEMO_WEB")
	if folder == "" {
		t.Skip("DEMO_WEB does not name the page's folder; cmd/demo/test does that")
	}
	server := httptest.NewServer(files(folder))
	t.Cleanup(server.Close)
	return server.URL
}

// status is what the lab says of itself, nil while there is none.
func (p *tab) status() map[string]any {
	p.t.Helper()
	line, ok := p.eval("window.snaplab && snaplab.status ? snaplab.status() : null").(string)
	if !ok {
		return nil
	}
	var s map[string]any
	if err := json.Unmarshal([]byte(line), &s); err != nil {
		p.t.Fatalf("status %q: %v", line, err)
	}
	return s
}

func (p *tab) ready() {
	p.t.Helper()
	eventually(p.t, "the lab to run", func() bool { return p.status() != nil })
}

func TestPageSpeed(t *testing.T) {
	url := serveBuilt(t)
	c := startChromium(t)
	p := c.open(url, 1280, 720, 1)
	p.ready()
	time.Sleep(3 * time.Second)
	f := func() map[string]any { return p.status()["frames"].(map[string]any) }
	b := f()["count"].(float64)
	begin := time.Now()
	time.Sleep(5 * time.Second)
	e := f()["count"].(float64)
	t.Logf("%.1f frames a second; %v", (e-b)/time.Since(begin).Seconds(), f())
	p.screenshot("page")
}

//go:build !js

package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServerRefuses: only to read, only by a name of this machine, only the page's own
// files; and every answer has the policy.
func TestServerRefuses(t *testing.T) {
	dir := folder(t, "index.html", "lab.js", ".secret.js", "notes.md", "demo.wasm")
	outside := folder(t, "outside.js", "outside.br")
	for link, to := range map[string]string{"link.js": "outside.js", "demo.wasm.br": "outside.br"} {
		if err := os.Symlink(filepath.Join(outside, to), filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	server := files(dir)
	for _, c := range []struct {
		method, host, path string
		status             int
		body               string // its beginning
	}{
		{"GET", "localhost:8080", "/", 200, "index.html"},
		{"HEAD", "127.0.0.1:8080", "/lab.js", 200, ""},
		{"GET", "[::1]:8080", "/lab.js", 200, "lab.js"},
		{"GET", "LocalHost", "/lab.js", 200, "lab.js"},
		{"GET", "evil.example", "/lab.js", 403, "403"},
		{"GET", "localhost.evil.example", "/lab.js", 403, "403"},
		{"GET", "192.168.0.1:8080", "/", 403, "403"},
		{"GET", "", "/", 403, "403"},
		{"POST", "localhost", "/lab.js", 405, "405"},
		{"PUT", "localhost", "/new.js", 405, "405"},
		{"DELETE", "localhost", "/lab.js", 405, "405"},
		{"OPTIONS", "localhost", "/", 405, "405"},
		{"TRACE", "localhost", "/", 405, "405"},
		{"GET", "localhost", "/.secret.js", 404, "404"},
		{"GET", "localhost", "/notes.md", 404, "404"},
		{"GET", "localhost", "/link.js", 404, "404"},
		{"GET", "localhost", "/demo.wasm", 200, "demo.wasm"}, // not what the packed link leads to
		{"GET", "localhost", "/demo.wasm.br", 404, "404"},
		{"GET", "localhost", "/..%2f..%2fetc%2fpasswd", 404, "404"},
		{"GET", "localhost", "/%5c..%5cx.js", 404, "404"},
		{"GET", "localhost", "/lab.js%00.js", 404, "404"},
	} {
		r := httptest.NewRequest(c.method, "http://localhost"+c.path, nil)
		r.Host = c.host
		r.Header.Set("Accept-Encoding", "br")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Code != c.status || !strings.HasPrefix(w.Body.String(), c.body) {
			t.Errorf("%s %s at %q: %d %q, want %d %q", c.method, c.path, c.host, w.Code, w.Body.String(), c.status, c.body)
		}
		if p := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'") || strings.Contains(p, "*") {
			t.Errorf("%s %s: the policy is %q", c.method, c.path, p)
		}
	}
}

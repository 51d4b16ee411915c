//go:build !js

package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder makes a folder with a file of each name, which has its own name in it.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFiles(t *testing.T) {
	server := files(folder(t, "index.html", "lab.js", "demo.wasm", "demo.wasm.gz", "demo.wasm.br", "gzipped.wasm", "gzipped.wasm.gz"))
	for _, c := range []struct {
		path, accept                string
		status                      int
		body, contentType, encoding string
	}{
		{"/", "", 200, "index.html", "text/html; charset=utf-8", ""},
		{"/lab.js", "gzip, br", 200, "lab.js", "text/javascript; charset=utf-8", ""},
		{"/demo.wasm", "", 200, "demo.wasm", "application/wasm", ""},
		{"/demo.wasm", "gzip, deflate, br, zstd", 200, "demo.wasm.br", "application/wasm", "br"},
		{"/demo.wasm", "gzip", 200, "demo.wasm.gz", "application/wasm", "gzip"},
		{"/gzipped.wasm", "br,gzip", 200, "gzipped.wasm.gz", "application/wasm", "gzip"},
		{"/demo.wasm.gz", "gzip, br", 200, "demo.wasm.gz", "application/gzip", ""},
		{"/nothing.wasm", "gzip", 404, "404 page not found\n", "text/plain; charset=utf-8", ""},
		{"/../serve.go", "", 404, "404 page not found\n", "text/plain; charset=utf-8", ""},
		{"/folder/", "", 404, "404 page not found\n", "text/plain; charset=utf-8", ""},
	} {
		r := httptest.NewRequest("GET", "http://localhost"+c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if got := w.Body.String(); w.Code != c.status || got != c.body {
			t.Errorf("%s taking %q: %d %q, want %d %q", c.path, c.accept, w.Code, got, c.status, c.body)
		}
		for header, want := range map[string]string{"Content-Type": c.contentType, "Content-Encoding": c.encoding} {
			if got := w.Header().Get(header); got != want {
				t.Errorf("%s taking %q: %s is %q, want %q", c.path, c.accept, header, got, want)
			}
		}
	}
}

func TestServeRefuses(t *testing.T) {
	empty := t.TempDir()
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, 2, "0 folders are given"},
		{[]string{"a", "b"}, 2, "2 folders are given"},
		{[]string{"--port", "99999", empty}, 2, "port 99999 is out of range"},
		{[]string{"--prot", "1", empty}, 2, "prot"},
		{[]string{empty}, 1, "has no index.html"},
	} {
		var stdout, stderr strings.Builder
		status := run(c.args, &stdout, &stderr)
		said := stderr.String()
		if status != c.status || !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 {
			t.Errorf("web %q: status %d, said %q; want %d and one line with %q", c.args, status, said, c.status, c.want)
		}
	}
	var stdout, stderr strings.Builder
	if status := run([]string{"--help"}, &stdout, &stderr); status != 0 || !strings.Contains(stdout.String(), "--port") {
		t.Errorf("--help: status %d, %q; want 0 and the usage", status, stdout.String())
	}
}

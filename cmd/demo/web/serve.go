//go:build !js

// Command web is the Snapshot Interpolation Lab in a browser. Built for js/wasm it is the
// program that the page loads; built for the machine itself it hands out the folder that
// has the page and that program:
//
//	web [--port N] FOLDER
//
// The folder needs no server of its own kind: any that hands out files will do.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run serves until it is ended from outside. It returns the exit status, 2 if the command
// line is no good and 1 for any other failure. An error is one line on stderr.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	port := flags.Int("port", 8080, "the port to serve at, 0 for any that is free")
	complain := func(status int, err error) int {
		fmt.Fprintln(stderr, "web:", err)
		return status
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(stdout, "usage: web [--port N] FOLDER\n\nHands out the lab's page at a loopback address. N is %s (%s).\n", flags.Lookup("port").Usage, flags.Lookup("port").DefValue)
		return 0
	case err != nil:
		return complain(2, err)
	case flags.NArg() != 1:
		return complain(2, fmt.Errorf("%d folders are given, want one: web [--port N] FOLDER", flags.NArg()))
	case *port < 0 || *port > 65535:
		return complain(2, fmt.Errorf("port %d is out of range, want 0 to 65535", *port))
	}
	folder := flags.Arg(0)
	if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
		return complain(1, fmt.Errorf("%s has no index.html: bash cmd/demo/run web makes such a folder", folder))
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(*port)))
	if err != nil {
		return complain(1, fmt.Errorf("can't serve at port %d: %w; --port chooses another, 0 any that is free", *port, err))
	}
	fmt.Fprintf(stdout, "The lab is at http://%s/ until Ctrl+C.\n", listener.Addr())
	server := &http.Server{Handler: files(folder), ReadHeaderTimeout: 10 * time.Second}
	return complain(1, server.Serve(listener))
}

// types are the kinds of the folder's files, which not every system knows.
var types = map[string]string{
	".wasm": "application/wasm",
	".gz":   "application/gzip", // the page unpacks it itself
	".js":   "text/javascript; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ttf":  "font/ttf",
}

// packings are the encodings in which a file may lie in the folder next to itself, the
// smallest first, by what is behind its name.
var packings = []struct{ encoding, end string }{{"br", ".br"}, {"gzip", ".gz"}}

// policy lets the page load its own files and start its program, and nothing else. The
// style and the icon are in the page itself; pictures and films are saved from blobs.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"font-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// isLoopback reports whether a request was sent to a name of this machine itself.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// isListed reports whether a name is that of a file to hand out: of a known kind, in the
// folder itself and no link out of it, and not hidden.
func isListed(folder, name string) bool {
	end := path.Ext(name)
	if end == ".br" {
		end = path.Ext(strings.TrimSuffix(name, end))
	}
	if _, known := types[end]; !known && end != ".txt" || strings.ContainsAny(name, `/\:`) || strings.HasPrefix(name, ".") {
		return false
	}
	info, err := os.Lstat(filepath.Join(folder, name))
	return err == nil && info.Mode().IsRegular()
}

// files hands out a folder: a file packed if the browser takes that and it is there packed.
// Browsers ask each time whether a file is still the same, so that a new build is seen at
// once.
func files(folder string) http.Handler {
	for end, kind := range types {
		if err := mime.AddExtensionType(end, kind); err != nil {
			panic(err) // only if the table is malformed
		}
	}
	root := http.Dir(folder)
	server := http.FileServer(root)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Cache-Control", "no-cache")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Content-Security-Policy", policy)
		header.Set("Referrer-Policy", "no-referrer")
		switch {
		case !isLoopback(r.Host): // a page elsewhere whose name was made to lead here
			http.Error(w, "403 the lab is at a loopback address only", http.StatusForbidden)
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			header.Set("Allow", "GET, HEAD")
			http.Error(w, "405 want GET or HEAD", http.StatusMethodNotAllowed)
			return
		case r.URL.Path != "/" && !isListed(folder, r.URL.Path[1:]):
			http.NotFound(w, r)
			return
		}
		kind, ok := types[path.Ext(r.URL.Path)]
		for _, p := range packings {
			if !ok || !takes(r, p.encoding) {
				continue
			}
			if r.URL.Path == "/" || !isListed(folder, r.URL.Path[1:]+p.end) {
				continue
			}
			f, err := root.Open(r.URL.Path + p.end)
			if err != nil {
				continue
			}
			defer f.Close()
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				header.Set("Content-Type", kind)
				header.Set("Content-Encoding", p.encoding)
				header.Set("Vary", "Accept-Encoding")
				http.ServeContent(w, r, "", info.ModTime(), f)
				return
			}
		}
		server.ServeHTTP(w, r)
	})
}

// takes reports whether the browser takes an encoding. Browsers list those that they take,
// without saying how gladly.
func takes(r *http.Request, encoding string) bool {
	for _, e := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		if strings.TrimSpace(e) == encoding {
			return true
		}
	}
	return false
}

//go:build !js

package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// chromium is a browser without a window, driven over its debugging pipe: messages in
// JSON, each ended by a zero byte, on its file descriptors 3 and 4.
type chromium struct {
	commands  io.Writer
	downloads string // folder

	mutex   sync.Mutex
	sent    int
	waiting map[int]chan reply
	said    []string // by the page, on its console, and what it failed with
}

type reply struct {
	ID        int             `json:"id"`
	SessionID string          `json:"sessionId"`
	Method    string          `json:"method"` // of an event
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// findChromium returns the path of a Chromium or Chrome, "" if there is none.
func findChromium() string {
	for _, name := range []string{os.Getenv("DEMO_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	return ""
}

// startChromium starts a browser with a profile of its own and ends it with the test.
func startChromium(t *testing.T) *chromium {
	t.Helper()
	path := findChromium()
	if path == "" {
		t.Skip("there is no Chromium here")
	}
	theirIn, commands, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &chromium{commands: commands, downloads: t.TempDir(), waiting: map[int]chan reply{}}
	profile := t.TempDir()
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
		"--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe", "--user-data-dir="+profile)
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	gone := make(chan struct{})
	go c.read(answers, gone)
	t.Cleanup(func() {
		if c.call("", "Browser.close", nil, nil) != nil {
			cmd.Process.Kill()
		}
		select {
		case <-gone:
		case <-time.After(10 * time.Second):
			cmd.Process.Kill()
		}
		cmd.Wait()
		commands.Close()
		answers.Close()
		if t.Failed() {
			t.Logf("the page said:\n%s", strings.Join(c.said, "\n"))
		}
	})
	if err := c.call("", "Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": c.downloads}, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// read passes the browser's replies on to those who wait for them, until it is gone.
func (c *chromium) read(answers io.Reader, gone chan struct{}) {
	defer close(gone)
	for r := bufio.NewReaderSize(answers, 1<<20); ; {
		line, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m reply
		if err := json.Unmarshal(line[:len(line)-1], &m); err != nil {
			return
		}
		c.mutex.Lock()
		switch waiting, ok := c.waiting[m.ID]; {
		case m.Method == "Runtime.consoleAPICalled" || m.Method == "Runtime.exceptionThrown" || m.Method == "Log.entryAdded":
			c.said = append(c.said, m.words())
		case ok:
			delete(c.waiting, m.ID)
			waiting <- m
		}
		c.mutex.Unlock()
	}
}

// words is what an event of the console says.
func (m *reply) words() string {
	var e struct {
		Args             []struct{ Value any }
		Entry            struct{ Text, URL string }
		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := json.Unmarshal(m.Params, &e); err != nil {
		return string(m.Params)
	}
	words := []string{e.Entry.Text, e.Entry.URL, e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description}
	for _, a := range e.Args {
		words = append(words, fmt.Sprint(a.Value))
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// call has the browser, or the page of a session, do something. result is where what it
// returns goes, nil if that doesn't matter.
func (c *chromium) call(session, method string, params, result any) error {
	answer := make(chan reply, 1)
	c.mutex.Lock()
	c.sent++
	message := map[string]any{"id": c.sent, "method": method}
	c.waiting[c.sent] = answer
	c.mutex.Unlock()
	if params != nil {
		message["params"] = params
	}
	if session != "" {
		message["sessionId"] = session
	}
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if _, err := c.commands.Write(append(line, 0)); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			return json.Unmarshal(m.Result, result)
		}
		return nil
	case <-time.After(2 * time.Minute):
		return fmt.Errorf("%s: no reply for 2 min", method)
	}
}

// tab is a page of the browser. Its methods fail the test when the browser refuses.
type tab struct {
	*chromium
	t               *testing.T
	target, session string
}

// open opens a page of that size in CSS pixels, with so many device pixels to each.
func (c *chromium) open(t *testing.T, url string, width, height int, scale float64) *tab {
	t.Helper()
	var target struct{ TargetID string }
	var attached struct{ SessionID string }
	err := c.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	if err == nil {
		err = c.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &tab{c, t, target.TargetID, attached.SessionID}
	p.do("Runtime.enable", nil)
	p.do("Log.enable", nil)
	p.do("Page.enable", nil)
	p.resize(width, height, scale)
	p.do("Page.navigate", map[string]any{"url": url})
	return p
}

// ofBrowser does something with the page's place in the browser: activate or close it.
func (p *tab) ofBrowser(method string) {
	p.t.Helper()
	if err := p.call("", method, map[string]any{"targetId": p.target}, nil); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) do(method string, params map[string]any) {
	p.t.Helper()
	if err := p.call(p.session, method, params, nil); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) resize(width, height int, scale float64) {
	p.t.Helper()
	p.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": scale, "mobile": false})
}

// eval returns what an expression is on the page, once a promise is kept; nil if the page is
// just being left for another.
func (p *tab) eval(expression string) any {
	p.t.Helper()
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	params := map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true}
	if err := p.call(p.session, "Runtime.evaluate", params, &r); err != nil {
		if strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "context") {
			return nil
		}
		p.t.Fatal(err)
	}
	if r.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expression, r.ExceptionDetails.Exception.Description)
	}
	return r.Result.Value
}

func (p *tab) text(expression string) string {
	p.t.Helper()
	return fmt.Sprint(p.eval(expression))
}

func (p *tab) mouse(kind string, x, y float64, more map[string]any) {
	p.t.Helper()
	params := map[string]any{"type": kind, "x": x, "y": y}
	for k, v := range more {
		params[k] = v
	}
	p.do("Input.dispatchMouseEvent", params)
}

// drag moves the mouse from one point to another with the button held.
func (p *tab) drag(fromX, fromY, toX, toY float64) {
	p.t.Helper()
	held := map[string]any{"button": "left", "buttons": 1, "clickCount": 1}
	p.mouse("mouseMoved", fromX, fromY, nil)
	p.mouse("mousePressed", fromX, fromY, held)
	const steps = 5
	for i := 1.0; i <= steps; i++ {
		p.mouse("mouseMoved", fromX+(toX-fromX)*i/steps, fromY+(toY-fromY)*i/steps, held)
	}
	p.mouse("mouseReleased", toX, toY, held)
}

func (p *tab) click(x, y float64) { p.t.Helper(); p.drag(x, y, x, y) }

// The modifiers of keys.
const (
	ctrl  = 2
	shift = 8
)

// key presses and releases a key by the name that pages know it by: "a", " ", "Tab".
func (p *tab) key(name string, modifiers int) {
	p.t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, "PageUp": 33, "PageDown": 34, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
	params := map[string]any{"type": "keyDown", "key": name, "modifiers": modifiers}
	if code, ok := codes[name]; ok {
		params["windowsVirtualKeyCode"] = code
	} else {
		params["windowsVirtualKeyCode"] = int(strings.ToUpper(name)[0])
	}
	if len(name) == 1 && modifiers&ctrl == 0 {
		params["text"] = name
	}
	p.do("Input.dispatchKeyEvent", params)
	params["type"] = "keyUp"
	delete(params, "text")
	p.do("Input.dispatchKeyEvent", params)
}

// screenshot returns the page as it is seen, as a PNG file, and keeps it in the folder that
// DEMO_SCREENSHOTS names, if it does.
func (p *tab) screenshot(name string) []byte {
	p.t.Helper()
	var shot struct{ Data string }
	if err := p.call(p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot); err != nil {
		p.t.Fatal(err)
	}
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	if dir := os.Getenv("DEMO_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	return data
}

// eventually waits until the condition holds, for up to 30 s: a browser on a busy machine
// is slow.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("waited 30 s in vain for %s", what)
}

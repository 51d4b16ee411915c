//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/cmd/demo/shelltest"
	"snaplab/game/study"
)

// TestPage drives the built page in a browser. It needs the page's folder, as bash
// cmd/demo/run web makes it, in DEMO_WEB.
func TestPage(t *testing.T) {
	folder := os.Getenv("DEMO_WEB")
	if folder == "" {
		t.Skip("DEMO_WEB does not name the page's folder; cmd/demo/test does that")
	}
	server := httptest.NewServer(files(folder))
	t.Cleanup(server.Close)
	c := startChromium(t)
	t.Run("from a server that only hands out files", func(t *testing.T) {
		plain := httptest.NewServer(http.FileServer(http.Dir(folder)))
		defer plain.Close()
		p := c.open(t, plain.URL, 1280, 720, 1)
		p.runs()
		loaded := `performance.getEntriesByType("resource").map((r) => r.name.split("/").pop()).join()`
		if got := p.text(loaded); !strings.Contains(got, "demo.wasm.gz") {
			t.Errorf("it loaded %s, want the packed program among them", got)
		}
		p.ofBrowser("Target.closeTarget")
	})
	t.Run("from a server without the program", func(t *testing.T) {
		empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/demo.wasm") {
				http.NotFound(w, r)
				return
			}
			http.FileServer(http.Dir(folder)).ServeHTTP(w, r)
		}))
		defer empty.Close()
		p := c.open(t, empty.URL, 1280, 720, 1)
		eventually(t, "a word about what is missing", func() bool {
			return strings.Contains(p.text(`document.getElementById("message")?.innerText`), "demo.wasm: 404")
		})
		if got := p.text(`lab.checkVisibility()`); got != "false" {
			t.Errorf("the canvas is seen (%s) though there is nothing on it", got)
		}
		p.ofBrowser("Target.closeTarget")
	})
	for _, part := range []struct {
		name    string
		address string
		test    func(*testing.T, *tab)
	}{
		{"it loads and moves", "/?view=full", testMoves},
		{"the mouse", "/?view=full", testMouse},
		{"a finger", "/?view=full", testTouch},
		{"the keyboard", "/?view=full", testKeyboard},
		{"size and scale", "/?view=full", testSize},
		{"a hidden page stands still", "/?view=full", testHidden},
		{"a picture is saved", "/?view=full", testSave},
		{"a file is dropped", "/?view=full", testDrop},
		{"an address with settings", "/?view=full&scenario=drone&loss=12%25&theme=light", testSettings},
		{"an address with a run", "/?theme=light&view=full#snaplab1/default/seed=11/loss=12%25", testRun},
		{"the clipboard", "/?theme=light&view=full&loss=12%25", testClipboard},
		{"a lesson", "/?view=full", testLesson},
		{"an address with a lesson", "/?lesson=formula&lang=ko", testLessonAddress},
		{"an address that is wrong", "/?los=5%25", testWrong},
		{"in Korean", "/?view=full&lang=ko", testKorean},
		{"in Korean without its faces", "/?view=full", testNoKorean},
		{"digests", "/", testDigests},
		{"recommended delays", "/", testRecommended},
	} {
		t.Run(part.name, func(t *testing.T) {
			p := c.open(t, server.URL+part.address, 1280, 720, 1)
			part.test(t, p)
			p.ofBrowser("Target.closeTarget")
		})
	}
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

// runs waits until the lab runs.
func (p *tab) runs() {
	p.t.Helper()
	eventually(p.t, "the lab to run", func() bool { s := p.status(); return s != nil && s["pictures"] != 0.0 })
}

// at returns what is at a path of keys in the status, nil if nothing is.
func (p *tab) at(path ...string) any {
	p.t.Helper()
	var v any = p.status()
	for _, key := range path {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	return v
}

func (p *tab) wantSetting(name, want string) {
	p.t.Helper()
	eventually(p.t, name+" to be "+want, func() bool { return p.at("settings", name) == want })
}

// control returns where a control is, in CSS pixels.
func (p *tab) control(id string) image.Rectangle {
	p.t.Helper()
	place, ok := p.at("controls", id).(map[string]any)
	if !ok {
		p.t.Fatalf("there is no control %s", id)
	}
	side := func(key string) int { return int(place[key].(float64)) }
	x, y := side("x"), side("y")
	return image.Rect(x, y, x+side("w"), y+side("h"))
}

// picture returns the page as it is seen.
func (p *tab) picture(name string) image.Image {
	p.t.Helper()
	img, err := png.Decode(bytes.NewReader(p.screenshot(name)))
	if err != nil {
		p.t.Fatal(err)
	}
	return img
}

// colours counts an image's.
func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}

func testMoves(t *testing.T, p *tab) {
	p.runs()
	if got := p.text(`document.getElementById("loading").hidden`); got != "true" {
		t.Error("the progress bar is still there")
	}
	if got, want := p.text(`progress.value / progress.max`), "1"; got != want {
		t.Errorf("the progress bar went to %s of its length, want %s", got, want)
	}
	first := p.picture("moves")
	if n := colours(first); first.Bounds() != image.Rect(0, 0, 1280, 720) || n < 100 {
		t.Errorf("the page is %v with %d colours, want 1280×720 with more than 100", first.Bounds(), n)
	}
	time.Sleep(3 * time.Second) // the first frames make the caches
	count, begin := p.at("frames", "count").(float64), time.Now()
	time.Sleep(4 * time.Second)
	frames := p.at("frames", "count").(float64) - count
	t.Logf("%.1f frames a second at 1280×720; %v", frames/time.Since(begin).Seconds(), p.at("frames"))
	if frames < 10 {
		t.Errorf("%.0f frames in 4 s: it hardly moves", frames)
	}
}

func testMouse(t *testing.T, p *tab) {
	p.runs()
	before := p.at("formula", "required_delay_ms").(float64)
	r := p.control("link/jitter")
	track := float64(r.Max.Y - 8) // below the label
	p.drag(float64(r.Min.X+r.Dx()/4), track, float64(r.Max.X-r.Dx()/8), track)
	eventually(t, "a drag to the right on the jitter slider to raise the required delay", func() bool {
		return p.at("formula", "required_delay_ms").(float64) > before
	})

	order := p.control("link/order") // two choices side by side
	p.click(float64(order.Max.X-order.Dx()/4), float64(order.Min.Y+order.Dy()/2))
	p.wantSetting("order", "free")

	latency := p.control("link/latency") // its value is at the right of the upper line
	p.click(float64(latency.Max.X-10), float64(latency.Min.Y+6))
	for _, key := range []string{"1", "2", "0", "Enter"} {
		p.key(key, 0)
	}
	p.wantSetting("latency", "120ms")
	x, y := float64(latency.Min.X+latency.Dx()/2), float64(latency.Min.Y+latency.Dy()/2)
	p.mouse("mouseWheel", x, y, map[string]any{"deltaX": 0, "deltaY": -300})
	p.wantSetting("latency", "123ms")
}

func testTouch(t *testing.T, p *tab) {
	p.runs()
	p.do("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	before := p.at("formula", "required_delay_ms").(float64)
	r := p.control("link/jitter")
	y := float64(r.Max.Y - 8)
	finger := func(kind string, x float64) {
		points := []map[string]any{}
		if kind != "touchEnd" {
			points = append(points, map[string]any{"x": x, "y": y})
		}
		p.do("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points})
	}
	x := float64(r.Min.X + r.Dx()/4)
	finger("touchStart", x)
	for i := 1.0; i <= 5; i++ {
		finger("touchMove", x+i*15)
	}
	finger("touchEnd", 0)
	eventually(t, "a finger on the jitter slider to raise the required delay", func() bool {
		return p.at("formula", "required_delay_ms").(float64) > before
	})
}

func testKeyboard(t *testing.T, p *tab) {
	p.runs()
	paused := func(want bool) {
		t.Helper()
		eventually(t, fmt.Sprintf("paused to be %v", want), func() bool { return p.at("paused") == want })
	}
	spoken := func(want string) {
		t.Helper()
		eventually(t, "the page to say "+want, func() bool {
			return strings.Contains(p.text(`document.getElementById("spoken").textContent`), want)
		})
	}
	p.key(" ", 0)
	paused(true)
	// Once the study is done the page rests until the next event.
	eventually(t, "no frames any more", func() bool {
		before := p.at("frames", "count")
		time.Sleep(500 * time.Millisecond)
		return p.at("frames", "count") == before
	})
	p.key("Tab", 0)
	spoken("Full – The full lab")
	p.key("Tab", shift)
	if got := p.text("document.activeElement.tagName"); got != "BODY" {
		t.Errorf("Shift+Tab on the first control leaves %s with the keyboard, want the page", got)
	}
	p.key(" ", 0) // not the lab's
	time.Sleep(200 * time.Millisecond)
	paused(true)
	p.key("Tab", 0)
	spoken("Full – The full lab")
	for range 40 {
		if strings.HasPrefix(p.text(`document.getElementById("spoken").textContent`), "Jitter range") {
			break
		}
		p.key("Tab", 0)
		time.Sleep(50 * time.Millisecond)
	}
	spoken("Jitter range 30 ms")
	p.key("ArrowRight", 0)
	spoken("Jitter range 31 ms")
	p.wantSetting("jitter", "31ms")
	p.picture("keyboard")
}

func testSize(t *testing.T, p *tab) {
	p.runs()
	for _, c := range []struct {
		width, height int
		scale         float64
		canvas        string // in device pixels
	}{
		{1280, 720, 2, "2560×1440"},
		{960, 600, 1.25, "1200×750"},
		{1920, 1080, 1, "1920×1080"},
	} {
		p.resize(c.width, c.height, c.scale)
		eventually(t, "a canvas of "+c.canvas, func() bool { return p.text("`${lab.width}×${lab.height}`") == c.canvas })
		if got, want := p.text("lab.style.width"), fmt.Sprintf("%dpx", c.width); got != want {
			t.Errorf("at %v the canvas is %s wide, want %s", c, got, want)
		}
		time.Sleep(200 * time.Millisecond)
		img := p.picture(fmt.Sprintf("size-%d", c.width))
		if n := colours(img); n < 100 {
			t.Errorf("at %v it has %d colours, want more than 100", c, n)
		}
	}
}

func testHidden(t *testing.T, p *tab) {
	p.runs()
	other := p.chromium.open(t, "about:blank", 100, 100, 1)
	other.ofBrowser("Target.activateTarget")
	eventually(t, "the page to be hidden", func() bool { return p.text("document.visibilityState") == "hidden" })
	time.Sleep(200 * time.Millisecond)
	before := p.at("time_s").(float64)
	time.Sleep(2 * time.Second)
	if after := p.at("time_s").(float64); after != before {
		t.Errorf("hidden, it went on from %v s to %v s", before, after)
	}
	p.ofBrowser("Target.activateTarget")
	eventually(t, "it to go on", func() bool { return p.at("time_s").(float64) > before })
	if after := p.at("time_s").(float64); after > before+1 {
		t.Errorf("seen again after 2 s, it is %v s further at once: it has caught up", after-before)
	}
	other.ofBrowser("Target.closeTarget")
}

func testSave(t *testing.T, p *tab) {
	p.runs()
	p.key("s", ctrl)
	var name string
	var img image.Image
	eventually(t, "a download of a picture", func() bool {
		names, _ := filepath.Glob(filepath.Join(p.downloads, "*.png"))
		if len(names) != 1 {
			return false
		}
		name = names[0]
		data, err := os.ReadFile(name)
		if err == nil {
			img, err = png.Decode(bytes.NewReader(data))
		}
		return err == nil // or it is not yet whole
	})
	if n := colours(img); img.Bounds() != image.Rect(0, 0, 1280, 720) || n < 100 {
		t.Errorf("%s is %v with %d colours, want 1280×720 and more than 100", name, img.Bounds(), n)
	}
	if message := fmt.Sprint(p.at("message")); !strings.Contains(message, filepath.Base(name)) {
		t.Errorf("the lab says %q, want the name %s", message, name)
	}
}

func testDrop(t *testing.T, p *tab) {
	p.runs()
	drop := func(name, content string) {
		p.eval(fmt.Sprintf(`{
			const files = new DataTransfer();
			files.items.add(new File([%q], %q));
			window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
		}`, content, name))
	}
	drop("mine.json", `{"name": "mine", "seed": 5, "duration": "10s", "entities": [{"kind": "drone", "count": 1}], "settings": {"rate": "20hz"}}`)
	p.wantSetting("rate", "20hz")
	drop("broken.json", `{"name": "mine", "entities": 5}`)
	eventually(t, "a word about what is wrong", func() bool { return strings.Contains(fmt.Sprint(p.at("message")), "broken.json") })
	p.wantSetting("rate", "20hz")
	var walk strings.Builder
	walk.WriteString("time_s,name,x_m,y_m\n")
	for i := range 100 {
		fmt.Fprintf(&walk, "%.2f,ann,%.2f,0\n%.2f,ben,0,%.2f\n", float64(i)/20, float64(i)/10, float64(i)/20, float64(i)/5)
	}
	drop("walk.csv", walk.String())
	eventually(t, "a word about the recorded motion", func() bool {
		message := fmt.Sprint(p.at("message"))
		return strings.Contains(message, "walk.csv") && strings.Contains(message, "2 ")
	})
	p.picture("recorded motion")
}

func testSettings(t *testing.T, p *tab) {
	p.runs()
	p.wantSetting("loss", "12%")
	if p.at("theme") != "light" {
		t.Errorf("the theme is %v, want light", p.at("theme"))
	}
	p.picture("light")
}

func testRun(t *testing.T, p *tab) {
	p.runs()
	p.wantSetting("loss", "12%")
	link := p.text(`snaplab.link("snaplab1/drone/seed=3/loss=7%")`)
	if !strings.HasSuffix(link, "/?theme=light&view=full#snaplab1/drone/seed=3/loss=7%") && !strings.HasSuffix(link, "/?theme=light&view=full#snaplab1/drone/seed=3/loss=7%25") {
		t.Errorf("the link to a run is %s", link)
	}
	if got := p.text("location.href"); got != link {
		t.Errorf("the page's address is %s, want %s", got, link)
	}
	p.eval("location.reload()")
	eventually(t, "the run of the link", func() bool { return p.status() != nil && p.at("settings", "loss") == "7%" })
	p.eval(`location.hash = "#snaplab1/drone/seed=3/loss=8%25"`)
	eventually(t, "the run put into the address", func() bool { return p.status() != nil && p.at("settings", "loss") == "8%" })
}

func testClipboard(t *testing.T, p *tab) {
	p.runs()
	if err := p.call("", "Browser.grantPermissions", map[string]any{"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}}, nil); err != nil {
		t.Fatal(err)
	}
	p.key("c", ctrl)
	eventually(t, "a link in the address", func() bool { return strings.HasPrefix(p.text("location.hash"), "#snaplab1/default/") })
	link := p.text("location.href")
	if got := p.text("navigator.clipboard.readText()"); got != link || !strings.Contains(link, "loss=12%") {
		t.Errorf("the clipboard has %q, want the page's address %q with the loss", got, link)
	}
	p.eval(`navigator.clipboard.writeText("https://example.org/lab#snaplab1/drone/seed=3/loss=9%25")`)
	p.key("v", ctrl)
	p.wantSetting("loss", "9%")
}

func testLesson(t *testing.T, p *tab) {
	p.runs()
	wantStep := func(step float64) {
		t.Helper()
		eventually(t, fmt.Sprintf("step %v of a lesson", step), func() bool { return p.at("lesson", "step") == step })
	}
	p.key("l", 0)
	eventually(t, "the list of lessons", func() bool {
		return p.at("controls", "help") == nil
	})
	p.picture("lessons")
	p.key("Enter", 0)
	wantStep(1)
	eventually(t, "the list to be gone", func() bool {
		return p.at("controls", "lesson/leave") != nil && p.at("controls", "help") != nil
	})
	p.key("PageDown", 0)
	wantStep(2)
	p.picture("lesson")
	p.key("Escape", 0)
	eventually(t, "the lesson to be left", func() bool { return p.at("lesson") == nil })
}

func testLessonAddress(t *testing.T, p *tab) {
	p.runs()
	if got := p.at("lesson", "id"); got != "formula" {
		t.Errorf("the lesson is %v, want formula", got)
	}
	time.Sleep(time.Second)
	p.picture("lesson-korean")
}

func testWrong(t *testing.T, p *tab) {
	message := `document.getElementById("message")?.innerText`
	eventually(t, "a word about what is wrong", func() bool { return strings.Contains(p.text(message), "los") })
	p.picture("wrong")
	p.eval(`document.querySelector("#message a").click()`)
	p.runs()
}

func testKorean(t *testing.T, p *tab) {
	p.runs()
	if got := p.text("document.documentElement.lang + document.title"); got != "ko스냅샷 보간 실험실" {
		t.Errorf("the page's language and title are %q", got)
	}
	fetched := `performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".ttf")).length`
	eventually(t, "the faces with Korean syllables", func() bool { return p.text(fetched) == "2" })
	time.Sleep(500 * time.Millisecond)
	p.picture("korean")
}

// Faces that can't be had are told of on the console, and the lab goes on.
func testNoKorean(t *testing.T, p *tab) {
	p.runs()
	p.eval(`window.requests = window.ignored = 0
		window.fetch = () => { requests++; return Promise.reject(new Error("the network is down")) }
		addEventListener("unhandledrejection", () => ignored++)`)
	p.eval("document.querySelector('canvas').focus()")
	p.key("L", shift)
	eventually(t, "both faces to be asked for", func() bool { return p.text("requests") == "2" })
	before := p.at("pictures")
	eventually(t, "more pictures", func() bool { return p.at("pictures") != before })
	if n := p.text("ignored"); n != "0" {
		t.Errorf("nobody looked at what became of %s of the requests", n)
	}
}

// testRecommended has the page run what TestShellsRecommendTheSame has the window run.
func testRecommended(t *testing.T, p *tab) {
	p.runs()
	p.key(" ", 0)
	begin := time.Now()
	for _, run := range shelltest.Recommended {
		asked, err := parseRequest([]string{"run=" + run})
		if err != nil {
			t.Fatal(err)
		}
		direct, err := study.New(&study.Question{Scenario: asked.Scenario, FirstSeed: study.FirstSeed, AtOnce: true})
		if err != nil {
			t.Fatal(err)
		}
		direct.Step(func() bool { return false })
		var want []shelltest.Recommendation
		for _, k := range direct.Result().Advice().Kinds {
			want = append(want, shelltest.Recommendation{Kind: k.Kind, MS: k.DelayMS, Low: k.LowMS, High: k.HighMS, Met: k.Met})
		}
		p.eval(fmt.Sprintf("location.hash = %q", "#"+strings.ReplaceAll(run, "%", "%25")))
		var got []shelltest.Recommendation
		eventually(t, fmt.Sprintf("%s to recommend %v", run, want), func() bool {
			got, _ = shelltest.RecommendedBy([]byte(p.text("window.snaplab?.status?.() ?? '{}'")))
			return slices.Equal(got, want)
		})
	}
	t.Logf("six runs were settled in %v", time.Since(begin))
}

func testDigests(t *testing.T, p *tab) {
	p.runs()
	if fetched := p.text(`performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".ttf")).length`); fetched != "0" {
		t.Errorf("%s faces with Korean syllables were fetched for English", fetched)
	}
	var got strings.Builder
	for _, run := range runsToCompare() {
		arguments, err := json.Marshal(run)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(p.text("snaplab.digest(..."+string(arguments)+")") + " " + strings.Join(run, " ") + "\n")
	}
	if got.String() != goldenDigests {
		t.Errorf("the digests are\n%swant those of testdata/digests.txt\n%s", got.String(), goldenDigests)
	}

	// The run that is shown has the digest of one that nobody looks at.
	p.key(" ", 0)
	eventually(t, "a pause", func() bool { return p.at("paused") == true })
	var shown struct{ Digest, TimeS string }
	s := p.status()
	shown.Digest = fmt.Sprint(s["digest"])
	want, err := digestOf([]string{fmt.Sprintf("duration=%.6fs", s["time_s"])})
	if err != nil || shown.Digest != want {
		t.Errorf("paused at %v s the digest is %s, want %s (%v)", s["time_s"], shown.Digest, want, err)
	}
}

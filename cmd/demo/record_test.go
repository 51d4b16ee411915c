//go:build headless

package main

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snaplab/ui/film"
)

// small are flags for films of few pixels.
var smallFilm = []string{"--size", "960x600", "--scale", "0.5"}

func readGIF(t *testing.T, file string) *gif.GIF {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRecordGIF: as many pictures as were asked for, each for its time, of the size of
// the view; and each is near the picture that demo shot saves of that moment.
func TestRecordGIF(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		name     string
		args     []string
		pictures int
		delay    int
		w, h     int // 0: smaller than the window
	}{
		{"all", []string{"--from", "2s", "--to", "2.4s"}, 10, 4, 480, 300},
		{"fps", []string{"--from", "2s", "--to", "2.4s", "--fps", "20"}, 8, 5, 480, 300},
		{"view", []string{"--from", "1s", "--to", "1.2s", "--view", "raw"}, 5, 4, 0, 0},
		{"slow", []string{"--from", "1s", "--to", "1.1s", "--speed", "0.25"}, 10, 4, 480, 300},
		{"end", []string{"--duration", "500ms", "--fps", "10"}, 5, 10, 480, 300},
	} {
		file := filepath.Join(folder, c.name+".gif")
		good(t, append(append([]string{"record", file}, c.args...), smallFilm...)...)
		g := readGIF(t, file)
		if len(g.Image) != c.pictures || g.LoopCount != 0 {
			t.Errorf("%s: %d pictures, %d times, want %d for ever", c.name, len(g.Image), g.LoopCount, c.pictures)
		}
		for i, d := range g.Delay {
			if d != c.delay {
				t.Errorf("%s: picture %d is shown for %d hundredths of a second, want %d", c.name, i, d, c.delay)
			}
		}
		if w, h := g.Config.Width, g.Config.Height; c.w > 0 && (w != c.w || h != c.h) || c.w == 0 && (w < 80 || w > 200 || h < 80 || h > 250) {
			t.Errorf("%s: it has %d × %d pixels, want %d × %d", c.name, w, h, c.w, c.h)
		}
	}

	shown := image.NewRGBA(image.Rect(0, 0, 480, 300))
	for _, part := range readGIF(t, filepath.Join(folder, "all.gif")).Image { // the last is of 2.36 s
		draw.Draw(shown, part.Rect, part, part.Rect.Min, draw.Over)
	}
	want, err := png.Decode(bytes.NewReader(shot(t, append([]string{"--at", "2.36s", "--view", "full"}, smallFilm...)...)))
	if err != nil {
		t.Fatal(err)
	}
	far := 0
	for y := 50; y < 150; y++ { // where the arenas are: the numbers are of another moment while it plays
		for x := 100; x < 460; x++ {
			r, g, b, _ := shown.At(x, y).RGBA()
			r2, g2, b2, _ := want.At(x, y).RGBA()
			if apart(r, r2)+apart(g, g2)+apart(b, b2) > 90<<8 {
				far++
			}
		}
	}
	if far > 360 { // one in a hundred
		t.Errorf("%d of 36 000 pixels have another colour than the picture of that moment", far)
	}
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// TestRecordIsTheSameEachTime to the byte.
func TestRecordIsTheSameEachTime(t *testing.T) {
	var files [2][]byte
	for i := range files {
		file := filepath.Join(t.TempDir(), "film.gif")
		good(t, append([]string{"record", file, "--to", "300ms", "--theme", "light"}, smallFilm...)...)
		files[i], _ = os.ReadFile(file)
	}
	if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) {
		t.Errorf("the films have %d and %d bytes, and differ", len(files[0]), len(files[1]))
	}
}

// TestRecordFolder: numbered pictures, which are those of demo shot, and the tables of
// the time. A shorter film over a longer one leaves none of its pictures.
func TestRecordFolder(t *testing.T) {
	top := t.TempDir()
	folder := filepath.Join(top, "film")
	record := func(to string, args ...string) []string {
		good(t, append(append([]string{"record", folder, "--from", "1s", "--to", to, "--fps", "10"}, smallFilm...), args...)...)
		names, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if names := record("1.5s"); len(names) != 5 || filepath.Base(names[4]) != "00005.png" {
		t.Fatalf("the folder has %q", names)
	}
	if names := record("1.3s", "--force", "--csv"); len(names) != 3 || filepath.Base(names[2]) != "00003.png" {
		t.Fatalf("after a shorter film the folder has %q", names)
	}
	data, err := os.ReadFile(filepath.Join(folder, "00001.png"))
	if err != nil {
		t.Fatal(err)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != 480 || c.Height != 300 {
		t.Errorf("a picture has %d × %d pixels, %v", c.Width, c.Height, err)
	}
	for _, table := range []string{"frames", "packets"} {
		data, err := os.ReadFile(filepath.Join(top, "film-"+table+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows := readCSV(t, string(data))
		column := map[string]int{"frames": 0, "packets": 4}[table] // time_ms, sent_ms
		if len(rows) < 3 {
			t.Fatalf("%s has %d lines", table, len(rows))
		}
		for _, row := range rows[1:] {
			if ms := row[column]; !strings.HasPrefix(ms, "1") || len(ms) != len("1000.000") || ms > "1300.000" {
				t.Errorf("%s has a line of %s ms, want 1000 to 1300", table, ms)
			}
		}
	}
	left, err := filepath.Glob(filepath.Join(top, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
}

// TestRecordRefuses: nothing is overwritten, and what can't be done is said before work
// begins.
func TestRecordRefuses(t *testing.T) {
	folder := t.TempDir()
	full := filepath.Join(folder, "full.gif")
	if err := os.WriteFile(full, []byte("something"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "used", "inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{full}, 2, "full.gif exists already; --force overwrites it"},
		{[]string{in("used")}, 2, "used exists already; --force overwrites it"},
		{[]string{in("x.mp4")}, 2, "is neither a GIF nor a folder"},
		{[]string{in("x.gif"), "--fps", "30"}, 2, "fps 30 can't be a GIF, whose delays are whole hundredths of a second: want 25 or 20"},
		{[]string{in("x.gif"), "--speed", "0"}, 2, `speed "0" is no good, want a number such as 0.25`},
		{[]string{in("x.gif"), "--speed", "50"}, 2, "its speed is 50, want 0.01 to 10"},
		{[]string{in("x.gif"), "--fps", "x"}, 2, `fps "x" is no good`},
		{[]string{in("x"), "--fps", "100"}, 2, "100 pictures a second, want 1 to 60"},
		{[]string{in("x.gif"), "--from", "5s", "--to", "5s"}, 2, "it goes from 5s to 5s, want at least a picture in between"},
		{[]string{in("x.gif"), "--to", "20min"}, 2, "from 0s to 1200s it lasts longer than 600s"},
		{[]string{in("x.gif"), "--from", "-1s"}, 2, "it starts at -1s"},
		{[]string{in("x.gif"), "--to", "5"}, 2, `to "5" needs a unit`},
		{[]string{in("x.gif"), "--view", "rawe"}, 2, `no view is called "rawe", want all, raw, interpolated`},
		{[]string{in("x.gif"), "--size", "5"}, 2, "size"},
		{[]string{in("no/such/x.gif")}, 1, "can't write " + in("no/such/x.gif")},
		{[]string{filepath.Join(full, "x")}, 1, "can't write"},
	} {
		_, errs, status := demo(append([]string{"record"}, c.args...)...)
		if status != c.status || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("record %q: status %d, %q, want %d, %s", c.args, status, errs, c.status, c.says)
		}
	}
	if data, err := os.ReadFile(full); err != nil || string(data) != "something" {
		t.Errorf("the file has %q, %v", data, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v is left, %v", entries, err)
	}
}

// TestDiscardedFilm: what is not kept is removed, and what was there stays.
func TestDiscardedFilm(t *testing.T) {
	folder := t.TempDir()
	var o filmFiles
	sink, err := o.film(filepath.Join(folder, "film"), 25)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.create(filepath.Join(folder, "table.csv")); err != nil {
		t.Fatal(err)
	}
	if err := sink.Add(image.NewRGBA(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	o.discard()
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("%v is left, %v", entries, err)
	}
	if film.Numbered(12) != "00012.png" {
		t.Errorf("the 12th picture is %s", film.Numbered(12))
	}
}

//go:build headless

package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// shot takes a picture and returns the file.
func shot(t *testing.T, args ...string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "picture.png")
	good(t, append(append([]string{"shot"}, args...), file)...)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestShotSize(t *testing.T) {
	for _, c := range []struct {
		args []string
		w, h int
	}{
		{[]string{"--at", "0s"}, 1280, 720},
		{[]string{"--at", "100ms", "--size", "961x601", "--scale", "0.5"}, 481, 301}, // 480.5 and 300.5, up
	} {
		picture, err := png.DecodeConfig(bytes.NewReader(shot(t, c.args...)))
		if err != nil || picture.Width != c.w || picture.Height != c.h {
			t.Errorf("%v is %d × %d, %v; want %d × %d", c.args, picture.Width, picture.Height, err, c.w, c.h)
		}
	}
}

// A picture is that of a moment of a run, and the same each time.
func TestShotShowsTheRun(t *testing.T) {
	small := func(args ...string) []byte {
		return shot(t, append(args, "--scenario", "walker", "--size", "960x600", "--scale", "0.5")...)
	}
	first := small("--at", "1s")
	if again := small("--at", "1s"); !bytes.Equal(first, again) {
		t.Error("the same moment has two pictures")
	}
	for _, other := range [][]string{{"--at", "1500ms"}, {"--at", "1s", "--seed", "8"}, {"--at", "1s", "--theme", "light"}, {"--at", "1s", "--lang", "ko"}, {"--at", "1s", "--present"}, {"--at", "1s", "--view", "full"}} {
		if bytes.Equal(first, small(other...)) {
			t.Errorf("%v shows the same picture", other)
		}
	}
}

func TestHostKeepsWhatIsThere(t *testing.T) {
	d := newHost(t.TempDir())
	for _, want := range []string{"lab.png", "lab-2.png", "lab-3.png"} {
		name, err := d.Save("lab.png", []byte(want))
		if err != nil || name != want {
			t.Errorf("saved as %q, %v; want %q", name, err, want)
		}
		if data, err := os.ReadFile(filepath.Join(d.folder, want)); err != nil || string(data) != want {
			t.Errorf("%s has %q, %v", want, data, err)
		}
	}
	if _, err := newHost(filepath.Join(d.folder, "nowhere")).Save("x", nil); err == nil || err.Error() != "can't write "+filepath.Join(d.folder, "nowhere", "x")+": no such file or directory" {
		t.Errorf("error is %v", err)
	}
}

//go:build headless

package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The curves are written as a picture next to what is printed, never over another one unless
// told to, and only where there is something to plot.
func TestPlot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "curves.png")
	for _, c := range []struct {
		args   []string
		height int // of the picture, in plots
	}{
		{append(shortTune, "--plot", file), 2},
		{append(shortTune, "--plot", file, "--force", "--theme", "dark", "--loss", "100%"), 2},
		{append(shortSweep, "--plot", file, "--force"), 3},
		{append(shortSweep, "--plot", file, "--force", "--loss", "0%,10%,20%"), 3},
	} {
		out, errs, status := demo(c.args...)
		if status != 0 && status != 3 || out == "" {
			t.Fatalf("%q: status %d: %s", c.args, status, errs)
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(f)
		f.Close()
		if err != nil || config.Width != plotWidth*plotScale || config.Height != c.height*300*plotScale {
			t.Errorf("%q: %d × %d, %v", c.args, config.Width, config.Height, err)
		}
	}
	for _, c := range []struct {
		args string
		says string
	}{
		{"tune --scenario car --plot " + file, "exists already"},
		{"tune --scenario car --theme blue --plot " + file, `theme "blue" is not known, want dark`},
		{"sweep --scenario car --order fifo,free --plot " + file + "-2.png", "--plot is for a setting of numbers, and order is none"},
	} {
		if _, errs, status := demo(strings.Fields(c.args)...); status != 2 || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d: %s", c.args, status, errs)
		}
	}
}

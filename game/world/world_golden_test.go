package world

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var updateWorld = flag.Bool("update-world", false, "rewrite the golden of the world")

// The golden is where one of each kind is, to a centimetre, and its counters.
func TestWorldGolden(t *testing.T) {
	w := newTestWorld(t, 7, allKinds(1)...)
	var b strings.Builder
	fmt.Fprintln(&b, "seed 7, one of each kind; metres to 1 cm")
	for i := range w.Len() {
		fmt.Fprintf(&b, "\n%s\n   t/s       x       y       z  generation segment stance\n", (*Kinds)(nil).Name(w.Kind(i)))
		var s State
		for at := time.Duration(0); at <= 5*time.Second; at += 500 * time.Millisecond {
			w.At(i, at, &s)
			p := s.Pose.Position
			fmt.Fprintf(&b, "%6.1f  %6.2f  %6.2f  %6.2f  %10d %7d %6d",
				at.Seconds(), cm(p[0]), cm(p[1]), cm(p[2]), s.Generation, s.Segment, s.Stance)
			if !s.Alive {
				fmt.Fprint(&b, "  not alive")
			}
			fmt.Fprintln(&b)
		}
	}
	path := filepath.Join("testdata", "world.txt")
	if *updateWorld {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("the world moves otherwise than %s says (-update-world rewrites it):\n%s", path, diff)
	}
}

// cm rounds to a centimetre and has no negative zero.
func cm(x float32) float64 { return math.Round(float64(x)*100)/100 + 0 }

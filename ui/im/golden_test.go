package im

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"snaplab/ui/raster"
)

var update = flag.Bool("update", false, "write the expected lists anew")

// TestGoldenLists compares what each widget draws in each state with
// testdata/NAME.txt, which a person can read.
func TestGoldenLists(t *testing.T) {
	for _, s := range specimens() {
		t.Run(s.name, func(t *testing.T) {
			var got strings.Builder
			before := map[string]string{}
			for _, st := range s.states {
				text := s.show(t, st, DefaultStyle(), raster.Rect{X: 20, Y: 10, W: 200, H: s.height}).list.String()
				got.WriteString("== " + st.name + "\n" + text + "\n")
				if other, ok := before[text]; ok {
					t.Errorf("%s looks like %s", st.name, other)
				}
				before[text] = st.name
			}
			path := filepath.Join("testdata", s.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v (run with -update)", err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("%s (-want +got; -update to accept):\n%s", path, diff)
			}
		})
	}
}

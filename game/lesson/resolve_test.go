package lesson

import (
	"os"
	"strings"
	"testing"

	"snaplab/game/config"
)

// requests returns the table of requests: what each asks for, and the run or the error
// that it must come to.
func requests(t *testing.T) (all []struct{ request, run, says string }) {
	t.Helper()
	data, err := os.ReadFile("../config/testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		request, run, accepted := strings.Cut(line, " => ")
		says := ""
		if !accepted {
			request, says, _ = strings.Cut(line, " ! ")
		}
		all = append(all, struct{ request, run, says string }{request, run, says})
	}
	if len(all) < 40 {
		t.Fatalf("there are %d requests, want 40 at least", len(all))
	}
	return all
}

// TestResolve: what is asked for by name is the run that it says, or is refused. The
// command line and the browser are tested on the same table.
func TestResolve(t *testing.T) {
	env := config.Environment{Carried: os.DirFS("../../assets")}
	for _, c := range requests(t) {
		var asked config.Request
		for _, part := range strings.Split(c.request, "&") {
			if name, value, _ := strings.Cut(part, "="); part != "" {
				asked = append(asked, config.Assignment{Name: name, Value: value})
			}
		}
		s, l, err := Resolve(env, asked)
		if c.run == "" {
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want an error with %q", c.request, err, c.says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.request, err)
			continue
		}
		if (l != nil) != strings.HasPrefix(c.request, "lesson=") {
			t.Errorf("%s: it is of the lesson %v", c.request, l)
		}
		if text, err := config.RunText(env.Carried, &s); err != nil || c.run != "*" && text != c.run {
			t.Errorf("%s: the run is %s, %v, want %s", c.request, text, err, c.run)
		}
	}
}

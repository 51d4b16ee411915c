package lesson

import (
	"os"
	"strings"
	"testing"

	"snaplab/game/config"
	"snaplab/game/config/configtest"
)

// TestResolve: what is asked for by name is the run that it says, or is refused. The
// command line and the browser are tested on the same table.
func TestResolve(t *testing.T) {
	env := config.Environment{Carried: os.DirFS("../../assets")}
	for _, c := range configtest.Requests(t) {
		var asked config.Request
		for _, part := range c.Parts() {
			if name, value, _ := strings.Cut(part, "="); part != "" {
				asked = append(asked, config.Assignment{Name: name, Value: value})
			}
		}
		s, l, err := Resolve(env, asked)
		if c.Run == "" {
			if err == nil || !strings.Contains(err.Error(), c.Says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want an error with %q", c.Asked, err, c.Says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.Asked, err)
			continue
		}
		if (l != nil) != strings.HasPrefix(c.Asked, "lesson=") {
			t.Errorf("%s: it is of the lesson %v", c.Asked, l)
		}
		if text, err := config.RunText(env.Carried, &s); err != nil || c.Run != "*" && text != c.Run {
			t.Errorf("%s: the run is %s, %v, want %s", c.Asked, text, err, c.Run)
		}
	}
}

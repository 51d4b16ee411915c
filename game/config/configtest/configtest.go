// Package configtest has what tests of several packages ask for and run.
package configtest

import (
	_ "embed"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
)

//go:embed requests.txt
var requests string

// Request is a row of the table of requests: what is asked for by name, its parts parted by
// "&", and what must come of it.
type Request struct {
	Asked string
	// Run is the text of the run, or "*" for any; "" if it is refused.
	Run string
	// Says is a part of the refusal.
	Says string
}

// Parts returns what is asked for, part by part.
func (r *Request) Parts() []string {
	return strings.FieldsFunc(r.Asked, func(c rune) bool { return c == '&' })
}

// Requests returns the table, which holds for the command line and the browser's address.
func Requests(t *testing.T) (all []Request) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimRight(requests, "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		r := Request{}
		accepted := false
		if r.Asked, r.Run, accepted = strings.Cut(line, " => "); !accepted {
			r.Asked, r.Says, _ = strings.Cut(line, " ! ")
		}
		all = append(all, r)
	}
	if len(all) < 40 {
		t.Fatalf("there are %d requests, want 40 at least", len(all))
	}
	return all
}

// Lively returns a scenario in which everything happens that may: losses in outages,
// duplicates and overtaken packets, in both directions.
func Lively(seed uint64) config.Scenario {
	s := config.DefaultScenario()
	s.Seed = seed
	s.Settings.Down.Loss = 100_000
	s.Settings.Down.Outage = 150 * time.Millisecond
	s.Settings.Down.Duplicate = 50_000
	s.Settings.Down.Order = 1
	s.Settings.Up = s.Settings.Down
	return s
}

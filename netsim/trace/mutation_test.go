package trace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// damages are what happens to one line of a file: by a hand, a paste, a bad copy. A digit
// that becomes another is none of them: no reader can know.
var damages = []func(line string, r *rand.Rand) string{
	func(line string, r *rand.Rand) string { return line[:r.IntN(len(line))] + "\n" },
	func(line string, r *rand.Rand) string { i := r.IntN(len(line)); return line[:i] + "#~" + line[i:] },
	func(line string, r *rand.Rand) string {
		i := r.IntN(len(line))
		return line[:i] + " lag here " + line[i:]
	},
	func(line string, r *rand.Rand) string { i := r.IntN(len(line)); return line[:i] + "\n" + line[i:] },
	func(line string, r *rand.Rand) string { return strings.TrimRight(line, "\r\n") + " " },
	func(line string, r *rand.Rand) string { return "" },
	func(line string, r *rand.Rand) string { return "> " + line },
	func(line string, r *rand.Rand) string { return strings.ReplaceAll(line, "=", "?") },
	func(line string, r *rand.Rand) string { return line + "anything else\n" },
}

// One damaged line of a file with totals changes nothing that is counted without a
// warning that names a line, or a refusal.
func TestOneDamage(t *testing.T) {
	whole := slices.DeleteFunc(slices.Clone(dialects), func(d dialect) bool { return d.totals(3, 2, 1e6, 1e6, 1e6) == "" })
	seed, _ := strconv.ParseUint(os.Getenv("TRACE_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(3, seed))
	changed, refused := 0, 0
	for range 500 {
		d := &whole[r.IntN(len(whole))]
		probes := make([]probe, 20+r.IntN(30))
		for i := range probes {
			if probes[i].lost = r.IntN(10) == 0; !probes[i].lost {
				probes[i].delay = (5*time.Millisecond + time.Duration(r.ExpFloat64()*float64(20*time.Millisecond))).Truncate(d.grain)
			}
		}
		var text strings.Builder
		for _, l := range d.make(probes, r, true, false) {
			text.WriteString(l.text)
		}
		lines := strings.SplitAfter(text.String(), "\n")
		lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
		i, kind := r.IntN(len(lines)), r.IntN(len(damages))
		before := lines[i]
		lines[i] = damages[kind](lines[i], r)
		good, err := Read("", strings.NewReader(text.String()), Options{})
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		bad, err := Read("", strings.NewReader(strings.Join(lines, "")), Options{})
		if err != nil {
			refused++
			continue
		}
		if what := difference(good, bad); what != "" {
			changed++
			if !slices.ContainsFunc(bad.Warnings, func(w Warning) bool { return w.Line > 0 && !slices.Contains(good.Warnings, w) }) {
				t.Errorf("%s, damage %d: %s without a warning\n%q\n%q\n%q", d.name, kind, what, before, lines[i], bad.Warnings)
			}
		}
	}
	t.Logf("%d of 500 changed something, %d were refused", changed, refused)
}

// difference says how two traces differ in sent, lost or delays, "" if they don't.
func difference(a, b *Trace) string {
	count := func(t *Trace) (lost int, delays []time.Duration) {
		for _, s := range t.Samples {
			if lost += b2i(s.State == Lost); s.State == Received {
				delays = append(delays, s.Delay)
			}
		}
		return lost, delays
	}
	lostA, delaysA := count(a)
	lostB, delaysB := count(b)
	if len(a.Samples) != len(b.Samples) || lostA != lostB || !slices.Equal(delaysA, delaysB) {
		return fmt.Sprintf("%d sent, %d lost, %d delays became %d, %d, %d", len(a.Samples), lostA, len(delaysA), len(b.Samples), lostB, len(delaysB))
	}
	return ""
}

//go:build headless

package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
)

var shortTune = []string{"tune", "--scenario", "car", "--duration", "4s", "--seeds", "3"}

// The table says what, why and at what cost.
func TestTuneTable(t *testing.T) {
	out := good(t, append(shortTune, "--underruns", "5/min")...)
	for _, want := range []string{"car: 3 runs each of 4 s from seed 1 on, each timed 10 times and played 1 time", "at most 5 underruns a minute and 0.5 % of the time", "; loses ", ": k = ", "\ncar  ", "(90 %: up to ", "of seed ", "the fastest packet's view of the server", "quake3"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := good(t, shortTune...); !strings.Contains(out, "at most 1 underrun a minute and 0.5 %") {
		t.Errorf("without a budget it is not 1 underrun a minute:\n%s", out)
	}
}

// Where nothing is said of the runs, they are those of the window's study, and the delay is
// the same, with the same interval.
func TestTuneAsTheWindow(t *testing.T) {
	ping, err := filepath.Abs(traces + "linux_ping_OD_loss_bursts.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, trace := range map[string][]string{"by chance": nil, "measured": {"--trace", ping}} {
		t.Run(name, func(t *testing.T) {
			var got tuned
			flags := append([]string{"tune", "--scenario", "car", "--display", "20hz"}, trace...)
			if err := json.Unmarshal([]byte(good(t, append(flags, "--json")...)), &got); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "car.json")
			if err := os.WriteFile(file, []byte(good(t, append(flags, "--seeds", "1", "--export", "json")...)), 0o600); err != nil {
				t.Fatal(err)
			}
			settings := newSettingFlags()
			settings.Scenario = &file
			scenario, err := settings.scenario()
			if err != nil {
				t.Fatal(err)
			}
			window, err := study.New(&study.Question{Scenario: scenario, FirstSeed: study.FirstSeed, Curves: true, Entities: 24})
			if err != nil {
				t.Fatal(err)
			}
			window.Step(func() bool { r := window.Result(); return r != nil && r.Settled })
			want := window.Result().Kinds[world.Car].Recommended
			in := func(ms float64) time.Duration { return time.Duration(ms * 1e6) }
			if k := &got.Kinds[0]; in(k.DelayMS) != want.Delay || in(k.LowMS) != want.Low || in(k.HighMS) != want.High || !k.Met || got.Seeds != window.Result().Of {
				t.Errorf("%v ms, %v to %v, of %d seeds; want %+v of %d", k.DelayMS, k.LowMS, k.HighMS, got.Seeds, want, window.Result().Of)
			}
		})
	}
}

// The delay of a ping log holds when it is simulated over the log, and a millisecond
// less does not.
func TestTuneATrace(t *testing.T) {
	var got tuned
	const file = traces + "linux_ping_OD_loss_bursts.txt"
	out := good(t, "tune", "--trace", file, "--scenario", "car", "--seeds", "1", "--seed", "3", "--underruns", "1/min", "--json")
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Kinds) != 1 || !got.Met || got.Zero != config.DelayZero || !strings.HasPrefix(got.Version, "demo ") {
		t.Fatalf("it is %+v", got)
	}
	underruns := func(ms float64) int {
		var r struct {
			Lenses map[string]struct{ Overall struct{ Underruns int } }
		}
		duration := jsonNumber(t, got.DurationS) + "s"
		out := good(t, "report", "--trace", file, "--scenario", "car", "--seed", "3", "--duration", duration, "--delay", jsonNumber(t, ms)+"ms", "--json")
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		return r.Lenses["interpolated"].Overall.Underruns
	}
	// The log lasts some 8 s and is repeated for 20, in which one a minute is none. Phases of
	// the display differ by up to 17 ms.
	if n := underruns(got.Kinds[0].DelayMS); n != 0 {
		t.Errorf("%v ms have %d underruns", got.Kinds[0].DelayMS, n)
	}
	if n := underruns(got.Kinds[0].DelayMS - 18); n == 0 {
		t.Errorf("18 ms less than %v are enough too", got.Kinds[0].DelayMS)
	}
}

func jsonNumber(t *testing.T, v float64) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What is taken home can be brought back, and the result does not depend on the cores.
func TestTuneExports(t *testing.T) {
	text := good(t, append(shortTune, "--export", "json")...)
	file := filepath.Join(t.TempDir(), "tuned.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	good(t, "tune", "--scenario", file, "--duration", "4s", "--seeds", "3", "--check")
	if out := good(t, append(shortTune, "--export", "mirror")...); !strings.Contains(out, "bufferTimeMultiplier = ") || !strings.Contains(out, "demo ") {
		t.Errorf("for Mirror:\n%s", out)
	}
	rows, err := csv.NewReader(strings.NewReader(good(t, append(shortTune, "--csv")...))).ReadAll()
	if err != nil || len(rows) != 2 || rows[0][1] != "delay_ms" || rows[1][0] != "car" || rows[1][4] != "true" {
		t.Errorf("CSV: %v, %q", err, rows)
	}
	before := runtime.GOMAXPROCS(1)
	alone := good(t, append(shortTune, "--export", "json")...)
	runtime.GOMAXPROCS(before)
	if alone != text {
		t.Errorf("on one core:\n%s\non %d:\n%s", alone, before, text)
	}
}

// The file that is exported plays the run whose settings it was made of, to the nanosecond,
// and what was chosen by hand stays what it was.
func TestExportedRunsAreTheSame(t *testing.T) {
	digest := func(args ...string) string {
		var report struct{ Digest string }
		if err := json.Unmarshal([]byte(good(t, append([]string{"report", "--json"}, args...)...)), &report); err != nil {
			t.Fatal(err)
		}
		return report.Digest
	}
	byHand := []string{"--scenario", "car", "--duration", "4s", "--loss", "12%", "--delay", "150.3ms", "--blend", "hermite"}
	file := filepath.Join(t.TempDir(), "tuned.json")
	text := good(t, append([]string{"tune", "--seeds", "2", "--export", "json", "--in-use"}, byHand...)...)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := digest("--scenario", file), digest(byHand...); got != want {
		t.Errorf("the file's run has the digest %s, want %s", got, want)
	}
	if got := digest("--scenario", file, "--delay", "200ms"); got == digest(byHand...) {
		t.Error("another delay makes no difference")
	}
}

// A trace that is followed is found again from the exported file, wherever that is.
func TestExportedTraceIsFound(t *testing.T) {
	ping, err := filepath.Abs(filepath.Join("..", "..", "netsim", "trace", "testdata", "linux_ping_OD_loss_bursts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	text := good(t, append(shortTune, "--trace", ping, "--export", "json")...)
	file := filepath.Join(t.TempDir(), "tuned.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	good(t, "report", "--scenario", file)
}

// A file that is named first is opened: a scenario is run, everything else is followed.
func TestNamedFile(t *testing.T) {
	dir := t.TempDir()
	tuned, atlas := filepath.Join(dir, "tuned.json"), filepath.Join(dir, "atlas.json")
	for file, text := range map[string]string{tuned: `{"name": "x", "entities": []}`, atlas: `[{"type": "ping"}]`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commands := []string{"report", "tune"}
	for _, c := range []struct{ args, want []string }{
		{nil, nil},
		{[]string{"report", "--json"}, []string{"report", "--json"}},
		{[]string{"reprot"}, []string{"reprot"}},
		{[]string{"--loss", "5%"}, []string{"--loss", "5%"}},
		{[]string{tuned, "--theme", "light"}, []string{"--scenario=" + tuned, "--theme", "light"}},
		{[]string{atlas}, []string{"--trace=" + atlas}},
		{[]string{"ping.txt"}, []string{"--trace=ping.txt"}},
		{[]string{"gone.json"}, []string{"--scenario=gone.json"}},
	} {
		if got := namedFile(c.args, commands); !slices.Equal(got, c.want) {
			t.Errorf("%q becomes %q, want %q", c.args, got, c.want)
		}
	}
	if _, errs, status := demo("gone.json"); status != 1 || !strings.Contains(errs, "can't read gone.json") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// Status 3 when no delay keeps to the budget, or with --check when those in use do not;
// the result is printed all the same. Without --check they are only marked.
func TestBudgetStatus(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"--underruns 0/min --check --delay 100ms", 3, "the delay in use is over the budget for car"},
		{"--underruns 0/min --delay 100ms", 0, ""},
		{"--longest-gap 2s", 3, "no delay keeps to the budget for car"},
		{"--underruns 0 --delay 100ms", 0, ""},
		{"--longest-gap 2s --in-use --export source", 0, ""}, // it is what was chosen by hand
		{"--longest-gap 2s --in-use --export source --check", 3, "the delay in use is over the budget for car"},
		{"--in-use", 2, "--in-use is for --export"},
		{"--underruns 1", 2, `underruns "1" needs a unit, want for example 1/min`},
		{"--underruns x/min", 2, `underruns "x/min" is not understood, want a number from 0 on such as 1/min`},
		{"--underruns -1/min", 2, `underruns "-1/min" is not understood`},
		{"--loss 100%", 3, "for car: nothing arrives"},
		{"--loss 100% --check", 3, "for car: nothing arrives"},
		{"--max-latency 100ms", 3, "the latency allows "},
		{"--underrun-share 0.5", 2, `underrun-share "0.5" needs a unit, want for example 0.5%`},
		{"--underrun-share 200%", 2, "200 % of the time in underrun, want 0 to 100"},
		{"--correction 5deg", 0, ""},
		{"--correction 200deg", 2, "corrections of 200°, want 0 to 180"},
		{"--correction turet=5deg", 2, `correction has no "turet", did you mean turret?`},
		{"--correction 0.25", 2, `correction "0.25" needs a unit, want for example 0.25m`},
		{"--longest-gap 3s", 2, "a longest gap of 3s, want 0 to 2s"},
		{"--longest-gap 120", 2, `longest-gap "120" needs a unit`},
		{"--export unreal", 2, `export "unreal" is not known, want json, csv, markdown, source`},
		{"--seeds 0", 2, `seeds "0" is not understood`},
		{"--delay 100ms,200ms", 2, "is several values, which only demo sweep takes"},
	} {
		out, errs, status := demo(append(shortTune, strings.Fields(c.args)...)...)
		if status != c.status || !strings.Contains(errs, c.says) || (errs == "") != (c.status == 0) || strings.Count(errs, "\n") > 1 {
			t.Errorf("%s: status %d: %s; want %d: %s", c.args, status, errs, c.status, c.says)
		}
		if (out == "") != (c.status == 2) {
			t.Errorf("%s: printed %q", c.args, out)
		}
	}
}

// What is recommended for a car where the truth is known: where nothing or hardly anything
// arrives no delay is enough, which is one clear line and status 3; without loss and jitter it
// is one interval, also on a display that is slower than the packets, and with 2 % loss at 20 Hz it
// is 125 ms give or take 2, of whatever seeds. A trace that was probed once a second is warned of.
func TestTuneTruths(t *testing.T) {
	lost, ping := filepath.FromSlash(traces+"linux_ping_OD_all_lost.txt"), filepath.FromSlash(traces+"linux_ping_D_size1400_pattern.txt")
	for _, c := range []struct {
		args     string
		low, top float64 // of the delay; 0: there is none
		says     string  // the error, or a warning
	}{
		{"--loss 100% --check", 0, 0, "no delay keeps to the budget for car: nothing arrives: all packets are lost"},
		{"--loss 99.9% --check", 0, 0, "no delay keeps to the budget for car: hardly anything arrives, 99.9"},
		{"--trace " + lost, 0, 0, "no delay keeps to the budget for car: nothing arrives: all packets are lost"},
		{"--rate 60hz --network perfect", 16.7, 16.7, ""},
		{"--rate 60hz --display 30hz --network LAN", 16.7, 19, ""},
		{"--loss 0% --jitter 0ms", 100, 100, ""},
		{"--rate 20hz --loss 2%", 124, 127, ""},
		{"--rate 20hz --loss 2% --seed 951", 124, 127, ""},
		{"--rate 20hz --trace " + ping, 50, 110, "To measure it: ping -i 0.05 HOST"},
	} {
		out, errs, status := demo(append([]string{"tune", "--scenario", "car", "--json"}, strings.Fields(c.args)...)...)
		var got tuned
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		k := &got.Kinds[0]
		if none := c.top == 0; none {
			if strings.Contains(c.says, "nothing arrives") && k.Recommended.DrawnFrames != 0 {
				t.Errorf("%s: drawn in %d frames", c.args, k.Recommended.DrawnFrames)
			}
			if status != 3 || k.Met || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
				t.Errorf("%s: status %d, %s", c.args, status, errs)
			}
		} else if status != 0 || !k.Met || k.DelayMS < c.low || k.DelayMS > c.top || k.LowMS > k.DelayMS || k.HighMS < k.DelayMS || !strings.Contains(strings.Join(got.Warnings, "\n"), c.says) {
			t.Errorf("%s: %v ms, %v to %v, %q, status %d, %s", c.args, k.DelayMS, k.LowMS, k.HighMS, got.Warnings, status, errs)
		}
	}
}

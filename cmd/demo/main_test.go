//go:build headless

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"snaplab/game/config"
)

// demo runs the program and returns what it printed and its status.
func demo(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return out.String(), errs.String(), status
}

// good is demo for a command line that must be fine.
func good(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, status := demo(args...)
	if status != 0 || errs != "" {
		t.Fatalf("demo %s: status %d: %s", strings.Join(args, " "), status, errs)
	}
	return out
}

// A command line that is no good is one line that says what was given and what is
// wanted, and status 2; a file that can't be read or written is status 1.
func TestMistakes(t *testing.T) {
	folder := t.TempDir()
	full := filepath.Join(folder, "full.png")
	broken := filepath.Join(folder, "broken.json")
	for name, text := range map[string]string{full: "something", broken: "{\n\"name\": 5}"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nowhere := filepath.Join(folder, "no", "such", "folder")
	for _, c := range []struct {
		args   string // split at spaces
		status int
		says   string
	}{
		{"foo", 2, `no command is called "foo", want report, sweep, tune, shot, record, lesson, motion or link`},
		{"reprot", 2, `no command is called "reprot", did you mean report?`},
		{"--scenario car foo", 2, `no command is called "foo"`},
		{"report foo", 2, `"foo" is one argument too many; demo report --help shows what it takes`},
		{"report --los 5%", 2, `no flag is called --los, did you mean --lose or --loss or --flow?`},
		{"report --run snaplab1/default/los=5%", 2, `run is not a run: part 3, "los=5%": no setting is called "los", did you mean loss?`},
		{"report --run hello", 2, `run is not a run: it starts with "hello", want "snaplab1/default/seed=7"`},
		{"report --run snaplab1/default --scenario car", 2, `both scenario and run are given, want one of them`},
		{"report --at 5s", 2, `no flag is called --at`},
		{"report --flow 3", 2, `flow says how to read a trace, want trace FILE with it`},
		{"tune --halve", 2, `halve says how to read a trace, want trace FILE with it`},
		{"report -x", 2, `no flag is called -x`},
		{"--nosuchflag", 2, `no flag is called --nosuchflag`},
		{"report --loss", 2, `--loss has no value, want for example --loss=5%`},
		{"report --loss --json", 2, `--loss has no value, want for example --loss=5%`},
		{"report --frames", 2, `--frames has no value, want for example --frames=FILE`},
		{"report --json=5", 2, `--json takes no value, but "5" is given`},
		{"report --json --csv", 2, `--json and --csv can't be used together`},
		{"report --loss 5", 2, `loss "5" needs a unit, want for example 5%`},
		{"report --loss 101%", 2, `loss 101% is out of range, want 0% to 100%`},
		{"report --jitter -1ms", 2, `jitter -1ms is out of range, want 0ms to 2s`},
		{"report --jitter=-1ms", 2, `jitter -1ms is out of range, want 0ms to 2s`},
		{"report --jitter -.5ms", 2, `jitter -0.5ms is out of range`},
		{"report --rate 0hz", 2, `rate 0hz is out of range, want 1hz to 128hz`},
		{"report --rate 100hz", 2, `rate 100hz is above the tick rate 60hz`},
		{"report --rate down=10hz", 2, `rate has no "down", did you mean door?`},
		{"report --delay nan", 2, `delay "nan" is not understood, want for example 30ms`},
		{"report --delay drome=120ms", 2, `delay has no "drome", did you mean drone?`},
		{"report --delay 1ms,2ms", 2, `--delay 1ms,2ms is several values, which only demo sweep takes`},
		{"report --on-underrun vanish", 2, `on-underrun "vanish" is not known, want hold, stale or hide`},
		{"report --scenario nosuch", 2, `no scenario is called "nosuch", want default, `},
		{"report --scenario dorr", 2, `no scenario is called "dorr", did you mean door?`},
		{"report --scenario " + broken, 2, broken + `: bad scenario: line 1: the scenario has no "duration" (and 1 more)`},
		{"report --scenario " + nowhere + ".json", 1, `can't read ` + nowhere + `.json: no such file`},
		{"report --scenario " + folder + "/", 1, `can't read ` + folder},
		{"report --seed x", 2, `seed "x" is not understood, want a whole number`},
		{"report --seed -1", 2, `seed "-1" is not understood`},
		{"report --adaptive yes", 2, `"yes" is one argument too many`},
		{"report --duration 20", 2, `duration "20" needs a unit`},
		{"report --duration 0s", 2, `duration 0s is out of range, want more than 0s and at most 24h`},
		{"report --duration 1s --frames " + nowhere, 1, `can't write ` + nowhere},
		{"report --duration 1s --packets " + nowhere, 1, `can't write ` + nowhere},
		{"report --duration 1s --packets " + full, 2, full + ` exists already; --force overwrites it`},
		{"report --duration 1s --frames x.csv --packets x.csv", 2, `both --frames and --packets are x.csv, want a file for each`},
		{"sweep", 2, `no setting has several values, want one as a range or a list, for example --delay 50ms..400ms/10ms`},
		{"sweep --delay 100ms", 2, `no setting has several values`},
		{"sweep --delay 1ms,2ms --loss 1%..3%/1% --rate 10hz,20hz", 2, `--rate, --loss and --delay are several values each, want one or two settings with several`},
		{"sweep --delay 1ms,2ms --delay car=1ms", 2, `--delay car=1ms comes after the values to run through`},
		{"sweep --delay 1ms,2", 2, `delay "2" needs a unit`},
		{"sweep --delay 1ms,2ms --seeds 0", 2, `seeds "0" is not understood, want a whole number from 1`},
		{"sweep --delay 1ms,2ms --seeds many", 2, `seeds "many" is not understood`},
		{"sweep --delay 1ms,2ms --seed 18446744073709551615", 2, `no 200 seeds follow from 18446744073709551615 on`},
		{"sweep --rate 50hz..70hz/10hz", 2, `rate 70hz is above the tick rate 60hz`},
		{"sweep --delay 1ms,2ms --loss 5", 2, `loss "5" needs a unit`},
		{"sweep --delay 1ms,2ms --json --csv", 2, `--json and --csv can't be used together`},
		{"shot", 2, `--at is missing, want demo shot --at=5s <FILE>`},
		{"shot --at 5s", 2, `FILE is missing, want demo shot --at=5s <FILE>`},
		{"shot x.png", 2, `--at is missing`},
		{"shot --at 5s x.png y.png", 2, `"y.png" is one argument too many`},
		{"shot --at 5 x.png", 2, `at "5" needs a unit`},
		{"shot --at -5s x.png", 2, `at -5s is out of range`},
		{"shot --at 0s --theme drak x.png", 2, `no theme is called "drak"`},
		{"shot --at 0s --lang kr x.png", 2, `no language is called "kr"`},
		{"shot --at 0s --view small x.png", 2, `no view is called "small"`},
		{"--lang de", 2, `no language is called "de"`},
		{"shot --at 0s --size 1280 x.png", 2, `size "1280" is no good, want WIDTHxHEIGHT from 960x600 on`},
		{"shot --at 0s --size 959x600 x.png", 2, `size "959x600" is no good`},
		{"shot --at 0s --size 9000x9000 --scale 2 x.png", 2, `18000 × 18000 pixels, want at most 16384`},
		{"shot --at 0s --scale nan x.png", 2, `scale "nan" is no good, want a number from 0.5 to 4`},
		{"shot --at 0s " + full, 2, `exists already; --force overwrites it`},
		{"shot --at 0s " + nowhere, 1, `can't write ` + nowhere},
		{"--theme drak", 2, `no theme is called "drak"`},
		{"", 1, `this build has no window`},
		{"--loss 10% --theme light", 1, `this build has no window`},
		{"--loss 10", 2, `loss "10" needs a unit`},
	} {
		out, errs, status := demo(strings.Fields(c.args)...)
		if status != c.status || !strings.HasPrefix(errs, "demo: ") || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("demo %s\n  gives   %d and %q\n  wanted  %d and %q", c.args, status, out+errs, c.status, c.says)
		}
	}
	if data, err := os.ReadFile(full); err != nil || string(data) != "something" {
		t.Errorf("the file is now %q, %v", data, err)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"-h"}, {"report", "--help"}, {"sweep", "--help"}, {"shot", "--help"}, {"--loss", "5%", "shot", "-h"}} {
		out := good(t, args...)
		for _, s := range config.AllSettings() {
			// The name with its default, and the beginning of what it is.
			if !strings.Contains(out, "--"+s.Name+"="+s.Format(s.Default)+" ") {
				t.Errorf("%v does not say %s", args, s.Name)
			}
		}
		for _, part := range []string{"Usage: demo", "--scenario", "--seed", "--duration", "Settings of the link", "Settings of playback", "default, adaptive"} {
			if !strings.Contains(oneLine(out), part) {
				t.Errorf("%v does not say %q", args, part)
			}
		}
		for _, line := range strings.Split(out, "\n") {
			if len([]rune(line)) > 120 {
				t.Errorf("%v has a line of %d letters: %s", args, len([]rune(line)), line)
			}
		}
	}
	for command, flags := range map[string]string{"report": "--json --csv --frames --packets", "sweep": "--json --csv --seeds", "shot": "--at --size --scale --theme --lang --view --present --force"} {
		out := good(t, command, "--help")
		for _, f := range strings.Fields(flags) {
			if !strings.Contains(out, f) {
				t.Errorf("the help of %s does not say %s", command, f)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	if out := good(t, "--version"); !regexp.MustCompile(`^demo \S+ go\S+\n$`).MatchString(out) {
		t.Errorf("the version is %q", out)
	}
}

// failing refuses to be written to.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestOutputThatFails(t *testing.T) {
	for _, args := range [][]string{
		{"report", "--duration", "1s"},
		{"report", "--duration", "1s", "--json"},
		{"report", "--duration", "1s", "--csv"},
		{"sweep", "--duration", "1s", "--seeds", "1", "--delay", "1ms,2ms"},
	} {
		var errs bytes.Buffer
		if status := run(args, failing{}, &errs); status != 1 || !strings.Contains(errs.String(), "can't write the output: ") {
			t.Errorf("%v: status %d, %q", args, status, errs.String())
		}
	}
}

func TestJoinNegative(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"report --drift -200ppm --json", "report --drift=-200ppm --json"},
		{"--drift -.5ppm", "--drift=-.5ppm"},
		{"--drift=-1ppm -5", "--drift=-1ppm -5"},
		{"--json -h", "--json -h"},
		{"--json -", "--json -"},
		{"-- --drift -5", "-- --drift -5"},
		{"--drift", "--drift"},
	} {
		if got := strings.Join(joinNegative(strings.Fields(c.args)), " "); got != c.want {
			t.Errorf("%s becomes %s, want %s", c.args, got, c.want)
		}
	}
}

// TestRunFlag: a run as a text is what the flags that say the same come to, and those
// in addition change it.
func TestRunFlag(t *testing.T) {
	want := good(t, "report", "--json", "--scenario", "car", "--seed", "9", "--loss", "10%", "--delay", "car=120ms", "--duration", "3s")
	if got := good(t, "report", "--json", "--run", "snaplab1/car/seed=9/loss=10%/delay=car=120ms/duration=3s"); got != want {
		t.Errorf("the text gives\n%s\nand the flags\n%s", got, want)
	}
	if got := good(t, "report", "--json", "--run", "snaplab1/car/seed=3/loss=50%/delay=car=120ms", "--seed=9", "--loss=10%", "--duration=3s"); got != want {
		t.Errorf("with flags as well the text gives\n%s\nand the flags alone\n%s", got, want)
	}
}

// --adaptive may stand without a value wherever it stands, and takes one that is there.
func TestAdaptiveAlone(t *testing.T) {
	setting := func(args ...string) any {
		var r struct{ Settings map[string]any }
		if err := json.Unmarshal([]byte(good(t, append([]string{"report", "--scenario", "car", "--duration", "1s", "--json"}, args...)...)), &r); err != nil {
			t.Fatal(err)
		}
		return r.Settings["adaptive"]
	}
	for _, args := range [][]string{{"--adaptive"}, {"--adaptive", "--delay", "100ms"}, {"--adaptive", "on"}, {"--adaptive=on"}} {
		if got := setting(args...); got != "on" {
			t.Errorf("%q: adaptive is %v", args, got)
		}
	}
	if got := setting("--adaptive", "off"); got != "off" {
		t.Errorf("off: it is %v", got)
	}
	if got, ok := setting("--adaptive", "drone=on").(map[string]any); !ok || got["drone"] != "on" || got["car"] != "off" {
		t.Errorf("drone=on: it is %v", got)
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

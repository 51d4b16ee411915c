//go:build headless

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
)

func TestValues(t *testing.T) {
	for _, c := range []struct {
		setting, text string
		qualifier     int
		want          string
	}{
		{"delay", "100ms,150ms,1s", study.All, "[100ms 150ms 1s]"},
		{"delay", "100ms", study.All, "[100ms]"},
		{"delay", "50ms..80ms/10ms", study.All, "[50ms 60ms 70ms 80ms]"},
		{"delay", "50ms..79ms/10ms", study.All, "[50ms 60ms 70ms]"}, // the end need not be met
		{"delay", "50ms..50ms/1ms", study.All, "[50ms]"},
		{"delay", "drone=1ms,2ms", int(world.Drone), "[1ms 2ms]"},
		{"loss", "up=0%..1%/0.5%", 1, "[0% 0.5% 1%]"},
		{"rate", "10hz,20hz", study.All, "[10hz 20hz]"},
		{"drift", "-200ppm..200ppm/200ppm", study.All, "[-200ppm 0ppm 200ppm]"},
		{"order", "free,fifo", study.All, "[free fifo]"},
	} {
		a := assignment{config.MustSetting(c.setting), c.text}
		qualifier, values, err := a.values(&config.Settings{})
		var texts []string
		for _, v := range values {
			texts = append(texts, a.setting.Format(v))
		}
		if got := fmt.Sprint(texts); got != c.want || qualifier != c.qualifier || err != nil {
			t.Errorf("%s %s: %d, %s, %v; want %d, %s", c.setting, c.text, qualifier, got, err, c.qualifier, c.want)
		}
	}
	for _, c := range []struct{ setting, text, says string }{
		{"delay", "1ms..2ms", "delay 1ms..2ms has no step, want for example 1ms..2ms/1ms"},
		{"delay", "1ms..2ms/0ms", "leads nowhere"},
		{"delay", "1ms..2ms/-1ms", "leads nowhere"},
		{"delay", "2ms..1ms/1ms", "leads nowhere, want a range from low to high"},
		{"delay", "1..2ms/1ms", `delay "1" needs a unit`},
		{"delay", "1ms..2/1ms", `delay "2" needs a unit`},
		{"delay", "1ms..2ms/1", `delay step "1" needs a unit`},
		{"delay", "0ms..3s/1ms", "delay 3s is out of range"},
		{"delay", "0ms..2s/1ns", "is 2000000001 values, want at most 10000"},
		{"delay", "1ms,,2ms", `delay "" is not understood`},
		{"delay", "car=1ms,bus=2ms", `delay "bus=2ms" is not a number`},
		{"delay", "bus=1ms,2ms", `delay has no "bus"`},
		{"rate", "up=1hz,2hz", `rate has no "up", want packets, walker`},
		{"order", "fifo..free/1", "order has no ranges, want a list such as fifo,free"},
	} {
		a := assignment{config.MustSetting(c.setting), c.text}
		if _, values, err := a.values(&config.Settings{}); err == nil || !strings.Contains(err.Error(), c.says) || status(err) != 2 {
			t.Errorf("%s %s: %v, %v; want %q", c.setting, c.text, values, err, c.says)
		}
	}
}

var shortSweep = []string{"sweep", "--scenario", "car", "--duration", "2s", "--seeds", "3", "--delay", "200ms", "--delay", "car=100ms,150ms"}

// The command's rows are those of the sweep, whatever the number of cores.
func TestSweepJSON(t *testing.T) {
	var got []study.Row
	out := good(t, append(shortSweep, "--json")...)
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	scenario, err := config.LoadScenario(assets.FS, "car")
	if err != nil {
		t.Fatal(err)
	}
	scenario.Duration = 2e9
	plan := &study.Plan{Scenario: scenario, Setting: config.MustSetting("delay"), Qualifier: int(world.Car), Values: []int64{100e6, 150e6}, Seeds: 3, FirstSeed: 1}
	job, err := study.NewJob(plan, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	job.Step(func() bool { return false })
	want := study.Rows(plan, job)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{`"setting": "delay_ms"`, `"value": 100,`, `"kind": "all"`, `"lens": "interpolated"`, `"runs": 3`,
		`"underruns": {`, `"underrun_ms": {`, `"underrun_share": {`, `"applied_delay_ms": {`, `"error_m": {`, `"correction_p95_m": {`, `"mean": `, `"sd": `, `"min": `, `"median": `, `"max": `} {
		if !strings.Contains(out, name) {
			t.Errorf("it has no %s", name)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	if again := good(t, append(shortSweep, "--json")...); again != out {
		t.Error("with four cores the result is another")
	}
}

func TestSweepSeeds(t *testing.T) {
	// Two runs from seed 5 on are those of 5 and 6.
	var rows [3][]study.Row
	for i, seeds := range [][]string{{"--seed", "5", "--seeds", "2"}, {"--seed", "5", "--seeds", "1"}, {"--seed", "6", "--seeds", "1"}} {
		out := good(t, append([]string{"sweep", "--scenario", "car", "--duration", "2s", "--loss", "10%,20%", "--json"}, seeds...)...)
		if err := json.Unmarshal([]byte(out), &rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	for i := range rows[0] {
		both, five, six := rows[0][i].ErrorM, rows[1][i].ErrorM.Mean, rows[2][i].ErrorM.Mean
		if both.Min != min(five, six) || both.Max != max(five, six) {
			t.Errorf("row %d goes from %v to %v, want %v and %v", i, both.Min, both.Max, five, six)
		}
	}
}

func TestSweepCSV(t *testing.T) {
	rows := readCSV(t, good(t, append(shortSweep, "--csv")...))
	if got := strings.Join(rows[0][:9], ","); got != "setting,qualifier,value,kind,lens,runs,underruns_mean,underruns_sd,underruns_min" {
		t.Errorf("the header is %s", got)
	}
	if len(rows) != 1+2*3*2 || len(rows[0]) != 6+9*5 {
		t.Errorf("there are %d rows of %d columns, want 13 of 51", len(rows), len(rows[0]))
	}
	if got := strings.Join(rows[1][:6], ","); got != "delay_ms,car,100,all,raw,3" {
		t.Errorf("the first row is %s", got)
	}
}

func TestSweepTable(t *testing.T) {
	out := good(t, shortSweep...)
	for _, part := range []string{"car: 2 values of delay car, 3 runs each of 2 s from seed 1 on\n", "\nInterpolated ", "\ndelay ", "\n100ms ", "\n150ms ", "--json and --csv have each kind"} {
		if !strings.Contains(out, part) {
			t.Errorf("it does not say %q:\n%s", part, out)
		}
	}
	if n := strings.Count(out, "\n150ms "); n != 3 {
		t.Errorf("150ms has %d lines, want one for each lens", n)
	}
}

// Progress is for terminals: a file gets none.
func TestProgressOnlyOnATerminal(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "stderr")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	progressTo(f, 10, "runs")(5)
	if info, err := f.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("%d bytes of progress in a file, %v", info.Size(), err)
	}
}

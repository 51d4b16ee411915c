//go:build headless

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// direct runs a scenario that the program has without the command line.
func direct(t *testing.T, name string, edit func(*config.Scenario)) *measure.Run {
	t.Helper()
	s, err := config.LoadScenario(assets.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	edit(&s)
	session, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	session.AdvanceTo(s.Duration)
	return session
}

// The flags arrive: the report is that of the run made by hand.
func TestReportJSON(t *testing.T) {
	var got measure.Report
	out := good(t, "report", "--scenario", "drone", "--seed", "99", "--duration", "3s", "--rate", "20hz",
		"--latency", "40ms", "--latency", "up=80ms", "--delay", "drone=120ms", "--delay", "150ms", "--delay", "car=90ms",
		"--drift", "-200ppm", "--order=free", "--json")
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	want := direct(t, "drone", func(s *config.Scenario) {
		s.Seed, s.Duration = 99, 3*time.Second
		s.Settings.SendRate = 20 * config.Hertz
		s.Settings.Down.Latency, s.Settings.Up.Latency = 40*time.Millisecond, 80*time.Millisecond
		for k := range s.Settings.Policies {
			s.Settings.Policies[k].Delay = 150 * time.Millisecond // the later one counts
		}
		s.Settings.Policies[world.Car].Delay = 90 * time.Millisecond
		s.Settings.DriftPPM = -200
		s.Settings.Down.Order, s.Settings.Up.Order = 1, 1
	}).Report()
	got.Settings, want.Settings = nil, nil
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(measure.LinkStats{}, "LossRuns", "BytesDown", "BytesUp", "BytesIn")); diff != "" {
		t.Error(diff)
	}
}

// The names in the JSON are what programs rely on.
func TestReportJSONNames(t *testing.T) {
	var all map[string]any
	if err := json.Unmarshal([]byte(good(t, "report", "--duration", "2s", "--json")), &all); err != nil {
		t.Fatal(err)
	}
	within := func(path string) map[string]any {
		at := all
		for _, name := range strings.Fields(path) {
			at, _ = at[name].(map[string]any)
		}
		return at
	}
	for path, names := range map[string]string{
		"":        "settings digest duration_s link formula lenses",
		"link":    "sent delivered lost duplicated reordered late stale refused missing_baselines lost_listed spared longest_loss_run loss_runs header_bytes_per_packet kbit_s_down kbit_s_down_delivered kbit_s_up",
		"formula": "interval_ms jitter_ms losses_survived required_delay_ms",
		"lenses":  "raw interpolated extrapolated",
		"lenses interpolated overall": "underruns underrun_ms extrapolated_ms held_ms stale_ms underrun_share latency_ms needed_delay_ms delay_ms " +
			"correction_m path_error_m error_m correction_deg path_error_deg error_deg state_wrong_ms roughness_mps occupancy buffer_bytes",
		"lenses interpolated kinds walker needed_delay_ms": "p50 p95 p99 p99_5 max",
		"lenses raw kinds door latency_ms":                 "p50 p95 p99 max",
		"lenses extrapolated overall correction_m":         "count p50 p95 p99 max",
		"lenses extrapolated overall error_m":              "rms p95 max",
		"lenses extrapolated overall correction_deg":       "count p50 p95 p99 max",
		"lenses raw kinds turret error_deg":                "rms p95 max",
		"lenses raw kinds turret path_error_deg":           "rms p95 max",
		"lenses interpolated overall occupancy":            "min mean max",
		"lenses interpolated kinds drone delay_ms":         "min mean max",
		"settings": "scenario seed duration rate tick-rate latency jitter loss delay",
	} {
		for _, name := range strings.Fields(names) {
			if _, ok := within(path)[name]; !ok {
				t.Errorf("%q has no %s", path, name)
			}
		}
	}
	if n := len(within("lenses interpolated kinds")); n != int(world.NumBuiltIn) {
		t.Errorf("there are %d kinds, want %d", n, world.NumBuiltIn)
	}
}

func TestReportCSV(t *testing.T) {
	rows := readCSV(t, good(t, "report", "--duration", "2s", "--csv"))
	if len(rows) != 1+3*9 {
		t.Fatalf("%d rows, want a header and 3 lenses × (all and 8 kinds)", len(rows))
	}
	for _, name := range []string{"lens", "kind", "underruns", "underrun_ms", "needed_delay_ms_p99_5", "error_m_rms", "error_deg_rms", "path_error_deg_max", "correction_deg_p95", "state_wrong_ms", "roughness_mps", "buffer_bytes"} {
		if !slices.Contains(rows[0], name) {
			t.Errorf("the header has no %s", name)
		}
	}
	if rows[10][0] != "interpolated" || rows[10][1] != "all" || rows[12][1] != "car" {
		t.Errorf("rows 10 and 12 are %q and %q", rows[10][:2], rows[12][:2])
	}
	report := direct(t, "default", func(s *config.Scenario) { s.Duration = 2 * time.Second }).Report()
	at := slices.Index(rows[0], "error_m_rms")
	if got, want := rows[10][at], fmt.Sprint(report.Lenses["interpolated"].Overall.Error.RMS); got != want {
		t.Errorf("the error is %s, want %s", got, want)
	}
}

func readCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestReportTable(t *testing.T) {
	out := good(t, "report", "--duration", "4s", "--latency", "up=80ms")
	for _, part := range []string{
		"default: Two or three of every kind",
		"run      seed 7, 4 s, 20 entities, digest ",
		"10hz (every 100 ms at most), ticks 60hz, latency 50ms down and 80ms up, jitter 30ms, loss 5%",
		"(1 + k) · interval + jitter = (1 + 1) · 100 ms + 30 ms: need 230 ms, have 200 ms, 30 ms short; survives 0 lost packets in a row",
		"20 entities are 640 B a snapshot, and 3 snapshots 1.92 kB",
		"\nRaw ", "\nInterpolated ", "\nExtrapolated ", "\nall ", "\nwalker ", "\ndoor ",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("it does not say %q:\n%s", part, out)
		}
	}
	out = good(t, "report", "--duration", "1s", "--delay", "330ms", "--delay", "car=500ms")
	if want := "need 230 ms, have 330 ms, 100 ms to spare; survives 2 lost packets in a row"; !strings.Contains(out, want) {
		t.Errorf("it does not say %q:\n%s", want, out)
	}
	out = good(t, "report", "--duration", "1s", "--delay", "129ms")
	if want := "have 129 ms, 101 ms short; does not cover one interval and the jitter"; !strings.Contains(out, want) {
		t.Errorf("it does not say %q:\n%s", want, out)
	}
}

// Ten thousand entities of 32 bytes are 320 kB a snapshot, and five of those 1.6 MB.
func TestMemoryLine(t *testing.T) {
	out := good(t, "report", "--scenario", "crowd", "--duration", "300ms", "--delay", "750ms") // ⌈750/200⌉ + 1 = 5
	if want := "10000 entities are 320 kB a snapshot, and 5 snapshots 1.6 MB"; !strings.Contains(out, want) {
		t.Errorf("it does not say %q:\n%s", want, out)
	}
}

// The flags win at the start, and a script changes only what it changes.
func TestScriptsAndFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.json")
	text := `{"name": "mine", "seed": 3, "duration": "2s", "settings": {"loss": "1%"},
		"entities": [{"kind": "car", "count": 1}], "script": [{"at": "1s", "set": {"loss": "50%"}}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var r struct {
		Settings struct{ Scenario, Seed, Loss, Jitter string }
	}
	if err := json.Unmarshal([]byte(good(t, "report", "--scenario", file, "--json", "--jitter", "80ms", "--loss", "2%")), &r); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Settings); got != "{mine 3 50% 80ms}" {
		t.Errorf("at the end it is %s, want mine with seed 3, 50 %% of loss and 80 ms of jitter", got)
	}
}

func TestForceOverwrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "packets.csv")
	args := []string{"report", "--duration", "1s", "--packets", file}
	if err := os.WriteFile(file, nil, 0o600); err != nil { // an empty file loses nothing
		t.Fatal(err)
	}
	good(t, args...)
	if _, _, status := demo(args...); status != 2 {
		t.Errorf("status %d, want 2", status)
	}
	good(t, append(args, "--force")...)
}

// Where nothing arrives nothing is drawn: a table of zeros would look like a perfect run.
func TestNothingDrawn(t *testing.T) {
	out, _, status := demo("report", "--scenario", "car", "--loss", "100%", "--duration", "2s")
	if got := strings.Count(out, "nothing drawn"); got != 3*2 || status != 0 { // of each lens all and the car
		t.Errorf("status %d, %d rows with nothing drawn, want 6:\n%s", status, got, out)
	}
	out, _, _ = demo(append(shortTune, "--loss", "100%")...)
	if row := regexp.MustCompile(`(?m)^car  .*$`).FindString(out); strings.Contains(row, "0.000") || strings.Count(row, "–") != 8 {
		t.Errorf("%q, want a dash for the band, and for the latency and the errors of both delays", row)
	}
}

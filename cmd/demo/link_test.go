//go:build headless

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const traces = "../../netsim/trace/testdata/"

// The JSON has the names and figures that programs rely on.
func TestLinkJSON(t *testing.T) {
	var got struct {
		File, Format, Measures string
		Packets                struct{ Sent, Lost, Duplicated, Reordered *int }
		Delay                  *struct{ Min, P50, P95, P99, Max float64 } `json:"delay_ms"`
		Interval               *float64                                   `json:"interval_ms"`
		Flows                  []struct {
			Flow   int
			Name   string
			Chosen bool
		}
		Warnings []struct {
			Line int
			Text string
		}
		Needed *struct {
			Interval float64 `json:"interval_ms"`
			Losses   int     `json:"losses_in_longest_outage"`
			Kinds    map[string]struct {
				NoUnderrun float64 `json:"no_underrun_ms"`
			}
		} `json:"needed_delay"`
	}
	file := traces + "irtt_200pps_reordered.json"
	if err := json.Unmarshal([]byte(good(t, "link", file, "--json", "--rate=20hz")), &got); err != nil {
		t.Fatal(err)
	}
	if got.File != file || got.Format != "irtt JSON" || got.Measures != "rtt" {
		t.Errorf("%s, %s, %s", got.File, got.Format, got.Measures)
	}
	p := got.Packets
	if *p.Sent != 297 || *p.Lost != 13 || *p.Duplicated != 4 || *p.Reordered != 104 {
		t.Errorf("packets %d %d %d %d, want 297 13 4 104", *p.Sent, *p.Lost, *p.Duplicated, *p.Reordered)
	}
	if d := got.Delay; d == nil || d.Min != 27.333202 || d.P99 != 76.5107 {
		t.Errorf("delay %v", d)
	}
	if len(got.Flows) != 3 || got.Flows[0].Flow != 1 || !got.Flows[0].Chosen || got.Flows[1].Chosen {
		t.Errorf("flows %v", got.Flows)
	}
	// The 99th percentile less the smallest, 76.5107 − 27.3332, and two intervals. Three
	// packets 5 ms apart were lost in a row: an outage of less than one interval.
	if n := got.Needed; n == nil || n.Interval != 50 || n.Losses != 1 || n.Kinds["drone"].NoUnderrun < 149.1 || n.Kinds["drone"].NoUnderrun > 149.2 {
		t.Errorf("needed %+v, want 149.177 ms", n)
	}
	// What is not known is null, not 0; lists are never null.
	out := good(t, "link", traces+"mmo_game_udp_multi_message.pcapng.gz", "--json")
	for _, want := range []string{`"sent": 5909`, `"lost": null`, `"delay_ms": null`, `"warnings": [`, `"measures": "arrival-only"`, `"interval_ms": 9.00`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
	if out := good(t, "link", traces+"linux_ping_OD_loss_bursts.txt", "--json"); !strings.Contains(out, `"flows": []`) || !strings.Contains(out, `"warnings": []`) {
		t.Errorf("lists in %s", out)
	}
}

// Every file of the tests of traces is reported or refused, as text and as JSON, also
// one of a single packet.
func TestLinkAllTraces(t *testing.T) {
	files, err := filepath.Glob(traces + "*_*")
	if err != nil || len(files) < 30 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, errs, status := demo("link", file)
		if status > 1 || (status == 0) != (errs == "") || (status == 0) != (text != "") {
			t.Errorf("link %s: status %d, %q, %q", file, status, text, errs)
		}
		out, _, jsonStatus := demo("link", file, "--json")
		if jsonStatus != status || status == 0 && !json.Valid([]byte(out)) {
			t.Errorf("link %s --json: status %d, want %d; %s", file, jsonStatus, status, out)
		}
	}
}

// The text says what was understood, with line numbers for what was not.
func TestLinkText(t *testing.T) {
	for _, c := range []struct {
		args string
		says []string
	}{
		{"linux_ping_damaged_lines.txt", []string{"Linux ping, round trips", "20 sent, 0 lost (0.0 %)", "1 of unknown delay", `line 14: not understood: "unparsable line"`,
			"spikes and outages between two packets went unseen"}},
		{"linux_ping_OD_loss_bursts.txt --rate 10hz", []string{"80 sent, 19 lost (23.8 %)", "3 in a row: 4×", "the longest outage (5 lost)", "no underrun"}},
		{"mmo_game_udp_ipid_clean_ns.pcapng.gz --flow 2", []string{"379 sent, 0 lost", "*   2  198.51.100.1:64621 > 198.51.100.2:53738, 379 packets of 105 bytes"}},
		// Half of 499.4 − 172.7 ms, and one or two intervals.
		{"netem_nist_experimental_rtt_ms.dat --halve --unit ms --rate 10hz", []string{"half of the variation", "100 % of packets    263.4   363.4"}},
		{"netem_dist_broken_short_hex_comment.dist", []string{"a distribution of delays", "8, mean 0.000"}},
	} {
		args := strings.Fields(c.args)
		args[0] = traces + args[0]
		out := good(t, append([]string{"link"}, args...)...)
		for _, want := range c.says {
			if !strings.Contains(out, want) {
				t.Errorf("link %s: no %q in\n%s", c.args, want, out)
			}
		}
	}
}

// Files that can't be read or are no traces end with status 1, a command line that is no
// good with 2, each with one line.
func TestLinkMistakes(t *testing.T) {
	folder := t.TempDir()
	prose := filepath.Join(folder, "prose.txt")
	if err := os.WriteFile(prose, []byte("nothing\nto see\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const game = traces + "mmo_game_udp_multi_message.pcapng.gz"
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"", 2, "FILE is missing"},
		{"a b", 2, "one argument too many"},
		{folder + "/none", 1, "can't read " + folder + "/none: no such file"},
		{folder, 1, "can't read " + folder},
		{prose, 1, "not understood: want the output of ping"},
		{traces + "mtr_json_loss.json", 1, "mtr --json has totals only, no packets: it can't be a trace, but settings with its totals can be made: --latency 0.008ms --jitter 0.287ms --loss 16.67%"},
		{traces + "mahimahi_broken_decreasing_and_blank.trace", 1, "line 3 is 4 ms after 5 ms"},
		{game + " --flow 9", 2, `no flow is "9"`},
		{game + " --seq u17@6", 2, `field "u17@6", want for example u16be@6`},
		{game + " --clock u32be@6", 2, "clock u32be@6 has no unit, want for example u32be@6/ms"},
		{game + " --seq u32be@9000", 2, "no datagram of the flow has the fields"},
		{prose + " --unit h", 2, `unit "h" is not known, want s, ms, us or ns`},
		{prose + " --rate 0hz", 2, "rate 0hz is out of range"},
	} {
		out, errs, status := demo(append([]string{"link"}, strings.Fields(c.args)...)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("link %s: status %d, %q %q, want %d, %q", c.args, status, out, errs, c.status, c.says)
		}
	}
}

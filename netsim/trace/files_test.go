package trace

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// readFile reads a file of testdata.
func readFile(t testing.TB, name string, o Options) (*Trace, error) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return Read(name, bytes.NewReader(data), o)
}

// brief writes a summary's packets and delays as the tables of these tests do: "sent
// lost duplicated reordered | min p50 p95 max", with ? for what is not known and one
// decimal more than a microsecond would need cut off.
func brief(s Summary) string {
	n := func(v *int) string {
		if v == nil {
			return "?"
		}
		return fmt.Sprint(*v)
	}
	p := s.Packets
	text := strings.Join([]string{n(p.Sent), n(p.Lost), n(p.Duplicated), n(p.Reordered)}, " ")
	if p.Unreadable > 0 {
		text += fmt.Sprintf(" +%d", p.Unreadable)
	}
	if d := s.Delay; d != nil {
		text += fmt.Sprintf(" | %.3f %.4f %.3f %.3f", d.Min, d.P50, d.P95, d.Max)
	}
	return text
}

// Every file is read as an independent reader, or a look at it, says.
func TestFiles(t *testing.T) {
	for _, c := range []struct {
		file, flow, format string
		measures           Measures
		want               string // see brief
		warnings           []string
	}{
		{"linux_ping_D_size1400_pattern.txt", "", "Linux ping", RTT, "20 0 0 0 | 28.900 35.3500 38.800 38.800", nil},
		{"linux_ping_broadcast_dup.txt", "", "Linux ping", RTT, "2 0 19 0 | 0.586 0.7235 0.861 0.861", nil},
		{"linux_ping_damaged_lines.txt", "", "Linux ping", RTT, "20 0 0 0 +1 | 0.038 0.0440 0.080 0.080",
			[]string{"line 8: not understood", "line 14: not understood", "line 5: an unreadable reply, taken for that to packet 4"}},
		{"linux_ping6_O_no_answer_damaged.txt", "", "Linux ping", RTT, "20 1 0 0 +1 | 27.000 35.9000 38.100 38.100",
			[]string{"line 6: not understood", "line 3: an unreadable reply, taken for that to packet 1"}},
		{"linux_ping_unreachable_errors.txt", "", "Linux ping", RTT, "3 3 0 0", nil},
		{"linux_ping_OD_all_lost.txt", "", "Linux ping", RTT, "5 5 0 0", nil},
		{"macos_ping_dup_not_marked.txt", "", "macOS, BSD or BusyBox ping", RTT, "2 0 13 0 | 0.235 0.2630 0.291 0.291", []string{"1 s is assumed"}},
		{"macos_ping_timeouts_icmp_errors_hexdump.txt", "", "macOS, BSD or BusyBox ping", RTT, "8 8 0 0", []string{"1 s is assumed"}},
		{"macos_ping6_hlim_dup.txt", "", "macOS, BSD or BusyBox ping", RTT, "5 0 58 0 | 0.302 0.4250 0.485 0.485", []string{"1 s is assumed"}},
		{"busybox_ping_seq.txt", "", "macOS, BSD or BusyBox ping", RTT, "1 0 0 0 | 1.637 1.6370 1.637 1.637", nil},
		{"freebsd_ping.txt", "", "macOS, BSD or BusyBox ping", RTT, "3 0 0 0 | 0.022 0.0360 0.041 0.041", []string{"1 s is assumed"}},
		{"linux_ping_source_if.txt", "", "Linux ping", RTT, "3 0 0 0 | 1.000 1.0000 1.000 1.000", nil},
		{"linux_ping_seq_wrap_65535_to_0.txt", "", "Linux ping", RTT, "46 0 0 0 | 0.002 0.0030 0.004 0.007", []string{"1 s is assumed"}},
		{"linux_ping_OD_loss_bursts.txt", "", "Linux ping", RTT, "80 19 0 0 | 0.007 0.0500 0.107 0.151", nil},
		{"fping5_D_count_timed_out.txt", "", "fping", RTT, "60 13 0 0 | 0.011 0.0450 0.069 0.109", nil},
		{"fping_C_vector_stderr.txt", "", "fping -C", RTT, "60 12 0 0 | 0.009 0.0195 0.066 0.084", []string{"1 s is assumed"}},
		{"mtr_raw_seq_loss.txt", "", "mtr --raw", RTT, "12 2 0 0 | 0.058 0.1440 0.579 0.579", []string{"1 s is assumed"}},
		{"irtt_200pps_reordered.json", "", "irtt JSON", RTT, "297 13 4 104 | 27.333 37.9288 56.959 79.317", nil},
		{"irtt_loopback_relay_loss_dup_reorder.json", "", "irtt JSON", RTT, "120 13 6 0 | 41.925 52.0265 72.993 83.129", nil},
		// Of 13 packets lost 7 were on the way up; when the 6 others arrived there is
		// not said.
		{"irtt_loopback_relay_loss_dup_reorder.json", "up", "irtt JSON", OneWay, "120 7 0 0 +6 | 18.618 21.4049 30.817 38.483", nil},
		{"irtt_loopback_relay_loss_dup_reorder.json", "3", "irtt JSON", OneWay, "120 6 6 0 +7 | 22.546 28.9344 48.277 58.315", nil},
		{"irtt_no_server_timestamps.json", "", "irtt JSON", RTT, "30 0 0 0 | 0.146 0.2149 0.590 0.611", []string{"only round trips"}},
		{"irtt_receive_monotonic_only.json", "", "irtt JSON", RTT, "30 0 0 0 | 0.142 0.2542 2.240 4.851", nil},
		{"netem_nist_experimental_rtt_ms.dat", "", "CSV", RTT, "13448 0 0 0 | 172.700 186.2000 210.400 499.400", []string{"milliseconds are assumed", "round trips are assumed", "1 s is assumed"}},
		{"csv_seq_send_recv_epoch_ns.csv", "", "CSV", OneWay, "120 13 0 0 | 18.618 21.4049 30.817 38.483", nil},
		{"csv_semicolon_decimal_comma_bom_crlf_clock_offset.csv", "", "CSV", OneWay, "120 13 0 0 | 0.000 2.7870 12.199 19.865", []string{"the smallest one-way delay is -123437.382 ms"}},
		{"csv_no_header_seconds_received_only.csv", "", "CSV", OneWay, "120 13 0 0 | 18.618 21.4050 30.817 38.483", []string{"13 packets are taken for lost"}},
		{"csv_delay_ms_minus1_lost.csv", "", "CSV", OneWay, "120 13 0 0 | 18.618 21.4050 30.817 38.483", []string{"1 s is assumed"}},
		// Several messages in a datagram: a number at a fixed place would claim 1,061
		// losses, so that nothing is claimed.
		{"mmo_game_udp_multi_message.pcapng.gz", "", "pcapng", ArrivalOnly, "5909 ? ? ?", []string{"nothing can be said of losses"}},
		{"mmo_game_udp_multi_message.pcapng.gz", "2", "pcapng", ArrivalOnly, "1088 0 0 0", []string{"identification of IPv4"}},
		{"mmo_game_udp_ipid_clean_ns.pcapng.gz", "", "pcapng", ArrivalOnly, "2959 0 0 0", []string{"identification of IPv4"}},
		{"mmo_game_udp_ipid_clean_ns.pcapng.gz", "64621 > ", "pcapng", ArrivalOnly, "379 0 0 0", []string{"identification of IPv4"}},
		{"netem_dist_broken_short_hex_comment.dist", "", "netem distribution", Distribution, "? ? ? ?",
			[]string{"line 4: 40000", "line 4: -40000", `line 4: the line counts only up to "#"`, `line 5: the line counts only up to "1.5"`, "only 8 values", "deviation is 1.56"}},
	} {
		t.Run(c.file+c.flow, func(t *testing.T) {
			got, err := readFile(t, c.file, Options{Flow: c.flow})
			if err != nil {
				t.Fatal(err)
			}
			s := got.Summarise(c.file)
			if b := brief(s); b != c.want || s.Format != c.format || s.Measures != c.measures {
				t.Errorf("read %s %v %s,\nwant %s %v %s", s.Format, s.Measures, b, c.format, c.measures, c.want)
			}
			checkWarnings(t, s.Warnings, c.warnings)
		})
	}
}

// checkWarnings fails unless each warning has the text at its place in want.
func checkWarnings(t *testing.T, got []Warning, want []string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		ok = ok && strings.Contains(got[i].String(), want[i])
	}
	if !ok {
		t.Errorf("warnings %q, want %q", got, want)
	}
}

// Totals are no trace, but figures of them are settings.
func TestTotals(t *testing.T) {
	for _, c := range []struct{ file, format, settings string }{
		// 13 of 359 and 8 of 360 packets.
		{"iperf3_udp_client_json_negative_loss_in_text.json", "iperf3 -J", "--loss 3.62%"},
		{"iperf3_udp_reverse_receiver.json", "iperf3 -J", "--loss 2.23%"},
		// Best 0.016, worst 0.303, and 0.03 and 0.20 rounded.
		{"mtr_json_loss.json", "mtr --json", "--latency 0.008ms --jitter 0.287ms --loss 16.67%"},
		{"mtr_csv.csv", "mtr --csv", "--latency 0.015ms --jitter 0.17ms --loss 16.67%"},
	} {
		_, err := readFile(t, c.file, Options{})
		var totals *AggregateError
		if !errors.As(err, &totals) {
			t.Errorf("%s: error %v, want an AggregateError", c.file, err)
			continue
		}
		if got := totals.Totals.Settings(); totals.Format != c.format || got != c.settings {
			t.Errorf("%s: %s, %q, want %s, %q", c.file, totals.Format, got, c.format, c.settings)
		}
	}
}

// The variation, the interval and the correlation of traces of which an independent
// reader gives them.
func TestFigures(t *testing.T) {
	nist, _ := readFile(t, "netem_nist_experimental_rtt_ms.dat", Options{})
	s := nist.Summarise("")
	if r := *s.Autocorrelation; math.Abs(r-0.479) > 0.001 {
		t.Errorf("autocorrelation %.4f, want 0.479", r)
	}
	// p95 210.4, p99 220.9, max 499.4 less 172.7
	if v := *s.Variation; fmt.Sprintf("%.1f %.1f %.1f %.1f", v.Min, v.P95, v.P99, v.Max) != "0.0 37.7 48.2 326.7" {
		t.Errorf("variation %v", v)
	}
	for _, c := range []struct{ flow, want string }{
		{"2", "0.000 5.064 19.427 32.347"},
		{"3", "0.000 4.430 22.555 40.150"},
	} {
		tr, err := readFile(t, "irtt_200pps_reordered.json", Options{Flow: c.flow})
		if err != nil {
			t.Fatal(err)
		}
		v := tr.Summarise("").Variation
		if got := fmt.Sprintf("%.3f %.3f %.3f %.3f", v.Min, v.P50, v.P95, v.Max); got != c.want {
			t.Errorf("irtt flow %s: variation %s, want %s", c.flow, got, c.want)
		}
	}
	bursts, _ := readFile(t, "linux_ping_OD_loss_bursts.txt", Options{})
	// 1 + 2 + 4×3 + 4 = 19 lost
	if got := bursts.LossRuns(); !slices.Equal(got, []LossRun{{1, 1}, {2, 1}, {3, 4}, {4, 1}}) {
		t.Errorf("loss runs %v", got)
	}
	if got := *bursts.Summarise("").Interval; math.Abs(got-104) > 0.5 {
		t.Errorf("interval %.2f ms, want 104", got)
	}
	game, _ := readFile(t, "mmo_game_udp_multi_message.pcapng.gz", Options{})
	q := game.Summarise("").InterArrival
	if got := fmt.Sprintf("%.3f %.2f %.3f %.3f", q.Min, q.P50, q.P95, q.Max); got != "0.000 9.01 22.131 276.961" {
		t.Errorf("inter-arrival %s", got)
	}
}

// The first line of this log was printed 0.94 s late: its probe is placed by the next.
func TestLateLine(t *testing.T) {
	tr, _ := readFile(t, "linux_ping_D_size1400_pattern.txt", Options{})
	for i := 1; i < len(tr.Samples); i++ {
		gap := tr.Samples[i].SentAt - tr.Samples[i-1].SentAt
		if gap < 900*time.Millisecond || gap > 1100*time.Millisecond {
			t.Errorf("probe %d is sent %v after the one before, want about 1 s", i+1, gap)
		}
	}
}

// A schedule that goes back is refused as Mahimahi does.
func TestBrokenSchedule(t *testing.T) {
	_, err := readFile(t, "mahimahi_broken_decreasing_and_blank.trace", Options{})
	if !errors.Is(err, ErrNotUnderstood) || !strings.Contains(err.Error(), "line 3 is 4 ms after 5 ms") {
		t.Errorf("error %v", err)
	}
}

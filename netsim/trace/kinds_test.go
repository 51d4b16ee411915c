package trace

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readingOf says in one line what a file reads as, as the tables of these tests do: brief
// and the interval in ms, or "refuse" with settings; then all that was said.
func readingOf(name string, data []byte) (reading, said string) {
	t, err := Read(name, bytes.NewReader(data), Options{})
	var aggregate *AggregateError
	switch {
	case errors.As(err, &aggregate):
		return "refuse " + aggregate.Totals.Settings(), err.Error()
	case err != nil:
		return "refuse", err.Error()
	}
	s := t.Summarise("")
	if reading = brief(s); s.Interval != nil {
		reading += fmt.Sprintf(" | %.4g", *s.Interval)
	}
	return reading, strings.Join(doubts(t), "\n")
}

// Files as people post them, of each kind that was once read wrongly in silence: in
// several languages, tools and units. Each is read as a look at it says; warning is a
// part of what must be said of it, "" for nothing.
func TestKinds(t *testing.T) {
	for _, c := range []struct{ file, want, warning string }{
		{"apple_time.txt", "4 1 0 0 | 12.123 13.1230 14.123 14.123 | 1001", "line 5: the run has no totals"},
		{"arping_iputils.txt", "2 0 0 0 | 0.934 1.0840 1.234 1.234 | 1000", "line 5: the totals count 3 sent and 2 received, the file shows 2 and 2"},
		{"arrivals_stamp.csv", "10 0 0 0 | 20.000 30.0000 90.000 90.000 | 100", "the times are taken for those of arrival, since that makes the sends regular"},
		{"c1_mac.txt", "refuse --latency 6.05ms --jitter 80.8ms --loss 1%", ""},
		{"c1_win.txt", "refuse --latency 6ms --jitter 82ms --loss 3%", ""},
		{"cut_middle_small.txt", "40 1 0 0 +5 | 20.000 21.0000 22.000 22.000 | 1000", "line 39: the totals count 40 sent and 39 received: of 5 replies nothing is in the file, 5 packets without one are not counted as lost"},
		{"date_time_value.txt", "4 1 0 0 | 23.400 24.1000 120.900 120.900 | 1000", ""},
		{"date_and_time.csv", "4 1 0 0 | 23.000 24.0000 25.000 25.000 | 1000", ""},
		{"dst_spring.csv", "4 0 0 0 | 20.000 21.5000 23.000 23.000 | 1000", "line 4: the clock goes on by 1h0m1s: it is taken for a change of clocks"},
		{"fping_C_two.txt", "4 1 0 0 | 1.500 2.5000 3.500 3.500 | 1000", ""},
		{"german_counts.csv", "refuse --loss 1.5%", "that has counts of packets, not packets"},
		{"hping_icmp.txt", "4 2 0 0 | 7.900 8.1500 8.400 8.400 | 1000", ""},
		{"iperf3txt.txt", "refuse --loss 1.32%", "has totals only, no packets, and its jitter is the smoothed deviation of RFC 3550, no range"},
		{"irtt_us.txt", "4 1 0 0 | 0.796 1.8100 1200.000 1200.000 | 1000", ""},
		{"iso_zone.csv", "3 0 0 0 | 23.000 24.0000 25.000 25.000 | 50", ""},
		{"juniper.txt", "3 1 0 0 | 1.123 1.6230 2.123 2.123 | 1000", ""},
		{"korean_status.csv", "3 1 0 0 | 23.000 24.0000 25.000 25.000 | 1000", ""},
		{"linux_command.txt", "4 1 0 0 | 11.200 11.4000 11.900 11.900 | 200", "line 5: the run has no totals"},
		{"log_bracket.txt", "4 1 0 0 | 34.000 35.0000 36.000 36.000 | 50", "line 2: 1 lines"},
		{"loop_c1.txt", "5 0 0 0 | 20.000 22.0000 24.000 24.000 | 1000", "line 2: another run begins, and 3 more after it"},
		{"loop_mac.txt", "9 0 0 0 | 20.000 24.0000 28.000 28.000 | 1000", "line 4: another run begins, and 1 more after it"},
		{"midnight.csv", "4 0 0 0 | 20.000 21.5000 23.000 23.000 | 1000", ""},
		{"minavgmax.csv", "refuse --latency 10ms", "that has averages, not packets"},
		{"mtr_report.txt", "refuse --latency 9.6ms --jitter 41.7ms --loss 2%", ""},
		{"newest_first.csv", "4 0 0 0 | 20.000 21.5000 23.000 23.000 | 1000", "the newest packet comes first: the order is turned round"},
		{"nping_tcp.txt", "3 1 0 0 | 30.000 35.0000 40.000 40.000 | 1001", ""},
		{"ntp_names.csv", "3 0 0 0 | 20.010 20.0100 20.020 20.020 | 50", "line 2: the clocks differ by -25.99 ms"},
		{"pathping.txt", "refuse", "taken for traceroute"},
		{"percent_single.csv", "3 1 0 0 | 23.000 24.0000 25.000 25.000 | 1000", ""},
		{"pinginfoview.csv", "4 1 0 0 | 23.000 24.0000 25.000 25.000 | 1000", ""},
		{"ps7table.txt", "3 1 0 0 | 24.000 26.0000 28.000 28.000 | 1000", ""},
		{"ros7.txt", "4 2 0 0 | 11.823 11.9440 12.065 12.065 | 1000", ""},
		{"sentinel.csv", "6 2 0 0 | 22.000 23.5000 25.000 25.000 | 1000", "line 4: a delay of 5000 ms is taken for a loss: 2 packets"},
		{"smokeping.csv", "refuse --latency 11.7ms --loss 1.33%", "that has the loss of periods, not of packets"},
		{"speedtest.json", "refuse", "taken for the JSON of another program"},
		{"tcpdump_any6.txt", "3 1 0 0 | 20.000 25.0000 30.000 30.000 | 1000", ""},
		{"traceroute.txt", "refuse", "taken for traceroute"},
		{"tracert.txt", "refuse", "taken for traceroute"},
		{"ts_fast.txt", "60 0 0 0 | 20.000 23.0000 26.000 26.000 | 186.4", ""},
		{"two_pings_at_once.txt", "4 0 0 0 | 20.100 20.2500 20.400 20.400 | 1000", "the run has no totals"},
		{"two_hosts.csv", "4 0 0 0 | 80.000 81.5000 82.000 82.000 | 1000", ""},
		{"us_dates.csv", "4 1 0 0 | 23.000 24.0000 26.000 26.000 | 1000", "line 4: a delay of 9999 ms is taken for a loss: 1 packets"},
		{"us_no_unit.csv", "3 0 0 0 | 23.400 25.1000 131.200 131.200 | 1000", ""},
		{"solaris.txt", "3 1 0 0 | 0.854 13.9270 27.000 27.000 | 1000", ""},
		{"excel_days.csv", "4 1 0 0 | 23.000 24.0000 25.000 25.000 | 1001", ""},
		{"ps_korean.txt", "3 1 0 0 | 12.000 12.5000 13.000 13.000 | 1000", ""},
		{"ttt.txt", "2 0 0 0 | 31.503 31.7910 32.079 32.079 | 1001", "times since the packet before"},
		{"win_de_excerpt_timeouts.txt", "3 2 0 0 | 12.000 12.0000 12.000 12.000 | 1000", ""},
		{"win_fr_noblank.txt", "3 1 0 0 | 12.000 13.0000 14.000 14.000 | 1000", ""},
		{"win_ps_stamped.txt", "4 1 0 0 | 12.000 13.0000 15.000 15.000 | 1000", ""},
		{"win_ps_stamped2.txt", "3 1 0 0 | 12.000 13.5000 15.000 15.000 | 1000", ""},
		{"win_two_hosts.txt", "3 1 0 0 | 80.000 80.5000 81.000 81.000 | 1000", ""},
		{"wireshark_icmp.csv", "3 1 0 0 | 21.000 21.5000 22.000 22.000 | 1000", ""},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "kinds", c.file))
		if err != nil {
			t.Fatal(err)
		}
		got, said := readingOf(c.file, data)
		if got != c.want || !strings.Contains(said, c.warning) || c.warning == "" && said != "" && !strings.HasPrefix(got, "refuse") {
			t.Errorf("%s: %s, want %s\n%s, want %q", c.file, got, c.want, said, c.warning)
		}
	}
}

// Output of many more tools, systems and languages, as readings.txt says.
func TestTools(t *testing.T) {
	const folder = "testdata/tools/"
	table, err := os.ReadFile(folder + "readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := os.ReadDir(folder)
	rows := 0
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		row := append(strings.Split(strings.TrimSuffix(line, "\n"), " || "), "", "")
		name, want, warning := row[0], strings.TrimSuffix(row[1], " ||"), row[2]
		data, err := os.ReadFile(folder + name)
		if err != nil {
			t.Fatal(err)
		}
		got, said := readingOf(name, data)
		if got != want || !strings.Contains(said, warning) || warning == "" && said != "" {
			t.Errorf("%s: %s, want %s\n%s, want %q", name, got, want, said, warning)
		}
	}
	if rows != len(files)-1 {
		t.Errorf("%d rows for %d files", rows, len(files)-1)
	}
}

// Each refusal is one line that says what the file was taken for, why it can't be a link,
// and what would do.
func TestRefusals(t *testing.T) {
	const ping = "PING h (192.0.2.7) 56(84) bytes of data.\n"
	for _, c := range []struct{ name, text, taken, why, would string }{
		{"nothing", "\n \n", "the file is empty", "empty", "want the output of ping"},
		{"prose without a number", "It was the best of times,\nit was the worst of times.\n", "no format that is known", "known", "want the output of ping"},
		{"ping -q", ping + "\n--- h ping statistics ---\n9 packets transmitted, 8 received, 11% packet loss, time 8000ms\nrtt min/avg/max/mdev = 10.0/12.0/20.0/1.0 ms\n", "Linux ping", "totals only", "settings"},
		{"a header alone", ping, "the output of Linux ping", "no reply", "want the lines of the probes"},
		{"ping, cut out", ping + "64 bytes from 192.0.2.7: icmp_seq=1 ttl=57 time=9.0 ms\n\n--- h ping statistics ---\n90 packets transmitted, 80 received, 11% packet loss, time 89000ms\n", "Linux ping", "shows 1 of the 80 replies", "settings"},
		{"ping of Windows, totals", "Ping statistics for 192.0.2.7:\n    Packets: Sent = 9, Received = 8, Lost = 1 (11% loss),\n", "Windows ping", "totals only", "settings"},
		{"two tools mixed", ping + strings.Repeat("64 bytes from 192.0.2.7: icmp_seq=1 ttl=57 time=9.0 ms\nan unrelated line of some other program\n", 9), "the output of Linux ping", "9 of its 19 lines are not understood, the first is line 3", "want the output of one tool"},
		{"Cisco", "Sending 5, 100-byte ICMP Echos to 192.0.2.2, timeout is 2 seconds:\n!!!!!\nSuccess rate is 100 percent (5/5), round-trip min/avg/max = 1/2/4 ms\n", "Cisco ping", "totals only", "settings"},
		{"mtr --json", `{"report": {"mtr": {"src": "a"}, "hubs": [{"Loss%": 1.0, "Best": 1.0, "Wrst": 2.0}]}}`, "mtr --json", "totals only", "settings"},
		{"mtr --csv", "Mtr_Version,Start_Time,Status,Host,Hop,Ip,Loss%,Snt, ,Last,Avg,Best,Wrst,StDev,\nMTR.0.95,1,OK,h,1,192.0.2.7,1.00,12,2,0.05,0.09,0.03,0.20,0.05\n", "mtr --csv", "totals only", "settings"},
		{"mtr --xml", "<?xml version=\"1.0\"?>\n<MTR SRC=\"a\" DST=\"b\">\n", "mtr --xml", "totals only", "want the lines of the packets"},
		{"mtr without a reply", "x 0 33000\nx 0 33001\n", "the output of mtr --raw", "no reply", "want the lines that begin with p"},
		{"iperf3", "[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams\n[  5]   0.00-10.00  sec  1.25 MBytes  1.05 Mbits/sec  0.052 ms  12/906 (1.3%)  receiver\n", "iperf3", "RFC 3550", "settings"},
		{"NDT", `{"TCPInfo": {"RTT": 12}}`, "NDT7", "totals only", "want the lines of the packets"},
		{"counts", "time_s,packets_sent,packets_lost\n1,100,2\n2,100,1\n", "a table", "counts of packets", "settings"},
		{"averages", "time,avg_ms\n1,20\n2,21\n", "a table", "averages", "settings"},
		{"per cent", "time,ping_ms,loss %\n1,20,0\n2,21,3\n", "a table", "loss of periods", "settings"},
		{"no unit", "latency\n0.02\n0.03\n", "a table", "may be seconds or milliseconds", "--unit s or --unit ms"},
		{"four columns", "1.5,2.5,3.5,4.5\n2.5,2.5,3.5,4.5\n", "a table", "columns without names", "want columns such as seq"},
		{"other columns", "width,height\n1,2\n3,4\n", "a table", "none of its columns", "want columns such as seq"},
		{"rows that differ", "seq,rtt_ms\n" + strings.Repeat("1,5\n2,x5\n", 9), "a table", "9 of its 18 rows are not understood", "want rows"},
		{"numbers far apart", "seq,rtt_ms\n1,5\n900000000000,5\n", "packets with numbers", "run from 1 to 900000000000", "want at most"},
		{"a Mahimahi trace that goes back", "0\n5\n4\n", "Mahimahi", "line 3 is 4 ms after 5 ms", "want times that don't decrease"},
		{"a pcap of nothing", string(pcap(nil)), "a capture", "none is a UDP datagram", "want one of a game's UDP stream"},
		{"a gzip file, damaged", "\x1f\x8b nonsense", "a gzip file", "damaged", "want a whole one"},
		{"RIPE Atlas, totals", `[{"type":"ping","prb_id":6,"timestamp":1,"avg":5.5,"result":[]}]`, "RIPE Atlas", "no packet", "want results of ping"},
		{"another JSON", `{"ping": {"latency": 12}}`, "the JSON of another program", "no packets", "want the output of ping"},
		{"a web page", "<!DOCTYPE html>\n<html></html>\n", "a web page", "no packets", "want the output of ping"},
		{"traceroute", "traceroute to h (192.0.2.7), 30 hops max\n 1  192.0.2.1  0.3 ms\n", "traceroute", "each hop", "want the output of ping"},
	} {
		name := "file"
		if strings.Contains(c.name, "Mahimahi") {
			name = "file.trace"
		}
		reading, said := readingOf(name, []byte(c.text))
		if !strings.HasPrefix(reading, "refuse") || strings.Contains(said, "\n") {
			t.Errorf("%s: %s %q, want a refusal of one line", c.name, reading, said)
		}
		for _, part := range []string{c.taken, c.why, c.would} {
			if !strings.Contains(said, part) {
				t.Errorf("%s: no %q in %q", c.name, part, said)
			}
		}
	}
}

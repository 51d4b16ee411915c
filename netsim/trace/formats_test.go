package trace

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// utf16le writes text as PowerShell does.
func utf16le(text string, bom bool) string {
	var b []byte
	if bom {
		b = []byte{0xff, 0xfe}
	}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

const windowsKorean = "\r\nPing 192.0.2.7 32바이트 데이터 사용:\r\n" +
	"192.0.2.7의 응답: 바이트=32 시간=12ms TTL=57\r\n" +
	"요청 시간이 만료되었습니다.\r\n" +
	"192.0.2.7의 응답: 바이트=32 시간<1ms TTL=57\r\n" +
	"\r\n192.0.2.7에 대한 Ping 통계:\r\n    패킷: 보냄 = 3, 받음 = 2, 손실 = 1 (33% 손실),\r\n왕복 시간(밀리초):\r\n    최소 = 0ms, 최대 = 12ms, 평균 = 6ms\r\n"

const linuxHead = "PING h.example.net (192.0.2.7) 56(84) bytes of data.\n"

// Made samples of what there is no file of: each is read as a look at it says.
func TestFormats(t *testing.T) {
	reply := func(seq int, ms string) string {
		return fmt.Sprintf("64 bytes from 192.0.2.7: icmp_seq=%d ttl=57 time=%s ms\n", seq, ms)
	}
	for _, c := range []struct {
		name, text, format string
		want               string // see brief
	}{
		{"linux, first and last lost", linuxHead + reply(2, "10.5") + reply(3, "11.5") + "\n--- h ping statistics ---\n5 packets transmitted, 2 received, 60% packet loss, time 4000ms\n",
			"Linux ping", "5 3 0 0 | 10.500 11.0000 11.500 11.500"},
		{"linux, interrupted", linuxHead + reply(2, "10") + reply(4, "12"), "Linux ping", "4 2 0 0 | 10.000 11.0000 12.000 12.000"},
		{"linux, reordered", linuxHead + reply(1, "10") + reply(3, "10") + reply(2, "1500") + reply(4, "10"), "Linux ping", "4 0 0 1 | 10.000 10.0000 1500.000 1500.000"},
		{"linux, a lost copy", linuxHead + reply(1, "10") + "64 bytes from 192.0.2.7: icmp_seq=1 ttl=57 time=11 ms (DUP!)\n" + reply(2, "10"), "Linux ping", "2 0 1 0 | 10.000 10.0000 10.000 10.000"},
		{"linux, mtu", linuxHead + "From 192.0.2.1 icmp_seq=1 Frag needed and DF set (mtu = 1400)\n" + reply(2, "9"), "Linux ping", "2 1 0 0 | 9.000 9.0000 9.000 9.000"},
		{"linux, redirected", linuxHead + "From 192.0.2.1: icmp_seq=1 Redirect Host(New nexthop: 192.0.2.9)\n" + reply(1, "9"), "Linux ping", "1 0 0 0 | 9.000 9.0000 9.000 9.000"},
		{"linux, truncated reply", linuxHead + reply(1, "9") + "64 bytes from 192.0.2.7: icmp_seq=2 ttl=57 (truncated)\n", "Linux ping", "2 0 0 0 +1 | 9.000 9.0000 9.000 9.000"},
		{"linux, damaged but not of a probe", linuxHead + reply(1, "9") + "64 bytes from 192.0.2.7: what?\n--- h ping statistics ---\n2 packets transmitted, 1 received, 50% packet loss, time 1000ms\n", "Linux ping", "2 1 0 0 | 9.000 9.0000 9.000 9.000"},
		{"macos, an error as long as a reply", "PING h (192.0.2.7): 28 data bytes\n36 bytes from 192.0.2.7: icmp_seq=0 ttl=57 time=9.5 ms\n36 bytes from 192.0.2.1: Time to live exceeded\nVr HL TOS  Len   ID Flg  off TTL Pro  cks      Src      Dst\n 4  5  00 5400 567b   0 0000  01  01 a024 192.0.2.3  192.0.2.7\n\n36 bytes from 192.0.2.7: icmp_seq=2 ttl=57 time=9.5 ms\n", "macOS, BSD or BusyBox ping", "3 1 0 0 | 9.500 9.5000 9.500 9.500"},
		{"linux, two runs", linuxHead + reply(1, "9") + reply(2, "9") + "\n--- h ping statistics ---\n3 packets transmitted, 2 received, 33% packet loss, time 2000ms\n\n" + linuxHead + reply(1, "8"),
			"Linux ping", "4 1 0 0 | 8.000 9.0000 9.000 9.000"},
		{"linux, after a logger", "Nov 30 00:41:44 " + linuxHead + "Nov 30 00:41:44 " + reply(1, "7.25") + "Nov 30 00:41:45 " + reply(2, "7.75"), "Linux ping", "2 0 0 0 | 7.250 7.5000 7.750 7.750"},
		{"linux, Korean", linuxHead + "64 바이트 (192.0.2.7에서): icmp_seq=1 ttl=57 시간=3.25 ms\n아직 응답이 없습니다(icmp_seq=2)\n64 바이트 (192.0.2.7에서): icmp_seq=3 ttl=57 시간=3.75 ms\n64 바이트 (192.0.2.7에서): icmp_seq=3 ttl=57 시간=4.75 ms (중복!)\n",
			"Linux ping", "3 1 1 0 | 3.250 3.5000 3.750 3.750"},
		{"linux, Japanese", linuxHead + "64 バイト応答 送信元 192.0.2.7: icmp_seq=1 ttl=57 時間=3.5ミリ秒\n", "Linux ping", "1 0 0 0 | 3.500 3.5000 3.500 3.500"},
		{"linux, Chinese", linuxHead + "64 字节，来自 192.0.2.7: icmp_seq=1 ttl=57 时间=3.5 毫秒\n", "Linux ping", "1 0 0 0 | 3.500 3.5000 3.500 3.500"},
		{"linux, Ukrainian", linuxHead + "64 байтів від 192.0.2.7: icmp_seq=1 ttl=57 час=3.5 мс\n", "Linux ping", "1 0 0 0 | 3.500 3.5000 3.500 3.500"},
		{"linux, Czech", linuxHead + "64 bajtů od 192.0.2.7: pořadí=1 TTL=57 čas=3.5 ms\n", "Linux ping", "1 0 0 0 | 3.500 3.5000 3.500 3.500"},
		{"linux, French", linuxHead + "64\u00a0octets de 192.0.2.7\u00a0: icmp_seq=1 ttl=57 temps=3,5\u00a0ms\n--- statistiques ping h ---\n2\u00a0paquets transmis, 1 reçus, 50\u00a0% paquets perdus, temps 1001\u00a0ms\n",
			"Linux ping", "2 1 0 0 | 3.500 3.5000 3.500 3.500"},
		{"linux, French, spaces damaged", linuxHead + "64\xc2 octets de 192.0.2.7\xc2 : icmp_seq=1 ttl=57 temps=3.5\xa0ms\n", "Linux ping", "1 0 0 0 | 3.500 3.5000 3.500 3.500"},
		{"busybox, no beginning", "64 bytes from 192.0.2.7: seq=65534 ttl=57 time=3.5 ms\n64 bytes from 192.0.2.7: seq=1 ttl=57 time=4.5 ms\n", "Linux ping", "4 2 0 0 | 3.500 4.0000 4.500 4.500"},

		{"windows, Korean, UTF-8", windowsKorean, "Windows ping", "3 1 0 0 | 0.500 6.2500 12.000 12.000"},
		{"windows, Korean, UTF-16", utf16le(windowsKorean, true), "Windows ping", "3 1 0 0 | 0.500 6.2500 12.000 12.000"},
		{"windows, Korean, UTF-16 without a mark", utf16le(windowsKorean, false), "Windows ping", "3 1 0 0 | 0.500 6.2500 12.000 12.000"},
		// 시간 (time) and 응답 (answer) in CP949.
		{"windows, Korean, CP949", "\r\nPing 192.0.2.7 32\xb9\xd9\xc0\xcc\xc6\xae \xb5\xa5\xc0\xcc\xc5\xcd \xbb\xe7\xbf\xeb:\r\n192.0.2.7\xc0\xc7 \xc0\xc0\xb4\xe4: \xb9\xd9\xc0\xcc\xc6\xae=32 \xbd\xc3\xb0\xa3=12ms TTL=57\r\n\xbf\xe4\xc3\xbb \xbd\xc3\xb0\xa3\xc0\xcc \xb8\xb8\xb7\xe1.\r\n\r\n",
			"Windows ping", "2 1 0 0 | 12.000 12.0000 12.000 12.000"},
		// Windows counts the two answers of a router as received.
		{"windows, unreachable", "\r\nPinging 192.0.2.7 with 32 bytes of data:\r\nReply from 192.0.2.1: Destination host unreachable.\r\nReply from 192.0.2.7: bytes=32 time=12ms TTL=57\r\nReply from 192.0.2.1: TTL expired in transit.\r\nRequest timed out.\r\n\r\nPing statistics for 192.0.2.7:\r\n    Packets: Sent = 4, Received = 3, Lost = 1 (25% loss),\r\n",
			"Windows ping", "4 3 0 0 | 12.000 12.0000 12.000 12.000"},
		{"windows, all lost", "Pinging h.example.net [192.0.2.7] with 32 bytes of data:\r\n\r\nRequest timed out.\r\nGeneral failure.\r\n\r\nPing statistics for 192.0.2.7:\r\n    Packets: Sent = 2, Received = 0, Lost = 2 (100% loss),\r\n", "Windows ping", "2 2 0 0"},
		{"windows, German, CP850", "\r\nPing wird ausgef\x81hrt f\x81r 192.0.2.7 mit 32 Bytes Daten:\r\nAntwort von 192.0.2.7: Bytes=32 Zeit=9ms TTL=57\r\nZeit\x81berschreitung der Anforderung.\r\n\r\n", "Windows ping", "2 1 0 0 | 9.000 9.0000 9.000 9.000"},
		{"windows, Russian", "\r\nОбмен пакетами с 192.0.2.7 по с 32 байтами данных:\r\nОтвет от 192.0.2.7: число байт=32 время=15мс TTL=57\r\n\r\n", "Windows ping", "1 0 0 0 | 15.000 15.0000 15.000 15.000"},
		{"windows, Russian, first lost", "\r\nОбмен пакетами с h.example.net [192.0.2.7] с 32 байтами данных:\r\nПревышен интервал ожидания для запроса.\r\nОтвет от 192.0.2.7: число байт=32 время=15мс TTL=57\r\n\r\nСтатистика Ping для 192.0.2.7:\r\n    Пакетов: отправлено = 2, получено = 1, потеряно = 1\r\n    (50% потерь)\r\n", "Windows ping", "2 1 0 0 | 15.000 15.0000 15.000 15.000"},
		{"windows, IPv6", "\r\nPinging 2001:db8::7 with 32 bytes of data:\r\nReply from 2001:db8::7: time=15ms \r\nReply from 2001:db8::7: time<1ms \r\nRequest timed out.\r\n\r\nPing statistics for 2001:db8::7:\r\n    Packets: Sent = 3, Received = 2, Lost = 1 (33% loss),\r\n", "Windows ping", "3 1 0 0 | 0.500 7.7500 15.000 15.000"},

		{"fping 4, silent losses", "h.example.net : [0], 84 bytes, 12.5 ms (12.5 avg, 0% loss)\nh.example.net : [3], 84 bytes, 13.5 ms (13.0 avg, 50% loss)\n", "fping", "4 2 0 0 | 12.500 13.0000 13.500 13.500"},
		{"fping, a copy", "h : [0], 64 bytes, 1.5 ms (1.5 avg, 0% loss)\nh : duplicate for [0], 64 bytes, 1.7 ms\n", "fping", "1 0 1 0 | 1.500 1.5000 1.500 1.500"},
		{"fping, two hosts", "a.example : [0], 64 bytes, 1.5 ms (1.5 avg, 0% loss)\nbb.example: [0], 64 bytes, 2.5 ms (2.5 avg, 0% loss)\nbb.example: [1], timed out (2.5 avg, 50% loss)\na.example : xmt/rcv/%loss = 1/1/0%, min/avg/max = 1.5/1.5/1.5\n", "fping", "2 1 0 0 | 2.500 2.5000 2.500 2.500"},

		{"mtr 0.86, no probes", "h 0 192.0.2.1\np 0 900\nh 1 192.0.2.7\np 1 12500\np 0 800\np 1 13500\n", "mtr --raw", "2 ? ? ? | 12.500 13.0000 13.500 13.500"},
		{"mtr, late reply", "x 0 33000\nx 0 33001\np 0 1500 33001\np 0 9000 33000\n", "mtr --raw", "2 0 0 1 | 1.500 5.2500 9.000 9.000"},

		{"owping, lost", "seq_no=0 delay=1.50e+00 ms (unsync, err=2 ms) sent=1621352367.100000 recv=1621352367.101500\nseq_no=1 *LOST*\nseq_no=2 delay=2.50e+00 ms (unsync, err=2 ms) sent=1621352367.300000 recv=1621352367.302500\n", "owping -v", "3 1 0 0 | 1.500 2.0000 2.500 2.500"},

		{"owping, overtaken", "seq_no=0 delay=9.0e+00 ms (sync) sent=100.000 recv=100.009\nseq_no=1 delay=1.0e+00 ms (sync) sent=100.005 recv=100.006\n", "owping -v", "2 0 0 1 | 1.000 5.0000 9.000 9.000"},

		{"irtt as its manual shows, gzipped", gzipped(`{"version":{"irtt":"0.9.1"},"round_trips":[{"seqno":0,"lost":false,"timestamps":{},"delay":{"rtt":1500000}},{"seqno":1,"lost":true,"delay":{}},{"seqno":2,"lost":false,"delay":{"rtt":2500000}}]}`), "irtt JSON", "3 1 0 0 | 1.500 2.0000 2.500 2.500"},
		{"irtt, cut", `{"version":{"irtt":"0.9.1"},"round_trips":[{"seqno":0,"lost":"false","delay":{"rtt":1500000}},{"seqno":1,"lost":"fal`, "irtt JSON", "1 0 0 0 | 1.500 1.5000 1.500 1.500"},

		{"atlas", `[{"fw":5080,"type":"ping","prb_id":6,"timestamp":100,"dup":0,"result":[{"rtt":5.5},{"x":"*"},{"rtt":6.5,"dup":1},{"rtt":6.5}]},{"fw":5080,"type":"ping","prb_id":6,"timestamp":340,"result":[{"error":"unreachable"}]}]`, "RIPE Atlas ping", "4 2 1 0 | 5.500 6.0000 6.500 6.500"},
		{"atlas, a line each", `{"fw":4300,"type":"ping","prb_id":6,"timestamp":1,"avg":5.5,"result":[]}` + "\n" + `{"fw":5080,"type":"ping","prb_id":6,"timestamp":100,"result":[{"rtt":5.5}]}` + "\n", "RIPE Atlas ping", "1 0 0 0 | 5.500 5.5000 5.500 5.500"},

		{"csv, header and tabs", "packet\tsent (s)\trtt (ms)\n7\t1.00\t10.5\n8\t1.05\t*\n9\t1.10\t11.5\n", "CSV", "3 1 0 0 | 10.500 11.0000 11.500 11.500"},
		{"csv, lost column", "seq,delay_us,lost\n1,1500,0\n2,0,1\n3,2500,0\n", "CSV", "3 1 0 0 | 1.500 2.0000 2.500 2.500"},
		{"csv, units in the cells", "seq,rtt\n1,10 ms\n2,timeout\n3,12000us\n", "CSV", "3 1 0 0 | 10.000 11.0000 12.000 12.000"},
		{"csv, wraps at 65536", "seq,rtt_ms\n65534,1\n65535,1\n0,1\n2,1\n", "CSV", "5 1 0 0 | 1.000 1.0000 1.000 1.000"},
		{"csv, copies and order", "seq,send_ms,recv_ms\n1,0,10\n2,20,55\n3,40,50\n3,40,52\n4,60,70\n", "CSV", "4 0 1 1 | 10.000 10.0000 35.000 35.000"},
		{"csv, dates", "sent,received\n2026-11-30T00:00:00.000Z,2026-11-30T00:00:00.0105Z\n2026-11-30T00:00:00.050Z,2026-11-30T00:00:00.0615Z\n", "CSV", "2 0 0 0 | 10.500 11.0000 11.500 11.500"},
		{"csv, seconds by their steps", "0.00,0.0105\n0.05,0.0615\n0.10,0.1105\n", "CSV", "3 0 0 0 | 10.500 10.5000 11.500 11.500"},
		{"csv, Korean header", "순번,송신(ms),수신(ms)\n1,0,10.5\n2,50,\n3,100,111.5\n", "CSV", "3 1 0 0 | 10.500 11.0000 11.500 11.500"},
		{"csv, microseconds since 1970", "1795998369000000,1795998369010500\n1795998369050000,1795998369061500\n", "CSV", "2 0 0 0 | 10.500 11.0000 11.500 11.500"},
		{"csv, decimal commas in one column", "Latenz\n10,5\n11,5\n", "CSV", "2 0 0 0 | 10.500 11.0000 11.500 11.500"},
		{"csv, blank line lost", "rtt\n10.5\n\n11.5\n", "CSV", "3 1 0 0 | 10.500 11.0000 11.500 11.500"},
		{"csv, quoted", "\"seq\",\"rtt\"\n\"1\",\"10.5\"\n\"2\",\"NaN\"\n", "CSV", "2 1 0 0 | 10.500 10.5000 10.500 10.500"},
		{"csv, arrivals with numbers", "frame.time_epoch,rtp.seq\n1795998369.1,5\n1795998369.2,7\n", "CSV", "3 1 0 0"},
		{"wireshark", "\"No.\",\"Time\",\"Source\",\"Destination\",\"Protocol\",\"Length\",\"Info\"\n\"1\",\"0.000000\",\"192.0.2.1\",\"192.0.2.7\",\"UDP\",\"90\",\"27015  >  5000 Len=48\"\n\"2\",\"0.010000\",\"192.0.2.7\",\"192.0.2.1\",\"UDP\",\"60\",\"5000  >  27015 Len=18\"\n\"3\",\"0.016000\",\"192.0.2.1\",\"192.0.2.7\",\"UDP\",\"90\",\"27015  >  5000 Len=48\"\n", "Wireshark CSV", "2 ? ? ?"},

		{"mahimahi", "0\n5\n5\n12\n", "Mahimahi", "? ? ? ?"},
		{"netem distribution", "# a table\n-8192 -4096 0 0\n0 0 4096 8192\n", "netem distribution", "? ? ? ?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read("file", strings.NewReader(c.text), Options{Flow: ""})
			if err != nil {
				t.Fatal(err)
			}
			s := got.Summarise("")
			if b := brief(s); b != c.want || s.Format != c.format {
				t.Errorf("read %s %s, want %s %s\n%q", s.Format, b, c.format, c.want, s.Warnings)
			}
		})
	}
}

// What is no trace is refused in one line that says what it is.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          Options
		kind       error
		says       string
	}{
		{"nothing", " \n", Options{}, ErrNotUnderstood, "empty"},
		{"prose", "It was the best of times,\nit was the worst of times.\n", Options{}, ErrNotUnderstood, "want the output of ping"},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", Options{}, ErrNotUnderstood, "want the output of ping"},
		{"JSON", `{"a": [1, 2, 3]}`, Options{}, ErrNotUnderstood, "want the output of ping"},
		{"other columns", "a,b,c,d\n1,2,3,4\n5,6,7,8\n", Options{}, ErrNotUnderstood, ""},
		{"numbers far apart", "seq,rtt\n1,5\n900000000000,5\n", Options{}, ErrNotUnderstood, "can't be one trace"},
		{"flow of one", linuxHead + "64 bytes from 192.0.2.7: icmp_seq=1 ttl=57 time=3 ms\n", Options{Flow: "2"}, ErrOptions, "no flows to choose from"},
		{"no such flow", "a : 1.5 2.5\nb : 1.5 -\n", Options{Flow: "c"}, ErrOptions, `no flow is "c", want a number from 1 to 2`},
		{"field for text", "rtt\n5\n6\n", Options{Seq: &Field{Width: 2}}, ErrOptions, "captures"},
		{"schedule of nothing", "0\n0\n", Options{}, ErrNotUnderstood, ""},
	} {
		name := "file"
		if c.name == "schedule of nothing" {
			name = "file.trace"
		}
		tr, err := Read(name, strings.NewReader(c.text), c.o)
		if !errors.Is(err, c.kind) || !strings.Contains(fmt.Sprint(err), c.says) || strings.Contains(fmt.Sprint(err), "\n") {
			t.Errorf("%s: %v, error %v, want %v with %q", c.name, tr, err, c.kind, c.says)
		}
	}
}

// Flows of a text file: the one with the most packets unless another is asked for.
func TestFlows(t *testing.T) {
	const text = "a : 1.5 2.5\nbb : 3.5 -\nabc : 1.5 2.5 3.5\n"
	for _, c := range []struct{ asked, want string }{
		{"", "3 0 0 0 | 1.500 2.5000 3.500 3.500"},
		{"2", "2 1 0 0 | 3.500 3.5000 3.500 3.500"},
		{"a", "2 0 0 0 | 1.500 2.0000 2.500 2.500"}, // the whole name, though abc has it too
		{"bc", "3 0 0 0 | 1.500 2.5000 3.500 3.500"},
	} {
		tr, err := Read("", strings.NewReader(text), Options{Flow: c.asked})
		if err != nil {
			t.Errorf("flow %q: %v", c.asked, err)
			continue
		}
		if got := brief(tr.Summarise("")); got != c.want || len(tr.Flows) != 3 {
			t.Errorf("flow %q: %s of %d flows, want %s of 3", c.asked, got, len(tr.Flows), c.want)
		}
	}
	if _, err := Read("", strings.NewReader(text), Options{Flow: "b"}); err == nil || !strings.Contains(err.Error(), "two names") {
		t.Errorf("a part of two names: error %v", err)
	}
}

// Windows ping: a second after an answer, four after none.
func TestWindowsTimes(t *testing.T) {
	tr, _ := Read("", strings.NewReader(windowsKorean), Options{})
	for i, want := range []time.Duration{0, time.Second, 5 * time.Second} {
		if got := tr.Samples[i].SentAt; got != want {
			t.Errorf("probe %d sent at %v, want %v", i, got, want)
		}
	}
}

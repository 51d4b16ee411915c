package trace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// probe is what really became of a probe of a made file.
type probe struct {
	lost  bool
	delay time.Duration
}

// dialect writes the output of a tool. A line that is "" is not printed.
type dialect struct {
	name   string
	grain  time.Duration // of the delays it prints
	first  int           // the number of the first probe
	header string
	reply  func(seq int, at, delay time.Duration) string
	lost   func(seq int, at time.Duration) string
	totals func(sent, got int, least, mean, most time.Duration) string
	// silent says that a probe without an answer may have no line.
	silent bool
	// row says that notes can't stand between the lines.
	row bool
}

func fmtMS(d time.Duration, decimals int) string {
	return strconv.FormatFloat(float64(d)/1e6, 'f', decimals, 64)
}

func clock(at time.Duration) string {
	return time.Unix(1704484800, 0).UTC().Add(at).Format("15:04:05.000000")
}

func none(int, time.Duration) string                                        { return "" }
func noTotals(int, int, time.Duration, time.Duration, time.Duration) string { return "" }

// linuxTotals writes those of iputils with a sentence of a language.
func linuxTotals(title, sentence string) func(int, int, time.Duration, time.Duration, time.Duration) string {
	return func(sent, got int, least, mean, most time.Duration) string {
		text := fmt.Sprintf("\n--- %s ---\n"+sentence+"\n", title, sent, got, 100*(sent-got)/sent, (sent-1)*1000)
		if got > 0 {
			text += fmt.Sprintf("rtt min/avg/max/mdev = %s/%s/%s/1.000 ms\n", fmtMS(least, 3), fmtMS(mean, 3), fmtMS(most, 3))
		}
		return text
	}
}

func windowsTotals(title, counts, times string) func(int, int, time.Duration, time.Duration, time.Duration) string {
	return func(sent, got int, least, mean, most time.Duration) string {
		text := fmt.Sprintf("\r\n"+title+"\r\n"+counts+"\r\n", sent, got, sent-got, 100*(sent-got)/sent)
		if got > 0 {
			text += fmt.Sprintf(times+"\r\n", least.Milliseconds(), most.Milliseconds(), mean.Milliseconds())
		}
		return text
	}
}

func linux(name, header, reply, lost, sentence string) dialect {
	return dialect{
		name: name, grain: 100 * time.Microsecond, first: 1, header: header + "\n",
		reply: func(seq int, _, d time.Duration) string { return fmt.Sprintf(reply+"\n", seq, fmtMS(d, 1)) },
		lost: func(seq int, _ time.Duration) string {
			if lost == "" {
				return ""
			}
			return fmt.Sprintf(lost+"\n", seq)
		},
		totals: linuxTotals("h.example.net ping statistics", sentence), silent: lost == "",
	}
}

func windows(name, header, reply, lost, title, counts, times string) dialect {
	return dialect{
		name: name, grain: time.Millisecond, header: "\r\n" + header + "\r\n",
		reply:  func(_ int, _, d time.Duration) string { return fmt.Sprintf(reply+"\r\n", d.Milliseconds()) },
		lost:   func(int, time.Duration) string { return lost + "\r\n" },
		totals: windowsTotals(title, counts, times),
	}
}

var dialects = []dialect{
	linux("linux", "PING h.example.net (192.0.2.7) 56(84) bytes of data.", "64 bytes from 192.0.2.7: icmp_seq=%d ttl=57 time=%s ms", "", "%d packets transmitted, %d received, %d%% packet loss, time %dms"),
	linux("linux -O", "PING h.example.net (192.0.2.7) 56(84) bytes of data.", "64 bytes from 192.0.2.7: icmp_seq=%d ttl=57 time=%s ms", "no answer yet for icmp_seq=%d", "%d packets transmitted, %d received, %d%% packet loss, time %dms"),
	linux("linux, French", "PING h.example.net (192.0.2.7) 56(84) octets de données.", "64\u00a0octets de 192.0.2.7\u00a0: icmp_seq=%d ttl=57 temps=%s\u00a0ms", "", "%d\u00a0paquets transmis, %d reçus, %d\u00a0%% paquets perdus, temps %d\u00a0ms"),
	linux("linux, Korean", "PING h.example.net (192.0.2.7) 56(84) 바이트 데이터.", "64 바이트 (192.0.2.7에서): icmp_seq=%d ttl=57 시간=%s ms", "아직 응답이 없습니다(icmp_seq=%d)", "%d 패킷이 전송됨, %d 수신됨, %d%% 패킷 손실, 시간 %dms"),
	linux("linux, German", "PING h.example.net (192.0.2.7) 56(84) Bytes an Daten.", "64 Bytes von 192.0.2.7: icmp_seq=%d ttl=57 Zeit=%s ms", "", "%d Pakete übertragen, %d empfangen, %d%% packet loss, Zeit %dms"),
	{
		name: "macos", grain: time.Microsecond, header: "PING h.example.net (192.0.2.7): 56 data bytes\n",
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("64 bytes from 192.0.2.7: icmp_seq=%d ttl=57 time=%s ms\n", seq, fmtMS(d, 3))
		},
		lost:   func(seq int, _ time.Duration) string { return fmt.Sprintf("Request timeout for icmp_seq %d\n", seq) },
		totals: linuxTotals("h.example.net ping statistics", "%d packets transmitted, %d packets received, %d.0%% packet loss%.0d"),
	},
	{
		name: "linux -D", grain: 100 * time.Microsecond, first: 1, header: "PING h.example.net (192.0.2.7) 56(84) bytes of data.\n", silent: true,
		reply: func(seq int, at, d time.Duration) string {
			return fmt.Sprintf("[%.6f] 64 bytes from 192.0.2.7: icmp_seq=%d ttl=57 time=%s ms\n", 1704484800+(at+d).Seconds(), seq, fmtMS(d, 1))
		},
		lost: none, totals: linuxTotals("h.example.net ping statistics", "%d packets transmitted, %d received, %d%% packet loss, time %dms"),
	},
	windows("windows", "Pinging 192.0.2.7 with 32 bytes of data:", "Reply from 192.0.2.7: bytes=32 time=%dms TTL=118", "Request timed out.", "Ping statistics for 192.0.2.7:", "    Packets: Sent = %d, Received = %d, Lost = %d (%d%% loss),", "Approximate round trip times in milli-seconds:\r\n    Minimum = %dms, Maximum = %dms, Average = %dms"),
	windows("windows, German", "Ping wird ausgeführt für 192.0.2.7 mit 32 Bytes Daten:", "Antwort von 192.0.2.7: Bytes=32 Zeit=%dms TTL=118", "Zeitüberschreitung der Anforderung.", "Ping-Statistik für 192.0.2.7:", "    Pakete: Gesendet = %d, Empfangen = %d, Verloren = %d\r\n    (%d%% Verlust),", "Ca. Zeitangaben in Millisek.:\r\n    Minimum = %dms, Maximum = %dms, Mittelwert = %dms"),
	windows("windows, Korean", "Ping 192.0.2.7 32바이트 데이터 사용:", "192.0.2.7의 응답: 바이트=32 시간=%dms TTL=118", "요청 시간이 만료되었습니다.", "192.0.2.7에 대한 Ping 통계:", "    패킷: 보냄 = %d, 받음 = %d, 손실 = %d (%d%% 손실),", "왕복 시간(밀리초):\r\n    최소 = %dms, 최대 = %dms, 평균 = %dms"),
	windows("windows, Russian", "Обмен пакетами с 192.0.2.7 по с 32 байтами данных:", "Ответ от 192.0.2.7: число байт=32 время=%dмс TTL=118", "Превышен интервал ожидания для запроса.", "Статистика Ping для 192.0.2.7:", "    Пакетов: отправлено = %d, получено = %d, потеряно = %d\r\n    (%d%% потерь)", "Приблизительное время приема-передачи в мс:\r\n    Минимальное = %dмсек, Максимальное = %d мсек, Среднее = %d мсек"),
	windows("windows, French", "Envoi d'une requête 'Ping'  192.0.2.7 avec 32 octets de données :", "Réponse de 192.0.2.7 : octets=32 temps=%d ms TTL=118", "Délai d'attente de la demande dépassé.", "Statistiques Ping pour 192.0.2.7:", "    Paquets : envoyés = %d, reçus = %d, perdus = %d (perte %d%%),", "Durée approximative des boucles en millisecondes :\r\n    Minimum = %dms, Maximum = %dms, Moyenne = %dms"),
	windows("windows, Japanese", "192.0.2.7 に ping を送信しています 32 バイトのデータ:", "192.0.2.7 からの応答: バイト数 =32 時間 =%dms TTL=118", "要求がタイムアウトしました。", "192.0.2.7 の ping 統計:", "    パケット数: 送信 = %d、受信 = %d、損失 = %d (%d%% の損失)、", "ラウンド トリップの概算時間 (ミリ秒):\r\n    最小 = %dms、最大 = %dms、平均 = %dms"),
	windows("windows, Chinese", "正在 Ping 192.0.2.7 具有 32 字节的数据:", "来自 192.0.2.7 的回复: 字节=32 时间=%dms TTL=118", "请求超时。", "192.0.2.7 的 Ping 统计信息:", "    数据包: 已发送 = %d，已接收 = %d，丢失 = %d (%d%% 丢失)，", "往返行程的估计时间(以毫秒为单位):\r\n    最短 = %dms，最长 = %dms，平均 = %dms"),
	{
		name: "fping", grain: 10 * time.Microsecond,
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("192.0.2.7 : [%d], 64 bytes, %s ms (9.99 avg, 0%% loss)\n", seq, fmtMS(d, 2))
		},
		lost: func(seq int, _ time.Duration) string {
			return fmt.Sprintf("192.0.2.7 : [%d], timed out (9.99 avg, 10%% loss)\n", seq)
		},
		totals: func(sent, got int, least, mean, most time.Duration) string {
			text := fmt.Sprintf("\n192.0.2.7 : xmt/rcv/%%loss = %d/%d/%d%%", sent, got, 100*(sent-got)/sent)
			if got > 0 {
				text += fmt.Sprintf(", min/avg/max = %s/%s/%s", fmtMS(least, 2), fmtMS(mean, 2), fmtMS(most, 2))
			}
			return text + "\n"
		},
	},
	{
		name: "mtr --raw", grain: time.Microsecond, row: true,
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("x 0 %d\np 0 %d %d\n", 33000+seq, d.Microseconds(), 33000+seq)
		},
		lost: func(seq int, _ time.Duration) string { return fmt.Sprintf("x 0 %d\n", 33000+seq) }, totals: noTotals,
	},
	{
		name: "Test-Connection 5", grain: time.Millisecond, row: true,
		header: "\r\nSource        Destination     IPV4Address      IPV6Address                              Bytes    Time(ms)\r\n------        -----------     -----------      -----------                              -----    --------\r\n",
		reply: func(_ int, _, d time.Duration) string {
			return fmt.Sprintf("DESKTOP       h.example.net   192.0.2.7                                                 32       %d\r\n", d.Milliseconds())
		},
		lost: func(int, time.Duration) string {
			return "Test-Connection : Testing connection to computer 'h.example.net' failed: Error due to lack of resources\r\n"
		},
		totals: noTotals,
	},
	{
		name: "Test-Connection 7", grain: time.Millisecond, first: 1, row: true,
		header: "\n   Destination: h.example.net\n\nPing Source           Address                   Latency BufferSize Status\n                                                   (ms)        (B)\n---- ------           -------                   ------- ---------- ------\n",
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("%4d DESKTOP          192.0.2.7                 %7d         32 Success\n", seq, d.Milliseconds())
		},
		lost: func(seq int, _ time.Duration) string {
			return fmt.Sprintf("%4d DESKTOP          *                               *         32 TimedOut\n", seq)
		}, totals: noTotals,
	},
	{
		name: "tcping", grain: time.Microsecond, header: "\r\n** Probing latency **\r\n",
		reply: func(_ int, _, d time.Duration) string {
			return fmt.Sprintf("Probing 192.0.2.7:443/tcp - Port is open - time=%sms \r\n", fmtMS(d, 3))
		},
		lost: func(int, time.Duration) string {
			return "Probing 192.0.2.7:443/tcp - No response - time=2000.123ms \r\n"
		},
		totals: func(sent, got int, least, mean, most time.Duration) string {
			return fmt.Sprintf("\r\nPing statistics for 192.0.2.7:443\r\n     %d probes sent. \r\n     %d successful, %d failed.  (%d.00%% fail)\r\nApproximate trip times in milli-seconds:\r\n     Minimum = %sms, Maximum = %sms, Average = %sms\r\n", sent, got, sent-got, 100*(sent-got)/sent, fmtMS(least, 3), fmtMS(most, 3), fmtMS(mean, 3))
		},
	},
	{
		name: "psping", grain: 10 * time.Microsecond, row: true,
		header: "PsPing v2.12 - PsPing - ping, latency, bandwidth measurement utility\r\n\r\nTCP connect to 192.0.2.7:443:\r\n101 iterations (warmup 1) ping test:\r\nConnecting to 192.0.2.7:443 (warmup): from 192.0.2.9:52000: 99.99ms\r\n",
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("Connecting to 192.0.2.7:443: from 192.0.2.9:%d: %sms\r\n", 52001+seq, fmtMS(d, 2))
		},
		lost: func(int, time.Duration) string {
			return "Connecting to 192.0.2.7:443: \r\nThis operation returned because the timeout period expired.\r\n"
		},
		totals: windowsTotals("TCP connect statistics for 192.0.2.7:443:", "  Sent = %d, Received = %d, Lost = %d (%d%% loss),", "  Minimum = %d.00ms, Maximum = %d.00ms, Average = %d.00ms"),
	},
	{
		name: "paping", grain: 10 * time.Microsecond, header: "paping v1.5.5\n\nConnecting to 192.0.2.7 on TCP 443:\n\n",
		reply: func(_ int, _, d time.Duration) string {
			return fmt.Sprintf("Connected to 192.0.2.7: time=%sms protocol=TCP port=443\n", fmtMS(d, 2))
		},
		lost: func(int, time.Duration) string { return "Connection timed out\n" },
		totals: func(sent, got int, least, mean, most time.Duration) string {
			return fmt.Sprintf("\nConnection statistics:\n\tAttempted = %d, Connected = %d, Failed = %d (%d.00%%)\nApproximate connection times:\n\tMinimum = %sms, Maximum = %sms, Average = %sms\n", sent, got, sent-got, 100*(sent-got)/sent, fmtMS(least, 2), fmtMS(most, 2), fmtMS(mean, 2))
		},
	},
	{
		name: "nping", grain: 100 * time.Microsecond, first: 1, row: true, header: "\nStarting Nping 0.7.80 ( https://nmap.org/nping ) at 2024-01-05 20:00 CET\n",
		reply: func(seq int, at, d time.Duration) string {
			return fmt.Sprintf("SENT (%.4fs) ICMP [192.0.2.9 > 192.0.2.7 Echo request (type=8/code=0) id=5 seq=%d] IP [ttl=64 id=4840 iplen=28 ]\nRCVD (%.4fs) ICMP [192.0.2.7 > 192.0.2.9 Echo reply (type=0/code=0) id=5 seq=%d] IP [ttl=63 id=2 iplen=28 ]\n", at.Seconds()+1, seq, (at+d).Seconds()+1, seq)
		},
		lost: func(seq int, at time.Duration) string {
			return fmt.Sprintf("SENT (%.4fs) ICMP [192.0.2.9 > 192.0.2.7 Echo request (type=8/code=0) id=5 seq=%d] IP [ttl=64 id=4840 iplen=28 ]\n", at.Seconds()+1, seq)
		},
		totals: func(sent, got int, _, _, _ time.Duration) string {
			return fmt.Sprintf(" \nRaw packets sent: %d (84B) | Rcvd: %d (56B) | Lost: %d (33.33%%)\nNping done: 1 IP address pinged in 3.14 seconds\n", sent, got, sent-got)
		},
	},
	{
		name: "hping3", grain: 100 * time.Microsecond, header: "HPING h.example.net (eth0 192.0.2.7): S set, 40 headers + 0 data bytes\n", silent: true,
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("len=46 ip=192.0.2.7 ttl=57 DF id=0 sport=80 flags=SA seq=%d win=14600 rtt=%s ms\n", seq, fmtMS(d, 1))
		},
		lost: none,
		totals: func(sent, got int, least, mean, most time.Duration) string {
			return fmt.Sprintf("\n--- h.example.net hping statistic ---\n%d packets transmitted, %d packets received, %d%% packet loss\nround-trip min/avg/max = %s/%s/%s ms\n", sent, got, 100*(sent-got)/sent, fmtMS(least, 1), fmtMS(mean, 1), fmtMS(most, 1))
		},
	},
	{
		name: "arping", grain: time.Microsecond, header: "ARPING 192.0.2.7\n",
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("42 bytes from 02:00:5e:00:53:01 (192.0.2.7): index=%d time=%s msec\n", seq, fmtMS(d, 3))
		},
		lost: func(int, time.Duration) string { return "Timeout\n" },
		totals: func(sent, got int, _, _, _ time.Duration) string {
			return fmt.Sprintf("\n--- 192.0.2.7 statistics ---\n%d packets transmitted, %d packets received, %3d%% unanswered (0 extra)\n", sent, got, 100*(sent-got)/sent)
		},
	},
	{
		name: "RouterOS", grain: time.Millisecond, row: true, header: "[admin@MikroTik] > /ping 192.0.2.7\n  SEQ HOST                                     SIZE TTL TIME  STATUS\n",
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("  %3d 192.0.2.7                                  56  64 %dms\n", seq, d.Milliseconds())
		},
		lost: func(seq int, _ time.Duration) string {
			return fmt.Sprintf("  %3d 192.0.2.7                                             timeout\n", seq)
		},
		totals: func(sent, got int, least, mean, most time.Duration) string {
			return fmt.Sprintf("    sent=%d received=%d packet-loss=%d%% min-rtt=%dms avg-rtt=%dms max-rtt=%dms\n", sent, got, 100*(sent-got)/sent, least.Milliseconds(), mean.Milliseconds(), most.Milliseconds())
		},
	},
	{
		name: "irtt", grain: 100 * time.Microsecond, header: "[Connecting] connecting to 192.0.2.7\n[192.0.2.7:2112] [Connected] connection established\n", silent: true,
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("seq=%d rtt=%sms rd=1.1ms sd=2.2ms ipdv=3.3ms\n", seq, fmtMS(d, 1))
		},
		lost: none,
		totals: func(sent, got int, _, _, _ time.Duration) string {
			return fmt.Sprintf("\npackets sent/received (loss): %d/%d (%d.00%%)\n", sent, got, 100*(sent-got)/sent)
		},
	},
	{
		name: "tcpdump", grain: time.Microsecond, first: 1, row: true,
		reply: func(seq int, at, d time.Duration) string {
			return fmt.Sprintf("%s IP 192.0.2.9 > 192.0.2.7: ICMP echo request, id 4356, seq %d, length 64\n%s IP 192.0.2.7 > 192.0.2.9: ICMP echo reply, id 4356, seq %d, length 64\n", clock(at), seq, clock(at+d), seq)
		},
		lost: func(seq int, at time.Duration) string {
			return fmt.Sprintf("%s IP 192.0.2.9 > 192.0.2.7: ICMP echo request, id 4356, seq %d, length 64\n", clock(at), seq)
		}, totals: noTotals,
	},
	{
		name: "tshark", grain: time.Microsecond, first: 1, row: true,
		reply: func(seq int, at, d time.Duration) string {
			return fmt.Sprintf("    %d %.6f    192.0.2.9 → 192.0.2.7    ICMP 98 Echo (ping) request  id=0x1104, seq=%d/256, ttl=64\n    %d %.6f    192.0.2.7 → 192.0.2.9    ICMP 98 Echo (ping) reply    id=0x1104, seq=%d/256, ttl=57 (request in 1)\n", 2*seq, at.Seconds(), seq, 2*seq+1, (at + d).Seconds(), seq)
		},
		lost: func(seq int, at time.Duration) string {
			return fmt.Sprintf("    %d %.6f    192.0.2.9 → 192.0.2.7    ICMP 98 Echo (ping) request  id=0x1104, seq=%d/256, ttl=64 (no response found!)\n", 2*seq, at.Seconds(), seq)
		}, totals: noTotals,
	},
	{
		name: "game log", grain: 100 * time.Microsecond, first: 100, silent: true,
		reply: func(seq int, at, d time.Duration) string {
			return fmt.Sprintf("2024-01-05 %s recv seq=%d dt=50 ms rtt=%s ms jitter=2 ms\n", clock(at)[:12], seq, fmtMS(d, 1))
		},
		lost: none, totals: noTotals,
	},
	{
		name: "csv", grain: 10 * time.Microsecond, first: 1, row: true, header: "seq,rtt_ms\n",
		reply: func(seq int, _, d time.Duration) string { return fmt.Sprintf("%d,%s\n", seq, fmtMS(d, 2)) },
		lost:  func(seq int, _ time.Duration) string { return fmt.Sprintf("%d,*\n", seq) }, totals: noTotals,
	},
	{
		name: "csv, Excel's dates", grain: 100 * time.Microsecond, row: true, header: "\ufeffZeit;Ping (ms);Paketverlust\r\n",
		reply: func(_ int, at, d time.Duration) string {
			return fmt.Sprintf("05.01.2024 %s;%s;0\r\n", clock(at)[:8], strings.Replace(fmtMS(d, 1), ".", ",", 1))
		},
		lost: func(_ int, at time.Duration) string { return fmt.Sprintf("05.01.2024 %s;;1\r\n", clock(at)[:8]) }, totals: noTotals,
	},
	{
		name: "csv, status", grain: time.Millisecond, row: true, header: "\"Ping\",\"Source\",\"Destination\",\"Latency\",\"Status\"\n", first: 1,
		reply: func(seq int, _, d time.Duration) string {
			return fmt.Sprintf("\"%d\",\"DESKTOP\",\"h.example.net\",\"%d\",\"Success\"\n", seq, d.Milliseconds())
		},
		lost: func(seq int, _ time.Duration) string {
			return fmt.Sprintf("\"%d\",\"DESKTOP\",\"h.example.net\",\"0\",\"TimedOut\"\n", seq)
		}, totals: noTotals,
	},
}

// madeLine is a line, or several that belong together, of a made file.
type madeLine struct {
	text  string
	probe int // how many probes are known after it
}

// make writes a file of probes.
func (d *dialect) make(probes []probe, r *rand.Rand, withTotals, notes bool) []madeLine {
	lines := []madeLine{{d.header, 0}}
	got := 0
	var least, most, sum time.Duration
	for i, p := range probes {
		at := time.Duration(i) * time.Second
		text := d.lost(d.first+i, at)
		if !p.lost {
			if text = d.reply(d.first+i, at, p.delay); got == 0 {
				least, most = p.delay, p.delay
			}
			least, most, sum = min(least, p.delay), max(most, p.delay), sum+p.delay
			got++
		}
		lines = append(lines, madeLine{text, i + 1})
		if notes && !d.row && r.IntN(40) == 0 {
			lines = append(lines, madeLine{[]string{"^^^ here it lagged\n", "\n", "...\n", "// patch day at 12:30, ping=99 ms\n"}[r.IntN(4)], i + 1})
		}
	}
	if withTotals && got > 0 {
		lines = append(lines, madeLine{d.totals(len(probes), got, least, sum/time.Duration(got), most), len(probes)})
	}
	return lines
}

// readsAs reports whether a trace has just these probes; those at the end of which
// nothing is printed may be missing.
func (d *dialect) readsAs(t *Trace, probes []probe, open bool) string {
	n := len(probes)
	for n > 0 && open && d.silent && probes[n-1].lost && n > len(t.Samples) {
		n--
	}
	probes = probes[:n]
	for d.header == "" && d.silent && len(probes) > 0 && probes[0].lost {
		probes = probes[1:] // where the numbers begin isn't known
	}
	if n = len(probes); len(t.Samples) != n {
		return fmt.Sprintf("%d packets, want %d", len(t.Samples), n)
	}
	for i, s := range t.Samples {
		if p := probes[i]; s.State == Lost != p.lost || s.State == Unreadable || s.Delay != p.delay || s.Copies > 0 {
			return fmt.Sprintf("packet %d is %+v, want %+v", i, s, p)
		}
	}
	return ""
}

// doubts returns the warnings that say that something may be missing or was left out.
func doubts(t *Trace) (out []string) {
	for _, w := range t.Warnings {
		if !strings.Contains(w.Text, "is assumed") && !strings.Contains(w.Text, "are assumed") {
			out = append(out, w.String())
		}
	}
	return out
}

// Files of every text format, of any size and loss, with notes between the lines, blank
// lines lost and cut anywhere, are read as they were made, or refused, or a warning says
// that something is missing.
func TestMadeFiles(t *testing.T) {
	files := 60
	if n, err := strconv.Atoi(os.Getenv("TRACE_FILES")); err == nil {
		files = n
	}
	for k := range dialects {
		d := &dialects[k]
		t.Run(d.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(k)))
			refused := 0
			for range files {
				probes := make([]probe, 1+r.IntN(60))
				share := []int{0, 0, 5, 20, 60}[r.IntN(5)]
				for i := range probes {
					if probes[i].lost = r.IntN(100) < share; !probes[i].lost {
						probes[i].delay = (5*time.Millisecond + time.Duration(r.ExpFloat64()*float64(20*time.Millisecond))).Truncate(d.grain)
					}
				}
				totals, notes := r.IntN(2) == 0, r.IntN(3) == 0
				lines := d.make(probes, r, totals, notes)
				var text strings.Builder
				dense := r.IntN(4) == 0
				whole := map[int]int{} // probes known by the length of the text
				for _, l := range lines {
					if dense {
						l.text = strings.ReplaceAll(strings.ReplaceAll(l.text, "\r\n\r\n", "\r\n"), "\n\n", "\n")
					}
					text.WriteString(l.text)
					whole[text.Len()] = l.probe
				}
				data, known, open := text.String(), len(probes), !totals || d.totals(3, 2, 1, 1, 1) == ""
				if r.IntN(3) == 0 {
					cut := r.IntN(len(data) + 1)
					data, known, open = data[:cut], 0, true
					for end, n := range whole {
						if end <= cut {
							known = max(known, n)
						}
					}
				}
				tr, err := Read("file", strings.NewReader(data), Options{})
				if err != nil {
					refused++
					received := 0
					for _, p := range probes[:known] {
						received += b2i(!p.lost)
					}
					if len(data) == text.Len() && !notes && received > 1 {
						t.Fatalf("%v:\n%s", err, data)
					}
					continue
				}
				wrong := d.readsAs(tr, probes[:known], open)
				if wrong != "" && known < len(probes) && d.readsAs(tr, probes[:known+1], open) == "" {
					wrong = "" // the line that was cut says enough
				}
				if wrong != "" && (len(data) == text.Len() && !notes || len(doubts(tr)) == 0) {
					t.Fatalf("%s\n%q\n…%s", wrong, tr.Warnings, data[max(0, len(data)-400):])
				}
			}
			t.Logf("%d of %d refused", refused, files)
		})
	}
}

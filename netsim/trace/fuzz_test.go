package trace

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkTrace fails if a trace breaks what is promised of every one.
func checkTrace(t *testing.T, tr *Trace) {
	t.Helper()
	if len(tr.Samples) > MaxSamples || len(tr.Warnings) > MaxWarnings+1 {
		t.Fatalf("%d samples and %d warnings", len(tr.Samples), len(tr.Warnings))
	}
	for i, s := range tr.Samples {
		if s.SentAt < 0 || s.State != Received && s.Delay != 0 || s.State == Lost && (s.Reordered || s.Copies != 0) {
			t.Fatalf("sample %d: %+v", i, s)
		}
	}
	for _, w := range tr.Warnings {
		if strings.ContainsAny(w.Text, "\n\r") || w.Line < 0 {
			t.Fatalf("warning %q", w)
		}
	}
	s := tr.Summarise("")
	if s.Variation != nil && s.Variation.Min != 0 {
		t.Fatalf("the smallest variation is %v", s.Variation.Min)
	}
}

// FuzzRead reads anything under a name that leads to each format, and with fields.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.*")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(filepath.Base(name), data[:min(len(data), 2000)], false)
	}
	for _, text := range []string{
		windowsKorean, linuxHead + "64 bytes from h: icmp_seq=1 ttl=64 time=1 ms\n",
		"a : 1.5 2.5\n", "a : [0], 64 bytes, 1.5 ms (1.5 avg, 0% loss)\n", "x 0 33000\np 0 900 33000\n",
		"seq_no=0 delay=1.50e+00 ms (sync) sent=1.1 recv=1.2\n", "0\n5\n5\n12\n", "1 2 3 4\n",
		`{"irtt":1,"round_trips":[{"seqno":0,"lost":"true_up","timestamps":{"client":{"send":{"wall":1}}}}]}`,
		`[{"prb_id":1,"timestamp":1,"result":[{"rtt":1}]}]`, "seq;sent;recv\n1;1,5;2,5\n",
		"\"No.\",\"Time\",\"Source\",\"Destination\",\"Info\"\n\"1\",\"0.0\",\"a\",\"b\",\"1  >  2 Len\"\n",
	} {
		f.Add("file", []byte(text), false)
	}
	for k := range dialects {
		lines := ""
		for _, l := range dialects[k].make([]probe{{false, 21e6}, {lost: true}, {false, 35e6}}, rand.New(rand.NewPCG(1, 2)), true, false) {
			lines += l.text
		}
		f.Add("file", []byte(lines), false)
	}
	kinds, _ := filepath.Glob("testdata/kinds/*")
	for _, name := range kinds {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(filepath.Base(name), data, false)
	}
	f.Add("x.pcap", pcap(gameStream(jittery)[:60]), true)
	f.Add("x.pcapng", append(append([]byte(nil), section...), packetBlock(5, ipv4(1, []byte("payload")))...), true)
	f.Fuzz(func(t *testing.T, name string, data []byte, fields bool) {
		if len(data) > 1<<16 {
			return
		}
		var o Options
		if fields {
			o = Options{Seq: &Field{Offset: 2, Width: 2}, Clock: &Field{Offset: 4, Width: 4, Frequency: 1000}}
		}
		tr, err := Read(name, bytes.NewReader(data), o)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n") {
				t.Fatalf("an error of several lines: %q", err)
			}
			return
		}
		checkTrace(t, tr)
	})
}

// Every file cut anywhere, and with bytes changed, is read or refused.
func TestCutFiles(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.*")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data = data[:min(len(data), 3000)]
		cuts := 25
		if testing.Short() {
			cuts = 3
		}
		for cut := 0; cut < len(data); cut += 1 + len(data)/cuts {
			if tr, err := Read(name, bytes.NewReader(data[:cut]), Options{}); err == nil {
				checkTrace(t, tr)
			}
			broken := append([]byte(nil), data...)
			broken[cut] ^= 0x15
			if tr, err := Read(name, bytes.NewReader(broken), Options{}); err == nil {
				checkTrace(t, tr)
			}
		}
	}
}

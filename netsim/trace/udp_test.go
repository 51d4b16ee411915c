package trace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// gameStream is a game's stream as a console sends it: a type, a number of 16 bits at
// byte 2 that starts again, milliseconds in 32 bits at byte 4, then state. Of 400
// datagrams every 15 ms, 100 to 104 are lost, 200 comes twice, and each takes the delay
// of the function.
func gameStream(delay func(i int) time.Duration) []sent {
	r := rand.New(rand.NewPCG(1, 2))
	var all []sent
	for i := range 400 {
		if i >= 100 && i < 105 {
			continue
		}
		p := []byte{0x17, byte(r.Uint32())}
		p = binary.BigEndian.AppendUint16(p, uint16(65400+i))
		p = binary.BigEndian.AppendUint32(p, uint32(3_000_000+15*i))
		for range 20 {
			p = append(p, byte(r.Uint32()))
		}
		at := 1000*time.Second + time.Duration(i)*15*time.Millisecond + delay(i)
		all = append(all, sent{at, p})
		if i == 200 {
			all = append(all, sent{at + time.Millisecond, p})
		}
	}
	return all
}

func jittery(i int) time.Duration { return time.Duration(i*7919%20) * time.Millisecond / 2 }

// With a number and a clock a capture of the receiver's side gives losses, copies and
// the variation of the one-way delay exactly; both are suggested.
func TestGameStream(t *testing.T) {
	data := pcap(gameStream(jittery))
	tr, err := Read("", bytes.NewReader(data), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := brief(tr.Summarise("")), "396 ? ? ?"; got != want {
		t.Errorf("without fields: %s, want %s", got, want)
	}
	const suggested = "--seq u16be@2 --clock u32be@4/ms"
	if f := tr.Flows; len(f) != 1 || fmt.Sprint(f[0].Fields) != "["+suggested+"]" {
		t.Fatalf("flows %+v, want one with %s", f, suggested)
	}
	seq, _ := ParseField("u16be@2")
	clock, _ := ParseField("u32be@4/ms")
	tr, err = Read("", bytes.NewReader(data), Options{Seq: &seq, Clock: &clock})
	if err != nil {
		t.Fatal(err)
	}
	s := tr.Summarise("")
	// Delays are 0, 0.5, … 9.5 ms, each as often.
	if got, want := brief(s), "400 5 1 0 | 0.000 4.5000 9.000 9.500"; got != want || s.Measures != OneWay {
		t.Errorf("%v %s, want %s", s.Measures, got, want)
	}
	if *s.Interval != 15 || s.LongestLossRun != 5 {
		t.Errorf("interval %v ms, %d lost in a row, want 15 and 5", *s.Interval, s.LongestLossRun)
	}
	for i, p := range tr.Samples {
		want := jittery(i)
		if p.State == Received && p.Delay != want || p.SentAt != time.Duration(i)*15*time.Millisecond {
			t.Fatalf("packet %d: delay %v, sent at %v, want %v at %v", i, p.Delay, p.SentAt, want, time.Duration(i)*15*time.Millisecond)
		}
	}
	// Only a clock: delays, but no losses.
	tr, err = Read("", bytes.NewReader(data), Options{Clock: &clock})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := brief(tr.Summarise("")), "396 ? ? ? | 0.000 4.5000 9.000 9.500"; got != want {
		t.Errorf("with a clock: %s, want %s", got, want)
	}
	// Only a number: losses, but no delays.
	tr, err = Read("", bytes.NewReader(data), Options{Seq: &seq})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := brief(tr.Summarise("")), "400 5 1 0"; got != want {
		t.Errorf("with a number: %s, want %s", got, want)
	}
}

// Noise has no fields, and a number that counts messages of which a datagram has
// several is no number of datagrams.
func TestNoSuggestion(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var all []sent
	messages := 0
	for i := range 500 {
		messages += 1 + r.IntN(2)
		p := binary.BigEndian.AppendUint16(nil, uint16(messages))
		for range 30 {
			p = append(p, byte(r.Uint32()))
		}
		all = append(all, sent{time.Duration(i) * 15 * time.Millisecond, p})
	}
	tr, err := Read("", bytes.NewReader(pcap(all)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := tr.Flows[0].Fields; len(f) != 0 {
		t.Errorf("suggested %q", f)
	}
	if !strings.Contains(fmt.Sprint(tr.Warnings), "as regular as if") {
		t.Errorf("no warning about a capture of the sender: %q", tr.Warnings)
	}
}

// RTP is known by itself: 20 ms of 16 kHz a packet, two of a frame with one time, a
// packet lost, one late, and another protocol on the same port.
func TestRTP(t *testing.T) {
	var all []sent
	for i := range 100 {
		at := 5*time.Second + time.Duration(i)*20*time.Millisecond
		if i%25 == 0 {
			all = append(all, sent{at, []byte("STUN, or so it seems")})
		}
		for part := range 2 {
			if i == 50 && part == 0 {
				continue
			}
			p := []byte{0x80, 96}
			p = binary.BigEndian.AppendUint16(p, uint16(65500+2*i+part))
			p = binary.BigEndian.AppendUint32(p, uint32(0xffffff00+320*i))
			p = append(p, 1, 2, 3, 4, 'x')
			delay := time.Duration(part) * time.Millisecond
			if i == 70 {
				delay += 15 * time.Millisecond
			}
			all = append(all, sent{at + delay, p})
		}
	}
	tr, err := Read("", bytes.NewReader(pcap(all)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Of 200, one is lost and 99 are second parts; the second part of frame 50 stands
	// for the first.
	if got, want := brief(tr.Summarise("")), "200 1 0 0 +99 | 0.000 0.0000 0.000 15.000"; got != want {
		t.Errorf("%s, want %s; %q", got, want, tr.Warnings)
	}
	if !strings.Contains(fmt.Sprint(tr.Warnings), "RTP with a clock of 16000 Hz") {
		t.Errorf("warnings %q", tr.Warnings)
	}
}

// A capture of two parts, 23 years apart, and one whose clock goes back: the sequence
// numbers go on, the sender's clock starts again, and the delays of each part are above
// its own smallest one.
func TestParts(t *testing.T) {
	for _, pause := range []time.Duration{23 * 365 * 24 * time.Hour, -100 * time.Second} {
		all := gameStream(jittery)
		for i := range all {
			if i > 250 {
				all[i].at += pause
				p := bytes.Clone(all[i].payload)
				binary.BigEndian.PutUint32(p[4:], binary.BigEndian.Uint32(p[4:])-2_900_000)
				all[i].payload = p
			}
		}
		tr, err := Read("", bytes.NewReader(pcap(all)), Options{Seq: &Field{Offset: 2, Width: 2}, Clock: &Field{Offset: 4, Width: 4, Frequency: 1000}})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := brief(tr.Summarise("")), "400 5 1 0 | 0.000 4.5000 9.000 9.500"; got != want {
			t.Errorf("%v: %s, want %s", pause, got, want)
		}
		if took := tr.span(); took < 5900*msec || took > 6100*msec {
			t.Errorf("%v: length %v, want 6 s", pause, took)
		}
		if !strings.Contains(fmt.Sprint(tr.Warnings), "another part of the capture begins") {
			t.Errorf("%v: warnings %q", pause, tr.Warnings)
		}
	}
}

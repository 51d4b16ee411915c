package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/netsim"
	"snaplab/netsim/trace"
	"snaplab/netsim/trace/emulator"
)

// pings is the output of a ping at ten a second for 20 s: round trips of 40 ms and a
// saw tooth of 0 to 45 ms on top, and of every 50 packets the 20th to 22nd lost.
func pings() string {
	var b strings.Builder
	b.WriteString("PING host (192.0.2.1) 56(84) bytes of data.\n")
	for i := range 200 {
		if n := i % 50; n >= 20 && n <= 22 {
			continue
		}
		fmt.Fprintf(&b, "[%d.%06d] 64 bytes from 192.0.2.1: icmp_seq=%d ttl=60 time=%.1f ms\n",
			1700000000+i/10, i%10*100000+40000+i%10*5000, i+1, 40+float64(i%10)*5)
	}
	b.WriteString("\n--- host ping statistics ---\n200 packets transmitted, 188 received, 6% packet loss, time 19900ms\n")
	return b.String()
}

func measuredScenario(t *testing.T, halve bool) config.Scenario {
	t.Helper()
	sc := config.DefaultScenario()
	if err := sc.ReadTrace("ping.txt", strings.NewReader(pings()), trace.Options{}, halve); err != nil {
		t.Fatal(err)
	}
	return sc
}

// TestALinkFollowsATrace: what the packets of a run meet is what the trace measured,
// above the latency that is set.
func TestALinkFollowsATrace(t *testing.T) {
	for _, c := range []struct {
		halve bool
		most  time.Duration
	}{{false, 45 * msec}, {true, 22500 * time.Microsecond}} {
		sc := measuredScenario(t, c.halve)
		sc.Settings.Down.Latency = 30 * msec
		s, err := measure.NewRun(sc)
		if err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(15 * time.Second)
		least, most := time.Hour, time.Duration(0)
		for _, p := range s.AppendPackets(nil, 0, 14*time.Second) {
			if p.Link.Fate == netsim.Delivered {
				d := p.Link.ArrivesAt - p.Link.SentAt
				least, most = min(least, d), max(most, d)
			}
		}
		if least != 30*msec || most < 30*msec+c.most*9/10 || most > 30*msec+c.most {
			t.Errorf("halved %v: delays of %v to %v, want 30ms to nearly %v more", c.halve, least, most, c.most)
		}
		link := s.LinkStats()
		if share := float64(link.Lost) / float64(link.Sent); math.Abs(share-0.06) > 0.015 || link.LongestLossRun < 2 {
			t.Errorf("%.3f of the packets lost, %d in a row at most, want about 0.06 and 3", share, link.LongestLossRun)
		}
		if got := s.Settings().Down.Jitter; got != c.most {
			t.Errorf("the jitter is set to %v, want the trace's %v", got, c.most)
		}
		if m, on := s.Following(); !on || m.File != "ping.txt" {
			t.Errorf("following %q: %v", m.File, on)
		}
	}
}

// TestMeasuredLength: 200 packets at ten a second are 20 s; what has no time has no length.
func TestMeasuredLength(t *testing.T) {
	sc := measuredScenario(t, false)
	if got := sc.Measured.Length(); (got - 20*time.Second).Abs() > 200*msec {
		t.Errorf("the trace lasts %v, want about 20s", got)
	}
	for _, m := range []config.Measured{{}, {Trace: &trace.Trace{}}, {Trace: &trace.Trace{Distribution: &emulator.Table{}}}} {
		if got := m.Length(); got != 0 {
			t.Errorf("nothing lasts %v", got)
		}
	}
}

// TestASliderTakesALinkBack: setting what was measured gives the link back to chance;
// setting the latency does not.
func TestASliderTakesALinkBack(t *testing.T) {
	s, err := measure.NewRun(measuredScenario(t, false))
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(time.Second)
	settings := s.Settings()
	settings.Down.Latency = 80 * msec
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	if _, on := s.Following(); !on {
		t.Error("another latency let the trace go")
	}
	settings.Down.Jitter = 10 * msec
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	if _, on := s.Following(); on {
		t.Error("another jitter did not let the trace go")
	}
	s.AdvanceTo(3 * time.Second)
	for _, p := range s.AppendPackets(nil, 1100*msec, 3*time.Second) {
		if d := p.Link.ArrivesAt - p.Link.SentAt; d < 80*msec || d > 90*msec {
			t.Errorf("a packet took %v, want 80 to 90 ms", d)
		}
	}
	// The recording does the same.
	again := s.Recording()
	r, err := measure.NewRun(again)
	if err != nil {
		t.Fatal(err)
	}
	r.AdvanceTo(s.Now())
	if r.Digest() != s.Digest() {
		t.Error("the recording of a run that let its trace go is another run")
	}
}

// TestScenarioFilesNameTheirTrace: the file says which trace, and does not run without.
func TestScenarioFilesNameTheirTrace(t *testing.T) {
	data, err := json.Marshal(measuredScenario(t, true))
	if err != nil {
		t.Fatal(err)
	}
	sc, err := config.ParseScenario(data)
	if err != nil {
		t.Fatal(err)
	}
	if sc.Measured.File != "ping.txt" || !sc.Measured.Halve {
		t.Errorf("read back %+v", sc.Measured)
	}
	if _, err := measure.NewRun(sc); !errors.Is(err, config.ErrMeasured) || !strings.Contains(err.Error(), "ping.txt") {
		t.Errorf("running without the trace gives %v", err)
	}
	if err := sc.ReadTrace(sc.Measured.File, strings.NewReader(pings()), trace.Options{}, sc.Measured.Halve); err != nil {
		t.Fatal(err)
	}
	if _, err := measure.NewRun(sc); err != nil {
		t.Error(err)
	}
}

// TestOtherMeasures: a distribution is the law of the jitter, a schedule a bottleneck.
func TestOtherMeasures(t *testing.T) {
	sc := config.DefaultScenario()
	var dist strings.Builder
	for i := range 1000 {
		fmt.Fprintln(&dist, (i-500)*30)
	}
	if err := sc.ReadTrace("flat.dist", strings.NewReader(dist.String()), trace.Options{}, false); err != nil {
		t.Fatal(err)
	}
	if sc.Settings.Down.JitterTable == nil || sc.Settings.Down.Jitter != 30*msec {
		t.Errorf("a distribution gives %+v", sc.Settings.Down)
	}
	if _, err := measure.NewRun(sc); err != nil {
		t.Error(err)
	}

	sc = config.DefaultScenario()
	if err := sc.ReadTrace("slow.trace", strings.NewReader("250\n"), trace.Options{}, false); err != nil {
		t.Fatal(err)
	}
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(5 * time.Second)
	link := s.LinkStats()
	longest := time.Duration(0)
	for _, p := range s.AppendPackets(nil, 0, 4*time.Second) {
		longest = max(longest, p.Link.ArrivesAt-p.Link.SentAt)
	}
	if link.Lost != 0 || longest < 250*msec {
		t.Errorf("through gaps of 250 ms: %d lost, %v at most, want none and at least 250 ms", link.Lost, longest)
	}
}

func TestNoTraceIsRefusedPlainly(t *testing.T) {
	sc := config.DefaultScenario()
	for name, text := range map[string]string{"photo": "\xff\xd8\xff", "empty": "", "words": "hello\nworld\n"} {
		if err := sc.ReadTrace(name, strings.NewReader(text), trace.Options{}, false); err == nil {
			t.Errorf("%s was taken for a trace", name)
		}
	}
	if sc.Measured.File != "" {
		t.Error("a refused trace stayed in the scenario")
	}
}

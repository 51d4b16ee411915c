package config

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"snaplab/game/world"
	"snaplab/netsim"
)

// TestRunTextReads: what each part of a text means.
func TestRunTextReads(t *testing.T) {
	base, err := LoadScenario(carried, "default")
	if err != nil {
		t.Fatal(err)
	}
	faulty, err := LoadScenario(carried, "faults")
	if err != nil {
		t.Fatal(err)
	}
	change := func(s *Scenario, f func(*Scenario)) Scenario { c := *s; f(&c); return c }
	lossy := func(s Settings, p int) Settings {
		MustSetting("loss").SetAll(&s, int64(p)*10_000)
		return s
	}
	for _, c := range []struct {
		text string
		want Scenario
	}{
		{"snaplab1/default", base},
		{"snaplab1/default/seed=9/duration=5s", change(&base, func(s *Scenario) { s.Seed, s.Duration = 9, 5*time.Second })},
		{"snaplab1/default/loss=10%/delay=drone=90ms", change(&base, func(s *Scenario) {
			s.Settings = lossy(s.Settings, 10)
			s.Settings.Policies[world.Drone].Delay = 90 * time.Millisecond
		})},
		{"https://example.org/lab/#snaplab1%2Fdefault/loss=10%25/\n seed=8", change(&base, func(s *Scenario) { s.Seed, s.Settings = 8, lossy(s.Settings, 10) })},
		{"snaplab1/default/@2s/loss=1%/@2s/loss=2%/@3s/fault=drop=4/@3.5s/fault=restart/@4s/fault=teleport=drone", change(&base, func(s *Scenario) {
			two := lossy(s.Settings, 2)
			s.Script = []Timed{
				{At: 2 * time.Second, Settings: lossy(s.Settings, 1)},
				{At: 2 * time.Second, Settings: two},
				{3 * time.Second, two, Fault{DropPackets, 4}},
				{3500 * time.Millisecond, two, Fault{ServerRestart, 0}},
				{4 * time.Second, two, Fault{TeleportNow, 1 + int64(world.Drone)}},
			}
		})},
		{"snaplab1/faults", faulty},
		{"snaplab1/faults/script=none", change(&faulty, func(s *Scenario) { s.Script = nil })},
		{"snaplab1/faults/@3s/fault=swap", change(&faulty, func(s *Scenario) {
			s.Script = append([]Timed{{3 * time.Second, s.Settings, SwapPackets.Fault()}}, s.Script...)
		})},
	} {
		got, err := ParseRun(carried, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if !got.Equal(&c.want) {
			t.Errorf("%s is\n%+v, want\n%+v", c.text, got, c.want)
		}
	}
}

// TestRunTextRefuses: an error says which part is wrong, and what would be right.
func TestRunTextRefuses(t *testing.T) {
	packed, err := packRun(new(Scenario))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", `it starts with "", want "snaplab1/default/seed=7"`},
		{"hello", `it starts with "hello"`},
		{"snaplab2/default", `its version is "snaplab2", want "snaplab1"`},
		{"snaplab1", "it ends before the name"},
		{"snaplab1/defualt", `no scenario is called "defualt", did you mean default?`},
		{"snaplab1/default/los=5%", `part 3, "los=5%": no setting is called "los", did you mean loss`},
		{"snaplab1/default/loss", "want a setting with its value"},
		{"snaplab1/default/loss=5", `"5" needs a unit`},
		{"snaplab1/default/loss=drone=5%", `loss has no "drone"`},
		{"snaplab1/default/seed=-1", "want a whole number"},
		{"snaplab1/default/seed=1/", `part 4, "": want a setting`},
		{"snaplab1/default/duration=0s", "duration 0s is out of range"},
		{"snaplab1/default/rate=100hz", "above the tick rate"},
		{"snaplab1/default/@5", `the time "5" needs a unit`},
		{"snaplab1/default/@5s", "nothing happens at @5s"},
		{"snaplab1/default/@5s/@6s/loss=1%", "nothing happens at @5s"},
		{"snaplab1/default/@5s/fault=drop/loss=1%", "a fault has a time of its own"},
		{"snaplab1/default/@5s/loss=1%/fault=drop", "a fault has a time of its own"},
		{"snaplab1/default/@5s/fault=dorp", `no fault is called "dorp", did you mean drop`},
		{"snaplab1/default/@5s/fault=drop=x", "packets is x, want a whole number"},
		{"snaplab1/default/@5s/fault=restart=1s", "restart has no parameter"},
		{"snaplab1/default/@5s/seed=3", `no setting is called "seed"`},
		{"snaplab1/default/@5s/loss=1%/@4s/loss=2%", "before the one it follows"},
		{"snaplab1/packed=!", "damaged"},
		{packed[:len(packed)-4], "damaged, or its end is missing"},
		{packed + "/loss=5%", `"loss=5%" follows what is packed`},
		{packed, "name is empty"},
		{strings.Repeat("x", maxRunText+1), "it has 1048577 characters"},
	} {
		_, err := ParseRun(carried, c.text)
		if err == nil || !errors.Is(err, ErrRun) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s: error is %v, want %s", c.text, err, c.want)
		}
	}
}

// TestPackedRunIsBounded: a small text can't unpack to a large one.
func TestPackedRunIsBounded(t *testing.T) {
	s := DefaultScenario()
	s.About = strings.Repeat("x", 2*maxRunText)
	text, err := packRun(&s)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > maxRunText/100 {
		t.Fatalf("the text has %d characters", len(text))
	}
	if _, err := ParseRun(carried, text); err == nil || !strings.Contains(err.Error(), "are packed") {
		t.Errorf("error is %v", err)
	}
}

// TestRunTextNamesItsTrace: the text of a run that follows a trace has its name, digest and how it
// is read, is read again as that, and is refused where it says no digest.
func TestRunTextNamesItsTrace(t *testing.T) {
	const pings = "1,20\n2,30\n3,\n4,25\n"
	files := map[string]string{"ping.txt": pings, "dir/my ping, 50%.txt": pings, "pings/핑.txt": pings, "gone.txt": "", "ping.json": `{"name":"mine","seed":1,"duration":"5s","entities":[],"trace":"ping.txt"}`}
	env := Environment{Carried: carried, Open: func(name string) (io.ReadCloser, error) {
		if text := files[name]; text != "" {
			return io.NopCloser(strings.NewReader(text)), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}}
	for _, c := range []struct {
		request Request
		part    string // of the text, "" for a packed one
	}{
		{Request{{"trace", "ping.txt"}, {"unit", "ms"}}, "/trace=ping.txt:"},
		{Request{{"trace", "ping.txt"}, {"unit", "ms"}, {"halve", "true"}, {"loss", "up=7%"}}, "/unit=ms/halve=true/"},
		{Request{{"trace", "dir/my ping, 50%.txt"}, {"unit", "ms"}}, "/trace=my%20ping,%2050%25.txt:"},
		{Request{{"trace", "pings/핑.txt"}, {"unit", "ms"}}, "/trace=%ED%95%91.txt:"},
		{Request{{"scenario", "ping.json"}, {"unit", "ms"}}, ""},
	} {
		s, err := Resolve(env, c.request)
		if err != nil {
			t.Fatal(c.request, err)
		}
		text, err := RunText(carried, &s)
		if err != nil || !strings.Contains(text, c.part) || strings.ContainsAny(text, " 핑") || c.part == "" != strings.Contains(text, runPacked) {
			t.Errorf("%v is %q, %v, want %q in it", c.request, text, err, c.part)
			continue
		}
		if again, err := ParseRun(carried, text); err != nil || !again.Equal(&s) || again.Measured.Trace != nil {
			t.Errorf("%q is read as %+v, %v", text, again.Measured, err)
		}
		// Its file is looked for by its name alone, and may be said to be elsewhere.
		_, file, _ := strings.Cut(s.Measured.File, "/")
		again, err := Resolve(env, Request{{"run", text}})
		if file != "" {
			if !errors.As(err, new(ReadError)) || !strings.Contains(err.Error(), "the run follows this trace, and it is not here") {
				t.Errorf("%q: error %v", text, err)
			}
			again, err = Resolve(env, Request{{"run", text}, {"trace", s.Measured.File}})
		}
		if err != nil || !again.Equal(&s) || again.Measured.Trace == nil || again.Measured.Halve != s.Measured.Halve {
			t.Errorf("%q: %v, %+v", text, err, again.Measured)
		}
		files[s.Measured.File] = pings + "5,26\n"
		if _, err := Resolve(env, Request{{"run", text}, {"trace", s.Measured.File}}); !errors.As(err, new(ReadError)) || !strings.Contains(err.Error(), "not the file that the run was made with") {
			t.Errorf("another file: error %v", err)
		}
		files[s.Measured.File] = pings
		other := DefaultScenario()
		if again, err = ParseRun(carried, text); err != nil || !errors.Is(again.Adopt(&other.Measured), ErrNoTrace) || again.Adopt(&s.Measured) != nil || again.Measured.Trace != s.Measured.Trace {
			t.Errorf("%q: taken from another run: %v", text, err)
		}
	}
	s := DefaultScenario()
	s.Measured.File = "ping.txt"
	if _, err := RunText(carried, &s); !errors.Is(err, ErrRun) || !strings.Contains(err.Error(), "ping.txt") {
		t.Errorf("error is %v", err)
	}
	packed, err := packRun(&s)
	if err != nil {
		t.Fatal(err)
	}
	for text, says := range map[string]string{
		packed:                                                  "does not say which by its digest",
		"snaplab1/default/trace=ping.txt":                       `the digest of the trace ping.txt is "", want the 16 hexadecimal digits`,
		"snaplab1/default/trace=p:123":                          `the digest of the trace p is "123"`,
		"snaplab1/default/trace=:9f86d081884c7d65":              "want the name of a file",
		"snaplab1/default/trace=a%5C..%2Fb:9f86d081884c7d65":    "part 3",
		"snaplab1/default/flow=2":                               "how to read a trace is said, and no trace",
		"snaplab1/default/trace=p:9f86d081884c7d65/unit=weeks":  "unit \"weeks\" is not known",
		"snaplab1/default/trace=p:9f86d081884c7d65/halve=maybe": "halve is \"maybe\"",
		"snaplab1/default/trace=p:0000000000000000":             "hexadecimal digits",
	} {
		if _, err := ParseRun(carried, text); !errors.Is(err, ErrRun) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error is %v, want %q", text, err, says)
		}
	}
}

func FuzzParseRun(f *testing.F) {
	f.Add("snaplab1/default/seed=7/loss=10%/delay=drone=120ms/@5s/loss=20%/@6.5s/fault=blackout=1s")
	f.Add("snaplab1/faults/script=none/@3s/fault=drop=3/@3s/fault=teleport=all")
	f.Add("x#snaplab1%2Ffaults/duration=3s/@3s/mistake=euler/@12.345678901s/rate=11.001hz")
	scenario := randomScenario(rand.New(rand.NewPCG(3, 3)))
	packed, err := packRun(&scenario)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed)
	f.Add("snaplab1/default/trace=my%20ping.txt:9f86d081884c7d65/flow=2/seq=u16be@2/halve=true/loss=3%")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseRun(carried, text)
		if err != nil {
			if !errors.Is(err, ErrRun) {
				t.Errorf("error %v does not say what it is about", err)
			}
			return
		}
		written, err := RunText(carried, &s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseRun(carried, written)
		var base *Scenario
		if known, err := LoadScenario(carried, s.Name); err == nil {
			base = &known
		}
		if short := s.withoutDrags(base); err != nil || !again.Equal(&s) && !again.Equal(&short) {
			t.Errorf("%q is read as %+v, written as %q and read again as %+v: %v", text, s, written, again, err)
		}
	})
}

// dragged is a run in which a slider is dragged for some seconds, with a change each 16 ms.
func dragged(s Scenario, changes int) Scenario {
	now := s.Settings
	for i := range changes {
		now.Down.Latency = time.Duration(1+i%1900) * time.Millisecond
		s.Script = append(s.Script, Timed{At: time.Duration(i+1) * 16 * time.Millisecond, Settings: now})
	}
	return s
}

// TestRunTextOfADrag: what a slider was dragged through within a second is one change, at
// the time and of the value that it ended with, and the text is read again, however long
// the drag.
func TestRunTextOfADrag(t *testing.T) {
	known, err := LoadScenario(carried, "faults") // with a script of its own
	if err != nil {
		t.Fatal(err)
	}
	unknown := known
	unknown.Name = "mine"
	for _, c := range []struct {
		base    *Scenario
		changes int
		longest int // characters
	}{
		{&known, 500, 600}, {&unknown, 500, 1000}, {&unknown, 20_000, 20_000},
	} {
		run := *c.base
		run.Script = nil
		run = dragged(run, c.changes)
		want := run.Script[len(run.Script)-1]
		text, err := RunText(carried, &run)
		if err != nil || len(text) > c.longest {
			t.Errorf("%s, %d changes: a text of %d characters, %v, want at most %d", run.Name, c.changes, len(text), err, c.longest)
			continue
		}
		again, err := ParseRun(carried, text)
		if err != nil {
			t.Fatalf("%s, %d changes: %v", run.Name, c.changes, err)
		}
		n := len(again.Script)
		if again.Script[n-1] != want || again.Settings != run.Settings {
			t.Errorf("%s, %d changes: it ends with %+v, want %+v", run.Name, c.changes, again.Script[n-1], want)
		}
		// 16 ms × 500 are 8 s: a change for each second begun.
		if seconds := c.changes*16/1000 + 1; n < seconds/2 || n > seconds+1 {
			t.Errorf("%s, %d changes are %d, want about %d", run.Name, c.changes, n, seconds)
		}
	}
}

// TestRunTextKeepsWhatIsNoDrag: a script of its own, faults and other settings between
// stay where they are, however near each other.
func TestRunTextKeepsWhatIsNoDrag(t *testing.T) {
	base, err := LoadScenario(carried, "default")
	if err != nil {
		t.Fatal(err)
	}
	run := dragged(base, 200)
	now := run.Script[99].Settings
	run.Script = append(run.Script[:100], Timed{At: run.Script[99].At, Settings: now, Fault: Blackout.Fault()})
	now.SendRate = 20 * Hertz
	run.Script = append(run.Script, Timed{At: run.Script[99].At + 1, Settings: now})
	short := run.withoutDrags(&base)
	n := len(short.Script)
	if n > 6 || short.Script[n-1] != run.Script[101] || short.Script[n-2] != run.Script[100] || short.Script[n-3] != run.Script[99] {
		t.Errorf("of a drag, a fault and another setting %d entries are left: %+v", n, short.Script)
	}
	// A script that the scenario has is no drag.
	own := run
	if got := own.withoutDrags(&run); !got.Equal(&own) {
		t.Errorf("of a script of %d entries %d are left", len(own.Script), len(got.Script))
	}
}

// TestWrittenIsReadAgain: whatever is done to a run, its text is the run but for drags, or
// it is refused.
func TestWrittenIsReadAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		base, err := LoadScenario(carried, ScenarioNames(carried)[r.IntN(len(ScenarioNames(carried)))])
		if err != nil {
			t.Fatal(err)
		}
		run := base
		run.Script = nil
		if r.IntN(2) > 0 {
			run.Lose, run.Spare = netsim.Packets(r.Uint64N(100)+1, 200), netsim.PacketList{{First: 300, Last: 300 + r.Uint64N(3)}}
		}
		now := run.Settings
		at := time.Duration(0)
		for range r.IntN(300) {
			at += time.Duration(r.Int64N(int64(40 * time.Millisecond)))
			next := Timed{At: at, Settings: now}
			switch r.IntN(30) {
			case 0:
				next.Fault = FaultKind(1 + r.IntN(int(NumFaults)-1)).Fault()
			case 1:
				next.Settings = randomSettings(r, now)
			default:
				next.Settings.Down.Latency = time.Duration(r.Int64N(int64(time.Second)))
			}
			if next.Settings.Validate() != nil || next.Fault.Kind == NoFault && next.Settings == now {
				continue
			}
			now = next.Settings
			run.Script = append(run.Script, next)
		}
		text, err := RunText(carried, &run)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseRun(carried, text)
		short := run.withoutDrags(&base)
		if err != nil || !again.Equal(&run) && !again.Equal(&short) {
			t.Fatalf("%d entries are read as %d, without drags %d: %v", len(run.Script), len(again.Script), len(short.Script), err)
		}
	}
}

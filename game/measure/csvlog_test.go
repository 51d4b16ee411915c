package measure

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

func session(t *testing.T) *Run {
	t.Helper()
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Turret, Count: 1}}
	for _, name := range []string{"jitter", "loss"} {
		config.MustSetting(name).SetAll(&s.Settings, 0)
	}
	session, err := NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// TestPackets: 10 a second, 50 ms on the way; the last is still on it. A span has those
// that were sent in it.
func TestPackets(t *testing.T) {
	for _, c := range []struct {
		span Span
		want string
	}{
		{Span{}, "1 0.000 50.000 delivered inserted, 2 100.000 150.000 delivered inserted, 3 200.000 250.000 delivered inserted, 4 300.000  under way "},
		{Span{100 * time.Millisecond, 200 * time.Millisecond}, "2 100.000 150.000 delivered inserted, 3 200.000 250.000 delivered inserted"},
		{Span{400 * time.Millisecond, time.Second}, ""},
	} {
		s := session(t)
		p := Packets{Span: c.span}
		s.OnPacket(p.Add)
		s.AdvanceTo(320 * time.Millisecond)
		var out bytes.Buffer
		if err := p.Write(&out, s); err != nil {
			t.Fatal(err)
		}
		text, found := strings.CutPrefix(out.String(), PacketsHead)
		if !found {
			t.Fatalf("it begins %.40q", out.String())
		}
		var rows []string
		for _, line := range strings.Fields(strings.ReplaceAll(text, "under way", "under_way")) {
			f := strings.Split(line, ",")
			rows = append(rows, strings.ReplaceAll(strings.Join([]string{f[0], f[4], f[5], f[6], f[7]}, " "), "_", " "))
		}
		if got := strings.Join(rows, ", "); got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.span.From, c.span.To, got, c.want)
		}
	}
}

// TestFrames: the three lenses' rows of one entity for each frame of the span.
func TestFrames(t *testing.T) {
	s := session(t)
	var out bytes.Buffer
	f := NewFrames(&out, Span{time.Second, 1100 * time.Millisecond})
	s.OnFrame(f.Add)
	s.AdvanceTo(2 * time.Second)
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	text, found := strings.CutPrefix(out.String(), FramesHead)
	if n := strings.Count(text, "\n"); !found || n != 3*6 { // 100 ms at 60 Hz
		t.Errorf("%d rows, want 18; the head is there: %v", n, found)
	}
	for _, line := range strings.Fields(text) {
		if !strings.HasPrefix(line, "10") || strings.Count(line, ",") != strings.Count(FramesHead, ",") {
			t.Errorf("a row is %s", line)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestWritingFails(t *testing.T) {
	s := session(t)
	f, p := NewFrames(full{}, Span{}), Packets{}
	s.OnFrame(f.Add)
	s.OnPacket(p.Add)
	s.AdvanceTo(60 * time.Second)
	if err := f.Flush(); err == nil {
		t.Error("the frames are all well")
	}
	if err := p.Write(full{}, s); err == nil {
		t.Error("the packets are all well")
	}
}

// TestFrameRowsRotate: a row tells how far a rotation is from the true one, how far a
// correction turned, both discrete states, and besides the render time the time that is really
// shown, which in an underrun stays behind; of what isn't alive any more there is
// nothing to compare with.
func TestFrameRowsRotate(t *testing.T) {
	drawn := interp.Drawn{ID: 3, Kind: world.Turret, State: interp.Held, Stance: 1, Time: interp.ServerTime(1100 * time.Millisecond)}
	row := FrameRow{Name: "interpolated", Kind: "turret", Lens: game.Interpolated, RenderTime: interp.ServerTime(1150 * time.Millisecond), Drawn: &drawn, Truth: &world.State{Stance: 2, Alive: true},
		Correction: 0.25, CorrectionDeg: 30, Corrected: true, ErrorDeg: 12.5, Compared: true}
	var out bytes.Buffer
	f := NewFrames(&out, Span{})
	f.Add(&row)
	row.Corrected, row.Compared, row.Truth = false, false, new(world.State)
	f.Add(&row)
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	want := FramesHead +
		"0.000,interpolated,3,turret,1150.000,1100.000,0,0,0.0000,held,0.0000,0.0000,0.0000,0.0000,0.0000,0.0000,0.2500,12.5000,30.0000,1,2\n" +
		"0.000,interpolated,3,turret,1150.000,1100.000,0,0,0.0000,held,0.0000,0.0000,0.0000,,,,,,,1,\n"
	if out.String() != want {
		t.Errorf("it is\n%s\nwant\n%s", out.String(), want)
	}
}

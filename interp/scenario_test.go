package interp

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

var update = flag.Bool("update", false, "write the golden files anew")

// scripted is a small scenario for a person to follow: a list of packets of slot 1,
// and a log of what is drawn of it at every frame. Times are in ms.
type scripted struct {
	name    string
	see     string // what there is to see
	policy  Policy
	packets []scriptedPacket
	until   int
}

type scriptedPacket struct {
	epoch         uint16
	seq           uint32
	stamp, comes  int
	x             float32
	generation    uint16
	segment       uint8
	spawned, dead bool
}

const scriptedFrame = 50

func (p *scriptedPacket) sample() Sample {
	return Sample{
		Time: ServerTime(p.stamp) * ServerTime(ms), Pose: Pose{mgl32.Vec3{p.x}, mgl32.QuatIdent()},
		Generation: p.generation, Segment: p.segment, Spawned: p.spawned, Destroyed: p.dead,
	}
}

// steady is n packets from stamp 0 at 10 Hz that take 50 ms, of an entity that goes
// 1 m in each interval.
func steady(n int) []scriptedPacket {
	packets := make([]scriptedPacket, n)
	for i := range packets {
		packets[i] = scriptedPacket{seq: uint32(i + 1), stamp: 100 * i, comes: 100*i + 50, x: float32(i), spawned: i == 0}
	}
	return packets
}

// with changes packets of a list, by place.
func with(packets []scriptedPacket, change func(i int, p *scriptedPacket)) []scriptedPacket {
	for i := range packets {
		change(i, &packets[i])
	}
	return packets
}

func comes(at map[int]int) func(int, *scriptedPacket) {
	return func(i int, p *scriptedPacket) {
		if t, ok := at[i+1]; ok {
			p.comes = t // 0: never
		}
	}
}

// matrix plays back with a delay of 200 ms and extrapolates for 60 ms, so that render time is
// local − 250 where nothing has moved it.
func matrix() []scripted {
	policy := Policy{Delay: 200 * ms, MaxExtrapolation: 60 * ms}
	smooth, wait, fade := policy, policy, policy
	smooth.Smoothing = 200 * ms
	wait.OnGap = Wait
	fade.OnUnderrun = Fade
	reborn := func(i int, p *scriptedPacket) {
		p.generation = 1
		switch {
		case p.stamp >= 500:
			p.generation, p.spawned, p.x = 2, p.stamp == 500, p.x+100
		case p.stamp > 250:
			p.dead, p.stamp, p.x = true, 250, 0
		}
	}
	return []scripted{
		{
			"burst-jitter", `4, 5 and 6 are held up and come in one clump at 600. Render time passes 3 at 450:
extrapolating up to 60 ms after it, then held. With the clump it is at once where it
should be, 1 m on. Nothing is replayed, and nothing of the clump is thrown away.`,
			policy, with(steady(10), comes(map[int]int{4: 600, 5: 600, 6: 600})), 950,
		},
		{
			"loss", `4 is lost: the blend goes from 3 to 5, at half the pace of alpha, and no frame
is wrong. 7 and 8 are lost, one more than the delay survives: an underrun until 9 comes.
What it is off by then (0.5 m) is worked off over 200 ms, not popped.`,
			smooth, with(steady(12), comes(map[int]int{4: 0, 7: 0, 8: 0})), 1150,
		},
		{
			"reorder", `4 comes before 3, and 7 behind 9. Both are put in their place by server time:
3 before it is needed; 7 while the blend from 6 to 8 is drawn, which then goes on
from 7, at the same place since the motion is even.`,
			policy, with(steady(12), comes(map[int]int{3: 360, 7: 905})), 1150,
		},
		{
			"spawn-destroy", `Generation 1 is drawn to its own end at 250, although 4, which first tells of it,
is lost: 5 tells it again. Nothing is drawn until 500, when generation 2 appears
where it is: no ghost, and no slide from one to the other.`,
			policy, with(with(steady(10), reborn), comes(map[int]int{4: 0})), 950,
		},
		{
			"teleport", `At 400 it goes from 3 to 1004, and 5, which shows that first, is lost. It stays at
3 until 500, then is there; no x between is ever drawn. The counter is in every
sample, so that 6 tells of the jump as well as 5 would have.`,
			policy, with(with(steady(10), func(i int, p *scriptedPacket) {
				if i >= 4 {
					p.segment, p.x = 1, p.x+1000
				}
			}), comes(map[int]int{5: 0})), 950,
		},
		{
			"restart", `The server starts anew at local 500, its clock at 0. The old world is gone with
the first packet of the new one, and render time starts again. A packet of the
old epoch that comes later (680) changes nothing.`,
			policy, append(with(steady(6), comes(map[int]int{6: 680})), with(steady(6), func(i int, p *scriptedPacket) {
				p.epoch, p.comes, p.x = 1, p.comes+500, p.x+50
			})...), 1050,
		},
		{
			"stall", `The server sends nothing between 300 and 1300, and then goes on. Extrapolating, then
stale (to be drawn faded). When it resumes, the silence is not replayed slowly:
one jump to where it should be, then as before.`,
			fade, with(steady(8), func(i int, p *scriptedPacket) {
				if i > 3 {
					p.stamp, p.comes, p.x = p.stamp+900, p.comes+900, p.x+9
				}
			}), 1850,
		},
		{
			"late-spawn", `7 shows generation 2 while 6, with its spawn, is under way: render time waits at
the first frame beyond 400, the last that is known. When 6 has come, at 800, it goes on at 1.2 times the
pace until the wait is worked off, and generation 2 is drawn from its spawn at 500.`,
			wait, with(with(steady(14), reborn), comes(map[int]int{6: 800})), 1350,
		},
	}
}

// log plays a scenario and writes down its packets and frames.
func (s *scripted) log() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\nPackets in the order of sending\nepoch  seq  stamp  comes  generation  segment       x\n", s.name, s.see)
	for i := range s.packets {
		p := &s.packets[i]
		comes, x := fmt.Sprint(p.comes), fmt.Sprintf("%.1f", p.x)
		if p.comes == 0 {
			comes = "lost"
		}
		if p.dead {
			x = "gone"
		}
		fmt.Fprintf(&b, "%5d  %3d  %5d  %5s  %10d  %7d  %6s\n", p.epoch, p.seq, p.stamp, comes, p.generation, p.segment, x)
	}
	b.WriteString("\nFrames\nlocal  render  from  to  alpha  state              x  correction\n")

	l := new(Interpolated)
	l.Configure(everyKind(s.policy))
	for now := range s.until + 1 {
		for i := range s.packets {
			p := &s.packets[i]
			if p.comes != now || now == 0 {
				continue
			}
			h := Header{Epoch: p.epoch, Seq: p.seq, Time: ServerTime(p.stamp) * ServerTime(ms), Arrival: LocalTime(now) * LocalTime(ms)}
			if p.dead { // told with its own time by a later snapshot
				h.Time = ServerTime(100*(p.seq-1)) * ServerTime(ms)
			}
			l.Receive(h, []Update{{ID: 1, Sample: p.sample()}})
		}
		if now%scriptedFrame != 10 { // a frame of its own phase: never at an arrival
			continue
		}
		local := LocalTime(now) * LocalTime(ms)
		l.Frame(local)
		stats := l.Stats()
		if !l.clock.Started() {
			fmt.Fprintf(&b, "%5d\n", now)
			continue
		}
		fmt.Fprintf(&b, "%5d  %6d", now, time.Duration(stats.Kinds[0].RenderTime)/ms)
		drawn := l.AppendDrawn(nil, local)
		if len(drawn) == 0 {
			b.WriteString("                    nothing\n")
			continue
		}
		d := &drawn[0]
		fmt.Fprintf(&b, "  %4d  %2d  %5.2f  %-13s  %6.2f", d.From, d.To, d.Alpha, d.State, d.Pose.Position[0])
		for _, c := range stats.Corrections {
			fmt.Fprintf(&b, "  %.2f", c.Metres)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The logs in testdata are for reading: each begins with what there is to see. -update
// writes them anew.
func TestScenarioMatrix(t *testing.T) {
	for _, s := range matrix() {
		t.Run(s.name, func(t *testing.T) {
			got, path := s.log(), filepath.Join("testdata", s.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the log differs from %s; got\n%s", path, got)
			}
		})
	}
}

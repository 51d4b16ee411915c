package interp_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"snaplab/interp"
)

// The package, copied as it is into a module of another game, builds there, is vetted, and
// runs its examples; and a program of that game, which talks over a real UDP socket and
// loses a fifth of its packets, draws what the lens here draws of the same packets.
func TestTravels(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command: ", err)
	}
	dir := t.TempDir()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") || name == "example_test.go" {
			copyFile(t, name, filepath.Join(dir, "interp", name))
		}
	}
	copyFile(t, "testdata/udp/main.go", filepath.Join(dir, "udp", "main.go"))
	copyFile(t, "../go.sum", filepath.Join(dir, "go.sum"))
	copyFile(t, "../go.mod", filepath.Join(dir, "go.mod"))
	// What is left is what the package needs.
	run(t, dir, "mod", "edit", "-module=game")
	run(t, dir, "vet", "./...")
	run(t, dir, "test", "-count=1", "-run", "^Example", "./interp")
	needs := strings.Fields(run(t, dir, "list", "-deps", "-f", "{{if .Module}}{{.Module.Path}}{{end}}", "./interp"))
	for _, m := range needs {
		if m != "game" && m != "github.com/go-gl/mathgl" && m != "golang.org/x/image" {
			t.Errorf("the package needs %s", m)
		}
	}
	compareWithHere(t, run(t, dir, "run", "./udp"))
}

// compareWithHere gives the lens the packets that the program wrote, and compares what
// both have drawn.
func compareWithHere(t *testing.T, output string) {
	lens, err := interp.NewInterpolated(&interp.Config{Default: interp.Policy{Delay: 120 * ms, MaxExtrapolation: 100 * ms}})
	if err != nil {
		t.Fatal(err)
	}
	packets, poses, underruns := 0, 0, 0
	for _, line := range strings.Split(strings.TrimSpace(output), "\n") {
		kind, rest, _ := strings.Cut(line, " ")
		var text string
		var now time.Duration
		if kind == "packet" {
			if _, err := fmt.Sscan(rest, &text, &now); err != nil {
				t.Fatal(line, err)
			}
			b, err := hex.DecodeString(text)
			if err != nil || len(b) != 24 {
				t.Fatal(line, err)
			}
			f := func(i int) float32 { return math.Float32frombits(binary.BigEndian.Uint32(b[12+4*i:])) }
			sin, cos := math.Sincos(float64(f(2)) / 2)
			lens.Receive(interp.Header{
				Seq: binary.BigEndian.Uint32(b), Time: interp.ServerTime(binary.BigEndian.Uint64(b[4:])), Arrival: interp.LocalTime(now),
			}, []interp.Update{{ID: 1, Sample: interp.Sample{Pose: interp.Pose{
				Position: interp.Vec3{f(0), f(1), 0}, Rotation: interp.Quat{W: float32(cos), V: interp.Vec3{0, 0, float32(sin)}},
			}}}})
			packets++
			continue
		}
		if _, err := fmt.Sscan(rest, &now); err != nil {
			t.Fatal(line, err)
		}
		lens.Frame(interp.LocalTime(now))
		drawn := lens.AppendDrawn(nil, interp.LocalTime(now))
		if len(drawn) != 1 {
			t.Fatalf("%s: drew %d here", line, len(drawn))
		}
		d := &drawn[0]
		if here := fmt.Sprintln("drawn", int64(now), d.State, d.Pose.Position, d.Pose.Rotation); here != line+"\n" {
			t.Fatalf("%shere, and over the socket\n%s", here, line)
		}
		if d.State.InUnderrun() {
			underruns++
		}
		poses++
	}
	if packets < 130 || packets > 180 || poses < 550 || underruns == 0 {
		t.Errorf("%d packets, %d poses, %d of them in underruns: too few to show anything", packets, poses, underruns)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	b = []byte(strings.ReplaceAll(string(b), `"snaplab/interp"`, `"game/interp"`))
	if err := os.WriteFile(to, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs the go command and returns what it writes.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	var wrong strings.Builder
	c.Stderr = &wrong
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, &wrong)
	}
	return string(out)
}

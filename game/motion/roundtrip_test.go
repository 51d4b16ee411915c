package motion

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// moved is one sample as it was made.
type moved struct {
	tick     int // of 1/50 s
	position mgl32.Vec3
	yaw      float64 // radians, from x towards y
	state    int
	jump     bool
}

// TestRoundTrip: random recordings are read as they were made, however they are written: times
// by size, name, date or ticks; each separator; decimal commas; yaw in degrees, radians, as a
// compass tells it or as a quaternion; z up or y up; in any unit; with gaps and jumps.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
		times := pick("times", "s", "ms", "us", "since 1970", "date", "tick")
		separator := pick("separator", ",", ";", "\t")
		decimal := "."
		if separator != "," {
			decimal = pick("decimal", ".", ",")
		}
		yaw := pick("yaw", "deg", "rad", "compass", "quaternion")
		up := rapid.SampledFrom([]Up{UpZ, UpY}).Draw(t, "up")
		unit := rapid.SampledFrom([]float64{1, 0.01, 0.9144}).Draw(t, "unit")
		if up == UpY {
			yaw = "quaternion"
		}

		made := map[string][]moved{}
		var rows []string
		head := []string{map[string]string{"s": "t", "ms": "time_ms", "us": "timestamp [us]", "since 1970": "stamp", "date": "timestamp", "tick": "tick"}[times], "id", "kind", "pos_x", "pos_y", "pos_z"}
		switch yaw {
		case "quaternion":
			head = append(head, "rot_x", "rot_y", "rot_z", "rot_w")
		case "compass":
			head = append(head, "heading_deg")
		default:
			head = append(head, "yaw_"+yaw)
		}
		head = append(head, "state")
		jumps, gaps := 0, 0
		for e := range rapid.IntRange(1, 3).Draw(t, "entities") {
			m := moved{position: mgl32.Vec3{float32(10 * e), 0, 1}}
			name := fmt.Sprintf("7656119800000010%d", e)
			n := rapid.IntRange(60, 90).Draw(t, "samples")
			jumpAt := rapid.IntRange(-20, n-10).Draw(t, "jump at")
			gapAt := rapid.IntRange(-20, n-10).Draw(t, "gap at")
			for i := range n {
				if i > 0 {
					m.tick++
					// 1.5 to 3 m/s in 20 ms.
					m.position = m.position.Add(mgl32.Vec3{rapid.Float32Range(0.03, 0.06).Draw(t, "dx"), 0.01, 0.005})
					m.yaw += rapid.Float64Range(-0.2, 0.2).Draw(t, "turn")
				}
				if m.jump = i == jumpAt && i > 5 && i != gapAt; m.jump {
					m.position[1] += 40
					jumps++
				}
				if i == gapAt && i > 5 && i != jumpAt && i != jumpAt+1 {
					m.tick += 10 // 200 ms, in which it went on
					m.position[0] += 0.5
					gaps++
				}
				m.state = i / 10
				made[name] = append(made[name], m)
			}
		}
		number := func(v float64, decimals int) string {
			return strings.Replace(fmt.Sprintf("%.*f", decimals, v), ".", decimal, 1)
		}
		for e := range len(made) {
			name := fmt.Sprintf("7656119800000010%d", e)
			for _, m := range made[name] {
				at := time.Duration(m.tick) * 20 * time.Millisecond
				cells := []string{map[string]string{
					"s": number(at.Seconds()+5, 3), "ms": fmt.Sprint(at.Milliseconds()), "us": fmt.Sprint(at.Microseconds()),
					"since 1970": fmt.Sprint(1700000000000000000 + int64(at)), "date": time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC).Add(at).Format("2006-01-02T15:04:05.000Z"),
					"tick": fmt.Sprint(5120 + m.tick),
				}[times], name, "kind-" + fmt.Sprint(e%2)}
				p := m.position
				if up == UpY {
					p = mgl32.Vec3{p[0], p[2], -p[1]}
				}
				for _, v := range p {
					cells = append(cells, number(float64(v)/unit, 6))
				}
				switch yaw {
				case "quaternion": // about the axis that points up
					sin, cos := math.Sincos(m.yaw / 2)
					if up == UpY {
						cells = append(cells, "0", number(sin, 7), "0", number(cos, 7))
					} else {
						cells = append(cells, "0", "0", number(sin, 7), number(cos, 7))
					}
				case "compass":
					cells = append(cells, number(math.Mod(90-m.yaw*180/math.Pi+720, 360), 5))
				case "deg":
					cells = append(cells, number(m.yaw*180/math.Pi, 5))
				case "rad":
					cells = append(cells, number(m.yaw, 7))
				}
				rows = append(rows, strings.Join(append(cells, fmt.Sprint("s", m.state)), separator))
			}
		}
		text := strings.Join(head, separator) + "\n" + strings.Join(rows, "\n") + "\n"
		rec, err := Read(strings.NewReader(text), Options{Metres: unit, Up: up, Rate: 50})
		if err != nil {
			t.Fatalf("%v\n%.300s", err, text)
		}

		if len(rec.Entities) != len(made) {
			t.Fatalf("%d entities, want %d", len(rec.Entities), len(made))
		}
		foundJumps, foundGaps := 0, 0
		for _, k := range rec.Kinds {
			foundJumps, foundGaps = foundJumps+k.Jumps, foundGaps+k.Gaps
			if math.Abs(k.RateHz-50) > 0.1 || k.Speed.P50 < 1.5 || k.Speed.Max > 3.3 {
				t.Errorf("%+v, want 1.5 to 3.1 m/s at 50 Hz", k)
			}
		}
		if foundJumps != jumps || foundGaps != gaps {
			t.Errorf("%d jumps, %d gaps; want %d, %d", foundJumps, foundGaps, jumps, gaps)
		}
		shift := rec.Entities[0].Track[0].Pose.Position.Sub(made[rec.Entities[0].Name][0].position)
		facing := func(q mgl32.Quat, axis mgl32.Vec3) mgl32.Vec3 { return q.Rotate(axis) }
		for i := range rec.Entities {
			e := &rec.Entities[i]
			want := made[e.Name]
			if len(e.Track) != len(want) {
				t.Fatalf("%d samples of %s, want %d", len(e.Track), e.Name, len(want))
			}
			for j, s := range e.Track {
				m := want[j]
				if s.At != time.Duration(m.tick)*20*time.Millisecond || s.Break != m.jump || int(s.Stance) != m.state {
					t.Fatalf("sample %d of %s is %+v, want %+v", j, e.Name, s, m)
				}
				if d := s.Pose.Position.Sub(m.position).Sub(shift).Len(); d > 1e-4 {
					t.Fatalf("sample %d of %s is %v m from where it was", j, e.Name, d)
				}
				// Of y-up engines the nose is along z, which is −y here.
				turned := want[0].yaw - m.yaw
				first, now := facing(e.Track[0].Pose.Rotation, mgl32.Vec3{1}), facing(s.Pose.Rotation, mgl32.Vec3{1})
				if got := math.Atan2(float64(first[1]), float64(first[0])) - math.Atan2(float64(now[1]), float64(now[0])); math.Abs(math.Remainder(got-turned, 2*math.Pi)) > 1e-4 {
					t.Fatalf("sample %d of %s has turned by %v, want %v", j, e.Name, got, turned)
				}
			}
		}
	})
}

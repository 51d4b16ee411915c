package wire

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"snaplab/interp"
)

// twist is an entity on its erratic way: every step is one of what an entity may do.
func twist(t *rapid.T, u *interp.Update, now interp.ServerTime) {
	s := &u.Sample
	coordinate := func(limit float32) float32 { return rapid.Float32Range(-limit, limit).Draw(t, "coordinate") }
	s.Spawned = false
	if s.Destroyed {
		if rapid.IntRange(0, 3).Draw(t, "respawns") > 0 {
			return
		}
		*s = interp.Sample{Generation: s.Generation + 1, Spawned: rapid.Bool().Draw(t, "spawn is told")}
		s.Pose.Rotation = mgl32.QuatIdent()
	}
	s.Time = now
	switch rapid.IntRange(0, 9).Draw(t, "does") {
	case 0:
		*s = interp.Sample{Time: now, Generation: s.Generation, Segment: s.Segment, Destroyed: true}
		s.Pose.Rotation = mgl32.QuatIdent()
	case 1:
		s.Segment++
		s.Pose.Position = mgl32.Vec3{coordinate(1000), coordinate(1000), coordinate(1000)}
	case 2:
		s.Stance = rapid.Uint8Range(0, 15).Draw(t, "stance")
	case 3:
		s.Pose.Rotation = quat(1, float64(coordinate(2)), float64(coordinate(2)), float64(coordinate(2)))
	case 4:
		s.Velocity = mgl32.Vec3{coordinate(300), coordinate(300), 0}
	case 5:
		u.Kind = interp.Kind(rapid.IntRange(0, 15).Draw(t, "kind"))
	case 6, 7:
		for i := range s.Pose.Position {
			s.Pose.Position[i] = min(max(s.Pose.Position[i]+coordinate(3), -1000), 1000)
		}
	}
}

// Over a link that loses, doubles and overtakes both ways, what is read of a packet is
// always the same as if it had been sent whole, and no baseline is ever missing.
func TestDeltaEqualsWhole(t *testing.T) {
	deltas, named := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var e Encoder
		var d Decoder
		seq := rapid.SampledFrom([]uint32{0, 1<<32 - 9}).Draw(t, "start")
		now := interp.ServerTime(rapid.SampledFrom([]int64{0, math.MinInt64 / 2, 1e18}).Draw(t, "time"))
		parts := make([][]interp.Update, rapid.IntRange(1, 3).Draw(t, "parts"))
		for i := range parts {
			for j := range rapid.IntRange(0, 4).Draw(t, "entities") {
				parts[i] = append(parts[i], moving(interp.EntityID(10*i+j), 0, float32(j)))
				parts[i][j].Sample.Time = now
			}
		}
		type flight struct{ bytes, whole []byte }
		var down []flight
		var up []Ack
		ack := Ack{Epoch: 1}
		heard := uint32(0)
		some := rapid.Bool().Draw(t, "packets have some entities only")
		for range rapid.IntRange(1, 25).Draw(t, "snapshots") {
			now += interp.ServerTime(rapid.Int64Range(0, 400e6).Draw(t, "interval"))
			for part := range parts {
				if seq++; seq == 0 {
					seq++
				}
				p := &Packet{Header: Header{Epoch: 1, Seq: seq, Tick: seq, Time: now}}
				for i := range parts[part] {
					if some && rapid.Bool().Draw(t, "is not due") {
						continue
					}
					twist(t, &parts[part][i], now)
					p.Updates = append(p.Updates, parts[part][i])
				}
				bytes, err := e.AppendPacket(nil, p)
				if err != nil {
					t.Fatal(err)
				}
				p.Baseline = 0
				whole, err := AppendPacket(nil, p)
				if err != nil {
					t.Fatal(err)
				}
				if len(bytes) > len(whole) {
					t.Fatalf("%d bytes, whole it is %d", len(bytes), len(whole))
				}
				for range rapid.SampledFrom([]int{1, 1, 1, 0, 2}).Draw(t, "copies") {
					down = append(down, flight{bytes, whole})
				}
			}
			for len(down) > 0 && rapid.IntRange(0, 4).Draw(t, "arrives") > 0 {
				i := rapid.IntRange(0, len(down)-1).Draw(t, "which")
				f := down[i]
				down = append(down[:i], down[i+1:]...)
				var got, want Packet
				if err := d.Decode(&got, f.bytes); err != nil {
					t.Fatal(err)
				}
				if err := Decode(&want, f.whole); err != nil {
					t.Fatal(err)
				}
				if got.Baseline != got.Seq {
					deltas++
				}
				if f.bytes[0] == VersionNamed {
					named++
				}
				want.Baseline = got.Baseline
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("packet %d on %d (-whole +delta):\n%s", got.Seq, got.Baseline, diff)
				}
				ack.Record(got.Seq)
				ack.Seq++
				up = append(up, ack)
			}
			for len(up) > 0 && rapid.IntRange(0, 2).Draw(t, "is heard") > 0 {
				i := rapid.IntRange(0, len(up)-1).Draw(t, "ack")
				if up[i].Seq > heard {
					heard = up[i].Seq
					e.Acknowledge(up[i])
				}
				up = append(up[:i], up[i+1:]...)
			}
		}
	})
	if deltas < 20 || named < 5 {
		t.Errorf("only %d packets were built on others, %d on several", deltas, named)
	}
}

// FuzzDecoder feeds a Decoder that knows a packet any bytes: it must refuse them or yield
// sound values, which can be sent on whole, and which others can build on.
func FuzzDecoder(f *testing.F) {
	gone := interp.Update{ID: 2, Sample: interp.Sample{Time: 90, Destroyed: true}}
	var e Encoder
	first := encode(f, &e, snapshot(1, 100, moving(1, -999, 30), gone, moving(3, 4, 0)))
	e.Acknowledge(Ack{Epoch: 1, Newest: 1})
	second := encode(f, &e, snapshot(2, 1e8, moving(1, -995, 31), gone, moving(3, 4, 0)))
	if len(second) >= len(first) {
		f.Fatal("the second packet is whole")
	}
	f.Add(first, second)
	f.Add(second, first)
	f.Add(second[:headerBytes+3], []byte{1})
	e.Acknowledge(Ack{Epoch: 1, Newest: 2})
	third := encode(f, &e, snapshot(3, 2e8, moving(3, 4, 0), gone))
	if third[0] != VersionNamed {
		f.Fatal("the third packet's records are at their own places")
	}
	f.Add(second, third)
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var d Decoder
		var p, again Packet
		if err := d.Decode(&p, first); err != nil {
			t.Fatal(err)
		}
		for _, src := range [][]byte{a, b} {
			err := d.Decode(&p, src)
			if err != nil {
				if len(p.Updates) != 0 {
					t.Errorf("%v, and %d updates", err, len(p.Updates))
				}
				continue
			}
			wantSound(t, &p)
			baseline := p.Baseline
			p.Baseline = 0
			whole, err := AppendPacket(nil, &p)
			if errors.Is(err, ErrLong) && baseline != p.Seq {
				continue // more fits into a packet that builds on another
			}
			if err != nil {
				t.Fatalf("what was read can't be written: %v", err)
			}
			if err := Decode(&again, whole); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(p, again, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("changed when sent on whole (-first +second):\n%s", diff)
			}
		}
	})
}

func BenchmarkDelta(b *testing.B) {
	var e Encoder
	var d Decoder
	var p, read Packet
	p.Epoch, p.Seq = 1, 1
	for i := range MaxUpdates() {
		p.Updates = append(p.Updates, moving(interp.EntityID(i), float32(i), 3))
	}
	buf := encode(b, &e, &p)
	if err := d.Decode(&read, buf); err != nil {
		b.Fatal(err)
	}
	e.Acknowledge(Ack{Epoch: 1, Newest: 1})
	for i := range p.Updates {
		s := &p.Updates[i].Sample
		s.Pose.Position[i%3] += float32(i) / 100
		s.Velocity[i%2] -= 0.1
	}
	p.Seq = 2
	buf = encode(b, &e, &p)
	b.Run("Append", func(b *testing.B) {
		b.ReportAllocs()
		b.ReportMetric(float64(len(buf)), "B/packet")
		for b.Loop() {
			buf, _ = e.AppendPacket(buf[:0], &p)
		}
	})
	b.Run("Decode", func(b *testing.B) {
		b.ReportAllocs()
		b.ReportMetric(float64(len(buf)), "B/packet")
		for b.Loop() {
			if err := d.Decode(&read, buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}

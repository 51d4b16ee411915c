package wire

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"snaplab/interp"
)

// drawPacket draws a packet that can be written.
func drawPacket(t *rapid.T) *Packet {
	p := &Packet{Header: Header{
		Epoch:   rapid.Uint16().Draw(t, "epoch"),
		Seq:     rapid.Uint32().Draw(t, "seq"),
		Tick:    rapid.Uint32().Draw(t, "tick"),
		Time:    interp.ServerTime(rapid.Int64().Draw(t, "time")),
		AckSeq:  rapid.Uint32().Draw(t, "ack"),
		AckHold: time.Duration(rapid.Uint32().Draw(t, "hold")) * time.Microsecond,
	}}
	coordinate := func(limit float32) float32 { return rapid.Float32Range(-limit, limit).Draw(t, "coordinate") }
	for range rapid.IntRange(0, MaxUpdates()).Draw(t, "updates") {
		u := interp.Update{ID: interp.EntityID(rapid.Uint32().Draw(t, "id")), Kind: interp.Kind(rapid.IntRange(0, 15).Draw(t, "kind"))}
		s := &u.Sample
		s.Seq, s.Time = p.Seq, p.Time
		s.Generation = rapid.Uint16().Draw(t, "generation")
		s.Segment = rapid.Uint8().Draw(t, "segment")
		if s.Destroyed = rapid.Bool().Draw(t, "destroyed"); s.Destroyed {
			oldest := max(int64(p.Time), -1) - math.MaxInt64 // at most 2^63−1 ns before
			s.Time = interp.ServerTime(rapid.Int64Range(max(oldest, math.MinInt64), int64(p.Time)).Draw(t, "destroyed at"))
			s.Pose.Rotation = mgl32.QuatIdent()
		} else {
			s.Spawned = rapid.Bool().Draw(t, "spawned")
			s.Stance = rapid.Uint8Range(0, 15).Draw(t, "stance")
			s.Pose.Position = mgl32.Vec3{coordinate(1000), coordinate(1000), coordinate(1000)}
			s.Velocity = mgl32.Vec3{coordinate(300), coordinate(300), coordinate(300)}
			s.Pose.Rotation = quat(1, float64(coordinate(2)), float64(coordinate(2)), float64(coordinate(2)))
		}
		p.Updates = append(p.Updates, u)
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPacket(t)
		first, err := AppendPacket(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		var got, again Packet
		if err := Decode(&got, first); err != nil {
			t.Fatal(err)
		}
		if got.Header != p.Header || len(got.Updates) != len(p.Updates) {
			t.Fatalf("%+v with %d updates became %+v with %d", p.Header, len(p.Updates), got.Header, len(got.Updates))
		}
		for i := range p.Updates {
			want, u := p.Updates[i], got.Updates[i]
			if d := want.Sample.Pose.Position.Sub(u.Sample.Pose.Position).Len(); d > 0.001 {
				t.Fatalf("position is %v m off", d)
			}
			if d := want.Sample.Velocity.Sub(u.Sample.Velocity).Len(); d > 0.005 {
				t.Fatalf("velocity is %v m/s off", d)
			}
			if d := angle(want.Sample.Pose.Rotation, u.Sample.Pose.Rotation); d > 0.05 {
				t.Fatalf("rotation is %v° off", d)
			}
			want.Sample.Pose, want.Sample.Velocity = u.Sample.Pose, u.Sample.Velocity
			if want != u {
				t.Fatalf("%+v became %+v", want, u)
			}
		}
		second, err := AppendPacket(nil, &got)
		if err != nil {
			t.Fatal(err)
		}
		if err := Decode(&again, second); err != nil {
			t.Fatal(err)
		}
		if len(got.Updates) == 0 {
			got.Updates, again.Updates = nil, nil
		}
		if diff := cmp.Diff(got, again); diff != "" {
			t.Fatalf("what was read changes when it is sent on (-first +second):\n%s", diff)
		}
	})
}

// The bytes of a live update do not depend on its floats.
func TestLiveUpdatesHaveOneSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPacket(t)
		live := 0
		for i := range p.Updates {
			if !p.Updates[i].Sample.Destroyed {
				p.Updates[live] = p.Updates[i]
				live++
			}
		}
		p.Updates = p.Updates[:live]
		b, err := AppendPacket(nil, p)
		if want := headerBytes + (live*liveBits+7)/8; err != nil || len(b) != want {
			t.Fatalf("%d live updates: %d bytes, %v, want %d", live, len(b), err, want)
		}
	})
}

func finite(v mgl32.Vec3) bool {
	for _, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return false
		}
	}
	return true
}

// FuzzDecode feeds Decode any bytes: it must refuse them or yield sound values, and
// those must survive being sent on.
func FuzzDecode(f *testing.F) {
	good, err := AppendPacket(nil, onePacket())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:headerBytes])
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{1}, 200))
	f.Fuzz(func(t *testing.T, src []byte) {
		var p, again Packet
		if err := Decode(&p, src); err != nil {
			if len(p.Updates) != 0 {
				t.Errorf("%v, and %d updates", err, len(p.Updates))
			}
			return
		}
		wantSound(t, &p)
		b, err := AppendPacket(nil, &p)
		if err != nil {
			t.Fatalf("what was read can't be written: %v", err)
		}
		if len(b) != len(src) {
			t.Errorf("%d bytes became %d", len(src), len(b))
		}
		if err := Decode(&again, b); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Errorf("changed when sent on (-first +second):\n%s", diff)
		}
	})
}

// wantSound checks what every packet that was read holds to.
func wantSound(t *testing.T, p *Packet) {
	t.Helper()
	for _, u := range p.Updates {
		s := &u.Sample
		if !finite(s.Pose.Position) || !finite(s.Velocity) || math.Abs(float64(s.Pose.Rotation.Len())-1) > 1e-6 {
			t.Errorf("read %+v", u)
		}
		if s.Time > p.Time || s.Seq != p.Seq {
			t.Errorf("update of packet %d at %d ns in packet %d at %d ns", s.Seq, s.Time, p.Seq, p.Time)
		}
	}
}

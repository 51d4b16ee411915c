package wire

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"snaplab/interp"
)

// onePacket has a live and a destroyed update.
func onePacket() *Packet {
	return &Packet{
		Header: Header{Epoch: 0x0102, Seq: 7, Tick: 300, Time: 5_000_000_000, Baseline: 4, AckSeq: 3, AckHold: 20_500 * time.Microsecond},
		Updates: []interp.Update{
			{ID: 9, Kind: 2, Sample: interp.Sample{
				Time: 5_000_000_000, Seq: 7, Generation: 5, Segment: 6, Stance: 1,
				Pose:     interp.Pose{Position: mgl32.Vec3{1, -2.5, 1000}, Rotation: mgl32.Quat{W: 0.5, V: mgl32.Vec3{0.5, -0.5, 0.5}}},
				Velocity: mgl32.Vec3{0.25, -300, 0},
			}},
			{ID: 10, Kind: 5, Sample: interp.Sample{
				Time: 5_000_000_000 - 300, Seq: 7, Generation: 1, Destroyed: true,
				Pose: interp.Pose{Rotation: mgl32.QuatIdent()},
			}},
		},
	}
}

// bitField returns v in width bits, most significant first.
func bitField(v int64, width int) string {
	return fmt.Sprintf("%0*s", width, strconv.FormatUint(uint64(v)&(1<<width-1), 2))
}

func TestPacketLayout(t *testing.T) {
	header := []byte{
		1,    // version
		1, 2, // epoch
		0, 0, 0, 7, // sequence
		0, 0, 1, 44, // tick 300 = 256 + 44
		0, 0, 0, 1, 0x2a, 0x05, 0xf2, 0x00, // 5·10⁹ ns
		0, 0, 0, 4, // baseline
		0, 0, 0, 3, // newest acknowledgement
		0, 0, 0x50, 0x14, // 20 500 µs
		2, // records
	}
	records := strings.Join([]string{
		bitField(9, 32), bitField(2, 4), bitField(5, 16), bitField(6, 8), "0", bitField(1, 4),
		bitField(1*1024, 21), bitField(-2560, 21), bitField(1_024_000, 21),
		bitField(64, 18), bitField(-76_800, 18), bitField(0, 18),
		// Of equal components the last positive one is left out: z.
		"11", bitField(4096, 14), bitField(4096, 14), bitField(-4096, 14),
		bitField(10, 32), bitField(5, 4), bitField(1, 16), bitField(0, 8), "1",
		bitField(0x80|44, 8), bitField(2, 8), // age 300 ns = 2·128 + 44
	}, "")
	want := header
	for len(records)%8 != 0 {
		records += "0"
	}
	for i := 0; i < len(records); i += 8 {
		b, _ := strconv.ParseUint(records[i:i+8], 2, 8)
		want = append(want, byte(b))
	}

	got, err := AppendPacket([]byte{99}, onePacket())
	if err != nil {
		t.Fatal(err)
	}
	if got[0] != 99 || !bytes.Equal(got[1:], want) {
		t.Errorf("AppendPacket =\n%x, want 99 and\n%x", got, want)
	}
	back := Packet{Updates: make([]interp.Update, 5)}
	if err := Decode(&back, want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(onePacket(), &back); diff != "" {
		t.Errorf("Decode (-want +got):\n%s", diff)
	}
}

func TestAppendPacketRefuses(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	live := func(p *Packet) *interp.Sample { return &p.Updates[0].Sample }
	tests := []struct {
		name string
		edit func(*Packet)
		err  error
		want string // part of the message
	}{
		{"ack hold", func(p *Packet) { p.AckHold = -time.Millisecond }, ErrValue, "AckHold is -1ms, want 0s or more"},
		{"kind", func(p *Packet) { p.Updates[0].Kind = 16 }, ErrValue, "entity 9: wire: bad value: kind is 16, want 0 to 15"},
		{"stance", func(p *Packet) { live(p).Stance = 16 }, ErrValue, "entity 9: wire: bad value: stance is 16, want 0 to 15"},
		{"time", func(p *Packet) { live(p).Time-- }, ErrValue, "sample time is 4999999999 ns, want 5000000000 ns"},
		{"position", func(p *Packet) { live(p).Pose.Position[1] = 1000.5 }, ErrValue, "entity 9: wire: bad value: position y is 1000.5 m, want -1000 to 1000"},
		{"position NaN", func(p *Packet) { live(p).Pose.Position[0] = nan }, ErrValue, "position x is NaN m"},
		{"position infinite", func(p *Packet) { live(p).Pose.Position[2] = -inf }, ErrValue, "position z is -Inf m"},
		{"velocity", func(p *Packet) { live(p).Velocity[0] = -301 }, ErrValue, "velocity x is -301 m/s, want -300 to 300"},
		{"velocity NaN", func(p *Packet) { live(p).Velocity[2] = nan }, ErrValue, "velocity z is NaN m/s"},
		{"no rotation", func(p *Packet) { live(p).Pose.Rotation = mgl32.Quat{} }, ErrValue, "rotation is (0, 0, 0, 0) for w, x, y, z, want a length of 1"},
		{"rotation too long", func(p *Packet) { live(p).Pose.Rotation = mgl32.Quat{W: 1.1} }, ErrValue, "want a length of 1"},
		{"rotation NaN", func(p *Packet) { live(p).Pose.Rotation.V[1] = nan }, ErrValue, "NaN"},
		{"rotation infinite", func(p *Packet) { live(p).Pose.Rotation.W = inf }, ErrValue, "+Inf"},
		{"destroyed later", func(p *Packet) { p.Updates[1].Sample.Time = p.Time + 1 }, ErrValue, "entity 10: wire: bad value: destroyed at 5000000001 ns, want at most 5000000000 ns"},
		{"destroyed ages ago", func(p *Packet) { p.Updates[1].Sample.Time = math.MinInt64 }, ErrValue, "entity 10: wire: bad value: destroyed at -9223372036854775808 ns"},
		{"destroyed after the wrap of 64 bits", func(p *Packet) {
			p.Time, p.Updates = math.MinInt64, p.Updates[1:]
			p.Updates[0].Sample.Time = 1
		}, ErrValue, "entity 10: wire: bad value: destroyed at 1 ns, want at most -9223372036854775808 ns"},
		{"updates", func(p *Packet) { p.Updates = make([]interp.Update, 256) }, ErrLong, "256 updates, want at most 255"},
		{"bytes", func(p *Packet) {
			for len(p.Updates) < MaxUpdates()+2 { // one is short
				p.Updates = append(p.Updates, p.Updates[0])
			}
		}, ErrLong, "want at most 1200"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := onePacket()
			tt.edit(p)
			got, err := AppendPacket([]byte{1, 2}, p)
			if !errors.Is(err, tt.err) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q, want %q with %q", err, tt.err, tt.want)
			}
			if !bytes.Equal(got, []byte{1, 2}) {
				t.Errorf("dst became %v", got)
			}
		})
	}
}

func TestAckHoldIsWholeMicroseconds(t *testing.T) {
	for hold, want := range map[time.Duration]time.Duration{
		0:              0,
		999:            0,
		1_999:          1_000,
		MaxAckHold:     MaxAckHold,
		MaxAckHold + 1: MaxAckHold,
		math.MaxInt64:  MaxAckHold,
	} {
		b, err := AppendPacket(nil, &Packet{Header: Header{AckHold: hold}})
		var p Packet
		if err == nil {
			err = Decode(&p, b)
		}
		if err != nil || p.AckHold != want {
			t.Errorf("%d ns came as %d ns, %v, want %d ns", hold, p.AckHold, err, want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	good, err := AppendPacket(nil, onePacket())
	if err != nil {
		t.Fatal(err)
	}
	// patch writes v at a bit of the first record.
	patch := func(at int, v int64, width int) []byte {
		b := bytes.Clone(good)
		for i, bit := range bitField(v, width) {
			byteAt, mask := headerBytes+(at+i)/8, byte(0x80)>>((at+i)%8)
			b[byteAt] &^= mask
			if bit == '1' {
				b[byteAt] |= mask
			}
		}
		return b
	}
	header := func(offset int, v ...byte) []byte {
		b := bytes.Clone(good)
		copy(b[offset:], v)
		return b
	}
	const (
		positionAt = 32 + 4 + 16 + 8 + 1 + 4
		velocityAt = positionAt + 3*21
		rotationAt = velocityAt + 3*18
		ageAt      = liveBits + 32 + 4 + 16 + 8 + 1
	)
	longAge := bitWriter{buf: header(31, 1)[:headerBytes]}
	longAge.write(10, 32)
	longAge.write(0, 4+16+8)
	longAge.write(1, 1)
	longAge.writeVarint(1 << 63)
	tests := []struct {
		name string
		src  []byte
		err  error
		want string
	}{
		{"empty", nil, ErrShort, "0 bytes, want 32 or more"},
		{"half a header", good[:16], ErrShort, "16 bytes, want 32 or more"},
		{"version", header(0, 2), ErrVersion, "2, want 1"},
		{"version of a short one", []byte{0}, ErrVersion, "0, want 1"},
		{"a record more", header(31, 3), ErrShort, "record 3 of 3"},
		{"a record less", header(31, 1), ErrLong, "something follows the 1 records"},
		{"a byte more", append(bytes.Clone(good), 0), ErrLong, "something follows the 2 records"},
		{"padding", header(len(good)-1, good[len(good)-1]|1), ErrLong, "something follows the 2 records"},
		{"too long", make([]byte, MaxPacket+1), ErrLong, "1201 bytes, want at most 1200"},
		{"position", patch(positionAt, 1_024_001, 21), ErrValue, "record 1 of 2: wire: bad value: position x is 1000.0009765625 m"},
		{"position, most negative", patch(positionAt+21, -1<<20, 21), ErrValue, "position y is -1024 m"},
		{"velocity", patch(velocityAt+36, 76_801, 18), ErrValue, "velocity z is 300.00390625 m/s"},
		{"rotation longer than 1", patch(rotationAt+2, 8191, 14), ErrValue, "rotation leaves out a component that is not the largest"},
		{"rotation, not the largest", patch(rotationAt+2, 4097, 14), ErrValue, "rotation leaves out"},
		{"age of two bytes for one", patch(ageAt+8, 0, 8), ErrValue, "record 2 of 2: wire: bad value: age"},
		{"age of 2^63 ns", longAge.flush(), ErrValue, "age is not a number from 0 to 2^63-1"},
		// Age 300 ns in a packet of the first 299 ns of all time.
		{"age before the first time", header(11, 0x80, 0, 0, 0, 0, 0, 1, 43), ErrValue, "age of 300 ns goes back"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := *onePacket()
			err := Decode(&p, tt.src)
			if !errors.Is(err, tt.err) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %v with %q", err, tt.err, tt.want)
			}
			if len(p.Updates) != 0 {
				t.Errorf("%d updates left", len(p.Updates))
			}
		})
	}
	for n := range good {
		if err := Decode(&Packet{}, good[:n]); !errors.Is(err, ErrShort) {
			t.Errorf("the first %d of %d bytes: error %v, want ErrShort", n, len(good), err)
		}
	}
}

func TestMaxUpdates(t *testing.T) {
	// (1200 − 32)·8 = 9344 bits, and 9344/226 = 41.3.
	if got := MaxUpdates(); got != 41 {
		t.Errorf("MaxUpdates() = %d, want 41", got)
	}
	worst := func(n int) *Packet {
		p := &Packet{Header: Header{Time: math.MaxInt64}}
		for i := range n {
			p.Updates = append(p.Updates, interp.Update{ID: math.MaxUint32, Kind: 15, Sample: interp.Sample{
				Time: math.MaxInt64, Generation: math.MaxUint16, Segment: 255, Stance: 15,
				Pose:     interp.Pose{Position: mgl32.Vec3{-1000, 1000, -1000}, Rotation: quat(1, -1, 1, -1)},
				Velocity: mgl32.Vec3{-300, 300, -300},
			}})
			if i%2 == 1 { // the longest age
				s := &p.Updates[i].Sample
				*s = interp.Sample{Destroyed: true}
			}
		}
		return p
	}
	for _, n := range []int{0, 1, 2, 41} {
		if b, err := AppendPacket(nil, worst(n)); err != nil || len(b) > MaxPacket {
			t.Errorf("%d updates: %d bytes, %v", n, len(b), err)
		}
	}
	live := worst(1)
	for len(live.Updates) < 42 {
		live.Updates = append(live.Updates, live.Updates[0])
	}
	if _, err := AppendPacket(nil, live); !errors.Is(err, ErrLong) {
		t.Errorf("42 live updates: error %v, want ErrLong", err)
	}
}

// drawPacket draws a packet that can be written.
func drawPacket(t *rapid.T) *Packet {
	p := &Packet{Header: Header{
		Epoch:    rapid.Uint16().Draw(t, "epoch"),
		Seq:      rapid.Uint32().Draw(t, "seq"),
		Tick:     rapid.Uint32().Draw(t, "tick"),
		Time:     interp.ServerTime(rapid.Int64().Draw(t, "time")),
		Baseline: rapid.Uint32().Draw(t, "baseline"),
		AckSeq:   rapid.Uint32().Draw(t, "ack"),
		AckHold:  time.Duration(rapid.Uint32().Draw(t, "hold")) * time.Microsecond,
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

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	p := onePacket()
	var q Packet
	var buf []byte
	step := func() {
		var err error
		if buf, err = AppendPacket(buf[:0], p); err == nil {
			err = Decode(&q, buf)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	step()
	if allocs := testing.AllocsPerRun(100, step); allocs != 0 {
		t.Errorf("%v allocations to write and read a packet, want 0", allocs)
	}
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
		for _, u := range p.Updates {
			s := &u.Sample
			if !finite(s.Pose.Position) || !finite(s.Velocity) || math.Abs(float64(s.Pose.Rotation.Len())-1) > 1e-6 {
				t.Errorf("read %+v", u)
			}
			if s.Time > p.Time || s.Seq != p.Seq {
				t.Errorf("update of packet %d at %d ns in packet %d at %d ns", s.Seq, s.Time, p.Seq, p.Time)
			}
		}
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

func BenchmarkPacket(b *testing.B) {
	p := onePacket()
	for len(p.Updates) < MaxUpdates() {
		p.Updates = append(p.Updates, p.Updates[0])
	}
	buf, err := AppendPacket(nil, p)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("Append", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(buf)))
		for b.Loop() {
			buf, _ = AppendPacket(buf[:0], p)
		}
	})
	b.Run("Decode", func(b *testing.B) {
		var q Packet
		b.ReportAllocs()
		b.SetBytes(int64(len(buf)))
		for b.Loop() {
			if err := Decode(&q, buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}

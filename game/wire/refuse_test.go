package wire

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

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
		}, ErrLong, "want at most 1196"},
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
		positionAt = 32 + 4 + 16 + 8 + 1 + 1 + 4
		velocityAt = positionAt + 3*21
		rotationAt = velocityAt + 3*18
		ageAt      = liveBits + 32 + 4 + 16 + 8 + 1
	)
	one := onePacket()
	one.Updates = one.Updates[:1] // 227 bits: 5 bits of padding
	padded, err := AppendPacket(nil, one)
	if err != nil {
		t.Fatal(err)
	}
	padded[len(padded)-1] |= 1
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
		{"version", header(0, 3), ErrVersion, "3, want 1"},
		{"whole, of a version that builds on others", header(0, VersionNamed), ErrValue, "version 2 builds on no other packet"},
		{"version of a short one", []byte{0}, ErrVersion, "0, want 1"},
		{"a record more", header(31, 3), ErrShort, "record 3 of 3"},
		{"a record less", header(31, 1), ErrLong, "something follows the 1 records"},
		{"a byte more", append(bytes.Clone(good), 0), ErrLong, "something follows the 2 records"},
		{"padding", padded, ErrLong, "something follows the 1 records"},
		{"too long", make([]byte, MaxPacket+1), ErrLong, "1197 bytes, want at most 1196"},
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

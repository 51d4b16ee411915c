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

	"snaplab/interp"
)

// onePacket has a live and a destroyed update.
func onePacket() *Packet {
	return &Packet{
		Header: Header{Epoch: 0x0102, Seq: 7, Tick: 300, Time: 5_000_000_000, Baseline: 7, AckSeq: 3, AckHold: 20_500 * time.Microsecond},
		Updates: []interp.Update{
			{ID: 9, Kind: 2, Sample: interp.Sample{
				Spawned: true,
				Time:    5_000_000_000, Seq: 7, Generation: 5, Segment: 6, Stance: 1,
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
		0, 0, 0, 7, // baseline: itself
		0, 0, 0, 3, // newest acknowledgement
		0, 0, 0x50, 0x14, // 20 500 µs
		2, // records
	}
	records := strings.Join([]string{
		bitField(9, 32), bitField(2, 4), bitField(5, 16), bitField(6, 8), "0", "1", bitField(1, 4),
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

func TestMaxUpdates(t *testing.T) {
	// (1196 − 32)·8 = 9312 bits, and 9312/227 = 41.02.
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

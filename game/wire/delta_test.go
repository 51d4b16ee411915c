package wire

import (
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"snaplab/interp"
)

// snapshot returns a packet of an instant whose samples are of that instant unless they
// are destroyed.
func snapshot(seq uint32, at interp.ServerTime, updates ...interp.Update) *Packet {
	p := &Packet{Header: Header{Epoch: 1, Seq: seq, Tick: seq, Time: at}}
	for _, u := range updates {
		if !u.Sample.Destroyed {
			u.Sample.Time = at
		}
		p.Updates = append(p.Updates, u)
	}
	return p
}

// moving is an entity with a velocity in m/s along x.
func moving(id interp.EntityID, x, speed float32) interp.Update {
	return interp.Update{ID: id, Sample: interp.Sample{
		Pose:     interp.Pose{Position: mgl32.Vec3{x, 0, 0}, Rotation: mgl32.QuatIdent()},
		Velocity: mgl32.Vec3{speed, 0, 0},
	}}
}

// encode writes p.
func encode(t testing.TB, e *Encoder, p *Packet) []byte {
	t.Helper()
	b, err := e.AppendPacket(nil, p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// recordBits returns the bits after the header.
func recordBits(packet []byte) string {
	var s strings.Builder
	for _, b := range packet[headerBytes:] {
		s.WriteString(bitField(int64(b), 8))
	}
	return s.String()
}

// A second passes between the baseline and what builds on it, so an entity at 2 m/s is
// expected 2·1024 steps further.
func TestDeltaLayout(t *testing.T) {
	base := moving(7, 10, 2)
	changed := func(f func(s *interp.Sample)) interp.Update {
		u := moving(7, 12, 2)
		f(&u.Sample)
		return u
	}
	whole := func(u interp.Update) string {
		q, err := quantise(0, &u)
		if err != nil {
			t.Fatal(err)
		}
		var w bitWriter
		q.write(&w, 0)
		return recordBits(append(make([]byte, headerBytes), w.flush()...))[:q.bits(0)]
	}
	other := changed(func(s *interp.Sample) { s.Generation = 1 })
	for _, tt := range []struct {
		name string
		now  interp.Update
		want string
	}{
		{"as expected", moving(7, 12, 2), "0"},
		{"a step short along x", changed(func(s *interp.Sample) { s.Pose.Position[0] -= 1.0 / 1024 }),
			"10" + "0" + "100" + bitField(1, 5) + "1" + "000" + "0" + "000"},
		// 1 m/s along y is 256 steps, −1 m/s along z −256: ten bits in two's complement.
		{"velocity", changed(func(s *interp.Sample) { s.Velocity = mgl32.Vec3{2, 1, -1} }),
			"10" + "0" + "000" + "011" + bitField(10, 5) + bitField(256, 10) + bitField(-256, 10) + "0" + "000"},
		{"segment", changed(func(s *interp.Sample) { s.Segment = 3 }),
			"10" + "1" + bitField(3, 8) + bitField(0, 4) + "000" + "000" + "0" + "000"},
		{"stance", changed(func(s *interp.Sample) { s.Stance = 5 }),
			"10" + "1" + bitField(0, 8) + bitField(5, 4) + "000" + "000" + "0" + "000"},
		// w = 0.8 stays the largest, z = 0.6 is 4915.2 steps of 1/8192.
		{"rotation", changed(func(s *interp.Sample) { s.Pose.Rotation = mgl32.Quat{W: 0.8, V: mgl32.Vec3{0, 0, 0.6}} }),
			"10" + "0" + "000" + "000" + "0" + "001" + bitField(14, 5) + bitField(4915, 14)},
		{"rotation about a half turn", changed(func(s *interp.Sample) { s.Pose.Rotation = mgl32.Quat{V: mgl32.Vec3{0, 0, 1}} }),
			"10" + "0" + "000" + "000" + "1" + "11" + strings.Repeat("0", 42)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var e Encoder
			encode(t, &e, snapshot(1, 0, base))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			b := encode(t, &e, snapshot(2, interp.ServerTime(time.Second), tt.now))
			for len(tt.want)%8 != 0 {
				tt.want += "0"
			}
			if got := recordBits(b); got != tt.want {
				t.Errorf("records are\n%s, want\n%s", got, tt.want)
			}
		})
	}
	// Two entities, so that the packet is shorter although the second is whole.
	var e Encoder
	encode(t, &e, snapshot(1, 0, base, base))
	e.Acknowledge(Ack{Epoch: 1, Newest: 1})
	other.Sample.Time = 0
	b := encode(t, &e, snapshot(2, 0, base, other))
	if got, want := recordBits(b), "0"+"11"+whole(other); !strings.HasPrefix(got, want) || len(got) >= len(want)+8 {
		t.Errorf("with another generation the records are\n%s, want\n%s", got, want)
	}
}

// 41 entities that stand still or fly straight on cost 41 bits, and so do 41 that have
// been destroyed.
func TestUnchangedCostsABit(t *testing.T) {
	gone := interp.Update{ID: 3, Sample: interp.Sample{Time: -5, Generation: 2, Destroyed: true}}
	for name, at := range map[string]func(second float32) interp.Update{
		"still":     func(float32) interp.Update { return moving(1, 5, 0) },
		"straight":  func(s float32) interp.Update { return moving(1, 5+4*s, 4) },
		"destroyed": func(float32) interp.Update { return gone },
	} {
		var e Encoder
		var many [2][]interp.Update
		for id := range interp.EntityID(MaxUpdates()) {
			for second := range many {
				u := at(float32(second))
				u.ID = id
				many[second] = append(many[second], u)
			}
		}
		encode(t, &e, snapshot(1, 0, many[0]...))
		e.Acknowledge(Ack{Epoch: 1, Newest: 1})
		b := encode(t, &e, snapshot(2, interp.ServerTime(time.Second), many[1]...))
		if want := headerBytes + 6; len(b) != want { // 41 bits are 6 bytes
			t.Errorf("%s: %d bytes, want %d", name, len(b), want)
		}
	}
}

// What a packet may build on: every case of it being whole all the same.
func TestWhole(t *testing.T) {
	still := func(seq uint32) *Packet { return snapshot(seq, 0, moving(1, 5, 0)) }
	// wild is at the other end of the world, turned, at the other end of speeds.
	wild := func(seq uint32) *Packet {
		p := snapshot(seq, 0)
		for range MaxUpdates() {
			u := moving(1, 5, 0)
			u.Sample.Generation = uint16(seq)
			p.Updates = append(p.Updates, u)
		}
		return p
	}
	for _, tt := range []struct {
		name string
		run  func(e *Encoder) *Packet
		want uint32 // the baseline
	}{
		{"nothing heard", func(e *Encoder) *Packet { encode(t, e, still(1)); return still(2) }, 2},
		{"the first is heard", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			encode(t, e, still(2))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			return still(3)
		}, 1},
		{"a bit is enough, the newest counts", func(e *Encoder) *Packet {
			for seq := range uint32(40) {
				encode(t, e, still(seq+1))
			}
			e.Acknowledge(Ack{Epoch: 1, Newest: 39, Bits: 1<<31 | 1})
			return still(41)
		}, 39},
		{"an older one does not replace it", func(e *Encoder) *Packet {
			for seq := range uint32(5) {
				encode(t, e, still(seq+1))
			}
			e.Acknowledge(Ack{Epoch: 1, Newest: 5})
			e.Acknowledge(Ack{Epoch: 1, Newest: 4, Bits: 7})
			return still(6)
		}, 5},
		{"what was never sent", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			e.Acknowledge(Ack{Epoch: 1, Newest: 77, Bits: 0xffff})
			return still(2)
		}, 2},
		{"another epoch's", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			e.Acknowledge(Ack{Epoch: 2, Newest: 1})
			return still(2)
		}, 2},
		{"a new epoch", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			p := still(2)
			p.Epoch = 2
			return p
		}, 2},
		{"asked for", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			e.Acknowledge(Ack{Epoch: 1, Seq: 1, Newest: 1})
			e.Acknowledge(Ack{Epoch: 1, Seq: 2})
			return still(2)
		}, 2},
		{"old", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			return still(1 + MaxBaselineAge)
		}, 1},
		{"too old", func(e *Encoder) *Packet {
			encode(t, e, still(1))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			return still(2 + MaxBaselineAge)
		}, 2 + MaxBaselineAge},
		{"no shorter", func(e *Encoder) *Packet {
			encode(t, e, wild(1))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			return wild(2)
		}, 2},
		{"another entity", func(e *Encoder) *Packet {
			encode(t, e, snapshot(1, 0, moving(9, 5, 0)))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1})
			return still(2)
		}, 2},
		{"past the wrap", func(e *Encoder) *Packet {
			encode(t, e, still(1<<32-1))
			e.Acknowledge(Ack{Epoch: 1, Newest: 1<<32 - 1})
			return still(3)
		}, 1<<32 - 1},
	} {
		var e Encoder
		p := tt.run(&e)
		if b := encode(t, &e, p); p.Baseline != tt.want || len(b) > MaxPacket {
			t.Errorf("%s: %d bytes built on %d, want %d", tt.name, len(b), p.Baseline, tt.want)
		}
	}
}

func TestDeltaSteadyStateDoesNotAllocate(t *testing.T) {
	var e Encoder
	var d Decoder
	var read Packet
	var buf []byte
	seq := uint32(0)
	p := snapshot(0, 0, moving(1, 5, 0), moving(2, 6, 1))
	step := func() {
		seq++
		p.Seq = seq
		p.Updates[1].Sample.Pose.Position[1] = float32(seq % 100)
		var err error
		if buf, err = e.AppendPacket(buf[:0], p); err == nil {
			err = d.Decode(&read, buf)
		}
		if err != nil {
			t.Fatal(err)
		}
		e.Acknowledge(Ack{Epoch: 1, Newest: seq})
	}
	for range 2 * historyPackets {
		step()
	}
	if allocs := testing.AllocsPerRun(100, step); allocs != 0 {
		t.Errorf("%v allocations to write, read and acknowledge a packet, want 0", allocs)
	}
	if diff := cmp.Diff(p.Updates[1].Sample.Pose, read.Updates[1].Sample.Pose); diff != "" || read.Baseline != seq-1 {
		t.Errorf("built on %d (-sent +read):\n%s", read.Baseline, diff)
	}
}

// TestDeltaOfSome: packets have some of the entities only, and each builds on the newest of
// its own that has arrived.
func TestDeltaOfSome(t *testing.T) {
	var e Encoder
	var d Decoder
	var got Packet
	send := func(p *Packet) []byte {
		t.Helper()
		b := encode(t, &e, p)
		if err := d.Decode(&got, b); err != nil {
			t.Fatal(err)
		}
		e.Acknowledge(Ack{Epoch: 1, Newest: p.Seq})
		return b
	}
	entity := func(ids ...interp.EntityID) (list []interp.Update) {
		for _, id := range ids {
			list = append(list, moving(id, float32(id), 0))
		}
		return list
	}
	for i, tt := range []struct {
		name     string
		ids      []interp.EntityID
		version  byte
		baseline uint32
		bits     string // of the records
	}{
		{"all", []interp.EntityID{1, 2, 3, 4}, Version, 1, ""},
		{"each at its place", []interp.EntityID{1, 2}, Version, 1, "00" + "000000"},
		{"the others, a packet further back", []interp.EntityID{3, 4}, VersionNamed, 1,
			"01" + "00000010" + "00000010" + // 2 packets before, its record 2
				"00" + // and the one behind
				"0000"},
		{"of two packets", []interp.EntityID{2, 3}, VersionNamed, 2,
			"01" + "00000010" + "00000001" + // packet 2, record 1
				"01" + "00000001" + "00000000" + // packet 3, record 0
				"0000"},
	} {
		p := snapshot(uint32(i+1), 0, entity(tt.ids...)...)
		b := send(p)
		if b[0] != tt.version || p.Baseline != tt.baseline || tt.bits != "" && recordBits(b) != tt.bits {
			t.Errorf("%s: version %d on %d with %s, want %d on %d with %s", tt.name, b[0], p.Baseline, recordBits(b), tt.version, tt.baseline, tt.bits)
		}
		for j, u := range got.Updates {
			if u.ID != tt.ids[j] || u.Sample.Pose.Position[0] != float32(u.ID) {
				t.Errorf("%s: record %d is of entity %d at %v", tt.name, j, u.ID, u.Sample.Pose.Position)
			}
		}
	}
}

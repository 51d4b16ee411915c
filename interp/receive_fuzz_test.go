package interp

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// fuzzScript reads what happens to a lens from bytes; when they are used up it reads
// zeros.
type fuzzScript struct{ bytes []byte }

func (f *fuzzScript) take(n int) []byte {
	var out [8]byte
	f.bytes = f.bytes[copy(out[:n], f.bytes):]
	return out[:n]
}

func (f *fuzzScript) u8() uint8   { return f.take(1)[0] }
func (f *fuzzScript) u16() uint16 { return binary.BigEndian.Uint16(f.take(2)) }
func (f *fuzzScript) u32() uint32 { return binary.BigEndian.Uint32(f.take(4)) }
func (f *fuzzScript) u64() uint64 { return binary.BigEndian.Uint64(f.take(8)) }

// float is any float32, or with one byte a small one.
func (f *fuzzScript) float(flags uint8) float32 {
	if flags&1 == 0 {
		return float32(int8(f.u8()))
	}
	return math.Float32frombits(f.u32())
}

// time is any instant, or with one byte one near the middle of a few seconds.
func (f *fuzzScript) time(flags uint8) ServerTime {
	if flags&2 == 0 {
		return ServerTime(f.u8()) * ServerTime(20*ms)
	}
	return ServerTime(f.u64())
}

func (f *fuzzScript) update() Update {
	flags := f.u8()
	id := EntityID(f.u8() % 8)
	if flags&4 != 0 {
		id = EntityID(f.u32())
	}
	u := Update{ID: id, Kind: Kind(f.u8())}
	s := &u.Sample
	s.Time = f.time(flags)
	for i := range 3 {
		s.Pose.Position[i], s.Velocity[i] = f.float(flags), f.float(flags)
	}
	if s.Pose.Rotation = mgl32.QuatIdent(); flags&8 != 0 {
		s.Pose.Rotation = mgl32.Quat{W: f.float(flags), V: mgl32.Vec3{f.float(flags), f.float(flags), f.float(flags)}}
	}
	life := f.u8()
	s.Generation, s.Segment = uint16(int8(f.u8())), f.u8()
	s.Spawned, s.Destroyed, s.Stance = life&1 != 0, life&6 == 6, life>>4
	return u
}

// config is any that is valid.
func (f *fuzzScript) config() *Config {
	c := &Config{Interval: ms + time.Duration(f.u8())*ms, Reserve: time.Duration(f.u8()) * 4 * ms}
	for k := range c.Policies {
		flags := f.u8()
		c.Policies[k] = Policy{
			Delay: time.Duration(f.u8()) * 4 * ms, MaxExtrapolation: time.Duration(f.u8()) * 4 * ms,
			MaxDeadReckoning: time.Duration(f.u8()) * 4 * ms, Smoothing: time.Duration(f.u8()) * 4 * ms,
			MaxSpeed: float32(f.u8()), Blend: Blend(flags & 1), OnUnderrun: OnUnderrun(flags >> 1 % 3), OnGap: OnGap(flags >> 3 & 1),
		}
		if flags>>4 == 15 {
			p := &c.Policies[k]
			p.Tuning, p.MinDelay, p.MaxDelay, p.Window = Adaptive, p.Delay/2, p.Delay+ms, 100*ms+time.Duration(f.u8())*50*ms
		}
	}
	return c
}

// FuzzReceive plays any packets of any content to each lens. Nothing panics, all that
// is drawn is finite with a unit rotation, no render time goes back within an epoch,
// and the memory is that of the entities and their slots.
func FuzzReceive(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x00\x00\x01\x01\x00\x00\x00\x05\x00\x00\x07\x07\x07\x07\x07\x07\x01\x00\x00\x01\x10\x01\x20"))
	long := make([]byte, 300)
	for i := range long {
		long[i] = byte(i * i >> 3)
	}
	f.Add(long)
	f.Fuzz(func(t *testing.T, script []byte) {
		script = script[:min(len(script), 400)] // more of it is more of the same
		for _, lens := range lenses {
			fuzzLens(t, lens.name, lens.make(everyKind(DefaultPolicy())).(fuzzedLens), &fuzzScript{script})
		}
	})
}

type fuzzedLens interface {
	Lens
	RenderTime(k Kind, now LocalTime) (ServerTime, bool)
}

func fuzzLens(t *testing.T, name string, l fuzzedLens, f *fuzzScript) {
	now, packets := LocalTime(0), 0
	epoch, highest, ids := uint16(0), EntityID(0), map[EntityID]bool{}
	var last [MaxKinds]ServerTime
	mostSlots, fresh, steps := 0, true, 0
	var drawn []Drawn
	for len(f.bytes) > 0 {
		switch f.u8() % 4 {
		case 0, 1:
			flags := f.u8()
			h := Header{Seq: uint32(f.u8()), Time: f.time(flags), Arrival: now, Latency: time.Duration(f.u8()) * ms, Epoch: epoch}
			if flags&16 != 0 {
				h.Seq = f.u32()
			}
			if flags>>5 == 7 {
				h.Epoch += f.u16()
			}
			if h.Time.plausible() && (packets == 0 || newer(h.Epoch, epoch)) {
				epoch, fresh = h.Epoch, true
				clear(ids)
			}
			if h.Time.plausible() {
				packets++
			}
			updates := make([]Update, f.u8()%4)
			for i := range updates {
				updates[i] = f.update()
				if id := updates[i].ID; id <= MaxEntityID {
					ids[id] = true
					highest = max(highest, id)
				}
			}
			if v := l.Receive(h, updates); v > Refused {
				t.Fatalf("%s: verdict %d", name, v)
			}
		case 2:
			l.Configure(f.config())
		case 3:
			now = now.Add(time.Duration(f.u8()) * 10 * ms)
		}
		l.Frame(now)
		s := l.Stats()
		for k := range last {
			if fresh || s.Steps != steps { // the clock may have been found to be ahead
				last[k] = never
			}
			if at, ok := l.RenderTime(Kind(k), now); ok && at < last[k] {
				t.Fatalf("%s: kind %d goes back from %d to %d", name, k, last[k], at)
			} else if ok {
				last[k] = at
			}
			mostSlots = max(mostSlots, s.Kinds[k].Slots)
		}
		fresh, steps = packets == 0, s.Steps
		drawn = l.AppendDrawn(drawn[:0], now)
		for i := range drawn {
			d := &drawn[i]
			far, turn := float64(d.Pose.Position.Len()), float64(d.Pose.Rotation.Len())
			if math.IsNaN(far) || math.IsInf(far, 0) || math.Abs(turn-1) > 0.01 || !(d.Alpha >= 0 && d.Alpha <= 1) {
				t.Fatalf("%s: drew %+v", name, *d)
			}
		}
		if len(drawn) > len(ids) || len(s.Corrections) > len(ids) {
			t.Fatalf("%s: drew %d and corrected %d of %d entities", name, len(drawn), len(s.Corrections), len(ids))
		}
		// A power of two of slots of under 100 bytes and as much again for each entity,
		// twice for what append leaves over; 4 bytes, twice, for each id.
		// What is adaptive counts needs of up to a second in whole ms, in 24 bytes each, and
		// once more with the offset, of up to two; and remembers packets and a spike.
		most := 4096 + MaxKinds*(3100*24+8*1024+96*(packets+16)) + 2*max(64, len(ids))*(2*max(mostSlots, defaultSlots)*100+1000) + 8*(int(highest)+64)
		if s.Bytes > most {
			t.Fatalf("%s: %d bytes for %d entities of %d slots, ids up to %d, want at most %d", name, s.Bytes, len(ids), mostSlots, highest, most)
		}
	}
}

package game

import (
	"time"

	"snaplab/game/config"
	"snaplab/game/wire"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// server steps the world and sends snapshots of it. It never hears anything from a
// lens: what a client draws is not the truth of anything.
type server struct {
	world *world.History
	clock netsim.HostClock
	epoch uint16
	seq   uint32 // of the last packet sent

	ticks config.Series
	tick  uint32 // number of the last tick stepped

	// Snapshots are sent on ticks. The k-th since sendTick0 is due at the first
	// tick at or after k ÷ SendRate.
	sendTick0 int64
	sent      int64

	// destroyedAt is, per entity, the stamp of the tick in which it was first
	// found dead. A destroy is sent in every snapshot until the slot is used
	// again, always with its own time, so that a lost packet cannot lose it.
	destroyedAt []interp.ServerTime
	dead        []bool
	died        []uint16 // the generation of that
	// living is, per entity, the generation that was last sent alive, if any was.
	living []sentLife
	// gone is, per entity, the generation that was last sent as destroyed, if any was.
	gone   []sentLife
	mortal []int // the entities that can die, and so are watched on every tick

	// Of kinds that are not in every snapshot: how many snapshots were due so far, the
	// first of them at the present rates, by kind, and how many samples of each entity
	// were due in those up to the one that it was last sent in.
	snapshots int64
	since     [interp.MaxKinds]int64
	turns     []config.Turn
	taken     []int64
	bits      [interp.MaxKinds]int64 // of all records sent

	stalledUntil time.Duration

	state  world.State // of the entity being looked at
	packet wire.Packet
	bytes  []byte

	acked   wire.Ack // the newest acknowledgement
	ackedAt time.Duration

	encoding config.Encoding
	encoder  wire.Encoder
}

type sentLife struct {
	generation uint16
	any        bool
}

func newServer(w *world.History, settings *config.Settings) *server {
	s := &server{
		world:       w,
		clock:       settings.ServerClock(),
		epoch:       1,
		ticks:       config.Series{Rate: settings.TickRate},
		destroyedAt: make([]interp.ServerTime, w.Len()),
		dead:        make([]bool, w.Len()),
		died:        make([]uint16, w.Len()),
		living:      make([]sentLife, w.Len()),
		gone:        make([]sentLife, w.Len()),
		turns:       config.Turns(w.Len(), w.Kind),
		taken:       make([]int64, w.Len()),
		snapshots:   -1,
		encoding:    settings.Encoding,
	}
	for i := range s.taken {
		s.taken[i] = notYet
	}
	for i := range w.Len() {
		if w.Mortal(i) {
			s.mortal = append(s.mortal, i)
		}
	}
	return s
}

// stamp returns the server's time at a simulation time.
func (s *server) stamp(now time.Duration) interp.ServerTime {
	return interp.ServerTime(s.clock.At(now))
}

// step runs the tick that is due now. It reports whether a snapshot is to be sent.
func (s *server) step(now time.Duration, settings *config.Settings) (send bool) {
	n := s.ticks.N
	s.ticks.N++
	s.tick++
	stamp := s.stamp(now)
	state := &s.state
	for _, i := range s.mortal {
		s.world.At(i, now, state)
		if !state.Alive && (!s.dead[i] || s.died[i] != state.Generation) {
			s.destroyedAt[i], s.died[i] = stamp, state.Generation
		}
		s.dead[i] = !state.Alive
	}
	if n < s.sendTick0+settings.SendTicks(s.sent) {
		return false
	}
	s.sent++
	s.snapshots++
	return now >= s.stalledUntil
}

// restart begins the server's life again with the run that its world has just begun.
func (s *server) restart(now time.Duration, settings *config.Settings) {
	fresh := newServer(s.world, settings)
	fresh.epoch = s.world.Epoch()
	fresh.clock.Start -= now
	fresh.ticks.Anchor = now
	fresh.bits = s.bits
	*s = *fresh
}

// notYet is what an entity has taken that is in the next snapshot whoever's turn it is.
const notYet = -1

// retune takes new rates and the encoding. The next snapshot comes an interval of the
// new rate after the last one. All entities of a kind whose share of the snapshots is
// another are in it.
func (s *server) retune(old, new *config.Settings, now time.Duration) {
	s.encoding = new.Encoding
	for i := range s.taken {
		k := s.world.Kind(i)
		if old.SendRate != new.SendRate || old.KindRates[k] != new.KindRates[k] || old.SendOrder != new.SendOrder {
			s.since[k], s.taken[i] = s.snapshots+1, notYet
		}
	}
	if old.TickRate == new.TickRate && old.SendRate == new.SendRate {
		return
	}
	sinceSend := s.ticks.N - s.sendTick0 - old.SendTicks(max(s.sent-1, 0))
	s.ticks.Retune(new.TickRate, now)
	s.sendTick0 = s.ticks.N - sinceSend
	s.sent = min(s.sent, 1)
}

// PacketEntities returns how many entities a packet of a whole snapshot holds: the first so
// many are in the first packet of each, and so on.
func PacketEntities() int { return wire.MaxUpdates() }

// WholeKilobits returns how many kbit a second so many entities of a kind take in packets that
// are written whole, without the packets' own headers.
func WholeKilobits(s *config.Settings, k interp.Kind, entities int) float64 {
	bits := wire.RecordBits(new(interp.Update), 0)
	return float64(entities*bits) * float64(s.KindRate(k)) / float64(config.Hertz) / 1000
}

// send writes the snapshot of this tick into as many packets as it needs and gives
// each to deliver. The packets are independent: each is of use without the others. Where
// every entity is in every snapshot, a packet has the same ones in each.
func (s *server) send(now time.Duration, settings *config.Settings, deliver func(seq, tick uint32, stamp interp.ServerTime, packet []byte)) error {
	stamp := s.stamp(now)
	s.packet.Updates = s.packet.Updates[:0]
	all, sent := settings.AllInEvery(), false
	for i := range s.world.Len() {
		if !all && !s.due(i, now, settings) {
			continue
		}
		s.packet.Updates = append(s.packet.Updates, s.update(i, now, stamp))
		if len(s.packet.Updates) == wire.MaxUpdates() {
			if err := s.sendPacket(now, stamp, deliver); err != nil {
				return err
			}
			sent = true
		}
	}
	if sent && len(s.packet.Updates) == 0 {
		return nil
	}
	return s.sendPacket(now, stamp, deliver)
}

// due reports whether an entity is in the snapshot that is being sent: it is its turn, or
// its life has begun or ended since it was last sent.
func (s *server) due(i int, now time.Duration, settings *config.Settings) bool {
	k := s.world.Kind(i)
	if settings.InEvery(k) {
		return true
	}
	if due := settings.Due(k, s.turns[i], s.snapshots-s.since[k]); due > s.taken[i] {
		s.taken[i] = due
		return true
	}
	s.world.At(i, now, &s.state)
	life := sentLife{s.state.Generation, true}
	if s.state.Alive {
		return s.living[i] != life
	}
	return s.gone[i] != life
}

// sendPacket sends the updates that are gathered, and empties their list.
func (s *server) sendPacket(now time.Duration, stamp interp.ServerTime, deliver func(seq, tick uint32, stamp interp.ServerTime, packet []byte)) error {
	s.seq++
	s.packet.Header = wire.Header{Epoch: s.epoch, Seq: s.seq, Tick: s.tick, Time: stamp}
	if s.acked.Seq != 0 {
		s.packet.AckSeq, s.packet.AckHold = s.acked.Seq, now-s.ackedAt
	}
	var err error
	if s.encoding == config.DeltaEncoding {
		s.bytes, err = s.encoder.AppendPacket(s.bytes[:0], &s.packet)
	} else {
		s.bytes, err = wire.AppendPacket(s.bytes[:0], &s.packet)
	}
	if err != nil {
		return err
	}
	for i := range s.packet.Updates {
		u := &s.packet.Updates[i]
		if s.encoding == config.DeltaEncoding {
			s.bits[u.Kind] += int64(s.encoder.RecordBits()[i])
		} else {
			s.bits[u.Kind] += int64(wire.RecordBits(u, stamp))
		}
	}
	s.bytes = wire.Seal(s.bytes)
	deliver(s.seq, s.tick, stamp, s.bytes)
	s.packet.Updates = s.packet.Updates[:0]
	return nil
}

func (s *server) update(i int, now time.Duration, stamp interp.ServerTime) interp.Update {
	state := &s.state
	s.world.At(i, now, state)
	u := interp.Update{ID: s.world.ID(i), Kind: s.world.Kind(i)}
	u.Sample = interp.Sample{
		Time:       stamp,
		Pose:       state.Pose,
		Velocity:   state.Velocity,
		Generation: state.Generation,
		Segment:    state.Segment,
		Stance:     state.Stance,
	}
	if state.Alive {
		life := sentLife{state.Generation, true}
		u.Sample.Spawned = s.living[i] != life
		s.living[i] = life
	} else {
		s.gone[i] = sentLife{state.Generation, true}
		u.Sample = interp.Sample{Time: s.destroyedAt[i], Generation: state.Generation, Segment: state.Segment, Destroyed: true}
	}
	return u
}

// receive takes an acknowledgement from the client. Older ones than the newest
// say nothing new.
func (s *server) receive(now time.Duration, packet []byte) error {
	var a wire.Ack
	if err := wire.DecodeAck(&a, packet); err != nil {
		return err
	}
	if a.Epoch == s.epoch && (s.acked.Seq == 0 || int32(a.Seq-s.acked.Seq) > 0) {
		s.acked, s.ackedAt = a, now
		s.encoder.Acknowledge(a)
	}
	return nil
}

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
	mortal []int // the entities that can die, and so are watched on every tick

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
		encoding:    settings.Encoding,
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
	return now >= s.stalledUntil
}

// restart begins the server's life again with the run that its world has just begun.
func (s *server) restart(now time.Duration, settings *config.Settings) {
	fresh := newServer(s.world, settings)
	fresh.epoch = s.world.Epoch()
	fresh.clock.Start -= now
	fresh.ticks.Anchor = now
	*s = *fresh
}

// retune takes new rates and the encoding. The next snapshot comes an interval of the
// new rate after the last one.
func (s *server) retune(old, new *config.Settings, now time.Duration) {
	s.encoding = new.Encoding
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

// send writes the snapshot of this tick into as many packets as it needs and gives
// each to deliver. The packets are independent: each is of use without the others.
func (s *server) send(now time.Duration, deliver func(seq, tick uint32, stamp interp.ServerTime, packet []byte)) error {
	stamp := s.stamp(now)
	s.packet.Updates = s.packet.Updates[:0]
	n := s.world.Len()
	for i := 0; i < n || i == 0; {
		part := i / wire.MaxUpdates() // of the same entities in every snapshot
		end := min(n, i+wire.MaxUpdates())
		for ; i < end; i++ {
			s.packet.Updates = append(s.packet.Updates, s.update(i, now, stamp))
		}
		s.seq++
		s.packet.Header = wire.Header{Epoch: s.epoch, Seq: s.seq, Tick: s.tick, Time: stamp}
		if s.acked.Seq != 0 {
			s.packet.AckSeq, s.packet.AckHold = s.acked.Seq, now-s.ackedAt
		}
		var err error
		if s.encoding == config.DeltaEncoding {
			s.bytes, err = s.encoder.AppendPacket(s.bytes[:0], &s.packet, part)
		} else {
			s.bytes, err = wire.AppendPacket(s.bytes[:0], &s.packet)
		}
		if err != nil {
			return err
		}
		s.bytes = wire.Seal(s.bytes)
		deliver(s.seq, s.tick, stamp, s.bytes)
		s.packet.Updates = s.packet.Updates[:0]
		if n == 0 {
			return nil
		}
	}
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

package game

import (
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/wire"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// pair is a server and a client of a world with the links between them, without lenses.
type pair struct {
	world    *world.History
	settings config.Settings
	server   *server
	client   *client
	down, up *netsim.Link

	whole map[uint32][]interp.Update // of each packet under way, what it says of the world
	built map[uint32]bool            // the packets that have been taken in

	deltas, spawns, destroys int
	bytes, wholeBytes        int
}

func newPair(t *testing.T, seed uint64) *pair {
	t.Helper()
	w, err := world.NewWorld(seed, nil, []world.Group{{Kind: world.Rocket, Count: 3}, {Kind: world.Walker, Count: 1}, {Kind: world.Blinker, Count: 1}, {Kind: world.Turret, Count: 1}, {Kind: world.Door, Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{world: world.NewHistory(w), settings: config.DefaultSettings(), client: newClient(), whole: map[uint32][]interp.Update{}, built: map[uint32]bool{}}
	p.settings.TickRate, p.settings.Encoding = 10*config.Hertz, config.DeltaEncoding
	p.settings.Down.Jitter, p.settings.Down.Order, p.settings.Down.Duplicate = 250*time.Millisecond, netsim.Free, 20_000
	p.settings.Up = p.settings.Down
	p.server = newServer(p.world, &p.settings)
	if p.down, err = netsim.NewLink(p.settings.Down, seed, config.StreamDown); err == nil {
		p.up, err = netsim.NewLink(p.settings.Up, seed, config.StreamUp)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// truth returns what a whole packet of an instant says of the world once it is read.
// When a destroyed entity was destroyed is left open.
func (p *pair) truth(t *testing.T, now time.Duration) ([]interp.Update, int) {
	t.Helper()
	packet := wire.Packet{Header: wire.Header{Time: p.server.stamp(now)}}
	for i := range p.world.Len() {
		var s world.State
		p.world.At(i, now, &s)
		u := interp.Update{ID: p.world.ID(i), Kind: p.world.Kind(i), Sample: interp.Sample{
			Time: packet.Time, Pose: s.Pose, Velocity: s.Velocity,
			Generation: s.Generation, Segment: s.Segment, Stance: s.Stance,
		}}
		if !s.Alive {
			u.Sample = interp.Sample{Time: packet.Time, Generation: s.Generation, Segment: s.Segment, Destroyed: true}
		}
		packet.Updates = append(packet.Updates, u)
	}
	b, err := wire.AppendPacket(nil, &packet)
	if err == nil {
		err = wire.Decode(&packet, b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return packet.Updates, len(b) + wire.ChecksumBytes
}

// send steps the server and sends its snapshot.
func (p *pair) send(t *testing.T, now time.Duration) {
	t.Helper()
	if !p.server.step(now, &p.settings) {
		return
	}
	err := p.server.send(now, func(seq, _ uint32, _ interp.ServerTime, packet []byte) {
		truth, size := p.truth(t, now)
		p.whole[seq] = truth
		p.bytes, p.wholeBytes = p.bytes+len(packet), p.wholeBytes+size
		p.down.Send(now, packet)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// arrive lets the client take in what has arrived, and holds it against the truth.
func (p *pair) arrive(t *testing.T, now time.Duration) {
	t.Helper()
	for at, ok := p.down.NextArrival(); ok && at <= now; at, ok = p.down.NextArrival() {
		bytes, _, _ := p.down.Receive(at, nil)
		if err := p.client.receive(interp.LocalTime(at), bytes, nil); err != nil {
			t.Fatal(err)
		}
		got := &p.client.packet
		want := p.whole[got.Seq]
		if len(got.Updates) != len(want) {
			t.Fatalf("packet %d: %d updates, want %d", got.Seq, len(got.Updates), len(want))
		}
		for i, u := range got.Updates {
			w := want[i]
			w.Sample.Seq, w.Sample.Spawned = got.Seq, u.Sample.Spawned
			if u.Sample.Destroyed && u.Sample.Time <= got.Time {
				w.Sample.Time = u.Sample.Time
				p.destroys++
			}
			if u.Sample.Spawned {
				p.spawns++
			}
			if u != w {
				t.Fatalf("packet %d on %d at %v:\n%+v, want\n%+v", got.Seq, got.Baseline, at, u, w)
			}
		}
		if got.Baseline != got.Seq {
			p.deltas++
			if !p.built[got.Baseline] {
				t.Fatalf("packet %d was taken in without %d, on which it builds", got.Seq, got.Baseline)
			}
		}
		p.built[got.Seq] = true
	}
	for at, ok := p.up.NextArrival(); ok && at <= now; at, ok = p.up.NextArrival() {
		bytes, _, _ := p.up.Receive(at, nil)
		if err := p.server.receive(at, bytes); err != nil {
			t.Fatal(err)
		}
	}
	p.client.frame(interp.LocalTime(now), func(packet []byte) { p.up.Send(now, packet) })
}

// Ten minutes with 5 % of packets lost both ways, others doubled and overtaken, while
// entities come and go: what the client makes of every packet is exactly what a whole
// one of the same tick would have said.
func TestDeltaIsTheServersState(t *testing.T) {
	seeds, over := uint64(50), 10*time.Minute
	if testing.Short() {
		seeds, over = 4, time.Minute
	}
	var sum pair
	for seed := range seeds {
		p := newPair(t, seed)
		r := rand.New(rand.NewPCG(seed, 7))
		for now := time.Duration(0); now < over; now += 50 * time.Millisecond {
			switch r.IntN(200) {
			case 0:
				p.world.Respawn(world.Walker, now)
			case 1:
				p.world.Teleport(interp.Kind(r.IntN(int(world.NumBuiltIn))), now)
			}
			if p.server.ticks.Next() <= now {
				p.send(t, now)
			}
			p.arrive(t, now)
		}
		sum.deltas += p.deltas
		sum.spawns += p.spawns
		sum.destroys += p.destroys
		sum.bytes += p.bytes
		sum.wholeBytes += p.wholeBytes
	}
	minutes := int(seeds) * int(over/time.Minute)
	if sum.deltas < 500*minutes || sum.spawns < 50*minutes || sum.destroys < 500*minutes || 2*sum.bytes > sum.wholeBytes {
		t.Errorf("in %d minutes %d deltas, %d spawns, %d times destroyed, %d bytes of %d: too few to show anything",
			minutes, sum.deltas, sum.spawns, sum.destroys, sum.bytes, sum.wholeBytes)
	}
	t.Logf("in %d minutes %d deltas, %d spawns, %d times destroyed, %d bytes of %d",
		minutes, sum.deltas, sum.spawns, sum.destroys, sum.bytes, sum.wholeBytes)
}

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

	whole map[numbered][]interp.Update // of each packet under way, what it says of the world
	built map[numbered]bool            // the packets that have been taken in

	deltas, named, spawns, destroys int
	bytes, wholeBytes               int
}

// numbered is a packet's number in an epoch.
type numbered struct {
	epoch uint16
	seq   uint32
}

func newPair(t *testing.T, seed uint64) *pair {
	t.Helper()
	w, err := world.NewWorld(seed, nil, []world.Group{{Kind: world.Rocket, Count: 3}, {Kind: world.Walker, Count: 1}, {Kind: world.Blinker, Count: 1}, {Kind: world.Turret, Count: 1}, {Kind: world.Door, Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{world: world.NewHistory(w), settings: config.DefaultSettings(), client: newClient(), whole: map[numbered][]interp.Update{}, built: map[numbered]bool{}}
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
	err := p.server.send(now, &p.settings, func(seq, _ uint32, _ interp.ServerTime, packet []byte) {
		truth, size := p.truth(t, now)
		var in []interp.Update // the packet
		for _, u := range p.server.packet.Updates {
			in = append(in, truth[u.ID-1])
		}
		p.whole[numbered{p.server.epoch, seq}] = in
		if packet[0] == wire.VersionNamed {
			p.named++
		}
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
		if got.Epoch != p.client.epoch {
			continue // of before a restart
		}
		want := p.whole[numbered{got.Epoch, got.Seq}]
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
			if !p.built[numbered{got.Epoch, got.Baseline}] {
				t.Fatalf("packet %d was taken in without %d, on which it builds", got.Seq, got.Baseline)
			}
		}
		p.built[numbered{got.Epoch, got.Seq}] = true
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
// one of the same tick would have said. In every other run kinds have rates of their own,
// which change, and the server restarts.
func TestDeltaIsTheServersState(t *testing.T) {
	seeds, over := uint64(50), 10*time.Minute
	if testing.Short() {
		seeds, over = 4, time.Minute
	}
	var sum pair
	for seed := range seeds {
		p := newPair(t, seed)
		r := rand.New(rand.NewPCG(seed, 7))
		mixed := seed%2 == 1
		for now := time.Duration(0); now < over; now += 50 * time.Millisecond {
			event := r.IntN(200)
			switch {
			case mixed && (now == 0 || event == 2):
				old := p.settings
				for k := range p.settings.KindRates {
					p.settings.KindRates[k] = config.Rate(r.Int64N(int64(p.settings.SendRate)))
				}
				p.settings.SendOrder = config.SendOrder(r.IntN(2))
				p.server.retune(&old, &p.settings, now)
			case mixed && event == 3 && r.IntN(3) == 0:
				p.world.Restart(now)
				p.server.restart(now, &p.settings)
			}
			switch event {
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
		sum.named += p.named
		sum.spawns += p.spawns
		sum.destroys += p.destroys
		sum.bytes += p.bytes
		sum.wholeBytes += p.wholeBytes
	}
	minutes := int(seeds) * int(over/time.Minute)
	if sum.deltas < 400*minutes || sum.named < 100*minutes || sum.spawns < 50*minutes || sum.destroys < 500*minutes || 2*sum.bytes > sum.wholeBytes {
		t.Errorf("in %d minutes %d deltas, %d on several, %d spawns, %d times destroyed, %d bytes of %d: too few to show anything",
			minutes, sum.deltas, sum.named, sum.spawns, sum.destroys, sum.bytes, sum.wholeBytes)
	}
	t.Logf("in %d minutes %d deltas, %d on several, %d spawns, %d times destroyed, %d bytes of %d",
		minutes, sum.deltas, sum.named, sum.spawns, sum.destroys, sum.bytes, sum.wholeBytes)
}

package game

import (
	"testing"

	"snaplab/game/config"
	"snaplab/game/wire"
	"snaplab/game/world"
	"snaplab/interp"
)

// TestSpawnIsMarkedOnce: the first snapshot of each generation, and no other, says so.
func TestSpawnIsMarkedOnce(t *testing.T) {
	w, err := world.NewWorld(3, nil, []world.Group{{Kind: world.Rocket, Count: 3}, {Kind: world.Walker, Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	settings := config.DefaultSettings()
	server := newServer(world.NewHistory(w), &settings)
	seen := map[interp.EntityID]map[uint16]bool{1: {}, 2: {}, 3: {}, 4: {}}
	var packet wire.Packet
	spawns := 0
	for range 60 * 30 {
		now := server.ticks.Next()
		if !server.step(now, &settings) {
			continue
		}
		err := server.send(now, &settings, func(_, _ uint32, _ interp.ServerTime, bytes []byte) {
			if err := decode(&packet, bytes); err != nil {
				t.Fatal(err)
			}
			for _, u := range packet.Updates {
				if u.Sample.Destroyed {
					continue
				}
				first := !seen[u.ID][u.Sample.Generation]
				seen[u.ID][u.Sample.Generation] = true
				if u.Sample.Spawned != first {
					t.Errorf("at %v entity %d, generation %d: marked as spawned %v, want %v", now, u.ID, u.Sample.Generation, u.Sample.Spawned, first)
				}
				if first {
					spawns++
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// A flight and the empty time after it last 2.4 to 3.6 s.
	if spawns < 3*8 {
		t.Errorf("%d spawns in 30 s: too few to show anything", spawns)
	}
}

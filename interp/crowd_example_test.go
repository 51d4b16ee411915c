package interp_test

import (
	"fmt"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"snaplab/interp"
)

// A swarm is sent in two packets per snapshot at 20 Hz and drawn in one go. The game
// gives each entity a place in the crowd, here by its id.
func ExampleCrowd() {
	const swarm = 4
	var clock interp.Clock
	var cursor interp.Cursor
	var crowd interp.Crowd
	crowd.Reserve(swarm, 6)
	policy := interp.DefaultPolicy()
	policy.Delay = 70 * ms
	place := map[interp.EntityID]int{100: 0, 101: 1, 102: 2, 103: 3}

	receive := func(arrival interp.LocalTime, stamp interp.ServerTime, updates ...interp.Update) {
		clock.Observe(arrival, stamp)
		for i := range updates {
			crowd.Insert(place[updates[i].ID], &updates[i].Sample)
		}
	}
	flying := func(id interp.EntityID, stamp time.Duration) interp.Update {
		x := float32(id) + 10*float32(stamp.Seconds()) // 10 m/s
		return interp.Update{ID: id, Sample: interp.Sample{
			Time: interp.ServerTime(stamp),
			Pose: interp.Pose{Position: mgl32.Vec3{x, 0, 5}, Rotation: mgl32.QuatIdent()},
		}}
	}
	for stamp := time.Duration(0); stamp <= 200*ms; stamp += 50 * ms {
		at := interp.LocalTime(stamp + 30*ms)
		receive(at, interp.ServerTime(stamp), flying(100, stamp), flying(101, stamp))
		if stamp <= 50*ms { // from then on the other packet is lost
			receive(at, interp.ServerTime(stamp), flying(102, stamp))
		}
	}

	poses, states := make([]interp.Pose, swarm), make([]interp.State, swarm)
	now := interp.LocalTime(240 * ms) // packets take 30 ms, so it is 210 for the fastest
	clock.Advance(now)
	at := cursor.Advance(&clock, now, policy.Delay)
	crowd.Prune(at)
	crowd.Evaluate(poses, states, at, &policy)
	fmt.Println("render time", time.Duration(at))
	for i, state := range states {
		fmt.Printf("%d %v at %.1f\n", 100+i, state, poses[i].Position[0])
	}
	// Output:
	// render time 140ms
	// 100 blending at 101.4
	// 101 blending at 102.4
	// 102 extrapolating at 103.4
	// 103 empty at 0.0
}

package interp_test

import (
	"fmt"
	"math"
	"time"

	"snaplab/interp"
)

const ms = time.Millisecond

// A game in two dimensions has no use for rotations, and says nothing of kinds, times of
// samples and policies: everything that is left out has a meaning. Its own vectors are
// converted at the two edges, where a packet is read and where the scene is drawn.
func Example_twoDimensions() {
	type vector struct{ X, Y float64 }
	var lens interp.Interpolated // 200 ms behind the fastest packet
	for n := range 6 {
		sent := time.Duration(n) * 100 * ms // and 40 ms under way
		at := vector{float64(n), float64(n * n)}
		lens.Receive(interp.Header{
			Seq: uint32(n + 1), Time: interp.ServerTime(sent), Arrival: interp.LocalTime(sent + 40*ms),
		}, []interp.Update{{ID: 1, Sample: interp.Sample{
			Pose: interp.Pose{Position: interp.Vec3{float32(at.X), float32(at.Y), 0}},
		}}})
		lens.Frame(interp.LocalTime(sent + 40*ms))
	}
	now := interp.LocalTime(590 * ms)
	for _, d := range lens.AppendDrawn(nil, now) {
		fmt.Println(d.State, vector{float64(d.Pose.Position[0]), float64(d.Pose.Position[1])})
	}
	// Output:
	// blending {3.5 12.5}
}

// A turret only turns: 350° to 10° are 20° by the shorter way. The heading is read from
// the quaternion of a turn about z.
func Example_rotationOnly() {
	heading := func(degrees float64) interp.Quat {
		sin, cos := math.Sincos(degrees / 2 * math.Pi / 180)
		return interp.Quat{W: float32(cos), V: interp.Vec3{0, 0, float32(sin)}}
	}
	degrees := func(q interp.Quat) float64 {
		return math.Mod(2*math.Atan2(float64(q.V[2]), float64(q.W))*180/math.Pi+720, 360)
	}
	lens, err := interp.NewInterpolated(&interp.Config{Default: interp.Policy{Delay: 100 * ms}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for n, at := range []float64{350, 10, 30} {
		sent := time.Duration(n) * 100 * ms
		lens.Receive(interp.Header{Seq: uint32(n + 1), Time: interp.ServerTime(sent), Arrival: interp.LocalTime(sent)},
			[]interp.Update{{ID: 1, Sample: interp.Sample{Pose: interp.Pose{Rotation: heading(at)}}}})
		lens.Frame(interp.LocalTime(sent))
	}
	for _, now := range []time.Duration{225 * ms, 250 * ms, 275 * ms} {
		d := lens.AppendDrawn(nil, interp.LocalTime(now))[0]
		fmt.Printf("%.0f°\n", degrees(d.Pose.Rotation))
	}
	// Output:
	// 15°
	// 20°
	// 25°
}

// For one entity no lens is needed: a clock, the render time, its samples, and the blend.
func Example_oneEntity() {
	var clock interp.Clock
	var cursor interp.Cursor
	var track interp.Track
	policy := interp.Policy{Delay: 110 * ms}

	// The server's clock is 1 h ahead and packets take 40 ms. One comes too late
	// to be in order.
	for _, p := range []struct {
		sent, arrived time.Duration
		x             float32
	}{{0, 40 * ms, 0}, {100 * ms, 140 * ms, 1}, {300 * ms, 340 * ms, 3}, {200 * ms, 345 * ms, 2}} {
		stamp := interp.ServerTime(time.Hour + p.sent)
		clock.Observe(interp.LocalTime(p.arrived), stamp)
		track.Insert(interp.Sample{Time: stamp, Pose: interp.Pose{Position: interp.Vec3{p.x}}})
	}
	for _, now := range []interp.LocalTime{interp.LocalTime(350 * ms), interp.LocalTime(400 * ms), interp.LocalTime(450 * ms)} {
		clock.Advance(now)
		at := cursor.Advance(&clock, now, policy.Delay)
		track.Prune(at)
		var pose interp.Pose
		bracket := track.Bracket(at)
		state := interp.Evaluate(&pose, &bracket, at, &policy)
		fmt.Println(state, pose.Position[0])
	}
	// Output:
	// blending 2
	// blending 2.5
	// blending 3
}

// Who joins late is sent what is there, and nothing slides in from the origin. Snapshots
// that are full say what is gone by leaving it out; what goes without a word is forgotten
// by Policy.ForgetAfter, or removed.
func Example_lateJoin() {
	var lens interp.Interpolated
	show := func(now time.Duration) {
		fmt.Print(now, ":")
		for _, d := range lens.AppendDrawn(nil, interp.LocalTime(now)) {
			fmt.Printf(" %d at %.1f", d.ID, d.Pose.Position[0])
		}
		fmt.Println()
	}
	for n := range 16 {
		sent := time.Duration(n) * 100 * ms
		updates := []interp.Update{{ID: 1, Sample: interp.Sample{Pose: interp.Pose{Position: interp.Vec3{100 + float32(n)}}}}}
		if n < 8 { // then it leaves the part of the world that this client is shown
			updates = append(updates, interp.Update{ID: 2, Sample: interp.Sample{Pose: interp.Pose{Position: interp.Vec3{50}}}})
		}
		// The server has run for an hour already.
		lens.Receive(interp.Header{
			Seq: uint32(n + 1), Time: interp.ServerTime(time.Hour + sent), Arrival: interp.LocalTime(sent), Full: true,
		}, updates)
		lens.Frame(interp.LocalTime(sent))
		if n%5 == 0 {
			show(sent)
		}
	}
	lens.Remove(1)
	show(1550 * ms)
	// Output:
	// 0s:
	// 500ms: 1 at 103.0 2 at 50.0
	// 1s: 1 at 108.0
	// 1.5s: 1 at 113.0
	// 1.55s:
}

// Fast things that are sent often wait less than slow things that are sent rarely.
// All share the one clock.
func Example_delayPerKind() {
	const (
		drone  interp.Kind = iota // 60 Hz
		turret                    // 10 Hz
	)
	jitter := 20 * ms
	config := interp.Config{Interval: 100 * ms}
	for kind, hz := range map[interp.Kind]time.Duration{drone: 60, turret: 10} {
		policy := interp.DefaultPolicy()
		policy.Delay = interp.RequiredDelay(time.Second/hz, jitter, 1).Round(ms) // survives a lost packet
		config.Policies[kind] = policy
	}
	lens, err := interp.NewInterpolated(&config)
	if err != nil {
		fmt.Println(err)
		return
	}

	// Both go at 1 m per 100 ms; packets take 50 ms.
	sample := func(at time.Duration) interp.Sample {
		return interp.Sample{
			Time: interp.ServerTime(at),
			Pose: interp.Pose{Position: interp.Vec3{float32(at) / float32(100*ms)}},
		}
	}
	var updates []interp.Update
	var now interp.LocalTime
	for tick := range 61 {
		at := time.Duration(tick) * time.Second / 60
		updates = append(updates[:0], interp.Update{ID: 1, Kind: drone, Sample: sample(at)})
		if tick%6 == 0 {
			updates = append(updates, interp.Update{ID: 2, Kind: turret, Sample: sample(at)})
		}
		now = interp.LocalTime(at + 50*ms)
		lens.Receive(interp.Header{Seq: uint32(tick), Time: interp.ServerTime(at), Arrival: now}, updates)
		lens.Frame(now)
	}
	for _, d := range lens.AppendDrawn(nil, now) {
		fmt.Printf("entity %d trails by %v at x %.2f\n", d.ID, lens.Stats().Kinds[d.Kind].Delay, d.Pose.Position[0])
	}
	// Output:
	// entity 1 trails by 53ms at x 9.47
	// entity 2 trails by 220ms at x 7.80
}

// packets is what a network would bring: a walker at 1 m/s, 20 times a second, 40 ms
// later. It gives those that have come by now, and returns the number of the next.
func packets(from int, now interp.LocalTime, give func(interp.Header, []interp.Update)) int {
	for ; ; from++ {
		stamp := time.Duration(from) * 50 * ms
		arrival := interp.LocalTime(stamp + 40*ms)
		if arrival > now {
			return from
		}
		give(interp.Header{Seq: uint32(from + 1), Time: interp.ServerTime(stamp), Arrival: arrival}, []interp.Update{{
			ID: 7,
			Sample: interp.Sample{
				Time: interp.ServerTime(stamp),
				Pose: interp.Pose{Position: interp.Vec3{float32(stamp.Seconds())}},
			},
		}})
	}
}

// A client that does everything once per displayed frame: take what has come, move the
// lens to now, draw. Frames may be as uneven as they like.
func Example_frameDriven() {
	config := interp.Config{Interval: 50 * ms}
	config.Policies[0] = interp.DefaultPolicy()
	config.Policies[0].Delay = interp.RequiredDelay(50*ms, 10*ms, 1)
	lens, err := interp.NewInterpolated(&config)
	if err != nil {
		fmt.Println(err)
		return
	}
	next := 0
	var drawn []interp.Drawn
	for _, at := range []time.Duration{100 * ms, 250 * ms, 263 * ms, 301 * ms, 950 * ms} {
		now := interp.LocalTime(at) // read the clock once per frame
		next = packets(next, now, func(h interp.Header, u []interp.Update) { lens.Receive(h, u) })
		lens.Frame(now)
		drawn = lens.AppendDrawn(drawn[:0], now) // used again: no garbage
		for _, d := range drawn {
			fmt.Printf("%3d ms: %v at %.3f m\n", at/ms, d.State, d.Pose.Position[0])
		}
	}
	// Output:
	// 250 ms: blending at 0.100 m
	// 263 ms: blending at 0.113 m
	// 301 ms: blending at 0.151 m
	// 950 ms: blending at 0.800 m
}

// A client that steps its game 30 times a second and draws whenever the monitor asks.
// The lens is stepped with the game; to draw only reads it, at any time since.
func Example_tickDriven() {
	config := interp.Config{Interval: 50 * ms}
	config.Policies[0] = interp.DefaultPolicy()
	config.Policies[0].Delay = 110 * ms
	lens, err := interp.NewInterpolated(&config)
	if err != nil {
		fmt.Println(err)
		return
	}
	next, ticks := 0, time.Duration(0)
	for _, at := range []time.Duration{290 * ms, 298 * ms, 306 * ms, 314 * ms} { // 120 Hz
		for ; ticks*time.Second/30 <= at; ticks++ {
			now := interp.LocalTime(ticks * time.Second / 30)
			next = packets(next, now, func(h interp.Header, u []interp.Update) { lens.Receive(h, u) })
			lens.Frame(now)
		}
		for _, d := range lens.AppendDrawn(nil, interp.LocalTime(at)) {
			fmt.Printf("%v ms, tick %d: at %.3f m\n", at.Milliseconds(), ticks-1, d.Pose.Position[0])
		}
	}
	// Output:
	// 290 ms, tick 8: at 0.140 m
	// 298 ms, tick 8: at 0.148 m
	// 306 ms, tick 9: at 0.156 m
	// 314 ms, tick 9: at 0.164 m
}

// How much delay a link asks for, and what a delay is good for.
func ExampleRequiredDelay() {
	for k := range 3 {
		fmt.Println(k, "lost in a row:", interp.RequiredDelay(100*ms, 30*ms, k))
	}
	fmt.Println("200ms survive", interp.LossesSurvived(200*ms, 100*ms, 30*ms), "lost in a row")
	fmt.Println("250ms take", interp.SlotsFor(250*ms, 100*ms), "snapshots")
	// Output:
	// 0 lost in a row: 130ms
	// 1 lost in a row: 230ms
	// 2 lost in a row: 330ms
	// 200ms survive 0 lost in a row
	// 250ms take 4 snapshots
}

package world

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl64"
)

const (
	blinkerPlaces = 16
	blinkerLeap   = 6.0  // shortest teleport in metres
	blinkerDrift  = 0.5  // radius of the hovering in metres
	blinkerBob    = 0.25 // amplitude up and down in metres
	blinkerHeight = 1.5  // middle height in metres
	blinkerMargin = 1.5  // metres kept to the edge of the field
)

// blinker hovers about a place, turning slowly, and teleports to the next. The
// hovering goes on unbroken, so a teleport is exactly from place to place.
type blinker struct {
	cycle
	places         [blinkerPlaces]mgl64.Vec2
	phase, period  int64 // of the hovering, ns
	turned, turn   int64 // of the turning, ns
	hover, turning float64
}

func newBlinker(seed uint64, ordinal int) blinker {
	r := stream(seed, Blinker, ordinal)
	var b blinker
	lengths := make([]int64, blinkerPlaces)
	for i := range lengths {
		lengths[i] = lasting(r, 1500*time.Millisecond, 3*time.Second)
	}
	b.cycle = newCycle(r, lengths)
	// The times are drawn before the places: how often a place is drawn again is
	// decided by floats, and must not decide when it is left.
	for i := 0; i < blinkerPlaces; {
		b.places[i] = anywhere(r, blinkerMargin)
		if far(b.places[i], b.places[:i], blinkerLeap) {
			i++
		}
	}
	b.period, b.turn = lasting(r, 4*time.Second, 7*time.Second), lasting(r, 8*time.Second, 14*time.Second)
	b.phase, b.turned = r.Int64N(b.period), r.Int64N(b.turn)
	b.hover, b.turning = coin(r), coin(r)
	return b
}

// placeAt leaves out the velocity too. It returns the sine and cosine of the hovering.
func (b *blinker) placeAt(t int64, s *State) (sin, cos float64) {
	lap, i, _ := b.locate(t)
	s.Segment = uint8(b.passed(lap, i))
	sin, cos = math.Sincos(angle(t, b.phase, b.period))
	place := &b.places[i]
	// Two bobs a round make a saddle.
	s.Pose.Position = vec3(
		place[0]+blinkerDrift*cos,
		place[1]+blinkerDrift*b.hover*sin,
		blinkerHeight+blinkerBob*2*sin*cos)
	return sin, cos
}

func (b *blinker) at(t int64, s *State) {
	sin, cos := b.placeAt(t, s)
	rate := 2 * math.Pi / seconds(b.period)
	s.Velocity = vec3(
		-blinkerDrift*rate*sin,
		blinkerDrift*rate*b.hover*cos,
		blinkerBob*2*rate*(1-2*sin*sin))
	s.Pose.Rotation = facing(b.turning * angle(t, b.turned, b.turn))
}

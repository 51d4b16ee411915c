package im

import (
	"math/rand/v2"
	"testing"

	"snaplab/ui/raster"
)

// someList adds n commands of all kinds within r, some within a clip. The same seed adds
// the same ones but for the one numbered other.
func someList(l *List, r raster.Rect, n int, seed uint64, other int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	clipped := false
	for i := range n {
		// As many numbers for every command, whatever it is.
		var u [9]float32
		for k := range u {
			u[k] = rng.Float32()
		}
		kind := rng.IntN(10)
		if i == other {
			kind, u[0] = (kind+1)%10, 1-u[0]
		}
		p := raster.Point{X: r.X + 6 + u[0]*(r.W-40), Y: r.Y + 12 + u[1]*(r.H-40)}
		box := raster.Rect{X: p.X, Y: p.Y, W: 1 + 20*u[2], H: 1 + 20*u[3]}
		c := raster.Color{R: uint8(255 * u[4]), G: uint8(255 * u[5]), B: 90, A: 255}
		line := []raster.Point{p, p.Add(20*u[2], 8*u[3]), p.Add(3*u[6], 20*u[7])}
		switch kind {
		case 0:
			l.FillRect(box, c)
		case 1:
			l.FillRound(box, 4, c)
		case 2:
			l.StrokeRound(box, 3, 2, c)
		case 3:
			l.FillRect(box, blue)
		case 4:
			l.FillCircle(p, 1+5*u[8], c)
		case 5:
			l.StrokeCircle(p, 1+3*u[8], 2, c)
		case 6:
			l.FillPolygon(line, c)
		case 7:
			l.StrokePolyline(line, raster.Stroke{Width: 1 + 3*u[8]}, c)
		case 8:
			l.Text(raster.Font{Size: 5 + 4*u[8]}, p, "Äg1", c)
		case 9:
			if clipped {
				l.PopClip()
			} else {
				l.PushClip(box)
			}
			clipped = !clipped
		}
	}
	if clipped {
		l.PopClip()
	}
}

// Drawn part by part, a list is the same picture.
func TestReplayInParts(t *testing.T) {
	whole, parts := raster.NewCanvas(120, 90, 1), raster.NewCanvas(120, 90, 1)
	for seed := range uint64(200) {
		var l List
		someList(&l, whole.Bounds(), 60, seed, -1)
		whole.FillRect(whole.Bounds(), blue)
		l.Replay(whole)
		for x := float32(0); x < 120; x += 24 {
			for y := float32(0); y < 90; y += 30 {
				r := raster.Rect{X: x, Y: y, W: 24, H: 30}
				parts.PushClip(r)
				parts.FillRect(parts.Bounds(), blue)
				l.ReplayIn(parts, r)
				parts.PopClip()
			}
		}
		if string(whole.Image().Pix) != string(parts.Image().Pix) {
			t.Fatalf("seed %d: another picture of\n%s", seed, &l)
		}
	}
}

// Where a command has changed, the number of its part has and no other.
func TestHashesOfParts(t *testing.T) {
	parts := []raster.Rect{{X: 0, Y: 0, W: 60, H: 90}, {X: 70, Y: 0, W: 60, H: 90}}
	numbers := func(seed uint64, other, spanning int) ([]uint64, uint64) {
		var l List
		someList(&l, parts[0], 20, seed, -1)
		if spanning >= 0 {
			l.FillRect(raster.Rect{X: 50, Y: 10, W: 40, H: float32(10 + spanning)}, blue)
		}
		someList(&l, parts[1], 20, seed+1000, other)
		return l.AppendHashes(nil, parts)
	}
	for seed := range uint64(200) {
		before, rest := numbers(seed, -1, -1)
		same, sameRest := numbers(seed, -1, -1)
		if same[0] != before[0] || same[1] != before[1] || sameRest != rest {
			t.Fatalf("seed %d: other numbers of the same list", seed)
		}
		after, afterRest := numbers(seed, 5, -1)
		if after[0] != before[0] || after[1] == before[1] || afterRest != rest {
			t.Fatalf("seed %d: a change in the second part changed %v, %x to %v, %x", seed, before, rest, after, afterRest)
		}
		if _, spanning := numbers(seed, -1, 1); spanning == rest {
			t.Fatalf("seed %d: what lies in both parts changed nothing", seed)
		}
	}
}

// A command that goes from above what lies outside all parts to below it changes its part.
func TestHashesFollowTheOrder(t *testing.T) {
	parts := []raster.Rect{{W: 50, H: 50}}
	var l List
	inside, spanning := raster.Rect{X: 5, Y: 5, W: 10, H: 10}, raster.Rect{W: 90, H: 90}
	l.FillRect(inside, blue)
	l.FillRect(spanning, blue)
	above, _ := l.AppendHashes(nil, parts)
	l.Reset()
	l.FillRect(spanning, blue)
	l.FillRect(inside, blue)
	below, _ := l.AppendHashes(nil, parts)
	if above[0] == below[0] {
		t.Error("the order makes no difference")
	}
}

// hashOf returns a number that two lists share if they draw the same picture.
func hashOf(l *List) uint64 {
	_, all := l.AppendHashes(nil, nil)
	return all
}

package im

import (
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/ui/raster"
)

// TestRandomUser throws anything at a column of controls: nothing panics, no
// value leaves its range, no frame is faulty, a value changes only if its slider
// had the pointer or the keyboard, and what is drawn can be replayed.
func TestRandomUser(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 7))
		m := newColumn()
		d := &driver{t: t, draw: m.draw, bounds: raster.Rect{W: 300, H: 640}, in: Input{Focused: true}}
		cv := raster.NewCanvas(300, 640, 1)
		for range 400 {
			before := *m
			focus, active := d.ctx.Focus(), d.ctx.pointer.active
			randomInput(rng, &d.in)
			d.frame()
			check := func(id string, s *Slider, was, is int64) {
				if is < s.Min || is > s.Max {
					t.Fatalf("seed %d: %s is %d", seed, id, is)
				}
				if is != was && id != focus && id != active && id != d.ctx.Focus() && id != d.ctx.pointer.hover {
					t.Fatalf("seed %d: %s went from %d to %d without pointer and keyboard", seed, id, was, is)
				}
			}
			for i := range m.network {
				s := &networkRows[i]
				check("link/"+s.Label, s, before.network[i], m.network[i])
			}
			for i := range m.delays {
				check("delay/"+kinds[i], &Slider{Max: 400}, before.delays[i], m.delays[i])
			}
			if rng.IntN(50) == 0 {
				d.list.Replay(cv)
			}
		}
	}
}

func randomInput(rng *rand.Rand, in *Input) {
	in.Now += time.Duration(rng.IntN(400)) * time.Millisecond
	if rng.IntN(2) == 0 {
		in.Pointer = raster.Point{X: rng.Float32()*340 - 20, Y: rng.Float32()*700 - 20}
	}
	switch rng.IntN(6) {
	case 0:
		in.Pressed, in.Down = 1, true
	case 1:
		in.Released, in.Down = 1, false
	case 2:
		in.Pressed, in.Released, in.Down = rng.IntN(3), rng.IntN(3), rng.IntN(2) == 0
	}
	if rng.IntN(4) == 0 {
		in.Wheel = raster.Point{X: rng.Float32()*4 - 2, Y: rng.Float32()*4 - 2}
	}
	for range rng.IntN(3) {
		in.Keys = append(in.Keys, KeyPress{Key: Key(rng.IntN(int(KeySlash) + 1)), Mods: Mods(rng.IntN(3))})
	}
	if rng.IntN(3) == 0 {
		letters := []rune("0123456789.-abs ms%é\x00")
		in.Chars = append(in.Chars, letters[rng.IntN(len(letters))])
	}
	in.Focused = rng.IntN(20) > 0
}

func TestKeyOf(t *testing.T) {
	for _, c := range []struct {
		typed string // all of them by the same key
		want  Key
	}{
		{"aA", KeyA},
		{"zZ", KeyZ},
		{"0", Key0},
		{"9", Key9},
		{"+=", KeyPlus},
		{"-_", KeyMinus},
		{",<", KeyComma},
		{".>", KeyPeriod},
		{"/?", KeySlash},
		{" ", KeySpace},
		{"é[{@\x00", KeyNone},
	} {
		for _, r := range c.typed {
			if got := KeyOf(r); got != c.want {
				t.Errorf("KeyOf(%q) = %d; want %d", r, got, c.want)
			}
		}
	}
}

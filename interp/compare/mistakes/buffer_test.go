package mistakes

import (
	"math"
	"testing"

	"snaplab/interp"
)

// S5 (500 ms) comes after S6 and S7: at 790 ms, when render time, 250 ms behind the
// present, is 540 ms. It is the last of the list then and not in the future, so what
// was drawn at 5.3 m in the frame before, on the way from S4 to S6, is drawn at S5: at
// 5 m, until S8 comes at 870 ms.
func TestArrivalOrderStepsBack(t *testing.T) {
	packets := stream(12, 100, even)
	packets[5].at, packets[7].at, packets[8].at = 790, 755, 870
	l := named("arrival-order")
	wrong, right := both(l, config(policy(200, 0)), packets, 1100)
	back := 0.0
	for _, s := range steps(wrong) {
		back = min(back, s)
	}
	near(t, "the largest step back in m", back, -0.3, 1e-4)
	if got := l.Stats().Overall; got.Underruns != 1 || got.Held != 80*ms {
		t.Errorf("%d underruns, held for %v, want 1 of 80ms", got.Underruns, got.Held)
	}
	for _, s := range steps(right) {
		if s < -1e-6 {
			t.Errorf("the right lens steps back by %v m", -s)
		}
	}
}

// A path that keeps the order hides the mistake, whatever else it does.
func TestArrivalOrderIsRightInOrder(t *testing.T) {
	packets := without(stream(60, 100, func(k int) interp.Sample {
		s := moving(float32(math.Sin(float64(k))), float32(k%3))
		s.Segment, s.Generation = uint8(k/9), uint16(k/31)
		s.Destroyed = k%31 == 30
		return s
	}), 7, 8, 9, 20, 33, 34)
	for k := range packets {
		packets[k].at += float64(k*37%90) - float64(k*37%90)/2 // 0 to 45 ms of jitter
	}
	l, right := named("arrival-order"), new(interp.Interpolated)
	c := config(policy(150, 50))
	wrong, want := watch(l, c, packets, 6000), watch(right, c, packets, 6000)
	for i := range want {
		if len(wrong[i].drawn) != len(want[i].drawn) || len(want[i].drawn) > 0 && wrong[i].drawn[0] != want[i].drawn[0] {
			t.Fatalf("at %v ms drew\n%+v, want\n%+v", want[i].at, wrong[i].drawn, want[i].drawn)
		}
	}
	if got, want := l.Stats().Overall, right.Stats().Overall; got != want || want.Underruns == 0 {
		t.Errorf("counted %+v, want %+v with underruns", got, want)
	}
}

// S5 is lost. With 300 ms of delay the right lens blends from S4 to S6 and nobody sees
// it. Behind a reliable channel S6 to S9, and then S10, wait until S5 has been sent
// again: S6 came at 650 ms, so that is at 650 + 100 + 200 = 950 ms, when render time is
// 600 ms. S4 is at 400 ms, which is passed at 750 ms: 200 ms without data.
func TestReliableOrderedHoldsBackAllBehindALoss(t *testing.T) {
	packets := without(stream(20, 100, even), 5)
	l := named("reliable-ordered")
	wrong, right := both(l, config(policy(300, 0)), packets, 1800)
	frozen := 0
	for _, s := range steps(between(wrong, 700, 1000)) {
		if s == 0 {
			frozen++
		}
	}
	leap := 0.0
	for _, s := range steps(wrong) {
		leap = max(leap, s)
	}
	// Frames of 10 ms: from 760 to 940 ms all stand.
	if frozen != 19 {
		t.Errorf("frozen for %d frames, want 19", frozen)
	}
	near(t, "the leap in m", leap, 2, 1e-4)
	if got := l.Stats().Overall; got.Underruns != 1 || got.Held != 190*ms {
		t.Errorf("%d underruns, held for %v, want 1 of 190ms", got.Underruns, got.Held)
	}
	for _, s := range steps(between(right, 400, 1800)) {
		near(t, "the right lens's step", s, 0.1, 1e-3)
	}
}

func TestReliableOrderedHandsOnInOrder(t *testing.T) {
	update := []interp.Update{{ID: 1, Sample: at(1)}}
	l := named("reliable-ordered").(*reliableOrdered)
	l.Configure(config(policy(1000, 0))) // so that nothing is pruned
	held := func() (seqs []uint32) {
		for _, s := range l.Samples(nil, 1) {
			seqs = append(seqs, s.Seq)
		}
		return seqs
	}
	take := func(seq uint32, at float64, want interp.Verdict, handed int) {
		t.Helper()
		if v := deliver(l, arrival{seq, float64(int32(seq)) * 10, at, update}); v != want {
			t.Errorf("S%d: %v, want %v", seq, v, want)
		}
		if got := held(); len(got) != handed {
			t.Errorf("after S%d: S%d are handed on, want %d of them", seq, got, handed)
		}
	}
	const start = math.MaxUint32 - 1 // the sequence wraps
	take(start, 0, interp.Inserted, 1)
	take(start+1, 10, interp.Inserted, 2)
	take(1, 20, interp.Inserted, 2) // 0 is missing
	take(1, 21, interp.Duplicate, 2)
	take(3, 30, interp.Inserted, 2)
	take(start, 31, interp.Duplicate, 2)
	take(0, 40, interp.Inserted, 4) // and 1 with it; 2 is missing
	// 3 came at 30 ms: 2 counts as delivered at 30 + 100 + 200 ms.
	l.Frame(interp.LocalTime(329 * ms))
	if got := held(); len(got) != 4 {
		t.Errorf("at 329 ms S%d are handed on, want 4", got)
	}
	l.Frame(interp.LocalTime(330 * ms))
	if got := held(); len(got) != 5 {
		t.Errorf("at 330 ms S%d are handed on, want 5", got)
	}
	take(2, 340, interp.Duplicate, 5)
	// What waits is bounded.
	for k := range uint32(2 * maxHeld) {
		deliver(l, arrival{6 + k, 100, 341, update})
	}
	if len(l.held) > maxHeld {
		t.Errorf("%d packets held back, want at most %d", len(l.held), maxHeld)
	}
}

// A rocket flies from 0 to 9 m, is destroyed at 1.0 s, and its slot is used again at
// 2.0 s, 500 m away.
func TestGenerationsIgnoredLeavesGhosts(t *testing.T) {
	packets := stream(31, 100, func(k int) interp.Sample {
		s := moving(float32(k), 10)
		switch {
		case k >= 20:
			s = moving(500+float32(k-20), 10)
			s.Generation = 1
		case k >= 10:
			s = interp.Sample{Destroyed: true}
		}
		return s
	})
	l := named("generations-ignored")
	wrong, right := both(l, config(policy(200, 0)), packets, 3000)
	ghosts := func(frames []shown) (standing, sliding int) {
		for _, f := range frames {
			if x, ok := f.x(); ok && x > 8.99 && x < 499.99 {
				if standing++; x > 9.01 {
					standing--
					sliding++
				}
			}
		}
		return standing, sliding
	}
	// Render time is 250 ms behind: the ghost stands from 900 ms on until, at 2050 ms
	// of local time, the new one is known of, and slides until 2.0 s of render time.
	standing, sliding := ghosts(wrong)
	if standing < 85 || standing > 95 || sliding < 15 || sliding > 25 {
		t.Errorf("a ghost stands for %d frames and slides for %d, want about 90 and 20", standing, sliding)
	}
	if standing, sliding := ghosts(between(right, 1260, 3000)); standing+sliding > 0 {
		t.Errorf("with generations a ghost is drawn in %d frames, want none", standing+sliding)
	}
	for _, f := range wrong {
		for _, d := range f.drawn {
			want := uint16(0)
			if d.Time >= interp.ServerTime(2000*ms) {
				want = 1
			}
			if d.Generation != want {
				t.Fatalf("at %v ms generation %d, want %d", f.at, d.Generation, want)
			}
		}
	}
}

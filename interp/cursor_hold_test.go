package interp

import (
	"testing"
	"time"
)

// A cursor 100 ms behind the fastest packet, held at 500 ms, released, and held and
// resynced. Local and server clocks are the same, so render time is local − 100 ms.
func TestCursorHold(t *testing.T) {
	var clock Clock
	var cursor Cursor
	clock.Observe(0, 0)
	at := func(local int) int {
		t.Helper()
		return int(time.Duration(cursor.At(&clock, LocalTime(local)*LocalTime(ms))) / ms)
	}
	advance := func(local int) {
		clock.Advance(LocalTime(local) * LocalTime(ms))
		cursor.Advance(&clock, LocalTime(local)*LocalTime(ms), 100*ms)
	}
	check := func(local, want int, lag time.Duration) {
		t.Helper()
		if got := at(local); got != want || cursor.Lag() != lag {
			t.Errorf("at %d it is %d and %v behind, want %d and %v", local, got, cursor.Lag(), want, lag)
		}
	}
	advance(100)
	advance(550)
	cursor.Hold(ServerTime(500 * ms))
	check(550, 450, 0)
	check(590, 490, 0)
	check(700, 500, 0) // between frames too
	advance(700)
	check(700, 500, 100*ms)
	check(800, 500, 100*ms) // as of the last frame
	advance(800)
	check(800, 500, 200*ms)
	cursor.Release()
	check(800, 500, 200*ms)
	check(900, 620, 200*ms) // 1.2 times the pace
	advance(900)
	check(900, 620, 180*ms)
	if got := cursor.Delay(&clock, LocalTime(900*ms)); got != 280*ms {
		t.Errorf("the delay is %v, want 100ms and 180ms", got)
	}
	cursor.Hold(ServerTime(300 * ms)) // long passed: it stays where it is
	check(1000, 620, 180*ms)
	advance(1000)
	check(1000, 620, 280*ms)
	cursor.Hold(ServerTime(700 * ms))
	if got := cursor.Resync(&clock); got != ServerTime(700*ms) { // as far as it may
		t.Errorf("resynced to %v, want 700ms", time.Duration(got))
	}
	check(1000, 700, 0)
	cursor.Release()
	if got := cursor.Resync(&clock); got != ServerTime(900*ms) {
		t.Errorf("resynced to %v, want 900ms", time.Duration(got))
	}
	check(1010, 910, 0)
	// A second works off 200 ms.
	cursor.Hold(ServerTime(900 * ms))
	advance(1200)
	cursor.Release()
	check(1200, 900, 200*ms)
	advance(2199)
	if cursor.Lag() == 0 {
		t.Error("worked off too early")
	}
	advance(2200)
	check(2200, 2100, 0)
	// A cursor that is reset knows nothing of a hold.
	cursor.Hold(0)
	cursor.Reset()
	advance(3000)
	advance(3100)
	check(3200, 3100, 0)
}

package interp

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// slowWindow keeps every packet and rescans them all.
type slowWindow struct {
	span time.Duration
	keep int
	all  []seen
}

func (w *slowWindow) min(now LocalTime) Offset {
	smallest := w.all[len(w.all)-1].value // the last is never forgotten
	for i, s := range w.all {
		if now.Sub(s.at) <= w.span || len(w.all)-i <= w.keep {
			smallest = min(smallest, s.value)
		}
	}
	return smallest
}

func TestMinWindowEqualsARescan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slow := slowWindow{
			span: time.Duration(rapid.IntRange(0, 30).Draw(t, "span")),
			keep: rapid.IntRange(0, 12).Draw(t, "keep"),
		}
		window := MinWindow{Span: slow.span, Keep: slow.keep}
		now := LocalTime(0)
		for range rapid.IntRange(1, 80).Draw(t, "packets") {
			now += LocalTime(rapid.IntRange(0, 8).Draw(t, "on"))
			value := Offset(rapid.IntRange(-20, 20).Draw(t, "value"))
			window.Push(now, value)
			slow.all = append(slow.all, seen{at: now, value: value})
			if got, ok := window.Min(); !ok || got != slow.min(now) {
				t.Fatalf("minimum %v at %v, want %v", got, now, slow.min(now))
			}
			now += LocalTime(rapid.IntRange(0, 8).Draw(t, "idle"))
			window.Expire(now)
			if got, _ := window.Min(); got != slow.min(now) {
				t.Fatalf("minimum %v at %v after idling, want %v", got, now, slow.min(now))
			}
		}
	})
}

func TestMinWindowKeepsTheLastPacketsHoweverOld(t *testing.T) {
	w := MinWindow{Span: 2 * time.Second, Keep: 3}
	if _, ok := w.Min(); ok {
		t.Error("an empty window has a minimum")
	}
	w.Push(LocalTime(1*time.Second), 10)
	w.Push(LocalTime(2*time.Second), 30)
	w.Push(LocalTime(3*time.Second), 20)
	w.Expire(LocalTime(time.Hour))
	if got, _ := w.Min(); got != 10 {
		t.Errorf("after an hour %d, want 10: it is one of the last 3 packets", got)
	}
	w.Push(LocalTime(time.Hour), 25)
	if got, _ := w.Min(); got != 20 {
		t.Errorf("after a fourth packet %d, want 20", got)
	}
	w.Reset()
	if _, ok := w.Min(); ok || w.Count() != 0 {
		t.Error("Reset left something")
	}
}

func TestMinWindowStaysSmall(t *testing.T) {
	w := MinWindow{Span: time.Second, Keep: 10}
	at, value := LocalTime(0), Offset(0)
	push := func() {
		at += LocalTime(ms)
		value++ // the worst case: each is larger than all before
		w.Push(at, value)
	}
	for range 3000 {
		push()
	}
	// 1000 of a second, one at its edge, the next one: 2048 is the power above.
	if len(w.queue) > 2048 {
		t.Errorf("%d entries for a second of 1000 packets", len(w.queue))
	}
	if n := testing.AllocsPerRun(1000, push); n != 0 {
		t.Errorf("%v allocations per packet", n)
	}
}

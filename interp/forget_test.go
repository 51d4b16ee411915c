package interp

import (
	"reflect"
	"testing"
)

// shortLives feeds a lens a stream at 10 Hz in which an entity is born in each snapshot
// and lives for five; its end is told in each of the next five. Ids go round after 400.
// It returns a function that plays the next snapshot and its frame, and returns when.
func shortLives(l Lens) func() LocalTime {
	stamp := 0
	updates := make([]Update, 0, 10)
	return func() LocalTime {
		now := LocalTime(stamp+50) * LocalTime(ms)
		updates = updates[:0]
		for age := range min(10, stamp/100+1) {
			born := stamp - 100*age
			u := Update{ID: EntityID(born/100%400 + 1), Kind: Kind(born / 100 % 2)}
			u.Sample = moving(stamp).of(uint16(born/40_000), 0)
			u.Sample.Spawned = age == 0
			if age >= 5 {
				u.Sample.Destroyed, u.Sample.Time = true, ServerTime(born+500)*ServerTime(ms)
			}
			updates = append(updates, u)
		}
		l.Receive(Header{Seq: uint32(stamp/100 + 1), Time: ServerTime(stamp) * ServerTime(ms), Arrival: now}, updates)
		l.Frame(now)
		stamp += 100
		return now
	}
}

// Entities that live shortly and never come back do not fill the memory, nor does their
// room have to be found anew.
func TestLensForgetsTheDead(t *testing.T) {
	for _, lens := range lenses {
		l := lens.make(everyKind(DefaultPolicy()))
		step := shortLives(l)
		for range 500 {
			step()
		}
		bytes := l.Stats().Bytes
		var now LocalTime
		if n := testing.AllocsPerRun(2000, func() { now = step() }); n != 0 {
			t.Errorf("%s: %v allocations per snapshot", lens.name, n)
		}
		if got := l.Stats().Bytes; got != bytes {
			t.Errorf("%s: %d bytes after 50 s, %d after 250 s", lens.name, bytes, got)
		}
		// Five live; raw and extrapolated show the newest.
		if n := len(l.AppendDrawn(nil, now)); n != 5 {
			t.Errorf("%s: %d drawn, want 5", lens.name, n)
		}
	}
}

// What is forgotten stays dead: neither its last samples nor the news of its end bring
// it back, and those that are left are drawn in the order in which they came.
func TestForgottenStayDead(t *testing.T) {
	for _, lens := range lenses {
		r := rig{Lens: lens.make(everyKind(DefaultPolicy()))}
		all := func(stamp int) []Update {
			updates := make([]Update, 5)
			for i := range updates {
				updates[i] = Update{ID: EntityID(10 - i), Sample: moving(stamp)}
				if i%2 == 1 && stamp > 1000 {
					updates[i].Sample = Sample{Time: ServerTime(1050 * ms), Destroyed: true}
				}
			}
			return updates
		}
		for stamp := 0; stamp <= 12_000; stamp += 100 {
			r.updates(stamp, stamp+50, all(stamp)...)
			r.frame(stamp + 50)
		}
		ids := func() (ids []EntityID) {
			for _, d := range r.AppendDrawn(nil, LocalTime(12_050*ms)) {
				ids = append(ids, d.ID)
			}
			return ids
		}
		if got, want := ids(), []EntityID{10, 8, 6}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: drawn %v, want %v", lens.name, got, want)
		}
		for name, s := range map[string]Sample{"a sample": moving(900), "the end": {Time: ServerTime(1050 * ms), Destroyed: true}} {
			if v := r.updates(12_000, 12_051, Update{ID: 9, Sample: s}); v != StaleSample {
				t.Errorf("%s: %s of a forgotten one is %v", lens.name, name, v)
			}
		}
		// 10 s behind render time (11 800 and, for raw, 12 000) is where memory ends.
		if v := r.updates(12_000, 12_052, Update{ID: 20, Sample: moving(2_100)}); v > Late {
			t.Errorf("%s: a sample that is not so old is %v", lens.name, v)
		}
		r.frame(12_060)
		if got, want := ids(), []EntityID{10, 8, 6, 20}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: drawn %v, want %v", lens.name, got, want)
		}
	}
}

// A server that restarts again and again leaves nothing behind.
func TestRestartsTakeNoMemory(t *testing.T) {
	for _, lens := range lenses {
		l := lens.make(everyKind(DefaultPolicy()))
		updates := make([]Update, 50)
		epoch, now, bytes := uint16(65_500), LocalTime(0), 0
		life := func() {
			epoch++
			for n := range 5 {
				stamp := 100 * n
				for i := range updates {
					updates[i] = Update{ID: EntityID(i), Sample: moving(stamp)}
				}
				l.Receive(Header{Epoch: epoch, Seq: uint32(n + 1), Time: ServerTime(stamp) * ServerTime(ms), Arrival: now}, updates)
				l.Frame(now)
				now = now.Add(100 * ms)
			}
		}
		for range 5 {
			life()
		}
		bytes = l.Stats().Bytes
		if n := testing.AllocsPerRun(100, life); n != 0 { // across the wrap of the epoch
			t.Errorf("%s: %v allocations per restart", lens.name, n)
		}
		if got := l.Stats().Bytes; got != bytes {
			t.Errorf("%s: %d bytes after 5 restarts, %d after 106", lens.name, bytes, got)
		}
	}
}

// Who gets the room of another has nothing of its correction to be smoothed.
func TestNewLifeOwesNothing(t *testing.T) {
	r := interpolated(Policy{Delay: 100 * ms, Smoothing: MaxPolicyTime})
	r.stream(0, 1000, 100, 50)
	for at := 1060; at < 1400; at += 10 {
		r.frame(at) // in an underrun
	}
	r.send(1350, 1400, moving(1350))
	r.frame(1400)
	if n := len(r.Stats().Corrections); n != 1 || r.Stats().Corrections[0].Metres < 1 {
		t.Fatalf("%d corrections, want one of more than a metre", n)
	}
	r.epoch++
	for stamp := 0; stamp <= 400; stamp += 100 {
		r.send(stamp, stamp+1450, moving(stamp))
		drawn := r.frame(stamp + 1450)
		if n := len(r.Stats().Corrections); n != 0 {
			t.Errorf("at %d: %d corrections in the new epoch", stamp, n)
		}
		if stamp >= 100 && x(t, drawn) != float64(stamp-100)/100 {
			t.Errorf("at %d drawn at %v, want %v", stamp, x(t, drawn), float64(stamp-100)/100)
		}
	}
}

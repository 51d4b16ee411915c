package netsim

import (
	"testing"
	"time"
)

// Whatever is changed, every other decision about every packet stays the same.
func TestOneSettingChangesNothingElse(t *testing.T) {
	base := Conditions{Latency: 40 * ms, Jitter: 30 * ms, Loss: 100_000, Outage: 60 * ms, Duplicate: 200_000, Order: Free}
	sameArrival := func(a, b Event) bool { return a.ArrivesAt == b.ArrivesAt }
	sameFate := func(a, b Event) bool { return a.Fate == b.Fate && a.Duplicated == b.Duplicated }
	sameCopy := func(a, b Event) bool { return !a.Duplicated || !b.Duplicated || a.DuplicateAt == b.DuplicateAt }
	tests := []struct {
		name   string
		edit   func(*Conditions)
		same   []func(a, b Event) bool
		differ func(a, b Event) bool // at least once
	}{
		{"latency", func(c *Conditions) { c.Latency += 5 * ms },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt+5*ms == b.ArrivesAt }}, sameArrival},
		{"jitter", func(c *Conditions) { c.Jitter = 0 },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return b.ArrivesAt == b.SentAt+40*ms }}, sameArrival},
		{"loss", func(c *Conditions) { c.Loss = 500_000 }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"no loss", func(c *Conditions) { c.Loss = 0 }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"outage", func(c *Conditions) { c.Outage = 500 * ms }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"no outages", func(c *Conditions) { c.Outage = 0 }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"duplicate", func(c *Conditions) { c.Duplicate = 600_000 },
			[]func(a, b Event) bool{sameArrival, sameCopy, func(a, b Event) bool { return a.Fate == b.Fate }}, sameFate},
		{"order", func(c *Conditions) { c.Order = FIFO },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt <= b.ArrivesAt }}, sameArrival},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := base
			tt.edit(&changed)
			a, b := newLink(t, base, 11), newLink(t, changed, 11)
			differs := false
			for i := range 2000 {
				now := time.Duration(i) * 17 * ms
				x, y := a.Send(now, nil), b.Send(now, nil)
				for _, same := range tt.same {
					if !same(x, y) {
						t.Fatalf("packet %d:\n%+v, changed\n%+v", x.Seq, x, y)
					}
				}
				differs = differs || !tt.differ(x, y)
			}
			if !differs {
				t.Error("the setting has no effect")
			}
		})
	}
	t.Run("fifo under loss", func(t *testing.T) {
		lossy, clean := base, base
		lossy.Order, clean.Order, clean.Loss = FIFO, FIFO, 0
		a, b := newLink(t, lossy, 11), newLink(t, clean, 11)
		for i := range 2000 {
			if x, y := a.Send(time.Duration(i)*17*ms, nil), b.Send(time.Duration(i)*17*ms, nil); !sameArrival(x, y) {
				t.Fatalf("packet %d:\n%+v, without loss\n%+v", x.Seq, x, y)
			}
		}
	})
	t.Run("a model for a while", func(t *testing.T) {
		a, b := newLink(t, base, 11), newLink(t, base, 11)
		for i := range 300 {
			switch i {
			case 100:
				b.SetModel(make(script, 200))
			case 200:
				b.SetModel(nil)
			}
			now := time.Duration(i) * 17 * ms
			if x, y := a.Send(now, nil), b.Send(now, nil); x != y && (i < 100 || i >= 200) {
				t.Fatalf("packet %d:\n%+v, with the model\n%+v", x.Seq, x, y)
			}
		}
	})
}

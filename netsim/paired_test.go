package netsim

import (
	"testing"
	"time"
)

// Whatever is changed, every other decision about every packet stays the same.
func TestOneSettingChangesNothingElse(t *testing.T) {
	base := Conditions{
		Latency: 40 * ms, Jitter: 30 * ms, JitterMemory: 20 * ms, Loss: 100_000, Outage: 60 * ms,
		Stall: 10 * ms, StallEvery: 200 * ms, Duplicate: 200_000, Order: Free,
		Reorder: 50_000, ReorderDelay: 25 * ms, Bandwidth: 8_000_000, Queue: 100_000,
	}
	packet := make([]byte, 1000) // a millisecond at 8 Mbit/s
	stalls := newLink(t, base, 11).stalls
	// stalled reports whether a packet waited for the end of a stall: it arrives when
	// one ends, which another nanosecond before does too.
	stalled := func(e Event) bool {
		for _, held := range []time.Duration{0, base.ReorderDelay} {
			at := e.ArrivesAt - held
			if stalls.release(&base, at-1) == at {
				return true
			}
		}
		return false
	}
	sameArrival := func(a, b Event) bool { return a.ArrivesAt == b.ArrivesAt }
	sameFate := func(a, b Event) bool { return a.Fate == b.Fate && a.Duplicated == b.Duplicated }
	sameCopy := func(a, b Event) bool { return !a.Duplicated || !b.Duplicated || a.DuplicateAt == b.DuplicateAt }
	tests := []struct {
		name   string
		edit   func(*Conditions)
		same   []func(a, b Event) bool
		differ func(a, b Event) bool // at least once
	}{
		// Later packets meet other stalls, so latency and jitter are compared without.
		{"latency", func(c *Conditions) { c.Latency += 5 * ms; c.Stall = 0 },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt+5*ms == b.ArrivesAt || stalled(a) }}, sameArrival},
		{"jitter", func(c *Conditions) { c.Jitter = 0; c.Stall = 0; c.Reorder = 0 },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return b.ArrivesAt == b.SentAt+41*ms }}, sameArrival},
		{"jitter model", func(c *Conditions) { c.JitterModel = Pareto }, []func(a, b Event) bool{sameFate}, sameArrival},
		{"jitter memory", func(c *Conditions) { c.JitterMemory = 0 }, []func(a, b Event) bool{sameFate}, sameArrival},
		{"loss", func(c *Conditions) { c.Loss = 500_000 }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"no loss", func(c *Conditions) { c.Loss = 0 }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"outage", func(c *Conditions) { c.Outage = 500 * ms }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"no outages", func(c *Conditions) { c.Outage = 0 }, []func(a, b Event) bool{sameArrival, sameCopy}, sameFate},
		{"stall", func(c *Conditions) { c.Stall = 40 * ms },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt <= b.ArrivesAt }}, sameArrival},
		{"duplicate", func(c *Conditions) { c.Duplicate = 600_000 },
			[]func(a, b Event) bool{sameArrival, sameCopy, func(a, b Event) bool { return a.Fate == b.Fate }}, sameFate},
		{"reorder", func(c *Conditions) { c.Reorder = 300_000 },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt == b.ArrivesAt || a.ArrivesAt+25*ms == b.ArrivesAt }}, sameArrival},
		{"reorder delay", func(c *Conditions) { c.ReorderDelay = 75 * ms },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt == b.ArrivesAt || a.ArrivesAt+50*ms == b.ArrivesAt }}, sameArrival},
		{"bandwidth", func(c *Conditions) { c.Bandwidth = 0; c.Stall = 0 },
			[]func(a, b Event) bool{sameFate, func(a, b Event) bool { return a.ArrivesAt == b.ArrivesAt+ms || stalled(a) }}, sameArrival},
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
				x, y := a.Send(now, packet), b.Send(now, packet)
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
	// A full queue drops the same packets, whatever else is lost.
	t.Run("loss and a full queue", func(t *testing.T) {
		narrow := base
		narrow.Bandwidth, narrow.Queue, narrow.Order, narrow.Loss, narrow.Duplicate = 400_000, 3000, FIFO, 0, 0
		lossy := narrow
		lossy.Loss = 300_000
		a, b := newLink(t, narrow, 11), newLink(t, lossy, 11)
		dropped := 0
		for i := range 2000 {
			x, y := a.Send(time.Duration(i)*17*ms, packet), b.Send(time.Duration(i)*17*ms, packet)
			if x.Fate == LostQueue {
				dropped++
			}
			if !sameArrival(x, y) || (x.Fate != Delivered && y.Fate == Delivered) || (y.Fate == LostQueue && x.Fate != LostQueue) {
				t.Fatalf("packet %d:\n%+v, with loss\n%+v", x.Seq, x, y)
			}
		}
		if dropped < 200 {
			t.Errorf("the queue dropped %d of 2000", dropped)
		}
	})
	t.Run("listed losses", func(t *testing.T) {
		a, b := newLink(t, base, 11), newLink(t, base, 11)
		b.Lose(Packets(100, 200))
		for i := range 300 {
			x, y := a.Send(time.Duration(i)*17*ms, nil), b.Send(time.Duration(i)*17*ms, nil)
			if listed := i == 99 || i == 199; !sameArrival(x, y) || (x.Fate == Delivered && listed) != (y.Fate == LostListed) || (x.Fate != y.Fate && !listed) {
				t.Fatalf("packet %d:\n%+v, with a list\n%+v", x.Seq, x, y)
			}
		}
	})
	t.Run("spared losses", func(t *testing.T) {
		a, b := newLink(t, base, 11), newLink(t, base, 11)
		b.Spare(PacketList{{1, 250}})
		spared := 0
		for i := range 300 {
			if i == 240 {
				a.Blackout(time.Duration(i)*17*ms, 20*17*ms) // what was dropped on purpose is spared too
				b.Blackout(time.Duration(i)*17*ms, 20*17*ms)
			}
			x, y := a.Send(time.Duration(i)*17*ms, nil), b.Send(time.Duration(i)*17*ms, nil)
			want := x.Fate
			if y.Seq <= 250 {
				want = Delivered
			}
			if !sameArrival(x, y) || y.Fate != want || y.Spared != (x.Fate != y.Fate) {
				t.Fatalf("packet %d:\n%+v, spared\n%+v", x.Seq, x, y)
			}
			if y.Spared {
				spared++
			}
		}
		if spared < 15 {
			t.Errorf("%d packets were spared", spared)
		}
	})
	t.Run("a full queue spares none", func(t *testing.T) {
		narrow := base
		narrow.Bandwidth, narrow.Queue = 400_000, 3000
		a, b := newLink(t, narrow, 11), newLink(t, narrow, 11)
		b.Spare(PacketList{{1, 300}})
		dropped := 0
		for i := range 300 {
			x, y := a.Send(time.Duration(i)*17*ms, packet), b.Send(time.Duration(i)*17*ms, packet)
			if y.Fate == LostQueue {
				dropped++
			}
			if (y.Fate == LostQueue) != (y.Fate != Delivered) || y.Fate == LostQueue && y.Spared || !sameArrival(x, y) {
				t.Fatalf("packet %d:\n%+v, spared\n%+v", x.Seq, x, y)
			}
		}
		if dropped == 0 {
			t.Error("the queue dropped none")
		}
	})
	t.Run("a model for a while", func(t *testing.T) {
		a, b := newLink(t, base, 11), newLink(t, base, 11)
		for i := range 300 {
			switch i { // the line has forgotten the model soon after it is gone
			case 100:
				b.SetModel(make(script, 200))
			case 200:
				b.SetModel(nil)
			}
			now := time.Duration(i) * 17 * ms
			if x, y := a.Send(now, nil), b.Send(now, nil); x != y && (i < 100 || i > 210) {
				t.Fatalf("packet %d:\n%+v, with the model\n%+v", x.Seq, x, y)
			}
		}
	})
}

// Under FIFO nothing arrives earlier when one of them is raised.
func TestRaisingADelayNeverHastens(t *testing.T) {
	base := Conditions{
		Latency: 40 * ms, Jitter: 30 * ms, JitterModel: Exponential, JitterMemory: 20 * ms, Loss: 100_000,
		Stall: 30 * ms, StallEvery: 300 * ms, Bandwidth: 2_000_000, Queue: 100_000,
	}
	for name, edit := range map[string]func(*Conditions){
		"latency": func(c *Conditions) { c.Latency += 13 * ms },
		"jitter":  func(c *Conditions) { c.Jitter *= 2 },
		"stall":   func(c *Conditions) { c.Stall *= 2 },
	} {
		for seed := range uint64(5) {
			raised := base
			edit(&raised)
			a, b := newLink(t, base, seed), newLink(t, raised, seed)
			for i := range 1000 {
				x, y := a.Send(time.Duration(i)*17*ms, make([]byte, 500)), b.Send(time.Duration(i)*17*ms, make([]byte, 500))
				if y.ArrivesAt < x.ArrivesAt || x.Fate != y.Fate {
					t.Fatalf("%s, seed %d, packet %d:\n%+v, raised\n%+v", name, seed, x.Seq, x, y)
				}
			}
		}
	}
}

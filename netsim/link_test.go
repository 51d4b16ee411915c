package netsim

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

const ms = time.Millisecond

func newLink(t testing.TB, c Conditions, seed uint64) *Link {
	t.Helper()
	l, err := NewLink(c, seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// script delays the packets by its values in turn; a negative value loses one.
type script []time.Duration

func (s script) Next(seq uint64, _ time.Duration, _ int) (time.Duration, Fate) {
	d := s[seq-1]
	if d < 0 {
		return -d, LostRandom
	}
	return d, Delivered
}

// arrival is one packet as Receive yields it, in whole ms.
type arrival struct {
	seq uint64
	at  time.Duration
}

// drain receives everything at the time of its arrival.
func drain(t *testing.T, l *Link) (all []arrival) {
	t.Helper()
	for {
		at, ok := l.NextArrival()
		if !ok {
			return all
		}
		if _, _, early := l.Receive(at-1, nil); early {
			t.Fatalf("received before %v", at)
		}
		_, e, ok := l.Receive(at, nil)
		if !ok || e.ArrivesAt != at {
			t.Fatalf("Receive(%v) = %+v, %v", at, e, ok)
		}
		all = append(all, arrival{e.Seq, at / ms})
	}
}

// Packets are sent at 0, 10, 20, … ms.
func TestOrder(t *testing.T) {
	tests := []struct {
		name  string
		order Order
		delay script
		want  []arrival
	}{
		{"steady", FIFO, script{5 * ms, 5 * ms, 5 * ms}, []arrival{{1, 5}, {2, 15}, {3, 25}}},
		{"fifo: a held packet makes a clump", FIFO, script{35 * ms, 5 * ms, 5 * ms, 8 * ms}, []arrival{{1, 35}, {2, 35}, {3, 35}, {4, 38}}},
		{"free: it is overtaken", Free, script{35 * ms, 5 * ms, 5 * ms, 8 * ms}, []arrival{{2, 15}, {3, 25}, {1, 35}, {4, 38}}},
		{"equal arrivals keep the order of sending", Free, script{20 * ms, 10 * ms, 0}, []arrival{{1, 20}, {2, 20}, {3, 20}}},
		{"a lost packet does not arrive", FIFO, script{5 * ms, -5 * ms, 5 * ms}, []arrival{{1, 5}, {3, 25}}},
		{"fifo: a lost packet holds up those behind it", FIFO, script{-35 * ms, 5 * ms}, []arrival{{2, 35}}},
		{"free: it does not", Free, script{-35 * ms, 5 * ms}, []arrival{{2, 15}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLink(t, Conditions{Order: tt.order}, 1)
			l.SetModel(tt.delay)
			for i := range tt.delay {
				l.Send(time.Duration(i)*10*ms, nil)
			}
			if got := drain(t, l); !slices.Equal(got, tt.want) {
				t.Errorf("arrivals %v, want %v", got, tt.want)
			}
		})
	}
}

// early is a model that breaks its contract.
type early struct{}

func (early) Next(uint64, time.Duration, int) (time.Duration, Fate) { return -ms, Delivered }

func TestNegativeDelayCountsAsNone(t *testing.T) {
	l := newLink(t, Conditions{}, 1)
	l.SetModel(early{})
	if e := l.Send(5*ms, nil); e.ArrivesAt != 5*ms {
		t.Errorf("arrives at %v, want 5ms", e.ArrivesAt)
	}
}

func TestChangedConditionsLeavePacketsInFlight(t *testing.T) {
	l := newLink(t, Conditions{Latency: 100 * ms}, 1)
	l.Send(0, nil) // arrives at 100 ms
	if err := l.SetConditions(Conditions{Latency: 10 * ms, Order: Free}); err != nil {
		t.Fatal(err)
	}
	l.Send(20*ms, nil) // free: 30 ms
	if err := l.SetConditions(Conditions{Latency: 10 * ms}); err != nil {
		t.Fatal(err)
	}
	l.Send(40*ms, nil) // fifo again: not before the first
	if err := l.SetConditions(Conditions{Loss: Always}); err != nil {
		t.Fatal(err)
	}
	l.Send(50*ms, nil)
	if err := l.SetConditions(Conditions{Latency: -1}); !errors.Is(err, ErrConditions) {
		t.Fatalf("error %v, want ErrConditions", err)
	}
	if got := l.Conditions(); got != (Conditions{Loss: Always}) {
		t.Errorf("a refused change left %+v", got)
	}
	if got, want := drain(t, l), []arrival{{2, 30}, {1, 100}, {3, 100}}; !slices.Equal(got, want) {
		t.Errorf("arrivals %v, want %v", got, want)
	}
}

func TestNewLinkRefusesBadConditions(t *testing.T) {
	if _, err := NewLink(Conditions{Loss: Always + 1}, 1, 0); !errors.Is(err, ErrConditions) {
		t.Errorf("error %v, want ErrConditions", err)
	}
}

func TestTimeDoesNotGoBack(t *testing.T) {
	l := newLink(t, Conditions{Latency: 10 * ms}, 1)
	l.Send(50*ms, nil)
	if e := l.Send(20*ms, nil); e.SentAt != 50*ms || e.ArrivesAt != 60*ms {
		t.Errorf("sent at %v and arrives at %v, want 50ms and 60ms", e.SentAt, e.ArrivesAt)
	}
}

func TestTimesAtTheEndsOfTheRange(t *testing.T) {
	l := newLink(t, Conditions{Latency: 10 * ms, Jitter: 10 * ms, Loss: 500_000, Outage: ms, Duplicate: Always}, 1)
	if e := l.Send(math.MinInt64, nil); e.SentAt != math.MinInt64 || e.ArrivesAt < math.MinInt64+10*ms {
		t.Errorf("first packet: %+v", e)
	}
	if e := l.Send(math.MaxInt64, nil); e.ArrivesAt != math.MaxInt64 {
		t.Errorf("last packet: %+v", e)
	}
}

func TestDuplicates(t *testing.T) {
	const n = 1000
	for _, order := range []Order{FIFO, Free} {
		l := newLink(t, Conditions{Latency: 20 * ms, Jitter: 30 * ms, Loss: 100_000, Duplicate: 300_000, Order: order}, 1)
		sent := make([]Event, n)
		inFlight := 0
		for i := range sent {
			sent[i] = l.Send(time.Duration(i)*10*ms, []byte{byte(i)})
			e := sent[i]
			switch {
			case e.Copy:
				t.Fatalf("Send returned a copy: %+v", e)
			case e.Duplicated && e.Fate != Delivered:
				t.Fatalf("a lost packet is duplicated: %+v", e)
			case e.Duplicated && (e.DuplicateAt < e.ArrivesAt || e.DuplicateAt > e.ArrivesAt+30*ms):
				t.Fatalf("copy comes before its packet or too late: %+v", e)
			case !e.Duplicated && e.DuplicateAt != 0:
				t.Fatalf("time of a copy that is not there: %+v", e)
			}
			if e.Fate == Delivered {
				inFlight++
			}
			if e.Duplicated {
				inFlight++
			}
		}
		if l.InFlight() != inFlight {
			t.Errorf("%v: %d in flight, want %d", order, l.InFlight(), inFlight)
		}
		var seen [n + 1]int
		for range inFlight {
			p, e, ok := l.Receive(math.MaxInt64, nil)
			want := sent[e.Seq-1]
			if e.Copy {
				want.Copy, want.ArrivesAt = true, want.DuplicateAt
			}
			if !ok || e != want || len(p) != 1 || p[0] != byte(e.Seq-1) {
				t.Fatalf("received %+v with %v, want %+v", e, p, want)
			}
			if e.Copy != (seen[e.Seq] == 1) {
				t.Fatalf("packet %d: the copy is not the second to come", e.Seq)
			}
			seen[e.Seq]++
		}
		copies := 0
		for _, times := range seen {
			if times == 2 {
				copies++
			}
		}
		// Of 900 delivered, 270; σ of either stage together is about 14.
		if copies < 214 || copies > 326 {
			t.Errorf("%v: %d copies, want 270 ± 56", order, copies)
		}
	}
}

// The order of sending survives any sequence of settings under FIFO.
func TestFIFONeverReorders(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for seed := range uint64(50) {
		l := newLink(t, Conditions{}, seed)
		var now time.Duration
		for range 200 {
			if random.IntN(10) == 0 {
				span := func(limit time.Duration) time.Duration { return time.Duration(random.Int64N(int64(limit))) }
				c := Conditions{
					Latency: span(200 * ms), Jitter: span(200 * ms), JitterModel: JitterModel(random.IntN(int(numJitterModels))), JitterMemory: span(100 * ms),
					Loss: Probability(random.Uint32N(500_000)), Outage: span(100 * ms), Duplicate: Probability(random.Uint32N(500_000)),
					Stall: span(100 * ms), StallEvery: span(500 * ms),
					Bandwidth: random.Int64N(2) * random.Int64N(100_000), Queue: random.Int64N(1000),
					Channel: Channel(random.IntN(2)),
				}
				if err := l.SetConditions(c); err != nil {
					t.Fatal(err)
				}
			}
			now += time.Duration(random.Int64N(int64(30 * ms)))
			l.Send(now, make([]byte, random.IntN(200)))
		}
		var last uint64
		for l.InFlight() > 0 {
			if _, e, _ := l.Receive(math.MaxInt64, nil); !e.Copy {
				if e.Seq < last {
					t.Fatalf("seed %d: packet %d after %d", seed, e.Seq, last)
				}
				last = e.Seq
			}
		}
	}
}

func TestReceiveUsesTheCallersBuffer(t *testing.T) {
	l := newLink(t, Conditions{}, 1)
	sent := []byte{1, 2, 3}
	l.Send(0, sent)
	sent[0] = 9 // Send has copied it
	buf := make([]byte, 5, 8)
	p, e, ok := l.Receive(0, buf)
	if !ok || e.Size != 3 || !slices.Equal(p, []byte{1, 2, 3}) || &p[0] != &buf[0] {
		t.Errorf("Receive = %v, %+v, %v", p, e, ok)
	}
	l.Send(0, make([]byte, 64<<10))
	if p, e, _ = l.Receive(0, buf); len(p) != 64<<10 || e.Size != 64<<10 {
		t.Errorf("64 KiB came as %d bytes, size %d", len(p), e.Size)
	}
	l.Send(0, nil)
	if p, e, ok = l.Receive(0, buf); !ok || len(p) != 0 || e.Size != 0 {
		t.Errorf("an empty packet came as %v, %+v, %v", p, e, ok)
	}
	if p, _, ok = l.Receive(0, buf); ok || len(p) != 0 {
		t.Errorf("an idle link yields %v, %v", p, ok)
	}
}

// everything is conditions of which none is idle.
var everything = Conditions{
	Latency: 50 * ms, Jitter: 30 * ms, JitterModel: Pareto, JitterMemory: 40 * ms,
	Loss: 50_000, Outage: 80 * ms, Stall: 50 * ms, StallEvery: time.Second, Duplicate: 100_000,
	Reorder: 20_000, ReorderDelay: 100 * ms, Bandwidth: 100_000_000, Queue: 64_000,
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	l := newLink(t, everything, 1)
	packet, buf := make([]byte, 1200), make([]byte, 0, 1200)
	var now time.Duration
	step := func() {
		now += ms
		l.Send(now, packet)
		for ok := true; ok; {
			_, _, ok = l.Receive(now, buf)
		}
	}
	for range 2000 {
		step()
	}
	if allocs := testing.AllocsPerRun(2000, step); allocs != 0 {
		t.Errorf("%v allocations per packet, want 0", allocs)
	}
}

// A packet held back is overtaken by those behind it, under either order, and holds up
// none of them.
func TestReorderHoldsBackAlone(t *testing.T) {
	for _, order := range []Order{FIFO, Free} {
		l := newLink(t, Conditions{Latency: 20 * ms, Reorder: 100_000, ReorderDelay: 35 * ms, Order: order}, 1)
		held := 0
		for i := range 2000 {
			e := l.Send(time.Duration(i)*10*ms, nil)
			switch e.ArrivesAt - e.SentAt {
			case 20 * ms:
			case 55 * ms:
				held++
			default:
				t.Fatalf("%v: %+v", order, e)
			}
		}
		if held < 200-4*14 || held > 200+4*14 { // σ = √(2000·0.1·0.9) = 13.4
			t.Errorf("%v: %d of 2000 held back, want 200 ± 54", order, held)
		}
	}
}

// No packet is under way for longer than MaxTransit, whatever the conditions.
func TestNothingIsUnderWayForLongerThanMaxTransit(t *testing.T) {
	c := Conditions{
		Latency: MaxDelay, Jitter: MaxDelay, JitterModel: Exponential, Loss: 500_000, Outage: MaxDelay,
		Stall: MaxDelay, StallEvery: MaxDelay, Duplicate: Always, Reorder: Always, ReorderDelay: MaxDelay,
		Bandwidth: 100_000, Queue: MaxQueue,
	}
	for _, channel := range []Channel{Unreliable, Reliable} {
		c.Channel = channel
		l := newLink(t, c, 3)
		for i := range 3000 {
			e := l.Send(time.Duration(i)*10*ms, make([]byte, 200))
			if last := max(e.ArrivesAt, e.DuplicateAt); last-e.SentAt > MaxTransit {
				t.Fatalf("%v: %+v, longer than %v", channel, e, MaxTransit)
			}
		}
	}
}

// One packet in and one out under conditions of which none is idle.
func BenchmarkEverything(b *testing.B) {
	l := newLink(b, everything, 1)
	packet, buf := make([]byte, 400), make([]byte, 0, 400)
	b.ReportAllocs()
	var now time.Duration
	for b.Loop() {
		now += 10 * ms
		l.Send(now, packet)
		for ok := true; ok; {
			_, _, ok = l.Receive(now, buf)
		}
	}
}

// One packet in and one out with so many in flight.
func BenchmarkLink(b *testing.B) {
	for _, inFlight := range []int{0, 10, 1_000, 100_000} {
		b.Run(fmt.Sprintf("inFlight=%d", inFlight), func(b *testing.B) {
			l := newLink(b, Conditions{Latency: MaxDelay / 2, Jitter: MaxDelay, Order: Free}, 1)
			packet, buf := make([]byte, 100), make([]byte, 0, 100)
			for range inFlight {
				l.Send(0, packet)
			}
			b.ReportAllocs()
			// The pace at which as many come as go.
			pace := MaxDelay / time.Duration(max(inFlight, 1))
			var now time.Duration
			for b.Loop() {
				now += pace
				l.Send(now, packet)
				l.Receive(math.MaxInt64, buf)
			}
		})
	}
}

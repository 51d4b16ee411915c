package netsim

import (
	"math"
	"slices"
	"testing"
	"time"
)

// Packets are sent at 0, 10, 20, … ms; a negative delay loses the first sending. The
// timeout is 200 ms.
func TestReliableChannelByHand(t *testing.T) {
	tests := []struct {
		name  string
		delay script
		want  []arrival
	}{
		{"nothing lost", script{5 * ms, 5 * ms}, []arrival{{1, 5}, {2, 15}}},
		{"a loss stops everything until it is sent again", script{5 * ms, -5 * ms, 5 * ms, 5 * ms}, []arrival{{1, 5}, {2, 215}, {3, 215}, {4, 215}}},
		{"two losses, each with its own timeout", script{-5 * ms, -5 * ms, 5 * ms}, []arrival{{1, 205}, {2, 215}, {3, 215}}},
		{"jitter never reorders", script{35 * ms, 5 * ms}, []arrival{{1, 35}, {2, 35}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLink(t, Conditions{Order: Free, Channel: Reliable, Duplicate: Always}, 1)
			l.SetModel(tt.delay)
			for i, d := range tt.delay {
				e := l.Send(time.Duration(i)*10*ms, nil)
				again := 0
				if d < 0 {
					again = 1
				}
				if e.Fate != Delivered || e.Retransmissions != again || e.Duplicated {
					t.Errorf("%+v, want delivered after %d retransmissions and once", e, again)
				}
			}
			if got := drain(t, l); !slices.Equal(got, tt.want) {
				t.Errorf("arrivals %v, want %v", got, tt.want)
			}
		})
	}
}

func TestRetransmissionTimeout(t *testing.T) {
	for _, tt := range []struct{ latency, jitter, want time.Duration }{
		{0, 0, 200 * ms},
		{40 * ms, 10 * ms, 200 * ms},
		{40 * ms, 11 * ms, 204 * ms}, // 2·RTT = 4·51 ms
		{300 * ms, 100 * ms, 1600 * ms},
	} {
		c := Conditions{Latency: tt.latency, Jitter: tt.jitter}
		if got := c.RetransmissionTimeout(); got != tt.want {
			t.Errorf("latency %v, jitter %v: %v, want %v", tt.latency, tt.jitter, got, tt.want)
		}
	}
}

// Timeouts double: 0.2, 0.6, 1.4, 3, 6.2, 12.6, 25.4, 51.2 s after the first sending.
// With a loss of a half each further try halves what is left.
func TestRetransmissionsBackOff(t *testing.T) {
	c := Conditions{Loss: Always / 2}
	wait := time.Duration(0)
	for i := range 8 {
		wait += 200 * ms << i
		// The share of draws below 2^−(i+1) is still lost after i+1 tries.
		draw := uint64(1)<<(63-i) + 1<<40
		if got, ok := c.retransmit(draw); !ok || got.times != i+1 || got.wait != wait {
			t.Errorf("draw %#x: %+v, %v; want %d times, %v", draw, got, ok, i+1, wait)
		}
	}
	if got, ok := c.retransmit(0); ok || got != (retransmission{}) {
		t.Errorf("after a minute: %+v, %v; want it given up", got, ok)
	}
}

func TestReliableChannelAtTheEnds(t *testing.T) {
	for _, outage := range []time.Duration{0, 80 * ms} {
		l := newLink(t, Conditions{Latency: 10 * ms, Outage: outage, Channel: Reliable}, 1)
		for i := range 1000 {
			if e := l.Send(time.Duration(i)*ms, nil); e.Retransmissions != 0 || e.ArrivesAt != e.SentAt+10*ms {
				t.Fatalf("without loss: %+v", e)
			}
		}
		if err := l.SetConditions(Conditions{Loss: Always, Outage: outage, Channel: Reliable}); err != nil {
			t.Fatal(err)
		}
		for i := range 1000 {
			if e := l.Send(time.Second+time.Duration(i)*ms, nil); e.Fate == Delivered || e.Retransmissions != 0 {
				t.Fatalf("with nothing but loss: %+v", e)
			}
		}
	}
}

// The k-th try is made by the share Loss^k of the packets; in an outage the second one
// is lost with the chance that the outage still lasts, or another does.
func TestRetransmissionsFollowTheLoss(t *testing.T) {
	const n, loss = 60_000, 0.3
	for _, outage := range []time.Duration{0, 300 * ms} {
		l := newLink(t, Conditions{Loss: 300_000, Outage: outage, Channel: Reliable}, 2)
		var tries [20]int
		for i := range n {
			// Far apart, so that each packet meets a state of its own.
			e := l.Send(time.Duration(i)*10*time.Second, nil)
			if e.Fate != Delivered {
				e.Retransmissions = len(tries) - 1 // given up after many
			}
			tries[e.Retransmissions]++
		}
		again := loss
		if outage > 0 {
			again = loss + (1-loss)*math.Exp(-0.2/(0.3*(1-loss)))
		}
		first, second := n-tries[0], n-tries[0]-tries[1]
		if want := n * loss; math.Abs(float64(first)-want) > 4*math.Sqrt(want*(1-loss)) {
			t.Errorf("outage %v: %d packets sent again, want %.0f", outage, first, want)
		}
		if want := float64(first) * again; math.Abs(float64(second)-want) > 4*math.Sqrt(want*(1-again)) {
			t.Errorf("outage %v: %d packets sent again twice, want %.0f", outage, second, want)
		}
	}
}

// More loss never brings a packet earlier through a reliable channel.
func TestMoreLossIsNeverFasterInAReliableChannel(t *testing.T) {
	const n = 1000
	for _, outage := range []time.Duration{0, 80 * ms, 400 * ms} {
		var before []time.Duration
		for _, loss := range []Probability{0, 1_000, 50_000, 100_000, 200_000} {
			c := Conditions{Latency: 20 * ms, Jitter: 30 * ms, Loss: loss, Outage: outage, Channel: Reliable}
			l := newLink(t, c, 6)
			at := make([]time.Duration, n)
			for i := range at {
				e := l.Send(time.Duration(i)*33*ms, nil)
				if at[i] = e.ArrivesAt; e.Fate != Delivered {
					// Given up, it holds up nothing: what follows can't be compared.
					t.Fatalf("loss %v, outage %v: %+v", loss, outage, e)
				}
				if before != nil && at[i] < before[i] {
					t.Fatalf("outage %v: packet %d arrives at %v at loss %v, and at %v at the lower one", outage, i+1, at[i], loss, before[i])
				}
			}
			before = at
		}
	}
}

func TestLose(t *testing.T) {
	for _, channel := range []Channel{Unreliable, Reliable} {
		a := newLink(t, Conditions{Latency: 10 * ms, Channel: channel}, 1)
		a.Send(0, nil)
		a.Lose(Packets(4, 1, 3, 4)) // 1 is on its way
		a.Lose(Packets(6))
		var lost []uint64
		for i := range uint64(7) {
			e := a.Send(time.Duration(i+1)*time.Second, nil)
			if e.Fate == LostListed || e.Retransmissions > 0 {
				lost = append(lost, e.Seq)
			}
			if (e.Fate == LostListed) != (channel == Unreliable && e.Seq < 7 && (e.Seq == 3 || e.Seq == 4 || e.Seq == 6)) {
				t.Errorf("%v: %+v", channel, e)
			}
		}
		if want := []uint64{3, 4, 6}; !slices.Equal(lost, want) {
			t.Errorf("%v: lost %v, want %v", channel, lost, want)
		}
		if a.Sent() != 8 {
			t.Errorf("%v: %d packets", channel, a.Sent())
		}
	}
}

package netsim

import (
	"errors"
	"testing"
	"time"
)

func TestConditionsValidate(t *testing.T) {
	full := Conditions{
		Latency: MaxDelay, Jitter: MaxDelay, JitterModel: Exponential, JitterMemory: MaxDelay,
		Loss: Always, Outage: MaxDelay, Stall: MaxDelay, StallEvery: MaxStallEvery, Duplicate: Always, Order: Free,
		Reorder: Always, ReorderDelay: MaxDelay, Bandwidth: MaxBandwidth, Queue: MaxQueue, Channel: Reliable,
	}
	tests := []struct {
		name string
		edit func(*Conditions)
		want string // what follows "netsim: bad conditions: ", "" for valid
	}{
		{"zero value", func(c *Conditions) { *c = Conditions{} }, ""},
		{"every field at its upper end", func(*Conditions) {}, ""},
		{"negative latency", func(c *Conditions) { c.Latency = -time.Millisecond }, "Latency is -1ms, want 0s to 10s"},
		{"long latency", func(c *Conditions) { c.Latency = MaxDelay + 1 }, "Latency is 10.000000001s, want 0s to 10s"},
		{"negative jitter", func(c *Conditions) { c.Jitter = -1 }, "Jitter is -1ns, want 0s to 10s"},
		{"long jitter", func(c *Conditions) { c.Jitter = time.Minute }, "Jitter is 1m0s, want 0s to 10s"},
		{"negative outage", func(c *Conditions) { c.Outage = -time.Second }, "Outage is -1s, want 0s to 10s"},
		{"long outage", func(c *Conditions) { c.Outage = time.Hour }, "Outage is 1h0m0s, want 0s to 10s"},
		{"loss", func(c *Conditions) { c.Loss = Always + 1 }, "Loss is 100.0001%, want 0% to 100%"},
		{"duplicate", func(c *Conditions) { c.Duplicate = 2 * Always }, "Duplicate is 200%, want 0% to 100%"},
		{"order", func(c *Conditions) { c.Order = 2 }, "Order is order 2, want fifo or free"},
		{"jitter model", func(c *Conditions) { c.JitterModel = 4 }, "JitterModel is jitter model 4, want uniform to exponential"},
		{"long jitter memory", func(c *Conditions) { c.JitterMemory = MaxDelay + 1 }, "JitterMemory is 10.000000001s, want 0s to 10s"},
		{"negative stall", func(c *Conditions) { c.Stall = -1 }, "Stall is -1ns, want 0s to 10s"},
		{"rare stalls", func(c *Conditions) { c.StallEvery = 2 * time.Hour }, "StallEvery is 2h0m0s, want 0s to 1h0m0s"},
		{"reorder", func(c *Conditions) { c.Reorder = Always + 1 }, "Reorder is 100.0001%, want 0% to 100%"},
		{"long reorder delay", func(c *Conditions) { c.ReorderDelay = 11 * time.Second }, "ReorderDelay is 11s, want 0s to 10s"},
		{"negative bandwidth", func(c *Conditions) { c.Bandwidth = -1 }, "Bandwidth is -1 bit/s, want 0 to 1000000000000"},
		{"large queue", func(c *Conditions) { c.Queue = MaxQueue + 1 }, "Queue is 1000000001 bytes, want 0 to 1000000000"},
		{"channel", func(c *Conditions) { c.Channel = 2 }, "Channel is channel 2, want unreliable or reliable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := full
			tt.edit(&c)
			err := c.Validate()
			if tt.want == "" {
				if err != nil {
					t.Fatalf("Validate() = %v, want nil", err)
				}
				return
			}
			if want := "netsim: bad conditions: " + tt.want; err == nil || err.Error() != want || !errors.Is(err, ErrConditions) {
				t.Errorf("Validate() = %v, want %s", err, want)
			}
		})
	}
}

func TestProbabilityString(t *testing.T) {
	for p, want := range map[Probability]string{0: "0%", 1: "0.0001%", 2_500: "0.25%", 50_000: "5%", Always: "100%"} {
		if got := p.String(); got != want {
			t.Errorf("Probability(%d).String() = %q, want %q", uint32(p), got, want)
		}
	}
}

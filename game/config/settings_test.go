package config

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
)

func TestDefaultSettingsAreGood(t *testing.T) {
	s := DefaultSettings()
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSettingsValidate(t *testing.T) {
	for _, c := range []struct {
		says string
		edit func(*Settings)
	}{
		{"rate 0hz is out of range, want 1hz to 128hz", func(s *Settings) { s.SendRate = 0 }},
		{"tick-rate 1001hz is out of range", func(s *Settings) { s.TickRate = 1001 * Hertz }},
		{"display -1hz is out of range", func(s *Settings) { s.DisplayRate = -Hertz }},
		{"rate 61hz is above the tick rate 60hz", func(s *Settings) { s.SendRate = 61 * Hertz }},
		{"latency -1ms is out of range, want 0ms to 2s", func(s *Settings) { s.Down.Latency = -time.Millisecond }},
		{"jitter 3s is out of range", func(s *Settings) { s.Up.Jitter = 3 * time.Second }},
		{"loss 100.0001% is out of range, want 0% to 100%", func(s *Settings) { s.Down.Loss = 1_000_001 }},
		{"order 7 is out of range, want fifo to free", func(s *Settings) { s.Down.Order = 7 }},
		{"delay -1ns is out of range", func(s *Settings) { s.Policies[world.Door].Delay = -1 }},
		{"on-underrun 9 is out of range", func(s *Settings) { s.Policies[world.Car].OnUnderrun = 9 }},
		{"door: bad playback policy: MaxSpeed is -1", func(s *Settings) { s.Policies[world.Door].MaxSpeed = -1 }},
		{"drift 10001ppm is out of range", func(s *Settings) { s.DriftPPM = 10_001 }},
		{"server-start -2000000000s is out of range", func(s *Settings) { s.ServerStart = -2e9 * time.Second }},
	} {
		s := DefaultSettings()
		c.edit(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error is %v, want %q", err, c.says)
		}
	}
	if err := new(Settings).Validate(); err == nil {
		t.Error("the zero value is good")
	}
}

// The k-th snapshot leaves on the first tick at or after k ÷ rate: an obvious twin
// counts ticks until one is late enough.
func TestSendTicks(t *testing.T) {
	for _, c := range []struct{ tick, send Rate }{
		{60 * Hertz, 10 * Hertz}, {60 * Hertz, 60 * Hertz}, {60 * Hertz, 45 * Hertz}, {60 * Hertz, 7 * Hertz},
		{60 * Hertz, 12_500}, {128 * Hertz, 33 * Hertz}, {59_940, 30 * Hertz}, {1000 * Hertz, 1 * Hertz},
	} {
		s := DefaultSettings()
		s.TickRate, s.SendRate = c.tick, c.send
		tick := int64(0)
		for k := range int64(500) {
			for tick*int64(c.send) < k*int64(c.tick) { // tick ÷ TickRate < k ÷ SendRate
				tick++
			}
			if got := s.SendTicks(k); got != tick {
				t.Fatalf("at %d of %d mHz snapshot %d is sent on tick %d, want %d", c.send, c.tick, k, got, tick)
			}
		}
	}
}

// The interval for the formulas is the longest between two snapshots.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		tick, send Rate
		want       time.Duration
	}{
		{60 * Hertz, 10 * Hertz, 100 * time.Millisecond},
		{60 * Hertz, 20 * Hertz, 50 * time.Millisecond},
		{60 * Hertz, 30 * Hertz, 33_333_334},   // two ticks
		{60 * Hertz, 60 * Hertz, 16_666_667},   // one
		{60 * Hertz, 45 * Hertz, 33_333_334},   // one or two
		{60 * Hertz, 25 * Hertz, 50_000_000},   // two or three
		{60 * Hertz, 12_500, 83_333_334},       // 4.8 ticks: four or five
		{1000 * Hertz, 30 * Hertz, 34_000_000}, // 33 or 34
	} {
		s := DefaultSettings()
		s.TickRate, s.SendRate = c.tick, c.send
		if got := s.Interval(); got != c.want {
			t.Errorf("%d of %d mHz: interval is %d ns, want %d", c.send, c.tick, got, c.want)
		}
		longest := time.Duration(0)
		for k := range int64(1000) {
			longest = max(longest, c.tick.At(s.SendTicks(k+1))-c.tick.At(s.SendTicks(k)))
		}
		if got := s.Interval(); got < longest || got > longest+1 {
			t.Errorf("%d of %d mHz: interval is %d ns, but the longest sent is %d", c.send, c.tick, got, longest)
		}
	}
}

func TestRequiredDelayOfTheSettings(t *testing.T) {
	s := DefaultSettings()
	for k, want := range []time.Duration{130, 230, 330} { // (1+k)·100 + 30
		if got := s.RequiredDelay(world.Walker, k); got != want*time.Millisecond {
			t.Errorf("k = %d needs %v, want %d ms", k, got, want)
		}
	}
	for _, c := range []struct {
		loss, outage time.Duration // loss in parts per million
		want         int
	}{{0, 0, 0}, {50_000, 0, 1}, {50_000, 100 * time.Millisecond, 1}, {50_000, 250 * time.Millisecond, 3}, {0, time.Second, 0}} {
		s.Down.Loss, s.Down.Outage = 0, c.outage
		MustSetting("loss").Set(&s, 0, int64(c.loss))
		if got := s.LossesExpected(world.Walker); got != c.want {
			t.Errorf("loss %d ppm in outages of %v: %d losses expected, want %d", c.loss, c.outage, got, c.want)
		}
	}
}

func TestLensConfigIsValid(t *testing.T) {
	every(t, func(t *testing.T, setting *Setting, q int) {
		for _, v := range []int64{setting.Min, setting.Max} {
			s := DefaultSettings()
			setting.SetAll(&s, v)
			config := s.LensConfig()
			if err := config.Validate(); err != nil {
				t.Errorf("%s %s: %v", setting.Name, setting.Format(v), err)
			}
			if config.Policies[interp.MaxKinds-1] != interp.DefaultPolicy() {
				t.Error("a kind that is none has another policy than the default")
			}
		}
	})
}

package interp

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func TestPolicyAndConfigValidate(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Config)
		is    error
		want  string
	}{
		{"default", func(*Config) {}, nil, ""},
		{"delay", func(c *Config) { c.Policies[3].Delay = -ms }, ErrPolicy, "kind 3: bad playback policy: Delay is -1ms"},
		{"extrapolation", func(c *Config) { c.Policies[0].MaxExtrapolation = 6 * time.Second }, ErrPolicy, "MaxExtrapolation is 6s"},
		{"dead reckoning", func(c *Config) { c.Policies[0].MaxDeadReckoning = -1 }, ErrPolicy, "MaxDeadReckoning is -1ns"},
		{"smoothing", func(c *Config) { c.Policies[15].Smoothing = time.Hour }, ErrPolicy, "kind 15: bad playback policy: Smoothing is 1h0m0s"},
		{"speed", func(c *Config) { c.Policies[0].MaxSpeed = float32(math.NaN()) }, ErrPolicy, "MaxSpeed is NaN"},
		{"negative speed", func(c *Config) { c.Policies[0].MaxSpeed = -1 }, ErrPolicy, "MaxSpeed is -1"},
		{"blend", func(c *Config) { c.Policies[0].Blend = 2 }, ErrPolicy, "Blend is 2"},
		{"tuning", func(c *Config) { c.Policies[0].Tuning = 2 }, ErrPolicy, "Tuning is 2"},
		{"quantile", func(c *Config) { c.Policies[0].Quantile = 499_999 }, ErrPolicy, "Quantile is 499999"},
		{"quantile above all", func(c *Config) { c.Policies[0].Quantile = 1_000_001 }, ErrPolicy, "Quantile is 1000001"},
		{"window", func(c *Config) { c.Policies[0].Window = 99 * ms }, ErrPolicy, "Window is 99ms"},
		{"smallest delay", func(c *Config) { c.Policies[0].MinDelay = -ms }, ErrPolicy, "MinDelay is -1ms"},
		{"largest delay", func(c *Config) { c.Policies[0].MaxDelay = 6 * time.Second }, ErrPolicy, "MaxDelay is 6s"},
		{"bounds", func(c *Config) { c.Policies[0].MinDelay, c.Policies[0].MaxDelay = 200*ms, 100*ms }, ErrPolicy, "MaxDelay is 100ms"},
		{"adaptive", func(c *Config) { c.Policies[0] = adaptivePolicy() }, nil, ""},
		{"on gap", func(c *Config) { c.Policies[2].OnGap = 2 }, ErrPolicy, "kind 2: bad playback policy: OnGap is 2"},
		{"on underrun", func(c *Config) { c.Policies[0].OnUnderrun = 3 }, ErrPolicy, "OnUnderrun is 3"},
		{"clock", func(c *Config) { c.Clock.Window = -1 }, ErrClock, "Window is -1ns"},
		{"negative interval", func(c *Config) { c.Interval = -1 }, ErrPolicy, "Interval is -1ns"},
		{"interval that would need endless room", func(c *Config) { c.Interval = 1 }, ErrPolicy, "Interval is 1ns"},
		{"reserve", func(c *Config) { c.Reserve = time.Minute }, ErrPolicy, "Reserve is 1m0s"},
	}
	for _, test := range tests {
		c := everyKind(DefaultPolicy())
		test.spoil(c)
		err := c.Validate()
		if !errors.Is(err, test.is) || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if l, err2 := NewInterpolated(c); (err2 == nil) != (err == nil) || (l == nil) != (err != nil) {
			t.Errorf("%s: NewInterpolated gave %v, %v", test.name, l != nil, err2)
		}
	}
}

package config

import (
	"time"

	"snaplab/interp"
	"snaplab/netsim"
)

// settings is the table that everything else is made from: flags, files, sliders.
var settings = []Setting{
	{
		Name: "rate", Help: "How many snapshots the server sends in a second.",
		Unit: Frequency, Min: int64(1 * Hertz), Max: int64(128 * Hertz), Step: int64(Hertz), Default: int64(10 * Hertz),
		field: one(func(s *Settings) *Rate { return &s.SendRate }),
	},
	{
		Name: "tick-rate", Help: "How often the server steps its world in a second.",
		Unit: Frequency, Min: int64(1 * Hertz), Max: int64(1000 * Hertz), Step: int64(Hertz), Default: int64(60 * Hertz),
		field: one(func(s *Settings) *Rate { return &s.TickRate }),
	},
	{
		Name: "display", Help: "How many display frames there are in a second; everything is measured on them.",
		Unit: Frequency, Min: int64(1 * Hertz), Max: int64(1000 * Hertz), Step: int64(Hertz), Default: int64(60 * Hertz),
		field: one(func(s *Settings) *Rate { return &s.DisplayRate }),
	},
	{
		Name: "display-phase", Help: "Whether the display frames' place between the ticks is drawn from the seed (drawn) or on them (in-step), from the start on.",
		Unit: Choice, Choices: displayPhaseNames, Max: int64(len(displayPhaseNames) - 1), Step: 1,
		field: one(func(s *Settings) *DisplayPhase { return &s.DisplayPhase }),
	},
	{
		Name: "latency", Help: "How long the fastest packet takes one way.",
		Unit: Duration, Scope: PerDirection, Max: int64(2 * time.Second), Step: int64(time.Millisecond), Default: int64(50 * time.Millisecond),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.Latency }),
	},
	{
		Name: "jitter", Help: "How much longer the slowest packet takes than the fastest.",
		Unit: Duration, Scope: PerDirection, Max: int64(2 * time.Second), Step: int64(time.Millisecond), Default: int64(30 * time.Millisecond),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.Jitter }),
	},
	{
		Name: "jitter-model", Help: "How the extra delay of packets is spread over the jitter range.",
		Unit: Choice, Choices: []string{"uniform", "normal", "pareto", "exponential"}, Scope: PerDirection, Max: 3, Step: 1,
		field: way(func(c *netsim.Conditions) *netsim.JitterModel { return &c.JitterModel }),
	},
	{
		Name: "jitter-memory", Help: "How long jitter stays alike; at 0 each packet draws its own.",
		Unit: Duration, Scope: PerDirection, Max: int64(netsim.MaxDelay), Step: int64(10 * time.Millisecond),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.JitterMemory }),
	},
	{
		Name: "loss", Help: "The share of packets that never arrive.",
		Unit: Share, Scope: PerDirection, Max: int64(netsim.Always), Step: 5_000, Default: 50_000,
		field: way(func(c *netsim.Conditions) *netsim.Probability { return &c.Loss }),
	},
	{
		Name: "outage", Help: "How long an outage lasts on average; at 0 each packet is lost on its own.",
		Unit: Duration, Scope: PerDirection, Max: int64(5 * time.Second), Step: int64(10 * time.Millisecond),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.Outage }),
	},
	{
		Name: "stall", Help: "How long the path holds packets on average before it lets them go in a clump; at 0 never.",
		Unit: Duration, Scope: PerDirection, Max: int64(5 * time.Second), Step: int64(10 * time.Millisecond),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.Stall }),
	},
	{
		Name: "stall-every", Help: "The time in which there is one stall; at 0 there is none.",
		Unit: Duration, Scope: PerDirection, Max: int64(10 * time.Minute), Step: int64(100 * time.Millisecond), Default: int64(10 * time.Second),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.StallEvery }),
	},
	{
		Name: "duplicate", Help: "The share of packets that arrive twice.",
		Unit: Share, Scope: PerDirection, Max: int64(netsim.Always), Step: 5_000,
		field: way(func(c *netsim.Conditions) *netsim.Probability { return &c.Duplicate }),
	},
	{
		Name: "order", Help: "Whether jitter keeps packets in order and clumps them (fifo) or lets them overtake (free).",
		Unit: Choice, Choices: []string{"fifo", "free"}, Scope: PerDirection, Max: 1, Step: 1,
		field: way(func(c *netsim.Conditions) *netsim.Order { return &c.Order }),
	},
	{
		Name: "reorder", Help: "The share of packets that are held back alone, while those behind them pass.",
		Unit: Share, Scope: PerDirection, Max: int64(netsim.Always), Step: 5_000,
		field: way(func(c *netsim.Conditions) *netsim.Probability { return &c.Reorder }),
	},
	{
		Name: "reorder-delay", Help: "How long they are held back.",
		Unit: Duration, Scope: PerDirection, Max: int64(2 * time.Second), Step: int64(10 * time.Millisecond), Default: int64(150 * time.Millisecond),
		field: way(func(c *netsim.Conditions) *time.Duration { return &c.ReorderDelay }),
	},
	{
		Name: "bandwidth", Help: "How many bits pass in a second; at 0 there is no limit.",
		Unit: Bandwidth, Scope: PerDirection, Max: 10_000_000_000, Step: 16_000,
		field: way(func(c *netsim.Conditions) *int64 { return &c.Bandwidth }),
	},
	{
		Name: "queue", Help: "How much may wait where the bandwidth is too small; what is more is dropped.",
		Unit: Size, Scope: PerDirection, Max: 100_000_000, Step: 1000, Default: 64_000,
		field: way(func(c *netsim.Conditions) *int64 { return &c.Queue }),
	},
	{
		Name: "channel", Help: "Whether a lost packet stays lost (unreliable), or is sent again while everything newer waits for it (reliable).",
		Unit: Choice, Choices: []string{"unreliable", "reliable"}, Scope: PerDirection, Max: 1, Step: 1,
		field: way(func(c *netsim.Conditions) *netsim.Channel { return &c.Channel }),
	},
	{
		Name: "encoding", Help: "Whether every packet is whole (full), or says only what has changed since one that has arrived (delta).",
		Unit: Choice, Choices: encodingNames[:], Max: int64(len(encodingNames) - 1), Step: 1,
		field: one(func(s *Settings) *Encoding { return &s.Encoding }),
	},
	{
		Name: "drift", Help: "How much faster than the server's the client's clock runs.",
		Unit: Drift, Min: -netsim.MaxDriftPPM, Max: netsim.MaxDriftPPM, Step: 10,
		field: one(func(s *Settings) *int64 { return &s.DriftPPM }),
	},
	{
		Name: "server-start", Help: "What the server's clock shows when a session starts.",
		Unit: Duration, Min: int64(-1e9 * time.Second), Max: int64(4e9 * time.Second), Step: int64(time.Second),
		field: one(func(s *Settings) *time.Duration { return &s.ServerStart }),
	},
	{
		Name: "client-start", Help: "What the client's clock shows when a session starts.",
		Unit: Duration, Min: int64(-1e9 * time.Second), Max: int64(4e9 * time.Second), Step: int64(time.Second),
		field: one(func(s *Settings) *time.Duration { return &s.ClientStart }),
	},
	{
		Name: "delay", Help: "How far behind the fastest packet's view of the server an entity is drawn.",
		Unit: Duration, Scope: PerKind, Max: int64(2 * time.Second), Step: int64(time.Millisecond), Default: int64(200 * time.Millisecond),
		field: kind(func(p *interp.Policy) *time.Duration { return &p.Delay }),
	},
	{
		Name: "adaptive", Help: "Whether the delay is the one that is set (off) or follows what the network has needed lately (on).",
		Unit: Choice, Choices: []string{"off", "on"}, Scope: PerKind, Max: 1, Step: 1,
		field: kind(func(p *interp.Policy) *interp.Tuning { return &p.Tuning }),
	},
	{
		Name: "quantile", Help: "The share of the display frames for which an adaptive delay is to be enough.",
		Unit: Share, Scope: PerKind, Min: 500_000, Max: 1_000_000, Step: 1_000, Default: 990_000,
		field: kind(func(p *interp.Policy) *uint32 { return &p.Quantile }),
	},
	{
		Name: "max-extrapolation", Help: "How long an entity is extrapolated in an underrun.",
		Unit: Duration, Scope: PerKind, Max: int64(2 * time.Second), Step: int64(time.Millisecond), Default: int64(100 * time.Millisecond),
		field: kind(func(p *interp.Policy) *time.Duration { return &p.MaxExtrapolation }),
	},
	{
		Name: "max-dead-reckoning", Help: "How far the extrapolated arena extrapolates beyond the newest snapshot.",
		Unit: Duration, Scope: PerKind, Max: int64(2 * time.Second), Step: int64(time.Millisecond), Default: int64(250 * time.Millisecond),
		field: kind(func(p *interp.Policy) *time.Duration { return &p.MaxDeadReckoning }),
	},
	{
		Name: "on-underrun", Help: "What becomes of an entity that has extrapolated for as long as it may.",
		Unit: Choice, Choices: []string{"hold", "stale", "hide"}, Scope: PerKind, Max: 2, Step: 1,
		field: kind(func(p *interp.Policy) *interp.OnUnderrun { return &p.OnUnderrun }),
	},
	{
		Name: "on-gap", Help: "After a spawn or destroy in a lost packet: go on at once (resync) or hold the kind for up to 500 ms (wait).",
		Unit: Choice, Choices: []string{"resync", "wait"}, Scope: PerKind, Max: 1, Step: 1,
		field: kind(func(p *interp.Policy) *interp.OnGap { return &p.OnGap }),
	},
	{
		Name: "blend", Help: "Straight lines between two snapshots, or curves that also meet the sent velocities.",
		Unit: Choice, Choices: []string{"linear", "hermite"}, Scope: PerKind, Max: 1, Step: 1,
		field: kind(func(p *interp.Policy) *interp.Blend { return &p.Blend }),
	},
	{
		Name: "smoothing", Help: "How long error smoothing takes after an underrun; at 0 a correction pops.",
		Unit: Duration, Scope: PerKind, Max: int64(2 * time.Second), Step: int64(10 * time.Millisecond),
		field: kind(func(p *interp.Policy) *time.Duration { return &p.Smoothing }),
	},
	{
		Name: "mistake", Help: "A common mistake for one more lens to make, fed the same packets.",
		Unit: Choice, Choices: mistakeNames, Max: int64(len(mistakeNames) - 1), Step: 1,
		field: comparisonField(false),
	},
	{
		Name: "engine", Help: "An engine or library whose way of playing one more lens has, fed the same packets; not together with a mistake.",
		Unit: Choice, Choices: engineNames, Max: int64(len(engineNames) - 1), Step: 1,
		field: comparisonField(true),
	},
}

type integer interface {
	~int64 | ~uint32 | ~uint8
}

func reach[T integer](f func(s *Settings, q int) *T) field {
	return field{
		get: func(s *Settings, q int) int64 { return int64(*f(s, q)) },
		set: func(s *Settings, q int, v int64) { *f(s, q) = T(v) },
	}
}

func one[T integer](f func(*Settings) *T) field {
	return reach(func(s *Settings, _ int) *T { return f(s) })
}

func way[T integer](f func(*netsim.Conditions) *T) field {
	return reach(func(s *Settings, q int) *T {
		if q == 0 {
			return f(&s.Down)
		}
		return f(&s.Up)
	})
}

func kind[T integer](f func(*interp.Policy) *T) field {
	return reach(func(s *Settings, q int) *T { return f(&s.Policies[q]) })
}

package interp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Blend is how a position between two samples is found.
type Blend uint8

const (
	// Linear draws on the straight line between the two samples.
	Linear Blend = iota
	// Hermite draws on the cubic that also meets the two sent velocities.
	Hermite
)

// OnUnderrun is what becomes of an entity that has extrapolated for as long as it may.
type OnUnderrun uint8

const (
	// Hold freezes it where it is.
	Hold OnUnderrun = iota
	// Fade freezes it and reports it Stale, to be drawn faded.
	Fade
	// Hide reports it Stale and does not draw it.
	Hide
)

// OnGap is what Interpolated does about a spawn or a destroy that was in a lost packet.
// The other lenses have no render time that could wait.
type OnGap uint8

const (
	// Resync goes on at once with what the next packets say: an entity whose
	// spawn was lost appears at its first known sample, and one whose destroy was
	// lost stays where it was last seen until the next user of its slot appears.
	Resync OnGap = iota
	// Wait holds the kind's render time at the last instant for which the
	// entity's life is known, until what is missing has come or render time is
	// MaxEventWait behind; then it resyncs.
	Wait
)

// MaxEventWait bounds how far waiting for a missing packet puts render time behind
// where it would be, however many waits follow one another.
const MaxEventWait = 500 * time.Millisecond

// Policy is how one kind of entity is played back. In a Config the zero value means the
// default; elsewhere it draws at the fastest packet's view of the server, never
// extrapolates, and holds.
type Policy struct {
	// Delay is how far render time trails what the fastest packet shows of the
	// server. 0 to 5 s. While Tuning is Adaptive it is what to start from.
	Delay time.Duration
	// Tuning says whether the delay follows the network.
	Tuning Tuning
	// Quantile is the share of the display frames, in parts per million, for which
	// an adaptive delay is to be enough. 500,000 to 1,000,000; zero means 990,000.
	Quantile uint32
	// Window is how long an adaptive delay remembers. 100 ms to 5 min; zero means
	// 10 s.
	Window time.Duration
	// MinDelay and MaxDelay bound an adaptive delay. 0 to 5 s; for MaxDelay zero
	// means 1 s, or MinDelay if that is more.
	MinDelay, MaxDelay time.Duration
	// MaxExtrapolation is how long an entity extrapolates in an underrun.
	// 0 to 5 s.
	MaxExtrapolation time.Duration
	// MaxDeadReckoning is how far the Extrapolated lens goes beyond the newest
	// sample. 0 to 5 s.
	MaxDeadReckoning time.Duration
	// Smoothing is the time over which a correction is worked off when data
	// resumes; zero pops. 0 to 5 s.
	Smoothing time.Duration
	// ForgetAfter is for how long snapshots must come without an entity until it is
	// forgotten, once its newest sample is passed. 0 to 1 h; zero never forgets, for a
	// server that sends only what has changed.
	ForgetAfter time.Duration
	// MaxSpeed in m/s bounds the velocity that may be extrapolated with: a faster one
	// is not used at all. Zero sets no bound.
	MaxSpeed   float32
	Blend      Blend
	OnUnderrun OnUnderrun
	OnGap      OnGap
}

// MaxPolicyTime bounds every duration of a Policy but Window and ForgetAfter.
const MaxPolicyTime = 5 * time.Second

// DefaultPolicy returns two intervals of delay at 10 Hz, 100 ms of extrapolating, then
// hold; 250 ms of dead reckoning; pops; no speed above 100 m/s is believed; what is not
// sent for 10 s is forgotten.
func DefaultPolicy() Policy {
	return Policy{
		Delay:            200 * time.Millisecond,
		MaxExtrapolation: 100 * time.Millisecond,
		MaxDeadReckoning: 250 * time.Millisecond,
		MaxSpeed:         100,
		ForgetAfter:      10 * time.Second,
	}
}

// ErrPolicy is wrapped by the errors of Policy.Validate and Config.Validate.
var ErrPolicy = errors.New("bad playback policy")

// Validate returns an error that names the first field out of range.
func (p Policy) Validate() error {
	for _, f := range []struct {
		name  string
		value time.Duration
	}{
		{"Delay", p.Delay},
		{"MaxExtrapolation", p.MaxExtrapolation},
		{"MaxDeadReckoning", p.MaxDeadReckoning},
		{"Smoothing", p.Smoothing},
		{"MinDelay", p.MinDelay},
		{"MaxDelay", p.MaxDelay},
	} {
		if f.value < 0 || f.value > MaxPolicyTime {
			return fmt.Errorf("%w: %s is %v, want 0 to %v", ErrPolicy, f.name, f.value, MaxPolicyTime)
		}
	}
	switch {
	case !(p.MaxSpeed >= 0): // also NaN
		return fmt.Errorf("%w: MaxSpeed is %v, want 0 or more", ErrPolicy, p.MaxSpeed)
	case p.ForgetAfter < 0 || p.ForgetAfter > time.Hour:
		return fmt.Errorf("%w: ForgetAfter is %v, want 0 to 1h", ErrPolicy, p.ForgetAfter)
	case p.Tuning > Adaptive:
		return fmt.Errorf("%w: Tuning is %d, want ByHand or Adaptive", ErrPolicy, p.Tuning)
	case p.Quantile != 0 && (p.Quantile < 500_000 || p.Quantile > 1_000_000):
		return fmt.Errorf("%w: Quantile is %d, want 0 or 500000 to 1000000", ErrPolicy, p.Quantile)
	case p.Window != 0 && (p.Window < 100*time.Millisecond || p.Window > 5*time.Minute):
		return fmt.Errorf("%w: Window is %v, want 0 or 100ms to 5m0s", ErrPolicy, p.Window)
	case p.MaxDelay != 0 && p.MaxDelay < p.MinDelay:
		return fmt.Errorf("%w: MaxDelay is %v, want 0 or at least MinDelay, which is %v", ErrPolicy, p.MaxDelay, p.MinDelay)
	case p.Blend > Hermite:
		return fmt.Errorf("%w: Blend is %d, want Linear or Hermite", ErrPolicy, p.Blend)
	case p.OnUnderrun > Hide:
		return fmt.Errorf("%w: OnUnderrun is %d, want Hold, Fade or Hide", ErrPolicy, p.OnUnderrun)
	case p.OnGap > Wait:
		return fmt.Errorf("%w: OnGap is %d, want Resync or Wait", ErrPolicy, p.OnGap)
	}
	return nil
}

// Config is the settings of a Lens.
type Config struct {
	Clock ClockConfig
	// Default is the policy of every kind that has none; zero means DefaultPolicy.
	Default Policy
	// Policies is indexed by Kind. A kind whose policy is zero has the Default. (To
	// have a policy in which all is zero, set MaxSpeed to +Inf: no bound either.)
	Policies [MaxKinds]Policy
	// Interval is the longest time between two snapshots as agreed with the
	// server, at least 1 ms. It sizes the buffers and decides nothing else. Zero
	// means 100 ms.
	Interval time.Duration
	// Intervals is the longest time between two samples of one entity, by Kind, of kinds
	// that are not in every snapshot; zero means Interval.
	Intervals [MaxKinds]time.Duration
	// Reserve is the time that buffers hold beyond the delay, for jitter and
	// bursts. Zero means 500 ms.
	Reserve time.Duration
}

// Policy returns the policy of a kind below MaxKinds.
func (c *Config) Policy(k Kind) Policy { return cmp.Or(c.Policies[k], c.Default, DefaultPolicy()) }

// Validate returns an error that names the first field out of range.
func (c *Config) Validate() error {
	if err := c.Clock.Validate(); err != nil {
		return err
	}
	if err := c.Default.Validate(); err != nil {
		return fmt.Errorf("default: %w", err)
	}
	for k := range c.Policies {
		if err := c.Policies[k].Validate(); err != nil {
			return fmt.Errorf("kind %d: %w", k, err)
		}
	}
	switch {
	case c.Interval != 0 && c.Interval < time.Millisecond:
		return fmt.Errorf("%w: Interval is %v, want 0 or at least 1ms", ErrPolicy, c.Interval)
	case slices.ContainsFunc(c.Intervals[:], func(d time.Duration) bool { return d != 0 && d < time.Millisecond }):
		return fmt.Errorf("%w: Intervals are %v, want each 0 or at least 1ms", ErrPolicy, c.Intervals)
	case c.Reserve < 0 || c.Reserve > MaxPolicyTime:
		return fmt.Errorf("%w: Reserve is %v, want 0 to %v", ErrPolicy, c.Reserve, MaxPolicyTime)
	}
	return nil
}

// interval returns the longest time between two snapshots.
func (c *Config) interval() time.Duration { return cmp.Or(c.Interval, 100*time.Millisecond) }

// sparse returns the longest time between two samples of an entity of a kind that is not in
// every snapshot, 0 of one that is.
func (c *Config) sparse(k Kind) time.Duration {
	if d := c.Intervals[k]; d > c.interval() {
		return d
	}
	return 0
}

// slots returns how many samples, an interval apart, the buffers of a kind hold.
func (c *Config) slots(k Kind, interval time.Duration) int {
	room := c.Policies[k].longestDelay() + cmp.Or(c.Reserve, 500*time.Millisecond)
	if c.Policies[k].OnGap == Wait {
		room += MaxEventWait
	}
	return SlotsFor(room, interval) + 1 // and one to extrapolate from
}

package interp

import (
	"errors"
	"fmt"
	"time"
)

// ClockConfig sets how a Clock follows the network. Fields that are zero take the
// defaults in brackets.
type ClockConfig struct {
	// Window is how long an observation counts (default 2 s).
	Window time.Duration
	// MinPackets is how many of the last packets count however old (default 10).
	MinPackets int
	// Slew is how far the applied offset moves toward its target in a second
	// (default 50 ms).
	Slew time.Duration
	// DelaySlew is how far an applied delay moves toward its setting in a second
	// (default 200 ms). Slew and DelaySlew together stay below one second, or
	// render time could stand still and run back.
	DelaySlew time.Duration
	// StepAbove is the error above which the offset steps instead of slewing
	// (default 500 ms).
	StepAbove time.Duration
}

// ErrClock is wrapped by the errors of ClockConfig.Validate.
var ErrClock = errors.New("bad clock setting")

// Validate returns an error that names the first field out of range.
func (c ClockConfig) Validate() error {
	if c.MinPackets < 0 {
		return fmt.Errorf("%w: MinPackets is %d, want 0 or more", ErrClock, c.MinPackets)
	}
	for _, f := range []struct {
		name  string
		value time.Duration
	}{{"Window", c.Window}, {"Slew", c.Slew}, {"DelaySlew", c.DelaySlew}, {"StepAbove", c.StepAbove}} {
		if f.value < 0 || f.value > time.Minute {
			return fmt.Errorf("%w: %s is %v, want 0 to 1m", ErrClock, f.name, f.value)
		}
	}
	if c := c.orDefaults(); c.Slew+c.DelaySlew >= time.Second {
		return fmt.Errorf("%w: Slew %v and DelaySlew %v together reach 1 s per second", ErrClock, c.Slew, c.DelaySlew)
	}
	return nil
}

func (c ClockConfig) orDefaults() ClockConfig {
	if c.Window == 0 {
		c.Window = 2 * time.Second
	}
	if c.MinPackets == 0 {
		c.MinPackets = 10
	}
	if c.Slew == 0 {
		c.Slew = 50 * time.Millisecond
	}
	if c.DelaySlew == 0 {
		c.DelaySlew = 200 * time.Millisecond
	}
	if c.StepAbove == 0 {
		c.StepAbove = 500 * time.Millisecond
	}
	return c
}

// Clock follows the offset between local time and the server's stamps. The target is
// the minimum over a sliding window: the fastest packet is the one that waited
// least, so it shows the clocks, and every other shows the clocks and a queue. The
// applied offset slews toward the target, and steps only on the first packet, after
// Reset, and when the error is beyond StepAbove. The zero value is ready, with the
// defaults of ClockConfig.
//
// A faster route is seen at once; a slower one only when the old minimum leaves the
// window, and until then packets are late by the difference. An average would hide
// that, not mend it.
type Clock struct {
	config  ClockConfig
	window  MinWindow
	applied Offset // as of at
	target  Offset
	at      LocalTime
	// unstepped is applied without the step that the last Advance may have made:
	// what was drawn with until then.
	unstepped Offset
	steps     int
	framed    bool // it has been advanced since the first packet
}

// Configure takes new settings, without validating them. The rates hold from the last
// Advance on, so call it directly after one: later, it would move an offset that may
// have been drawn with.
func (c *Clock) Configure(config ClockConfig) {
	c.config = config.orDefaults()
	c.window.Span, c.window.Keep = c.config.Window, c.config.MinPackets
}

// Reset forgets every observation, as for a new epoch. Steps are still counted.
func (c *Clock) Reset() {
	c.window.Reset()
	c.applied, c.target, c.at, c.unstepped, c.framed = 0, 0, 0, 0, false
}

// Observe takes note of a packet's arrival. The first one sets the offset.
func (c *Clock) Observe(arrival LocalTime, stamp ServerTime) {
	if c.config.Window == 0 {
		c.Configure(c.config)
	}
	first := !c.Started()
	c.window.Push(arrival, ObserveOffset(arrival, stamp))
	if first {
		c.step(arrival)
		c.unstepped = c.applied
	}
}

// Started reports whether a packet has been observed.
func (c *Clock) Started() bool { return c.window.Count() > 0 }

// Advance moves the clock to a display frame at a local time: the applied offset
// has slewed until now, and from now on it slews toward the present minimum. A time
// before the last one counts as that one.
func (c *Clock) Advance(now LocalTime) {
	if !c.Started() {
		return
	}
	now = max(now, c.at)
	c.framed = true
	c.applied = c.Offset(now)
	c.unstepped = c.applied
	c.at = now
	c.window.Expire(now)
	c.target, _ = c.window.Min()
	if e := time.Duration(c.target - c.applied); e > c.config.StepAbove || e < -c.config.StepAbove {
		c.step(now)
	}
}

func (c *Clock) step(now LocalTime) {
	c.target, _ = c.window.Min()
	c.applied = c.target
	c.at = now
	c.steps++
}

// Offset returns the applied offset at a local time at or after the last Advance.
// It is continuous in time but for the steps, and pure.
func (c *Clock) Offset(now LocalTime) Offset {
	return Offset(slew(int64(c.applied), int64(c.target), now.Sub(c.at), c.config.Slew))
}

// Target returns the offset that the applied one slews toward.
func (c *Clock) Target() Offset { return c.target }

// Steps returns how often the offset was set instead of slewed, the first packet's
// time included.
func (c *Clock) Steps() int { return c.steps }

// slew moves from toward to for elapsed at perSecond.
func slew(from, to int64, elapsed, perSecond time.Duration) int64 {
	if from == to {
		return to
	}
	// A minute is enough to pass every error that is not stepped, and keeps the
	// product below 2^63.
	elapsed = max(0, min(elapsed, time.Minute))
	reach := int64(elapsed) * perSecond.Microseconds() / 1_000_000
	return from + max(-reach, min(to-from, reach))
}

// MinWindow finds the smallest of the offsets seen lately, in constant time per
// packet: a queue in which each entry is smaller than those after it, since a larger
// one that is also older can never be the minimum again. The zero value forgets
// everything at once; set Span and Keep first.
type MinWindow struct {
	// Span is how long an offset counts.
	Span time.Duration
	// Keep is how many of the last packets count however old they are, so that a
	// slow stream has a minimum at all.
	Keep int

	queue []seen // oldest and smallest first; a ring
	head  int
	n     int
	count uint64 // packets seen
}

type seen struct {
	at    LocalTime
	value Offset
	index uint64
}

// Push adds the offset of a packet arriving at a local time. Arrivals must
// not go back in time.
func (w *MinWindow) Push(at LocalTime, value Offset) {
	for w.n > 0 && w.entry(w.n-1).value >= value {
		w.n--
	}
	if w.n == len(w.queue) {
		w.grow()
	}
	w.n++
	*w.entry(w.n - 1) = seen{at, value, w.count}
	w.count++
	w.Expire(at)
}

// Expire forgets what is older than Span at a local time and not among the last
// Keep packets.
func (w *MinWindow) Expire(now LocalTime) {
	for w.n > 1 {
		oldest := w.entry(0)
		if now.Sub(oldest.at) <= w.Span || w.count-oldest.index <= uint64(max(w.Keep, 0)) {
			return
		}
		w.head = (w.head + 1) % len(w.queue)
		w.n--
	}
}

// Min returns the smallest offset of the window, and whether there is any. The last
// one is never forgotten.
func (w *MinWindow) Min() (Offset, bool) {
	if w.n == 0 {
		return 0, false
	}
	return w.entry(0).value, true
}

// Count returns how many packets have been seen.
func (w *MinWindow) Count() uint64 { return w.count }

// Reset forgets everything and keeps the settings and the room.
func (w *MinWindow) Reset() { w.head, w.n, w.count = 0, 0, 0 }

func (w *MinWindow) entry(i int) *seen { return &w.queue[(w.head+i)%len(w.queue)] }

func (w *MinWindow) grow() {
	queue := make([]seen, max(16, 2*len(w.queue)))
	for i := range w.n {
		queue[i] = *w.entry(i)
	}
	w.queue, w.head = queue, 0
}
